import type { ModeSettings } from '../businesses/businesses.ts'
import { type AccountName, type Entry, partyAccount } from '../ledger/ledger.ts'
import { type Kobo, kobo } from '../lib/money.ts'
import { sharedOut } from '../splits/splits.ts'
import { checkoutPlan, dedicatedPlan, feesOf } from './fees.ts'
import type { Channel, Transaction } from './transactions.ts'

// How the amount of a payment is divided: a leg for the business, for each charge and for each
// party of its split. Every way to settle a payment books these legs as they are, so a new charge
// is one more line in `charges`. The reason of a leg begins with `payment`, or is the share of a
// party: verify.ts adds them up to the amount.

export type Division = {
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
