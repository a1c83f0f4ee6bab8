import type { BusinessId } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import type { Kobo } from '../lib/money.ts'
import type { Mode } from '../rails/rails.ts'
import type { Entry, EntryKind } from './ledger.ts'

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
      ${entries.map(({ businessId }) => businessId)}::uuid[],
      ${entries.map(({ mode }) => mode)}::text[],
      ${entries.map(({ causeId }) => causeId)}::uuid[],
      ${entries.map(({ reason }) => reason)}::text[],
      ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ debit }) => debit)}::text[],
      ${entries.map(({ credit }) => credit)}::text[],
      ${entries.map(({ amount }) => amount.toString())}::bigint[],
      ${entries.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
      ${now}
    )
  `
}

export async function findHold(
  sql: Sql,
  hold: { businessId: BusinessId; mode: Mode; causeId: string; reason: string },
) {
  const [row] = await sql<{ debit: string; credit: string; amount: Kobo }[]>`
    select debit_account as debit, credit_account as credit, amount
    from ledger_entry
    where business_id = ${hold.businessId} and mode = ${hold.mode}
      and cause_id = ${hold.causeId} and reason = ${hold.reason} and step = 1 and kind = 'hold'
  `
  return row
}

export async function listBalances(sql: Sql, businessId: BusinessId, mode: Mode) {
  return sql<{ name: string; posted: bigint; available: bigint }[]>`
    select name,
      credits_posted - debits_posted as posted,
      credits_posted - debits_posted - debits_pending as available
    from ledger_account
    where business_id = ${businessId} and mode = ${mode}
    order by name
    limit 1000
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
