import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/**
 * Settlements against the ledger: unsettled items sum to the pending balance without holds; the
 * amount of a settlement is the sum of its items and of its entry; each entry that credits a
 * pending account for a payment has an item. At most 100 rows of each.
 */
export async function verifySettlements(sql: Sql): Promise<WrongRow[]> {
  const wrong = [await againstAccounts(sql), await againstEntries(sql), await againstPayments(sql)]
  return wrong.flat()
}

function againstAccounts(sql: Sql) {
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

function againstEntries(sql: Sql) {
  return sql<WrongRow[]>`
    with taken as (
      select business_id, mode, settlement_id, account, sum(amount) as amount, count(*) as items
      from settlement_item
      where settlement_id is not null
      group by business_id, mode, settlement_id, account
    ), booked as (
      select business_id, mode, cause_id as settlement_id, debit_account as account,
        credit_account, amount
      from ledger_entry
      where reason = 'settlement'
    )
    select 'a settlement is not what its items and its entry say' as what,
      concat_ws(' ', business_id, mode, settlement_id) as where,
      concat_ws(' ', s.subaccount_id, s.amount, s.items) as found,
      concat_ws(' ', t.account, t.amount, t.items, b.account, b.amount) as expected
    from settlement s
    full join taken t using (business_id, mode, settlement_id)
    full join booked b using (business_id, mode, settlement_id)
    where s.amount is distinct from t.amount or s.items is distinct from t.items
      or s.amount is distinct from b.amount or t.account is distinct from b.account
      or concat_ws('/', 'pending', s.subaccount_id) is distinct from b.account
      or concat_ws('/', 'available', s.subaccount_id) is distinct from b.credit_account
    limit ${ROWS_MAX}
  `
}

function againstPayments(sql: Sql) {
  return sql<WrongRow[]>`
    with booked as (
      select business_id, mode, credit_account as account, cause_id, amount
      from ledger_entry
      where kind = 'post' and (credit_account = 'pending' or credit_account ^@ 'pending/')
        -- What a dispute gives back has its item removed.
        and debit_account <> 'disputed'
    ), noted as (
      select business_id, mode, account, cause_id, amount
      from settlement_item
      where kind = 'payment'
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
