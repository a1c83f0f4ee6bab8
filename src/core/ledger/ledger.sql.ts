import { rowsOf, type Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { BusinessId, Scope } from '../context.ts'
import type { AccountName } from './chart.ts'
import { type Part, WHOLE, writtenIn } from './part.ts'

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
  /** Stamp duty on a payout, and its return with the payout. */
  | 'payout_duty'
  | 'payout_duty_reversed'
  /** From the available balance, and from the pending one. */
  | 'refund'
  | 'refund_pending'
  /** Stamp duty on a refund, from either. */
  | 'refund_duty'
  | 'unmatched_payment'
  | 'unmatched_return'
  | 'wallet_top_up'
  | 'suspense'
  | 'suspense_assigned'
  | 'identity_fee'
  /** The fee of a rail: rail-fees.ts. */
  | 'rail_fee'
  | 'rail_return_fee'
  /** Stamp duty on a return, borne by the house. */
  | 'rail_return_duty'
  | 'wallet_adjustment'
  /** Taken for a dispute: of available money, of pending money, and as a debt. */
  | 'dispute'
  | 'dispute_pending'
  | 'dispute_debt'
  /** The same of the party at this place of the split. */
  | `dispute/${number}`
  | `dispute_pending/${number}`
  /** Given back, to the business and to the parties: as available money, or as pending money. */
  | 'dispute_won'
  | `dispute_won/${number}`
  | 'dispute_won_pending'
  | `dispute_won_pending/${number}`
  /** Taken by the provider. */
  | 'dispute_lost'
  /** Sent back to the payer. */
  | 'dispute_return'
  /** What a business owes, paid from its wallet before anything else. */
  | 'debt_paid'

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

/** The event `balance.low` tells when the available balance falls below it. Null: never. */
export async function setLowBelow(
  sql: Sql,
  { businessId, mode }: Scope,
  lowBelow: Kobo | null,
): Promise<void> {
  await sql`
    update ledger_account set low_below = ${lowBelow}
    where business_id = ${businessId} and mode = ${mode} and name = 'available'
  `
}

/** What is there without holds, locked until the end of the transaction. */
export async function lockBalances(sql: Sql, { businessId, mode }: Scope, names: string[]) {
  return sql<{ name: string; available: bigint }[]>`
    select name, credits_posted - debits_posted - debits_pending as available
    from ledger_account
    where business_id = ${businessId} and mode = ${mode} and name = any(${names})
    order by business_id, mode, name
    for update
  `
}

/** From now on, what the wallet receives pays the debt first. */
export async function setIndebted(sql: Sql, { businessId, mode }: Scope): Promise<void> {
  await sql`
    update ledger_account set indebted = true
    where business_id = ${businessId} and mode = ${mode} and name = 'available'
  `
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
export async function countEntries(sql: Sql, part: Part = WHOLE): Promise<bigint> {
  const [row] = await sql<[{ count: bigint }]>`
    select coalesce(sum(count), 0)::bigint as count
    from (
      select mode, count(business_id) as count from ledger_entry
      where ${writtenIn(sql, part)}
      group by mode
    ) of_each
  `
  return row.count
}
