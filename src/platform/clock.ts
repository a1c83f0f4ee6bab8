export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Milliseconds since an arbitrary moment. They only grow, whoever sets the clock. */
export function monotonicMs(): number {
  return performance.now()
}

export function later(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'))
const DAYS_MAX = 1_000
/** `2026-11-22T` by the number of the day. */
const days = new Map<number, string>()

/** The same as `toISOString`, several times faster: each record has several times. */
export function isoOf(moment: Date): string {
  const ms = moment.getTime()
  const day = Math.floor(ms / DAY)
  const rest = ms - day * DAY
  const hours = TWO_DIGITS[Math.floor(rest / HOUR)]
  const minutes = TWO_DIGITS[Math.floor(rest / MINUTE) % 60]
  const seconds = TWO_DIGITS[Math.floor(rest / SECOND) % 60]
  const start = days.get(day) ?? dayOf(day)
  return `${start}${hours}:${minutes}:${seconds}.${THREE_DIGITS[rest % SECOND]}Z`
}

function dayOf(day: number): string {
  const text = new Date(day * DAY).toISOString()
  const start = text.slice(0, text.indexOf('T') + 1)
  if (days.size >= DAYS_MAX) days.clear()
  days.set(day, start)
  return start
}
