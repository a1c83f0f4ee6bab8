import { providerCall } from '../../core/calls.ts'
import type { Context } from '../../core/context.ts'
import {
  type HoldName,
  heldSince,
  hold,
  isHeld,
  postHold,
  voidHold,
} from '../../core/ledger/ledger.ts'
import { DAY, later } from '../../platform/clock.ts'
import { PAGE_MS_MAX } from '../../platform/provider-settings.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { Mode, ReturnEnquiry } from '../../providers/outcomes.ts'
import type { CardOutcome } from '../../providers/rails.ts'
import { moveAttempt } from './card.sql.ts'
import { type CardAttempt, namesOf, reversalHandle } from './card-attempt.ts'
import { record } from './card-outcome.ts'

// Enquires about charges that a customer or a crash left open, and reverses surplus charges.

/** By then every page of a bank has expired, so the customer cannot pay any more. */
const GIVE_UP_MS = PAGE_MS_MAX + 1 * DAY

/** What an enquiry about a charge says of it. */
export function enquiryOf(context: Context, attempt: CardAttempt) {
  const { amount, atLeast, authorizationId, redirectUrl } = attempt
  const isOnce = authorizationId !== null && redirectUrl === null
  const kept = { ...(isOnce && { isOnce }), ...(atLeast !== null && { atLeast }) }
  return { ...namesOf(context, attempt), amount, ...kept }
}

export const charges = providerCall<CardAttempt, CardOutcome>({
  what: 'charge',
  idKind: 'card_attempt',
  table: 'card_attempt',
  id: 'attemptId',
  columns: { due: 'nextEnquiryAt' },
  isOpen: (sql) => sql`state in ('charging', 'pin', 'otp', 'redirect', 'unknown', 'superseded')`,
  // Excludes attempts that wait for the customer.
  isUnknown: (sql) => sql`state in ('charging', 'unknown')`,
  whenAsked: (sql) => sql`created_at`,
  lastAsked: ({ updatedAt }) => updatedAt,
  needs: [{ what: 'charges' }],
  unheard: 'end',
  neverKnownMs: GIVE_UP_MS,

  reach(context, attempt) {
    const rail = railThatMade(context.rails, 'charges', attempt)
    if (rail === null) return null
    return { enquire: () => rail.enquire(enquiryOf(context, attempt)) }
  },

  async record(context, attempt, outcome) {
    const now = context.now()
    const hasEnded = outcome.kind === 'approved' || outcome.kind === 'declined'
    const isOver = later(attempt.createdAt, GIVE_UP_MS) < now
    if (outcome.kind !== 'never_known' && (hasEnded || !isOver)) {
      return record(context, attempt, outcome)
    }
    await moveAttempt(context.sql, attempt, [attempt.state], {
      state: 'declined',
      declineReason: 'timed_out',
      redirectUrl: null,
      nextEnquiryAt: null,
      updatedAt: now,
    })
  },
})

export const reversals = providerCall<CardAttempt, ReturnEnquiry>({
  what: 'reversal',
  idKind: 'card_attempt',
  table: 'card_attempt',
  id: 'attemptId',
  columns: {
    due: 'nextEnquiryAt',
    asked: 'returnAskedAt',
    accepted: 'returnAcceptedAt',
    handle: 'returnHandle',
  },
  isOpen: (sql) => sql`state = 'surplus'`,
  handles: reversalHandle,
  needs: [{ what: 'charges' }],
  unheard: 'ask again',
  since: ({ sql }, attempt) => heldSince(sql, holdOf(attempt)),

  reach(context, attempt) {
    const rail = railThatMade(context.rails, 'charges', attempt)
    if (rail === null) return null
    const { attemptId: key, businessId: onBehalfOf, amount } = attempt
    return {
      ask: () => rail.reverse({ ...namesOf(context, attempt), amount }),
      enquire: (known) => rail.enquireRefund({ key, onBehalfOf, charge: key, ...known }),
    }
  },

  reserve: {
    isDue: ({ returnAskedAt }) => returnAskedAt === null,
    to: {},
    async inSameCommit(sql, attempt, now) {
      // The hold of an earlier call that the rail did not take.
      if (await isHeld(sql, holdOf(attempt))) return
      const moved = { debit: 'unmatched', credit: 'card_clearing', amount: attempt.amount } as const
      await hold(sql, now, { ...holdOf(attempt), ...moved, occurredAt: now })
    },
  },

  fee: ({ mode, attemptId: causeId }) => {
    return { mode, causeId, reason: 'rail_return_fee', clearing: 'card_clearing' }
  },

  ends: {
    async returned({ sql, now, end }, attempt, { sessionId: returnSessionId }) {
      const ended = await end({ state: 'returned', returnSessionId, updatedAt: now })
      if (ended !== null) await postHold(sql, now, holdOf(attempt))
      return ended
    },
    async refused({ sql, now, end }, attempt) {
      const ended = await end({ state: 'return_refused', updatedAt: now })
      if (ended !== null) await voidHold(sql, now, holdOf(attempt))
      return ended
    },
  },
})

/** Enquires about an attempt at once, even if it is not due. */
export const { advance: enquire } = charges

/** A job. Returns how many rows it claimed. */
export async function enquireDue(context: Context): Promise<number> {
  let taken = 0
  try {
    taken += await reversals.runDue(context)
  } finally {
    taken += await charges.runDue(context)
  }
  return taken
}

/** Enquires about a charge and its reversal, because the provider sent a notification. */
export async function enquireAboutCharge(
  ...news: [context: Context, mode: Mode, rail: string, key: string]
): Promise<void> {
  await charges.enquireAbout(...news)
  await reversals.enquireAbout(...news)
}

function holdOf({ businessId, mode, attemptId: causeId }: CardAttempt): HoldName {
  return { businessId, mode, causeId, reason: 'unmatched_return' }
}
