import { providerCall } from '../core/calls.ts'
import type { Context } from '../core/context.ts'
import type { NewEvent } from '../core/events/webhooks.sql.ts'
import { EVENTS_TOPIC, emit } from '../core/events/webhooks.ts'
import { batchedFor } from '../platform/batch.ts'
import { DAY, later, SECOND } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import { publicId } from '../platform/ids.ts'
import { Refusal } from '../platform/refusal.ts'
import { railThatMade } from '../providers/made-by.ts'
import type { CodeOutcome } from '../providers/rails.ts'
import { refusalOfFailure } from './failed.ts'
import {
  type Failure,
  findVerification,
  type Recording,
  recordAll,
  setDue,
  type Verification,
  type VerificationId,
  type VerificationKey,
} from './identity.sql.ts'
import { GUESS_ENDS_WITHIN_MS, OTP_LIFE_MS, open } from './identity.ts'
import { eventOf } from './record.ts'

// The spec of identity codes. The registry's answer and the end of the fee's hold are one database
// transaction. A code is requested once; without an answer, it is enquired about until the outcome
// is known.

const ENQUIRED_AFTER_MS = 2 * SECOND

/** Returns if the code was sent; otherwise throws the refusal of the outcome. */
export async function conclude(
  context: Context,
  key: VerificationKey,
  outcome: CodeOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'sent':
      if (await record(context, sent(key, outcome.session, context.now()))) return
      return asConcluded(context, key)
    case 'unknown_number':
    case 'not_sent':
    case 'unavailable':
    case 'not_found':
      if (await record(context, failed(key, outcome.kind))) throw refusalOfFailure(outcome.kind)
      return asConcluded(context, key)
    case 'unknown':
      await setDue(context.sql, key, later(context.now(), ENQUIRED_AFTER_MS))
      throw unknownOutcome(key)
  }
}

/** An enquiry has already recorded an outcome, and that one stands. */
async function asConcluded(context: Context, key: VerificationKey): Promise<void> {
  const found = await findVerification(context.sql, key)
  if (found?.failure) throw refusalOfFailure(found.failure)
}

export const verifications = providerCall<Verification, CodeOutcome>({
  what: 'verification',
  idKind: 'identity_verification',
  table: 'identity_verification',
  id: 'verificationId',
  columns: { due: 'dueAt' },
  isOpen: (sql) => sql`state = 'Requested'`,
  whenAsked: (sql) => sql`created_at`,
  lastAsked: ({ createdAt }) => createdAt,
  needs: [{ what: 'identity' }],
  unheard: 'end',
  // By then the registry has no record, so nobody can prove that a code was sent: the fee returns.
  neverKnownMs: 1 * DAY,

  reach({ rails, keys }, verification) {
    const rail = railThatMade(rails, 'identity', verification)
    if (rail === null) return null
    const { otpId: key, businessId: onBehalfOf, type } = verification
    const number = open(keys, verification, 'number')
    return { enquire: () => rail.enquire({ key, onBehalfOf, type, number }) }
  },

  record: (context, verification, said) =>
    record(
      context,
      said.kind === 'sent'
        ? sent(verification, said.session, verification.createdAt)
        : failed(verification, said.kind),
    ),
})

export const { runDue: concludeDue } = verifications

const HELD =
  'The registry has not responded yet. We keep checking, and hold the fee until the outcome ' +
  'is known. Fetch it with GET /identity/{id}.'

/** No answer in time: names the verification to fetch. */
export function unknownOutcome(
  { verificationId }: { verificationId: VerificationId },
  message: string = HELD,
): Refusal {
  return new Refusal('rail_timeout', {
    message,
    verificationId: publicId('identity_verification', verificationId),
  })
}

function sent(key: VerificationKey, railSession: string, otpSentAt: Date): Recording {
  return { ...key, outcome: 'sent', railSession, otpSentAt, ...timesOf(otpSentAt) }
}

/** When a code sent at this time expires, and when a job ends the verification. */
export function timesOf(otpSentAt: Date): { otpExpiresAt: Date; dueAt: Date } {
  const otpExpiresAt = later(otpSentAt, OTP_LIFE_MS)
  return { otpExpiresAt, dueAt: later(otpExpiresAt, GUESS_ENDS_WITHIN_MS) }
}

function failed(key: VerificationKey, outcome: Failure): Recording {
  const never = { railSession: null, otpSentAt: null, otpExpiresAt: null, dueAt: null }
  return { ...key, outcome, ...never }
}

/** False, and nothing is changed, if an outcome is recorded already. */
const record = batchedFor(async (context: Context, all: Recording[]) => {
  const now = context.now()
  const failures = all.filter(({ outcome }) => outcome !== 'sent')
  const moved =
    failures.length === 0
      ? await recordAll(context.hot, now, all)
      : await context.sql.begin((sql) => recordWithEvents(sql, now, all, failures))
  for (const { verificationId, businessId, mode } of failures) {
    if (moved.has(verificationId)) context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  }
  return all.map(({ verificationId }) => moved.has(verificationId))
})

async function recordWithEvents(sql: Sql, now: Date, all: Recording[], failures: Recording[]) {
  const moved = await recordAll(sql, now, all)
  const failed = failures.filter(({ verificationId }) => moved.has(verificationId))
  const events: NewEvent[] = []
  for (const key of failed) {
    events.push(eventOf('identity.failed', (await findVerification(sql, key))!, now))
  }
  await emit(sql, events)
  return moved
}
