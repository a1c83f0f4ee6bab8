import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Entry } from '../src/core/ledger/ledger.sql.ts'
import { AlreadyWritten, post } from '../src/core/ledger/ledger.ts'
import { marginsOf, sumMargins } from '../src/operator/operation/margins.ts'
import { keepPartitions, partitionsUntil } from '../src/operator/operation/partitions.ts'
import { DAY, HOUR, later } from '../src/platform/clock.ts'
import { addDays, dayOf } from '../src/platform/lagos.ts'
import { kobo } from '../src/platform/money.ts'
import { useApi } from './api.ts'
import { assertBooksTie } from './books.ts'
import { loseMonths } from './months.ts'
import { givenAccount, transfer, verifyPayment } from './payments.ts'
import { stopNow } from './stopped-clock.ts'
import { asOwner, useContext } from './support.ts'
import { untilDone } from './until-done.ts'

// Entries and deposits lie in partitions by month. What happens at the end of a month, and where
// the job that makes partitions did not run.

const context = useContext({ isNew: true })
const api = useApi(context)
stopNow(context)

/** Before UTC, all year. */
const LAGOS_MS = HOUR

afterEach(() => assertBooksTie(context))

test('who pays in a month without partitions has paid, once, and the rows move later', async () => {
  await keepPartitions(context)
  await loseMonths(context)
  moveTo(monthAfter(0), 1)
  const reference = await pay()
  const entry = await entryOf(reference)
  await assert.rejects(post(context.sql, context.now(), [entry]), AlreadyWritten)
  const before = await placesOf(reference)

  await keepPartitions(context)

  assert.deepEqual(before, { ledgerEntry: ['ledger_entry_other'], deposit: ['deposit_other'] })
  assert.deepEqual(await placesOf(reference), monthOf(context.now()))
  await assert.rejects(post(context.sql, context.now(), [entry]), AlreadyWritten)
  const changed = asOwner(context, (sql) => sql`update ledger_entry set amount = 1`)
  await assert.rejects(changed, /append-only/, 'its triggers are on again')
})

test('a payment before the end of a month and one after it lie in two partitions', async () => {
  await keepPartitions(context)
  moveTo(monthAfter(1), -1000)
  const before = await pay()
  const inMonth = monthOf(context.now())
  moveTo(monthAfter(0), 0)
  const after = await pay()
  const inNext = monthOf(context.now())

  assert.notDeepEqual(inMonth, inNext)
  assert.deepEqual(await placesOf(before), inMonth)
  assert.deepEqual(await placesOf(after), inNext)
})

test('a payment of last month, paid in this one, counts once, on the day of its deposit', async () => {
  await keepPartitions(context)
  moveTo(monthAfter(0), -1000)
  const { business, account_number } = await givenAccount(context, api)
  moveTo(monthAfter(0), 1)

  const { body } = await transfer(api, business, { account_number, amount: 500_000 })
  await untilDone(context, sumMargins)

  assert.equal(body.status, 'success', JSON.stringify(body))
  const day = dayOf(context.now())
  const booked = { day, mode: 'test', rail: 'sandbox', fees: 17_500n, cost: 0n }
  const margins = await marginsOf(context)
  assert.deepEqual(margins.at(-1), booked)
  const eve = addDays(day, -1)
  assert(!margins.some((margin) => margin.day === eve), 'it was only asked for on the day before')
})

test('two workers make the months ahead together, and nothing of them may be changed', async () => {
  context.advance(40 * DAY)
  const before = await partitionsUntil(context)

  await Promise.all([keepPartitions(context), keepPartitions(context)])

  const until = await partitionsUntil(context)
  assert(until > before)
  assert.deepEqual(until, monthAfter(3))
  const { ledgerEntry } = monthOf(later(until, -DAY))
  for (const change of ['update', 'delete from', 'truncate']) {
    const text = `${change} ${ledgerEntry[0]}${change === 'update' ? ' set amount = 1' : ''}`
    await assert.rejects(context.sql.unsafe(text), { code: '42501' }, text)
  }
  const emptied = asOwner(context, (sql) => sql.unsafe(`truncate ${ledgerEntry[0]}`))
  await assert.rejects(emptied, /append-only/)
})

test('more rows than move in a second are left where they are, and it says so', async () => {
  moveTo(await partitionsUntil(context), 1)
  const reference = await pay()
  const { sql, now } = context

  const refused = sql`select month_partitions(${now()}, 2)`

  await assert.rejects(refused, /more than 2 rows of ledger_entry_\d{4}_\d\d wait/)
  assert.deepEqual((await placesOf(reference)).ledgerEntry, ['ledger_entry_other'])
  await keepPartitions(context)
  assert.deepEqual(await placesOf(reference), monthOf(now()))
})

function inLagos(moment: Date): Date {
  return later(moment, LAGOS_MS)
}

/** The first moment of the month that begins after so many others from now. */
function monthAfter(months: number): Date {
  const now = inLagos(context.now())
  const begins = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + months)
  return new Date(begins - LAGOS_MS)
}

function moveTo(moment: Date, ms: number): void {
  context.advance(moment.getTime() + ms - context.now().getTime())
}

function monthOf(moment: Date) {
  const month = inLagos(moment).toISOString().slice(0, 7).replace('-', '_')
  return { ledgerEntry: [`ledger_entry_${month}`], deposit: [`deposit_${month}`] }
}

/** Returns its reference. */
async function pay(): Promise<string> {
  const { business, reference, account_number } = await givenAccount(context, api)
  const { body } = await transfer(api, business, { account_number, amount: 500_000 })
  assert.equal(body.status, 'success', JSON.stringify(body))
  const { status } = await verifyPayment(api, business, reference)
  assert.equal(status, 'success')
  return reference
}

/** One of its entries, as it was written. */
async function entryOf(reference: string): Promise<Entry> {
  const [entry] = await context.sql<[Entry]>`
    select e.business_id, e.mode, e.cause_id, e.reason, e.debit_account as debit,
      e.credit_account as credit, e.amount, e.occurred_at
    from transaction t
    join ledger_entry e
      on e.business_id = t.business_id and e.mode = t.mode and e.cause_id = t.id
    where t.reference = ${reference} and e.kind = 'post'
    limit 1
  `
  return { ...entry, amount: kobo(entry.amount) }
}

/** The partitions that have the rows of a payment. */
async function placesOf(reference: string) {
  const [row] = await context.sql<[{ ledgerEntry: string[]; deposit: string[] }]>`
    select
      array(
        select distinct e.tableoid::regclass::text from ledger_entry e
        where e.business_id = t.business_id and e.mode = t.mode and e.cause_id = t.id
      ) as ledger_entry,
      array(
        select distinct d.tableoid::regclass::text from deposit d
        where d.business_id = t.business_id and d.mode = t.mode and d.transaction_id = t.id
      ) as deposit
    from transaction t
    where t.reference = ${reference}
  `
  return { ...row }
}
