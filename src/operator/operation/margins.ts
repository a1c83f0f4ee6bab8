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

// Margins: fees paid by businesses minus fees charged by providers, per provider and day, summed
// from the ledger by a job. Both count on the day on which the payment (or its like) was created.
// Today and yesterday are summed every few minutes; earlier days once a day, because refunds cost
// later.

const MARGIN_DAYS = 30
const RECENT_MS = 5 * MINUTE
const OLD_MS = 1 * DAY
/** Older days are deleted. */
const KEPT_DAYS = 60

/** A job: sums one day. Returns how many it processed. */
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
    // Its time is that of the payments of a day, which have no limit.
    await begun.liftTimeLimit()
    const ids = { from: idAt(startOf(day)), to: idAt(startOf(addDays(day, 1))) }
    await replaceMargins(begun, day, ids)
    return 1
  })
}

/** For data that was created in the past: the job sums these days again. */
export async function sumMarginsAgain({ sql }: Pick<Context, 'sql'>, from: string): Promise<void> {
  await forgetSummed(sql, from)
}

/** Oldest first; days without data are missing. */
export async function marginsOf({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<Margin[]> {
  return listMargins(sql, addDays(dayOf(now()), 1 - MARGIN_DAYS))
}

/** The days shown, oldest first. */
export function marginDays(now: Date): string[] {
  const today = dayOf(now)
  return Array.from({ length: MARGIN_DAYS }, (_, at) => addDays(today, at + 1 - MARGIN_DAYS))
}
