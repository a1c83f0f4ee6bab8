import type { Sql } from '../../platform/db.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Claimed } from '../receipts/mailing.ts'
import type { Authorization } from './authorizations.sql.ts'

/** Marks active cards whose last month this is, once each. `month`: `2030-12`. */
export function setExpiryTold(sql: Sql, month: string, now: Date, max: number) {
  return sql<Authorization[]>`
    with due as (
      select business_id, mode, authorization_id
      from payer_authorization
      where lpad(substring(details from '"exp_year": ?"([0-9]{2,4})"'), 4, '20') || '-'
          || lpad(substring(details from '"exp_month": ?"([0-9]{1,2})"'), 2, '0') = ${month}
        and expiry_told_at is null and state = 'active' and channel = 'card'
      limit ${max}
      for update skip locked
    )
    update payer_authorization a
    set expiry_told_at = ${now}, next_mail_at = ${now}, mail_attempts = 0
    from due
    where a.business_id = due.business_id and a.mode = due.mode
      and a.authorization_id = due.authorization_id
    returning a.*
  `
}

export type DueCard = Authorization & Claimed

/** Claims cards whose customers are due an email, under a lease. */
export function claimExpiring(sql: Sql, modes: Mode[], now: Date, lease: Date, max: number) {
  return sql<DueCard[]>`
    with due as (
      select business_id, mode, authorization_id
      from payer_authorization
      where next_mail_at <= ${now} and mode = any(${modes})
      order by next_mail_at
      limit ${max}
      for update skip locked
    )
    update payer_authorization a
    set next_mail_at = ${lease}
    from due
    where a.business_id = due.business_id and a.mode = due.mode
      and a.authorization_id = due.authorization_id
    returning a.*, a.mail_attempts as attempts
  `
}

/** `nextMailAt`: when it is tried again. */
export async function recordExpiryMail(
  sql: Sql,
  { businessId, mode, authorizationId, attempts }: DueCard,
  nextMailAt: Date | null,
): Promise<void> {
  await sql`
    update payer_authorization
    set next_mail_at = ${nextMailAt}, mail_attempts = ${attempts + 1}
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId} and mail_attempts = ${attempts}
      and next_mail_at is not null
  `
}
