import type { Scope } from '../../core/context.ts'
import type { Query, Sql } from '../../platform/db.ts'
import { idAt } from '../../platform/ids.ts'
import type { Terms } from './rules.sql.ts'

export type Tried = { stopped: number; of: number; references: string[]; since: Date | null }

type Windows = { cardsMs: number; paymentsMs: number }
type Limits = { since: Date; max: number; referencesMax: number }

/**
 * Compares past payments with a rule, the newest `max` that were tried or paid: each attempt, and
 * each transfer. A count in an hour is of payments by their first attempt.
 */
export async function tryTerms(
  sql: Sql,
  { businessId, mode }: Scope,
  terms: Terms,
  windows: Windows,
  { since, max, referencesMax }: Limits,
): Promise<Tried> {
  const [row] = await sql<[Tried]>`
    with payment as (
      select id, reference, created_at, paid_at, channel, amount, email, customer_id, ip_address
      from transaction
      where business_id = ${businessId} and mode = ${mode} and id >= ${idAt(since)}
        and (attempts > 0 or paid_at is not null)
      order by business_id desc, mode desc, id desc
      limit ${max}
    ), tried as (
      select p.id, p.reference, p.email, p.customer_id, p.ip_address,
        coalesce(a.created_at, p.paid_at) as at, coalesce(a.method, p.channel) as channel,
        coalesce(a.amount, p.amount) as amount, coalesce(a.network, p.ip_address) as network,
        details ->> 'country_code' as country,
        -- Without rules, no digest was kept.
        coalesce(a.card, (details ->> 'bin') || (details ->> 'last4') || (details ->> 'exp_month')
          || (details ->> 'exp_year')) as card
      from payment p
      left join card_attempt a
        on a.business_id = ${businessId} and a.mode = ${mode} and a.transaction_id = p.id
      cross join lateral (select a.authorization_details::json as details) read
    ), stopped as (
      ${stoppedBy(sql, terms, windows)}
    ), shown as (
      select p.reference
      from payment p
      where p.id in (select id from stopped)
      order by p.id desc
      limit ${referencesMax}
    )
    select (select count(distinct id)::int from stopped) as stopped,
      (select count(*)::int from payment) as of,
      array(select reference from shown) as references,
      (select min(created_at) from payment) as since
  `
  return row
}

function stoppedBy(
  sql: Sql,
  { kind, amount, channels, most, listed }: Terms,
  { cardsMs, paymentsMs }: Windows,
): Query<unknown> {
  switch (kind) {
    case 'amount':
      return sql`
        select id from tried
        where amount > ${amount} and (${channels}::text[] is null or channel = any(${channels}))
      `
    case 'cards_per_customer':
      return sql`
        select id
        from (
          select id, array_agg(card) over (
            partition by customer_id order by at
            range between ${cardsMs} * interval '1 ms' preceding and current row
          ) as cards
          from tried
          where card is not null
        ) windowed
        where (select count(distinct one) from unnest(cards) one) > ${most}
      `
    case 'payments_per_customer':
      return inWindow(sql, sql`customer_id`, paymentsMs, most!)
    case 'payments_per_ip':
      return inWindow(sql, sql`network`, paymentsMs, most!)
    case 'card_country_in':
      return sql`select id from tried where country = any(${listed})`
    case 'card_country_not_in':
      return sql`select id from tried where country <> '' and country <> all(${listed})`
    case 'email':
      return sql`select id from tried where lower(email) = any(${listed})`
    case 'ip':
      return sql`
        select id from tried
        where case when ip_address ~ '^[0-9a-f.:]+$'
          then ip_address::inet <<= any(${listed}::inet[]) end
      `
    case 'card':
      return sql`select id from tried where card = any(${listed})`
  }
}

function inWindow(sql: Sql, subject: Query<unknown>, ms: number, most: number): Query<unknown> {
  return sql`
    select id
    from (
      select id, count(*) over (
        partition by subject order by at
        range between ${ms} * interval '1 ms' preceding and current row
      ) as count
      from (
        select id, ${subject} as subject, min(at) as at
        from tried
        where ${subject} is not null
        group by id, ${subject}
      ) begun
    ) windowed
    where count > ${most}
  `
}
