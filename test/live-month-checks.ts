import assert from 'node:assert/strict'
import { HOUSE } from '../src/core/context.ts'
import type { Database } from '../src/platform/db.ts'
import type { Shop } from './live-month-stage.ts'
import type { ProviderName, StandIns } from './live-stand-ins.ts'
import { costsOf, type Plan } from './month-arithmetic.ts'

// Holds the month in live mode against the books of the stand-ins: every movement there is in our
// ledger exactly once, every movement of ours is there once, and each account balance matches to
// the kobo.

const CHECKOUT: Plan = { basisPoints: 150, flat: 10_000, flatFrom: 250_000, max: 200_000 }
const DEDICATED: Plan = { basisPoints: 100, flat: 0, flatFrom: 0, max: 30_000 }
const IDENTITY_FEE = 5_000
const DUTY = 5_000
const DUTY_FROM = 1_000_000
/** A refund that goes back to the card or account that was charged. */
const BY_CHARGE = `(channel in ('card', 'ussd', 'bank', 'opay')
  and destination_account_number is null)`

type Row = Record<string, string | null>
const rowsOf = (sql: Database, query: string) => sql.unsafe(query) as Promise<Row[]>
const told = (...parts: unknown[]) => parts.join(' ')

/** Every credit is recorded exactly once. */
export async function assertCredits(sql: Database, { monnify, safehaven }: StandIns) {
  const theirs = [
    ...[...monnify.books.payments.values()]
      .filter(({ method, paidOn }) => method === 'ACCOUNT_TRANSFER' && paidOn !== null)
      .map((one) => told('monnify', one.transactionReference, one.accountNumber, one.amountPaid)),
    ...safehaven.books.transfers
      .filter(({ type, virtualAccount }) => type === 'Inwards' && virtualAccount !== null)
      .map((one) => told('safehaven', one.sessionId, one.creditAccountNumber, one.amount)),
  ]
  const rows = await rowsOf(
    sql,
    `select rail, session_id, account_number, amount::text from deposit where mode = 'live'
     union all
     select rail, session_id, account_number, amount::text from suspended_credit
     where mode = 'live'`,
  )
  const ours = rows.map((one) =>
    told(one['rail'], one['sessionId'], one['accountNumber'], one['amount']),
  )
  assertSame(ours, theirs, 'credits')
  return theirs.length
}

/**
 * Matches outgoing money by our key: each payout, return and refund happens once, and all are ours.
 */
export async function assertOutwards(sql: Database, { monnify, safehaven }: StandIns) {
  const theirs: string[] = []
  const note = (key: string, state: 'gone' | 'back', amount: bigint, to: string) =>
    theirs.push(told(key, state, amount, to))
  for (const { reference, status, amount, accountNumber } of monnify.books.transfers.values()) {
    if (status === 'SUCCESS') note(reference, 'gone', amount, accountNumber)
    if (status === 'REVERSED') note(reference, 'back', amount, accountNumber)
    assert.notEqual(status, 'PENDING', reference)
  }
  for (const { refundReference, status, amount } of monnify.books.refunds.values()) {
    if (status === 'COMPLETED') note(refundReference, 'gone', amount, '')
    assert.notEqual(status, 'PENDING', refundReference)
  }
  for (const one of safehaven.books.outwards) {
    const { paymentReference, status, amount, creditAccountNumber } = one
    const key = paymentReference.slice(2)
    const to = paymentReference.startsWith('T-') ? creditAccountNumber : ''
    if (status === 'Completed') note(key, 'gone', amount, to)
    // A return that bounces back counts as refused.
    if (status === 'Reversed' && to !== '') note(key, 'back', amount, to)
    assert.notEqual(status, 'Processing', paymentReference)
  }
  const rows = await rowsOf(
    sql,
    `select coalesce(rail_key, payout_id)::text as key,
       case state when 'success' then 'gone' else 'back' end as state, amount::text,
       account_number as to
     from payout where mode = 'live' and state in ('success', 'reversed')
     union all
     select coalesce(rail_key, refund_id)::text, 'gone', amount::text,
       coalesce(destination_account_number, '') from refund
     where mode = 'live' and not ${BY_CHARGE} and status = 'processed'
     union all
     select dispute_id::text, 'gone', amount::text, '' from dispute
     where mode = 'live' and call = 'return' and call_state = 'done'
     union all
     select deposit_id::text, 'gone', amount::text, '' from deposit
     where mode = 'live' and state = 'returned'`,
  )
  const ours = rows.map((one) => told(one['key'], one['state'], one['amount'], one['to']))
  assertSame(ours, theirs, 'what left by bank')
  return theirs.length
}

/** No payout fails because of a network fault. */
export async function assertPaidOut(sql: Database, failing: string): Promise<void> {
  const rows = await sql`
    select rail, failure from payout
    where mode = 'live' and state = 'failed' and account_number <> ${failing}
  `
  assert.deepEqual([...rows], [], 'payouts that failed')
}

/** Matches every paid charge, and the amount refunded of it, with our attempts and refunds. */
export async function assertCharges(sql: Database, standIns: StandIns) {
  const { books } = standIns.paystack
  const { charges, refunds } = standIns.flutterwave.books
  const backAt = new Map<(typeof charges)[number], bigint>()
  for (const { charge, amount, status } of refunds) {
    assert.notEqual(status, 'completed', 'no refund is under way')
    if (status !== 'failed') backAt.set(charge, (backAt.get(charge) ?? 0n) + amount)
  }
  const backOf = (charge: (typeof books.charges)[number]) =>
    books.of(charge).reduce((sum, one) => sum + (one.status === 'processed' ? one.amount : 0n), 0n)
  const theirs = [
    ...books.charges
      .filter(({ paidAt }) => paidAt !== null)
      .map((one) => told(one.reference, one.amount, backOf(one))),
    ...charges
      .filter(({ status }) => status === 'successful')
      .map((one) => told(one.txRef, one.amount, backAt.get(one) ?? 0n)),
    // Monnify makes no card refunds.
    ...cardsAt(standIns).map((one) => told(one.paymentReference, one.amountPaid, 0)),
  ]
  for (const { status, id } of books.refunds)
    assert(status === 'processed' || status === 'failed', `refund ${id} is ${status}`)
  const rows = await rowsOf(
    sql,
    `select a.attempt_id::text as key, a.amount::text,
       (case a.state when 'returned' then a.amount else coalesce(sum(r.amount), 0) end)::text
         as back
     from card_attempt a
     left join refund r on r.business_id = a.business_id and r.mode = a.mode
       and r.transaction_id = a.transaction_id and r.status = 'processed' and ${BY_CHARGE}
       and a.state = 'approved'
     where a.mode = 'live' and a.state in ('approved', 'returned', 'return_refused')
     group by a.attempt_id, a.amount, a.state`,
  )
  const ours = rows.map((one) => told(one['key'], one['amount'], one['back']))
  assertSame(ours, theirs, 'charges')
  return theirs.length
}

/** Each provider's balance, fees included, matches our clearing accounts. */
export async function assertClearings(sql: Database, standIns: StandIns, before: Balances) {
  const { flutterwave, monnify, paystack, safehaven } = standIns
  const rows = await rowsOf(
    sql,
    `select name, sum(debits_posted - credits_posted)::text as sum from ledger_account
     where mode = 'live' group by name`,
  )
  const inBooks = (name: string) => BigInt(rows.find((row) => row['name'] === name)?.['sum'] ?? '0')
  const now = balancesOf(standIns)
  // Safe Haven deducts identity fees without reporting them.
  const untold = safehaven.books.movements
    .filter(({ narration }) => narration === 'IDENTITY')
    .reduce((sum, { amount }) => sum + amount, 0n)
  const cards = cardsAt(standIns)
  const byCard = cards.reduce((sum, { amountPaid }) => sum + amountPaid, 0n)
  // Monnify does not report the fee it deducts from a card payment.
  const ofCards = cards.reduce((sum, { fee }) => sum + fee, 0n)
  const atBanks =
    now.monnify - before.monnify + now.safehaven - before.safehaven + untold + ofCards - byCard
  assert.equal(inBooks('bank_clearing'), atBanks, 'what lies at the banks')
  const charged = now.paystack - before.paystack + now.flutterwave - before.flutterwave + byCard
  assert.equal(inBooks('card_clearing'), charged, 'and what cards paid')

  const fees = [
    ...monnify.books.movements.filter(({ kind }) => kind === 'fee'),
    ...paystack.books.movements.filter(({ kind }) => kind === 'fee'),
    ...flutterwave.books.movements.filter(({ kind }) => kind === 'fee'),
  ].reduce((sum, { amount }) => sum - amount, 0n)
  const sent = safehaven.books.outwards.filter(({ status }) => /Completed|Reversed/.test(status))
  const came = safehaven.books.transfers.filter(({ type }) => type === 'Inwards')
  const ofThese = [...sent, ...came].reduce(
    (sum, { fees, vat, stampDuty }) => sum + fees + vat + stampDuty,
    0n,
  )
  // Businesses bear the duty of payouts and refunds, the operator that of returns. Safe Haven has
  // taken its own from the account; that of the others is owed.
  const borne = await rowsOf(
    sql,
    `select 'payout ' || payout_id as of, duty::text, duty_by_provider::text as taken
     from payout where mode = 'live' and rail = 'safehaven'
       and state in ('success', 'reversed') and amount >= ${DUTY_FROM}
     union all
     select 'refund ' || refund_id, duty::text, duty_by_provider::text
     from refund where mode = 'live' and rail = 'safehaven'
       and not ${BY_CHARGE} and status = 'processed' and amount >= ${DUTY_FROM}`,
  )
  const others = borne.filter(({ duty, taken }) => duty !== `${DUTY}` || taken !== 'true')
  assert.deepEqual(others, [], 'what Safe Haven takes, the business bears')
  const owed = await rowsOf(
    sql,
    `select deposit_id::text as of from deposit where mode = 'live' and rail <> 'safehaven'
       and state = 'returned' and amount >= ${DUTY_FROM}
     union all
     select dispute_id::text from dispute where mode = 'live' and rail <> 'safehaven'
       and call = 'return' and call_state = 'done' and amount >= ${DUTY_FROM}`,
  )
  const booked = await rowsOf(
    sql,
    `select cause_id::text as of from ledger_entry
     where mode = 'live' and reason = 'rail_return_duty'`,
  )
  const named = (row: Row) => row['of']!
  assertSame(booked.map(named), owed.map(named), 'duties on returns')
  const duty = BigInt(DUTY) * BigInt(owed.length - borne.length)
  const allFees = fees + ofThese - ofCards + duty
  assert.equal(inBooks('rail_fees'), allFees, 'what providers took')
  return { atBanks, atProcessor: inBooks('card_clearing'), railFees: allFees }
}

function cardsAt({ monnify }: StandIns) {
  const all = [...monnify.books.payments.values()]
  return all.filter(({ method, paidOn }) => method === 'CARD' && paidOn !== null)
}

export type Balances = Record<ProviderName, bigint>

export function balancesOf({ flutterwave, monnify, paystack, safehaven }: StandIns): Balances {
  return {
    flutterwave: flutterwave.books.balance(),
    monnify: monnify.books.balance,
    paystack: paystack.books.balance(),
    safehaven: safehaven.books.balance(safehaven.credentials.accountNumber),
  }
}

/** Recomputes each wallet's balance independently; nothing may be held. */
export async function assertWallets(sql: Database, shops: Shop[]): Promise<void> {
  const paid = await rowsOf(
    sql,
    `select business_id::text as shop, amount::text, channel from transaction
     where mode = 'live' and status in ('success', 'reversed')`,
  )
  const others = await rowsOf(
    sql,
    `select business_id::text as shop, sum(amount)::text as amount from (
       select business_id, amount from deposit
       where mode = 'live' and account_kind = 'wallet' and state = 'matched'
       union all
       select business_id, -amount from payout where mode = 'live' and state = 'success'
       union all
       select business_id, -amount from refund where mode = 'live' and status = 'processed'
       union all
       -- Stamp duty. What Safe Haven took does not come back with a payout that does.
       select business_id, -${DUTY} from payout
       where mode = 'live' and amount >= ${DUTY_FROM}
         and (state = 'success' or (state = 'reversed' and rail = 'safehaven'))
       union all
       select business_id, -${DUTY} from refund
       where mode = 'live' and amount >= ${DUTY_FROM} and not ${BY_CHARGE}
         and status = 'processed'
       union all
       select business_id, -amount - fee from dispute where mode = 'live' and status <> 'won'
       union all
       select business_id, -${IDENTITY_FEE} from identity_verification
       where mode = 'live' and state <> 'FAILED'
     ) moved group by business_id`,
  )
  const wanted = new Map(others.map((row) => [row['shop'], Number(row['amount'])]))
  for (const row of paid) {
    const [shop, amount] = [row['shop'], Number(row['amount'])]
    const plan = row['channel'] === 'dedicated_virtual_account' ? DEDICATED : CHECKOUT
    const { fee, vat } = costsOf(plan, amount)
    wanted.set(shop, (wanted.get(shop) ?? 0) + amount - fee - vat)
  }
  const accounts = await rowsOf(
    sql,
    `select business_id::text as shop, name, (credits_posted - debits_posted)::text as posted,
       debits_pending::text as held
     from ledger_account where mode = 'live' and name in ('available', 'pending')
       and business_id <> '${HOUSE}'`,
  )
  for (const { businessId, name } of shops) {
    const own = accounts.filter(({ shop }) => shop === businessId)
    const found = own.map((row) => told(row['name'], row['posted'], row['held'])).toSorted()
    const available = wanted.get(businessId) ?? 0
    assert.deepEqual(found, [`available ${available} 0`, 'pending 0 0'], name)
  }
}

/** No payment, payout, refund or call is left without an outcome. */
export async function assertKnown(sql: Database): Promise<void> {
  const rows = await rowsOf(
    sql,
    `select 'payment ' || status as what, count(*)::text from transaction
     where mode = 'live' and status in ('pending', 'ongoing') group by status
     union all
     select 'notification', count(*)::text from rail_notification where due_at is not null
     having count(*) > 0
     union all
     select 'quarantined', count(*)::text from rail_notification where verdict = 'quarantined'
     having count(*) > 0
     union all
     select 'card attempt ' || state, count(*)::text from card_attempt
     where state in ('charging', 'unknown', 'pin', 'otp', 'redirect', 'superseded')
       and next_enquiry_at is not null
     group by state`,
  )
  assert.deepEqual([...rows], [])
}

/** How each dispute of a charge and of a transfer ended. */
export async function disputesIn(sql: Database) {
  return sql<{ by: string; status: string; count: number }[]>`
    select clearing as by, status, count(*)::int from dispute where mode = 'live'
    group by 1, 2 order by 1, 2
  `
}

function assertSame(ours: string[], theirs: string[], what: string): void {
  const [mine, others] = [countOf(ours), countOf(theirs)]
  const lost = [...others].filter(([one, times]) => mine.get(one) !== times).map(([one]) => one)
  const invented = [...mine].filter(([one, times]) => others.get(one) !== times)
  assert.deepEqual(
    { lost: lost.slice(0, 5), invented: invented.map(([one]) => one).slice(0, 5) },
    { lost: [], invented: [] },
    what,
  )
}

function countOf(all: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}
