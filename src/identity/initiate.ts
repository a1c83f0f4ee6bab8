import assert from 'node:assert/strict'
import type { Context, Scope } from '../core/context.ts'
import { batchedFor } from '../platform/batch.ts'
import { HOUR, later, SECOND } from '../platform/clock.ts'
import { violatedConstraint } from '../platform/db.ts'
import { idAt, newId } from '../platform/ids.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { ask, RAIL_DEADLINE_MS } from '../providers/ask.ts'
import { railFor } from '../providers/capabilities.ts'
import type { IdentityType } from '../providers/rails.ts'
import { conclude, unknownOutcome } from './conclude.ts'
import { refusalOfFailure } from './failed.ts'
import {
  findByEffect,
  findUses,
  type Reservation,
  reserveAll,
  type Verification,
  type VerificationId,
  type VerificationKey,
} from './identity.sql.ts'
import { type Consent, FEE, hashOfNumber, lastDigits, NUMBER_WINDOW_MS, seal } from './identity.ts'

// Initiate: one database transaction holds the fee and inserts the row; the registry is asked after
// COMMIT; another transaction records its answer. Concurrent reservations are batched, so that a
// busy wallet is no bottleneck.

/** By then every call to the registry has ended. */
const ANSWERED_WITHIN_MS = RAIL_DEADLINE_MS + 5 * SECOND

export type InitiateInput = {
  type: IdentityType
  /** Eleven digits. */
  number: string
  consent: Consent | null
  /** The same on each try with one Idempotency-Key. */
  effectId: string | null
}

/** Returns once the code was sent. Otherwise refuses; `rail_timeout` names the id. */
export async function initiate(
  context: Context,
  scope: Scope,
  input: InitiateInput,
): Promise<VerificationId> {
  const { sql } = context
  const { effectId } = input
  const earlier = effectId === null ? null : await findByEffect(sql, scope, effectId)
  if (earlier) return answerOf(earlier)
  const identity = railFor(context.rails, scope, 'identity', {
    words: `${input.type} verifications`,
    offers: ({ types }) => types.includes(input.type),
  })

  const reservation = prepared(context, scope, input, identity.name)
  try {
    await reserve(context, reservation)
  } catch (error) {
    // Two concurrent tries of one request: the other was first.
    if (violatedConstraint(error) !== 'identity_verification_one_an_effect') throw error
    const twin = await findByEffect(sql, scope, effectId ?? '')
    assert(twin, 'the conflicting row must exist')
    return answerOf(twin)
  }
  const { type, number } = input
  const request = { key: reservation.otpId, onBehalfOf: scope.businessId, type, number }
  const outcome = await ask(identity.sendCode(request))
  await conclude(context, keyOf(reservation), outcome)
  return reservation.verificationId
}

/** A repeated request gets the result of the first. */
function answerOf(earlier: Verification): VerificationId {
  if (earlier.failure !== null) throw refusalOfFailure(earlier.failure)
  if (earlier.state === 'Requested') throw unknownOutcome(earlier)
  return earlier.verificationId
}

function keyOf({ businessId, mode, verificationId }: Reservation): VerificationKey {
  return { businessId, mode, verificationId }
}

function prepared(context: Context, scope: Scope, input: InitiateInput, rail: string): Reservation {
  const { keys } = context
  const now = context.now()
  const { type, number, consent, effectId } = input
  const { businessId, mode } = scope
  const key = { businessId, mode, verificationId: newId<'identity_verification'>(now) }
  return {
    ...key,
    rail,
    type,
    number: seal(keys, key, 'number', number),
    numberLast4: lastDigits(number),
    numberHash: hashOfNumber(keys, mode, { type, number }),
    consent: consent && seal(keys, key, 'consent', JSON.stringify(consent)),
    otpId: newId(now),
    effectId,
  }
}

async function reserve(context: Context, reservation: Reservation): Promise<void> {
  switch (await reserveBatched(context, reservation).catch(reservedBefore)) {
    case 'reserved':
      return
    case 'insufficient':
      return refuse('insufficient_balance')
    case 'too_many':
      throw await tooMany(context, reservation)
  }
}

/** A batch that partly failed is repeated row by row: some rows exist already. */
function reservedBefore(error: unknown): Reserved {
  if (violatedConstraint(error) === 'identity_verification_pkey') return 'reserved'
  throw error
}

/**
 * Says when the limit allows the next use: to the hour, because the exact time would tell one
 * business about another's call.
 */
async function tooMany(context: Context, { mode, numberHash }: Reservation): Promise<Refusal> {
  const now = context.now()
  const uses = await findUses(context.sql, mode, numberHash, idAt(later(now, -NUMBER_WINDOW_MS)))
  const free = uses.at(-context.config.limits.identityPerNumber) ?? now
  const waitMs = Math.max(0, later(free, NUMBER_WINDOW_MS).getTime() - now.getTime())
  return new Refusal('identity_limit_reached', {
    retryAfterSeconds: (Math.max(1, Math.ceil(waitMs / HOUR)) * HOUR) / SECOND,
  })
}

type Reserved = 'reserved' | 'insufficient' | 'too_many'
const reserveBatched = batchedFor(reserveMany)

/** A statement can contain a number once, so a repeated number waits for the next statement. */
async function reserveMany(context: Context, all: Reservation[]): Promise<Reserved[]> {
  const decided = new Map<Reservation, Reserved>()
  let waiting = all
  while (waiting.length > 0) {
    const wave = firstOfEachNumber(waiting)
    const now = context.now()
    const outcomes = await reserveAll(context.hot, wave, {
      fee: FEE,
      now,
      due: later(now, ANSWERED_WITHIN_MS),
      usesMax: context.config.limits.identityPerNumber,
      since: idAt(later(now, -NUMBER_WINDOW_MS)),
    })
    const refusedNumbers = new Set<string>()
    for (const [i, reservation] of wave.entries()) {
      const outcome = outcomes[i] as Reserved
      const wallet = `${reservation.businessId} ${reservation.mode}`
      if (outcome === 'too_many') refusedNumbers.add(wallet)
      // The statement also counted the fee of a refused number: try this one again.
      if (outcome === 'insufficient' && refusedNumbers.has(wallet)) continue
      decided.set(reservation, outcome)
    }
    waiting = waiting.filter((reservation) => !decided.has(reservation))
  }
  return all.map((reservation) => decided.get(reservation)!)
}

function firstOfEachNumber(all: Reservation[]): Reservation[] {
  const seen = new Set<string>()
  return all.filter(({ numberHash }) => {
    const name = numberHash.toString('latin1')
    return !seen.has(name) && seen.add(name)
  })
}
