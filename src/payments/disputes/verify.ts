import { createdIn, eachMode, type Part, WHOLE, writtenIn } from '../../core/ledger/part.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Compares disputes with the ledger: each has taken its amount and fee once, and given them back,
 * let the provider have them, or held them for the payer, as its state says. At most 100 rows.
 */
export async function verifyDisputes(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  const rows = await sql<WrongRow[]>`
    with named as materialized (
      select business_id, mode, cause_id as id
      from ledger_entry
      where ${writtenIn(sql, part)}
        and (debit_account = 'disputed' or credit_account = 'disputed')
      union
      select d.business_id, d.mode, d.dispute_id
      from ${eachMode(sql)} m
      join dispute d on d.business_id = m.business_id and d.mode = m.mode
      where ${createdIn(sql, 'd.dispute_id', part)}
    ), booked as (
      select e.business_id, e.mode, e.cause_id as dispute_id,
        coalesce(sum(e.amount) filter (where e.credit_account = 'disputed'), 0) as taken,
        coalesce(sum(e.amount) filter (where e.reason ^@ 'dispute_won'), 0) as back,
        coalesce(sum(e.amount) filter (where e.reason = 'dispute_lost'), 0) as lost,
        coalesce(string_agg(concat_ws(' ', e.kind, e.credit_account, e.amount), ', '
          order by e.step) filter (where e.reason = 'dispute_return'), '') as returned
      from named n
      join ledger_entry e
        on e.business_id = n.business_id and e.mode = n.mode and e.cause_id = n.id
      where e.debit_account = 'disputed' or e.credit_account = 'disputed'
      group by e.business_id, e.mode, e.cause_id
    ), wanted as (
      select d.business_id, d.mode, d.dispute_id, d.amount + d.fee as taken,
        case d.status when 'won' then d.amount + d.fee else 0 end as back,
        case when d.status not in ('lost', 'accepted') then 0 when d.call = 'return' then d.fee
          else d.amount + d.fee end as lost,
        case when d.call is distinct from 'return' then ''
          else concat_ws(', ', 'hold bank_clearing ' || d.amount,
            case d.call_state when 'done' then 'post_hold bank_clearing ' || d.amount
              when 'refused' then 'void_hold bank_clearing ' || d.amount end) end as returned
      from named n
      join dispute d on d.business_id = n.business_id and d.mode = n.mode and d.dispute_id = n.id
    )
    select 'what was booked for a dispute is not what its state says' as what,
      concat_ws(' ', business_id, mode, dispute_id) as where,
      concat_ws(' ', b.taken, b.back, b.lost, b.returned) as found,
      concat_ws(' ', w.taken, w.back, w.lost, w.returned) as expected
    from booked b
    full join wanted w using (business_id, mode, dispute_id)
    where b.taken is distinct from w.taken or b.back is distinct from w.back
      or b.lost is distinct from w.lost or b.returned is distinct from w.returned
    limit ${ROWS_MAX}
  `
  return [...rows]
}

/** A wallet is marked as indebted if and only if it owes something. At most 100 rows. */
export function verifyDebts(sql: Sql) {
  return sql<WrongRow[]>`
    select 'a wallet is not marked as its debt says' as what,
      concat_ws(' ', a.business_id, a.mode) as where,
      a.indebted::text as found,
      (coalesce(d.debits_posted - d.credits_posted, 0) > 0)::text as expected
    from ledger_account a
    left join ledger_account d
      on d.business_id = a.business_id and d.mode = a.mode and d.name = 'debt'
    where a.name = 'available'
      and a.indebted <> (coalesce(d.debits_posted - d.credits_posted, 0) > 0)
    limit ${ROWS_MAX}
  `
}
