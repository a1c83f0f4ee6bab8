import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Archive } from '../scripts/backup/archive.ts'
import { restore } from '../scripts/backup/drill.ts'
import { follow } from '../scripts/backup/follow.ts'
import { monthAfter, monthAt } from '../src/operator/archive/month.ts'
import { verifyBooks, verifyFromFirst, verifySinceSeal } from '../src/operator/books.ts'
import { keepPartitions } from '../src/operator/operation/partitions.ts'
import { DAY, later } from '../src/platform/clock.ts'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { detach, givenStore, makeLive } from './archive.ts'
import { folder, useFolder } from './embedded-postgres.ts'
import { nothingYet, payUntil } from './paying.ts'
import { newFolder, removeFolder, startService, stopService } from './process.ts'
import { copyAsStandby, freePort, givenData, type Server, startServer } from './servers.ts'
import { until } from './support.ts'

// A month leaves the database while its primary is killed: at the standby that is promoted it is
// there as a whole, and leaves then. A copy of that server, restored, has the same books.

useFolder()

const PAYMENTS = 20
const log = { info() {}, warn() {}, error: console.error }
/** When the month is over and sealed. */
let now = () => later(new Date(), 130 * DAY)
/** The first partition has two months. */
const before = monthAfter(monthAfter(monthAt(new Date())))
const store = givenStore()
const backup = () => join(folder, 'backup')
const identity = await generateX25519Identity()
const signingKey = generateKeyPairSync('ed25519').privateKey
const keys = { recipients: [await identityToRecipient(identity)], signingKey }
const trust = { signers: [createPublicKey(signingKey)], acceptUnsigned: false }

async function payAt(url: string): Promise<string> {
  const home = newFolder()
  const service = await startService(home, { DATABASE_URL: url })
  const acknowledged = nothingYet()
  const isOver = () => acknowledged.paid.size >= PAYMENTS
  await payUntil(isOver, service, 'ada', acknowledged)
  await stopService(service)
  removeFolder(home)
  return service.demo.business_id
}

async function booksOf(sql: Database) {
  const [row] = await sql<[{ payments: number; others: number; months: string[] | null }]>`
    select count(*) filter (where mode = 'live' and reason ^@ 'payment')::int as payments,
      count(*) filter (where mode = 'live' and not reason ^@ 'payment')::int as others,
      (select array_agg(month::text order by month) from detached_month) as months
    from ledger_entry
  `
  const wrong = [...(await verifyBooks(sql)), ...(await verifyFromFirst({ sql, now, log })).wrong]
  return { ...row, wrong }
}

/** Until the archiver waits for the entries, in the transaction that detaches. */
async function killAmidDetaching(primary: Server, archiving: Database): Promise<void> {
  const other = connectAsOwner({ url: primary.url })
  await other.reserve(async (own) => {
    await own`begin`
    await own`lock table ledger_entry in access share mode`
    const detaching = detach({ now }, archiving, store, before).catch((error: Error) => error)
    await until('the archiver waits', async () => {
      const rows = await own`
        select from pg_locks where not granted and relation = 'ledger_entry'::regclass
      `
      return rows.length > 0
    })
    await primary.kill()
    assert.ok((await detaching) instanceof Error)
  })
  await other.end()
}

/** Its base backup, and all that is written until the work is done. */
async function backedUp<Result>(sql: Database, work: () => Promise<Result>): Promise<Result> {
  const stopping = new AbortController()
  const options = { everyMs: 500, baseEveryMs: DAY, say: () => {}, keepMs: null, keepBases: null }
  const following = follow(sql, { ...options, ...keys, folder: backup() }, stopping.signal)
  const archive = () => Archive.open(backup(), trust)
  await until('there is a base backup', async () => {
    const opened = await archive().catch(() => null)
    return opened && (await opened.bases(() => {})).length > 0
  })
  const result = await work()
  const doneAt = new Date()
  await until('it is archived', async () => new Date((await archive()).archivedUntil()!) > doneAt)
  stopping.abort()
  await following
  return result
}

async function restoredAt(at: Date | null, name: string) {
  let books: Awaited<ReturnType<typeof booksOf>> | null = null
  const options = { at, timeline: null, bin: null, trust, deadlineMs: DAY, say: () => {} }
  const from = { from: backup(), identities: [identity], data: join(folder, name) }
  const { wrong } = await restore({ ...from, ...options }, async (sql) => {
    books = await booksOf(sql)
  })
  assert.deepEqual(wrong, [])
  return books
}

test('a month that leaves amid a failover is whole at the standby, and leaves there', async () => {
  const [onePort, otherPort] = [await freePort(), await freePort()]
  const data = await givenData(join(folder, 'one'))
  const copy = copyAsStandby(data, join(folder, 'other'), onePort)
  const one = await startServer(data, onePort, { synchronous_standby_names: 'standby' })
  const other = await startServer(copy, otherPort)
  const businessId = await payAt(one.url)
  const primary = connectAsOwner({ url: one.url })
  await makeLive(primary, businessId)
  await keepPartitions({ sql: primary, now })
  await verifySinceSeal({ sql: primary, now, log })
  const whole = await booksOf(primary)
  assert.deepEqual(
    { ...whole, others: 0 },
    { payments: 3 * PAYMENTS, others: 0, months: null, wrong: [] },
  )

  await killAmidDetaching(one, primary)
  await primary.end()
  const promoted = connectAsOwner({ url: other.url })
  await promoted`select pg_promote()`

  assert.deepEqual(await booksOf(promoted), whole)
  const earlier = await backedUp(promoted, async () => {
    const moment = new Date()
    // The one that was killed has its lease no more.
    now = () => later(new Date(), 131 * DAY)
    await detach({ now }, promoted, store, before)
    return moment
  })
  const left = await booksOf(promoted)
  assert.deepEqual({ ...left, months: left.months?.length }, { ...whole, payments: 0, months: 2 })
  await promoted.end()
  await other.stop()
  assert.deepEqual(await restoredAt(earlier, 'earlier'), whole)
  assert.deepEqual(await restoredAt(null, 'end'), left)
})
