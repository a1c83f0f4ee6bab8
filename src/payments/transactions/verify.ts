import { hasEntries } from '../../core/ledger/left.ts'
import { createdIn, eachMode, type Part, WHOLE, writtenIn } from '../../core/ledger/part.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Compares payments with the ledger: amount, fee and VAT of a success equal its entries, unless
 * these have left, and other payments have none. Returns at most 100 rows.
 */
export async function verifyPayments(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  const rows = await sql<WrongRow[]>`
    with named as materialized (
      select business_id, mode, cause_id as id
      from ledger_entry
      where ${writtenIn(sql, part)}
        and (reason ^@ 'payment' or reason ^@ 'share/') and kind = 'post'
      union
      select t.business_id, t.mode, t.id
      from ${eachMode(sql)} m
      join transaction t on t.business_id = m.business_id and t.mode = m.mode
      where ${createdIn(sql, 't.id', part)} and t.status in ('success', 'reversed')
        and ${hasEntries(sql, 't', 'id')}
    ), booked as (
      select e.business_id, e.mode, e.cause_id as id, sum(e.amount) as amount,
        coalesce(sum(e.amount) filter (
          where e.reason = 'payment_fee' and e.credit_account = 'fees'
        ), 0) as fee,
        coalesce(sum(e.amount) filter (
          where e.reason = 'payment_vat' and e.credit_account = 'vat'
        ), 0) as vat
      from named n
      join ledger_entry e
        on e.business_id = n.business_id and e.mode = n.mode and e.cause_id = n.id
      where (e.reason ^@ 'payment' or e.reason ^@ 'share/') and e.kind = 'post'
      group by e.business_id, e.mode, e.cause_id
    ), paid as (
      select t.business_id, t.mode, t.id, t.amount, t.fee, t.vat
      from named n
      join transaction t on t.business_id = n.business_id and t.mode = n.mode and t.id = n.id
      where t.status in ('success', 'reversed')
    )
    select 'what was booked for a payment is not what its record says' as what,
      concat_ws(' ', business_id, mode, id) as where,
      concat_ws(' ', coalesce(b.amount, 0), coalesce(b.fee, 0), coalesce(b.vat, 0)) as found,
      concat_ws(' ', coalesce(p.amount, 0), coalesce(p.fee, 0), coalesce(p.vat, 0)) as expected
    from booked b
    full join paid p using (business_id, mode, id)
    where coalesce(b.amount, 0) <> coalesce(p.amount, 0)
      or coalesce(b.fee, 0) <> coalesce(p.fee, 0)
      or coalesce(b.vat, 0) <> coalesce(p.vat, 0)
    limit ${ROWS_MAX}
  `
  return [...rows]
}
