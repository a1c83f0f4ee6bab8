import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'

import type { Stretch } from '../../platform/day-sums.ts'
import type { Sql } from '../../platform/db.ts'
import { idAt } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'

// Counts and sums of payments. They read indexes only, once for each stretch of time, and stay fast
// for a business with millions of payments.

export type Created = {
  attempted: number
  /** Including reversed ones. */
  succeeded: number
  failed: number
  abandoned: number
  pending: number
}

/** By the time of creation, which is in the id. */
export async function tallyCreated(
  sql: Sql,
  { businessId, mode }: Scope,
  stretches: Stretch[],
): Promise<Created[]> {
  return sql<Created[]>`
    select t.*
    from unnest(
      ${stretches.map(({ from }) => idAt(from))}::uuid[],
      ${stretches.map(({ to }) => idAt(to))}::uuid[]
    ) with ordinality as stretch (first, next, position)
    cross join lateral (
      select count(*)::int as attempted,
        (count(*) filter (where status in ('success', 'reversed')))::int as succeeded,
        (count(*) filter (where status = 'failed'))::int as failed,
        (count(*) filter (where status = 'abandoned'))::int as abandoned,
        (count(*) filter (where status in ('pending', 'ongoing')))::int as pending
      from transaction
      where business_id = ${businessId} and mode = ${mode}
        and id >= stretch.first and id < stretch.next
    ) t
    order by stretch.position
    limit ${stretches.length}
  `
}

export type Paid = {
  succeeded: number
  volume: Kobo
  /** Including VAT. */
  fees: Kobo
}

/** By the time of payment, including what was refunded since. */
export async function tallyPaid(
  sql: Sql,
  { businessId, mode }: Scope,
  stretches: Stretch[],
): Promise<Paid[]> {
  return sql<Paid[]>`
    select t.*
    from unnest(
      ${stretches.map(({ from }) => from.toISOString())}::timestamptz[],
      ${stretches.map(({ to }) => to.toISOString())}::timestamptz[]
    ) with ordinality as stretch (first, next, position)
    cross join lateral (
      select count(*)::int as succeeded, coalesce(sum(amount), 0)::bigint as volume,
        coalesce(sum(fee + vat), 0)::bigint as fees
      from transaction
      where business_id = ${businessId} and mode = ${mode} and paid_at is not null
        and paid_at >= stretch.first and paid_at < stretch.next
    ) t
    order by stretch.position
    limit ${stretches.length}
  `
}

export async function tallyCustomer(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
): Promise<{ paid: number; volume: Kobo; lastPaidAt: Date | null }> {
  const [row] = await sql<[{ paid: number; volume: Kobo; lastPaidAt: Date | null }]>`
    select count(*)::int as paid, coalesce(sum(amount), 0)::bigint as volume,
      max(paid_at) as last_paid_at
    from transaction
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
      and created_at > '-infinity'
      and paid_at is not null
  `
  return row
}
