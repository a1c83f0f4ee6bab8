import { DAY } from './clock.ts'
import { keepSums, listKeptSums, type Subject, type Whose } from './day-sums.sql.ts'
import type { Database } from './db.ts'

// Sums of days that are over are kept, so that those of a month cost what a few of its days cost.
// The days are those of Lagos.
//
//   (none) ──> kept     [sumsOfDays, when the day is over and no payment in it is open]
//   kept ──> kept       [sumsOfDays, when the day is twice as old as it was when it was counted]
//
// (1) Nothing that is written looks at these sums: a payment pays nothing for them.
// (2) What comes to a day late is in its sums in the end, and in at most as much time as it was
//     late: a payment of which the bank tells two hours after midnight is there before four.
// (3) Examples are made far in the past. What was counted before a run of them ended is not read.

/** Days that one statement counts: it must end within its time limit, and what it has stays. */
const STEP = 5

export type Stretch = { from: Date; to: Date }
export type Counting = {
  subject: Subject
  /** Of each stretch its sums, always the same ones in the same order. */
  count: (stretches: Stretch[]) => Promise<bigint[][]>
  /** Whether the sums of a day that is over may still change. */
  isOpen?: (sums: bigint[]) => boolean
}

/**
 * `days`: the oldest first, without a gap; the first and the last may be parts of days, which are
 * counted each time. Of each counting the sums of each day.
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
