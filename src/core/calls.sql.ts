import type { Query, Sql } from '../platform/db.ts'
import {
  type Claim,
  isConfigured,
  type MadeBy,
  type Making,
  type Unknown,
  type Waiting,
} from '../providers/made-by.ts'
import type { Rails } from '../providers/rails.ts'

// The statements of every kind of call. Each is whole and written once: `sql(name)` puts in the
// names of the table and its columns as quoted identifiers. These names are literals of the spec,
// so nothing from outside reaches the text, and PostgreSQL keeps one plan for each table.

type Condition = (sql: Sql) => Query<unknown>

/** One of a provider's capabilities, and the rows that need it: all, where `rows` is missing. */
export type Need = { what: keyof Making; rows?: Condition }

/** The table of a kind of call, and the names that its columns have there. */
export type CallTable = {
  table: string
  /** The third column of the primary key, after `business_id` and `mode`. */
  id: string
  /** Another column of keys under which the provider may know it. */
  otherKey?: string
  columns: {
    /** When a job has to act; null once the call has ended. */
    due: string
    /** When the provider was last asked. Missing where it is asked once, when the row is made. */
    asked?: string
    /** Written together with `asked`. */
    askedToo?: string
    /** When the provider said that it has the call and will do it. */
    accepted?: string
    /** The provider's own name for it: sealed. */
    handle?: string
  }
  /** A condition: the rows whose end is not known. */
  isOpen: Condition
  /** Of these: the rows that wait for nobody but the provider. Missing: all. */
  isUnknown?: Condition
  /** When an open row was last asked. Missing: what its column `asked` says. */
  whenAsked?: Condition
  /** Rows that have ended, and are enquired about for some time more. */
  isWatched?: Condition
  needs: readonly [Need, ...Need[]]
}

/** What `isRow` needs of a row. */
type Key = { businessId: string; mode: string }

/** Leases what is due, of providers that are configured. */
export async function claimDue<Row>(
  sql: Sql,
  rails: Rails,
  call: CallTable,
  { now, until, max }: Claim,
): Promise<Row[]> {
  const [table, id, due] = [sql(call.table), sql(call.id), sql(call.columns.due)]
  return sql<Row[]>`
    with due as (
      select business_id, mode, ${id}
      from ${table}
      where ${due} <= ${now} and ${mayChange(sql, call)} and ${isReachable(sql, rails, call)}
      order by ${due}
      limit ${max}
      for update skip locked
    )
    update ${table} c
    set ${due} = ${until}
    from due
    where c.business_id = due.business_id and c.mode = due.mode and c.${id} = due.${id}
    returning c.*
  `
}

export async function findRow<Row extends Key>(sql: Sql, call: CallTable, row: Row) {
  const [found] = await sql<Row[]>`select * from ${sql(call.table)} where ${isRow(sql, call, row)}`
  return found ?? null
}

/**
 * Records the request before it is sent. Null where somebody else recorded one since `row` was
 * read, or it has ended.
 */
export async function markAsked<Row extends Key>(
  sql: Sql,
  call: CallTable,
  row: Row,
  to: object,
): Promise<Row | null> {
  const [asked] = await sql<Row[]>`
    update ${sql(call.table)} set ${sql(to)}
    where ${isRow(sql, call, row)} and ${call.isOpen(sql)} and ${wasNotAskedSince(sql, call, row)}
    returning *
  `
  return asked ?? null
}

/**
 * Writes down what the provider said, and when it is enquired next. Null where somebody else asked
 * meanwhile, or it has ended. A row that is due already, because there is news of it, stays due.
 */
export async function postpone<Row extends Key>(
  sql: Sql,
  call: CallTable,
  row: Row,
  { now, until, said }: { now: Date; until: Date; said: object },
): Promise<Row | null> {
  const due = sql(call.columns.due)
  const written = Object.keys(said).length === 0 ? sql`` : sql`${sql(said)},`
  const [put] = await sql<Row[]>`
    update ${sql(call.table)}
    set ${written} ${due} = case when ${due} <= ${now} then ${due} else ${until} end
    where ${isRow(sql, call, row)} and ${call.isOpen(sql)} and ${wasNotAskedSince(sql, call, row)}
    returning *
  `
  return put ?? null
}

/** Ends it, once. Null where somebody else ended it first. */
export async function setEnded<Row extends Key>(
  sql: Sql,
  call: CallTable,
  row: Row,
  to: object,
): Promise<Row | null> {
  const [ended] = await sql<Row[]>`
    update ${sql(call.table)} set ${sql(to)}
    where ${isRow(sql, call, row)} and ${call.isOpen(sql)}
    returning *
  `
  return ended ?? null
}

/** When one that has ended is enquired about again; null: never. News keeps it due. */
export async function setNextWatch<Row extends Key>(
  sql: Sql,
  call: CallTable & { isWatched: Condition },
  row: Row,
  { now, until }: { now: Date; until: Date | null },
): Promise<void> {
  const due = sql(call.columns.due)
  await sql`
    update ${sql(call.table)}
    set ${due} = case when ${due} <= ${now} then ${due} else ${until} end
    where ${isRow(sql, call, row)} and ${call.isWatched(sql)}
  `
}

/**
 * Marks it due on a provider's notification, whichever business owns it. No-op unless it may still
 * change.
 */
export async function setDue(
  sql: Sql,
  call: CallTable,
  { mode, rail }: MadeBy,
  key: string,
  now: Date,
): Promise<void> {
  const [table, id, due] = [sql(call.table), sql(call.id), sql(call.columns.due)]
  const { otherKey } = call
  const isNamed = otherKey
    ? sql`(${id} = ${key} or ${sql(otherKey)} = ${key})`
    : sql`${id} = ${key}`
  await sql`
    with named as (
      select business_id, mode, ${id}
      from ${table}
      where ${isNamed} and mode = ${mode} and rail = ${rail} and ${mayChange(sql, call)}
    )
    update ${table} c
    set ${due} = least(c.${due}, ${now})
    from named
    where c.business_id = named.business_id and c.mode = named.mode and c.${id} = named.${id}
      and ${mayChange(sql, call)}
  `
}

/** How many are due. At most `max` are counted. */
export async function countDue(sql: Sql, call: CallTable, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select business_id, mode, ${sql(call.id)}
      from ${sql(call.table)}
      where ${sql(call.columns.due)} <= ${now} and ${mayChange(sql, call)}
      limit ${max}
    ) due
  `
  return row.count
}

/** Per provider, the oldest that was last asked before then and has not been answered. */
export async function listUnknown(sql: Sql, call: CallTable, before: Date): Promise<Unknown[]> {
  const { accepted } = call.columns
  const asked = lastAsked(sql, call)
  const isUnknown = call.isUnknown ?? call.isOpen
  const isNotAccepted = accepted ? sql`${sql(accepted)} is null` : sql`true`
  return sql<Unknown[]>`
    select distinct on (mode, rail) *, count(*) over (partition by mode, rail)::int as count
    from (
      select business_id, mode, rail, ${sql(call.id)} as id, ${asked} as since
      from ${sql(call.table)}
      where ${sql(call.columns.due)} is not null and ${isUnknown(sql)} and ${isNotAccepted}
        and ${asked} <= ${before}
    ) open
    order by mode, rail, since
  `
}

/** Per provider that is not configured, how many wait for it. At most `max` are counted. */
export async function countWaiting(
  sql: Sql,
  rails: Rails,
  call: CallTable,
  { what, rows }: Need,
  max: number,
): Promise<Waiting[]> {
  return sql<Waiting[]>`
    select mode, rail, count(*)::int as count
    from (
      select mode, rail
      from ${sql(call.table)}
      where ${sql(call.columns.due)} is not null and ${call.isOpen(sql)}
        and ${rows?.(sql) ?? sql`true`} and not ${isConfigured(sql, rails, what)}
      limit ${max}
    ) waiting
    group by mode, rail
    order by mode, rail
    limit 100
  `
}

function isRow(sql: Sql, { id }: CallTable, row: Key) {
  const { businessId, mode, [id]: value } = row as Key & Record<string, string>
  return sql`business_id = ${businessId} and mode = ${mode} and ${sql(id)} = ${value!}`
}

function wasNotAskedSince(sql: Sql, { columns: { asked } }: CallTable, row: object) {
  if (asked === undefined) return sql`true`
  const before = (row as Record<string, Date | null>)[asked]!
  return sql`${sql(asked)} is not distinct from ${before}`
}

function lastAsked(sql: Sql, { columns: { asked }, whenAsked }: CallTable) {
  return whenAsked ? whenAsked(sql) : sql`${sql(asked!)}`
}

function mayChange(sql: Sql, { isOpen, isWatched, columns }: CallTable) {
  // One that is watched may have had its last look: news of it counts all the same.
  const isUnended = sql`(${sql(columns.due)} is not null and ${isOpen(sql)})`
  return isWatched ? sql`(${isUnended} or ${isWatched(sql)})` : isUnended
}

/** A condition: the provider of the row is configured, and offers what the row needs. */
function isReachable(sql: Sql, rails: Rails, { needs }: CallTable) {
  const each = needs.map(({ what, rows }) => {
    const isThere = isConfigured(sql, rails, what)
    return rows ? sql`(${rows(sql)} and ${isThere})` : isThere
  })
  return sql`(${each.reduce((all, one) => sql`${all} or ${one}`)})`
}
