import { later, MINUTE } from '../platform/clock.ts'
import type { Kobo } from '../platform/money.ts'
import type { LastAsked, ReturnEnquiry, ReturnOutcome } from './outcomes.ts'

// Refunds at a provider that takes no reference of ours for them, and for which a repeated request
// is a second refund. So:
//
// (1) The refund's note contains our key. Before a request, all refunds of the charge are searched;
//     one with our key is the answer.
// (2) A refund of the same amount with an unreadable note may be ours: the outcome is `unknown`,
//     and nothing is requested.
// (3) An incomplete list cannot prove that a refund is missing.
// (4) A refund requested within the last ten minutes may not be listed yet, so it is not
//     `not_found`.
// (5) A process makes one call about a charge at a time. Between processes, the caller's lease
//     protects, and the provider rejects refunds above the charge.
// (6) All calls together meet the deadline: a refund that would be late is not requested.

const ON_ITS_WAY_MS = 10 * MINUTE
const NOTE = /^cowrie ([A-Za-z0-9.=-]{1,100})$/

export type NotedRefund = {
  id: string
  amount: Kobo
  /** The provider's id of the charge. */
  charge: string
  /** Our key in its note; null if the note is not ours, or unreadable. */
  key: string | null
  outcome: ReturnOutcome
}

/** The reversal of a whole charge has the key of the charge. */
export function noteOf(key: string): string {
  return `cowrie ${key}`
}

/** Null if the note is not ours. */
export function keyIn(note: unknown): string | null {
  return typeof note === 'string' ? (NOTE.exec(note)?.[1] ?? null) : null
}

/**
 * What to answer instead of requesting a refund; null if it may be requested. `refunds`: all of the
 * charge, null if not known. `isWhole`: only if nothing was refunded of the charge.
 */
export function answerBefore(
  refunds: readonly NotedRefund[] | null,
  { key, amount, charged, isWhole }: { key: string; amount: Kobo; charged: Kobo; isWhole: boolean },
): ReturnOutcome | null {
  if (refunds === null) return { kind: 'unknown' }
  const made = refunds.find((one) => one.key === key)
  if (made) return made.amount === amount ? made.outcome : { kind: 'unknown' }
  const standing = refunds.filter(({ outcome }) => outcome.kind !== 'refused')
  if (standing.some((one) => one.key === null && one.amount === amount)) return { kind: 'unknown' }
  const gone = standing.reduce((sum, one) => sum + one.amount, 0n)
  const hasRoom = isWhole ? gone === 0n : gone + amount <= charged
  return hasRoom ? null : { kind: 'refused', reason: 'amount_too_high' }
}

/** The refund with this key, of which the answer was lost. `refunds`: all that may be it. */
export function answerAfter(
  refunds: readonly NotedRefund[] | null,
  { key, askedAt, askedUntil = askedAt, now }: { key: string; now: Date } & LastAsked,
): ReturnEnquiry {
  if (refunds === null) return { kind: 'unknown' }
  const made = refunds.find((one) => one.key === key)
  if (made) return made.outcome
  const isYoung = askedUntil !== undefined && later(askedUntil, ON_ITS_WAY_MS) > now
  const mayBeOurs = refunds.some((one) => one.key === null)
  return { kind: isYoung || mayBeOurs ? 'unknown' : 'not_found' }
}
