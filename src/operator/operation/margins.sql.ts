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

/** For things created between the two ids, which their primary keys find. */
export async function replaceMargins(
  sql: Sql,
  day: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`delete from rail_margin where day = ${day}::date`
  await sql`
    with made as (
      select d.business_id, d.mode, d.rail, d.deposit_id as cause_id,
        d.transaction_id, d.state = 'matched' as has_paid
      from business_mode m
      join deposit d on d.business_id = m.business_id and d.mode = m.mode
      where d.deposit_id >= ${from}::uuid and d.deposit_id < ${to}::uuid
      union all
      select a.business_id, a.mode, a.rail, a.attempt_id, a.transaction_id, a.state = 'approved'
      from business_mode m
      join card_attempt a on a.business_id = m.business_id and a.mode = m.mode
      where a.attempt_id >= ${from}::uuid and a.attempt_id < ${to}::uuid
      union all
      select v.business_id, v.mode, v.rail, v.verification_id, v.verification_id, true
      from business_mode m
      join identity_verification v on v.business_id = m.business_id and v.mode = m.mode
      where v.verification_id >= ${from}::uuid and v.verification_id < ${to}::uuid
      union all
      select p.business_id, p.mode, p.rail, p.payout_id, p.payout_id, false
      from business_mode m
      join payout p on p.business_id = m.business_id and p.mode = m.mode
      where p.payout_id >= ${from}::uuid and p.payout_id < ${to}::uuid
      union all
      select r.business_id, r.mode, r.rail, r.refund_id, r.refund_id, false
      from business_mode m
      join refund r on r.business_id = m.business_id and r.mode = m.mode
      where r.refund_id >= ${from}::uuid and r.refund_id < ${to}::uuid
      union all
      -- The fee of a credit to an unknown account is booked under the suspended credit, also when
      -- it is assigned later.
      select s.business_id, s.mode, s.rail, s.suspended_credit_id, s.suspended_credit_id, false
      from suspended_credit s
      where s.business_id = ${HOUSE} and s.mode in ('test', 'live')
        and s.suspended_credit_id >= ${from}::uuid and s.suspended_credit_id < ${to}::uuid
    ), fee as (
      select m.mode, m.rail,
        case e.credit_account when 'fees' then e.amount else -e.amount end as fees,
        0::bigint as cost
      from made m
      join ledger_entry e
        on e.business_id = m.business_id and e.mode = m.mode and e.cause_id = m.transaction_id
      where m.has_paid and e.kind in ('post', 'post_hold')
        and 'fees' in (e.credit_account, e.debit_account)
    ), cost as (
      select m.mode, m.rail, 0::bigint,
        case e.debit_account when 'rail_fees' then e.amount else -e.amount end
      from made m
      join ledger_entry e
        on e.business_id = ${HOUSE} and e.mode = m.mode and e.cause_id = m.cause_id
      where e.kind in ('post', 'post_hold') and 'rail_fees' in (e.credit_account, e.debit_account)
    )
    insert into rail_margin (day, mode, rail, fees, cost)
    select ${day}::date, mode, rail, sum(fees), sum(cost)
    from (select * from fee union all select * from cost) moved
    group by mode, rail
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
