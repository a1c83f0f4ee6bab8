import type { CodeOfUnknown } from '../../src/platform/refusal.ts'

// Whether the outcome of a call is known. Until it is, the same call must be repeated, with the
// same idempotency key.

const UNKNOWN = {
  already_in_progress: true,
  database_unavailable: true,
  idempotency_key_in_use: true,
  in_recovery: true,
  internal_error: true,
  otp_pending: true,
  outcome_unknown: true,
  overloaded: true,
  rail_timeout: true,
} satisfies Record<CodeOfUnknown, true>

/**
 * For an answer other than success. Without an answer (0) or after a 5xx, it may have been
 * executed.
 */
export function isDecided({ status, code }: { status: number; code: string }): boolean {
  return status >= 400 && status < 500 && !Object.hasOwn(UNKNOWN, code)
}
