import type { IncomingHttpHeaders } from 'node:http'
import { type Kobo, kobo } from '../../../src/platform/money.ts'

// How the stand-in reads a request, refuses it, and pages a list.

const PER_PAGE = 50
const PER_PAGE_MAX = 100

export type Asked = { headers: IncomingHttpHeaders; target: URL; body: Buffer }
export type Fields = Record<string, unknown>

export class Refused extends Error {
  readonly status: number
  readonly content: object
  constructor(status: number, message: string, code?: string, type = 'validation_error') {
    super(message)
    this.status = status
    const hint = { meta: { nextStep: 'Ensure that what you send is valid.' }, type, code }
    this.content = { status: false, message, ...(code && hint) }
  }
}

/** The newest first. */
export function between<One>(
  all: One[],
  query: Record<string, string>,
  at: (one: One) => Date,
): One[] {
  const from = Date.parse(query.from ?? '1970-01-01')
  const to = Date.parse(query.to ?? '9999-12-31')
  if (Number.isNaN(from) || Number.isNaN(to))
    throw new Refused(400, 'Invalid date', 'invalid_params')
  return all.filter((one) => at(one).getTime() >= from && at(one).getTime() <= to).reverse()
}

export function paged<One>(
  message: string,
  all: One[],
  query: Record<string, string>,
  write: (one: One) => object,
) {
  const perPage = Number(query.perPage ?? PER_PAGE)
  const page = Number(query.page ?? 1)
  if (![perPage, page].every((one) => Number.isInteger(one) && one > 0) || perPage > PER_PAGE_MAX) {
    throw new Refused(400, 'Invalid page', 'invalid_params')
  }
  const skipped = (page - 1) * perPage
  const data = all.slice(skipped, skipped + perPage).map(write)
  const pageCount = Math.ceil(all.length / perPage)
  return { message, data, meta: { total: all.length, skipped, perPage, page, pageCount } }
}

/** Parsed as JSON even without the header: Paystack's own client sends none. */
export function fieldsOf({ headers, body }: Asked): Fields {
  const type = headers['content-type'] ?? 'application/json'
  if (!type.startsWith('application/json')) throw new Refused(400, 'Send JSON', 'invalid_params')
  try {
    const fields: unknown = JSON.parse(body.toString())
    if (fields !== null && typeof fields === 'object') return fields as Fields
  } catch {}
  throw new Refused(400, 'The body is not JSON', 'invalid_params')
}

export function queryOf({ target }: Asked, known: string[]): Record<string, string> {
  const query = Object.fromEntries(target.searchParams)
  knowAll(query, known)
  return query
}

export function knowAll(fields: Fields, known: string[]): void {
  const strange = Object.keys(fields).find((name) => !known.includes(name))
  if (strange !== undefined) throw new Refused(400, `Unknown: ${strange}`, 'invalid_params')
}

export function textIn(fields: Fields, name: string): string | null {
  const said = fields[name]
  if (said === undefined || said === '') return null
  if (typeof said !== 'string') throw new Refused(400, `Invalid ${name}`, 'invalid_params')
  return said
}

/** Kobo, as a number or text. */
export function amountIn({ amount }: Fields): Kobo | null {
  const text = typeof amount === 'number' ? `${amount}` : amount
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? kobo(BigInt(text)) : null
}

/** An object, or its JSON text. */
export function metadataOf({ metadata = {} }: Fields): Fields {
  try {
    return (typeof metadata === 'string' ? JSON.parse(metadata) : metadata) as Fields
  } catch {
    throw new Refused(400, 'Invalid metadata', 'invalid_params')
  }
}

export function addressIn(said: unknown): string | null {
  if (said === undefined) return null
  if (typeof said !== 'string' || !URL.canParse(said)) {
    throw new Refused(400, 'Invalid callback URL', 'invalid_params')
  }
  return said
}
