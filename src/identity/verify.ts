import type { WrongRow } from '../core/ledger/verify.ts'
import type { Sql } from '../platform/db.ts'

const ROWS_MAX = 100

/**
 * Verifications against the ledger: a fee is held until the outcome is known, posted if a code was
 * sent, and voided if none was. At most 100 rows.
 */
export async function verifyIdentity(sql: Sql): Promise<WrongRow[]> {
  const rows = await sql<WrongRow[]>`
    with booked as (
      select business_id, mode, cause_id as verification_id,
        string_agg(
          concat_ws(' ', kind, debit_account, credit_account, amount), ', ' order by step
        ) as entries
      from ledger_entry
      where reason = 'identity_fee'
      group by business_id, mode, cause_id
    ), wanted as (
      select business_id, mode, verification_id,
        concat_ws(', ', 'hold available fees ' || fee,
          case state when 'Requested' then null when 'FAILED' then 'void_hold' else 'post_hold' end
            || ' available fees ' || fee) as entries
      from identity_verification
    )
    select 'what was booked for a verification is not what its state says' as what,
      concat_ws(' ', business_id, mode, verification_id) as where,
      coalesce(b.entries, 'nothing') as found,
      coalesce(w.entries, 'nothing') as expected
    from booked b
    full join wanted w using (business_id, mode, verification_id)
    where b.entries is distinct from w.entries
    limit ${ROWS_MAX}
  `
  return [...rows]
}
