import { type Part, partOf } from '../../core/ledger/part.ts'
import { addDays, type Day, dayOf, startOf } from '../../platform/lagos.ts'

// A month of the archive, in Lagos, as the days that the ledger seals.

export type Month = {
  /** `2025-01`. */
  name: string
  /** Its first day. */
  day: Day
  until: Date
  part: Part
}

/** Null if the text is no month such as 2025-01. */
export function readMonth(text: string): Month | null {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? monthFrom(`${text}-01`) : null
}

/** The month in which a moment is. */
export function monthAt(moment: Date): Month {
  return monthFrom(`${dayOf(moment).slice(0, 7)}-01`)
}

export function monthAfter({ until }: Month): Month {
  return monthAt(until)
}

function monthFrom(day: Day): Month {
  const until = startOf(`${addDays(day, 31).slice(0, 7)}-01`)
  return { name: day.slice(0, 7), day, until, part: partOf(startOf(day), until) }
}
