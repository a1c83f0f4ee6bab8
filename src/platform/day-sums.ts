import { DAY } from './clock.ts'
import { keepSums, listKeptSums, type Subject, type Whose } from './day-sums.sql.ts'
import type { Database } from './db.ts'

// Sums of past days (in Lagos) are stored, so that the sums of a month cost those of a few days.
//
//   (none) ──> kept   [sumsOfDays: the day is over, and none of its payments is open]
//   kept ──> kept     [sumsOfDays: the day is twice as old as when it was counted]
//
// (1) Payments do not touch these sums, so they cost them nothing.
// (2) What arrives late is counted after twice its delay: a payment that the bank reports two hours
//     after midnight is included before four.
// (3) Examples are created in the past. Sums that were counted before a run of examples ended are
//     not used.

/** Days per statement. Each must end within the time limit; counted days are kept. */
const STEP = 5

export type Stretch = { from: Date; to: Date }
export type Counting = {
  subject: Subject
  /** The sums of each stretch, always in the same order. */
  count: (stretches: Stretch[]) => Promise<bigint[][]>
  /** Whether the sums of a past day can still change. */
  isOpen?: (sums: bigint[]) => boolean
}

/**
 * `days`: oldest first, without a gap. The first and last may be parts of days, and are always
 * counted. Returns the sums of each day.
 */
export async function sumsOfDays(
  sql: Database,
  whose: Whose,
  now: Date,
  days: Stretch[],
  countings: Counting[],
): Promise<bigint[][][]> {
  const kept = await listKeptSums(sql, whose, now, days[0]!.from, days.at(-1)!.to)
  const found = new Map(
    kept.map(({ subject, dayStart, sums }) => [nameOf(subject, dayStart), sums]),
  )
  await Promise.all(
    countings.map(async ({ subject, count, isOpen = () => false }) => {
      const isKept = (day: Stretch) => isWhole(day) && found.has(nameOf(subject, day.from))
      const missing = days.filter((day) => !isKept(day))
      for (let at = 0; at < missing.length; at += STEP) {
        const step = missing.slice(at, at + STEP)
        const all = await count(step)
        const counted = step.map((day, i) => ({ ...day, dayStart: day.from, sums: all[i]! }))
        for (const { dayStart, sums } of counted) found.set(nameOf(subject, dayStart), sums)
        const closed = counted.filter((day) => isWhole(day) && day.to < now && !isOpen(day.sums))
        if (closed.length > 0) await keepSums(sql, whose, subject, closed, now)
      }
    }),
  )
  return countings.map(({ subject }) => days.map(({ from }) => found.get(nameOf(subject, from))!))
}

function isWhole({ from, to }: Stretch): boolean {
  return to.getTime() - from.getTime() === DAY
}

function nameOf(subject: Subject, dayStart: Date): string {
  return `${subject} ${dayStart.getTime()}`
}
