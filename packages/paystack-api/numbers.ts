import { bytesOf, uuidOf } from '../../src/platform/ids.ts'
import type { Page } from '../../src/platform/paging.ts'
import { Refusal } from '../../src/platform/refusal.ts'

// Paystack numbers its records, and clients keep these numbers in integer fields. Ours are made of
// the id: the millisecond in which it was made, and the twelve random bits behind it. That fits
// into the 53 bits of a JavaScript number until 2089, sorts as ids do, and needs no table: what has
// a number lies between two ids. Two records of one business that are made in the same millisecond
// share a number once in 4,096 times; such a number finds nothing, and the refusal says why.

const FIRST_MS = Date.UTC(2020, 0, 1)
const PER_MS = 4_096
const VERSION_7 = 0x70_00
const NUMBER = /^[1-9][0-9]{0,15}$/
const TWO = 2

export function numberOf(id: string): number {
  const bytes = bytesOf(id)
  return (bytes.readUIntBE(0, 6) - FIRST_MS) * PER_MS + (bytes.readUInt16BE(6) & (PER_MS - 1))
}

/** Null where the text is no number that an id can have. */
export function numberIn(text: string): number | null {
  return NUMBER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
}

/** When it was made. */
export function momentOfNumber(number: number): Date {
  return new Date(FIRST_MS + Math.floor(number / PER_MS))
}

/** The one record with this number, of a list that is newest first; null where there is none. */
export async function oneNumbered<Row>(
  number: number,
  list: (page: Page) => Promise<Row[]>,
  idOf: (row: Row) => string,
): Promise<Row | null> {
  const below = firstAt(number + 1)
  const page: Page = { page: 1, perPage: TWO, below, offset: 0, isUncounted: true }
  const found = (await list(page)).filter((row) => numberOf(idOf(row)) === number)
  if (found.length <= 1) return found[0] ?? null
  const message = 'Two records have this id. Send the reference or the code instead.'
  throw new Refusal('invalid_request', { message })
}

/** All ids with this number or a higher one are greater. */
function firstAt(number: number): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(momentOfNumber(number).getTime(), 0, 6)
  bytes.writeUInt16BE(VERSION_7 + (number % PER_MS), 6)
  return uuidOf(bytes)
}
