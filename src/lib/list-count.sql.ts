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

export type Proposed = { below: string; nextBelow: string }

/**
 * Null where nothing is proposed, somebody else moves it on, or a database transaction is open that
 * may have written an id below. Until the caller's ends, nobody else moves it on.
 */
export async function lockProposed(
  sql: Sql,
  list: List,
  { businessId, mode }: Whose,
): Promise<Proposed | null> {
  const [row] = await sql<Proposed[]>`
    select below, next_below
    from list_count
    where business_id = ${businessId} and mode = ${mode} and list = ${list.name}
      and next_xid <= pg_snapshot_xmin(pg_current_snapshot())
    for update skip locked
  `
  return row ?? null
}

/**
 * By a statement of its own, so that it sees what was moved on last. What was late and is counted
 * now is noted no longer. True where more is to come.
 */
export async function moveOn(
  sql: Sql,
  list: List,
  { businessId, mode }: Whose,
  { below, nextBelow }: Proposed,
  max: number,
): Promise<boolean> {
  const id = sql(list.idColumn)
  const [row] = await sql<[{ isMore: boolean }]>`
    with until as (
      select coalesce(
        (
          select ${id}
          from ${sql(list.name)}
          where business_id = ${businessId} and mode = ${mode}
            and ${id} >= ${below} and ${id} < ${nextBelow}
          order by business_id, mode, ${id}
          limit 1 offset ${max}
        ),
        ${nextBelow}
      ) as id
    ), passed as (
      select count(*) as count
      from ${sql(list.name)}
      where business_id = ${businessId} and mode = ${mode}
        and ${id} >= ${below} and ${id} < (select id from until)
    ), late as (
      delete from list_late
      where business_id = ${businessId} and mode = ${mode} and list = ${list.name}
        and id < (select id from until)
      returning id
    )
    update list_count held
    set below = until.id,
      count = held.count + passed.count + (select count(*) from late where late.id < ${below}),
      next_below = case when until.id < held.next_below then held.next_below end,
      next_xid = case when until.id < held.next_below then held.next_xid end
    from until, passed
    where business_id = ${businessId} and mode = ${mode} and list = ${list.name}
    returning next_below is not null as is_more
  `
  return row.isMore
}
