import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Compares deposits with the ledger and with payments: the entries of a deposit match its state,
 * and a deposit to a dedicated account has a payment of its amount. At most 100 rows of each.
 */
export async function verifyDeposits(sql: Sql): Promise<WrongRow[]> {
  const [booked, paid] = await Promise.all([againstEntries(sql), againstPayments(sql)])
  return [...booked, ...paid]
}

function againstEntries(sql: Sql) {
  return sql<WrongRow[]>`
    with booked as (
      select business_id, mode, cause_id, reason, amount
      from ledger_entry
      where reason in ('wallet_top_up', 'suspense', 'suspense_assigned')
        or (reason = 'unmatched_payment' and debit_account = 'bank_clearing')
    ), wanted as (
      select business_id, mode, deposit_id as cause_id, 'wallet_top_up' as reason, amount
      from deposit
      where account_kind = 'wallet'
      union all
      select business_id, mode, deposit_id, 'unmatched_payment', amount
      from deposit
      where state <> 'matched'
      union all
      select business_id, mode, suspended_credit_id, 'suspense', amount
      from suspended_credit
      union all
      select business_id, mode, suspended_credit_id, 'suspense_assigned', amount
      from suspended_credit
      where state = 'assigned'
    )
    select 'what was booked for a deposit is not what came' as what,
      concat_ws(' ', business_id, mode, cause_id, reason) as where,
      coalesce(b.amount::text, 'nothing') as found,
      coalesce(w.amount::text, 'nothing') as expected
    from booked b
    full join wanted w using (business_id, mode, cause_id, reason)
    where b.amount is distinct from w.amount
    limit ${ROWS_MAX}
  `
}

function againstPayments(sql: Sql) {
  return sql<WrongRow[]>`
    select 'a deposit does not have the payment that it is to have' as what,
      concat_ws(' ', coalesce(d.business_id, t.business_id), coalesce(d.mode, t.mode),
        coalesce(d.deposit_id, t.id)) as where,
      coalesce(t.amount::text, 'none') as found,
      coalesce(d.amount::text, 'none') as expected
    from (select * from deposit where account_kind = 'dedicated') d
    full join (select * from transaction where channel = 'dedicated_virtual_account') t
      on t.business_id = d.business_id and t.mode = d.mode and t.id = d.transaction_id
    where t.amount is distinct from d.amount or t.status not in ('success', 'reversed')
    limit ${ROWS_MAX}
  `
}
