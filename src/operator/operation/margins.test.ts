import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { seedStore } from '../../../packages/devkit/seed.ts'
import { useApi } from '../../../test/api.ts'
import { givenVerification } from '../../../test/contract/identity-calls.ts'
import { creditTo } from '../../../test/payments.ts'
import { askToPay } from '../../../test/payouts.ts'
import { askRefund, givenPaid } from '../../../test/refunds.ts'
import { asOwner, contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { begin, sorted } from '../../../test/verifications.ts'
import { concludeDue } from '../../identity/conclude.ts'
import { receive } from '../../payments/deposits/receive.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { idAt } from '../../platform/ids.ts'
import { addDays, dayOf, startOf } from '../../platform/lagos.ts'
import { kobo } from '../../platform/money.ts'
import { LATE_NUMBER, LOST_NUMBER, UNKNOWN_NUMBER } from '../../providers/sandbox/identity.ts'
import { replaceMargins } from './margins.sql.ts'
import { marginDays, marginsOf, sumMargins } from './margins.ts'

const context = useContext()
const api = useApi(context)
const FEE = 17_500
const IDENTITY_FEE = 5_000

// At noon, so that no test crosses midnight in Lagos.
before(() => {
  context.advance((35 * HOUR - (context.now().getTime() % DAY)) % DAY)
})
afterEach(async () => {
  await context.sql`delete from rail_margin`
  await context.sql`delete from rail_margin_day`
})

const sumAll = () => untilDone(context, sumMargins)

test('of each day it is what businesses paid less what the provider took, by the ledger', async () => {
  const business = await givenBusiness(context)
  const { transfer } = context.rails.test.bank
  context.rails.test.bank.transfer = async (request) => {
    const outcome = await transfer(request)
    return outcome.kind === 'sent' ? { ...outcome, fee: kobo(1_075) } : outcome
  }
  await givenPaid(api, business, 'bank_transfer')
  const card = await givenPaid(api, business, 'card')
  // As a charge of a kept card, whose id has no time.
  await asOwner(
    context,
    (sql) => sql`
      update card_attempt set attempt_id = '0bad0000-0000-8000-8000-000000000000'
      where business_id = ${business.businessId}
    `,
  )
  await givenPaid(api, business, 'dedicated_virtual_account')
  await givenVerification(api, business)
  await askToPay(api, business)
  await askRefund(api, business, { transaction: card.id })
  context.rails.test.bank.transfer = transfer

  await sumAll()
  const margins = await marginsOf(context)
  const [booked] = await context.sql<[{ fees: bigint; cost: bigint }]>`
    select
      coalesce(sum(credits_posted - debits_posted) filter (where name = 'fees'), 0)::bigint as fees,
      coalesce(sum(debits_posted - credits_posted) filter (where name = 'rail_fees'), 0)::bigint
        as cost
    from ledger_account where mode = 'test'
  `
  assert.deepEqual(margins, [
    { day: dayOf(context.now()), mode: 'test', rail: 'sandbox', ...booked },
  ])
  assert.equal(booked.cost, 1_075n)
  assert(booked.fees > 2 * FEE + IDENTITY_FEE)
})

test('a fee that is held counts when it is taken, and one that comes back never', async () => {
  const business = await givenBusiness(context)
  const fees = async () => {
    await context.sql`update rail_margin_day set summed_at = null`
    await sumAll()
    return (await marginsOf(context)).reduce((sum, margin) => sum + margin.fees, 0n)
  }
  const before = await fees()
  const numbers = [LATE_NUMBER, LOST_NUMBER, UNKNOWN_NUMBER]
  await sorted(numbers.map((number) => begin(context, business, { number })))

  const whileHeld = await fees()
  context.advance(3 * MINUTE)
  await concludeDue(context)
  const whenKnown = await fees()

  assert.equal(whileHeld - before, 0n)
  assert.equal(whenKnown - before, BigInt(IDENTITY_FEE), 'one of three codes has left')
})

test('each provider has its own, and an old day is summed again once a day', async () => {
  const business = await givenBusiness(context)
  await givenPaid(api, business, 'card')
  context.rails.test.card = { ...context.rails.test.card, name: 'other' }
  await givenPaid(api, business, 'card')
  context.rails.test.card = { ...context.rails.test.card, name: 'sandbox' }
  await sumAll()
  const rails = (await marginsOf(context)).map(({ rail, fees }) => [rail, fees])
  assert.deepEqual(rails.at(-2), ['other', BigInt(FEE)])

  const day = dayOf(context.now())
  context.advance(3 * DAY)
  assert.equal(await sumMargins(context), 1)
  await sumAll()
  await context.sql`delete from rail_margin where day = ${day}::date`
  await sumAll()
  assert.equal((await marginsOf(context)).length, 0, 'it is of today')
  context.advance(1 * DAY)
  await sumAll()
  assert.deepEqual(
    (await marginsOf(context)).map(({ rail, fees }) => [rail, fees]),
    rails,
  )
})

test('days that examples fill afterwards are summed again at once, to the last fee', async () => {
  const business = await givenBusiness(context)
  await sumAll()
  context.advance(1 * SECOND)
  await seedStore(context, business, { days: 3 })

  await sumAll()

  const [booked] = await context.sql<[{ fees: bigint }]>`
    select sum(credits_posted - debits_posted)::bigint as fees
    from ledger_account where mode = 'test' and name = 'fees'
  `
  const margins = await marginsOf(context)
  assert.equal(
    margins.reduce((sum, { fees }) => sum + fees, 0n),
    booked.fees,
  )
  assert(new Set(margins.map(({ day }) => day)).size >= 3)
})

test('two processes do not sum one day at the same time', async () => {
  const other = contextOn(context.database)
  other.now = context.now
  await Promise.all([sumAll(), sumAll().then(() => sumMargins(other))])
  const days = await context.sql`select from rail_margin_day where summed_at is not null`
  assert.equal(days.length, 30)
  await disconnect(other)
})

test('thirty days are shown, up to today', () => {
  const days = marginDays(context.now())
  const today = dayOf(context.now())
  assert.deepEqual([days.length, days[0], days.at(-1)], [30, addDays(today, -29), today])
})

test('what a provider took for money in suspense is a cost of that provider', async (t) => {
  t.mock.method(context.log, 'warn', () => {})
  const costOf = async () => {
    await untilDone(context, sumMargins)
    const margins = await marginsOf(context)
    return margins.reduce((sum, { cost }) => sum + cost, 0n)
  }
  const before = await costOf()

  const credit = creditTo(context, '9012345678', 500_000)
  const { kind } = await receive(context, 'test', credit, 'sandbox', kobo(1_075))
  context.advance(1 * DAY)

  assert.equal(kind, 'suspended')
  assert.equal((await costOf()) - before, 1_075n)
})

test('a day reads entries of its own only, also by a plan that was made for any', async () => {
  await givenPaid(api, await givenBusiness(context), 'bank_transfer')

  const before = await entriesRead({ others: 500 })
  const after = await entriesRead({ others: 5_000 })

  assert(before > 0)
  assert.equal(after, before)
})

/** To sum today, beside so many entries of other payments. Rolls back. */
async function entriesRead({ others }: { others: number }): Promise<number> {
  const day = dayOf(context.now())
  const ids = { from: idAt(startOf(day)), to: idAt(startOf(addDays(day, 1))) }
  return asOwner(context, async (owner) => {
    let read = Number.NaN
    await owner
      .begin(async (sql) => {
        await sql`set local enable_seqscan = off`
        await sql`set local plan_cache_mode = force_generic_plan`
        await sql`set local session_replication_role = replica`
        await sql`
          insert into ledger_entry
          select business_id, mode, uuidv7(), reason, step, kind, debit_account, credit_account,
            amount, occurred_at, created_at
          from ledger_entry, generate_series(1, ${others})
          where (business_id, mode, cause_id) = (
            select business_id, mode, transaction_id from deposit limit 1
          ) and reason = 'payment_fee'
        `
        await sql`analyze ledger_entry, deposit`
        const before = await rowsRead(sql)
        await replaceMargins(sql, day, ids)
        read = (await rowsRead(sql)) - before
        throw new Error('undo')
      })
      .catch((error: Error) => assert.equal(error.message, 'undo'))
    return read
  })
}

/** The entries that this database transaction has read. */
async function rowsRead(sql: Sql): Promise<number> {
  const [row] = await sql<[{ read: number }]>`
    select sum(idx_tup_fetch + seq_tup_read)::int as read
    from pg_stat_xact_user_tables where relname ^@ 'ledger_entry'
  `
  return row.read
}
