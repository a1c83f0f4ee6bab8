import { bankName } from '../banks/banks.ts'
import type { Context, Scope } from '../context.ts'
import type { Id } from '../lib/ids.ts'
import { publicId } from '../lib/ids.ts'
import type { Kobo } from '../lib/money.ts'
import { refuse } from '../lib/refusal.ts'
import { type SubaccountId, subaccountCode } from '../splits/subaccounts.ts'
import { findPayout } from './payouts.sql.ts'

// A payout takes money out of a wallet to an account at a bank: that of a business because it asks
// for it, that of a subaccount by itself.
//
//   (none) ──> pending       [pay; payDue: the bank knows the account, and the amount is held]
//   pending ──> pending      [send: the bank is down, or has not answered; enquire: it cannot say]
//   pending ──> success      [record: the bank has sent it, and the hold is posted]
//   pending ──> failed       [record: it never will, and the amount comes back]
//
// Invariants:
// (1) The amount is held in the database transaction that makes the row, before the bank is asked
//     to transfer anything; by the bank's own word it is posted or given back. One hold, closed
//     once.
// (2) The bank is asked to transfer under the payout's id and no other name, however often it is
//     asked and by whom: it moves the money once.
// (3) No time that goes by makes a payout fail. What the bank does not answer stays pending, and is
//     asked about until it is known; a bank that has never heard of it is asked to transfer again.
// (4) A reference names one payout of a business and mode, for ever.
// (5) Of a subaccount, one payout is pending at a time.

export type PayoutId = Id<'payout'>
export const payoutStates = ['pending', 'success', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

export type PayoutKey = Scope & { payoutId: PayoutId }
export type Payout = PayoutKey & {
  reference: string
  state: PayoutState
  amount: Kobo
  /** By which rail: its name. With it a session id names one transfer. */
  rail: string
  /** Of the list of banks. */
  bankCode: string
  accountNumber: string
  /** As the bank writes it. */
  accountName: string
  /** What the bank calls its answer to the name enquiry. */
  enquiry: string
  reason: string | null
  /** Whose money it is, where it is not the business's own. */
  subaccountId: SubaccountId | null
  /** A word, where it has failed. */
  failure: string | null
  sessionId: string | null
  /** When the bank was last asked to transfer; null where it was not, or refused to hear of it. */
  askedAt: Date | null
  /** How often it was since asked what became of that. */
  enquiries: number
  /** When a job has to look; null when all is over. */
  nextAt: Date | null
  createdAt: Date
  completedAt: Date | null
}

/** Refuses alike what was never there and what is another's. */
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
  const { bankCode, subaccountId, createdAt, completedAt } = payout
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
  }
}
