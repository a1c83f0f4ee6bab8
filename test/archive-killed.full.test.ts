import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { monthAfter } from '../src/operator/archive/month.ts'
import { verifyBooks, verifyFromFirst } from '../src/operator/books.ts'
import { DAY, MINUTE } from '../src/platform/clock.ts'
import { useApi } from './api.ts'
import { givenLiveMonth } from './archive.ts'
import { newFolder, removeFolder } from './process.ts'
import { stopNow } from './stopped-clock.ts'
import { asOwner, SERVER, until, useContext } from './support.ts'

// `npm run archive -- --detach` in a process of its own, killed with SIGKILL where a test holds
// what it needs next. All other places: src/operator/archive/detach-killed.full.test.ts.

const context = useContext({ isNew: true })
const api = useApi(context)
stopNow(context)

const folder = newFolder()
after(() => removeFolder(folder))

const PAYMENTS = 20
/** A module that sets the command's clock. */
const clockAhead = (ms: number) =>
  `data:text/javascript,globalThis.Date = class extends Date {
    constructor(...given) { given.length > 0 ? super(...given) : super(Date.now()) }
    static now() { return super.now() + ${ms} }
  }`
/** An archiver waits that long for the month of one that was killed. */
const LEASE_MS = 31 * MINUTE
/** What is locked, and what the process is at by then. */
const HELD = [
  { table: 'archived_file', mode: 'exclusive', amid: 'before its first file is noted' },
  { table: 'archived_month', mode: 'exclusive', amid: 'before it says that all is read back' },
  { table: 'ledger_entry', mode: 'access share', amid: 'in the transaction that detaches' },
] as const

function archive(before: string): { child: ChildProcess; said: () => string } {
  const { host, port, user } = SERVER
  const environment = {
    ...process.env,
    COWRIE_ARCHIVE: join(folder, 'store'),
    COWRIE_MASTER_KEY: '',
    DATABASE_URL: `postgres://${user}@localhost:${port}/${context.database}?host=${host}`,
    NODE_TEST_CONTEXT: '',
  }
  const words = ['scripts/archive.ts', '--before', before, '--detach']
  const clock = clockAhead(context.now().getTime() - Date.now())
  const line = ['--disable-warning=ExperimentalWarning', '--import', clock, ...words]
  const child = spawn(process.execPath, line, { env: environment })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part))
  return { child, said: () => text }
}

/** Lets the command run until it waits for the table. Returns its exit code and signal. */
async function endHeld(
  { table, mode }: (typeof HELD)[number],
  before: string,
  end: (child: ChildProcess, pid: number) => Promise<unknown>,
): Promise<{ ended: unknown[]; said: string }> {
  return asOwner(context, (sql) =>
    sql.begin(async (own) => {
      await own.unsafe(`lock table ${table} in ${mode} mode`)
      const { child, said } = archive(before)
      const exit = once(child, 'exit')
      const pid = await until(`the archiver waits for ${table}`, async () => {
        assert.equal(child.exitCode, null, said())
        const [row] = await context.sql<{ pid: number }[]>`
          select pid from pg_locks l join pg_stat_activity a using (pid)
          where a.datname = current_database() and not l.granted
            and l.relation = ${table}::regclass
        `
        return row?.pid
      })
      await end(child, pid)
      return { ended: await exit, said: said() }
    }),
  )
}

async function entriesOf(businessId: string): Promise<number> {
  const [row] = await context.sql<[{ count: number }]>`
    select count(*)::int as count from ledger_entry
    where business_id = ${businessId} and reason ^@ 'payment'
  `
  return row.count
}

test('an archiver that is killed leaves all entries, and the next one completes its work', async () => {
  // The first partition has two months.
  await givenLiveMonth(context, api, 1)
  const { business, month } = await givenLiveMonth(context, api, PAYMENTS)
  const { businessId } = business
  const before = monthAfter(month).name
  context.advance(90 * DAY)

  for (const held of HELD) {
    const { ended, said } = await endHeld(held, before, async (child) => child.kill('SIGKILL'))
    assert.deepEqual(ended, [null, 'SIGKILL'], said)
    assert.equal(await entriesOf(businessId), 3 * PAYMENTS, held.amid)
    assert.deepEqual(await verifyBooks(context.sql), [], held.amid)
    assert.deepEqual((await verifyFromFirst(context)).wrong, [], held.amid)
    context.advance(LEASE_MS)
  }
  const { ended, said: complaint } = await endHeld(HELD[2], before, (_, pid) =>
    asOwner(context, (sql) => sql`select pg_terminate_backend(${pid})`),
  )
  assert.deepEqual(ended, [1, null], complaint)
  assert.match(complaint, /^The connection to the database has ended: .+\n$/m)
  assert.doesNotMatch(complaint, /^ +at /m)
  context.advance(LEASE_MS)
  const { child, said } = archive(before)
  const [code] = await once(child, 'exit')

  assert.equal(code, 0, said())
  assert.match(said(), /detached/)
  assert.equal(await entriesOf(businessId), 0)
  assert.deepEqual(await verifyBooks(context.sql), [])
  assert.deepEqual((await verifyFromFirst(context)).wrong, [])
})
