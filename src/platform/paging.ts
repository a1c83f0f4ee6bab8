import { LRUCache } from 'lru-cache'
import { MINUTE } from './clock.ts'
import type { Query, Sql } from './db.ts'
import type { FieldError } from './first-field.ts'
import type { Id } from './ids.ts'
import { isUuid } from './ids.ts'
import { refuseFields } from './refusal.ts'

// Lists are newest first. `page` and `perPage` are for people. A cursor neither misses nor repeats
// a row that existed when the walk began, while rows are added: it is the id of the last row seen,
// ids sort by time, and the next page is what is below it.
//
// Totals are counted up to a limit.

export const PER_PAGE_DEFAULT = 50
export const PER_PAGE_MAX = 100
/** A total of this may be more. */
export const COUNTED_MAX = 10_000
const PAGE_MAX = 1_000_000
const FULL_FOR_MS = MINUTE
const FULL_MAX = 10_000

const WRONG_CURSOR = {
  field: 'cursor',
  code: 'invalid',
  message: 'cursor must be `meta.next` of an earlier response.',
} as const

export type Page = {
  page: number
  perPage: number
  below: string | null
  offset: number
  /** Only the rows are needed: `total` is 0. */
  isUncounted?: true
}
export type Meta = {
  total: number
  page: number
  perPage: number
  pageCount: number
  next: string | null
}

export type Listed<Row> = { rows: Row[]; meta: Meta }

/** Refuses with all wrong fields at once. */
export function readPage(query: { page?: string; perPage?: string; cursor?: string }): Page {
  const errors: FieldError[] = []
  const page = wholeNumber(query.page ?? '1')
  if (page < 1 || page > PAGE_MAX) {
    errors.push({
      field: 'page',
      code: 'invalid',
      message: `page must be a whole number from 1 to ${PAGE_MAX}.`,
    })
  }
  const perPage = wholeNumber(query.perPage ?? String(PER_PAGE_DEFAULT))
  if (perPage < 1 || perPage > PER_PAGE_MAX) {
    errors.push({
      field: 'perPage',
      code: 'invalid',
      message: `perPage must be a whole number from 1 to ${PER_PAGE_MAX}.`,
    })
  }
  const below = query.cursor === undefined ? null : readCursor(query.cursor)
  if (query.cursor !== undefined && below === null) {
    errors.push(WRONG_CURSOR)
  }
  if (errors.length > 0) refuseFields(errors)
  return { page, perPage, below, offset: below === null ? (page - 1) * perPage : 0 }
}

/** For a list whose cursor is not an id. `placeIn` reads the text of a cursor. */
export function placeOf<Place>(
  cursor: string | undefined,
  placeIn: (text: string) => Place | null,
): Place | null {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  return placeIn(text) ?? refuseFields([WRONG_CURSOR])
}

/**
 * One page of `found`, of which one more than `perPage` was read. `textOf` writes the cursor's
 * text for a row.
 */
export function cutPage<Row>(
  { page, perPage }: Pick<Page, 'page' | 'perPage'>,
  total: number,
  found: readonly Row[],
  textOf: (row: Row) => string,
): Listed<Row> {
  const rows = found.slice(0, perPage)
  const next =
    found.length > perPage ? Buffer.from(textOf(rows.at(-1)!)).toString('base64url') : null
  return { rows, meta: { total, page, perPage, pageCount: Math.ceil(total / perPage), next } }
}

/** `ids`: of the rows found, when one more than `perPage` was requested. */
export function metaOf(page: Page, total: number, ids: Id<string>[]): Meta {
  return cutPage(page, total, ids, (id) => id).meta
}

/**
 * A page of the matching rows, newest first, and how many match. `rows`: a select of all that
 * match, ending with its `where`. `id`: the column that sorts them and that cursors contain.
 */
export async function listOf<Row extends object>(
  sql: Sql,
  page: Page,
  id: keyof Row & string,
  rows: Query<unknown>,
  count = () => countCapped(sql, rows),
): Promise<Listed<Row>> {
  const [found, total] = await Promise.all([
    sql<Row[]>`
      ${rows}
        ${page.below === null ? sql`` : sql`and ${sql(id)} < ${page.below}`}
      order by ${sql(id)} desc
      limit ${page.perPage + 1} offset ${page.offset}
    `,
    page.isUncounted ? 0 : count(),
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

function readCursor(cursor: string): string | null {
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  return isUuid(id) ? id : null
}
