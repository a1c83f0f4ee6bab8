import { bankName } from '../../accounts/banks/banks.ts'
import type { Context, Scope } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { newEvent } from '../../core/events/webhooks.ts'
import { shownMetadata } from '../../core/metadata.ts'
import { findNamed, publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { failureFields } from '../../providers/failures.ts'
import { handleColumn } from '../../providers/handles.ts'
import {
  findByReference,
  findRefund,
  type Refund,
  type RefundId,
  type RefundKey,
} from './refunds.sql.ts'

export {
  listNeedingAccount,
  listRefunds,
  listRefundsOf,
  sumDuty as sumRefundDuty,
  sumRefunded,
} from './refunds.sql.ts'

// A refund sends money of a payment back the way it came: to the card, or to the account that sent
// the transfer. Some of these cannot be credited: then it goes to another account of the customer,
// as a transfer, under the id of the refund. The account of a refund never changes: another one
// needs another refund, and there is no room for it until the first has failed.
//
// The business pays all of it, and the stamp duty on a transfer. The fee is not refunded, and
// subaccounts keep their shares.
//
//   (none) ──> pending      [begin: reserved before the rail is asked]
//   pending ──> processed   [send: the rail has sent it back]
//   pending ──> failed      [send: the rail refused; the money is back where it was]
//
// Invariants:
// (1) The refunds of a payment that have not failed never exceed what was paid: `refunded` counts
//     them, under the lock of the payment. A reference names one refund of a business and mode,
//     forever.
// (2) The same database transaction holds the money, first from the available balance, then from
//     the pending one. The stamp duty comes before it, whole, from the first that has so much. The
//     end of the refund posts or voids the hold and writes the event.
// (3) The rail is asked under one key (`keyOf`), so it sends nothing twice. After an unknown
//     outcome it is queried first. An accepted refund is only queried, and may fail days later.
// (4) When all of a payment was refunded, the payment is reversed: once, with the last refund.

export const refundHandle = handleColumn('refund', 'handle', 'refundId')

/** Refunds that do not exist and those of other businesses get the same refusal. */
export async function findOwn({ sql }: Context, key: RefundKey): Promise<Refund> {
  return (await findRefund(sql, key)) ?? refuse('refund_not_found')
}

/** By id or reference. */
export async function refundNamed({ sql }: Context, scope: Scope, text: string): Promise<Refund> {
  const byId = (refundId: RefundId) => findRefund(sql, { ...scope, refundId })
  const found = await findNamed('refund', text, byId, (name) => findByReference(sql, scope, name))
  return found ?? refuse('refund_not_found')
}

/** The key of every request and enquiry. */
export function keyOf({ railKey, refundId }: Pick<Refund, 'railKey' | 'refundId'>): string {
  return railKey ?? refundId
}

/** As the API and the events show it. */
export function toWireRefund(refund: Refund) {
  const updatedAt = refund.updatedAt ?? refund.processedAt ?? refund.createdAt
  return {
    id: publicId('refund', refund.refundId),
    domain: refund.mode,
    transaction_id: publicId('transaction', refund.transactionId),
    transaction_reference: refund.transactionReference,
    reference: refund.reference,
    status: refund.status,
    amount: Number(refund.amount),
    stamp_duty: Number(refund.duty),
    currency: 'NGN' as const,
    reason: refund.reason,
    metadata: shownMetadata(refund.metadata),
    channel: refund.channel,
    destination: destinationOf(refund),
    needs_account: refund.status === 'pending' && refund.needsAccountSince !== null,
    session_id: refund.sessionId,
    ...failureFields(refund.failure),
    created_at: refund.createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    processed_at: refund.processedAt?.toISOString() ?? null,
  }
}

/** Null: the card or account that paid. */
function destinationOf({
  destinationBankCode: code,
  destinationAccountNumber: account_number,
  destinationAccountName: account_name,
}: Refund) {
  if (code === null || account_number === null || account_name === null) return null
  return { bank: { name: bankName(code) ?? code, code }, account_number, account_name }
}

/** Told once in each status. */
export function eventOf(refund: Refund, now: Date): NewEvent {
  const data = JSON.stringify(toWireRefund(refund))
  return newEvent(refund, `refund.${refund.status}`, data, now)
}
