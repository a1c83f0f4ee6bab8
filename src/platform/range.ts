import { DAY, later } from './clock.ts'
import { isDay, startOf } from './lagos.ts'
import { refuseFields } from './refusal.ts'

// The only reader of days, times and ranges in queries and bodies.
//
// (1) A time has a zone.
// (2) A range begins at `from` and ends before `to`. A day is that of Lagos: as `from` its first
//     moment, as `to` its end. So the same day in both is that whole day.
// (3) An empty range is refused.

const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.(\d{1,9}))?)?(?:Z|[+-]\d\d:\d\d)$/

export const WANTS_MOMENT = 'must be a time with its zone, such as 2026-11-28T09:30:00Z'
export const WANTS_EDGE =
  'must be a day such as 2026-11-28, or a time with its zone such as 2026-11-28T09:30:00Z'

export type Range = { from: Date | null; to: Date | null }

/** Null if it is no time. Fractions of a millisecond round up, so that a range stays exact. */
export function readMoment(text: string): Date | null {
  const [, day, fraction = ''] = MOMENT.exec(text) ?? []
  const ms = Date.parse(text) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0)
  return day !== undefined && isDay(day) && isKept(ms) ? new Date(ms) : null
}

/** An end of a range: a day or a time. Null if it is neither. */
export function readEdge(text: string, edge: 'from' | 'to'): Date | null {
  if (!isDay(text)) return readMoment(text)
  const moment = later(startOf(text), edge === 'from' ? 0 : DAY)
  return isKept(moment.getTime()) ? moment : null
}

/** Absent ends, and those that the schema rejected, are null. */
export function readRange({
  from,
  to,
}: {
  from?: string | undefined
  to?: string | undefined
}): Range {
  const edge = (name: 'from' | 'to', text: unknown) =>
    typeof text === 'string' ? readEdge(text, name) : null
  const range = { from: edge('from', from), to: edge('to', to) }
  if (range.from !== null && range.to !== null && range.from >= range.to) {
    refuseFields([{ field: 'to', code: 'out_of_range', message: 'to must be later than from.' }])
  }
  return range
}

/** PostgreSQL has no year 0, and an offset may lead out of the years 1000 to 9999. */
function isKept(ms: number): boolean {
  return ms >= Date.UTC(999, 11, 31) && ms < Date.UTC(10_000, 0, 1)
}
