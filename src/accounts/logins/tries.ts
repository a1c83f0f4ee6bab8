import type { Context } from '../../core/context.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findFailures, forgetFailures, takeTry } from './sign-in.sql.ts'

// Limits what can be guessed or sent: passwords and codes of logins (sign-in.ts), codes of
// customers for their kept cards. A try is counted as wrong before it is checked.

/** `windowMs`: a day at most, because counts are deleted after that. */
export type Limit = { triesMax: number; windowMs: number; isGrowing: boolean }
/** `whenSpent`: runs at each try beyond the limit. */
export type Count = { subject: string; limit: Limit; whenSpent?: () => void }

/** With a growing limit, from the fourth failure on: 1 s, 2 s, 4 s, … 64 s. */
const WAIT_AFTER = 3
const WAIT_MS = 1 * SECOND
/** The largest difference between the clocks of two machines. */
const AHEAD_MS = 1 * MINUTE

/** Takes a try of each count, or refuses and takes none. */
export async function takeTries(context: Context, counts: Count[], message?: string) {
  const now = context.now()
  for (const [done, { subject, limit, whenSpent }] of counts.entries()) {
    const { triesMax, windowMs, isGrowing } = limit
    const key = context.keys.fingerprint(subject)
    const times = { since: later(now, -windowMs), ahead: later(now, AHEAD_MS) }
    const window = { now, ...times, triesMax }
    const wait = { after: isGrowing ? WAIT_AFTER : triesMax, ms: WAIT_MS }
    if (await takeTry(context.sql, key, window, wait)) continue
    const kept = await findFailures(context.sql, key)
    // Nothing was checked, so earlier counts are undone.
    for (const taken of counts.slice(0, done)) await giveTriesBack(context, taken.subject, 1)
    const isSpent = kept !== null && kept.failures >= triesMax
    if (isSpent) whenSpent?.()
    throw tooMany(isSpent ? later(kept.since, windowMs) : kept?.nextAt, now, message)
  }
}

export async function giveTriesBack(
  context: Context,
  subject: string,
  tries: number,
): Promise<void> {
  await forgetFailures(context.sql, context.keys.fingerprint(subject), tries)
}

function tooMany(end: Date | undefined, now: Date, message?: string): Refusal {
  const waitMs = end ? end.getTime() - now.getTime() : 0
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / SECOND))
  return new Refusal('too_many_tries', { retryAfterSeconds, ...(message && { message }) })
}
