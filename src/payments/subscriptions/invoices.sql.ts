import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'
import type { SubscriptionId, SubscriptionKey } from './subscriptions.sql.ts'

export type InvoiceId = Id<'invoice'>
export type InvoiceKey = Scope & { invoiceId: InvoiceId }

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

/** False if the period has an invoice. */
export function insertInvoice(sql: Sql, row: Invoice): Promise<boolean> {
  return hasRow(sql`
    insert into invoice ${sql(row)}
    on conflict (business_id, mode, subscription_id, period) do nothing
    returning 1
  `)
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

/** Claims due invoices under a lease. */
export function claimDue(sql: Sql, now: Date, lease: Date, max: number) {
  return sql<Invoice[]>`
    with due as (
      select business_id, mode, invoice_id
      from invoice
      where due_at <= ${now}
      order by due_at
      limit ${max}
      for update skip locked
    )
    update invoice i
    set due_at = ${lease}, version = i.version + 1
    from due
    where i.business_id = due.business_id and i.mode = due.mode and i.invoice_id = due.invoice_id
    returning i.*
  `
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
  return sql<(InvoiceKey & { paidBy: TransactionId })[]>`
    select i.business_id, i.mode, i.invoice_id, d.id as paid_by
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
