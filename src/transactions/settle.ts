import { settingsOf } from '../businesses/businesses.ts'
import type { Context } from '../context.ts'
import type { AccountName, Entry } from '../ledger/ledger.ts'
import { newId } from '../lib/ids.ts'
import type { Kobo } from '../lib/money.ts'
import { eventBody, type NewEvent } from '../webhooks/webhooks.ts'
import { happening, historyWith } from './history.ts'
import { divide } from './legs.ts'
import { type Channel, recordOf, type Transaction } from './transactions.ts'

export { legArguments, settleArguments } from './transactions.sql.ts'

// The one way to success. What is settled is worked out beforehand, as a plain value: the row as it
// will stand, the legs, the event with its bytes. Then one function of the database does it all, or
// nothing when the transaction has closed or changed meanwhile.

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

export type Settlement = {
  transaction: Transaction
  legs: Entry[]
  event: NewEvent
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
