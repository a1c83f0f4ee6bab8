import type { Context } from '../context.ts'
import { batchedFor } from '../lib/batch.ts'
import { DAY, later, MINUTE, SECOND } from '../lib/clock.ts'
import { publicId } from '../lib/ids.ts'
import { Refusal } from '../lib/refusal.ts'
import { ask } from '../rails/ask.ts'
import { railThatMade, type Unknown, type Waiting } from '../rails/made-by.ts'
import type { CodeOutcome } from '../rails/rails.ts'
import {
  claimRequested,
  countRequestedDue,
  countRequestedWaiting,
  findVerification,
  listUnknown,
  recordAll,
  setDue,
} from './identity.sql.ts'
import {
  type Failure,
  GUESS_ENDS_WITHIN_MS,
  OTP_LIFE_MS,
  open,
  type Verification,
  type VerificationId,
  type VerificationKey,
} from './identity.ts'

// Concludes what was asked of the registry: its answer and what becomes of the fee are one
// database transaction. What nobody has heard the end of, for want of an answer or for a crash, is
// a row that is due: the registry is asked about it until it is known.

const BATCH_MAX = 50
const ASK_FIRST_MS = 2 * SECOND
const ASK_EVERY_MS_MAX = 10 * MINUTE
const LEASE_MS = 1 * MINUTE
/** A call that nobody waits for any more may still be on its way to the registry. */
const ARRIVES_WITHIN_MS = 2 * MINUTE
/** By then the registry has forgotten. Nobody can show that a code left: the fee comes back. */
const GIVE_UP_MS = 1 * DAY

export type Recording = VerificationKey & {
  outcome: 'sent' | Failure
  railSession: string | null
  otpSentAt: Date | null
  otpExpiresAt: Date | null
  dueAt: Date | null
}

/** Returns where the code has left; refuses by what else the registry said. */
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
      await setDue(context.sql, key, later(context.now(), ASK_FIRST_MS))
      throw unknownOutcome(key)
  }
}

/** Whoever asked about it meanwhile was first, and their word stands. */
async function asConcluded(context: Context, key: VerificationKey): Promise<void> {
  const found = await findVerification(context.sql, key)
  if (found?.failure) throw refusalOfFailure(found.failure)
}

/** A job. Answers how many it took up. What fails is thrown when the others had their turn. */
export async function concludeDue(context: Context): Promise<number> {
  const now = context.now()
  const until = later(now, LEASE_MS)
  const due = await claimRequested(context.sql, context.rails, { now, until, max: BATCH_MAX })
  const failures: unknown[] = []
  for (const verification of due) {
    await enquire(context, verification).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
  return due.length
}

async function enquire(context: Context, verification: Verification): Promise<void> {
  const rail = railThatMade(context.rails, 'identity', verification)
  if (rail === null) return
  const { type, otpId: key, createdAt } = verification
  const number = open(context.keys, verification, 'number')
  const outcome = await ask(
    rail.enquire({ key, onBehalfOf: verification.businessId, type, number }),
  )
  const now = context.now()
  const ageMs = now.getTime() - createdAt.getTime()
  switch (outcome.kind) {
    case 'sent':
      await record(context, sent(verification, outcome.session, createdAt))
      return
    case 'unknown_number':
    case 'not_sent':
      await record(context, failed(verification, outcome.kind))
      return
    case 'not_found':
      if (ageMs >= ARRIVES_WITHIN_MS) await record(context, failed(verification, 'not_found'))
      else await setDue(context.sql, verification, later(createdAt, ARRIVES_WITHIN_MS))
      return
    case 'unavailable':
    case 'unknown':
      if (ageMs >= GIVE_UP_MS) await record(context, failed(verification, 'never_known'))
      else await setDue(context.sql, verification, later(now, waitAfter(ageMs)))
  }
}

/** Ever longer, and never too long. */
function waitAfter(ageMs: number): number {
  return Math.min(Math.max(ageMs, ASK_FIRST_MS), ASK_EVERY_MS_MAX)
}

export function refusalOfFailure(failure: Failure): Refusal {
  switch (failure) {
    case 'unknown_number':
      return new Refusal('identity_not_found')
    case 'not_sent':
      return new Refusal('otp_not_sent')
    case 'unavailable':
    case 'not_found': {
      const message = 'The identity registry is down. No code was sent, and nothing was charged.'
      return new Refusal('rail_unavailable', { message })
    }
    case 'never_known': {
      const message = 'The registry never confirmed whether a code was sent. Nothing was charged.'
      return new Refusal('rail_unavailable', { message })
    }
  }
}

const HELD =
  'The registry has not responded yet. We keep checking, and hold the fee until the outcome ' +
  'is known. Fetch it with GET /identity/{id}.'

/** No answer in time: says what to ask about. */
export function unknownOutcome(
  { verificationId }: { verificationId: VerificationId },
  message: string = HELD,
): Refusal {
  return new Refusal('rail_timeout', {
    message,
    verificationId: publicId('idv', verificationId),
  })
}

function sent(key: VerificationKey, railSession: string, otpSentAt: Date): Recording {
  return { ...key, outcome: 'sent', railSession, otpSentAt, ...timesOf(otpSentAt) }
}

/** How long a code that was sent then is good, and when a job is to look after it. */
export function timesOf(otpSentAt: Date): { otpExpiresAt: Date; dueAt: Date } {
  const otpExpiresAt = later(otpSentAt, OTP_LIFE_MS)
  return { otpExpiresAt, dueAt: later(otpExpiresAt, GUESS_ENDS_WITHIN_MS) }
}

function failed(key: VerificationKey, outcome: Failure): Recording {
  const never = { railSession: null, otpSentAt: null, otpExpiresAt: null, dueAt: null }
  return { ...key, outcome, ...never }
}

/** False, and nothing is changed, where somebody else was first. */
const record = batchedFor(async (context: Context, all: Recording[]) => {
  const moved = await recordAll(context.hot, context.now(), all)
  return all.map(({ verificationId }) => moved.has(verificationId))
})

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countRequestedDue(sql, now(), max)
}

/** Of each registry the oldest of which nobody knows what became of it. */
export async function unknownOf({ sql }: Context, before: Date): Promise<Unknown[]> {
  return listUnknown(sql, before)
}

/** What waits for a registry that is not configured any more. */
export async function waitingOf({ sql, rails }: Context, max: number): Promise<Waiting[]> {
  return countRequestedWaiting(sql, rails, max)
}
