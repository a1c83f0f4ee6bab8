import type { Context, Scope } from '../core/context.ts'
import { EVENTS_TOPIC, emit } from '../core/events/webhooks.ts'
import { HOUR, later } from '../platform/clock.ts'
import type { Database } from '../platform/db.ts'
import { type Turns, turns } from '../platform/keyed-calls.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { ask } from '../providers/ask.ts'
import { railThatMade } from '../providers/made-by.ts'
import type { IdentityDetails, IdentityType } from '../providers/rails.ts'
import { noteAccess } from './access.ts'
import { unknownOutcome } from './conclude.ts'
import { registryDown } from './failed.ts'
import { claimGuess, giveGuessBack, guessAgain, recordRight, recordWrong } from './guesses.sql.ts'
import {
  type Accessor,
  findVerification,
  type Verification,
  type VerificationId,
} from './identity.sql.ts'
import { findOwn, GUESSES_MAX, hashOfCode, open, seal, type Verified } from './identity.ts'
import { debitAccountNumberOf, eventOf } from './record.ts'

// Validate: a guess is counted, then the registry checks it, without a lock. Guesses at one
// verification take turns within this process, so that each of several right ones gets the details;
// the counter covers other processes.

export type Guess = {
  verificationId: VerificationId | null
  type: IdentityType
  /** Six digits. */
  otp: string
}

const PENDING_RETRY_SECONDS = 2
const DOWN = 'The identity registry is down. The code was not checked. Retry shortly.'

const takers = new WeakMap<Database, Turns>()

/** Returns the record with the details, again for each further right code. */
export async function validate(
  context: Context,
  scope: Scope,
  { verificationId, type, otp }: Guess,
  accessor: Accessor,
): Promise<Verified> {
  const own = await findOwn(context, scope, verificationId)
  if (own.type !== type) refuse('type_mismatch')
  // These states are final, so no turn is needed.
  if (own.state !== 'Pending' && own.state !== 'SUCCESS') {
    throw refusalOfClosed(own, context.now())
  }
  return turnsOf(context)(own.verificationId, () => guess(context, own, otp, accessor))
}

async function guess(
  context: Context,
  own: Verification,
  otp: string,
  accessor: Accessor,
): Promise<Verified> {
  const rail = railThatMade(context.rails, 'identity', own)
  // Before the guess is counted. A verified code is checked here, without the registry.
  if (rail === null && own.state === 'Pending') throw registryDown(DOWN)
  const claimed = rail && (await claimGuess(context.sql, context.now(), own))
  if (rail === null || claimed === null) return guessAtClosed(context, own, otp, accessor)

  const number = open(context.keys, claimed, 'number')
  const session = claimed.railSession ?? ''
  const onBehalfOf = own.businessId
  const asked = rail.submitCode({ session, onBehalfOf, type: own.type, number, code: otp })
  // Concurrently, so that nothing can fail after the registry's answer.
  const [outcome, debitAccountNumber] = await Promise.all([
    ask(asked),
    debitAccountNumberOf(context, own),
  ])
  const now = context.now()
  switch (outcome.kind) {
    case 'wrong_code':
      throw refusalOfWrong(await countWrong(context, claimed, now))
    case 'unavailable':
      await giveGuessBack(context.sql, now, claimed)
      throw registryDown(DOWN)
    case 'unknown':
      throw unknownOutcome(
        claimed,
        'The registry did not respond in time. This attempt counts. Retry.',
      )
    case 'verified': {
      const right = { otp, number, details: outcome.details, debitAccountNumber }
      const verified = await succeed(context, claimed, right, accessor)
      if (verified !== null) return verified
      await giveGuessBack(context.sql, now, claimed)
      return guessAtClosed(context, own, otp, accessor)
    }
  }
}

/** With the event of the last guess. Null if it has ended already. */
async function countWrong(
  context: Context,
  claimed: Verification,
  now: Date,
): Promise<Verification | null> {
  const counted = await context.sql.begin(async (sql) => {
    const counted = await recordWrong(sql, now, claimed)
    if (counted?.state === 'LOCKED') await emit(sql, [eventOf('identity.locked', counted, now)])
    return counted
  })
  if (counted?.state === 'LOCKED') context.pubSub.publish(EVENTS_TOPIC, counted)
  return counted
}

/** Null if another guess was first, or the code expired before the registry answered. */
async function succeed(
  context: Context,
  claimed: Verification,
  right: { otp: string; number: string; details: IdentityDetails; debitAccountNumber: string },
  accessor: Accessor,
): Promise<Verified | null> {
  const { keys, config } = context
  const { otp, number, details, debitAccountNumber } = right
  const now = context.now()
  const kept = {
    otpHash: hashOfCode(keys, claimed, otp),
    details: seal(keys, claimed, 'details', JSON.stringify(details)),
    debitAccountNumber,
    verifiedAt: now,
    eraseAt: later(now, config.identityDetailsHours * HOUR),
  }
  const verification = await context.sql.begin(async (sql) => {
    const recorded = await recordRight(sql, claimed, kept)
    if (recorded === null) return null
    await noteAccess(sql, now, recorded, 'validated', accessor)
    await emit(sql, [eventOf('identity.verified', recorded, now)])
    return recorded
  })
  if (verification === null) return null
  context.pubSub.publish(EVENTS_TOPIC, verification)
  return { verification, number, details }
}

/** The registry takes no more guesses: compares with the hash of the right code. */
async function guessAtClosed(
  context: Context,
  own: Verification,
  otp: string,
  accessor: Accessor,
): Promise<Verified> {
  const { keys, sql } = context
  const now = context.now()
  const found = await findVerification(sql, own)
  if (found?.state !== 'SUCCESS') throw refusalOfClosed(found, now)
  const again = await guessAgain(sql, now, own, hashOfCode(keys, own, otp))
  if (again === null) throw refusalOfClosed(await findVerification(sql, own), now)
  if (!again.isRight) throw refusalOfWrong(again)
  await noteAccess(sql, now, again, 'validated_again', accessor)
  const details = JSON.parse(open(keys, again, 'details')) as IdentityDetails
  return { verification: again, number: open(keys, again, 'number'), details }
}

/** Why a verification takes no guess. */
export function refusalOfClosed(verification: Verification | null, now: Date): Refusal {
  switch (verification?.state) {
    case undefined:
      return new Refusal('verification_not_found')
    case 'Requested':
      return new Refusal('otp_pending', { retryAfterSeconds: PENDING_RETRY_SECONDS })
    case 'FAILED':
      return new Refusal('otp_not_sent')
    case 'LOCKED':
      return new Refusal('otp_locked')
    case 'EXPIRED':
      return new Refusal('otp_expired')
    case 'Pending': {
      const isOver = verification.otpExpiresAt !== null && verification.otpExpiresAt <= now
      return new Refusal(isOver ? 'otp_expired' : 'otp_locked')
    }
    case 'SUCCESS':
      return new Refusal(verification.attempts >= GUESSES_MAX ? 'otp_locked' : 'otp_expired')
  }
}

/** `counted`: null if the code expired before the registry answered. */
function refusalOfWrong(counted: Verification | null): Refusal {
  if (counted === null) return new Refusal('otp_expired')
  if (counted.wrongs >= GUESSES_MAX) return new Refusal('otp_locked')
  return new Refusal('invalid_otp', { attemptsLeft: GUESSES_MAX - counted.attempts })
}

function turnsOf(context: Context): Turns {
  const existing = takers.get(context.sql)
  if (existing) return existing
  const take = turns()
  takers.set(context.sql, take)
  return take
}
