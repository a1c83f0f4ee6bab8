import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { idAt } from '../../platform/ids.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'

// The counts of rules, each up to a limit, from an index.

/** Until COMMIT, so that attempts that count together begin one after the other. */
export async function lockCounted(
  sql: Sql,
  { businessId, mode }: Scope,
  subjects: string[],
): Promise<void> {
  for (const subject of subjects.toSorted()) {
    const name = `rules ${businessId} ${mode} ${subject}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
  }
}

type Others = { since: Date; except: TransactionId; max: number }

/** Other payments of a customer that were tried or paid since then. */
export async function countOfCustomer(
  sql: Sql,
  { businessId, mode, customerId }: Scope & { customerId: CustomerId },
  { since, except, max }: Others,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select transaction_id
      from card_attempt
      where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
        and created_at > ${since} and transaction_id <> ${except}
      union
      select id
      from transaction
      where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
        and created_at > '-infinity' and id >= ${idAt(later(since, -DAY))}
        and paid_at > ${since} and id <> ${except}
      limit ${max}
    ) other
  `
  return row.count
}

/** Other payments that were tried from this network since then. */
export async function countOfNetwork(
  sql: Sql,
  { businessId, mode, network }: Scope & { network: string },
  { since, except, max }: Others,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select distinct transaction_id
      from card_attempt
      where business_id = ${businessId} and mode = ${mode} and network = ${network}
        and created_at > ${since} and transaction_id <> ${except}
      limit ${max}
    ) other
  `
  return row.count
}

/** Other cards that a customer has tried since then. */
export async function countOfCards(
  sql: Sql,
  { businessId, mode, customerId, card }: Scope & { customerId: CustomerId; card: string },
  { since, max }: Omit<Others, 'except'>,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select distinct card
      from card_attempt
      where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
        and created_at > ${since} and card <> ${card}
      limit ${max}
    ) other
  `
  return row.count
}

/** The digest of the card that was last tried for a payment; null if none was recorded. */
export async function lastCardOf(
  sql: Sql,
  { businessId, mode, id }: Scope & { id: TransactionId },
): Promise<string | null> {
  const [row] = await sql<{ card: string }[]>`
    select card
    from card_attempt
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and card is not null
    order by created_at desc, attempt_id desc
    limit 1
  `
  return row?.card ?? null
}
