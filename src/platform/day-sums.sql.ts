import type { Sql } from './db.ts'

export type Subject = 'made' | 'paid' | 'deposits'

export type Whose = { businessId: string; mode: string }

type KeptSums = { subject: Subject; dayStart: Date; sums: bigint[] }

/** Days from the first moment, before the last, whose sums are still valid. */
export async function listKeptSums(
  sql: Sql,
  { businessId, mode }: Whose,
  now: Date,
  from: Date,
  to: Date,
): Promise<KeptSums[]> {
  return sql<KeptSums[]>`
    select subject, day_start, sums
    from day_sums d
    where business_id = ${businessId} and mode = ${mode}
      and subject in ('made', 'paid', 'deposits')
      and day_start >= ${from} and day_start < ${to}
      and ${now} - counted_at <= counted_at - (day_start + interval '1 day')
      and not exists (
        select from example_run r
        where r.business_id = ${businessId} and r.mode = ${mode}
          and coalesce(r.lease_until, r.updated_at) >= d.counted_at
      )
    limit 1000
  `
}

/** `countedAt`: before they were counted. */
export async function keepSums(
  sql: Sql,
  { businessId, mode }: Whose,
  subject: Subject,
  counted: Pick<KeptSums, 'dayStart' | 'sums'>[],
  countedAt: Date,
): Promise<void> {
  await sql`
    insert into day_sums (business_id, mode, subject, day_start, sums, counted_at)
    select ${businessId}, ${mode}, ${subject}, day_start, string_to_array(sums, ',')::bigint[],
      ${countedAt}
    from unnest(
      ${counted.map(({ dayStart }) => dayStart.toISOString())}::timestamptz[],
      ${counted.map(({ sums }) => sums.join(','))}::text[]
    ) as i (day_start, sums)
    order by day_start
    on conflict (business_id, mode, subject, day_start) do update
    set sums = excluded.sums, counted_at = excluded.counted_at
  `
}
