import type { toWireDispute } from '../../src/payments/disputes/disputes.ts'
import { uuidIn } from './ids.ts'
import { numberOf } from './numbers.ts'
import { listed, type paystackTransaction } from './transaction-record.ts'

// Translates our dispute into Paystack's.

type Ours = ReturnType<typeof toWireDispute>
type Payment = ReturnType<typeof paystackTransaction>

export const STATUSES: Record<string, Ours['status'][]> = {
  'awaiting-merchant-feedback': ['needs_response'],
  'awaiting-bank-feedback': ['under_review'],
  resolved: ['won', 'lost', 'accepted'],
}

export function statusOf({ status }: Pick<Ours, 'status'>): string {
  return Object.keys(STATUSES).find((name) => STATUSES[name]!.includes(status))!
}

/** What was answered. Whether a declined one was won, the status of the payment says. */
function resolutionOf({ status, closed_by }: Ours): string | null {
  switch (status) {
    case 'needs_response':
    case 'under_review':
      return null
    case 'accepted':
      return closed_by === 'silence' ? 'auto-accepted' : 'merchant-accepted'
    case 'won':
    case 'lost':
      return 'declined'
  }
}

/** `payment` is null in events, which have the dispute only. `evidence`: what was answered. */
export function paystackDispute(
  ours: Ours,
  payment: Payment | null,
  evidence: string | null = null,
) {
  const { created_at: createdAt, answered_at, closed_at, updated_at: updatedAt } = ours
  const isLost = ours.status === 'lost' || ours.status === 'accepted'
  const own = {
    id: numberOf(uuidIn(ours.transaction_id)),
    domain: ours.domain,
    reference: ours.transaction_reference,
    currency: ours.currency,
  }
  const { bin = null, last4 = null } = { ...payment?.authorization } as Record<string, string>
  return {
    id: numberOf(uuidIn(ours.id)),
    refund_amount: ours.amount,
    currency: ours.currency,
    status: statusOf(ours),
    resolution: resolutionOf(ours),
    domain: ours.domain,
    transaction: {
      ...(payment === null ? own : listed(payment)),
      status: isLost ? 'reversed' : 'success',
    },
    transaction_reference: null,
    merchant_transaction_reference: ours.transaction_reference,
    category: ours.category === 'fraud_report' ? 'fraud' : ours.category,
    customer: payment?.customer ?? null,
    bin,
    last4,
    dueAt: ours.due_at,
    resolvedAt: closed_at,
    evidence: null,
    attachments: null,
    note: null,
    history: [
      { status: 'awaiting-merchant-feedback', by: 'bank', createdAt },
      ...(answered_at === null || ours.status === 'accepted'
        ? []
        : [{ status: 'awaiting-bank-feedback', by: 'business', createdAt: answered_at }]),
      ...(closed_at === null
        ? []
        : [{ status: 'resolved', by: ours.closed_by ?? '', createdAt: closed_at }]),
    ],
    messages: [
      { sender: 'bank', body: ours.reason, createdAt },
      ...(evidence === null || answered_at === null
        ? []
        : [{ sender: 'business', body: evidence, createdAt: answered_at }]),
    ],
    createdAt,
    updatedAt,
  }
}
