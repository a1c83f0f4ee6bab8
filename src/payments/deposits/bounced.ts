import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { publicId } from '../../platform/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import type { Mode, Notification } from '../../providers/outcomes.ts'
import { happening } from '../transactions/history.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import { changeFrom, findByKey, isOpen, topicOf } from '../transactions/transactions.ts'
import { exactFor } from '../virtual-accounts/one-off.ts'
import type { Issued, OneOffAccount } from '../virtual-accounts/virtual-accounts.rows.ts'
import { findByNumber } from '../virtual-accounts/virtual-accounts.ts'

// Transfers that the provider sends back itself, because its contract accepts only the exact
// amount. The money was never ours, so nothing is booked. The customer reads it at the checkout and
// can pay again; the business gets an event. The history of the payment has each once.

type Bounced = Extract<Notification, { kind: 'bounced' }>

/** No-op if the account is not that of an open payment, or this was told before. */
export async function noteBounced(
  context: Context,
  mode: Mode,
  rail: string,
  bounced: Bounced,
): Promise<void> {
  const account = await findByNumber(context, mode, bounced.accountNumber)
  if (account?.kind !== 'one_off' || account.rail !== rail) return
  if (!(await fromFreshReading(() => note(context, account, bounced)))) return
  context.pubSub.publish(topicOf(account.transactionId))
  context.pubSub.publish(EVENTS_TOPIC, account)
}

async function note(
  context: Context,
  account: Issued<OneOffAccount>,
  { amount, sessionId }: Bounced,
): Promise<boolean> {
  const { businessId, mode, transactionId: id } = account
  const at = context.now()
  const transaction = await findByKey(context, { businessId, mode, id })
  if (transaction === null || !isOpen(transaction, at)) return false
  const happened = happening('transfer_wrong', amount, exactFor(account), idIn(sessionId))
  const isKnown = `,${transaction.history}`.includes(`,${happened}@`)
  if (isKnown || transaction.message === happened) return false
  await context.sql.begin(async (begun) => {
    const changed = await changeFrom(begun, at, transaction, { message: happened, happened })
    if (changed === null) throw new ChangedMeanwhile()
    const data = JSON.stringify(toWire(transaction, account, amount))
    const about = { businessId, mode, transactionId: id }
    await emit(begun, [newEvent(about, 'bank_transfer.bounced', data, at)])
  })
  return true
}

/** In the history, commas, colons and the like separate. */
function idIn(sessionId: string): string {
  return sessionId.replace(/[^0-9A-Za-z]/g, '').slice(0, 40)
}

function toWire(
  { id, mode, reference }: Transaction,
  account: Issued<OneOffAccount>,
  amount: bigint,
) {
  return {
    domain: mode,
    reference,
    transaction_id: publicId('transaction', id),
    account_number: account.accountNumber,
    amount: Number(amount),
    expected_amount: Number(exactFor(account)),
    currency: 'NGN' as const,
  }
}
