import type { CheckoutLanguage } from '../../accounts/businesses/businesses.sql.ts'
import type { Sql } from '../../platform/db.ts'
import { rowsOf } from '../../platform/sql.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Authorization, AuthorizationId } from '../authorizations/authorizations.sql.ts'
import type { Claimed } from '../receipts/mailing.ts'
import type { Invoice } from './invoices.sql.ts'
import type { SubscriptionKey } from './subscriptions.sql.ts'

/** An email about an invoice that is due, with all that it shows. */
export type DueMail = Invoice &
  Claimed & {
    businessName: string
    email: string
    planName: string
    /** Null: English. */
    checkoutLanguage: CheckoutLanguage | null
  }

/** Claims due emails under a lease. */
export function claimMails(sql: Sql, modes: Mode[], now: Date, lease: Date, max: number) {
  return sql<DueMail[]>`
    with due as (
      select business_id, mode, invoice_id
      from invoice
      where next_mail_at <= ${now} and mode = any(${modes})
      order by next_mail_at
      limit ${max}
      for update skip locked
    ), claimed as (
      update invoice i
      set next_mail_at = ${lease}
      from due
      where i.business_id = due.business_id and i.mode = due.mode and i.invoice_id = due.invoice_id
      returning i.*
    )
    select c.*, c.mail_attempts as attempts, b.name as business_name, u.email,
      p.name as plan_name, m.checkout_language
    from claimed c
    join subscription s on s.business_id = c.business_id and s.mode = c.mode
      and s.subscription_id = c.subscription_id
    join plan p on p.business_id = s.business_id and p.mode = s.mode and p.plan_id = s.plan_id
    join customer u on u.business_id = c.business_id and u.mode = c.mode
      and u.customer_id = c.customer_id
    join business_mode m on m.business_id = c.business_id and m.mode = c.mode
    join business b on b.business_id = c.business_id
  `
}

/** `nextMailAt`: when it is tried again. */
export async function recordMail(
  sql: Sql,
  { businessId, mode, invoiceId, failures, attempts }: DueMail,
  nextMailAt: Date | null,
): Promise<void> {
  await sql`
    update invoice set next_mail_at = ${nextMailAt}, mail_attempts = ${attempts + 1}
    where business_id = ${businessId} and mode = ${mode} and invoice_id = ${invoiceId}
      and failures = ${failures} and mail_attempts = ${attempts} and next_mail_at is not null
  `
}

/** A subscription that is charged to a card, with what an email about it shows. */
export type Charged = SubscriptionKey &
  Pick<DueMail, 'businessName' | 'email' | 'planName' | 'checkoutLanguage'> & {
    authorizationId: AuthorizationId
  }

/** Those that charge these cards again. */
export function listCharged(sql: Sql, cards: readonly Authorization[]) {
  const keys = cards.map(({ businessId, mode, customerId, authorizationId }) => {
    return { businessId, mode, customerId, authorizationId }
  })
  return sql<Charged[]>`
    select s.business_id, s.mode, s.subscription_id, s.authorization_id, b.name as business_name,
      u.email, p.name as plan_name, m.checkout_language
    from ${rowsOf(sql, 'payer_authorization', keys)} k
    join subscription s on s.business_id = k.business_id and s.mode = k.mode
      and s.customer_id = k.customer_id and s.authorization_id = k.authorization_id
      and s.due_at is not null and not s.ends_with_period
    join plan p on p.business_id = s.business_id and p.mode = s.mode and p.plan_id = s.plan_id
    join customer u on u.business_id = s.business_id and u.mode = s.mode
      and u.customer_id = s.customer_id
    join business_mode m on m.business_id = s.business_id and m.mode = s.mode
    join business b on b.business_id = s.business_id
    order by s.subscription_id
  `
}
