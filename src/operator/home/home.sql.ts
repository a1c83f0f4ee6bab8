import type { Scope } from '../../core/context.ts'
import type { EndpointKey } from '../../core/events/webhooks.sql.ts'
import type { Sql } from '../../platform/db.ts'
import { idAt } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'

/** Counts stop here. */
export const COUNTED_MAX = 1_000
/** The newest attempts that reasons are counted over. */
const ATTEMPTS_MAX = 5_000
/** After so many failures in a row, nothing that is sent arrives. */
const FAILURES_MIN = 3

export type Attention = {
  webhooks: number
  payouts: number
  payoutAmount: Kobo
  refunds: number
  disputes: number
  /** When the first answer is due. */
  disputeDueAt: Date | null
  deposits: number
  depositAmount: Kobo
  reviews: number
}

/** Each part reads at most `COUNTED_MAX` rows of an index. What failed counts `since` that time. */
export async function findAttention(
  sql: Sql,
  { businessId, mode }: Scope,
  since: Date,
): Promise<Attention> {
  const above = idAt(since)
  const [row] = await sql<[Attention]>`
    select failed.webhooks, refused.payouts, refused.payout_amount, back.refunds, open.disputes,
      open.dispute_due_at, kept.deposits, kept.deposit_amount, marked.reviews
    from (
      select count(*)::integer as webhooks
      from (
        select from delivery
        where business_id = ${businessId} and mode = ${mode} and state = 'failed'
          and event_id > ${above}
        limit ${COUNTED_MAX}
      ) d
    ) failed
    cross join (
      select count(*)::integer as payouts, coalesce(sum(amount), 0)::bigint as payout_amount
      from (
        select amount from payout
        where business_id = ${businessId} and mode = ${mode} and state in ('failed', 'reversed')
          and payout_id > ${above}
        limit ${COUNTED_MAX}
      ) p
    ) refused
    cross join (
      select count(*)::integer as refunds
      from (
        select from refund
        where business_id = ${businessId} and mode = ${mode} and status = 'failed'
          and refund_id > ${above}
        limit ${COUNTED_MAX}
      ) r
    ) back
    cross join (
      select count(*)::integer as disputes, min(due_at) as dispute_due_at
      from (
        select due_at from dispute
        where business_id = ${businessId} and mode = ${mode} and status = 'needs_response'
        order by due_at
        limit ${COUNTED_MAX}
      ) d
    ) open
    cross join (
      select count(*)::integer as deposits, coalesce(sum(amount), 0)::bigint as deposit_amount
      from (
        select amount from deposit
        where business_id = ${businessId} and mode = ${mode} and state = 'return_refused'
        limit ${COUNTED_MAX}
      ) d
    ) kept
    cross join (
      select count(*)::integer as reviews
      from (
        select from transaction
        where business_id = ${businessId} and mode = ${mode} and review = 'pending'
        limit ${COUNTED_MAX}
      ) t
    ) marked
  `
  return row
}

export type FailingEndpoint = {
  endpoint: EndpointKey
  url: string
  failures: number
  failingSince: Date | null
  disabledAt: Date | null
  lastStatus: number | null
  lastError: string | null
}

/** Endpoints at which every delivery of late has failed, or that were turned off for it. */
export async function listFailing(sql: Sql, { businessId, mode }: Scope) {
  return sql<FailingEndpoint[]>`
    select w.route as endpoint, w.url, w.failures, w.failing_since, w.disabled_at, last.last_status,
      last.last_error
    from webhook_endpoint w
    left join lateral (
      select known.last_status, known.last_error
      from (
        (
          select d.last_status, d.last_error
          from delivery d
          where d.business_id = w.business_id and d.mode = w.mode and d.endpoint = w.route
            and d.state = 'pending' and d.is_retry
          order by d.next_at desc
          limit 1
        )
        union all
        (
          select f.last_status, f.last_error
          from (
            select d.endpoint, d.last_status, d.last_error
            from delivery d
            where d.business_id = w.business_id and d.mode = w.mode and d.state = 'failed'
            order by d.event_id desc
            limit ${COUNTED_MAX}
          ) f
          where f.endpoint = w.route and num_nonnulls(f.last_status, f.last_error) > 0
            and f.last_error is distinct from 'endpoint_off'
          limit 1
        )
      ) known
      limit 1
    ) last on true
    where w.business_id = ${businessId} and w.mode = ${mode} and w.url is not null
      and case
        when w.disabled_at is null then w.failures >= ${FAILURES_MIN}
        else w.disabled_reason in ('gone', 'failing')
      end
    order by w.route desc
    limit 20
  `
}

export type Reason = { kind: 'card' | 'transfer'; reason: string; count: number }

/** Why attempts to pay failed, the most frequent first. */
export async function listReasons(
  sql: Sql,
  { businessId, mode }: Scope,
  { from, to }: { from: Date; to: Date },
  max: number,
) {
  const [above, until] = [idAt(from), idAt(to)]
  return sql<Reason[]>`
    select kind, reason, count(*)::integer as count
    from (
      (
        select 'card' as kind, decline_reason as reason
        from card_attempt
        where business_id = ${businessId} and mode = ${mode} and transaction_id >= ${above}
          and transaction_id < ${until}
        order by transaction_id desc
        limit ${ATTEMPTS_MAX}
      )
      union all
      (
        select 'transfer', reason
        from deposit
        where business_id = ${businessId} and mode = ${mode} and state <> 'matched'
          and deposit_id >= ${above} and deposit_id < ${until}
        limit ${ATTEMPTS_MAX}
      )
    ) attempt
    where reason is not null
    group by kind, reason
    order by count desc, kind, reason
    limit ${max}
  `
}
