import type { Sql } from '../../platform/db.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Scope } from '../context.ts'
import type { WebhookNotice } from './webhooks.sql.ts'

// Notices tell a business about its failing webhook URLs: listed with the webhooks, and mailed
// once. `src/operator/notices` writes and sends the emails.

export type DueNotice = Scope &
  WebhookNotice & {
    /** Earlier attempts to mail it. */
    attempts: number
    businessName: string
    email: string
  }

/** Claims due notices until `lease`. */
export async function claimNotices(sql: Sql, modes: Mode[], now: Date, lease: Date, max: number) {
  return sql<DueNotice[]>`
    with due as (
      select business_id, mode, route, kind, since
      from webhook_notice
      where next_at <= ${now} and mode = any(${modes})
      order by next_at
      limit ${max}
      for update skip locked
    ), claimed as (
      update webhook_notice n
      set next_at = ${lease}
      from due
      where n.business_id = due.business_id and n.mode = due.mode and n.route = due.route
        and n.kind = due.kind and n.since = due.since
      returning n.*
    )
    select c.business_id, c.mode, c.route, c.kind, c.since, c.url, c.created_at, c.attempts,
      b.name as business_name, b.email
    from claimed c
    join business b on b.business_id = c.business_id
  `
}

/** `nextAt` null: done. It was sent if there is a `sentAt`, else given up. */
export type NoticeMailed = { nextAt: Date | null; sentAt: Date | null; failure: string | null }

/** No-op if another worker has recorded a result meanwhile. */
export async function recordNotice(
  sql: Sql,
  { businessId, mode, route, kind, since, attempts }: DueNotice,
  { nextAt, sentAt, failure }: NoticeMailed,
): Promise<void> {
  await sql`
    update webhook_notice
    set next_at = ${nextAt}, sent_at = ${sentAt}, failure = ${failure}, attempts = ${attempts + 1}
    where business_id = ${businessId} and mode = ${mode} and route = ${route} and kind = ${kind}
      and since = ${since} and attempts = ${attempts} and next_at is not null
  `
}
