import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { MINUTE } from './clock.ts'
import type { Query, Sql } from './db.ts'
import type { FieldError } from './first-field.ts'
import { type Id, isUuid } from './ids.ts'
import { refuseFields } from './refusal.ts'

// Lists are newest first. `page` and `perPage` are for people. A cursor neither misses nor repeats
// a row that existed when the walk began, while rows are added: it has the place of the last row
// seen, which for most lists is its id, and the next page is what is below it. It also has a digest
// of the list with its filters, business and mode, and is refused for any other list.
//
// Totals are counted up to a limit.

export const PER_PAGE_DEFAULT = 50
export const PER_PAGE_MAX = 100
/** A total of this may be more. */
export const COUNTED_MAX = 10_000
const PAGE_MAX = 1_000_000
const FULL_FOR_MS = MINUTE
const FULL_MAX = 10_000

const NAME_LENGTH = 11

const WRONG_CURSOR = {
  field: 'cursor',
  code: 'invalid',
  message:
    'cursor must be `meta.next` of an earlier response of this list, with the same filters and a ' +
    'key of the same business and mode. To change a filter, start again without cursor.',
} as const
const PAGE_AND_CURSOR = {
  field: 'page',
  code: 'invalid',
  message: 'page must be left out where cursor is sent: the cursor has the place.',
} as const

export type Page<Place = string> = {
  page: number
  perPage: number
  /** The place in the cursor. */
  below: Place | null
  offset: number
  /** From `listName`. */
  list: string
  /** The conditions of its filters: `and … and …`. */
  where?: (sql: Sql) => Query<unknown>
  /** Only the rows are needed: `total` is 0. */
  isUncounted?: true
}
export type Meta = {
  total: number
  /** Counting stopped at `COUNTED_MAX`. */
  totalCapped: boolean
  page: number
  perPage: number
  pageCount: number
  next: string | null
  /** Records until then are archived, and not in the list. */
  archivedUntil?: Date
}

export type Listed<Row> = { rows: Row[]; meta: Meta }

/** A digest of what makes a list: business, mode, path and filters, their names in any order. */
export function listName(
  scope: { businessId: string; mode: string } | undefined,
  path: string,
  filters: object,
): string {
  const sorted = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const parts = JSON.stringify([scope?.businessId, scope?.mode, path, sorted])
  return createHash('sha256').update(parts).digest('base64url').slice(0, NAME_LENGTH)
}

export function firstPage(perPage: number): Page {
  return { page: 1, perPage, below: null, offset: 0, list: '' }
}

type PageQuery = { page?: string; perPage?: string; cursor?: string }

export function readPage(query: PageQuery, list?: string): Page
export function readPage<Place>(
  query: PageQuery,
  list: string,
  placeIn: (text: string) => Place | null,
): Page<Place>
/**
 * Refuses with all wrong fields at once. `placeIn` reads the place in a cursor; without it, that is
 * an id.
 */
export function readPage(
  query: PageQuery,
  list = '',
  placeIn: (text: string) => unknown = idIn,
): Page<unknown> {
  const errors: FieldError[] = []
  const page = wholeNumber(query.page ?? '1')
  if (page < 1 || page > PAGE_MAX) {
    errors.push({
      field: 'page',
      code: 'invalid',
      message: `page must be a whole number from 1 to ${PAGE_MAX}.`,
    })
  } else if (query.page !== undefined && query.cursor !== undefined) {
    errors.push(PAGE_AND_CURSOR)
  }
  const perPage = wholeNumber(query.perPage ?? String(PER_PAGE_DEFAULT))
  if (perPage < 1 || perPage > PER_PAGE_MAX) {
    errors.push({
      field: 'perPage',
      code: 'invalid',
      message: `perPage must be a whole number from 1 to ${PER_PAGE_MAX}.`,
    })
  }
  const text = query.cursor === undefined ? null : textIn(query.cursor, list)
  const below = text === null ? null : placeIn(text)
  if (query.cursor !== undefined && below === null) {
    errors.push(WRONG_CURSOR)
  }
  if (errors.length > 0) refuseFields(errors)
  return { page, perPage, below, offset: below === null ? (page - 1) * perPage : 0, list }
}

/**
 * One page of `found`, of which one more than `perPage` was read. `textOf` writes the place of a
 * row. `isExact`: the total is no count that stops at `COUNTED_MAX`.
 */
export function cutPage<Row>(
  { page, perPage, list }: Pick<Page, 'page' | 'perPage' | 'list'>,
  total: number,
  found: readonly Row[],
  textOf: (row: Row) => string,
  { isExact = false } = {},
): Listed<Row> {
  const rows = found.slice(0, perPage)
  const isLast = found.length <= perPage
  const next = isLast ? null : Buffer.from(`${list} ${textOf(rows.at(-1)!)}`).toString('base64url')
  const totalCapped = !isExact && total >= COUNTED_MAX
  const pageCount = Math.ceil(total / perPage)
  return { rows, meta: { total, totalCapped, page, perPage, pageCount, next } }
}

/** `ids`: of the rows found, when one more than `perPage` was requested. */
export function metaOf(page: Page, total: number, ids: Id<string>[]): Meta {
  return cutPage(page, total, ids, (id) => id).meta
}

/**
 * A page of the matching rows, newest first, and how many match. `rows`: a select of all, without
 * the filters of the page, ending with its `where`. `id`: the column that sorts them and that
 * cursors contain.
 */
export async function listOf<Row extends object>(
  sql: Sql,
  page: Page,
  id: keyof Row & string,
  rows: Query<unknown>,
  count?: () => Promise<number>,
): Promise<Listed<Row>> {
  const matching = sql`${rows} ${page.where?.(sql) ?? sql``}`
  const [found, total] = await Promise.all([
    sql<Row[]>`
      ${matching}
        ${page.below === null ? sql`` : sql`and ${sql(id)} < ${page.below}`}
      order by ${sql(id)} desc
      limit ${page.perPage + 1} offset ${page.offset}
    `,
    page.isUncounted ? 0 : (count?.() ?? countCapped(sql, matching)),
  ])
  return cutPage(page, total, found, (row) => row[id] as Id<string>)
}

/** `rows`: a select of all that match, without a limit. Counts up to `max`. */
export async function countCapped(
  sql: Sql,
  rows: Query<unknown>,
  max = COUNTED_MAX,
): Promise<number> {
  const [row] = await sql<[{ total: number }]>`
    select count(*)::int as total from (${rows} limit ${max}) counted
  `
  return row.total
}

/** Lists that reached `COUNTED_MAX`. */
const full = new LRUCache<string, true>({ max: FULL_MAX, ttl: FULL_FOR_MS, ttlResolution: 0 })

/**
 * Returns what `count` returns. A list that has reached `COUNTED_MAX` is not counted again for a
 * minute: counting that far takes longer than reading a page, and full lists seldom shrink. `of`
 * identifies the list with its filters.
 */
export async function countUnlessFull(
  { businessId, mode }: { businessId: string; mode: string },
  of: readonly unknown[],
  count: () => Promise<number>,
): Promise<number> {
  const name = JSON.stringify([businessId, mode, ...of], (_key, part) =>
    typeof part === 'bigint' ? `${part}` : part,
  )
  if (full.has(name)) return COUNTED_MAX
  const total = await count()
  if (total === COUNTED_MAX) full.set(name, true)
  return total
}

/** Digits only; anything else is as wrong as 0. */
function wholeNumber(text: string): number {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : 0
}

/** The place of a cursor of this list; null if it is no cursor, or of another list. */
function textIn(cursor: string, list: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  return text.startsWith(`${list} `) ? text.slice(list.length + 1) : null
}

function idIn(text: string): string | null {
  return isUuid(text) ? text : null
}
