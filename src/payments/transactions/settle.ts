import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { eventBody, newEvent } from '../../core/events/webhooks.ts'
import type { AccountName } from '../../core/ledger/chart.ts'
import type { Entry } from '../../core/ledger/ledger.sql.ts'
import { partyAccount } from '../../core/ledger/ledger.ts'
import { newId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { countryIn, weighPaid } from '../rules/settled.ts'
import { sharedOut } from '../splits/frozen.ts'
import { checkoutPlan, dedicatedPlan, feesOf } from './fees.ts'
import { happening, historyWith } from './history.ts'
import type { Channel, Settlement, Transaction } from './transactions.rows.ts'
import { recordOf } from './transactions.ts'

export { legRows, settleArguments } from './transactions.sql.ts'

// The only way to success. A settlement is computed first as a plain value: the row as it will
// stand, the legs, the event with its bytes. Then one database function writes it, or nothing if
// the transaction was closed or changed meanwhile.
//
//   checkout/card-outcome.ts ──> card_approve ──┐
//   deposits/match.ts ─────────> deposit_match ─┴> transaction_settle ──> payment_record
//
// The database functions are in db/functions.

export type Payment = {
  channel: Channel
  /** Kobo received. */
  amount: Kobo
  /** JSON: what may be stored about the card or the sender. */
  authorizationDetails: string
  gatewayResponse: string
  paidAt: Date
  /** The account of the rail that holds the money. */
  clearing: AccountName
  /** The digest of a card that was not known when the attempt began. */
  card?: string | null
}

/**
 * Computes the row as it will stand, the legs and the event. Call it before the database
 * transaction that settles: it may read settings, and a holder of one connection must not wait for
 * another.
 */
export async function settlementOf(
  context: Context,
  before: Transaction,
  { clearing, card = null, ...paid }: Payment,
): Promise<Settlement> {
  const settings = await settingsOf(context, before)
  const country = paid.channel === 'card' ? countryIn(paid.authorizationDetails) : null
  const weighed = await weighPaid(context, before, { ...paid, card, country })
  const now = context.now()
  const division = divide(settings, before, { ...paid, clearing })
  const { fee, vat, split, legs } = division
  const code = division.isSplitApplied ? 'paid' : 'paid_unsplit'
  const transaction: Transaction = {
    ...before,
    ...paid,
    ...weighed,
    status: 'success',
    updatedAt: now,
    fee,
    vat,
    message: null,
    split,
    history: historyWith(before, now, happening(code, paid.channel)),
  }
  const { businessId, mode, id: transactionId } = before
  const isDedicated = paid.channel === 'dedicated_virtual_account'
  const record = recordOf(transaction)
  const event: NewEvent = {
    businessId,
    mode,
    id: newId(now),
    type: 'transaction.success',
    route: isDedicated ? 'dedicated_virtual_account' : 'standard',
    payload: eventBody('transaction.success', record, now),
    transactionId,
    at: now,
  }
  const reviewed = { businessId, mode, transactionId }
  const isReviewed = transaction.review !== null
  const reviewEvent = isReviewed
    ? newEvent(reviewed, 'transaction.review_opened', record, now)
    : null
  return { transaction, legs, event, reviewEvent }
}

// Divides the amount of a payment: a leg for the business, for each charge and for each party of
// its split. Every way to settle a payment books these legs, so a new charge is one more line in
// `charges`. The reason of a leg begins with `payment`, or is the share of a party; verify.ts
// checks that they add up to the amount.

type Division = {
  fee: Kobo
  vat: Kobo
  /** JSON of the split with each part; null if the payment is not shared. */
  split: string | null
  /** False if flat shares and charges exceed the amount: the business gets all but the charges. */
  isSplitApplied: boolean
  legs: Entry[]
}

export function divide(
  settings: ModeSettings,
  { businessId, mode, id, split }: Transaction,
  payment: { channel: Channel; amount: Kobo; paidAt: Date; clearing: AccountName },
): Division {
  const { channel, amount, paidAt, clearing } = payment
  const isDedicated = channel === 'dedicated_virtual_account'
  const { fee, vat } = feesOf(
    isDedicated ? dedicatedPlan(settings) : checkoutPlan(settings),
    amount,
  )
  const charges: Leg[] = [
    { reason: 'payment_fee', credit: 'fees', amount: fee },
    { reason: 'payment_vat', credit: 'vat', amount: vat },
  ]
  const charged = kobo(charges.reduce((sum, one) => sum + one.amount, 0n))

  const wallet = settings.settlement === 'instant' ? 'available' : 'pending'
  const shared = split === null ? null : sharedOut(split, amount, { fee, vat })
  const legs: Leg[] = [
    { reason: 'payment', credit: wallet, amount: shared?.business ?? kobo(amount - charged) },
    ...charges,
    ...(shared?.parts ?? []).map(
      (part, i): Leg => ({
        reason: `share/${i + 1}`,
        credit: partyAccount(wallet, part.subaccountId),
        amount: part.amount,
      }),
    ),
  ]
  const moved = { businessId, mode, causeId: id, debit: clearing, occurredAt: paidAt }
  return {
    fee,
    vat,
    split: shared?.text ?? null,
    isSplitApplied: shared?.isApplied ?? true,
    legs: legs.filter((leg) => leg.amount > 0n).map((leg) => ({ ...moved, ...leg })),
  }
}

type Leg = Pick<Entry, 'reason' | 'credit' | 'amount'>
