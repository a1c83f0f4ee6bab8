import type { Sql } from '../../platform/db.ts'
import { firstRow } from '../../platform/rows.ts'
import type { Transaction, TransactionKey } from './transactions.rows.ts'

// Payments with a plan, between their success and their subscription.

/** The longest paid first. */
export function listToSubscribe(sql: Sql, max: number) {
  return sql<TransactionKey[]>`
    select business_id, mode, id from transaction
    where status in ('success', 'reversed') and plan_id is not null and subscription_id is null
      and not_subscribed is null
    order by paid_at, id
    limit ${max}
  `
}

/** Null if another process has handled it, or is about to. */
export function lockToSubscribe(sql: Sql, { businessId, mode, id }: TransactionKey) {
  return firstRow(sql<Transaction[]>`
    select * from transaction
    where business_id = ${businessId} and mode = ${mode} and id = ${id} and plan_id is not null
      and status in ('success', 'reversed') and subscription_id is null and not_subscribed is null
    for update skip locked
  `)
}

/** Null if it was written before. */
export function setSubscribed(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
  to: Partial<Pick<Transaction, 'subscriptionId' | 'notSubscribed'>> & { updatedAt: Date },
) {
  return firstRow(sql<Transaction[]>`
    update transaction set ${sql(to)}
    where business_id = ${businessId} and mode = ${mode} and id = ${id}
      and subscription_id is null and not_subscribed is null
    returning *
  `)
}
