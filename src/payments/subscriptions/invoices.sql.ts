import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { firstRow } from '../../platform/rows.ts'
import { rowsOf } from '../../platform/sql.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'
import type { Subscription, SubscriptionId, SubscriptionKey } from './subscriptions.sql.ts'

type InvoiceId = Id<'invoice'>
type InvoiceKey = Scope & { invoiceId: InvoiceId }

export type OfSubscription = InvoiceKey & SubscriptionKey

export const INVOICE_STATES = ['open', 'paid', 'uncollectible', 'void'] as const

export type Invoice = InvoiceKey & {
  subscriptionId: SubscriptionId
  customerId: CustomerId
  /** The number of the period. */
  period: number
  periodStart: Date
  periodEnd: Date
  amount: Kobo
  state: (typeof INVOICE_STATES)[number]
  /** Paid by transfers to a permanent account number. */
  byAccount: boolean
  /** The number of the payment that is, or was last, to pay it. */
  attempt: number
  /** How that payment is made, while its end is not recorded. */
  trying: 'charge' | 'checkout' | null
  failures: number
  /** Why the last charge failed. */
  failure: string | null
  transactionId: TransactionId | null
  /** When it is charged, reminded of or looked at next. */
  dueAt: Date | null
  nextMailAt: Date | null
  mailAttempts: number
  version: number
  createdAt: Date
  updatedAt: Date
  paidAt: Date | null
}

/** Returns how many of the periods had no invoice. */
export async function insertInvoices(sql: Sql, rows: readonly Invoice[]): Promise<number> {
  const inserted = await sql`
    insert into invoice
    select * from ${rowsOf(sql, 'invoice', rows)}
    on conflict (business_id, mode, subscription_id, period) do nothing
    returning 1
  `
  return inserted.length
}

export function findInvoice(sql: Sql, { businessId, mode, invoiceId }: InvoiceKey) {
  return firstRow(sql<Invoice[]>`
    select * from invoice
    where business_id = ${businessId} and mode = ${mode} and invoice_id = ${invoiceId}
  `)
}

/** Null if it has changed since it was read. */
export function updateInvoice(
  sql: Sql,
  { businessId, mode, invoiceId, version }: Invoice,
  change: Partial<Invoice>,
) {
  return firstRow(sql<Invoice[]>`
    update invoice set ${sql({ ...change, version: version + 1 })}
    where business_id = ${businessId} and mode = ${mode} and invoice_id = ${invoiceId}
      and version = ${version}
    returning *
  `)
}

/** Those that are not paid, the oldest first. */
export function listOpen(sql: Sql, { businessId, mode, subscriptionId }: SubscriptionKey) {
  return sql<Invoice[]>`
    select * from invoice
    where business_id = ${businessId} and mode = ${mode} and subscription_id = ${subscriptionId}
      and state = 'open'
    order by period
    limit 1000
  `
}

/** Of each subscription that has invoices: how many are paid, and the oldest that is open. */
export function totalsOfInvoices(sql: Sql, { businessId, mode }: Scope, ids: SubscriptionId[]) {
  return sql<{ subscriptionId: SubscriptionId; paid: number; open: InvoiceId | null }[]>`
    select subscription_id, count(*) filter (where state = 'paid')::int as paid,
      (array_agg(invoice_id order by period) filter (where state = 'open'))[1] as open
    from invoice
    where business_id = ${businessId} and mode = ${mode} and subscription_id = any(${ids})
    group by subscription_id
  `
}

/** Newest first. */
export function listInvoices(
  sql: Sql,
  { businessId, mode, subscriptionId }: SubscriptionKey,
  page: Page,
) {
  const rows = sql`
    select * from invoice
    where business_id = ${businessId} and mode = ${mode} and subscription_id = ${subscriptionId}
  `
  return listOf<Invoice>(sql, page, 'invoiceId', rows)
}

/** `authorizationId`: what the subscription charges now. */
export type Claimed = Invoice & Pick<Subscription, 'authorizationId'>

/**
 * Claims due invoices under a lease. Those that a kept card is to pay begin their next payment with
 * it. Rows that others have locked are left for later.
 */
export function claimDue(sql: Sql, now: Date, lease: Date, max: number) {
  return sql<Claimed[]>`
    with due as (
      select i.business_id, i.mode, i.invoice_id, s.authorization_id,
        i.trying is null and not i.by_account and s.state <> 'cancelled' as begins
      from invoice i
      join subscription s
        on s.business_id = i.business_id and s.mode = i.mode
        and s.subscription_id = i.subscription_id
      where i.due_at <= ${now}
      order by i.due_at
      limit ${max}
      for update skip locked
    )
    update invoice i
    set due_at = ${lease}, version = i.version + 1,
      attempt = i.attempt + case when begins then 1 else 0 end,
      trying = case when begins then 'charge' else i.trying end,
      transaction_id = case when begins then null else i.transaction_id end,
      updated_at = case when begins then ${now} else i.updated_at end
    from due
    where i.business_id = due.business_id and i.mode = due.mode and i.invoice_id = due.invoice_id
    returning i.*, due.authorization_id
  `
}

/** Those of these keys. */
export function listInvoicesOf(sql: Sql, keys: readonly InvoiceKey[]) {
  return sql<Invoice[]>`
    select * from invoice
    where (business_id, mode, invoice_id) in (
      select k.business_id, k.mode, k.invoice_id from ${rowsOf(sql, 'invoice', keys)} k
    )
  `
}

/** Writes paid invoices. Returns how many had not changed since the version before. */
export async function writePaid(sql: Sql, rows: readonly Invoice[]): Promise<number> {
  const written = await sql`
    update invoice i
    set state = p.state, paid_at = p.paid_at, transaction_id = p.transaction_id,
      trying = p.trying, due_at = p.due_at, next_mail_at = p.next_mail_at,
      updated_at = p.updated_at, version = p.version
    from ${rowsOf(sql, 'invoice', rows)} p
    where i.business_id = p.business_id and i.mode = p.mode and i.invoice_id = p.invoice_id
      and i.version = p.version - 1
    returning 1
  `
  return written.length
}

/** Those whose payment has ended, and no charge of it has an unknown outcome. */
export function listEnded(sql: Sql, max: number) {
  return sql<Invoice[]>`
    select i.* from invoice i
    join transaction t
      on t.business_id = i.business_id and t.mode = i.mode and t.id = i.transaction_id
    where i.trying is not null and t.status not in ('pending', 'ongoing')
      and not exists (
        select 1 from card_attempt a
        where a.business_id = i.business_id and a.mode = i.mode
          and a.transaction_id = i.transaction_id and a.state in ('charging', 'unknown')
      )
    order by i.invoice_id
    limit ${max}
  `
}

/** The oldest deposit of exactly the amount that pays no invoice yet, for each that awaits one. */
export function listDeposited(sql: Sql, max: number) {
  return sql<(OfSubscription & { paidBy: TransactionId })[]>`
    select i.business_id, i.mode, i.invoice_id, i.subscription_id, d.id as paid_by
    from invoice i
    cross join lateral (
      select t.id from transaction t
      where t.business_id = i.business_id and t.mode = i.mode and t.customer_id = i.customer_id
        and t.created_at > '-infinity' and t.channel = 'dedicated_virtual_account'
        and t.status = 'success' and t.amount = i.amount and t.paid_at >= i.created_at
        and not exists (
          select 1 from invoice other
          where other.business_id = t.business_id and other.mode = t.mode
            and other.transaction_id = t.id
        )
      order by t.id
      limit 1
    ) d
    where i.state = 'open' and i.by_account
    order by i.customer_id, i.period
    limit ${max}
  `
}

/** The invoice that this payment pays, or is to pay. */
export function takenBy(sql: Sql, { businessId, mode }: Scope, transactionId: TransactionId) {
  return firstRow(sql<Invoice[]>`
    select * from invoice
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${transactionId}
  `)
}
