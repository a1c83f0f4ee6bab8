import { ofLivePayment } from '../../core/ledger/left.ts'
import type { Query, Sql } from '../../platform/db.ts'

// What an archive has: these tables, with all their columns as they are in the database. A row
// belongs to the month in which its id was created, so a month is a range of ids.
//
// Events and their deliveries are missing, because they are deleted after 30 days. What names
// people in the long run, such as `customer`, stays in the database.

export type Table = {
  /** Of its files, and of the table in the database. */
  name: string
  /** In the database, if that is another table, of which it has the rows of a condition. */
  of?: string
  where?: (sql: Sql) => Query<unknown>
  /** The rows leave the database when the month is detached. */
  isLeaving?: true
  /** The column that says in which month the row was created. */
  id: string
  /** The primary key after business and mode. */
  key: readonly string[]
}

export const TABLES: readonly Table[] = [
  { name: 'transaction', id: 'id', key: ['id'] },
  // The id of a charge of a kept card has no time.
  { name: 'card_attempt', id: 'transaction_id', key: ['transaction_id', 'attempt_id'] },
  { name: 'deposit', id: 'deposit_id', key: ['deposit_id'] },
  { name: 'refund', id: 'refund_id', key: ['refund_id'] },
  { name: 'dispute', id: 'dispute_id', key: ['dispute_id'] },
  { name: 'payout', id: 'payout_id', key: ['payout_id'] },
  { name: 'settlement', id: 'settlement_id', key: ['settlement_id'] },
  { name: 'settlement_item', id: 'cause_id', key: ['cause_id', 'kind', 'account'] },
  { name: 'receipt', id: 'transaction_id', key: ['transaction_id'] },
  {
    name: 'ledger_entry',
    id: 'cause_id',
    key: ['cause_id', 'reason', 'step'],
    where: (sql) => sql`not ${ofLivePayment(sql)}`,
  },
  {
    name: 'payment_entry',
    of: 'ledger_entry',
    id: 'cause_id',
    key: ['cause_id', 'reason', 'step'],
    where: ofLivePayment,
    isLeaving: true,
  },
]

/** In the database. */
export function sourceOf({ name, of = name }: Pick<Table, 'name' | 'of'>): string {
  return of
}

/** Whether files of this name have entries. */
export function isOfEntries(name: string): boolean {
  return TABLES.some((table) => table.name === name && sourceOf(table) === 'ledger_entry')
}

/** `text`: everything that is none of the others, in PostgreSQL's spelling. */
export type ColumnType = 'uuid' | 'text' | 'int' | 'bigint' | 'bool' | 'time'
export type Column = { name: string; type: ColumnType }

/** All values as texts: times in microseconds since 1970. */
export type TextRow = (string | null)[]

const TYPES: Record<string, ColumnType> = {
  uuid: 'uuid',
  int2: 'int',
  int4: 'int',
  int8: 'bigint',
  bool: 'bool',
  timestamptz: 'time',
}

/** In the order of the table. A column that is added later is archived without a change here. */
export async function columnsOf(sql: Sql, table: Table): Promise<Column[]> {
  const rows = await sql<{ name: string; type: string }[]>`
    select a.attname as name, t.typname as type
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${sourceOf(table)}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum
  `
  return rows.map(({ name: column, type }) => ({ name: column, type: TYPES[type] ?? 'text' }))
}

/** The columns as a list of texts. */
export function asTexts(sql: Sql, columns: readonly Column[]): Query<unknown> {
  return listed(
    sql,
    columns.map(({ name, type }) => asText(sql, name, type)),
  )
}

function asText(sql: Sql, name: string, type: ColumnType): Query<unknown> {
  const column = sql(name)
  return type === 'time'
    ? sql`(extract(epoch from ${column}) * 1000000)::bigint::text as ${column}`
    : sql`${column}::text as ${column}`
}

/** The parts with commas between them. */
export function listed(sql: Sql, parts: readonly Query<unknown>[]): Query<unknown> {
  return parts.reduce((all, part) => sql`${all}, ${part}`)
}
