import type { Scope } from '../../src/core/context.ts'
import { bytesOf, uuidOf } from '../../src/platform/ids.ts'
import { firstPage, type Listed, type Page } from '../../src/platform/paging.ts'
import { Refusal } from '../../src/platform/refusal.ts'

// Paystack numbers its records, and clients store these numbers as integers. Ours come from the id:
// its millisecond and the twelve random bits that follow. They fit into the 53 bits of a JavaScript
// number until 2089, sort like ids, and need no table: a number is a range of ids. Two records of a
// business from the same millisecond share a number once in 4,096 times; such a number is refused.

const FIRST_MS = Date.UTC(2020, 0, 1)
const PER_MS = 4_096
const VERSION_7 = 0x70_00
const NUMBER = /^[1-9][0-9]{0,15}$/
const TWO = 2

export function numberOf(id: string): number {
  const bytes = bytesOf(id)
  return (bytes.readUIntBE(0, 6) - FIRST_MS) * PER_MS + (bytes.readUInt16BE(6) & (PER_MS - 1))
}

/** Paystack numbers its businesses too: `integration`. */
export function integrationOf({ businessId }: Pick<Scope, 'businessId'>): number {
  return numberOf(businessId)
}

/** Null if the text is no possible number of a record. */
export function numberIn(text: string): number | null {
  return NUMBER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
}

/** When the record was made. */
export function momentOfNumber(number: number): Date {
  return new Date(FIRST_MS + Math.floor(number / PER_MS))
}

/** The record with this number in a list that is newest first; null if there is none. */
export async function byNumber<Row>(
  text: string,
  list: (page: Page) => Promise<Pick<Listed<Row>, 'rows'>>,
  id: keyof Row,
): Promise<Row | null> {
  const number = numberIn(text)
  if (number === null) return null
  const below = firstAt(number + 1)
  const page: Page = { ...firstPage(TWO), below, isUncounted: true }
  const { rows } = await list(page)
  const found = rows.filter((row) => numberOf(row[id] as string) === number)
  if (found.length <= 1) return found[0] ?? null
  const message = 'Two records have this id. Send the reference or the code instead.'
  throw new Refusal('invalid_request', { message })
}

/** Sorts before all ids with this number or a higher one. */
function firstAt(number: number): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(momentOfNumber(number).getTime(), 0, 6)
  bytes.writeUInt16BE(VERSION_7 + (number % PER_MS), 6)
  return uuidOf(bytes)
}
