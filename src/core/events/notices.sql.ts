import type { Sql } from '../../platform/db.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Scope } from '../context.ts'
import type { WebhookNotice } from './webhooks.sql.ts'

/** One that is claimed, and whom to tell. */
export type DueNotice = Scope &
  WebhookNotice & {
    /** To mail it, so far. */
    attempts: number
    businessName: string
    email: string
  }

/** For one who mails them; nobody else does until the lease is over. */
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

/** Without `nextAt` it is over: sent where there is `sentAt`, else given up. */
export type NoticeMailed = { nextAt: Date | null; sentAt: Date | null; failure: string | null }

/** What somebody else has recorded meanwhile stays. */
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
