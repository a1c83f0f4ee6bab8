import type { Context, Scope } from '../../core/context.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { handleColumn } from '../../providers/handles.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'

// What an attempt to pay by card is; card.ts tells its life.

export const ATTEMPTS_MAX = 5
/** A call that has not been recorded by then was cut short: the job asks the rail. */
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
  /** By which it is charged, and which is asked about it. */
  rail: string
  amount: Kobo
  state: AttemptState
  declineReason: string | null
  redirectUrl: string | null
  authorizationDetails: string | null
  /** The rail's own names for the charge and for its reversal: sealed. */
  handle: string | null
  returnHandle: string | null
  /** When the rail was last asked to give it back, and when it said that it will. */
  returnAskedAt: Date | null
  returnAcceptedAt: Date | null
  /** As the rail names what was given back. */
  returnSessionId: string | null
  nextEnquiryAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export const chargeHandle = handleColumn('card_attempt', 'handle', 'attemptId')
export const reversalHandle = handleColumn('card_attempt', 'return_handle', 'attemptId')

/** What the rail is told of an attempt: its names, and whose it is. */
export function namesOf(context: Pick<Context, 'keys'>, attempt: CardAttempt) {
  const { attemptId: key, businessId: onBehalfOf, handle } = attempt
  return { key, onBehalfOf, ...chargeHandle.handBack(context, attempt, handle) }
}

/** How soon an attempt in this state is asked about, while it is young. */
const ENQUIRY_PAUSE_MS = {
  charging: CALL_LEASE_MS,
  unknown: 5 * SECOND,
  redirect: 15 * SECOND,
  pin: 15 * MINUTE,
  otp: 15 * MINUTE,
  superseded: 1 * MINUTE,
  surplus: 30 * SECOND,
} as const
/** Then less and less often: at most so many times while its age grows e-fold. */
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
