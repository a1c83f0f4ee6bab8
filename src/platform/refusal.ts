import { type FieldError, withOthers } from './first-field.ts'
import { type Row, refusals } from './refusals.ts'

// How this service says no: a code of the table in refusals.ts, and what the caller needs beside
// it.

export type RefusalCode = keyof typeof refusals
export type CodeOfUnknown = {
  [Code in RefusalCode]: (typeof refusals)[Code] extends { executed: 'unknown' } ? Code : never
}[RefusalCode]
/** Only these may be reported as `failed`. */
export type NothingExecuted = Refusal & { readonly code: Exclude<RefusalCode, CodeOfUnknown> }
/** More errors in a response would say nothing new. */
export const FIELD_ERRORS_MAX = 100
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: FieldError[]
  readonly retryAfterSeconds: number | undefined
  readonly headers: Record<string, string>
  readonly attemptsLeft: number | undefined
  readonly verificationId: string | undefined

  constructor(
    code: RefusalCode,
    more: {
      errors?: FieldError[]
      retryAfterSeconds?: number | undefined
      headers?: Record<string, string>
      /** More exact than the sentence of the table. */
      message?: string
      /** Remaining guesses of a code. */
      attemptsLeft?: number
      /** What to query when the outcome is unknown. */
      verificationId?: string
    } = {},
  ) {
    super(more.message ?? refusals[code].message)
    this.code = code
    this.errors = (more.errors ?? []).slice(0, FIELD_ERRORS_MAX)
    this.retryAfterSeconds = more.retryAfterSeconds
    this.headers = more.headers ?? {}
    this.attemptsLeft = more.attemptsLeft
    this.verificationId = more.verificationId
  }
}

/** The HTTP status of a refusal. */
export function statusOf({ code }: Refusal): number {
  return refusals[code].status
}

/** True where the same request, under the same key, may succeed later without a change. */
export function isRetryable(refusal: Refusal): boolean {
  const status = statusOf(refusal)
  const isFailed = status >= 500 && status !== 501
  return isFailed || status === 429 || refusal.retryAfterSeconds !== undefined
}

/** False also for an error that is no refusal: it is unknown what happened before it. */
export function isNothingExecuted(error: unknown): error is NothingExecuted {
  if (!(error instanceof Refusal)) return false
  const row: Row = refusals[error.code]
  return !('executed' in row && row.executed === 'unknown')
}

/** True also where nobody knows what was done. */
export function isRecorded(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const row: Row = refusals[error.code]
  return 'isRecorded' in row || !isNothingExecuted(error)
}

export function refuse(code: RefusalCode): never {
  throw new Refusal(code)
}

/** 400 with all wrong fields. `field` is a dotted path. */
export function refuseFields(errors: FieldError[]): never {
  throw wrongFields(errors)
}

/**
 * The message names the first wrong field, so it is useful without `errors`. An unknown field comes
 * first: it is often why another one is missing.
 */
export function wrongFields(errors: FieldError[]): Refusal {
  const first = errors.find(({ code }) => code === 'unknown_parameter') ?? errors[0]
  if (first === undefined) return new Refusal('invalid_request')
  return new Refusal('invalid_request', { errors, message: withOthers(first, errors.length - 1) })
}
