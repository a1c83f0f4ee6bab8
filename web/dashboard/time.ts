// Times in Lagos, wherever the browser is. Lagos is one hour ahead of UTC, all year.

const ZONE = 'Africa/Lagos'
const DAY_MS = 86_400_000

const full = format({ day: 'numeric', month: 'short', year: 'numeric', ...clock() })
const short = format({ day: 'numeric', month: 'short', ...clock() })
const dateOnly = format({ day: 'numeric', month: 'short', year: 'numeric' })
const dayOnly = format({ day: 'numeric', month: 'short' })
const monthOnly = format({ month: 'long', year: 'numeric' })
const hourOnly = format(clock())
const iso = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE })
const utc = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** 21 Nov 2026, 23:17 */
export function moment(at: string): string {
  return full.format(new Date(at))
}

/** Omits the current year. */
export function momentShort(at: string): string {
  const isThisYear = lagosDay(new Date(at)).slice(0, 4) === lagosDay(new Date()).slice(0, 4)
  return isThisYear ? short.format(new Date(at)) : moment(at)
}

export function date(at: string): string {
  return dateOnly.format(new Date(at))
}

export function day(at: string): string {
  return dayOnly.format(new Date(at))
}

/** November 2026, of `2026-11`. */
export function monthName(month: string): string {
  return monthOnly.format(new Date(`${month}-15T12:00:00Z`))
}

export function hour(at: string): string {
  return hourOnly.format(new Date(at))
}

/** For tooltips, and for comparing with logs. */
export function momentUtc(at: string): string {
  return `${utc.format(new Date(at))} UTC`
}

/** 2026-11-21, the day in Lagos. */
export function lagosDay(at: Date): string {
  return iso.format(at)
}

export function daysAgo(days: number): string {
  return lagosDay(new Date(Date.now() - days * DAY_MS))
}

export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString()
}

/** in 5 minutes, 3 days ago */
export function ago(at: string): string {
  const seconds = Math.round((new Date(at).getTime() - Date.now()) / 1_000)
  const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })
  for (const [unit, size] of [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return relative.format(seconds, 'second')
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** 2 d 3 h, 15 h 42 min, 42 min 7 s, 7 s */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const at = UNITS.findIndex(([, size]) => seconds >= size)
  const [unit, size] = UNITS[at] ?? ['s', 1]
  const [lesser, lesserSize] = UNITS[at + 1] ?? []
  const first = `${Math.floor(seconds / size)} ${unit}`
  if (lesserSize === undefined) return first
  return `${first} ${Math.floor((seconds % size) / lesserSize)} ${lesser}`
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, ...options })
}

function clock(): Intl.DateTimeFormatOptions {
  return { hour: '2-digit', minute: '2-digit' }
}
