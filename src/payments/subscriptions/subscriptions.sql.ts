import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import { rowsOf } from '../../platform/sql.ts'
import type { AuthorizationId } from '../authorizations/authorizations.sql.ts'
import type { PlanId } from '../plans/plans.sql.ts'

export type SubscriptionId = Id<'subscription'>
export type SubscriptionKey = Scope & { subscriptionId: SubscriptionId }

export const SUBSCRIPTION_STATES = [
  'scheduled',
  'trialing',
  'active',
  'past_due',
  'paused',
  'unpaid',
  'cancelled',
  'completed',
] as const
type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

export type Subscription = SubscriptionKey & {
  customerId: CustomerId
  planId: PlanId
  /** From the next period. */
  nextPlanId: PlanId | null
  /** Null: paid by transfers to the customer's permanent account number. */
  authorizationId: AuthorizationId | null
  state: SubscriptionState
  quantity: number
  /** When the period of the number `anchorPeriod` began. */
  anchor: Date
  anchorPeriod: number
  /** The number of the current period, from 1. 0: before the first. */
  period: number
  /** How many periods were invoiced. */
  invoiced: number
  /** Of the current period, after changes during it. */
  periodPrice: Kobo
  /** For the next invoice; below zero, a credit. */
  carried: bigint
  endsWithPeriod: boolean
  /** When the current period ends, or the first one begins. */
  nextPaymentAt: Date
  /** The same while periods begin by themselves; null: paused or ended. */
  dueAt: Date | null
  /** JSON, as sent. */
  metadata: string | null
  version: number
  createdAt: Date
  updatedAt: Date
  endedAt: Date | null
  /** Of the customer. */
  email: string
}

/** The email address of the customer of a subscription `s`. */
const email = (sql: Sql) => sql`
  (
    select c.email from customer c
    where c.business_id = s.business_id and c.mode = s.mode and c.customer_id = s.customer_id
  ) as email
`

/** False if an earlier attempt inserted it. */
export function insertSubscription(sql: Sql, row: Omit<Subscription, 'email'>): Promise<boolean> {
  return hasRow(sql`insert into subscription ${sql(row)} on conflict do nothing returning 1`)
}

export function findSubscription(sql: Sql, { businessId, mode, subscriptionId }: SubscriptionKey) {
  return firstRow(sql<Subscription[]>`
    select s.*, ${email(sql)} from subscription s
    where business_id = ${businessId} and mode = ${mode} and subscription_id = ${subscriptionId}
  `)
}

/** A change of a subscription, or of an invoice of it, needs this lock. */
export function lockSubscription(sql: Sql, { businessId, mode, subscriptionId }: SubscriptionKey) {
  return firstRow(sql<Subscription[]>`
    select s.*, ${email(sql)} from subscription s
    where business_id = ${businessId} and mode = ${mode} and subscription_id = ${subscriptionId}
    for update
  `)
}

/** Locks those whose next period begins. Other processes lock others. */
export function lockDue(sql: Sql, now: Date, max: number) {
  return sql<Subscription[]>`
    select s.*, ${email(sql)} from subscription s
    where due_at <= ${now}
    order by due_at
    limit ${max}
    for update skip locked
  `
}

/** Locks these, in the order of their keys. */
export function lockSubscriptions(sql: Sql, keys: readonly SubscriptionKey[]) {
  return sql<Subscription[]>`
    select s.*, ${email(sql)} from subscription s
    where (s.business_id, s.mode, s.subscription_id) in (
      select k.business_id, k.mode, k.subscription_id from ${rowsOf(sql, 'subscription', keys)} k
    )
    order by s.business_id, s.mode, s.subscription_id
    for update
  `
}

/** Writes begun periods. Returns how many had not changed since the version before. */
export async function writePeriods(sql: Sql, rows: readonly Subscription[]): Promise<number> {
  const written = await sql`
    update subscription s
    set plan_id = p.plan_id, next_plan_id = p.next_plan_id, state = p.state, anchor = p.anchor,
      anchor_period = p.anchor_period, period = p.period, period_price = p.period_price,
      invoiced = p.invoiced, carried = p.carried, next_payment_at = p.next_payment_at,
      due_at = p.due_at, updated_at = p.updated_at, version = p.version
    from ${rowsOf(sql, 'subscription', rows)} p
    where s.business_id = p.business_id and s.mode = p.mode
      and s.subscription_id = p.subscription_id and s.version = p.version - 1
    returning 1
  `
  return written.length
}

/** Null if it has changed since it was read. */
export function updateSubscription(
  sql: Sql,
  { businessId, mode, subscriptionId, version }: Subscription,
  change: Partial<Omit<Subscription, 'email'>>,
) {
  return firstRow(sql<Subscription[]>`
    update subscription s set ${sql({ ...change, version: version + 1 })}
    where business_id = ${businessId} and mode = ${mode} and subscription_id = ${subscriptionId}
      and version = ${version}
    returning s.*, ${email(sql)}
  `)
}

/** Newest first. */
export function listSubscriptions(sql: Sql, { businessId, mode }: Scope, page: Page) {
  const rows = sql`
    select s.*, ${email(sql)} from subscription s
    where business_id = ${businessId} and mode = ${mode}
  `
  return listOf<Subscription>(sql, page, 'subscriptionId', rows)
}

/** The oldest first. */
export function listOfCustomer(sql: Sql, { businessId, mode }: Scope, customerId: CustomerId) {
  return sql<Subscription[]>`
    select s.*, ${email(sql)} from subscription s
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
    order by subscription_id
    limit 1000
  `
}

/** The one of this customer to this plan that goes on; null if there is none. */
export function findRunning(
  sql: Sql,
  { businessId, mode }: Scope,
  { customerId, planId }: Pick<Subscription, 'customerId' | 'planId'>,
) {
  return firstRow(sql<Subscription[]>`
    select s.*, ${email(sql)} from subscription s
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
      and plan_id = ${planId} and ended_at is null and not ends_with_period
    order by subscription_id
    limit 1
  `)
}

/** Until COMMIT, so that of two payments one after the other looks for a running one. */
export async function lockSubscriber(
  sql: Sql,
  { businessId, mode }: Scope,
  { customerId, planId }: Pick<Subscription, 'customerId' | 'planId'>,
): Promise<void> {
  const name = `subscriber ${businessId} ${mode} ${customerId} ${planId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

type PlanTotals = {
  planId: PlanId
  subscriptions: number
  /** Those that have not ended. */
  active: number
  customers: number
  /** Of invoices that were paid. */
  paid: bigint
}

/** Plans without a subscription are left out. */
export function totalsOfPlans(sql: Sql, { businessId, mode }: Scope, planIds: PlanId[]) {
  return sql<PlanTotals[]>`
    select s.plan_id, count(*)::int as subscriptions,
      count(*) filter (where s.ended_at is null)::int as active,
      count(distinct s.customer_id)::int as customers, coalesce(sum(p.paid), 0)::bigint as paid
    from subscription s
    left join lateral (
      select sum(i.amount) as paid from invoice i
      where i.business_id = s.business_id and i.mode = s.mode
        and i.subscription_id = s.subscription_id and i.state = 'paid'
    ) p on true
    where s.business_id = ${businessId} and s.mode = ${mode} and s.plan_id = any(${planIds})
    group by s.plan_id
  `
}

/** Erases what the business stored with the subscriptions of a customer. */
export async function eraseSubscriptions(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
): Promise<void> {
  await sql`
    update subscription set metadata = null
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
  `
}
