import type { Sql } from './db.ts'

// Statistics for tables that are still empty. The planner has none until the first analyze, a
// minute after the first rows. Until then any index that begins with business and mode looks as
// good as the one that finds a row, and such plans are kept: under load, each payment was found by
// reading all of them. So each column is described as it will be: one business, few states,
// otherwise no value twice. The first analyze replaces this.
//
// Needs PostgreSQL 18; on older ones, the first minute of a new database is slow.

const VERSION_MIN = 180_000
/** Columns with few values, however many rows there are. */
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
/** One value, so that these columns alone do not narrow a search. */
const SCOPE = ['business_id', 'mode']
/** PostgreSQL's notation for a column without repeated values. */
const ALL_DIFFERENT = -1

/** For all tables that were never analyzed. Run by their owner. */
export async function assumeStatistics(owner: Sql): Promise<void> {
  const [version] = await owner`show server_version_num`
  if (Number(version?.['serverVersionNum']) < VERSION_MIN) return
  await owner`
    select pg_restore_attribute_stats(
      'schemaname', 'public',
      'relname', c.relname::text,
      'attname', a.attname::text,
      'inherited', c.relkind = 'p',
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
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.reltuples = -1
      and not exists (
        select 1 from pg_stats s
        where s.schemaname = 'public' and s.tablename = c.relname and s.attname = a.attname
      )
  `
}
