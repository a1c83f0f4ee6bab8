import type { Context, Scope } from '../core/context.ts'
import { later, SECOND } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { Refusal } from '../platform/refusal.ts'
import { ask } from '../providers/ask.ts'
import { railThatMade } from '../providers/made-by.ts'
import { timesOf, unknownOutcome } from './conclude.ts'
import { registryDown } from './failed.ts'
import { renewCode, reserveResend, undoResend } from './guesses.sql.ts'
import type { Verification, VerificationId } from './identity.sql.ts'
import { findOwn, GUESSES_MAX, open, RESEND_AFTER_MS, RESENDS_MAX, stateAt } from './identity.ts'
import { refusalOfClosed } from './validate.ts'

// Sends a new code without another fee: at least a minute after the last, at most three times. It
// is valid for ten minutes and adds no guesses. It is counted before the registry is asked.

const DOWN = 'The identity registry is down. No code was sent. Try again shortly.'

export async function resend(
  context: Context,
  scope: Scope,
  verificationId: VerificationId | null,
): Promise<Verification> {
  const { sql, keys } = context
  const found = await findOwn(context, scope, verificationId)
  const identity = railThatMade(context.rails, 'identity', found)
  if (identity === null) throw registryDown(DOWN)
  const reserved = await reserveResend(sql, context.now(), found, newId(context.now()))
  if (reserved === null) throw refusalOf(await findOwn(context, scope, verificationId), context)

  const { otpId: key, type } = reserved
  const number = open(keys, reserved, 'number')
  const request = { key, onBehalfOf: scope.businessId, type, number }
  const outcome = await ask(identity.sendCode(request))
  const now = context.now()
  switch (outcome.kind) {
    case 'sent': {
      const renewed = { railSession: outcome.session, ...timesOf(now), now }
      return (await renewCode(sql, reserved, renewed)) ?? findOwn(context, scope, verificationId)
    }
    case 'unknown': {
      // The person may have the new code already, so it gets its ten minutes.
      const railSession = reserved.railSession ?? ''
      await renewCode(sql, reserved, { railSession, ...timesOf(now), now })
      throw unknownOutcome(
        reserved,
        'The registry did not respond in time. The new code may or may not have been sent.',
      )
    }
    case 'unavailable': {
      await undoResend(sql, now, found, key)
      throw registryDown(DOWN)
    }
    case 'not_sent':
    case 'unknown_number':
    case 'not_found': {
      const message = 'The registry sent no new code. The last one stays valid until it expires.'
      throw new Refusal('otp_not_sent', { message })
    }
  }
}

function refusalOf(verification: Verification, context: Context): Refusal {
  const now = context.now()
  if (verification.state === 'SUCCESS') return new Refusal('already_verified')
  if (stateAt(verification, now) !== 'Pending') return refusalOfClosed(verification, now)
  if (verification.attempts >= GUESSES_MAX) return new Refusal('otp_locked')
  if (verification.otpResends >= RESENDS_MAX) return new Refusal('resends_used_up')
  const next = later(verification.otpSentAt ?? now, RESEND_AFTER_MS)
  const seconds = Math.max(1, Math.ceil((next.getTime() - now.getTime()) / SECOND))
  const message = `A code was sent less than a minute ago. Retry in ${seconds} s.`
  return new Refusal('otp_too_soon', { message, retryAfterSeconds: seconds })
}
