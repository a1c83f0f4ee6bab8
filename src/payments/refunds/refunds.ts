import type { Context } from '../../core/context.ts'
import { publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { handleColumn } from '../../providers/handles.ts'
import { findRefund, type Refund, type RefundKey } from './refunds.sql.ts'

export { listRefunds, listRefundsOf, sumRefunded } from './refunds.sql.ts'

// A refund sends money of a payment back the way it came: to the card, or to the account of whoever
// transferred it. The business bears all of it; the fee stays paid, and those with whom the payment
// was shared keep their parts.
//
//   (none) ──> pending      [begin: reserved before the rail is asked]
//   pending ──> processed   [send: the rail has sent it back]
//   pending ──> failed      [send: the rail will not; everything is as it was before]
//
// Invariants:
// (1) The refunds of a payment that have not failed never sum to more than was paid: they are
//     counted in its `refunded`, under its lock.
// (2) The money is held in the same database transaction, first of what is available, then of what
//     is pending; it is posted or given back with the end of the refund and its event.
// (3) The rail is asked under the refund's id: it sends nothing twice. It is first asked what
//     became of one that it may have, and never asked again for one that it has accepted, which
//     may fail days later.
// (4) When all that was paid has gone back, the payment is reversed: once, with the last refund.

export const refundHandle = handleColumn('refund', 'handle', 'refundId')

/** Refuses alike what was never there and what is another's. */
export async function findOwn({ sql }: Context, key: RefundKey): Promise<Refund> {
  return (await findRefund(sql, key)) ?? refuse('refund_not_found')
}

/** As the wire shows it, and events tell of it. */
export function toWireRefund(refund: Refund) {
  return {
    id: publicId('ref', refund.refundId),
    domain: refund.mode,
    transaction: refund.transactionId as string,
    transaction_reference: refund.transactionReference,
    status: refund.status,
    amount: Number(refund.amount),
    currency: 'NGN' as const,
    reason: refund.reason,
    channel: refund.channel,
    session_id: refund.sessionId,
    failure: refund.failure,
    created_at: refund.createdAt.toISOString(),
    processed_at: refund.processedAt?.toISOString() ?? null,
  }
}
