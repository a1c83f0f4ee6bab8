import { settingsOf } from '../businesses/businesses.ts'
import type { Context } from '../context.ts'
import { type AccountName, type Entry, partyAccount } from '../ledger/ledger.ts'
import { newId } from '../lib/ids.ts'
import { type Kobo, kobo } from '../lib/money.ts'
import { sharedOut } from '../splits/splits.ts'
import { eventBody, type NewEvent } from '../webhooks/webhooks.ts'
import { checkoutPlan, dedicatedPlan, feesOf } from './fees.ts'
import { type Channel, historyWith, recordOf, type Transaction } from './transactions.ts'

export { settleArguments } from './transactions.sql.ts'

// The one way to success. What is settled is worked out beforehand, as a plain value: the row as it
// will stand, the ledger entries, the event with its bytes. Then one function of the database does
// it all, or nothing when the transaction has closed or changed meanwhile.

const NOT_SHARED = 'The split was not applied: its shares do not fit what was paid.'

export type Payment = {
  channel: Channel
  /** Kobo that arrived. */
  amount: Kobo
  /** JSON of what may be kept of the card or the sender. */
  authorizationDetails: string
  gatewayResponse: string
  note: string
  paidAt: Date
  /** The account of the rail that holds the money. */
  clearing: AccountName
}

export type Settlement = {
  transaction: Transaction
  /** The account that is credited with what is left of the payment for the business. */
  wallet: 'available' | 'pending'
  net: Kobo
  /** What others get of it. */
  shares: Entry[]
  entries: Entry[]
  event: NewEvent
}

/**
 * What a payment makes of its transaction: the row as it will stand, the entries, the event. Before
 * the database transaction in which it is settled: it may have to ask for the settings, and whoever
 * holds one connection must not wait for another.
 */
export async function settlementOf(
  context: Context,
  before: Transaction,
  { note, clearing, ...paid }: Payment,
): Promise<Settlement> {
  const settings = await settingsOf(context, before)
  const now = context.now()
  const isDedicated = paid.channel === 'dedicated_virtual_account'
  const plan = isDedicated ? dedicatedPlan(settings) : checkoutPlan(settings)
  const { fee, vat, net } = feesOf(plan, paid.amount)
  const shared =
    before.split === null ? null : sharedOut(before.split, paid.amount, kobo(fee + vat))
  const told = shared?.isApplied === false ? `${note}. ${NOT_SHARED}` : note
  const transaction: Transaction = {
    ...before,
    ...paid,
    status: 'success',
    fee,
    vat,
    message: null,
    split: shared?.text ?? null,
    history: historyWith(before, now, { type: 'success', message: told }),
  }
  const wallet = settings.settlement === 'instant' ? 'available' : 'pending'
  const { businessId, mode } = before
  const moved = { businessId, mode, causeId: before.id, debit: clearing, occurredAt: paid.paidAt }
  const left = shared?.business ?? net
  const shares = (shared?.parts ?? []).map(({ subaccountId, amount }, i): Entry => {
    const credit = partyAccount(wallet, subaccountId)
    return { ...moved, reason: `share/${i + 1}`, credit, amount }
  })
  const entries: Entry[] = [
    { ...moved, reason: 'payment', credit: wallet, amount: left },
    { ...moved, reason: 'payment_fee', credit: 'fees', amount: fee },
    { ...moved, reason: 'payment_vat', credit: 'vat', amount: vat },
    ...shares,
  ]
  const event: NewEvent = {
    businessId,
    mode,
    id: newId(now),
    type: 'transaction.success',
    route: isDedicated ? 'dedicated_virtual_account' : 'standard',
    payload: eventBody('transaction.success', recordOf(transaction), now),
    at: now,
  }
  const isAny = ({ amount }: Entry) => amount > 0n
  return {
    transaction,
    wallet,
    net: left,
    shares: shares.filter(isAny),
    entries: entries.filter(isAny),
    event,
  }
}
