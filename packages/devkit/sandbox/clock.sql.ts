import type { Scope } from '../../../src/core/context.ts'
import type { Database, Sql } from '../../../src/platform/db.ts'
import { publicId } from '../../../src/platform/ids.ts'

const EVENTS_MAX = 1_000
/** The columns on which something waits, in whichever table. */
const DUE = [
  'due_at',
  'effective_at',
  'ends_at',
  'enquire_at',
  'expires_at',
  'next_ask_at',
  'next_at',
  'next_call_at',
  'next_enquiry_at',
  'next_mail_at',
  'next_return_at',
  'otp_expires_at',
  'remind_at',
]

/** The columns of tables of a business that hold the moment at which something is due. */
export function listDueColumns(sql: Sql) {
  return sql<{ table: string; column: string }[]>`
    select relname as "table", attname as "column"
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not attisdropped
      and attname = any(${DUE}) and atttypid = 'timestamptz'::regtype
    limit 100
  `
}

/** The first moment after `after`, until `until`, at which something is due. */
export async function findNextDue(
  sql: Database,
  columns: { table: string; column: string }[],
  after: Date,
  until: Date,
): Promise<Date | null> {
  let first: Date | null = null
  for (const { table, column } of columns) {
    const [row] = await sql<{ at: Date | null }[]>`
      select min(${sql(column)}) as at from ${sql(table)}
      where ${sql(column)} > ${after} and ${sql(column)} <= ${until}
    `
    const at = row?.at ?? null
    if (at !== null && (first === null || at < first)) first = at
  }
  return first
}

export async function listEventsSince(sql: Sql, { businessId, mode }: Scope, since: Date) {
  const rows = await sql<{ eventId: string; type: string; createdAt: Date }[]>`
    select event_id, type, created_at from event
    where business_id = ${businessId} and mode = ${mode} and created_at > ${since}
    order by event_id
    limit ${EVENTS_MAX}
  `
  return rows.map(({ eventId, type, createdAt }) => ({
    id: publicId('event', eventId as never),
    event: type,
    createdAt,
  }))
}
