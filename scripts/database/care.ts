import type { Database } from '../../src/platform/db.ts'

// What an operator looks at in a database that has grown: dead rows, updates that touched no index,
// the space in indexes that nothing uses, and connections.

/** Indexes beyond this many times their size when rebuilt. */
export const BLOAT_MAX = 1.5
/** Smaller ones are not worth a look. */
const LARGE_BYTES = 8 * 1024 * 1024

export type TableCare = {
  name: string
  bytes: number
  rows: number
  dead: number
  /** Of the updates since the statistics began, the share that touched no index; null: none. */
  hot: number | null
  vacuumedAt: Date | null
}

/** Tables and partitions, the largest first. */
export async function tables(sql: Database, count: number): Promise<TableCare[]> {
  return sql<TableCare[]>`
    select
      relname as name, pg_total_relation_size(relid)::float8 as bytes,
      n_live_tup::float8 as rows, n_dead_tup::float8 as dead,
      n_tup_hot_upd::float8 / nullif(n_tup_upd, 0) as hot,
      greatest(last_vacuum, last_autovacuum) as vacuumed_at
    from pg_stat_user_tables
    order by bytes desc
    limit ${count}
  `
}

export type IndexCare = { name: string; table: string; bytes: number; bloat: number }

/**
 * The large B-tree indexes, with their size now for each byte of one rebuilt, the worst first. Reads
 * each of them whole. Null without the extension pgstattuple, which only a superuser can create.
 */
export async function indexes(sql: Database, least = LARGE_BYTES): Promise<IndexCare[] | null> {
  if (!(await hasExtension(sql))) return null
  const large = await sql<{ oid: number; name: string; table: string; bytes: number }[]>`
    select
      c.oid::int8::int as oid, c.relname as name, t.relname as table,
      pg_relation_size(c.oid)::float8 as bytes
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and c.relkind = 'i' and i.indisvalid
      and c.relnamespace = 'public'::regnamespace and pg_relation_size(c.oid) >= ${least}
  `
  const measured: IndexCare[] = []
  // One at a time, each in a database transaction of its own, so that none holds back vacuum long.
  for (const { oid, ...index } of large) {
    const [row] = await sql<{ bloat: number }[]>`
      select
        (s.leaf_pages + s.empty_pages + s.deleted_pages)
        * coalesce(substring(array_to_string(c.reloptions, ',') from 'fillfactor=(\d+)')::int, 90)
        / nullif(s.leaf_pages * nullif(s.avg_leaf_density, 'NaN'), 0) as bloat
      from care.pgstatindex(${oid}::oid::regclass) s, pg_class c
      where c.oid = ${oid}
    `
    measured.push({ ...index, bloat: row?.bloat ?? 1 })
  }
  return measured.sort((a, b) => b.bloat - a.bloat)
}

async function hasExtension(sql: Database): Promise<boolean> {
  const [found] = await sql`select from pg_extension where extname = 'pgstattuple'`
  if (found) return true
  try {
    await sql.begin(async (sql) => {
      await sql`create schema if not exists care`
      await sql`create extension pgstattuple schema care`
    })
    return true
  } catch {
    return false
  }
}

/** Without a lock that anybody waits for. What a former one left behind, cut off, goes first. */
export async function rebuild(sql: Database, name: string): Promise<void> {
  const left = await sql<{ name: string }[]>`
    select c.relname as name
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relname ~ ('^' || ${name}::text || '_cc(new|old)\d*$')
  `
  for (const { name } of left) await sql`drop index concurrently ${sql(name)}`
  await sql`reindex index concurrently ${sql(name)}`
}

export type Connections = { used: number; most: number }

export async function connections(sql: Database): Promise<Connections> {
  const [row] = await sql<Connections[]>`
    select count(*)::int as used, current_setting('max_connections')::int as most
    from pg_stat_activity
    where backend_type = 'client backend'
  `
  return row!
}
