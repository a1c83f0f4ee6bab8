import pg from 'pg'

// Converts values and names to and from PostgreSQL. Values are sent as text, bytes unchanged.
// `int8` becomes a bigint, times become Dates, and columns camelCase.

export type Raw = string | Buffer | null
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | readonly Value[]

/** In the class that PostgreSQL uses for bad values (22): only this value is at fault. */
export class ValueError extends Error {
  readonly code = '22021'
}

export function rawOf(value: unknown): Raw {
  switch (typeof value) {
    case 'string':
      if (value.isWellFormed()) return value
      throw new ValueError('A string contains an unpaired surrogate.')
    case 'number':
    case 'bigint':
      return String(value)
    case 'boolean':
      return value ? 't' : 'f'
    case 'object':
      if (value === null) return null
      if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
      if (value instanceof Uint8Array) {
        return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      }
      if (Array.isArray(value)) return arrayOf(value)
  }
  throw new ValueError(`${Object.prototype.toString.call(value)} is no value of a query.`)
}

/** The type of a value, for statements that do not state it: `$1 + interval '1 day'`. */
export function typeOf(value: unknown): string {
  if (typeof value === 'bigint') return '::int8'
  if (typeof value === 'boolean') return '::bool'
  if (value instanceof Date) return '::timestamptz'
  return value instanceof Uint8Array ? '::bytea' : ''
}

/** Strings that need no JSON escapes are written by JSON.stringify, which is faster. */
function arrayOf(values: readonly unknown[]): string {
  if (areTexts(values)) {
    const json = JSON.stringify(values)
    if (!json.includes('\\') || !/\\[^"\\]/.test(json)) return `{${json.slice(1, -1)}}`
  }
  return `{${Array.from(values, elementOf).join()}}`
}

function areTexts(values: readonly unknown[]): boolean {
  for (let i = 0; i < values.length; i++) {
    if (typeof values[i] !== 'string' && values[i] !== null) return false
  }
  return true
}

function elementOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return arrayOf(value)
  const raw = rawOf(value)
  const text = typeof raw === 'string' ? raw : `\\x${raw!.toString('hex')}`
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** What `sql(…)` makes of a name, of names, of a row, or of rows with the same members. */
export class Names {
  readonly #of: string | object
  constructor(of: string | object) {
    this.#of = of
  }

  /** `before`: the statement so far. `place` returns the placeholder of a value. */
  write(before: string, place: (value: unknown) => string): string {
    const of = this.#of
    if (typeof of === 'string') return nameOf(of)
    const rows: Record<string, unknown>[] = Array.isArray(of) ? of : [of]
    if (typeof rows[0] === 'string') return rows.map(String).map(nameOf).join()
    const columns = Object.keys(rows[0]!)
    if (/\bset\s*$/i.test(before)) {
      return columns.map((column) => `${nameOf(column)}=${place(rows[0]![column])}`).join()
    }
    const values = rows.map((row) => `(${columns.map((column) => place(row[column])).join()})`)
    return `(${columns.map(nameOf).join()})values${values.join()}`
  }
}

const names = new Map<string, string>()

/** `businessId` becomes `"business_id"`; `schema.table` is two names. */
function nameOf(name: string): string {
  const known = names.get(name)
  if (known) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const quoted = `"${snake.replaceAll('"', '""').replaceAll('.', '"."')}"`
  names.set(name, quoted)
  return quoted
}

/** `[{"business_id":"…",…},…]`; see `rowsOf`. */
export function jsonOf(rows: readonly object[]): string {
  return `[${rows.map(jsonOfRow).join()}]`
}

function jsonOfRow(row: object): string {
  let members = ''
  for (const [name, value] of Object.entries(row)) {
    const raw = rawOf(value)
    if (raw === null) continue
    if (typeof raw !== 'string') throw new ValueError('Bytes are no value of a row in JSON.')
    members += `${members && ','}${nameOf(name)}:${JSON.stringify(raw)}`
  }
  return `{${members}}`
}

const columns = new Map<string, string>()

export function camelOf(name: string): string {
  const known = columns.get(name)
  if (known) return known
  const camel = name.replace(/(?!^)_(.?)/g, (_, letter: string) => letter.toUpperCase())
  columns.set(name, camel)
  return camel
}

type Parser = (text: string) => unknown

const TEXTS: number = 1009 // text[]
const parsers = new Map<number, Parser>([
  [20, BigInt], // int8
  [1016, listOf(BigInt)],
  [1082, momentOf], // date
  [1182, listOf(momentOf)],
  [1114, momentOf], // timestamp
  [1115, listOf(momentOf)],
  [1184, momentOf], // timestamptz
  [1185, listOf(momentOf)],
  [1186, String], // interval
  [1187, listOf(String)],
  [1231, listOf(String)], // numeric[], as numeric
  [1003, listOf(String)], // name[]
])

export function parserOf(type: number): Parser {
  return parsers.get(type) ?? pg.types.getTypeParser(type)
}

function listOf(parse: Parser): Parser {
  const texts: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXTS)
  return (text) => texts(text).map((one) => (one === null ? null : parse(one)))
}

/** Parsing `2026-11-23 10:00:00.123+00` takes a third of the time in ISO format. */
function momentOf(text: string): Date {
  const isUtc = text.endsWith('+00') && text[4] === '-'
  return new Date(isUtc ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text)
}
