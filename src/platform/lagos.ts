import { DAY, HOUR } from './clock.ts'

// Days and times in Lagos, which is UTC+1 all year: every day has 24 hours.

/** `2026-11-21`. */
export type Day = string

export const LAGOS_OFFSET_MS = 1 * HOUR

export function dayOf(moment: Date): Day {
  return localOf(moment).slice(0, 10)
}

/** Whether the date exists. */
export function isDay(text: string): text is Day {
  const moment = new Date(`${text}T00:00:00Z`)
  const isReal = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment.getTime())
  return isReal && moment.toISOString().startsWith(text)
}

/** Midnight in Lagos. */
export function startOf(day: Day): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - LAGOS_OFFSET_MS)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** `2026-11-21T00:30:00.000+01:00`. */
export function inLagos(moment: Date): string {
  return localOf(moment).replace('Z', '+01:00')
}

function localOf(moment: Date): string {
  return new Date(moment.getTime() + LAGOS_OFFSET_MS).toISOString()
}
