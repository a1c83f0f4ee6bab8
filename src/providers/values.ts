// Reads values out of an answer of a provider. Numbers arrive as their own text (json.ts). Nothing
// here throws.

export type Fields = Readonly<Record<string, unknown>>

const LINE_LENGTH_MAX = 200
const PORTRAIT_LENGTH_MAX = 700_000

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

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

/** DD-MM-YYYY from `1990-05-31`, `31-05-1990`, `31/05/1990` or `31-May-1990`; else ''. */
export function dayOf(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T.*)?$/.exec(text) ?? []
  if (year !== undefined) return `${day}-${month}-${year}`
  const found = /^(\d\d?)[-/ ](\d\d|[A-Za-z]{3})[A-Za-z]*[-/ ](\d{4})$/.exec(text)
  if (found === null) return ''
  const named = MONTHS.indexOf(found[2]!.toUpperCase()) + 1
  const ofYear = named > 0 ? `${named}`.padStart(2, '0') : found[2]!
  if (!/^(0[1-9]|1[0-2])$/.test(ofYear)) return ''
  return `${found[1]!.padStart(2, '0')}-${ofYear}-${found[3]}`
}

/** A portrait in base64; else ''. */
export function portraitOf(value: unknown): string {
  const text = textOf(value).replace(/^data:image\/\w+;base64,/, '')
  const isBase64 = text.length <= PORTRAIT_LENGTH_MAX && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
  return isBase64 ? text : ''
}
