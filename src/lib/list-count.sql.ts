import type { Sql } from './db.ts'
import type { List, Whose } from './list-count.ts'

/** Seconds; as the triggers of these tables have it. */
const LATE = 30
const LOWEST = '00000000-0000-0000-0000-000000000000'

export type Reading = {
  /** Of those below the watermark: counted before, and what came to them since. */
  below: number
  /** Of the others, and no more than were asked for. */
  above: number
}

/** Of one moment. */
export async function readCount(
  sql: Sql,
  { name }: List,
  { businessId, mode }: Whose,
  max: number,
): Promise<Reading> {
  const [row] = await sql<[{ below: bigint; above: bigint }]>`
    select below, above from list_read(${businessId}, ${mode}, ${name}, ${max})
  `
  return { below: Number(row.below), above: Number(row.above) }
}

/**
 * Says up to where the watermark may go. Whoever wrote an older id that is not noted as late did so
 * before this statement began: the number of that database transaction is below this one's.
 */
export async function propose(sql: Sql, list: List, { businessId, mode }: Whose): Promise<void> {
  await sql`
    insert into list_count as held (
      business_id, mode, list, below, count, next_below, next_xid
    )
    select ${businessId}, ${mode}, ${list.name}, ${LOWEST}, 0,
      id_at(statement_timestamp() - ${LATE} * interval '1 second'),
      pg_current_xact_id()
    on conflict (business_id, mode, list) do update
    set next_below = excluded.next_below, next_xid = excluded.next_xid
    where excluded.next_below > held.below
      and (held.next_xid is null or held.next_xid > excluded.next_xid)
  `
}

export type Moved = 'not yet' | 'more' | 'all'

/**
 * Counts up to `max` more. `not yet` where nothing is proposed, somebody else moves it on, or a
 * database transaction is open that may have written an id below.
 */
export async function moveOn(
  sql: Sql,
  { name, idColumn }: List,
  { businessId, mode }: Whose,
  max: number,
): Promise<Moved> {
  const [row] = await sql<[{ moved: Moved }]>`
    select list_move(${businessId}, ${mode}, ${name}, ${idColumn}, ${max}) as moved
  `
  return row.moved
}
