import { addDays, type Day, dayOf, startOf } from './lagos.ts'

// Working days in Nigeria: Monday to Friday, except federal public holidays. Fixed and Easter
// holidays are computed; one on a weekend moves to the next working day. Lunar holidays, and others
// that the government declares a few days ahead, are data: an operator marks a day as a holiday, or
// a computed holiday as a working day. Public Holidays Act, Cap. P40, LFN 2004, as amended in 2019;
// its schedule lacks Boxing Day, which is declared every year.

/** Days marked by an operator: true is a holiday. */
export type Announced = ReadonlyMap<Day, boolean>

const FIXED = ['01-01', '05-01', '06-12', '10-01', '12-25', '12-26']
const EASTER_OFFSETS = [-2, 1] // Good Friday and Easter Monday.
const SATURDAY = 6
const SUNDAY = 0

export function isWorkingDay(day: Day, announced: Announced): boolean {
  if (isWeekend(day)) return false
  return !(announced.get(day) ?? holidaysOf(Number(day.slice(0, 4))).has(day))
}

/** Payments before this moment are due at `now`. */
export function dueBefore(now: Date, announced: Announced): Date {
  let day = dayOf(now)
  while (!isWorkingDay(day, announced)) day = addDays(day, -1)
  return startOf(day)
}

const years = new Map<number, Set<Day>>()

/** Computed holidays, and the days to which those on weekends move. */
export function holidaysOf(year: number): Set<Day> {
  const known = years.get(year)
  if (known) return known
  const easter = easterOf(year)
  const named = [
    ...FIXED.map((date) => `${year}-${date}`),
    ...EASTER_OFFSETS.map((offset) => addDays(easter, offset)),
  ].sort()
  const holidays = new Set(named)
  for (const day of named) {
    if (!isWeekend(day)) continue
    let given = day
    while (isWeekend(given) || holidays.has(given)) given = addDays(given, 1)
    holidays.add(given)
  }
  years.set(year, holidays)
  return holidays
}

/** Western Easter Sunday, by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25)
  const h = (19 * a + d + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${year}-${pad(Math.floor(sum / 31))}-${pad((sum % 31) + 1)}`
}

function isWeekend(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === SATURDAY || weekday === SUNDAY
}
