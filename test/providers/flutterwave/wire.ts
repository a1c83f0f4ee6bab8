import type { IncomingHttpHeaders } from 'node:http'
import type { Kobo } from '../../../src/platform/money.ts'
import { decimalNaira, readDecimalNaira } from '../../../src/providers/amounts.ts'
import { readAnswer } from '../../../src/providers/json.ts'

// How the stand-in reads a request, refuses it, and pages a list.

const PER_PAGE = 20

export type Asked = { headers: IncomingHttpHeaders; target: URL; body: Buffer }
export type Fields = Record<string, unknown>

export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Numbers are their own text, as in our adapter. */
export function fieldsOf({ headers, body }: Asked, known: string[]): Fields {
  if (!headers['content-type']?.startsWith('application/json')) {
    throw new Refused(400, 'Send JSON')
  }
  const fields = readAnswer(body.toString('utf8'))
  if (typeof fields !== 'object' || fields === null) throw new Refused(400, 'Invalid JSON')
  knowAll(fields as Fields, known)
  return fields as Fields
}

export function queryOf({ target }: Asked, known: string[]): Record<string, string> {
  const query = Object.fromEntries(target.searchParams)
  knowAll(query, known)
  return query
}

function knowAll(fields: Fields, known: string[]): void {
  const strange = Object.keys(fields).find((name) => !known.includes(name))
  if (strange !== undefined) throw new Refused(400, `Unknown: ${strange}`)
}

export function textIn(fields: Fields, name: string): string {
  const said = fields[name]
  if (typeof said !== 'string' || said === '') throw new Refused(400, `${name} is required`)
  return said
}

export function emailIn(fields: Fields): string {
  const email = textIn(fields, 'email')
  if (!/^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(email)) throw new Refused(400, 'email is invalid')
  return email
}

export function amountIn(fields: Fields): Kobo {
  const amount = readDecimalNaira(fields.amount)
  if (amount === null || amount < 1n) throw new Refused(400, 'amount is invalid')
  return amount
}

/** As JavaScript writes it: `5000`, `5000.5`. */
export function nairaOf(amount: Kobo): number {
  return Number(decimalNaira(amount))
}

/** A page of the rows between two days, the newest first. */
export function paged<One>(
  message: string,
  all: One[],
  query: Record<string, string>,
  at: (one: One) => Date,
  write: (one: One) => object,
) {
  const page = Number(query.page ?? 1)
  if (!Number.isInteger(page) || page < 1) throw new Refused(400, 'page is invalid')
  const [from, to] = [dayIn(query.from, '2000-01-01'), dayIn(query.to, '2999-01-01')]
  const rows = all.filter((one) => {
    const day = at(one).toISOString().slice(0, 10)
    return day >= from && day <= to
  })
  rows.reverse()
  const page_info = {
    total: rows.length,
    current_page: page,
    total_pages: Math.ceil(rows.length / PER_PAGE),
    page_size: PER_PAGE,
  }
  const data = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(write)
  return { message, meta: { page_info }, data }
}

function dayIn(said: string | undefined, usual: string): string {
  if (said !== undefined && !/^\d{4}-\d\d-\d\d$/.test(said)) throw new Refused(400, 'Invalid date')
  return said ?? usual
}
