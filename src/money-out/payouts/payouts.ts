import { bankName } from '../../accounts/banks/banks.ts'
import type { Context, Scope } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { newEvent } from '../../core/events/webhooks.ts'
import type { AccountName } from '../../core/ledger/chart.ts'
import { partyAccount } from '../../core/ledger/ledger.ts'
import { shownMetadata } from '../../core/metadata.ts'
import { findNamed, publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { failureFields } from '../../providers/failures.ts'
import { handleColumn } from '../../providers/handles.ts'
import { findByReference, findPayout, type Payout, type PayoutId } from './payouts.sql.ts'

export {
  findByReference as findPayoutNamed,
  listPaidAccounts,
  listPayouts,
  listWaiting,
  type PayoutFilter,
  sumDuty as sumPayoutDuty,
} from './payouts.sql.ts'

// A payout sends money from a wallet to a bank account: for a business on request, for a
// subaccount automatically.
//
//   (none) ──> pending       [pay; payDue: the name enquiry succeeded, and the amount is held]
//   pending ──> pending      [conclude: the bank is down, or the outcome is unknown]
//   pending ──> success      [conclude: the bank has sent it, and the hold is posted]
//   pending ──> failed       [conclude: the bank will not send it, and the hold is voided]
//   success ──> reversed     [conclude: the bank returned it, and the amount is booked back]
//
// Invariants:
// (1) The database transaction that inserts the row holds the amount, before the transfer is
//     requested. Only the bank's answer posts or voids the hold. One hold, closed once.
// (2) Each request for the transfer carries the same key (`keyOf`), so the bank moves the money
//     once.
// (3) A payout never fails by time alone: core/calls.ts.
// (4) A reference names one payout of a business and mode, forever.
// (5) A subaccount has at most one pending payout.
// (6) The stamp duty is held, posted and voided with the amount: stamp-duty.ts. If the payout comes
//     back, what the service holds of it is booked back too; a provider keeps what it took.
// (7) A sent payout is enquired about for some days. A return is booked once, by an entry of its
//     own.

export const payoutHandle = handleColumn('payout', 'handle', 'payoutId')

/** By id or reference. Refuses an unknown one and another business's alike. */
export async function payoutNamed({ sql }: Context, scope: Scope, text: string): Promise<Payout> {
  const byId = (payoutId: PayoutId) => findPayout(sql, { ...scope, payoutId })
  const found = await findNamed('payout', text, byId, (name) => findByReference(sql, scope, name))
  return found ?? refuse('payout_not_found')
}

/** Refuses an unknown id and another business's id alike. */
export async function findOwn(
  { sql }: Context,
  scope: Scope,
  payoutId: PayoutId | null,
): Promise<Payout> {
  if (payoutId === null) refuse('payout_not_found')
  return (await findPayout(sql, { ...scope, payoutId })) ?? refuse('payout_not_found')
}

/** On the wire, and as the data of its events. */
export function toWirePayout(payout: Payout) {
  const { bankCode, subaccountId, createdAt, completedAt, reversedAt } = payout
  const updatedAt = payout.updatedAt ?? reversedAt ?? completedAt ?? createdAt
  return {
    id: publicId('payout', payout.payoutId),
    domain: payout.mode,
    reference: payout.reference,
    status: payout.state,
    amount: Number(payout.amount),
    stamp_duty: Number(payout.duty),
    currency: 'NGN' as const,
    // A bank that has left the list is shown by its code.
    bank: { name: bankName(bankCode) ?? bankCode, code: bankCode },
    account_number: payout.accountNumber,
    account_name: payout.accountName,
    reason: payout.reason,
    metadata: shownMetadata(payout.metadata),
    subaccount_id: subaccountId && publicId('subaccount', subaccountId),
    ...failureFields(payout.failure),
    session_id: payout.sessionId,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    reversed_at: reversedAt?.toISOString() ?? null,
  }
}

/** The ledger account that the payout debits. */
export function paidFrom({ subaccountId }: Payout): AccountName {
  return subaccountId === null ? 'available' : partyAccount('available', subaccountId)
}

/** The key of every request and enquiry. */
export function keyOf({ railKey, payoutId }: Pick<Payout, 'railKey' | 'payoutId'>): string {
  return railKey ?? payoutId
}

/** Told once in each state. */
export function eventOf(payout: Payout, now: Date): NewEvent {
  return newEvent(payout, `payout.${payout.state}`, JSON.stringify(toWirePayout(payout)), now)
}
