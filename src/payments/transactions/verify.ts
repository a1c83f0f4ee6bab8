import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Compares payments with the ledger: amount, fee and VAT of a success equal its entries, and other
 * payments have none. Returns at most 100 rows.
 */
export async function verifyPayments(sql: Sql): Promise<WrongRow[]> {
  const rows = await sql<WrongRow[]>`
    with booked as (
      select business_id, mode, cause_id as id, sum(amount) as amount,
        coalesce(sum(amount) filter (where reason = 'payment_fee' and credit_account = 'fees'), 0)
          as fee,
        coalesce(sum(amount) filter (where reason = 'payment_vat' and credit_account = 'vat'), 0)
          as vat
      from ledger_entry
      where (reason ^@ 'payment' or reason ^@ 'share/')
        and kind = 'post'
      group by business_id, mode, cause_id
    ), paid as (
      select business_id, mode, id, amount, fee, vat
      from transaction
      where status in ('success', 'reversed')
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
