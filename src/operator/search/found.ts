import type { Scope } from '../../core/context.ts'
import type { Transaction } from '../../payments/transactions/transactions.rows.ts'
import type { Query, Sql } from '../../platform/db.ts'
import { foldedName } from '../../platform/names.ts'
import { PROVIDERS } from '../../platform/provider-settings.ts'
import type { Sought } from './sought.ts'

// What the statements of a search share. Each reads an index up to a limit, or the NEWEST records
// where no index finds them; so its cost does not grow with the business.

/** Results of one kind. */
export const EACH_MAX = 8
/** How many records are looked through where no index finds them: for an amount, and for a name. */
export const NEWEST = 10_000
export const NEWEST_NAMES = 2_000
/** Appended to a prefix, these sort after every reference, and every text, that begins with it. */
export const BEHIND_REFERENCES = '~'
export const LAST = '\u{10ffff}'
export const RAILS = ['sandbox', ...PROVIDERS]

export type Found = {
  id: string
  title: string
  detail: string | null
  /** Kobo. */
  amount: bigint | null
  status: string | null
  createdAt: Date
  /** What is stored of its card, as JSON. */
  card?: string | null
} & Partial<Pick<Transaction, 'message' | 'errors' | 'refunded'>>

/** Null: nothing of this kind is found by such a text. */
export type Find = (sql: Sql, scope: Scope, sought: Sought) => Query<Found[]> | null

type Part = Query<unknown> | null | undefined | false | '' | 0n

/** The ids of all these selects, as an array; null if there is none. */
export function anyOf(sql: Sql, parts: Part[]): Query<unknown> | null {
  const selects = parts.filter((part) => typeof part === 'object' && part !== null)
  if (selects.length === 0) return null
  return sql`array(${selects.reduce((all, one) => sql`${all} union ${one}`)})`
}

/** The name contains what was typed. */
export function isLike(sql: Sql, column: Query<unknown>, { text, name }: Sought) {
  if (text === '') return sql`true`
  return name === '' ? sql`false` : sql`strpos(${foldedName(sql, column)}, ${name}) > 0`
}

export function koboOf({ amount }: Sought): string | null {
  return amount === null ? null : amount.toString()
}
