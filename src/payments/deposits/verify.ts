import { createdIn, eachMode, type Part, WHOLE, writtenIn } from '../../core/ledger/part.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Compares deposits with the ledger and with payments: the entries of a deposit match its state,
 * and a deposit to a dedicated account has a payment of its amount. At most 100 rows of each.
 */
export async function verifyDeposits(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  const [booked, paid] = await Promise.all([againstEntries(sql, part), againstPayments(sql, part)])
  return [...booked, ...paid]
}

function againstEntries(sql: Sql, part: Part) {
  return sql<WrongRow[]>`
    with named as materialized (
      select business_id, mode, cause_id as id
      from ledger_entry
      where ${writtenIn(sql, part)}
        and (reason in ('wallet_top_up', 'suspense', 'suspense_assigned')
          or (reason = 'unmatched_payment' and debit_account = 'bank_clearing'))
      union
      select d.business_id, d.mode, d.deposit_id
      from ${eachMode(sql)} m
      join deposit d on d.business_id = m.business_id and d.mode = m.mode
      where ${createdIn(sql, 'd.deposit_id', part)}
        and (d.account_kind = 'wallet' or d.state <> 'matched')
      union
      select c.business_id, c.mode, c.suspended_credit_id
      from ${eachMode(sql)} m
      join suspended_credit c on c.business_id = m.business_id and c.mode = m.mode
      where ${createdIn(sql, 'c.suspended_credit_id', part)}
    ), booked as (
      select e.business_id, e.mode, e.cause_id, e.reason, e.amount
      from named n
      join ledger_entry e
        on e.business_id = n.business_id and e.mode = n.mode and e.cause_id = n.id
      where e.reason in ('wallet_top_up', 'suspense', 'suspense_assigned')
        or (e.reason = 'unmatched_payment' and e.debit_account = 'bank_clearing')
    ), wanted as (
      select d.business_id, d.mode, d.deposit_id as cause_id, own.reason, d.amount
      from named n
      join deposit d on d.business_id = n.business_id and d.mode = n.mode and d.deposit_id = n.id
      cross join lateral (
        select 'wallet_top_up' as reason where d.account_kind = 'wallet'
        union all
        select 'unmatched_payment' where d.state <> 'matched'
      ) own
      union all
      select c.business_id, c.mode, c.suspended_credit_id, own.reason, c.amount
      from named n
      join suspended_credit c
        on c.business_id = n.business_id and c.mode = n.mode and c.suspended_credit_id = n.id
      cross join lateral (
        select 'suspense' as reason
        union all
        select 'suspense_assigned' where c.state = 'assigned'
      ) own
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

function againstPayments(sql: Sql, part: Part) {
  return sql<WrongRow[]>`
    with named as materialized (
      select d.business_id, d.mode, d.transaction_id as id
      from ${eachMode(sql)} m
      join deposit d on d.business_id = m.business_id and d.mode = m.mode
      where ${createdIn(sql, 'd.deposit_id', part)} and d.account_kind = 'dedicated'
      union
      select t.business_id, t.mode, t.id
      from ${eachMode(sql)} m
      join transaction t on t.business_id = m.business_id and t.mode = m.mode
      where ${createdIn(sql, 't.id', part)} and t.channel = 'dedicated_virtual_account'
    ), arrived as (
      select d.*
      from named n
      join deposit d
        on d.business_id = n.business_id and d.mode = n.mode and d.transaction_id = n.id
      where d.account_kind = 'dedicated'
    ), paid as (
      select t.*
      from named n
      join transaction t on t.business_id = n.business_id and t.mode = n.mode and t.id = n.id
      where t.channel = 'dedicated_virtual_account'
    )
    select 'a deposit does not have the payment that it is to have' as what,
      concat_ws(' ', coalesce(d.business_id, t.business_id), coalesce(d.mode, t.mode),
        coalesce(d.deposit_id, t.id)) as where,
      coalesce(t.amount::text, 'none') as found,
      coalesce(d.amount::text, 'none') as expected
    from arrived d
    full join paid t
      on t.business_id = d.business_id and t.mode = d.mode and t.id = d.transaction_id
    where t.amount is distinct from d.amount or t.status not in ('success', 'reversed')
    limit ${ROWS_MAX}
  `
}
