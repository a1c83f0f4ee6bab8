import {
  isNothingExecuted,
  type Refusal,
  type RefusalCode,
  statusOf,
} from '../../src/platform/refusal.ts'

// Refusals in Paystack's form: false, a message, the kind of error, a code, and what to do next.

/** Paystack's codes for our refusals. */
const CODES: Partial<Record<RefusalCode, string>> = {
  invalid_request: 'invalid_params',
  invalid_json: 'invalid_params',
  missing_key: 'invalid_Key',
  invalid_key: 'invalid_Key',
  account_not_resolved: 'invalid_bank_code',
  unknown_bank: 'invalid_bank_code',
  method_not_allowed: 'not_found',
  not_available_live: 'feature_unavailable',
  not_enabled: 'feature_unavailable',
}
const PASSES_AS = new Set([401, 403, 404, 413, 414, 415, 429])
const UNRESOLVED = new Set<RefusalCode>(['account_not_resolved', 'unknown_bank'])
const NEXT = 'See /docs/from-paystack of this service for the differences of each call and field.'

export type Refused = { status: number; body: object }

export function refusedAs(refusal: Refusal): Refused {
  const { code, message, errors } = refusal
  const isMissing = errors[0]?.code === 'required'
  const said = errors[0]?.message ?? message
  return refusedWith(
    theirStatus(refusal),
    isMissing ? 'missing_params' : (CODES[code] ?? code),
    said,
  )
}

export function refusedWith(status: number, code: string, message: string): Refused {
  const type = typeOf(status, code)
  return { status, body: { status: false, message, meta: { nextStep: NEXT }, type, code } }
}

/** Paystack has 400 for our 402, 409, 410 and 422; its clients treat it as a final refusal. */
function theirStatus(refusal: Refusal): number {
  const status = statusOf(refusal)
  if (!isNothingExecuted(refusal) || status >= 500 || PASSES_AS.has(status)) return status
  return UNRESOLVED.has(refusal.code) ? 422 : 400
}

function typeOf(status: number, code: string): string {
  if (code.startsWith('rail_')) return 'processor_error'
  return status >= 500 || [401, 403, 429].includes(status) ? 'api_error' : 'validation_error'
}
