import { createdIn, eachMode, type Part, WHOLE, writtenIn } from '../../core/ledger/part.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Payouts against the ledger: an amount is held while pending, posted when sent, voided when
 * failed, booked back when returned, always from and to the owner's account; the stamp duty with
 * it. At most 100 rows.
 */
export async function verifyPayouts(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  const rows = await sql<WrongRow[]>`
    with named as materialized (
      select business_id, mode, cause_id as id
      from ledger_entry
      where ${writtenIn(sql, part)}
        and reason in ('payout', 'payout_reversed', 'payout_duty', 'payout_duty_reversed')
      union
      select p.business_id, p.mode, p.payout_id
      from ${eachMode(sql)} m
      join payout p on p.business_id = m.business_id and p.mode = m.mode
      where ${createdIn(sql, 'p.payout_id', part)}
    ), booked as (
      select e.business_id, e.mode, e.cause_id as payout_id,
        string_agg(
          concat_ws(' ', e.kind, e.debit_account, e.credit_account, e.amount), ', '
          order by e.reason ^@ 'payout_duty', e.reason, e.step
        ) as entries
      from named n
      join ledger_entry e
        on e.business_id = n.business_id and e.mode = n.mode and e.cause_id = n.id
      where e.reason in ('payout', 'payout_reversed', 'payout_duty', 'payout_duty_reversed')
      group by e.business_id, e.mode, e.cause_id
    ), wanted as (
      select p.business_id, p.mode, p.payout_id,
        concat_ws(', ', 'hold ' || leg,
          case state when 'pending' then null when 'failed' then 'void_hold ' || leg
            else 'post_hold ' || leg end,
          case state when 'reversed' then 'post ' || back end,
          case when duty > 0 then 'hold ' || duty_leg end,
          case when duty > 0 then case state when 'pending' then null
            when 'failed' then 'void_hold ' || duty_leg else 'post_hold ' || duty_leg end end,
          case when duty > 0 and state = 'reversed' and not duty_by_provider
            then 'post ' || duty_back end) as entries
      from named n
      join payout p on p.business_id = n.business_id and p.mode = n.mode and p.payout_id = n.id
      cross join lateral (
        select concat('available', '/' || subaccount_id) as account
      ) a
      cross join lateral (
        values (
          concat_ws(' ', account, 'bank_clearing', amount),
          concat_ws(' ', 'bank_clearing', account, amount),
          concat_ws(' ', account,
            case when duty_by_provider then 'bank_clearing' else 'stamp_duty' end, duty),
          concat_ws(' ', 'stamp_duty', account, duty)
        )
      ) as l (leg, back, duty_leg, duty_back)
    )
    select 'what was booked for a payout is not what its state says' as what,
      concat_ws(' ', business_id, mode, payout_id) as where,
      coalesce(b.entries, 'nothing') as found,
      coalesce(w.entries, 'nothing') as expected
    from booked b
    full join wanted w using (business_id, mode, payout_id)
    where b.entries is distinct from w.entries
    limit ${ROWS_MAX}
  `
  return [...rows]
}
