import type { Sql } from './db.ts'

// What the planner is told of tables that nobody has filled yet. It knows nothing of them until
// they are analyzed for the first time, a minute after their first rows; until then an index that
// begins with business and mode looks as good to it as the one that finds a row, and plans are
// kept: under load, each payment was looked up by reading all of them. So each column gets what it
// will have: one business, few states, and else no value twice. The first analyze replaces it.
//
// PostgreSQL 18 and later take this; on older ones the first minute of a new database is as it was.

const VERSION_MIN = 180_000
/** Of these there are few values, however many rows there are. */
const FEW = [
  'status',
  'state',
  'kind',
  'type',
  'channel',
  'route',
  'rail',
  'reason',
  'step',
  'direction',
  'role',
]
const FEW_VALUES = 3
/** So that what is found by these alone is all there is. */
const SCOPE = ['business_id', 'mode']
/** As PostgreSQL writes that no value is there twice. */
const ALL_DIFFERENT = -1

/** For each table that was never analyzed. By the owner of the tables. */
export async function assumeStatistics(owner: Sql): Promise<void> {
  const [version] = await owner`show server_version_num`
  if (Number(version?.['serverVersionNum']) < VERSION_MIN) return
  await owner`
    select pg_restore_attribute_stats(
      'schemaname', 'public',
      'relname', c.relname::text,
      'attname', a.attname::text,
      'inherited', false,
      'null_frac', 0::real,
      'avg_width', 16,
      'n_distinct', (case
        when a.attname = any(${SCOPE}) then 1
        when a.attname = any(${FEW}) then ${FEW_VALUES}
        else ${ALL_DIFFERENT}
      end)::real
    )
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples = -1
      and not exists (
        select 1 from pg_stats s
        where s.schemaname = 'public' and s.tablename = c.relname and s.attname = a.attname
      )
  `
}
