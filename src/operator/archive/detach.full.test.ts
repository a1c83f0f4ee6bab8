import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { emptyMode } from '../../../packages/devkit/sandbox/reset.sql.ts'
import { useApi } from '../../../test/api.ts'
import { archive, detach, givenLiveMonth, givenStore } from '../../../test/archive.ts'
import { breakable } from '../../../test/faults.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  until,
  useContext,
} from '../../../test/support.ts'
import { post } from '../../core/ledger/ledger.ts'
import { findLeft } from '../../core/ledger/left.ts'
import { DAY, HOUR, later, SECOND } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { verifyBooks, verifyFromFirst, verifySinceSeal } from '../books.ts'
import { erase } from '../subjects/subjects.ts'
import { type Month, monthAfter } from './month.ts'
import { queryArchive } from './query.ts'
import { reportAccounts } from './reports.ts'

// Entries of payments leave the database with their month: all of them, once, and the books stay
// right whatever interrupts it.

const context = useContext()
const api = useApi(context)
stopNow(context)

const PAYMENTS = 3
let business: GivenBusiness
let month: Month
/** Of all months: those that have left are only there. */
const store = givenStore()

async function given(): Promise<void> {
  const made = await givenLiveMonth(context, api, PAYMENTS)
  business = made.business
  month = made.month
}

const leave = (before: Month = monthAfter(month), ageMs?: number) =>
  asOwner(context, (sql) => detach(context, sql, store, before, ageMs))

/** Of the business: how many entries of payments, and how many others, are in the database. */
async function entries(): Promise<{ payments: number; others: number }> {
  const [row] = await context.sql<[{ payments: number; others: number }]>`
    select count(*) filter (where reason ^@ 'payment')::int as payments,
      count(*) filter (where not reason ^@ 'payment')::int as others
    from ledger_entry
    where business_id = ${business.businessId}
  `
  return row
}

/** The tests that need no more share a month. */
async function givenLeft(): Promise<void> {
  if ((await entries()).payments === 0) return
  await given()
  await leave()
}

const HERE = { payments: PAYMENTS * 3, others: 1 }
const LEFT = { payments: 0, others: 1 }

afterEach(async () => {
  assert.deepEqual(await verifyBooks(context.sql), [])
  assert.deepEqual((await verifySinceSeal(context)).wrong, [])
})

test('months of the first partition leave together', async () => {
  await given()
  const first = month
  await given()

  assert.deepEqual(await entries(), HERE)
  assert.deepEqual(await leave(month), [
    `${first.name}: may leave with --before ${monthAfter(month).name} or later.`,
  ])
  assert.deepEqual(await entries(), HERE)
  assert.deepEqual(await leave(), [`${first.name}, ${month.name}: detached`])
  assert.deepEqual(await entries(), LEFT)
  assert.deepEqual(await leave(), [])
})

test('a month leaves with the entries of its payments, and everything else stays', async () => {
  await given()

  assert.deepEqual(await leave(), [`${month.name}: detached`])

  assert.deepEqual(await entries(), LEFT)
  assert.deepEqual((await verifyFromFirst(context)).wrong, [])
  const left = (await findLeft(context.sql, business))!
  assert.deepEqual([left.month, left.endId], [month.day, month.part.endId])
  assert.equal(await findLeft(context.sql, { mode: 'test' }), null)
  assert.equal(await archive(context, store, month, { isAgain: true }), 'verified')
  await given()
  assert.deepEqual(await entries(), HERE)
})

test('a month stays until 90 days after its end, and while a payment is open', async () => {
  await given()
  const opened = (status: string) =>
    asOwner(
      context,
      (sql) => sql`
        update transaction
        set status = ${status}, paid_at = case when ${status} = 'success' then updated_at end
        where business_id = ${business.businessId} and reference = 'order-0'
      `,
    )

  await assert.rejects(
    leave(undefined, 90 * DAY),
    /may leave the database from 20\d\d-\d\d-\d\d on/,
  )
  await opened('ongoing')
  const refused = leave()
  await assert.rejects(refused, /a payment is still open/).finally(() => opened('success'))

  assert.deepEqual(await entries(), HERE)
})

test('an entry that is written while a month leaves is kept, and it leaves later', async () => {
  await given()
  const late = { ...other(), amount: kobo(700) }

  await assert.rejects(
    leaveWhile(() => post(context.sql, context.now(), [late])),
    /something has changed meanwhile/,
  )

  assert.deepEqual(await entries(), { ...HERE, others: 2 })
  await assert.rejects(leave(), /ledger entries have changed .* Run the command again/)
  await assert.rejects(leave(), /the ledger is sealed until .* Run the command again/)
  context.advance(2 * DAY)
  await verifySinceSeal(context)
  await leave()
  assert.deepEqual(await entries(), { ...LEFT, others: 2 })
  // As a payout that a bank returns years later.
  await post(context.sql, context.now(), [{ ...other(), amount: kobo(701) }])
  assert.deepEqual(await entries(), { ...LEFT, others: 3 })
})

test('an entry of a payment that is written while its month leaves is kept', async () => {
  await given()
  const late = { ...other(), reason: 'payment', amount: kobo(700) } as const

  await assert.rejects(
    leaveWhile(() => post(context.sql, context.now(), [late])),
    /something has changed meanwhile/,
  )

  assert.deepEqual(await entries(), { ...HERE, payments: HERE.payments + 1 })
  context.advance(2 * DAY)
  await verifySinceSeal(context)
  await assert.rejects(leave(), /have changed .* Run the command again/)
  await leave()
  assert.deepEqual(await entries(), LEFT)
})

test('an entry that is committed last is kept, though one of a later time was copied', async () => {
  await given()
  const [first, second] = [later(context.now(), SECOND), context.now()]
  let writing: Promise<unknown> = Promise.resolve()
  const writes = async () => {
    await post(context.sql, first, [{ ...other(), amount: kobo(700) }])
    const written = Promise.withResolvers<void>()
    writing = context.sql.begin(async (sql) => {
      await post(sql, second, [{ ...other(), amount: kobo(701) }])
      written.resolve()
      await until('the archiver waits for it', isWaiting)
    })
    await written.promise
  }

  const leaving = leaveWhile(writes, 'select min(created_at) as from, max(created_at) as')
  await assert.rejects(leaving, /something has changed meanwhile/)

  await writing
  assert.deepEqual(await entries(), { ...HERE, others: 3 })
  context.advance(2 * DAY)
  await verifySinceSeal(context)
  await assert.rejects(leave(), /have changed .* Run the command again/)
  await leave()
  assert.deepEqual(await entries(), { ...LEFT, others: 3 })
})

test('a reset of test mode while a month leaves is noticed', async () => {
  const test = await givenBusiness(context)
  await given()

  await assert.rejects(
    leaveWhile(() => asOwner(context, (sql) => sql.begin((begun) => emptyMode(begun, test)))),
    /something has changed meanwhile/,
  )

  assert.deepEqual(await entries(), HERE)
  await assert.rejects(leave(), /have changed .* Run the command again/)
  await leave()
  assert.deepEqual(await entries(), LEFT)
})

test('of two at once, one detaches the month', async () => {
  await given()

  const both = await Promise.allSettled([leave(), leave()])

  const failed = both.filter(({ status }) => status === 'rejected')
  assert.ok(failed.length < 2)
  for (const one of failed as PromiseRejectedResult[]) assert.match(String(one.reason), /another/)
  assert.deepEqual(await entries(), LEFT)
})

test('an entry of a payment that has left cannot be written again', async () => {
  await givenLeft()
  const again = { ...other(), reason: 'payment', amount: kobo(1) } as const

  await assert.rejects(post(context.sql, context.now(), [again]), { code: '23514' })
})

const BROKEN: Record<string, [table: string, change: string]> = {
  'what has left of an account, changed by a kobo': [
    'detached_sum',
    'set credits_posted = credits_posted + 1',
  ],
  'an entry that has stayed, changed by a kobo': [
    'ledger_entry',
    "set amount = amount + 1 where mode = 'live' and not reason ^@ 'payment' and cause_id < ID",
  ],
  'the digest of what has stayed of a slice': ['ledger_slice_rest', 'set digest = sha256(digest)'],
}

for (const [name, [table, change]] of Object.entries(BROKEN)) {
  test(`who changes ${name} is found out`, async () => {
    await givenLeft()
    const broken = change.replace('ID', `'${month.part.endId}'`)
    const tampered = (text: string) =>
      asOwner(context, (sql) =>
        sql.begin(async (begun) => {
          await begun`set local session_replication_role = replica`
          await begun.unsafe(text)
        }),
      )
    await tampered(`create table kept as select * from ${table}; update ${table} ${broken}`)

    const { wrong } = await verifyFromFirst(context)

    const key = table === 'ledger_slice_rest' ? 'number' : 'business_id'
    assert.ok(wrong.length > 0, key)
    await tampered(`
      truncate ${table}; insert into ${table} select * from kept; drop table kept
    `)
    await verifyFromFirst(context)
  })
}

test('a file of what has left is never written anew: the operator puts it back', async () => {
  await givenLeft()
  const path = [...store.files.keys()].find((one) => one.startsWith(`${month.name}/payment_entry`))!
  const bytes = store.files.get(path)!
  for (const lie of [null, bytes.subarray(1), Buffer.from(bytes).fill(0, 8, 9)]) {
    if (lie === null) store.files.delete(path)
    else store.files.set(path, lie)

    const failed = await archive(context, store, month, { isAgain: true }).catch(String)

    assert.match(failed!, /have left the database: put back the file with the SHA-256 [0-9a-f]{64}/)
    store.files.set(path, bytes)
    assert.equal(await archive(context, store, month, { isAgain: true }), 'verified')
  }
})

test('an erased person leaves a month that has left, and its entries stay as they are', async () => {
  await givenLeft()
  const entriesOf = () => [...store.files].filter(([path]) => path.includes('/payment_entry'))
  const before = entriesOf()

  const erased = await erase(context, business, 'ada-1@example.com', 'Ada Example')
  assert.equal(erased.kind, 'erased')
  assert.equal(await archive(context, store, month), 'verified')

  assert.deepEqual(entriesOf(), before)
  const own = [...store.files].filter(([path]) => path.startsWith(month.name))
  assert.ok(own.every(([, bytes]) => !bytes.includes('ada-1@')))
  assert.ok(own.some(([, bytes]) => bytes.includes('ada-2@')))
})

test('queries find what has left, and it sums up to the accounts', async () => {
  await givenLeft()
  const span = { from: month.name, to: month.name }

  await asOwner(context, async (sql) => {
    const count = 'select count(*) from ledger_entry'
    const { rows } = await queryArchive({ sql, store }, span, count)
    const accounts = await reportAccounts({ sql, store }, span)

    assert.deepEqual(rows, [[BigInt(HERE.payments + HERE.others)]])
    assert.ok(accounts.isEqual)
  })
})

/** Of a cause of the month, not of a payment. */
function other() {
  const { businessId, mode } = business
  const causeId = newId(later(month.until, -HOUR))
  return {
    businessId,
    mode,
    causeId,
    reason: 'wallet_adjustment',
    debit: 'adjustments',
    credit: 'available',
    occurredAt: context.now(),
  } as const
}

/** Whether somebody waits for a lock on all entries. */
async function isWaiting(): Promise<boolean> {
  const rows = await asOwner(
    context,
    (sql) => sql`select from pg_locks where not granted and relation = 'ledger_entry'::regclass`,
  )
  return rows.length > 0
}

/** Does something before a call: else when what stays is copied and has not yet taken its place. */
async function leaveWhile(
  does: () => Promise<unknown>,
  name = 'insert into detached_month (month, end_id, last_entry_at,',
): Promise<void> {
  const process = await asOwner(context, async (sql) => breakable({ ...context, sql }))
  await leave(month)
  let isDone = false
  process.arm({
    point: 1,
    name,
    when: 'before',
    does: async () => {
      isDone = true
      await does()
    },
  })
  const { now, sql } = process.context
  await detach({ now }, sql, store, monthAfter(month)).finally(() => process.disarm())
  assert.ok(isDone)
}
