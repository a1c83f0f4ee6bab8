import type { Static, TObject } from 'typebox'
import type { Context, Scope } from '../../src/core/context.ts'
import { conditionsOf, type FilterQuery, type Filters } from '../../src/core/filters.ts'
import { isoOf } from '../../src/platform/clock.ts'
import { JsonError, memberText, readJson } from '../../src/platform/json.ts'
import {
  listName,
  type Meta,
  type Page,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  readPage,
} from '../../src/platform/paging.ts'
import { type Range, readEdge, readRange, WANTS_EDGE } from '../../src/platform/range.ts'
import { refuseFields, wrongFields } from '../../src/platform/refusal.ts'
import { compile, fieldErrors } from '../../src/platform/validation.ts'

// Reads requests as leniently as Paystack does: numbers as text and text as numbers, null and '' as
// absent; unknown fields are ignored. The schema of our own route then checks the result.

const PAGES_MAX = 1_000_000
/** Of a kobo. */
const DUST = 1e-6

type Fields = Record<string, unknown>

export class Asked {
  readonly fields: Fields
  /** The text of a JSON body, for metadata that is stored as received; otherwise empty. */
  readonly raw: string

  constructor(sent: unknown, raw = '') {
    const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    this.fields = isObject ? (sent as Fields) : {}
    this.raw = raw
  }

  has(name: string): boolean {
    const value = this.#value(name)
    return value !== undefined && value !== null && value !== ''
  }

  text(name: string): string | null {
    if (!this.has(name)) return null
    const value = this.#value(name)
    const text = typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value
    if (typeof text !== 'string') return wrong(name, `${name} must be a string.`)
    // PostgreSQL stores neither U+0000 nor unpaired surrogates.
    if (text.includes('\0') || !text.isWellFormed()) return wrong(name, `${name} is not valid.`)
    return text.trim()
  }

  needed(name: string): string {
    const message = `${name} is required.`
    return this.text(name) || refuseFields([{ field: name, code: 'required', message }])
  }

  /** These fields as text, without those that are absent. */
  texts<Name extends string>(...names: Name[]): { [Field in Name]?: string } {
    const sent = names.map((name) => [name, this.text(name)] as const)
    const present = sent.filter(([, text]) => text !== null)
    return Object.fromEntries(present) as { [Field in Name]?: string }
  }

  /** Null if the field is absent. */
  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | null {
    const text = this.text(name)
    if (text === null) return null
    const known = values.find((value) => value === text)
    return known ?? wrong(name, `${name} must be one of ${values.join(', ')}.`)
  }

  number(name: string): number | null {
    const text = this.text(name)
    if (text === null || text === '') return null
    if (!/^-?[0-9]{1,16}(\.[0-9]{1,6})?$/.test(text)) {
      return wrong(name, `${name} must be a number.`)
    }
    return Number(text)
  }

  /**
   * Kobo. A product of floating point, such as 19.99 × 100, is a little off; everything else that
   * is not whole is refused.
   */
  amount(name: string): number | null {
    const text = this.text(name)
    if (text === null) return null
    if (!/^-?[0-9]{1,16}(\.[0-9]{1,20})?$/.test(text)) wrong(name, `${name} must be a number.`)
    const whole = Math.round(Number(text))
    if (Math.abs(Number(text) - whole) < DUST) return whole
    return wrong(name, `${name} must be a whole number of kobo: 500000 is ₦5,000.00.`)
  }

  list(name: string): unknown[] | null {
    if (!this.has(name)) return null
    const value = this.#value(name)
    if (Array.isArray(value)) return value
    // A form can send `channels[1]=card` without `channels[0]`.
    if (typeof value === 'object') return Object.values(value as Fields)
    return typeof value === 'string' ? value.split(',').map((one) => one.trim()) : [value]
  }

  flag(name: string): boolean | null {
    const text = this.text(name)
    return text === null ? null : text === 'true' || text === '1'
  }

  /** `from` and `to`. */
  range(): Range {
    const edge = (name: 'from' | 'to') => {
      const text = this.text(name) || undefined
      const isRead = text === undefined || readEdge(text, name) !== null
      return isRead ? text : wrong(name, `${name} ${WANTS_EDGE}.`)
    }
    return readRange({ from: edge('from'), to: edge('to') })
  }

  object(name: string): Asked | null {
    return this.has(name) ? new Asked(this.#value(name)) : null
  }

  #value(name: string): unknown {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined
  }
}

export function wrong(field: string, message: string): never {
  return refuseFields([{ field, code: 'invalid', message }])
}

export function nairaOnly(asked: Asked): void {
  if ((asked.text('currency') || 'NGN') !== 'NGN') wrong('currency', 'currency must be NGN.')
}

/** What metadata of another kind is stored under: our API has objects only. */
const OTHER = 'paystack_metadata'

/** Paystack takes any JSON, also in a string. Returns its text and value, as we store it. */
export function metadataOf(asked: Asked): { text: string; value: object } | null {
  if (!asked.has('metadata')) return null
  const sent = asked.fields['metadata']
  // A form has no JSON text.
  const own = asked.raw !== '' ? memberText(asked.raw, 'metadata') : JSON.stringify(sent)
  const read = typeof sent === 'string' ? parsed(sent) : sent
  const isJson = typeof sent !== 'string' || read !== undefined
  const text = typeof sent === 'string' ? (isJson ? sent : JSON.stringify(sent)) : (own ?? '')
  const value = isJson ? read : sent
  // PHP encodes an empty object as an empty array.
  if (Array.isArray(value) && value.length === 0) return { text: '{}', value: {} }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { text, value }
  return { text: `{"${OTHER}":${text}}`, value: { [OTHER]: value } }
}

/** Metadata as it was sent. */
export function unwrapped(metadata: object): unknown {
  const [name, ...more] = Object.keys(metadata)
  if (name !== OTHER || more.length > 0) return metadata
  const value = (metadata as Fields)[OTHER]
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? metadata : value
}

/** Undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return readJson(Buffer.from(text)).value
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

const checkers = new WeakMap<object, ReturnType<typeof compile>>()

/** Refuses a body that the schema of our own route refuses. */
export function checked<Schema extends TObject>(
  schema: Schema,
  body: { [Field in keyof Static<Schema>]?: unknown },
): Static<Schema> {
  const check = checkers.get(schema) ?? compile(schema)
  checkers.set(schema, check)
  // Drops undefined fields.
  const sent = JSON.parse(JSON.stringify(body)) as Static<Schema>
  if (check(sent)) return sent
  throw wrongFields(fieldErrors(check.errors ?? []))
}

const PAGING = ['page', 'perPage', 'next', 'previous', 'use_cursor']

/**
 * An invalid page is the first one, too many per page are the maximum, and `next` outranks `page`.
 * `path` and all other parameters name the list; `placeIn` is as in `readPage`.
 */
export function pageOf<Place = string>(
  query: Asked,
  scope: Scope,
  path: string,
  placeIn?: (text: string) => Place | null,
): Page<Place> {
  if (query.has('previous'))
    wrong('previous', 'previous is not supported. Store the pages that you have read.')
  const whole = (name: string, max: number) => {
    const text = String(query.fields[name] ?? '')
    return /^[1-9][0-9]{0,8}$/.test(text) ? Math.min(Number(text), max) : null
  }
  const next = query.text('next')
  const filters = Object.entries(query.fields).filter(([name]) => !PAGING.includes(name))
  const sent = {
    perPage: `${whole('perPage', PER_PAGE_MAX) ?? PER_PAGE_DEFAULT}`,
    ...(next ? { cursor: next } : { page: `${whole('page', PAGES_MAX) ?? 1}` }),
  }
  const name = listName(scope, path, Object.fromEntries(filters))
  return readPage(sent, name, placeIn!)
}

/** The rows of the page that these filters of our own list let through. */
export function filtered(
  page: Page,
  filters: Filters,
  sent: FilterQuery,
  { now }: Pick<Context, 'now'>,
  scope: Scope,
): Page {
  const condition = conditionsOf(filters, sent)
  return { ...page, where: (sql) => condition(sql, { ...scope, now: now() }) }
}

export function metaFor(
  query: Asked,
  { total, page, perPage, pageCount, next, archivedUntil }: Meta,
): object {
  const archived = archivedUntil && { archived_until: isoOf(archivedUntil) }
  if (query.flag('use_cursor') === true) return { next, previous: null, perPage, ...archived }
  return { total, skipped: (page - 1) * perPage, perPage, page, pageCount, next, ...archived }
}
