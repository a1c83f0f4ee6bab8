import assert from 'node:assert/strict'
import type { Api } from './api.ts'
import {
  amountToLeave,
  costsOf,
  isWorkingDay,
  lagosDay,
  partsOf,
  settlesOn,
} from './month-arithmetic.ts'
import type { Shop } from './month-fleet.ts'
import type { Story } from './month-plan.ts'
import type { Stage, Told } from './month-stories.ts'

// Compares what the API reports at the end of the month with the plan, and models where every kobo
// must be without reading the ledger: it sums API answers and computes fees and shares itself.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Row = any
export type Listed = Record<
  | 'transactions'
  | 'deposits'
  | 'disputes'
  | 'refunds'
  | 'payouts'
  | 'settlements'
  | 'identity'
  | 'subaccounts',
  Row[]
> & { balance: { available: number; pending: number } }

/** Kobo by account name; a subaccount is `available/<id>`. */
export type Accounts = Map<string, number>
/** Totals of one business's month. */
export type Month = Record<
  | 'paidByCard'
  | 'paidByTransfer'
  | 'rejected'
  | 'returned'
  | 'kept'
  | 'topUps'
  | 'fees'
  | 'vat'
  | 'identityFees'
  | 'lostByCard'
  | 'lostByTransfer'
  | 'refundedToCards'
  | 'refundedByBank'
  | 'paidOut'
  | 'paidOutToParties'
  | 'net',
  number
>

export async function listed(api: Api, shop: Shop): Promise<Listed> {
  const list = async (path: string) => {
    const rows: Row[] = []
    let cursor = ''
    do {
      const { status, body, text } = await api.get(`/api/v1${path}?perPage=100${cursor}`, {
        key: shop.keys.secretKey,
      })
      assert.equal(status, 200, text)
      rows.push(...body.data)
      cursor = body.meta.next && `&cursor=${body.meta.next}`
    } while (cursor)
    return rows
  }
  const { body } = await api.get('/api/v1/balance', { key: shop.keys.secretKey })
  const subaccounts = await list('/subaccounts')
  const codes = new Map(subaccounts.map(({ id, subaccount_code: code }) => [id, code]))
  const withCode = (row: Row) => ({ ...row, subaccount: codes.get(row.subaccount_id) ?? null })
  const transactions = await list('/transactions')
  for (const { split } of transactions) {
    if (split?.shares) split.shares.subaccounts = split.shares.subaccounts.map(withCode)
  }
  return {
    transactions,
    deposits: await list('/deposits'),
    disputes: await list('/disputes'),
    refunds: await list('/refunds'),
    payouts: (await list('/payouts')).map(withCode),
    settlements: (await list('/settlements')).map(withCode),
    identity: await list('/identity'),
    subaccounts,
    balance: body.data,
  }
}

/** Each record has its story's outcome; one cut short by a crash may have another. */
export function assertAsPlanned(stage: Stage, place: number, all: Listed): void {
  const shop = stage.fleet[place]!
  const named = <Value extends { story: Story }>(map: Map<string, Value>) =>
    new Map([...map].filter(([, { story }]) => story.shop === place))

  const payments = named(stage.payments)
  // Those of subscriptions have references of their own.
  const own = all.transactions.filter(({ metadata }) => metadata?.invoice_id === undefined)
  const found = new Map(own.map((row) => [row.reference, row]))
  assert.deepEqual([...found.keys()].toSorted(), [...payments.keys()].toSorted())
  const back = Map.groupBy(
    all.refunds.filter(({ status }) => status === 'processed'),
    ({ transaction_id }) => transaction_id,
  )
  for (const [reference, { story, ends }] of payments) {
    const row = found.get(reference)!
    const isAllBack = sum(back.get(row.id) ?? []) === row.amount
    const wanted = isAllBack ? 'reversed' : ends
    const mayBe = story.isTroubled ? [wanted, 'abandoned', 'success', 'failed'] : [wanted]
    assert(mayBe.includes(row.status), `${reference} is ${row.status}: ${JSON.stringify(story)}`)
    assert.equal(row.status === 'reversed', isAllBack, reference)
    if (isPaid(row)) assertCosts(shop, story, row)
  }

  const disputes = new Map(all.disputes.map((row) => [row.transaction_reference, row]))
  for (const [reference, { story, ends }] of named(stage.disputes)) {
    const mayBe: string[] = story.isTroubled ? ['won', 'lost', 'accepted'] : [ends]
    assert(mayBe.includes(disputes.get(reference)?.status), `the dispute of ${reference}`)
  }
  assert.equal(disputes.size, named(stage.disputes).size)

  const credits = new Map([...stage.credits].filter(([, told]) => told.shop === place))
  const arrived = new Map(all.deposits.map((row) => [row.session_id, row]))
  assert.deepEqual([...arrived.keys()].toSorted(), [...credits.keys()].toSorted())
  for (const [sessionId, told] of credits) assertArrived(sessionId, told, arrived.get(sessionId))

  const payouts = named(stage.payouts)
  for (const row of all.payouts.filter(({ subaccount }) => subaccount === null)) {
    const planned = payouts.get(row.reference)
    if (!planned?.story.isTroubled) assert.equal(row.status, planned?.ends, row.reference)
    payouts.delete(row.reference)
  }
  assert.deepEqual([...payouts.keys()], [], 'each payout that was taken is listed')
}

function assertArrived(sessionId: string, { amount, state }: Told, row: Row): void {
  assert.equal(row.amount, amount, sessionId)
  if (state !== null) assert.equal(row.status, state, sessionId)
}

/** Amount, fee, VAT and shares match our own arithmetic. */
function assertCosts(shop: Shop, story: Story, row: Row): void {
  const isDedicated = row.channel === 'dedicated_virtual_account'
  const plan = isDedicated ? shop.dedicatedPlan : shop.checkoutPlan
  const { fee, vat } = costsOf(plan, row.amount)
  const breakdown = row.fees_breakdown.map((part: Row) => part.amount)
  assert.deepEqual(breakdown, [fee, vat], row.reference)
  assert.equal(row.net_amount, row.amount - fee - vat, row.reference)

  const asks = story.kind === 'card' || story.kind === 'kept' || story.kind === 'transfer'
  if (asks) {
    const { feeBearer, amount } = story
    const asked = feeBearer === 'customer' ? amountToLeave(plan, amount) : amount
    const more = story.kind === 'transfer' && story.how === 'too much' ? 12_345 : 0
    assert.deepEqual([row.requested_amount, row.amount], [amount, asked + more], row.reference)
  }
  const terms =
    story.kind === 'deposit' ? shop.dedicated[story.account]!.terms : asks ? story.terms : null
  assert.equal(row.split?.split_code, terms?.code, row.reference)
  if (!terms) return
  const parts = partsOf(terms, row.amount, fee + vat)
  const { service, vat: onFee, business, subaccounts } = row.split.shares
  const own = parts?.get('') ?? row.amount - fee - vat
  assert.deepEqual([service, onFee, business], [fee, vat, own])
  for (const { subaccount, amount } of subaccounts) {
    assert.equal(amount, parts?.get(subaccount) ?? 0, `${row.reference} ${subaccount}`)
  }
}

/** Where each kobo of this business must be, and its totals for the month. */
export function modelled(stage: Stage, place: number, all: Listed, playMoney: number) {
  const shop = stage.fleet[place]!
  const paid = all.transactions.filter(isPaid)
  const [byCard, byTransfer] = [
    paid.filter(({ channel }) => channel === 'card'),
    paid.filter(({ channel }) => channel !== 'card'),
  ]
  const parts = new Map(shop.parties.map(({ code }) => [code, 0]))
  let month: Month = emptyMonth()
  for (const row of paid) {
    const [fee, vat] = row.fees_breakdown.map((part: Row) => part.amount)
    month.fees += fee
    month.vat += vat
    month.net += row.split?.shares.business ?? row.net_amount
    for (const { subaccount, amount } of row.split?.shares.subaccounts ?? []) {
      parts.set(subaccount, parts.get(subaccount)! + amount)
    }
  }
  const of = (rows: Row[], ...statuses: string[]) =>
    sum(rows.filter(({ status }) => statuses.includes(status)))
  const notMatched = all.deposits.filter(({ status }) => status !== 'matched')
  const toWallet = all.deposits.filter(({ account_kind: kind }) => kind === 'wallet')
  const refunds = (isCard: boolean) =>
    all.refunds.filter(({ channel }) => (channel === 'card') === isCard)
  const lost = (rows: Row[]) => {
    const ids = new Set(rows.map(({ id }) => id))
    const own = all.disputes.filter(({ transaction_id: id }) => ids.has(id))
    return of(own, 'lost', 'accepted')
  }
  const own = all.payouts.filter(({ subaccount }) => subaccount === null)
  const others = all.payouts.filter(({ subaccount }) => subaccount !== null)
  month = {
    ...month,
    paidByCard: sum(byCard),
    paidByTransfer: sum(byTransfer),
    rejected: sum(notMatched),
    returned: of(notMatched, 'returned'),
    kept: of(notMatched, 'return_refused'),
    topUps: sum(toWallet),
    identityFees:
      all.identity.filter(({ debitResponsCode }) => debitResponsCode === 200).length * 5_000,
    lostByCard: lost(byCard),
    lostByTransfer: lost(byTransfer),
    refundedToCards: of(refunds(true), 'processed'),
    refundedByBank: of(refunds(false), 'processed'),
    paidOut: of(own, 'success'),
    paidOutToParties: of(others, 'success'),
  }
  const sent = [...own, ...refunds(false)]
  return { month, accounts: accountsOf(shop, month, playMoney, parts, sent, others) }
}

function accountsOf(
  shop: Shop,
  month: Month,
  playMoney: number,
  parts: Map<string, number>,
  sent: Row[],
  paidOut: Row[],
): Accounts {
  const refunded = month.refundedToCards + month.refundedByBank
  const cameByBank = month.paidByTransfer + month.rejected + month.topUps
  const wentByBank = month.returned + month.refundedByBank + month.paidOut + month.paidOutToParties
  const lost = month.lostByCard + month.lostByTransfer
  const spent = refunded + lost + month.paidOut + month.identityFees + dutyOf(sent)
  const accounts: Accounts = new Map([
    ['bank_clearing', wentByBank + month.lostByTransfer - cameByBank],
    ['card_clearing', month.refundedToCards + month.lostByCard - month.paidByCard],
    ['available', playMoney + month.net + month.topUps - spent],
    ['pending', 0],
    ['fees', month.fees + month.identityFees],
    ['vat', month.vat],
    ['unmatched', month.kept],
    ['adjustments', -playMoney],
  ])
  for (const { code, id } of shop.parties) {
    const toThem = paidOut.filter(
      ({ subaccount, status }) => subaccount === code && status === 'success',
    )
    accounts.set(`available/${id}`, parts.get(code)! - sum(toThem) - dutyOf(toThem))
    accounts.set(`pending/${id}`, 0)
  }
  const duty = dutyOf([...sent, ...paidOut])
  if (duty > 0) accounts.set('stamp_duty', duty)
  return accounts
}

const DUTY_FROM = 1_000_000

/** ₦50 on each transfer of ₦10,000 or more that was sent. */
function dutyOf(transfers: Row[]): number {
  const isSent = ({ status }: Row) => status === 'success' || status === 'processed'
  return transfers.filter((one) => isSent(one) && one.amount >= DUTY_FROM).length * 5_000
}

/**
 * A subaccount's money settles to the kobo on its due date and on no other. Refunds may already
 * have reduced the business's own part.
 */
export function assertSettledInTime(shop: Shop, all: Listed): void {
  if (shop.settlement === 'instant') {
    assert.deepEqual(all.settlements, [], 'nothing waits')
    return
  }
  const due = new Map<string, number>()
  for (const { paid_at, split } of all.transactions.filter(isPaid)) {
    for (const { subaccount, amount } of split?.shares.subaccounts ?? []) {
      const name = `${subaccount} ${settlesOn(paid_at)}`
      if (amount > 0) due.set(name, (due.get(name) ?? 0) + amount)
    }
  }
  for (const { subaccount, amount, settled_at, paid_before } of all.settlements) {
    const day = lagosDay(settled_at)
    assert(isWorkingDay(day), `${day} is a working day`)
    assert.equal(lagosDay(paid_before), day)
    if (subaccount === null) continue
    const name = `${subaccount} ${day}`
    due.set(name, (due.get(name) ?? 0) - amount)
  }
  assert.deepEqual(
    [...due].filter(([, left]) => left !== 0),
    [],
  )
  const own = all.settlements.filter(({ subaccount }) => subaccount === null)
  assert(own.length > 0 && sum(own) > 0, 'the business has been settled')
}

export function isPaid({ status }: Row): boolean {
  return status === 'success' || status === 'reversed'
}

export function emptyMonth(): Month {
  return {
    paidByCard: 0,
    paidByTransfer: 0,
    rejected: 0,
    returned: 0,
    kept: 0,
    topUps: 0,
    fees: 0,
    vat: 0,
    identityFees: 0,
    lostByCard: 0,
    lostByTransfer: 0,
    refundedToCards: 0,
    refundedByBank: 0,
    paidOut: 0,
    paidOutToParties: 0,
    net: 0,
  }
}

function sum(rows: { amount: number }[]): number {
  return rows.reduce((all, { amount }) => all + amount, 0)
}
