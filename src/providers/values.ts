// Reads values out of an answer of a provider. Numbers arrive as their own text (json.ts). Nothing
// here throws.

export type Fields = Readonly<Record<string, unknown>>

const LINE_LENGTH_MAX = 200

/** `{}` for anything but an object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}

export function memberOf(value: unknown, name: string): unknown {
  return Object.hasOwn(fieldsOf(value), name) ? fieldsOf(value)[name] : undefined
}

/** `''` for anything but text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A word of a provider in lower case: they are not sure of their capitals. */
export function wordOf(value: unknown): string {
  return textOf(value).toLowerCase()
}

/** Text on one line that PostgreSQL can store. A character that is cut in half is replaced. */
export function lineOf(value: unknown, lengthMax = LINE_LENGTH_MAX): string {
  return textOf(value)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, lengthMax)
    .toWellFormed()
}

/** What a table says of a provider's word; undefined for any other word, `constructor` included. */
export function rowOf<Row>(table: Readonly<Record<string, Row>>, word: unknown): Row | undefined {
  const key = textOf(word)
  return Object.hasOwn(table, key) ? table[key] : undefined
}

export function accountNumberOf(value: unknown): string | null {
  const text = textOf(value)
  return /^\d{10}$/.test(text) ? text : null
}

/** Null for a time without a zone: it would be read in the zone of this machine. */
export function momentOf(value: unknown): Date | null {
  const text = textOf(value)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}
