import { hasEntries } from '../../core/ledger/left.ts'
import { createdIn, eachMode, type Part, WHOLE, writtenIn } from '../../core/ledger/part.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Settlements against the ledger: the amount of a settlement is the sum of its items and of its
 * entry; each entry that credits a pending account for a payment has an item. At most 100 rows of
 * each.
 */
export async function verifySettlements(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  return [...(await againstEntries(sql, part)), ...(await againstPayments(sql, part))]
}

/** Unsettled items sum to the pending balance without holds. At most 100 rows. */
export function verifyPending(sql: Sql) {
  return sql<WrongRow[]>`
    with waiting as (
      select business_id, mode, account as name, sum(amount) as amount
      from settlement_item
      where settlement_id is null
      group by business_id, mode, account
    ), kept as (
      select business_id, mode, name, credits_posted - debits_posted - debits_pending as amount
      from ledger_account
      where name = 'pending' or name ^@ 'pending/'
    )
    select 'what waits for its settlement is not what lies in the account' as what,
      concat_ws(' ', business_id, mode, name) as where,
      coalesce(w.amount, 0)::text as found, coalesce(k.amount, 0)::text as expected
    from waiting w
    full join kept k using (business_id, mode, name)
    where coalesce(w.amount, 0) <> coalesce(k.amount, 0)
    limit ${ROWS_MAX}
  `
}

function againstEntries(sql: Sql, part: Part) {
  return sql<WrongRow[]>`
    with named as materialized (
      select business_id, mode, cause_id as id
      from ledger_entry
      where ${writtenIn(sql, part)} and reason = 'settlement'
      union
      select s.business_id, s.mode, s.settlement_id
      from ${eachMode(sql)} m
      join settlement s on s.business_id = m.business_id and s.mode = m.mode
      where ${createdIn(sql, 's.settlement_id', part)}
      union
      select i.business_id, i.mode, i.settlement_id
      from ${eachMode(sql)} m
      join settlement_item i on i.business_id = m.business_id and i.mode = m.mode
      where ${createdIn(sql, 'i.cause_id', part)} and i.settlement_id is not null
    ), taken as (
      select i.business_id, i.mode, i.settlement_id, i.account, sum(i.amount) as amount,
        count(*) as items
      from named n
      join settlement_item i
        on i.business_id = n.business_id and i.mode = n.mode and i.settlement_id = n.id
      group by i.business_id, i.mode, i.settlement_id, i.account
    ), booked as (
      select e.business_id, e.mode, e.cause_id as settlement_id, e.debit_account as account,
        e.credit_account, e.amount
      from named n
      join ledger_entry e
        on e.business_id = n.business_id and e.mode = n.mode and e.cause_id = n.id
      where e.reason = 'settlement'
    ), kept as (
      select s.*
      from named n
      join settlement s
        on s.business_id = n.business_id and s.mode = n.mode and s.settlement_id = n.id
    )
    select 'a settlement is not what its items and its entry say' as what,
      concat_ws(' ', business_id, mode, settlement_id) as where,
      concat_ws(' ', s.subaccount_id, s.amount, s.items) as found,
      concat_ws(' ', t.account, t.amount, t.items, b.account, b.amount) as expected
    from kept s
    full join taken t using (business_id, mode, settlement_id)
    full join booked b using (business_id, mode, settlement_id)
    where s.amount is distinct from t.amount or s.items is distinct from t.items
      or s.amount is distinct from b.amount or t.account is distinct from b.account
      or concat_ws('/', 'pending', s.subaccount_id) is distinct from b.account
      or concat_ws('/', 'available', s.subaccount_id) is distinct from b.credit_account
    limit ${ROWS_MAX}
  `
}

function againstPayments(sql: Sql, part: Part) {
  return sql<WrongRow[]>`
    with named as materialized (
      select business_id, mode, cause_id as id
      from ledger_entry
      where ${writtenIn(sql, part)}
        and kind = 'post' and (credit_account = 'pending' or credit_account ^@ 'pending/')
      union
      select i.business_id, i.mode, i.cause_id
      from ${eachMode(sql)} m
      join settlement_item i on i.business_id = m.business_id and i.mode = m.mode
      where ${createdIn(sql, 'i.cause_id', part)} and i.kind = 'payment'
        and ${hasEntries(sql, 'i', 'cause_id')}
    ), booked as (
      select e.business_id, e.mode, e.credit_account as account, e.cause_id, e.amount
      from named n
      join ledger_entry e
        on e.business_id = n.business_id and e.mode = n.mode and e.cause_id = n.id
      where e.kind = 'post' and (e.credit_account = 'pending' or e.credit_account ^@ 'pending/')
        -- What a dispute gives back has its item removed.
        and e.debit_account <> 'disputed'
    ), noted as (
      select i.business_id, i.mode, i.account, i.cause_id, i.amount
      from named n
      join settlement_item i
        on i.business_id = n.business_id and i.mode = n.mode and i.cause_id = n.id
      where i.kind = 'payment'
    )
    select 'what waits of a payment is not what was booked as pending' as what,
      concat_ws(' ', business_id, mode, account, cause_id) as where,
      coalesce(n.amount::text, 'nothing') as found, coalesce(b.amount::text, 'nothing') as expected
    from booked b
    full join noted n using (business_id, mode, account, cause_id)
    where b.amount is distinct from n.amount
    limit ${ROWS_MAX}
  `
}
