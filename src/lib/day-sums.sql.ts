import type { Subject } from './day-sums.ts'
import type { Sql } from './db.ts'
import type { Whose } from './list-count.ts'

/** Minutes. What comes later than an hour is noted; the rest is for whoever writes just now. */
const OVER = 70
/** Minutes after a change, when nobody counts any more who has not seen it. */
const QUIET = 10

export type KeptSums = { subject: Subject; dayStart: Date; sums: bigint[] }

/** Of the days that begin from the first moment on, below the last. */
export async function listKeptSums(
  sql: Sql,
  { businessId, mode }: Whose,
  from: Date,
  to: Date,
): Promise<KeptSums[]> {
  return sql<KeptSums[]>`
    select subject, day_start, sums
    from day_sums d
    where business_id = ${businessId} and mode = ${mode}
      and subject in ('made', 'paid', 'deposits')
      and day_start >= ${from} and day_start < ${to}
      and not exists (
        select 1
        from day_change c
        where c.business_id = ${businessId} and c.mode = ${mode} and c.subject = d.subject
          and c.day_start = d.day_start
          and c.changed_at > d.counted_at - ${QUIET} * interval '1 minute'
      )
    limit 1000
  `
}

/** Of those that are over and at rest; the others are passed by. */
export async function keepSums(
  sql: Sql,
  { businessId, mode }: Whose,
  subject: Subject,
  counted: Pick<KeptSums, 'dayStart' | 'sums'>[],
): Promise<void> {
  await sql`
    with kept as (
      select day_start, string_to_array(sums, ',')::bigint[] as sums
      from unnest(
        ${counted.map(({ dayStart }) => dayStart.toISOString())}::timestamptz[],
        ${counted.map(({ sums }) => sums.join(','))}::text[]
      ) as i (day_start, sums)
      where day_start + interval '1 day' < clock_timestamp() - ${OVER} * interval '1 minute'
        and not exists (
          select 1
          from day_change c
          where c.business_id = ${businessId} and c.mode = ${mode} and c.subject = ${subject}
            and c.day_start = i.day_start
            and c.changed_at > clock_timestamp() - ${QUIET} * interval '1 minute'
        )
    ), seen as (
      delete from day_change c
      using kept
      where c.business_id = ${businessId} and c.mode = ${mode} and c.subject = ${subject}
        and c.day_start = kept.day_start
        and c.changed_at < clock_timestamp() - ${QUIET} * interval '1 minute'
    )
    insert into day_sums (business_id, mode, subject, day_start, sums, counted_at)
    select ${businessId}, ${mode}, ${subject}, day_start, sums, statement_timestamp()
    from kept
    order by day_start
    on conflict (business_id, mode, subject, day_start) do update
    set sums = excluded.sums, counted_at = excluded.counted_at
  `
}
