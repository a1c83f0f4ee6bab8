import { createdIn, eachMode, type Part, WHOLE, writtenIn } from '../core/ledger/part.ts'
import type { WrongRow } from '../core/ledger/verify.ts'
import type { Sql } from '../platform/db.ts'

const ROWS_MAX = 100

/**
 * Verifications against the ledger: a fee is held until the outcome is known, posted if a code was
 * sent, and voided if none was. At most 100 rows.
 */
export async function verifyIdentity(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  const rows = await sql<WrongRow[]>`
    with named as materialized (
      select business_id, mode, cause_id as id
      from ledger_entry
      where ${writtenIn(sql, part)} and reason = 'identity_fee'
      union
      select v.business_id, v.mode, v.verification_id
      from ${eachMode(sql)} m
      join identity_verification v on v.business_id = m.business_id and v.mode = m.mode
      where ${createdIn(sql, 'v.verification_id', part)}
    ), booked as (
      select e.business_id, e.mode, e.cause_id as verification_id,
        string_agg(
          concat_ws(' ', e.kind, e.debit_account, e.credit_account, e.amount), ', ' order by e.step
        ) as entries
      from named n
      join ledger_entry e
        on e.business_id = n.business_id and e.mode = n.mode and e.cause_id = n.id
      where e.reason = 'identity_fee'
      group by e.business_id, e.mode, e.cause_id
    ), wanted as (
      select v.business_id, v.mode, v.verification_id,
        concat_ws(', ', 'hold available fees ' || v.fee,
          case v.state when 'Requested' then null when 'FAILED' then 'void_hold'
            else 'post_hold' end || ' available fees ' || v.fee) as entries
      from named n
      join identity_verification v
        on v.business_id = n.business_id and v.mode = n.mode and v.verification_id = n.id
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
