import { createdIn, eachMode, type Part, WHOLE, writtenIn } from '../../core/ledger/part.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Compares refunds with the ledger and with payments: an amount is held while pending, posted when
 * processed, and voided when failed; a payment counts its refunds, and is reversed if and only if
 * all of it was refunded. At most 100 rows of each.
 */
export async function verifyRefunds(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  const [booked, counted] = await Promise.all([
    againstEntries(sql, part),
    againstPayments(sql, part),
  ])
  return [...booked, ...counted]
}

function againstEntries(sql: Sql, part: Part) {
  return sql<WrongRow[]>`
    with named as materialized (
      select business_id, mode, cause_id as id
      from ledger_entry
      where ${writtenIn(sql, part)} and reason in ('refund', 'refund_pending', 'refund_duty')
      union
      select r.business_id, r.mode, r.refund_id
      from ${eachMode(sql)} m
      join refund r on r.business_id = m.business_id and r.mode = m.mode
      where ${createdIn(sql, 'r.refund_id', part)}
    ), booked as (
      select e.business_id, e.mode, e.cause_id as refund_id, e.reason,
        string_agg(
          concat_ws(' ', e.kind, e.debit_account, e.credit_account, e.amount), ', ' order by e.step
        ) as entries
      from named n
      join ledger_entry e
        on e.business_id = n.business_id and e.mode = n.mode and e.cause_id = n.id
      where e.reason in ('refund', 'refund_pending', 'refund_duty')
      group by e.business_id, e.mode, e.cause_id, e.reason
    ), wanted as (
      select r.business_id, r.mode, r.refund_id, part.reason,
        concat_ws(', ', 'hold ' || part.moved, case r.status when 'pending' then null
          when 'failed' then 'void_hold ' else 'post_hold ' end || part.moved) as entries
      from named n
      join refund r on r.business_id = n.business_id and r.mode = n.mode and r.refund_id = n.id
      cross join lateral (
        select p.reason, p.amount, concat_ws(' ', p.account, p.goes_to, p.amount) as moved
        from (
          select refund_clearing(r) as name
        ) clearing
        cross join lateral (
          values
            ('refund', 'available', clearing.name, r.amount - r.from_pending),
            ('refund_pending', 'pending', clearing.name, r.from_pending),
            ('refund_duty', case when r.duty_from_pending then 'pending' else 'available' end,
              case when r.duty_by_provider then clearing.name else 'stamp_duty' end, r.duty)
        ) as p (reason, account, goes_to, amount)
      ) part
      where part.amount > 0
    )
    select 'what was booked for a refund is not what its status says' as what,
      concat_ws(' ', business_id, mode, refund_id, reason) as where,
      coalesce(b.entries, 'nothing') as found,
      coalesce(w.entries, 'nothing') as expected
    from booked b
    full join wanted w using (business_id, mode, refund_id, reason)
    where b.entries is distinct from w.entries
    limit ${ROWS_MAX}
  `
}

function againstPayments(sql: Sql, part: Part) {
  return sql<WrongRow[]>`
    with named as materialized (
      select r.business_id, r.mode, r.transaction_id as id
      from ${eachMode(sql)} m
      join refund r on r.business_id = m.business_id and r.mode = m.mode
      where ${createdIn(sql, 'r.refund_id', part)}
      union
      select t.business_id, t.mode, t.id
      from ${eachMode(sql)} m
      join transaction t on t.business_id = m.business_id and t.mode = m.mode
      where ${createdIn(sql, 't.id', part)} and (t.refunded > 0 or t.status = 'reversed')
    ), made as (
      select r.business_id, r.mode, r.transaction_id as id,
        coalesce(sum(r.amount) filter (where r.status <> 'failed'), 0) as taken,
        coalesce(sum(r.amount) filter (where r.status = 'processed'), 0) as back
      from named n
      join refund r
        on r.business_id = n.business_id and r.mode = n.mode and r.transaction_id = n.id
      group by r.business_id, r.mode, r.transaction_id
    ), counted as (
      select t.business_id, t.mode, t.id, t.amount, t.refunded, t.status
      from named n
      join transaction t on t.business_id = n.business_id and t.mode = n.mode and t.id = n.id
      where t.refunded > 0 or t.status = 'reversed'
    )
    select 'a payment does not stand as its refunds say' as what,
      concat_ws(' ', business_id, mode, id) as where,
      concat_ws(' ', coalesce(c.refunded, 0), c.status) as found,
      concat_ws(' ', coalesce(m.taken, 0), case when m.back = c.amount then 'reversed' end)
        as expected
    from made m
    full join counted c using (business_id, mode, id)
    where coalesce(c.refunded, 0) <> coalesce(m.taken, 0)
      or (coalesce(c.status, '') = 'reversed') <> (coalesce(m.back = c.amount, false))
    limit ${ROWS_MAX}
  `
}
