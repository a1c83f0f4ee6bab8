import type { Context } from '../context.ts'
import {
  AlreadyWritten,
  type HoldName,
  heldSince,
  hold,
  postHold,
  voidHold,
} from '../ledger/ledger.ts'
import { bookRailFee } from '../ledger/rail-fees.ts'
import { DAY, HOUR, later, MINUTE } from '../lib/clock.ts'
import { isUuid } from '../lib/ids.ts'
import { PAGE_MS_MAX } from '../lib/provider-settings.ts'
import { askKeeping } from '../rails/handles.ts'
import { railThatMade, type Unknown, type Waiting } from '../rails/made-by.ts'
import type { CardRail, Mode, ReturnEnquiry } from '../rails/rails.ts'
import {
  claimEnquiries,
  countEnquiriesDue,
  countEnquiriesWaiting,
  listUnknownAttempts,
  moveAttempt,
  setDue,
} from './card.sql.ts'
import {
  CALL_LEASE_MS,
  type CardAttempt,
  namesOf,
  nextEnquiryOf,
  reversalHandle,
} from './card-attempt.ts'
import { record } from './card-outcome.ts'

// What the customer, or a crash, left open: the rail is asked where the charge stands. And what
// was charged for nothing is given back.

const BATCH_MAX = 50
/** A customer who has not come back by then does not: no page can be paid on any more. */
const GIVE_UP_MS = PAGE_MS_MAX + 1 * DAY
/** A call that nobody waits for any more may still be on its way to the rail. */
const ARRIVES_WITHIN_MS = 2 * MINUTE
/** After the first request for a reversal: from then on, each answer that says nothing is told. */
const LATE_MS = 1 * HOUR

/** A job. Answers how many it took up. What fails is thrown when the others had their turn. */
export async function enquireDue(context: Context): Promise<number> {
  const now = context.now()
  const until = later(now, CALL_LEASE_MS)
  const due = await claimEnquiries(context.sql, context.rails, { now, until, max: BATCH_MAX })
  const failures: unknown[] = []
  for (const attempt of due) {
    const taken = attempt.state === 'surplus' ? giveBack : enquire
    await taken(context, attempt).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
  return due.length
}

/** There is news of what a rail calls by this key, or of its reversal: it is asked about now. */
export async function enquireAboutCharge(
  { sql, now }: Context,
  mode: Mode,
  rail: string,
  key: string,
): Promise<void> {
  if (isUuid(key)) await setDue(sql, { mode, rail }, key, now())
}

/** Asks where the charge stands. An answer that tells nothing changes nothing. */
export async function enquire(context: Context, attempt: CardAttempt): Promise<void> {
  const rail = railThatMade(context.rails, 'charges', attempt)
  if (rail === null) return
  const { amount } = attempt
  const asked = rail.enquire({ ...namesOf(context, attempt), amount })
  const outcome = await askKeeping(context, asked)
  const now = context.now()
  const waits = outcome.kind !== 'approved' && outcome.kind !== 'declined'
  if (waits && later(attempt.createdAt, GIVE_UP_MS) < now) {
    const ended = {
      state: 'declined',
      declineReason: 'timed_out',
      redirectUrl: null,
      nextEnquiryAt: null,
      updatedAt: now,
    } as const
    await moveAttempt(context.sql, attempt, [attempt.state], ended)
    return
  }
  // Down, no answer, or perhaps not there yet: it stands as it stood, and is asked again when the
  // lease has passed.
  if (outcome.kind === 'unavailable' || outcome.kind === 'unknown') return
  if (outcome.kind === 'not_found' && later(attempt.updatedAt, ARRIVES_WITHIN_MS) > now) return
  await record(context, attempt, outcome)
}

async function giveBack(context: Context, attempt: CardAttempt): Promise<void> {
  const rail = railThatMade(context.rails, 'charges', attempt)
  if (rail === null) return
  const { businessId, mode, attemptId: causeId } = attempt
  const name = { businessId, mode, causeId, reason: 'unmatched_return' } as const
  const fee = { mode, causeId, reason: 'rail_return_fee', clearing: 'card_clearing' } as const
  const outcome = await askBack(context, rail, attempt)

  const now = context.now()
  const ended = { nextEnquiryAt: null, updatedAt: now }
  switch (outcome.kind) {
    case 'returned':
      await bookRailFee(context, fee, outcome)
      await context.sql.begin(async (sql) => {
        const returnSessionId = outcome.sessionId
        const to = { ...ended, state: 'returned', returnSessionId } as const
        if (await moveAttempt(sql, attempt, ['surplus'], to)) await postHold(sql, now, name)
      })
      return
    case 'refused':
      await context.sql.begin(async (sql) => {
        const to = { ...ended, state: 'return_refused' } as const
        if (await moveAttempt(sql, attempt, ['surplus'], to)) await voidHold(sql, now, name)
      })
      return
    case 'accepted':
    case 'not_found':
    case 'unavailable':
    case 'unknown':
      await wait(context, attempt, name, outcome)
  }
}

/** Whatever may have been asked for is first enquired about. */
async function askBack(
  context: Context,
  rail: CardRail,
  attempt: CardAttempt,
): Promise<ReturnEnquiry> {
  const { attemptId: key, businessId: onBehalfOf, amount, returnAskedAt } = attempt
  if (returnAskedAt === null) await reserve(context, attempt)
  else {
    const known = reversalHandle.handBack(context, attempt, attempt.returnHandle)
    const asked = { key, onBehalfOf, charge: key, askedAt: returnAskedAt, ...known }
    const outcome = await askKeeping(context, rail.enquireRefund(asked))
    if (outcome.kind !== 'not_found' || attempt.returnAcceptedAt !== null) return outcome
  }
  const now = context.now()
  await moveAttempt(context.sql, attempt, ['surplus'], { returnAskedAt: now, updatedAt: now })
  return askKeeping(context, rail.reverse({ ...namesOf(context, attempt), amount }))
}

async function wait(
  context: Context,
  attempt: CardAttempt,
  name: HoldName,
  outcome: ReturnEnquiry,
): Promise<void> {
  const now = context.now()
  const { businessId, mode, attemptId } = attempt
  const isInHand = outcome.kind === 'accepted'
  if (!isInHand && later(await heldSince(context.sql, name), LATE_MS) <= now) {
    const fields = { businessId, mode, attempt: attemptId }
    context.log.error(fields, 'the outcome of a reversal is still unknown')
  }
  await moveAttempt(context.sql, attempt, ['surplus'], {
    returnAcceptedAt: attempt.returnAcceptedAt ?? (isInHand ? now : null),
    returnHandle: reversalHandle.keep(context, attempt, attempt.returnHandle, outcome),
    nextEnquiryAt: nextEnquiryOf(attempt, 'surplus', now),
    updatedAt: now,
  })
}

/** Held once, whoever tries again after a crash: the key of the entry says so. */
async function reserve(context: Context, attempt: CardAttempt): Promise<void> {
  const now = context.now()
  const { businessId, mode, attemptId, amount } = attempt
  await context.sql
    .begin((sql) =>
      hold(sql, now, {
        businessId,
        mode,
        causeId: attemptId,
        reason: 'unmatched_return',
        debit: 'unmatched',
        credit: 'card_clearing',
        amount,
        occurredAt: now,
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyWritten)) throw error
    })
}

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countEnquiriesDue(sql, now(), max)
}

/** Of each rail the oldest of which nobody knows what became of it. */
export async function unknownOf({ sql }: Context, before: Date): Promise<Unknown[]> {
  return listUnknownAttempts(sql, before)
}

/** What waits for a rail that is not configured any more. */
export async function waitingOf({ sql, rails }: Context, max: number): Promise<Waiting[]> {
  return countEnquiriesWaiting(sql, rails, max)
}
