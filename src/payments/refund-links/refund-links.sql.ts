import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Claimed } from '../receipts/mailing.ts'
import type { RefundId } from '../refunds/refunds.sql.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'

export type RefundLinkId = Id<'refund_link'>

export type RefundLinkKey = Scope & { refundLinkId: RefundLinkId }

export type RefundLink = RefundLinkKey & {
  transactionId: TransactionId
  /** Null: all that is left when the customer answers. */
  amount: Kobo | null
  reason: string | null
  /** The refund of the last answer. */
  refundId: RefundId | null
  answers: number
  /** Name enquiries of its visitors. */
  enquiries: number
  expiresAt: Date
  cancelledAt: Date | null
  createdAt: Date
  /** Null: no email is due. */
  nextMailAt: Date | null
  mailAttempts: number
  mailFailure: string | null
  mailedAt: Date | null
}

/** False if an earlier attempt inserted it. */
export function insertRefundLink(sql: Sql, link: RefundLink): Promise<boolean> {
  return hasRow(sql`
    insert into refund_link ${sql(link)}
    on conflict (business_id, mode, refund_link_id) do nothing
    returning 1
  `)
}

export function findRefundLink(sql: Sql, { businessId, mode, refundLinkId }: RefundLinkKey) {
  return firstRow(sql<RefundLink[]>`
    select * from refund_link
    where business_id = ${businessId} and mode = ${mode} and refund_link_id = ${refundLinkId}
  `)
}

/** Newest first. */
export function listRefundLinks(
  sql: Sql,
  { businessId, mode }: Scope,
  { transactionId }: { transactionId: TransactionId | null },
  page: Page,
) {
  const rows = sql`
    select * from refund_link
    where business_id = ${businessId} and mode = ${mode}
      ${transactionId === null ? sql`` : sql`and transaction_id = ${transactionId}`}
  `
  return listOf<RefundLink>(sql, page, 'refundLinkId', rows)
}

/** Writes the refund of an answer. False if the link has another answer since, or has ended. */
export function setRefund(
  sql: Sql,
  { businessId, mode, refundLinkId, answers }: RefundLink,
  refundId: RefundId,
  now: Date,
): Promise<boolean> {
  return hasRow(sql`
    update refund_link set refund_id = ${refundId}, answers = ${answers + 1}
    where business_id = ${businessId} and mode = ${mode} and refund_link_id = ${refundLinkId}
      and answers = ${answers} and cancelled_at is null and expires_at > ${now}
    returning 1
  `)
}

/** False if it was answered since, or is cancelled already. */
export function setCancelled(
  sql: Sql,
  { businessId, mode, refundLinkId, answers }: RefundLink,
  now: Date,
): Promise<boolean> {
  return hasRow(sql`
    update refund_link set cancelled_at = ${now}, next_mail_at = null
    where business_id = ${businessId} and mode = ${mode} and refund_link_id = ${refundLinkId}
      and answers = ${answers} and cancelled_at is null
    returning 1
  `)
}

/** False if there were `max`. */
export function countEnquiry(
  sql: Sql,
  { businessId, mode, refundLinkId }: RefundLinkKey,
  max: number,
): Promise<boolean> {
  return hasRow(sql`
    update refund_link set enquiries = enquiries + 1
    where business_id = ${businessId} and mode = ${mode} and refund_link_id = ${refundLinkId}
      and enquiries < ${max}
    returning 1
  `)
}

/** An email that is due, with all that it shows. */
export type DueMail = RefundLinkKey &
  Claimed &
  Pick<RefundLink, 'amount' | 'createdAt' | 'expiresAt'> & {
    businessName: string
    email: string
    reference: string
  }

/** Claims due emails under a lease. */
export async function claimMails(sql: Sql, modes: Mode[], now: Date, lease: Date, max: number) {
  return sql<DueMail[]>`
    with due as (
      select business_id, mode, refund_link_id
      from refund_link
      where next_mail_at <= ${now} and mode = any(${modes})
      order by next_mail_at
      limit ${max}
      for update skip locked
    ), claimed as (
      update refund_link l
      set next_mail_at = ${lease}
      from due
      where l.business_id = due.business_id and l.mode = due.mode
        and l.refund_link_id = due.refund_link_id
      returning l.*
    )
    select c.business_id, c.mode, c.refund_link_id, c.amount, c.created_at, c.expires_at,
      c.mail_attempts as attempts, b.name as business_name, t.email, t.reference
    from claimed c
    join transaction t
      on t.business_id = c.business_id and t.mode = c.mode and t.id = c.transaction_id
    join business b on b.business_id = c.business_id
  `
}

type MailRecord = { nextMailAt: Date | null; mailedAt: Date | null; mailFailure: string | null }

export async function recordMail(
  sql: Sql,
  { businessId, mode, refundLinkId, attempts }: DueMail,
  { nextMailAt, mailedAt, mailFailure }: MailRecord,
): Promise<void> {
  await sql`
    update refund_link
    set next_mail_at = ${nextMailAt}, mailed_at = ${mailedAt}, mail_failure = ${mailFailure},
      mail_attempts = ${attempts + 1}
    where business_id = ${businessId} and mode = ${mode} and refund_link_id = ${refundLinkId}
      and mail_attempts = ${attempts} and next_mail_at is not null
  `
}
