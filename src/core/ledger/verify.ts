import type { Sql } from '../../platform/db.ts'

// Verifies the whole ledger, after every test and by `npm run ledger:verify`. It reads every entry
// and trusts no stored sum.

export type WrongRow = { what: string; where: string; found: string; expected: string }

const ROWS_MAX = 100

/** Returns what is wrong, at most 100 rows. */
export async function verify(sql: Sql): Promise<WrongRow[]> {
  const checks = await Promise.all([
    accountsAgainstEntries(sql),
    holdsAgainstTheirEnds(sql),
    overdrawnAccounts(sql),
    totalsPerMode(sql),
  ])
  return checks.flat().slice(0, ROWS_MAX)
}

/** Invariant (2), and entries of accounts that do not exist. */
function accountsAgainstEntries(sql: Sql) {
  return sql<WrongRow[]>`
    with leg as (
      select business_id, mode, debit_account as name, kind, amount, 'debit' as side
      from ledger_entry
      union all
      select business_id, mode, credit_account, kind, amount, 'credit'
      from ledger_entry
    ), summed as (
      select business_id, mode, name,
        coalesce(sum(amount) filter (where side = 'debit' and kind in ('post', 'post_hold')), 0)
          as debits_posted,
        coalesce(sum(amount) filter (where side = 'credit' and kind in ('post', 'post_hold')), 0)
          as credits_posted,
        coalesce(sum(case kind when 'hold' then amount when 'post' then 0 else -amount end)
          filter (where side = 'debit'), 0) as debits_pending,
        coalesce(sum(case kind when 'hold' then amount when 'post' then 0 else -amount end)
          filter (where side = 'credit'), 0) as credits_pending
      from leg
      group by business_id, mode, name
    )
    select 'the sums of an account are not those of its entries' as what,
      concat_ws(' ', coalesce(a.business_id, s.business_id), coalesce(a.mode, s.mode),
        coalesce(a.name, s.name)) as where,
      case when a.name is null then 'no account' else concat_ws(' ',
        a.debits_posted, a.debits_pending, a.credits_posted, a.credits_pending) end as found,
      concat_ws(' ', coalesce(s.debits_posted, 0), coalesce(s.debits_pending, 0),
        coalesce(s.credits_posted, 0), coalesce(s.credits_pending, 0)) as expected
    from ledger_account a
    full join summed s using (business_id, mode, name)
    where a.name is null
      or a.debits_posted <> coalesce(s.debits_posted, 0)
      or a.debits_pending <> coalesce(s.debits_pending, 0)
      or a.credits_posted <> coalesce(s.credits_posted, 0)
      or a.credits_pending <> coalesce(s.credits_pending, 0)
    limit ${ROWS_MAX}
  `
}

/** Invariant (4): the row that closes a hold has its accounts and amount. */
function holdsAgainstTheirEnds(sql: Sql) {
  return sql<WrongRow[]>`
    select 'what closes a hold is not like the hold' as what,
      concat_ws(' ', e.business_id, e.mode, e.cause_id, e.reason) as where,
      concat_ws(' ', e.debit_account, e.credit_account, e.amount) as found,
      coalesce(concat_ws(' ', h.debit_account, h.credit_account, h.amount), 'a hold') as expected
    from ledger_entry e
    left join ledger_entry h
      on h.business_id = e.business_id and h.mode = e.mode and h.cause_id = e.cause_id
      and h.reason = e.reason and h.step = 1 and h.kind = 'hold'
    where e.step = 2
      and (h.amount is null or h.amount <> e.amount
        or h.debit_account <> e.debit_account or h.credit_account <> e.credit_account)
    limit ${ROWS_MAX}
  `
}

/** Invariant (3), even if the constraint was removed. */
function overdrawnAccounts(sql: Sql) {
  return sql<WrongRow[]>`
    select 'an account is below zero' as what,
      concat_ws(' ', business_id, mode, name) as where,
      (credits_posted - debits_posted - debits_pending)::text as found,
      '0 or more' as expected
    from ledger_account
    where not overdraft and credits_posted < debits_posted + debits_pending
    limit ${ROWS_MAX}
  `
}

/** Invariant (1) in total: over all accounts of a mode, debits equal credits. */
function totalsPerMode(sql: Sql) {
  return sql<WrongRow[]>`
    select 'debits and credits of a mode differ' as what, mode as where,
      (sum(credits_posted) - sum(debits_posted))::text as found, '0' as expected
    from ledger_account
    group by mode
    having sum(credits_posted) <> sum(debits_posted)
      or sum(credits_pending) <> sum(debits_pending)
  `
}
