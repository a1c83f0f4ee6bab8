import { HOUSE } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'

export type Margin = {
  day: string
  mode: Mode
  rail: string
  /** Paid by businesses, without VAT. */
  fees: Kobo
  /** Charged by the provider. */
  cost: Kobo
}

export async function upsertMarginDays(sql: Sql, days: string[], before: string): Promise<void> {
  await sql`
    with forgotten as (
      delete from rail_margin_day where day < ${before}::date
    ), old as (
      delete from rail_margin where day < ${before}::date
    )
    insert into rail_margin_day (day)
    select * from unnest(${days}::date[])
    on conflict do nothing
  `
}

export async function forgetSummed(sql: Sql, from: string): Promise<void> {
  await sql`update rail_margin_day set summed_at = null where day >= ${from}::date`
}

/** The latest day that is due and not claimed; null if there is none. */
export async function claimMarginDay(
  sql: Sql,
  at: { recent: string; recentBefore: Date; oldBefore: Date; now: Date },
): Promise<string | null> {
  const [row] = await sql<{ day: string }[]>`
    update rail_margin_day set summed_at = ${at.now}
    where day = (
      select day from rail_margin_day
      where summed_at is null or summed_at <= ${at.oldBefore}
        or (day >= ${at.recent}::date and summed_at <= ${at.recentBefore})
      order by day desc
      limit 1
      for update skip locked
    )
    returning day::text
  `
  return row?.day ?? null
}

/**
 * For things created between the two ids. `offset 0` keeps the order of the joins: what was created
 * is found by business and id, and its entries by their key, each in the partition of its cause.
 * Otherwise the planner, which does not know how many there are, reads the whole ledger.
 */
export async function replaceMargins(
  sql: Sql,
  day: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`delete from rail_margin where day = ${day}::date`
  await sql`
    with made as (
      select m.business_id, m.mode, own.*
      from business_mode m
      cross join lateral (
        select d.rail, d.deposit_id as cause_id, d.transaction_id, d.state = 'matched' as has_paid
        from deposit d
        where d.business_id = m.business_id and d.mode = m.mode
          and d.deposit_id >= ${from}::uuid and d.deposit_id < ${to}::uuid
        union all
        select a.rail, a.attempt_id, a.transaction_id, a.state = 'approved'
        from card_attempt a
        where a.business_id = m.business_id and a.mode = m.mode
          -- The id of a charge of a kept card has no time.
          and a.transaction_id >= ${from}::uuid and a.transaction_id < ${to}::uuid
        union all
        select v.rail, v.verification_id, v.verification_id, true
        from identity_verification v
        where v.business_id = m.business_id and v.mode = m.mode
          and v.verification_id >= ${from}::uuid and v.verification_id < ${to}::uuid
        union all
        select r.rail, r.refund_id, r.refund_id, false
        from refund r
        where r.business_id = m.business_id and r.mode = m.mode
          and r.refund_id >= ${from}::uuid and r.refund_id < ${to}::uuid
        offset 0
      ) own
      union all
      select p.business_id, p.mode, p.rail, p.payout_id, p.payout_id, false
      from payout p
      where p.payout_id >= ${from}::uuid and p.payout_id < ${to}::uuid
      union all
      -- The fee of a credit to an unknown account is booked under the suspended credit, also when
      -- it is assigned later.
      select s.business_id, s.mode, s.rail, s.suspended_credit_id, s.suspended_credit_id, false
      from suspended_credit s
      where s.business_id = ${HOUSE} and s.mode in ('test', 'live')
        and s.suspended_credit_id >= ${from}::uuid and s.suspended_credit_id < ${to}::uuid
    )
    insert into rail_margin (day, mode, rail, fees, cost)
    select ${day}::date, m.mode, m.rail, sum(moved.fees), sum(moved.cost)
    from made m
    cross join lateral (
      select case e.credit_account when 'fees' then e.amount else -e.amount end as fees,
        0::bigint as cost
      from ledger_entry e
      where m.has_paid and e.business_id = m.business_id and e.mode = m.mode
        and e.cause_id = m.transaction_id
        and e.kind in ('post', 'post_hold') and 'fees' in (e.credit_account, e.debit_account)
      union all
      select 0, case e.debit_account when 'rail_fees' then e.amount else -e.amount end
      from ledger_entry e
      where e.business_id = ${HOUSE} and e.mode = m.mode and e.cause_id = m.cause_id
        and e.kind in ('post', 'post_hold') and 'rail_fees' in (e.credit_account, e.debit_account)
      offset 0
    ) moved
    group by m.mode, m.rail
  `
}

export async function listMargins(sql: Sql, from: string): Promise<Margin[]> {
  return sql<Margin[]>`
    select day::text, mode, rail, fees, cost from rail_margin
    where day >= ${from}::date
    order by day
    limit 10000
  `
}
