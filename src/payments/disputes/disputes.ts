import type { Context, Scope } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { EVENTS_TOPIC, newEvent } from '../../core/events/webhooks.ts'
import { parsePublicId, publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { SealedColumn } from '../../platform/secrets.ts'
import { handleColumn } from '../../providers/handles.ts'
import type { DisputeState, Mode } from '../../providers/outcomes.ts'
import { topicOf } from '../transactions/transactions.ts'
import {
  type Dispute,
  type DisputeId,
  type DisputeKey,
  findAnyDispute,
  findDispute,
} from './disputes.sql.ts'

export {
  type Dispute,
  eraseEvidence,
  listDisputes,
  listDisputesOf,
  type Tally,
  tallyDisputes,
} from './disputes.sql.ts'

// A dispute takes the money of a payment out of the wallet until it is decided whose it is: a
// cardholder's chargeback, or a bank's recall or report of fraud about a transfer. Its provider
// tells of it, or an operator opens it.
//
//   (none) ──> needs_response          [open.ts: amount and fee leave the wallet]
//   needs_response ──> under_review    [answer.ts: the business contests]
//   needs_response ──> accepted        [answer.ts: the business gives up; due.ts: or is silent]
//   either ──> won, lost               [close.ts: as the provider or the operator says]
//
// Invariants:
// (1) A rail has one dispute of a case number, whoever tells of it first. Two at once open one.
// (2) Opening locks the payment, as a refund does. The disputes of a payment that were not won
//     never exceed what was paid. While one is open, the payment is not refunded.
// (3) One database transaction writes row, entries and event. What the balances do not cover is a
//     debt, which `ledger_write` pays from whatever the wallet receives next.
// (4) A closed dispute never changes again, except for its return. `disputed` has what open
//     disputes took, and what has not been sent back yet.

export const OPEN = ['needs_response', 'under_review'] as const satisfies DisputeState[]

export const callHandle = handleColumn('dispute', 'call_handle', 'disputeId')

const evidenceBinding = ({ businessId, mode, disputeId }: Record<keyof DisputeKey, string>) =>
  `dispute.evidence ${businessId} ${mode} ${disputeId}`

export const sealedEvidence: SealedColumn<keyof DisputeKey> = {
  table: 'dispute',
  column: 'evidence',
  key: ['businessId', 'mode', 'disputeId'],
  boundTo: evidenceBinding,
}

export function sealEvidence({ keys }: Pick<Context, 'keys'>, key: DisputeKey, text: string) {
  return keys.seal(text, evidenceBinding(key))
}

export function evidenceOf({ keys }: Pick<Context, 'keys'>, dispute: Dispute): string | null {
  return dispute.evidence && keys.open(dispute.evidence, evidenceBinding(dispute))
}

export function isOpen({ status }: Pick<Dispute, 'status'>): boolean {
  return (OPEN as readonly string[]).includes(status)
}

/** Disputes that do not exist and those of other businesses get the same refusal. */
export async function disputeNamed({ sql }: Context, scope: Scope, id: string): Promise<Dispute> {
  const disputeId = parsePublicId('dispute', id) ?? refuse('dispute_not_found')
  const key = { businessId: scope.businessId, mode: scope.mode, disputeId: disputeId as DisputeId }
  return (await findDispute(sql, key)) ?? refuse('dispute_not_found')
}

/** For operators, whichever business owns it. */
export async function anyDisputeNamed({ sql }: Context, id: string): Promise<Dispute> {
  const disputeId = (parsePublicId('dispute', id) ?? refuse('dispute_not_found')) as DisputeId
  for (const mode of ['test', 'live'] satisfies Mode[]) {
    const found = await findAnyDispute(sql, mode, disputeId)
    if (found) return found
  }
  return refuse('dispute_not_found')
}

/** As the API and the events show it. The evidence is only in the API. */
export function toWireDispute(dispute: Dispute) {
  return {
    id: publicId('dispute', dispute.disputeId),
    domain: dispute.mode,
    transaction_id: publicId('transaction', dispute.transactionId),
    transaction_reference: dispute.transactionReference,
    category: dispute.category,
    case_number: dispute.caseNumber,
    reason: dispute.reason,
    status: dispute.status,
    amount: Number(dispute.amount),
    fee: Number(dispute.fee),
    currency: 'NGN' as const,
    due_at: dispute.dueAt.toISOString(),
    reminded_at: dispute.remindedAt?.toISOString() ?? null,
    answered_at: dispute.answeredAt?.toISOString() ?? null,
    closed_by: dispute.closedBy,
    closed_at: dispute.closedAt?.toISOString() ?? null,
    returned: returnedOf(dispute),
    session_id: dispute.sessionId,
    created_at: dispute.createdAt.toISOString(),
    updated_at: dispute.updatedAt.toISOString(),
  }
}

/** What became of the money that is sent back; null if none is. */
function returnedOf({ call, callState }: Dispute) {
  if (call !== 'return' || callState === null) return null
  return ({ open: 'pending', done: 'processed', refused: 'failed' } as const)[callState]
}

export function disputeEvent(
  type: 'created' | 'updated' | 'closed',
  dispute: Dispute,
  now: Date,
): NewEvent {
  const data = JSON.stringify(toWireDispute(dispute))
  return newEvent(dispute, `dispute.${type}`, data, now)
}

/** After COMMIT. */
export function publish({ pubSub }: Context, dispute: Dispute): void {
  const { businessId, mode, transactionId } = dispute
  pubSub.publish(topicOf(transactionId))
  pubSub.publish(EVENTS_TOPIC, { businessId, mode })
}
