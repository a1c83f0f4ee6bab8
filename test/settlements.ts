import assert from 'node:assert/strict'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import type { Context, Scope } from '../src/core/context.ts'
import { balancesOf, partyBalancesOf } from '../src/core/ledger/ledger.ts'
import { settleDue } from '../src/money-out/settlements/settlements.ts'
import { addDays, type Day } from '../src/platform/lagos.ts'
import { type Announced, isWorkingDay } from '../src/platform/working-days.ts'
import { type Api, givenPayment } from './api.ts'
import { creditTo, deposited, pay } from './payments.ts'
import { subaccountIdOf } from './splits.ts'
import { asOwner, type GivenBusiness, givenBusiness, type TestContext } from './support.ts'
import { untilDone } from './until-done.ts'

// Pending money and its settlement in tests. A test chooses the dates, so today's does not matter.

/** A business whose payments settle on the next working day. */
export async function givenLater(context: Context): Promise<GivenBusiness> {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { settlement: 'T+1' })
  return business
}

/** A permanent account number whose deposits the split divides. */
export async function givenNumber(
  api: Api,
  { keys }: GivenBusiness,
  split_code?: string,
): Promise<string> {
  const email = `${split_code ?? 'all-mine'}@example.com`
  const { body } = await api.post('/api/v1/dedicated-virtual-accounts', {
    key: keys.secretKey,
    body: { customer: { first_name: 'Ada', last_name: 'Example', email }, split_code },
  })
  assert.equal(body.status, 'success', JSON.stringify(body))
  return body.data.account_number
}

/** A transfer that arrived at `at`; returns its payment's id. */
export async function arrives(
  context: Context,
  accountNumber: string,
  amount: number | bigint,
  at: Date,
): Promise<string> {
  const credit = { ...creditTo(context, accountNumber, amount), occurredAt: at }
  return (await deposited(context, credit)).transactionId!
}

/** A card payment made just now. */
export async function paidByCard(api: Api, business: GivenBusiness, body: object = {}) {
  const { access_code, reference } = await givenPayment(api, business, { ...body })
  await pay(api, access_code, 'success')
  return reference
}

/** Runs the job as of `at` until it finds no more work. */
export async function settleAt(context: Context, at: Date): Promise<void> {
  await untilDone({ ...context, now: () => at }, settleDue)
}

/** Available and pending kobo of the business and of these subaccounts. */
export async function standing(context: Context, scope: Scope, codes: string[] = []) {
  const { available, pending } = await balancesOf(context, scope)
  const parties = await partyBalancesOf(context, scope, codes.map(subaccountIdOf))
  const own = { available: available.available, pending: pending.available }
  return [own, ...parties].map((one) => [Number(one.available), Number(one.pending)])
}

const RULES: Record<string, string> = {
  'what waits sums to what lies in the account and is not held': `
    select a.business_id, a.name, i.sum from ledger_account a
    left join lateral (
      select coalesce(sum(amount), 0) as sum from settlement_item i
      where i.business_id = a.business_id and i.mode = a.mode and i.account = a.name
        and i.settlement_id is null
    ) i on true
    where a.name like 'pending%'
      and i.sum <> a.credits_posted - a.debits_posted - a.debits_pending`,
  'nothing that waits, and nothing that was settled, is below zero': `
    select a.business_id, a.name from ledger_account a
    where (a.name like 'pending%' or a.name like 'available%')
      and a.credits_posted - a.debits_posted - a.debits_pending < 0`,
  'each kobo is settled once: a settlement is its items, and one entry from pending to available': `
    select s.settlement_id, s.amount, s.items, i.*, e.* from settlement s
    left join lateral (
      select sum(amount) as sum, count(*) as count, min(account) as account,
        count(distinct account) as accounts
      from settlement_item i where i.business_id = s.business_id and i.mode = s.mode
        and i.settlement_id = s.settlement_id
    ) i on true
    left join lateral (
      select string_agg(concat_ws(' ', reason, debit_account, credit_account, amount), ',') as as
      from ledger_entry e where e.cause_id = s.settlement_id
    ) e on true
    where i.sum is distinct from s.amount or i.count <> s.items or i.accounts <> 1
      or e.as is distinct from concat_ws(' ', 'settlement', i.account,
        replace(i.account, 'pending', 'available'), s.amount)`,
  'no item is of a settlement that is not there': `
    select i.* from settlement_item i
    where i.settlement_id is not null
      and not exists (select from settlement s where s.settlement_id = i.settlement_id)`,
}

/** Checks all businesses. */
export async function assertSettlementsTie(context: TestContext): Promise<void> {
  await asOwner(context, async (sql) => {
    for (const [rule, query] of Object.entries(RULES)) {
      assert.deepEqual([...(await sql`${sql.unsafe(query)}`)], [], rule)
    }
  })
}

/** The first working day after payment, on which it settles. */
export function settlementDayOf(paid: Day, announced: Announced): Day {
  let day = addDays(paid, 1)
  while (!isWorkingDay(day, announced)) day = addDays(day, 1)
  return day
}

/** An item of a settlement as the API lists it, written as the statement writes it. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of a record.
export function lineOf(item: any): Record<string, string> {
  const { paid, fees, fees_breakdown, shares: _, shared, amount, ...same } = item
  const kobo = { paid_kobo: paid, fees_kobo: fees, vat_kobo: fees_breakdown?.[1].amount }
  const taken = {
    refunds_kobo: same.type.startsWith('refund') ? amount : null,
    disputes_kobo: same.type === 'dispute' ? amount : null,
  }
  const all = { ...same, ...kobo, shared_kobo: shared, ...taken, settled_kobo: amount }
  const cells = Object.entries(all).map(([name, value]) => [name, String(value ?? '')])
  return Object.fromEntries(cells)
}
