import { LAGOS_OFFSET_MS } from '../../platform/lagos.ts'
import type { Kobo } from '../../platform/money.ts'
import { readDecimalNaira } from '../amounts.ts'
import { textOf, momentOf as zonedMomentOf } from '../values.ts'

// Monnify's formats. Nothing here throws.

/** Plain letters only: which others they accept is not documented. */
export function plainText(text: string, lengthMax: number, otherwise: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 .,/_-]+/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, lengthMax)
    .trim()
  return plain === '' ? otherwise : plain
}

/** Null if it is missing, zero or negative. */
export function amountOf(value: unknown): Kobo | null {
  const amount = readDecimalNaira(value)
  return amount !== null && amount > 0n ? amount : null
}

/** A reference of theirs or ours that we can use as an id. */
export function referenceOf(value: unknown): string | null {
  const text = textOf(value)
  return /^(?!\.{1,2}$)[\x21-\x7e]{1,64}$/.test(text) ? text : null
}

/** `2021-11-17 11:28:42.615`, `2026-06-27T09:51:14`: year first. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?$/
/** `30/08/2023 5:13:57 PM`: the day first. */
const SLASHED = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2}) ([AP])M$/
/** `2025-03-04 10:27:AM` */
const TO_THE_MINUTE = /^(\d{4})-(\d{2})-(\d{2}) (\d{1,2}):(\d{2}):([AP])M$/

/** Their times name no zone: Lagos is assumed, an hour ahead of UTC all year. */
export function momentOf(value: unknown): Date | null {
  const zoned = zonedMomentOf(value)
  if (zoned !== null) return zoned
  const text = textOf(value)
  const iso = ISO.exec(text)
  if (iso) {
    const [, year, month, day, hour, minute, second, part = ''] = iso
    const ms = Number(part.padEnd(3, '0').slice(0, 3))
    return lagos([year, month, day, hour, minute, second].map(Number), ms)
  }
  const slashed = SLASHED.exec(text)
  if (slashed) {
    const [, day, month, year, hour, minute, second, half] = slashed
    return lagos([year, month, day, hourOf(hour, half), minute, second].map(Number), 0)
  }
  const [, year, month, day, hour, minute, half] = TO_THE_MINUTE.exec(text) ?? []
  if (half === undefined) return null
  return lagos([year, month, day, hourOf(hour, half), minute].map(Number), 0)
}

/** Of a clock with twelve hours. */
function hourOf(hour: string | undefined, half: string | undefined): number {
  return (Number(hour) % 12) + (half === 'P' ? 12 : 0)
}

function lagos(parts: number[], ms: number): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const moment = new Date(
    Date.UTC(year, month - 1, day, hour, minute, second, ms) - LAGOS_OFFSET_MS,
  )
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60
  return isReal && second < 60 ? moment : null
}
