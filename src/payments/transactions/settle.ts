import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { eventBody } from '../../core/events/webhooks.ts'
import type { AccountName } from '../../core/ledger/chart.ts'
import type { Entry } from '../../core/ledger/ledger.sql.ts'
import { partyAccount } from '../../core/ledger/ledger.ts'
import { newId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { sharedOut } from '../splits/frozen.ts'
import { checkoutPlan, dedicatedPlan, feesOf } from './fees.ts'
import { happening, historyWith } from './history.ts'
import type { Channel, Settlement, Transaction } from './transactions.rows.ts'
import { recordOf } from './transactions.ts'

export { legRows, settleArguments } from './transactions.sql.ts'

// The one way to success. What is settled is worked out beforehand, as a plain value: the row as it
// will stand, the legs, the event with its bytes. Then one function of the database does it all, or
// nothing when the transaction has closed or changed meanwhile.
//
//   checkout/card-outcome.ts ──> card_approve ──┐
//   deposits/match.ts ─────────> deposit_match ─┴> transaction_settle ──> ledger_write, event_emit
//
// The functions of the database are in db/functions; the first two only pass on what they get.

export type Payment = {
  channel: Channel
  /** Kobo that arrived. */
  amount: Kobo
  /** JSON of what may be kept of the card or the sender. */
  authorizationDetails: string
  gatewayResponse: string
  paidAt: Date
  /** The account of the rail that holds the money. */
  clearing: AccountName
}

/**
 * What a payment makes of its transaction: the row as it will stand, the legs, the event. Before
 * the database transaction in which it is settled: it may have to ask for the settings, and whoever
 * holds one connection must not wait for another.
 */
export async function settlementOf(
  context: Context,
  before: Transaction,
  { clearing, ...paid }: Payment,
): Promise<Settlement> {
  const settings = await settingsOf(context, before)
  const now = context.now()
  const division = divide(settings, before, { ...paid, clearing })
  const { fee, vat, split, legs } = division
  const code = division.isSplitApplied ? 'paid' : 'paid_unsplit'
  const transaction: Transaction = {
    ...before,
    ...paid,
    status: 'success',
    fee,
    vat,
    message: null,
    split,
    history: historyWith(before, now, happening(code, paid.channel)),
  }
  const { businessId, mode } = before
  const isDedicated = paid.channel === 'dedicated_virtual_account'
  const event: NewEvent = {
    businessId,
    mode,
    id: newId(now),
    type: 'transaction.success',
    route: isDedicated ? 'dedicated_virtual_account' : 'standard',
    payload: eventBody('transaction.success', recordOf(transaction), now),
    at: now,
  }
  return { transaction, legs, event }
}

// How the amount of a payment is divided: a leg for the business, for each charge and for each
// party of its split. Every way to settle a payment books these legs as they are, so a new charge
// is one more line in `charges`. The reason of a leg begins with `payment`, or is the share of a
// party: verify.ts adds them up to the amount.

type Division = {
  fee: Kobo
  vat: Kobo
  /** JSON of the split with the part of each; null where the payment is not shared. */
  split: string | null
  /** False where flat shares and charges are more than was paid: the business gets the rest. */
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
  const shared = split === null ? null : sharedOut(split, amount, charged)
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
