import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  archive as archiveIn,
  givenOldMonth,
  givenStore,
  type Kept,
} from '../../../test/archive.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import { asOwner, type GivenBusiness, useContext } from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'
import { startOf } from '../../platform/lagos.ts'
import { erase } from '../subjects/subjects.ts'
import { listFiles } from './archive.sql.ts'
import { ArchiveError, type Archiving, closedMonths } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { type Month, monthAt, readMonth } from './month.ts'
import { fromParquet } from './parquet.ts'
import { type Store, StoreError } from './store.ts'
import type { Column, TextRow } from './tables.ts'

// Months that are copied to a store: whole, once, and again after each disturbance.

const context = useContext()
const api = useApi(context)
stopNow(context)

const LEASE = 10 * MINUTE
const PAYMENTS = 4

let business: GivenBusiness
/** The month in which the payments were made. */
let month: Month

before(async () => {
  await context.opened
  const given = await givenOldMonth(context, api, PAYMENTS)
  business = given.business
  month = given.month
})

beforeEach(() =>
  asOwner(context, (sql) => sql.unsafe('delete from archived_file; delete from archived_month')),
)

const archive = (store: Store, how: Archiving = {}) => archiveIn(context, store, month, how)

function manifestIn({ files }: Kept): Manifest {
  return JSON.parse(files.get(`${month.name}/manifest.json`)!.toString()) as Manifest
}

/** All rows of a table, as its files have them. */
async function rowsIn(store: Kept, table: string) {
  const read: { columns: Column[]; rows: TextRow[] } = { columns: [], rows: [] }
  for (const { path, columns } of manifestIn(store).tables[table]!.files) {
    read.columns = columns
    read.rows.push(...(await fromParquet(columns, store.files.get(path)!)))
  }
  const named = ({ columns, rows }: typeof read) =>
    rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))
  return named(read)
}

/** That the store has everything of the month once, as the database does. */
async function assertWhole(store: Kept): Promise<void> {
  const files = await listFiles(context.sql, month.day)
  const named = [...files.map(({ path }) => path), `${month.name}/manifest.json`]
  assert.deepEqual([...store.files.keys()].sort(), named.sort())
  const payments = await context.sql<{ id: string }[]>`select id from transaction order by id`
  const archived = (await rowsIn(store, 'transaction')).map(({ id }) => id!)
  assert.deepEqual(
    archived.sort(),
    payments.map(({ id }) => id),
  )
  const moved = await context.sql<{ amount: bigint; count: bigint }[]>`
    select sum(amount)::bigint as amount, count(*) as count from ledger_entry
  `
  const entries = await rowsIn(store, 'ledger_entry')
  const amount = entries.reduce((sum, entry) => sum + BigInt(entry['amount']!), 0n)
  assert.deepEqual([{ amount, count: BigInt(entries.length) }], moved)
}

test('a month is in the store with the rows, sums and seals of the ledger', async () => {
  const store = givenStore()

  const state = await archive(store)

  assert.equal(state, 'verified')
  await assertWhole(store)
  const manifest = manifestIn(store)
  assert.ok(manifest.tables['transaction']!.files.length > 1, 'split at a size')
  const accounts = await context.sql<Record<string, string>[]>`
    select business_id, mode, name as account, debits_pending::text, debits_posted::text,
      credits_pending::text, credits_posted::text
    from ledger_account
    where debits_posted > 0 or credits_posted > 0
    order by business_id, mode, name collate "C"
  `
  assert.deepEqual(
    manifest.accounts.map((sums) => Object.values(sums)),
    accounts.map((sums) => Object.values(sums)),
  )
  const seals = await context.sql<{ digest: Buffer }[]>`select digest from ledger_seal order by day`
  const known = seals.map(({ digest }) => digest.toString('hex'))
  assert.ok(manifest.seals.length > 0)
  assert.ok(manifest.seals.every(({ digest }) => known.includes(digest)))
  const payments = await rowsIn(store, 'transaction')
  const payment = payments.find(({ reference }) => reference === 'order-0')
  assert.match(payment!['metadata']!, /Ẹ̀bà/)
  assert.match(payment!['created_at']!, /^\d{16}$/, 'microseconds')
})

test('an archiver that is killed at any step is continued, and nothing is written twice', async () => {
  for (let step = 1, state: string | null = null; state !== 'verified'; step++) {
    await asOwner(context, (sql) =>
      sql.unsafe('delete from archived_file; delete from archived_month'),
    )
    const stopped = Promise.withResolvers<void>()
    const store = givenStore((asked) => {
      if (asked !== step) return Promise.resolve()
      stopped.resolve()
      return new Promise<void>(() => {})
    })
    // It never goes on, like a process that was killed.
    const first = archive(store)
    state = await Promise.race([first, stopped.promise.then(() => null)])
    const before = await listFiles(context.sql, month.day)
    if (state === null) {
      assert.equal(await archive(store), null, 'it still has the lease')
      context.advance(LEASE)
      assert.equal(await archive(store), 'verified')
    }
    await assertWhole(store)
    const after = await listFiles(context.sql, month.day)
    for (const file of before) assert.ok(after.some(({ path }) => path === file.path))
  }
})

test('a store that lies is noticed, and the file is written anew', async () => {
  const lies: [words: RegExp, lie: (bytes: Buffer) => Buffer | null][] = [
    [/has no such file|has none/, () => null],
    [/bytes instead of|another one/, (bytes) => bytes.subarray(0, -1)],
    [/bytes instead of|another one/, (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
    [/has other bytes|another one/, (bytes) => Buffer.from(bytes).fill(bytes[0]! ^ 1, 0, 1)],
  ]
  const whole = givenStore()
  await archive(whole)
  const entries = [...whole.files.keys()].filter((path) => path.includes('/ledger_entry-'))
  for (const [words, lie] of lies) {
    for (const path of [entries[0]!, entries.at(-1)!, `${month.name}/manifest.json`]) {
      await asOwner(context, (sql) =>
        sql.unsafe('delete from archived_file; delete from archived_month'),
      )
      const honest = givenStore()
      const lying: Store = {
        ...honest,
        get: async (asked, max) => {
          const bytes = await honest.get(asked, max)
          return asked === path ? lie(bytes!) : bytes
        },
      }

      const failed = await archive(lying).catch((error: unknown) => error)

      assert.ok(failed instanceof ArchiveError, `${path} ${words}`)
      assert.match(failed.message, words)
      assert.ok(failed.message.startsWith(path), failed.message)
      assert.equal(await archive(honest), 'verified')
      await assertWhole(honest)
    }
  }
})

test('a store that is out of order changes nothing, and the next run goes on', async () => {
  const store = givenStore((asked) =>
    asked === 3 ? Promise.reject(new StoreError('The store answered 503.')) : Promise.resolve(),
  )

  await assert.rejects(archive(store), /503/)

  assert.equal(await archive(store), 'verified')
  await assertWhole(store)
})

test('of two archivers at once, one archives the month', async () => {
  const store = givenStore()

  const states = await Promise.all([archive(store), archive(store), archive(store)])

  assert.deepEqual(
    states.filter((state) => state !== null),
    ['verified'],
  )
  await assertWhole(store)
})

test('an archiver that comes back after its lease is over changes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stuck = Promise.withResolvers<void>()
  const store = givenStore()
  const slow: Store = {
    ...store,
    async put(path, bytes) {
      if (store.files.size > 0) {
        stuck.resolve()
        await promise
      }
      await store.put(path, bytes)
    },
  }
  const late = archive(slow).catch((error: unknown) => error)
  await stuck.promise
  context.advance(LEASE)
  assert.equal(await archive(store), 'verified')

  resolve()

  const failed = await late
  assert.ok(failed instanceof ArchiveError)
  assert.match(failed.message, /another archiver has taken over/)
  await assertWhole(store)
})

test('what is changed after it was archived is found by --again, and written anew', async () => {
  const store = givenStore()
  await archive(store)
  await asOwner(
    context,
    (sql) => sql`update transaction set message = 'x' where status = 'success'`,
  )

  assert.equal(await archive(store), 'verified', 'it is not read again')
  await assert.rejects(archive(store, { isAgain: true }), /rows of transaction have changed/)

  assert.equal(await archive(store), 'verified')
  await assertWhole(store)
  const paid = (await rowsIn(store, 'transaction')).filter(({ status }) => status === 'success')
  assert.ok(paid.length >= PAYMENTS && paid.every(({ message }) => message === 'x'))
})

test('an erased person leaves the store with the next run', async () => {
  const store = givenStore()
  await archive(store)
  const names = async () => (await rowsIn(store, 'transaction')).map(({ email }) => email)
  assert.ok((await names()).includes('ada-3@example.com'))

  const erased = await erase(context, business, 'ada-3@example.com', 'Ada Example')
  assert.equal(erased.kind, 'erased')
  assert.equal(await archive(store), 'verified')

  assert.ok(!(await names()).includes('ada-3@example.com'))
  for (const bytes of store.files.values()) assert.ok(!bytes.includes('ada-3@'))
  await assertWhole(store)
})

test('a month that is not over, or not sealed, is not archived', async () => {
  const closed = async (text: string) =>
    (await closedMonths(context.sql, readMonth(text)!)).map(({ name }) => name)
  const next = monthAt(context.now())

  assert.deepEqual(await closed(next.name), [month.name])
  assert.deepEqual(await closed('2099-01'), [month.name])
  assert.deepEqual(await closed(month.name), [])
})

test('a payment of the last millisecond of a month, in Lagos, is in that month', () => {
  const first = startOf('2025-02-01')

  const before = monthAt(new Date(first.getTime() - 1))
  const after = monthAt(first)

  assert.deepEqual([before.name, after.name], ['2025-01', '2025-02'])
  assert.equal(before.part.endId, after.part.firstId)
  assert.equal(before.until.getTime(), first.getTime())
  assert.equal(readMonth('2024-02')!.until.getTime(), startOf('2024-03-01').getTime())
  assert.equal(readMonth('2024-12')!.until.getTime(), startOf('2025-01-01').getTime())
  for (const text of ['2024-13', '2024-1', '2024-00', '2024-01-01', '']) {
    assert.equal(readMonth(text), null)
  }
})
