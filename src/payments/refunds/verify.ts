import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Compares refunds with the ledger and with payments: an amount is held while pending, posted when
 * processed, and voided when failed; a payment counts its refunds, and is reversed if and only if
 * all of it was refunded. At most 100 rows of each.
 */
export async function verifyRefunds(sql: Sql): Promise<WrongRow[]> {
  const [booked, counted] = await Promise.all([againstEntries(sql), againstPayments(sql)])
  return [...booked, ...counted]
}

function againstEntries(sql: Sql) {
  return sql<WrongRow[]>`
    with booked as (
      select business_id, mode, cause_id as refund_id, reason,
        string_agg(
          concat_ws(' ', kind, debit_account, credit_account, amount), ', ' order by step
        ) as entries
      from ledger_entry
      where reason in ('refund', 'refund_pending', 'refund_duty')
      group by business_id, mode, cause_id, reason
    ), wanted as (
      select r.business_id, r.mode, r.refund_id, part.reason,
        concat_ws(', ', 'hold ' || part.moved, case r.status when 'pending' then null
          when 'failed' then 'void_hold ' else 'post_hold ' end || part.moved) as entries
      from refund r
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

function againstPayments(sql: Sql) {
  return sql<WrongRow[]>`
    with made as (
      select business_id, mode, transaction_id as id,
        coalesce(sum(amount) filter (where status <> 'failed'), 0) as taken,
        coalesce(sum(amount) filter (where status = 'processed'), 0) as back
      from refund
      group by business_id, mode, transaction_id
    ), counted as (
      select business_id, mode, id, amount, refunded, status
      from transaction
      where refunded > 0 or status = 'reversed'
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
