import type { Sql } from '../lib/db.ts'

/** What may be sent now, over all queues of all endpoints. At most `max` are counted. */
export async function countDeliveriesDue(sql: Sql, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select d.business_id, d.mode, d.event_id
      from delivery_queue q
      cross join (values (false), (true)) as lane (is_retry)
      cross join lateral (
        select business_id, mode, event_id from delivery
        where business_id = q.business_id and mode = q.mode and endpoint = q.endpoint
          and is_retry = lane.is_retry and state = 'pending' and next_at <= ${now}
        limit ${max}
      ) d
      where q.next_at <= ${now}
      limit ${max}
    ) due
  `
  return row.count
}
