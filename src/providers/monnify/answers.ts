import type { FailureReason } from '../failures.ts'
import type { Said } from './client.ts'

// What Monnify's answers mean. Whatever is not in a table is unknown.

/** States of a transfer. */
export const TRANSFER_STATES: Record<string, 'accepted' | 'sent' | 'failed' | 'reversed'> = {
  PENDING: 'accepted',
  AWAITING_PROCESSING: 'accepted',
  IN_PROGRESS: 'accepted',
  // Somebody may still approve it in their dashboard.
  PENDING_AUTHORIZATION: 'accepted',
  OTP_EMAIL_DISPATCH_FAILED: 'accepted',
  SUCCESS: 'sent',
  COMPLETED: 'sent',
  FAILED: 'failed',
  EXPIRED: 'failed',
  REVERSED: 'reversed',
}

/** States of a return. */
export const REFUND_STATES: Record<string, 'accepted' | 'returned' | 'failed'> = {
  PENDING: 'accepted',
  IN_PROGRESS: 'accepted',
  COMPLETED: 'returned',
  FAILED: 'failed',
}

/** States of a payment. `retryable`: payable while their page is open. `part`: underpaid. */
export const PAYMENT_STATES: Record<string, 'pending' | 'paid' | 'part' | 'retryable' | 'over'> = {
  PENDING: 'pending',
  PAID: 'paid',
  OVERPAID: 'paid',
  PARTIALLY_PAID: 'part',
  ABANDONED: 'retryable',
  FAILED: 'retryable',
  CANCELLED: 'over',
  EXPIRED: 'over',
  REVERSED: 'over',
}

/** Codes of a refused transfer. `enquire`: one may exist under this key, so enquire. */
export const TRANSFER_CODES: Record<string, { kind: 'failed'; reason: FailureReason } | Kind> = {
  D01: { kind: 'failed', reason: 'refused_by_bank' },
  D03: { kind: 'failed', reason: 'account_invalid' },
  D04: { kind: 'failed', reason: 'rail_balance_too_low' },
  D06: { kind: 'unavailable' },
  // The same account and amount within two minutes, perhaps under the same key.
  D07: { kind: 'enquire' },
  99: { kind: 'enquire' },
}
type Kind = { kind: 'unavailable' } | { kind: 'enquire' }

export const NO_SUCH_TRANSFER = 'D02'
export const NO_SUCH_REFUND = 'R7'
export const REFUND_EXISTS = 'R9'

/** Codes of a refused return. */
export const REFUND_CODES: Record<string, { kind: 'refused'; reason: FailureReason } | Silent> = {
  R1: { kind: 'refused', reason: 'payment_unknown' },
  R2: { kind: 'refused', reason: 'not_permitted' },
  R3: { kind: 'refused', reason: 'amount_too_high' },
  R4: { kind: 'refused', reason: 'amount_too_low' },
  // The wallet's balance is too low for now.
  R5: { kind: 'unavailable' },
  R6: { kind: 'refused', reason: 'account_invalid' },
  R8: { kind: 'refused', reason: 'request_rejected' },
  R10: { kind: 'unavailable' },
  R11: { kind: 'unavailable' },
  R12: { kind: 'refused', reason: 'amount_too_high' },
  M01: { kind: 'unknown' },
  M02: { kind: 'unknown' },
}
type Silent = { kind: 'unavailable' } | { kind: 'unknown' }

// Some calls always fail with code 99, and only their sentence says why. None is documented.

const NUMBER = '\\b(bvn|nin)\\b'
const WRONG_NUMBER = [
  `(invalid|incorrect|wrong|unable to verify|unable to validate) .*${NUMBER}`,
  `${NUMBER} .*(not |invalid|mismatch)`,
]
const SENTENCES = {
  not_found: /not found|no(t)? .*(match|exist)|does not exist|could not find|cannot find/i,
  wrong_number: new RegExp(WRONG_NUMBER.join('|'), 'i'),
  wrong_email: /\be-?mail\b/i,
}

export function says(said: Said, what: keyof typeof SENTENCES): boolean {
  return said.kind === 'refused' && SENTENCES[what].test(said.message.slice(0, 500))
}
