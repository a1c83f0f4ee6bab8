import type { FailureReason } from '../failures.ts'
import { lineOf, rowOf } from '../values.ts'
import type { Refused, Said } from './client.ts'

// What Monnify's answers mean. Whatever is not in a table is unknown.
//
// Most refusals have the code 99, and only HTTP status and sentence say why. The sentences are
// those of Monnify's error reference and of integrators' tests (docs/rails/monnify.md).

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

/** Why a transfer failed or was refused, in the words of Monnify's error reference. */
const TRANSFER_SENTENCES: [RegExp, FailureReason][] = [
  [/invalid destination account|invalid account details/i, 'account_invalid'],
  [/dormant/i, 'account_dormant'],
  [/name mismatch|name does not match/i, 'enquiry_differs'],
  [/unknown destination bank|bank ?code is not valid/i, 'bank_unknown'],
  [/invalid amount/i, 'request_rejected'],
  [/post no (credit|debit)/i, 'account_blocked'],
  [/suspected fraud/i, 'security_check'],
  [/limit exceeded/i, 'limit_exceeded'],
  [/not permitted/i, 'not_permitted'],
  [/insufficient/i, 'rail_balance_too_low'],
  [/bank not available|did not respond|timed out/i, 'bank_unreachable'],
]

export function transferReasonIn(sentence: unknown): FailureReason {
  const text = lineOf(sentence)
  return TRANSFER_SENTENCES.find(([words]) => words.test(text))?.[1] ?? 'refused_by_bank'
}

/** Codes of a refused transfer. `enquire`: one may exist under this key, so enquire. */
const TRANSFER_CODES: Record<string, FailureReason | 'by_sentence' | 'unavailable' | 'enquire'> = {
  D01: 'by_sentence',
  D03: 'account_invalid',
  D04: 'rail_balance_too_low',
  // The reference was used.
  D05: 'enquire',
  // Our address is not on their list.
  D06: 'unavailable',
  // The same account and amount within two minutes, perhaps under the same key.
  D07: 'enquire',
}

/**
 * What a refused request for a transfer means if an enquiry finds none under its key. A request
 * that they call invalid (HTTP 400, 404 or 422) is never made, unless they say "duplicate" or "try
 * again".
 */
export function refusedTransfer({ status, code, message }: Refused) {
  const line = rowOf(TRANSFER_CODES, code)
  if (line === 'unavailable' || line === 'enquire') return line
  const isInvalid = code === '99' && [400, 404, 422].includes(status)
  const isOpen = /duplicate|already|try again|at (the|this) (moment|time)|progress/i.test(message)
  if (line === undefined && (!isInvalid || isOpen)) return 'enquire'
  if (line !== undefined && line !== 'by_sentence') return line
  const reason = transferReasonIn(message)
  return isInvalid && reason === 'refused_by_bank' ? 'request_rejected' : reason
}

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

const NUMBER = '\\b(bvn|nin)\\b'
const WRONG_NUMBER = [
  `(invalid|incorrect|wrong|unable to verify|unable to validate) .*${NUMBER}`,
  `${NUMBER} .*(not |invalid|mismatch)`,
]
const NONE = [
  'not found|no(t)? .*(match|exist)|does not exist|could not find|cannot find',
  'invalid account details',
]
const SENTENCES = {
  not_found: new RegExp(NONE.join('|'), 'i'),
  try_later: /temporarily|not available|at (the|this) (moment|time)|timed out|try again/i,
  wrong_number: new RegExp(WRONG_NUMBER.join('|'), 'i'),
  needs_number: new RegExp(NUMBER, 'i'),
  wrong_email: /\be-?mail\b/i,
  one_per_customer: /reserve more than \d+ account/i,
}

export function says(said: Said, what: keyof typeof SENTENCES): boolean {
  if (said.kind !== 'refused') return false
  if (what === 'one_per_customer' && said.code === 'R42') return true
  return SENTENCES[what].test(said.message)
}

/** Whether they say that there is no such thing, and not that somebody did not respond. */
export function isNotFound(said: Said): boolean {
  return says(said, 'not_found') && !says(said, 'try_later')
}
