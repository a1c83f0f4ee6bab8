import { DAY } from '../../platform/clock.ts'
import { LAGOS_OFFSET_MS } from '../../platform/lagos.ts'
import { type Kobo, kobo } from '../../platform/money.ts'

// When the periods of a subscription begin, and what a part of one costs. Pure functions.
//
// (1) Periods follow from the anchor, never from one another: 31 January, 28 or 29 February,
//     31 March.
// (2) Days are those of Lagos, which has no clock changes. The time of day is that of the anchor.

export const INTERVALS = [
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'biannually',
  'annually',
] as const
export type Interval = (typeof INTERVALS)[number]

const DAYS: { [I in Interval]?: number } = { daily: 1, weekly: 7 }
const MONTHS: { [I in Interval]?: number } = {
  monthly: 1,
  quarterly: 3,
  biannually: 6,
  annually: 12,
}

/** `count` intervals after the anchor. In a month that lacks the day, the last day of the month. */
export function intervalsAfter(anchor: Date, interval: Interval, count: number): Date {
  const local = new Date(anchor.getTime() + LAGOS_OFFSET_MS)
  const days = DAYS[interval]
  if (days !== undefined) return new Date(anchor.getTime() + count * days * DAY)
  const months = local.getUTCMonth() + count * MONTHS[interval]!
  const midnight = Date.UTC(local.getUTCFullYear(), months, 1)
  const timeOfDay = local.getTime() % DAY
  const inMonth = new Date(midnight)
  const lastDay = new Date(
    Date.UTC(inMonth.getUTCFullYear(), inMonth.getUTCMonth() + 1, 0),
  ).getUTCDate()
  const day = Math.min(local.getUTCDate(), lastDay)
  return new Date(midnight + (day - 1) * DAY + timeOfDay - LAGOS_OFFSET_MS)
}

/** The first count, at least `least`, whose moment is not before `at`. */
export function countUntil(anchor: Date, interval: Interval, at: Date, least: number): number {
  const days = DAYS[interval] ?? MONTHS[interval]! * 31
  // Months have at most 31 days, so this many whole intervals are over.
  const over = Math.floor((at.getTime() - anchor.getTime()) / (days * DAY))
  let count = Math.max(least, over)
  while (intervalsAfter(anchor, interval, count) < at) count += 1
  return count
}

/** The price of what is left of a period, in whole kobo, rounded down. */
export function partOf(price: Kobo, at: Date, { start, end }: { start: Date; end: Date }): Kobo {
  const whole = BigInt(end.getTime() - start.getTime())
  const left = BigInt(Math.max(0, end.getTime() - Math.max(at.getTime(), start.getTime())))
  return kobo((price * left) / whole)
}
