import type { Query, Sql } from '../../platform/db.ts'
import { type Part, WHOLE, writtenIn } from './part.ts'

// Verifies the ledger. `verify` reads every entry and trusts no stored sum, after every test. The
// service verifies in parts: seal.ts.

export type WrongRow = { what: string; where: string; found: string; expected: string }

const ROWS_MAX = 100

/** Returns what is wrong, at most 100 rows. */
export async function verify(sql: Sql): Promise<WrongRow[]> {
  const checks = await Promise.all([
    accountsAgainstEntries(sql),
    verifyHolds(sql),
    overdrawnAccounts(sql),
    totalsPerMode(sql),
  ])
  return checks.flat().slice(0, ROWS_MAX)
}

/** Accounts against the sums of the closed slices and the entries since then. */
export async function verifyAccounts(sql: Sql): Promise<WrongRow[]> {
  const checks = await Promise.all([
    accountsAgainstEntries(sql, { isSinceClosed: true }),
    overdrawnAccounts(sql),
    totalsPerMode(sql),
  ])
  return checks.flat().slice(0, ROWS_MAX)
}

/** Invariant (2), and entries of accounts that do not exist. What has left counts as summed. */
function accountsAgainstEntries(sql: Sql, { isSinceClosed } = { isSinceClosed: false }) {
  return sql<WrongRow[]>`
    with moved as (
      ${legSums(
        sql,
        sql`created_at >= case when ${isSinceClosed} then coalesce(
          (select until_at from ledger_slice order by number desc limit 1), '-infinity'
        ) else '-infinity' end`,
      )}
      union all
      select business_id, mode, name, debits_pending, debits_posted, credits_pending, credits_posted
      from ledger_sum
      where ${isSinceClosed} and part = 'closed'
      union all
      select business_id, mode, name, debits_pending, debits_posted, credits_pending, credits_posted
      from detached_sum
      where not ${isSinceClosed}
    ), summed as (
      select business_id, mode, name, sum(debits_pending) as debits_pending,
        sum(debits_posted) as debits_posted, sum(credits_pending) as credits_pending,
        sum(credits_posted) as credits_posted
      from moved
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

/** What the entries of a condition moved, of each account. */
export function legSums(sql: Sql, condition: Query<unknown>) {
  return sql`
    select e.business_id, e.mode, leg.name,
      coalesce(sum(leg.held) filter (where leg.is_debit), 0)::bigint as debits_pending,
      coalesce(sum(leg.posted) filter (where leg.is_debit), 0)::bigint as debits_posted,
      coalesce(sum(leg.held) filter (where not leg.is_debit), 0)::bigint as credits_pending,
      coalesce(sum(leg.posted) filter (where not leg.is_debit), 0)::bigint as credits_posted
    from (
      select business_id, mode, debit_account, credit_account,
        case when kind in ('post', 'post_hold') then amount else 0 end as posted,
        case kind when 'hold' then amount when 'post' then 0 else -amount end as held
      from ledger_entry
      where ${condition}
    ) e
    cross join lateral (
      values (e.debit_account, true, e.posted, e.held), (e.credit_account, false, e.posted, e.held)
    ) as leg (name, is_debit, posted, held)
    group by e.business_id, e.mode, leg.name
  `
}

/** Invariant (4): the row that closes a hold has its accounts and amount. */
export function verifyHolds(sql: Sql, part: Part = WHOLE) {
  return sql<WrongRow[]>`
    select 'what closes a hold is not like the hold' as what,
      concat_ws(' ', e.business_id, e.mode, e.cause_id, e.reason) as where,
      concat_ws(' ', e.debit_account, e.credit_account, e.amount) as found,
      coalesce(concat_ws(' ', h.debit_account, h.credit_account, h.amount), 'a hold') as expected
    from (
      select * from ledger_entry where ${writtenIn(sql, part)} and step = 2
    ) e
    left join ledger_entry h
      on h.business_id = e.business_id and h.mode = e.mode and h.cause_id = e.cause_id
      and h.reason = e.reason and h.step = 1 and h.kind = 'hold'
    where h.amount is null or h.amount <> e.amount
      or h.debit_account <> e.debit_account or h.credit_account <> e.credit_account
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
