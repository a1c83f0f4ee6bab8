import { rowsOf, type Sql } from '../../platform/db.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { countCapped } from '../../platform/paging.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { BusinessId, Scope } from '../context.ts'
import type { AccountName } from './chart.ts'

export type EntryReason =
  | 'payment'
  | 'payment_fee'
  | 'payment_vat'
  /** The share of the party at this place of the split. */
  | `share/${number}`
  | 'settlement'
  | 'payout'
  /** Returned by the bank after it was sent. */
  | 'payout_reversed'
  /** From the available balance, and from the pending one. */
  | 'refund'
  | 'refund_pending'
  | 'unmatched_payment'
  | 'unmatched_return'
  | 'wallet_top_up'
  | 'suspense'
  | 'suspense_assigned'
  | 'identity_fee'
  /** The fee of a rail: rail-fees.ts. */
  | 'rail_fee'
  | 'rail_return_fee'
  | 'wallet_adjustment'

export type EntryKind = 'post' | 'hold' | 'post_hold' | 'void_hold'

export type Entry = Scope & {
  /** What moved the money: the id of a transaction, deposit, card attempt and so on. */
  causeId: string
  reason: EntryReason
  debit: AccountName
  credit: AccountName
  amount: Kobo
  occurredAt: Date
}

export type WrittenEntry = Entry & { kind: EntryKind }

export async function insertAccounts(
  sql: Sql,
  rows: {
    businessId: BusinessId
    mode: Mode
    name: string
    overdraft: boolean
    createdAt: Date
  }[],
): Promise<void> {
  await sql`insert into ledger_account ${sql(rows)} on conflict do nothing`
}

export async function writeEntries(sql: Sql, now: Date, entries: WrittenEntry[]): Promise<void> {
  await sql`
    select ledger_write(
      entries => array(select e from ${entryRows(sql, entries)} e), written => ${now}
    )
  `
}

/** As functions of the database take them. */
export function entryRows(sql: Sql, entries: WrittenEntry[]) {
  const rows = entries.map((entry) => ({
    businessId: entry.businessId,
    mode: entry.mode,
    causeId: entry.causeId,
    reason: entry.reason,
    kind: entry.kind,
    debitAccount: entry.debit,
    creditAccount: entry.credit,
    amount: entry.amount,
    occurredAt: entry.occurredAt,
  }))
  return rowsOf(sql, 'ledger_entry', rows)
}

export async function findHold(
  sql: Sql,
  hold: { businessId: BusinessId; mode: Mode; causeId: string; reason: string },
) {
  const [row] = await sql<Pick<Entry, 'debit' | 'credit' | 'amount' | 'occurredAt'>[]>`
    select debit_account as debit, credit_account as credit, amount, occurred_at
    from ledger_entry
    where business_id = ${hold.businessId} and mode = ${hold.mode}
      and cause_id = ${hold.causeId} and reason = ${hold.reason} and step = 1 and kind = 'hold'
  `
  return row
}

/** Accounts of the chart, without those of parties. */
export async function listBalances(sql: Sql, businessId: BusinessId, mode: Mode) {
  return sql<{ name: string; posted: bigint; available: bigint }[]>`
    select name,
      credits_posted - debits_posted as posted,
      credits_posted - debits_posted - debits_pending as available
    from ledger_account
    where business_id = ${businessId} and mode = ${mode} and position('/' in name) = 0
    order by name
    limit 100
  `
}

export async function listBalancesOf(sql: Sql, { businessId, mode }: Scope, names: string[]) {
  return sql<{ name: string; available: bigint }[]>`
    select name, credits_posted - debits_posted - debits_pending as available
    from ledger_account
    where business_id = ${businessId} and mode = ${mode} and name = any(${names})
  `
}

/** A change of an account's available balance, and the balance after it. */
export type Line = {
  causeId: string
  reason: EntryReason
  kind: EntryKind
  step: 1 | 2
  amount: Kobo
  balance: Kobo
  occurredAt: Date
  createdAt: Date
}
export type LinePlace = Pick<Line, 'createdAt' | 'causeId' | 'reason' | 'step'>

/**
 * Newest first. The balance after a line is the current balance less all later changes, in one
 * statement, so that both are consistent. It reads the lines of this and earlier pages.
 */
export async function listLines(
  sql: Sql,
  { businessId, mode }: Scope,
  account: 'available' | 'pending',
  { below, offset, max }: { below: LinePlace | null; offset: number; max: number },
): Promise<Line[]> {
  return sql<Line[]>`
    with line as (
      select e.cause_id, e.reason, e.kind, e.step, d.amount, e.occurred_at, e.created_at,
        (now.available - coalesce(sum(d.amount) over (
          order by e.created_at desc, e.cause_id desc, e.reason desc, e.step desc
          rows between unbounded preceding and 1 preceding
        ), 0))::bigint as balance
      from ledger_entry e
      cross join lateral (select ${changeOf(sql, account)} as amount) d
      cross join (
        select credits_posted - debits_posted - debits_pending as available
        from ledger_account
        where business_id = ${businessId} and mode = ${mode} and name = ${account}
      ) now
      where e.business_id = ${businessId} and e.mode = ${mode} and ${ofWallet(sql)}
        and d.amount <> 0
    )
    select * from line
    where ${
      below === null
        ? sql`true`
        : sql`(created_at, cause_id, reason, step)
            < (${below.createdAt}, ${below.causeId}, ${below.reason}, ${below.step})`
    }
    order by created_at desc, cause_id desc, reason desc, step desc
    limit ${max} offset ${offset}
  `
}

export async function countLines(
  sql: Sql,
  { businessId, mode }: Scope,
  account: 'available' | 'pending',
): Promise<number> {
  return countCapped(
    sql,
    sql`
      select 1 from ledger_entry e
      where business_id = ${businessId} and mode = ${mode} and ${ofWallet(sql)}
        and ${changeOf(sql, account)} <> 0
    `,
  )
}

/**
 * The current balance, and the change of each day, in one statement, so that both are consistent.
 * `starts` are the starts of the days; `sums` counts them from 1.
 */
export async function sumLinesByDay(
  sql: Sql,
  { businessId, mode }: Scope,
  account: 'available' | 'pending',
  starts: Date[],
): Promise<{ available: Kobo; sums: Map<number, bigint> }> {
  const rows = await sql<{ available: Kobo; day: number | null; amount: bigint }[]>`
    select now.available, d.day, d.amount
    from (
      select credits_posted - debits_posted - debits_pending as available
      from ledger_account
      where business_id = ${businessId} and mode = ${mode} and name = ${account}
    ) now
    left join (
      select width_bucket(e.created_at,
          ${starts.map((start) => start.toISOString())}::timestamptz[]) as day,
        sum(${changeOf(sql, account)})::bigint as amount
      from ledger_entry e
      where e.business_id = ${businessId} and e.mode = ${mode} and ${ofWallet(sql)}
        and e.created_at >= ${starts[0]!}
      group by day
    ) d on true
    limit ${starts.length + 1}
  `
  const sums = rows.flatMap(({ day, amount }) => (day === null ? [] : [[day, amount] as const]))
  return { available: rows[0]?.available ?? kobo(0), sums: new Map(sums) }
}

/** The condition of the partial index. */
function ofWallet(sql: Sql) {
  return sql`(e.debit_account in ('available', 'pending')
    or e.credit_account in ('available', 'pending'))`
}

/** A hold reduces the available balance; posting it changes nothing more. */
function changeOf(sql: Sql, account: string) {
  return sql`case
    when e.debit_account = ${account} and e.kind in ('post', 'hold') then -e.amount
    when e.debit_account = ${account} and e.kind = 'void_hold' then e.amount
    when e.credit_account = ${account} and e.kind in ('post', 'post_hold') then e.amount
    else 0
  end`
}

export async function listEntries(sql: Sql, businessId: BusinessId, mode: Mode, causeId: string) {
  return sql<(WrittenEntry & { createdAt: Date })[]>`
    select business_id, mode, cause_id, reason, kind, debit_account as debit,
      credit_account as credit, amount, occurred_at, created_at
    from ledger_entry
    where business_id = ${businessId} and mode = ${mode} and cause_id = ${causeId}
    order by created_at, reason, step
    limit 100
  `
}

export type KindBalance = {
  mode: Mode
  /** Of the chart; `available/party` and `pending/party` sum up those of all parties. */
  account: string
  accounts: number
  debitsPosted: bigint
  creditsPosted: bigint
  debitsHeld: bigint
  creditsHeld: bigint
}

/** From the sums on the accounts, without reading entries. */
export async function sumByKind(sql: Sql): Promise<KindBalance[]> {
  return sql<KindBalance[]>`
    select mode, account, count(business_id)::int as accounts,
      sum(debits_posted)::bigint as debits_posted, sum(credits_posted)::bigint as credits_posted,
      sum(debits_pending)::bigint as debits_held, sum(credits_pending)::bigint as credits_held
    from (
      select a.*,
        case when name like '%/%' then split_part(name, '/', 1) || '/party' else name end
          as account
      from ledger_account a
    ) named
    group by mode, account
    order by mode desc, account
    limit 100
  `
}

/** Over all businesses and both modes. */
export async function countEntries(sql: Sql): Promise<bigint> {
  const [row] = await sql<[{ count: bigint }]>`
    select coalesce(sum(count), 0)::bigint as count
    from (
      select mode, count(business_id) as count from ledger_entry group by mode
    ) of_each
  `
  return row.count
}
