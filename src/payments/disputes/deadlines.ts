import { HOUR, later, MINUTE } from '../../platform/clock.ts'
import { addDays, type Day, dayOf, startOf } from '../../platform/lagos.ts'
import { type Announced, isWorkingDay } from '../../platform/working-days.ts'
import type { DisputeCategory } from '../../providers/outcomes.ts'

// Until when a business can answer, where its provider does not say. Times are those of Lagos.

/** Paystack: 16 hours; the clock stands still from Friday 23:59 to Monday 00:00. */
const PAYSTACK_HOURS = 16
/** Flutterwave, local cards: 10 working hours. Counted around the clock, to be early, not late. */
const FLUTTERWAVE_HOURS = 10
/** The draft rules of the Central Bank on fraud by transfer give 14 working days. */
const WORKING_DAYS = 14
const FRIDAY = 5

export function deadlineOf(
  { rail, category }: { rail: string; category: DisputeCategory },
  from: Date,
  announced: Announced,
): Date {
  if (category === 'chargeback') {
    if (rail === 'paystack') return afterHours(from, PAYSTACK_HOURS, isWeekday)
    if (rail === 'flutterwave') {
      return afterHours(from, FLUTTERWAVE_HOURS, (day) => isWorkingDay(day, announced))
    }
  }
  return afterWorkingDays(from, WORKING_DAYS, announced)
}

/** The end of this many working days after the day of `from`. */
function afterWorkingDays(from: Date, days: number, announced: Announced): Date {
  let day = dayOf(from)
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    if (isWorkingDay(day, announced)) left -= 1
  }
  return startOf(addDays(day, 1))
}

/** Counts the hours of days that count; of a Friday, up to 23:59. */
function afterHours(from: Date, hours: number, counts: (day: Day) => boolean): Date {
  let leftMs = hours * HOUR
  for (let at = from; ; ) {
    const day = dayOf(at)
    const next = startOf(addDays(day, 1))
    const end = weekdayOf(day) === FRIDAY ? later(next, -MINUTE) : next
    const hereMs = counts(day) ? Math.max(end.getTime() - at.getTime(), 0) : 0
    if (leftMs <= hereMs) return later(at, leftMs)
    leftMs -= hereMs
    at = next
  }
}

function isWeekday(day: Day): boolean {
  return weekdayOf(day) >= 1 && weekdayOf(day) <= FRIDAY
}

function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
