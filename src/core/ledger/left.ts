import type { Sql } from '../../platform/db.ts'
import type { Day } from '../../platform/lagos.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../context.ts'
import { createdIn, type Part } from './part.ts'

// Entries that leave the database with an archived month (src/operator/archive/detach.ts): those of
// payments in live mode, which are most of all. The others stay: refunds, returns, disputes,
// payouts and reconciliation read them for years, and a reset of test mode removes its own.

/** Of the entries of causes that were created in a part, those that leave. */
export function leavingIn(sql: Sql, part: Part) {
  return sql`(${createdIn(sql, 'cause_id', part)} and ${ofLivePayment(sql)})`
}

/** Of `ledger_entry`. */
export function ofLivePayment(sql: Sql) {
  return sql`(mode = 'live' and (reason ^@ 'payment' or reason ^@ 'share/'))`
}

/** False for a payment whose entries have left. The table of `id` has a column `mode`. */
export function hasEntries(sql: Sql, table: string, id: string) {
  return sql`(${sql(`${table}.mode`)} <> 'live' or ${sql(`${table}.${id}`)} >= coalesce(
    (select end_id from detached_month order by end_id desc limit 1),
    '00000000-0000-0000-0000-000000000000'
  ))`
}

/**
 * Of a column of times: later than every entry that has left, so nothing is missing. In the
 * statement that reads the entries, because they can leave between two statements.
 */
export function whollyHere(sql: Sql, { mode }: Pick<Scope, 'mode'>, column: string) {
  if (mode !== 'live') return sql`true`
  return sql`${sql(column)} > coalesce(
    (select max(last_entry_at) from detached_month), '-infinity'
  )`
}

export type Left = {
  /** The last month of which they have left: its first day. */
  month: Day
  /** Entries of payments with a lower id have left. */
  endId: string
  /** When the last of them was written: statements are whole after that. */
  lastEntryAt: Date
}

/** Null if no entry of the mode has left. */
export async function findLeft(sql: Sql, { mode }: Pick<Scope, 'mode'>): Promise<Left | null> {
  if (mode !== 'live') return null
  const [row] = await sql<[Left | { lastEntryAt: null }]>`
    select max(month)::text as month, max(end_id::text) as end_id,
      max(last_entry_at) as last_entry_at
    from detached_month
  `
  return row.lastEntryAt === null ? null : row
}

/** `what`: the beginning of the sentence, with its verb. */
export function refuseArchived(what: string, { month }: Left): never {
  const message =
    `${what} archived, in the months until ${month.slice(0, 7)}. Ask the operator of this ` +
    'service for them: npm run archive -- --query.'
  throw new Refusal('archived', { message })
}
