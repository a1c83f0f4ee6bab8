import type { Scope } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import type { Bank, Mode } from '../rails/rails.ts'
import type { TransactionKey } from '../transactions/transactions.ts'
import type { IssuedAccount, OneOffAccount } from './virtual-accounts.ts'

type NewOneOff = Omit<OneOffAccount, 'accountNumber' | 'bank'>

/** A twin may have been faster; then nothing happens. */
export async function insertOneOff(sql: Sql, account: NewOneOff): Promise<void> {
  await sql`
    insert into virtual_account ${sql({ ...account, kind: 'one_off' })}
    on conflict (business_id, mode, transaction_id, ordinal) do nothing
  `
}

export async function findLatestOneOff(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
): Promise<OneOffAccount | null> {
  const [row] = await sql<Row[]>`
    select * from virtual_account
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
    order by ordinal desc
    limit 1
  `
  return row ? accountOf(row) : null
}

/** True where the number is this account's, now or since an earlier try. */
export async function claimNumber(
  sql: Sql,
  { businessId, mode, virtualAccountId }: OneOffAccount,
  accountNumber: string,
): Promise<boolean> {
  await sql`
    insert into account_number ${sql({ mode, accountNumber, businessId, virtualAccountId })}
    on conflict do nothing
  `
  const [row] = await sql`
    select 1 from account_number
    where mode = ${mode} and account_number = ${accountNumber}
      and business_id = ${businessId} and virtual_account_id = ${virtualAccountId}
  `
  return row !== undefined
}

/** The first number stays. */
export async function setNumber(
  sql: Sql,
  { businessId, mode, virtualAccountId }: OneOffAccount,
  accountNumber: string,
  bank: Bank,
): Promise<IssuedAccount> {
  const [row] = await sql<[Row]>`
    update virtual_account
    set account_number = coalesce(account_number, ${accountNumber}),
      bank_name = coalesce(bank_name, ${bank.name}),
      bank_code = coalesce(bank_code, ${bank.code}),
      bank_slug = coalesce(bank_slug, ${bank.slug})
    where business_id = ${businessId} and mode = ${mode}
      and virtual_account_id = ${virtualAccountId}
    returning *
  `
  return accountOf(row) as IssuedAccount
}

/** Whose number this is, past all businesses: the rail knows nothing of them. */
export async function findByNumber(sql: Sql, mode: Mode, accountNumber: string) {
  const [owner] = await sql<(Scope & { virtualAccountId: string })[]>`
    select business_id, mode, virtual_account_id from account_number
    where mode = ${mode} and account_number = ${accountNumber}
  `
  if (!owner) return null
  const [row] = await sql<Row[]>`
    select * from virtual_account
    where business_id = ${owner.businessId} and mode = ${owner.mode}
      and virtual_account_id = ${owner.virtualAccountId}
  `
  return row?.accountNumber ? (accountOf(row) as IssuedAccount) : null
}

type Row = NewOneOff & {
  accountNumber: string | null
  bankName: string
  bankCode: string
  bankSlug: string
}

function accountOf({ bankName, bankCode, bankSlug, accountNumber, ...row }: Row): OneOffAccount {
  if (accountNumber === null) return { ...row, accountNumber, bank: null }
  return { ...row, accountNumber, bank: { name: bankName, code: bankCode, slug: bankSlug } }
}
