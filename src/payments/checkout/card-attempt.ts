import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Context, Scope } from '../../core/context.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { handleColumn } from '../../providers/handles.ts'
import type { Method } from '../../providers/rails.ts'
import type { AuthorizationId } from '../authorizations/authorizations.sql.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'

// The row of an attempt to pay by a charge. card.ts has its states.

export const ATTEMPTS_MAX = 5
/** A call whose outcome is not recorded by then was interrupted: a job enquires at the rail. */
export const CALL_LEASE_MS = 1 * MINUTE

export type AttemptId = Id<'card_attempt'>
export type AttemptState =
  | OpenState
  | 'superseded'
  | 'approved'
  | 'declined'
  | 'unavailable'
  | 'surplus'
  | 'returned'
  | 'return_refused'
type OpenState = 'charging' | 'pin' | 'otp' | 'redirect' | 'unknown'
export type CardAttempt = Scope & {
  attemptId: AttemptId
  transactionId: TransactionId
  /** The rail that charges it. */
  rail: string
  method: Method
  /** To be charged; once approved, what was charged. */
  amount: Kobo
  /** The least to charge of a kept card that has less. */
  atLeast: Kobo | null
  state: AttemptState
  declineReason: string | null
  /** Where the customer pays: a page, or the code to dial (dial.ts). */
  redirectUrl: string | null
  authorizationDetails: string | null
  /**
   * JSON: what the customer agreed to: that the card is kept, or that a kept card is charged. Null:
   * nothing is kept of the card, or the customer is not there.
   */
  consent: string | null
  /** The kept card that it charges. */
  authorizationId: AuthorizationId | null
  /** The rail's names for the charge and its reversal, sealed. */
  handle: string | null
  returnHandle: string | null
  /** When the rail was last asked for the reversal, and when it accepted it. */
  returnAskedAt: Date | null
  returnAcceptedAt: Date | null
  /** The rail's session id of the reversal. */
  returnSessionId: string | null
  nextEnquiryAt: Date | null
  /** What rules count (rules/weigh.ts). Null for a business without rules. */
  customerId: CustomerId | null
  network: string | null
  /** A keyed digest. */
  card: string | null
  createdAt: Date
  updatedAt: Date
}

export const chargeHandle = handleColumn('card_attempt', 'handle', 'attemptId')
export const reversalHandle = handleColumn('card_attempt', 'return_handle', 'attemptId')

/** What every call to the rail about an attempt carries. */
export function namesOf(context: Pick<Context, 'keys'>, attempt: CardAttempt) {
  const { attemptId: key, businessId: onBehalfOf, handle } = attempt
  return { key, onBehalfOf, ...chargeHandle.handBack(context, attempt, handle) }
}

/** How soon a job enquires about a young attempt in this state. */
const ENQUIRY_PAUSE_MS = {
  charging: CALL_LEASE_MS,
  unknown: 5 * SECOND,
  redirect: 15 * SECOND,
  pin: 15 * MINUTE,
  otp: 15 * MINUTE,
  superseded: 1 * MINUTE,
  surplus: 30 * SECOND,
} as const
/** Older attempts wait an eighth of their age, so the waits grow. */
const ENQUIRIES_PER_AGE = 8
const ENQUIRY_PAUSE_MAX_MS = 6 * HOUR

export function nextEnquiryOf(
  { createdAt }: CardAttempt,
  state: keyof typeof ENQUIRY_PAUSE_MS,
  now: Date,
): Date {
  const aged = (now.getTime() - createdAt.getTime()) / ENQUIRIES_PER_AGE
  return later(now, Math.max(ENQUIRY_PAUSE_MS[state], Math.min(aged, ENQUIRY_PAUSE_MAX_MS)))
}
