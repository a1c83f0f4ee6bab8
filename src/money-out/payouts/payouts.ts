import assert from 'node:assert/strict'
import { bankName } from '../../accounts/banks/banks.ts'
import type { Context, Scope } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { eventBody } from '../../core/events/webhooks.ts'
import { subaccountCode } from '../../payments/splits/subaccounts.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { handleColumn } from '../../providers/handles.ts'
import { findPayout, listWaiting, type Payout, type PayoutId } from './payouts.sql.ts'

export {
  findByReference as findPayoutNamed,
  listPayouts,
  type PayoutFilter,
} from './payouts.sql.ts'

// A payout takes money out of a wallet to an account at a bank: that of a business because it asks
// for it, that of a subaccount by itself.
//
//   (none) ──> pending       [pay; payDue: the bank knows the account, and the amount is held]
//   pending ──> pending      [conclude: the bank is down, has not answered, or cannot say]
//   pending ──> success      [conclude: the bank has sent it, and the hold is posted]
//   pending ──> failed       [conclude: it never will, and the amount comes back]
//   success ──> reversed     [conclude: the money has come back since, and is booked back]
//
// Invariants:
// (1) The amount is held in the database transaction that makes the row, before the bank is asked
//     to transfer anything; by the bank's own word it is posted or given back. One hold, closed
//     once.
// (2) The bank is asked to transfer under the payout's id and no other name, however often it is
//     asked and by whom: it moves the money once.
// (3) No time that goes by makes a payout fail. What the bank does not answer stays pending, and is
//     asked about until it is known; a bank that has never heard of it is asked to transfer again,
//     but never one that has accepted it.
// (4) A reference names one payout of a business and mode, for ever.
// (5) Of a subaccount, one payout is pending at a time.
// (6) What was sent is asked about for some days more. Where it has come back, that is booked by an
//     entry of its own, once.

export const payoutHandle = handleColumn('payout', 'handle', 'payoutId')

/** Refuses alike what was never there and what is another's. */
export async function findOwn(
  { sql }: Context,
  scope: Scope,
  payoutId: PayoutId | null,
): Promise<Payout> {
  if (payoutId === null) refuse('payout_not_found')
  return (await findPayout(sql, { ...scope, payoutId })) ?? refuse('payout_not_found')
}

/** Which wait, of so much and to this account ('': to any). The oldest first. */
export async function waitingFor(
  { sql }: Context,
  like: Pick<Payout, 'mode' | 'accountNumber' | 'amount'>,
  max: number,
): Promise<Payout[]> {
  return listWaiting(sql, like, max)
}

/** On the wire, and as the data of its events. */
export function toWirePayout(payout: Payout) {
  const { bankCode, subaccountId, createdAt, completedAt, reversedAt } = payout
  return {
    id: publicId('pay', payout.payoutId),
    domain: payout.mode,
    reference: payout.reference,
    status: payout.state,
    amount: Number(payout.amount),
    currency: 'NGN' as const,
    // A bank that has left the list keeps its code.
    bank: { name: bankName(bankCode) ?? bankCode, code: bankCode },
    account_number: payout.accountNumber,
    account_name: payout.accountName,
    reason: payout.reason,
    subaccount: subaccountId && subaccountCode(subaccountId),
    failure: payout.failure,
    session_id: payout.sessionId,
    created_at: createdAt.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    reversed_at: reversedAt?.toISOString() ?? null,
  }
}

/** Under which the rail is asked for it, and about it. */
export function keyOf({ railKey, payoutId }: Pick<Payout, 'railKey' | 'payoutId'>): string {
  return railKey ?? payoutId
}

export function eventOf(payout: Payout, now: Date): NewEvent {
  const { businessId, mode, state } = payout
  assert(state !== 'pending', 'a pending payout has no event')
  const type = `payout.${state}` as const
  const payload = eventBody(type, JSON.stringify(toWirePayout(payout)), now)
  return { businessId, mode, id: newId(now), type, route: 'standard', payload, at: now }
}
