import { Refusal } from '../platform/refusal.ts'
import type { Failure } from './identity.sql.ts'

// Why no code was sent: the refusal of the request, and the fields of the failed verification.

export const IDENTITY_FAILURE_CODES = [
  'identity_not_found',
  'otp_not_sent',
  'rail_unavailable',
] as const

export function refusalOfFailure(failure: Failure): Refusal {
  switch (failure) {
    case 'unknown_number':
      return new Refusal('identity_not_found')
    case 'not_sent':
      return new Refusal('otp_not_sent')
    case 'unavailable':
    case 'not_found':
      return registryDown(
        'The identity registry is down. No code was sent, and nothing was charged.',
      )
    case 'never_known':
      return registryDown(
        'The registry never confirmed whether a code was sent. Nothing was charged.',
      )
  }
}

export function registryDown(message: string): Refusal {
  return new Refusal('rail_unavailable', { message })
}

/** Only a failed verification has these fields. */
export function identityFailureFields(failure: Failure | null) {
  if (failure === null) return {}
  const { code, message } = refusalOfFailure(failure)
  return {
    failure_code: code as (typeof IDENTITY_FAILURE_CODES)[number],
    failure_message: message,
  }
}
