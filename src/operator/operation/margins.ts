import type { Context } from '../../core/context.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import { idAt } from '../../platform/ids.ts'
import { addDays, dayOf, startOf } from '../../platform/lagos.ts'
import {
  claimMarginDay,
  forgetSummed,
  listMargins,
  type Margin,
  replaceMargins,
  upsertMarginDays,
} from './margins.sql.ts'

// What is left of the fees that businesses pay when the providers have taken theirs: of each
// provider and day, summed from the ledger by a job. A fee and a cost belong to the day on which
// what they are for was made, so that the margin of a payment stands on one day. Today and
// yesterday are summed every few minutes, the days before once a day: refunds cost later.

const MARGIN_DAYS = 30
const RECENT_MS = 5 * MINUTE
const OLD_MS = 1 * DAY
/** Forgotten then. */
const KEPT_DAYS = 60

/** A job: sums one day. Answers how many it took up. */
export async function sumMargins({ sql, now }: Context): Promise<number> {
  const at = now()
  const today = dayOf(at)
  const days = Array.from({ length: MARGIN_DAYS }, (_, back) => addDays(today, -back))
  await upsertMarginDays(sql, days, addDays(today, -KEPT_DAYS))
  return sql.begin(async (begun) => {
    const day = await claimMarginDay(begun, {
      recent: addDays(today, -1),
      recentBefore: later(at, -RECENT_MS),
      oldBefore: later(at, -OLD_MS),
      now: at,
    })
    if (day === null) return 0
    const ids = { from: idAt(startOf(day)), to: idAt(startOf(addDays(day, 1))) }
    await replaceMargins(begun, day, ids)
    return 1
  })
}

/** After something was made in the past: the job sums these days again. */
export async function sumMarginsAgain({ sql }: Pick<Context, 'sql'>, from: string): Promise<void> {
  await forgetSummed(sql, from)
}

/** The oldest first; days without anything are missing. */
export async function marginsOf({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<Margin[]> {
  return listMargins(sql, addDays(dayOf(now()), 1 - MARGIN_DAYS))
}

/** Each of the days shown, the oldest first. */
export function marginDays(now: Date): string[] {
  const today = dayOf(now)
  return Array.from({ length: MARGIN_DAYS }, (_, at) => addDays(today, at + 1 - MARGIN_DAYS))
}
