import { keepSums, listKeptSums } from './day-sums.sql.ts'
import type { Database } from './db.ts'
import type { Whose } from './list-count.ts'

// Sums of days that are over are counted once and kept, so that the sums of a month cost what the
// last day costs. The days are those of Lagos.
//
//   (none) ──> kept                    [sumsOfDays, more than an hour after the day's end]
//   kept ──> changed                   [triggers: something came to a day an hour after it was
//                                       over, such as a payment of which the bank told late]
//   changed ──> kept                   [sumsOfDays, ten minutes after the last change]
//
// (1) What is kept is final: no payment in it is open, and what has closed stays as it is.
// (2) A change is noted in the database transaction that makes it. Sums that were counted before
//     it, or while it may have been under way, are not read.

/** Days that one statement counts: it must end within its time limit, and what it has stays. */
const STEP = 5

export type Subject = 'made' | 'paid' | 'deposits'
export type Stretch = { from: Date; to: Date }
export type Counting = {
  subject: Subject
  /** Of each stretch its sums, always the same ones in the same order. */
  count: (stretches: Stretch[]) => Promise<bigint[][]>
  /** Whether the sums of a day that is over may still change. */
  isOpen?: (sums: bigint[]) => boolean
}

/** `days`: the oldest first, without a gap. Of each counting the sums of each day. */
export async function sumsOfDays(
  sql: Database,
  whose: Whose,
  now: Date,
  days: Stretch[],
  countings: Counting[],
): Promise<bigint[][][]> {
  const kept = await listKeptSums(sql, whose, days[0]!.from, days.at(-1)!.to)
  const found = new Map(
    kept.map(({ subject, dayStart, sums }) => [nameOf(subject, dayStart), sums]),
  )
  await Promise.all(
    countings.map(async ({ subject, count, isOpen = () => false }) => {
      const missing = days.filter(({ from }) => !found.has(nameOf(subject, from)))
      for (let at = 0; at < missing.length; at += STEP) {
        const step = missing.slice(at, at + STEP)
        const all = await count(step)
        const counted = step.map(({ from: dayStart, to }, i) => ({ dayStart, to, sums: all[i]! }))
        for (const { dayStart, sums } of counted) found.set(nameOf(subject, dayStart), sums)
        const closed = counted.filter(({ to, sums }) => to <= now && !isOpen(sums))
        if (closed.length > 0) await keepSums(sql, whose, subject, closed)
      }
    }),
  )
  return countings.map(({ subject }) => days.map(({ from }) => found.get(nameOf(subject, from))!))
}

function nameOf(subject: Subject, dayStart: Date): string {
  return `${subject} ${dayStart.getTime()}`
}
