import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { begin } from '../refunds/begin.ts'
import { askerOf, type Person } from '../splits/account-changes.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import {
  closeReview,
  findTransaction,
  paymentNamed,
  recordOf,
  topicOf,
} from '../transactions/transactions.ts'

// A person decides about a payment that a rule marked. Its money is the business's all the time.
//
//   (none) ──> pending                [settlementOf, when it is paid]
//   pending ──> approved | refunded   [decideReview]
//
// (1) It is decided once, by a compare-and-set. The refund is reserved in the same database
//     transaction, so a payment that is `refunded` has its refund.

export type Decision = 'approve' | 'refund'
type Decider = { login: Person | null; keyId: string }

export async function decideReview(
  context: Context,
  scope: Scope,
  name: string,
  decision: Decision,
  decider: Decider,
): Promise<Transaction> {
  const { businessId, mode, id, review } = await paymentNamed(context, scope, name)
  const key = { businessId, mode, id }
  if (review !== 'pending') refuse('review_closed')
  const { askedByName: reviewedBy } = await askerOf(context, scope, decider)
  const close = async (sql: Sql) => {
    const now = context.now()
    const to = decision === 'approve' ? ('approved' as const) : ('refunded' as const)
    const change = { review: to, reviewedBy, reviewedAt: now, updatedAt: now }
    if (!(await closeReview(sql, key, change))) return refuse('review_closed')
    const after = (await findTransaction(sql, key)) ?? refuse('transaction_not_found')
    const about = { ...key, transactionId: id }
    await emit(sql, [newEvent(about, 'transaction.review_closed', recordOf(after), now)])
    return true
  }
  if (decision === 'approve') await context.sql.begin(close)
  else await refund(context, scope, id, close)
  context.pubSub.publish(topicOf(id))
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return (await findTransaction(context.sql, key)) ?? refuse('transaction_not_found')
}

/** All that is left. */
function refund(
  context: Context,
  scope: Scope,
  transaction: Id<'transaction'>,
  alongside: (sql: Sql) => Promise<boolean>,
) {
  const reason = 'Refunded after a review'
  return begin(context, scope, { transaction, amount: null, reason, effectId: null, alongside })
}
