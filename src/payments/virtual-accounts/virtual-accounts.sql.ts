import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { Numbers, NumberType, SealedNumbers } from '../../core/numbers.ts'
import { type Query, rowsOf, type Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'
import { countCapped, listOf, type Page } from '../../platform/paging.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Bank } from '../../providers/rails.ts'
import type { TransactionKey } from '../transactions/transactions.rows.ts'
import type {
  DedicatedAccount,
  Issued,
  OneOffAccount,
  VirtualAccount,
  VirtualAccountId,
  WalletAccount,
} from './virtual-accounts.rows.ts'

/** The columns that are set before the rail has answered. */
type Reserved<A extends VirtualAccount> = Omit<
  A,
  'accountNumber' | 'bank' | 'assignedAt' | 'handle' | 'customer' | 'payable' | 'version'
>
type Key = Scope & { virtualAccountId: VirtualAccountId }

/** True for each new one; false if the payment has an account with this ordinal. */
export async function insertOneOffs(
  sql: Sql,
  accounts: Reserved<OneOffAccount>[],
): Promise<boolean[]> {
  const inserted = await sql<{ id: VirtualAccountId }[]>`
    insert into virtual_account (
      business_id, mode, virtual_account_id, rail, kind, transaction_id, ordinal, amount,
      account_name, created_at, updated_at, expires_at, enquire_at
    )
    select business_id, mode, virtual_account_id, rail, 'one_off', transaction_id, ordinal, amount,
      account_name, created_at, created_at, expires_at, enquire_at
    from unnest(
      ${accounts.map(({ businessId }) => businessId)}::uuid[],
      ${accounts.map(({ mode }) => mode)}::text[],
      ${accounts.map(({ virtualAccountId }) => virtualAccountId)}::uuid[],
      ${accounts.map(({ rail }) => rail)}::text[],
      ${accounts.map(({ transactionId }) => transactionId)}::uuid[],
      ${accounts.map(({ ordinal }) => ordinal)}::smallint[],
      ${accounts.map(({ amount }) => amount.toString())}::bigint[],
      ${accounts.map(({ accountName }) => accountName)}::text[],
      ${accounts.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[],
      ${accounts.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[],
      ${accounts.map(({ enquireAt }) => enquireAt?.toISOString() ?? null)}::timestamptz[]
    ) as i (
      business_id, mode, virtual_account_id, rail, transaction_id, ordinal, amount, account_name,
      created_at, expires_at, enquire_at
    )
    order by business_id, mode, transaction_id
    on conflict (business_id, mode, transaction_id, ordinal) do nothing
    returning virtual_account_id as id
  `
  const ids = new Set(inserted.map(({ id }) => id))
  return accounts.map(({ virtualAccountId }) => ids.has(virtualAccountId))
}

/** The number that each account has then; null if the number belongs to another account. */
export async function setOneOffNumbers(
  sql: Sql,
  accounts: Pick<
    Issued,
    'virtualAccountId' | 'accountNumber' | 'bank' | 'assignedAt' | keyof Scope
  >[],
): Promise<(string | null)[]> {
  const rows = accounts.map(({ bank, ...account }) => ({
    businessId: account.businessId,
    mode: account.mode,
    virtualAccountId: account.virtualAccountId,
    accountNumber: account.accountNumber,
    bankName: bank.name,
    bankCode: bank.code,
    bankSlug: bank.slug,
    assignedAt: account.assignedAt,
    updatedAt: account.assignedAt,
  }))
  const numbered = await sql<{ mode: Mode; offered: string; kept: string }[]>`
    select its_mode as mode, offered, kept from one_off_issue(
      accounts => array(select a from ${rowsOf(sql, 'virtual_account', rows)} a)
    )
  `
  const kept = new Map(numbered.map((one) => [`${one.mode} ${one.offered}`, one.kept]))
  return accounts.map(({ mode, accountNumber }) => kept.get(`${mode} ${accountNumber}`) ?? null)
}

/** False if the customer has one. */
export async function insertDedicated(sql: Sql, account: Reserved<DedicatedAccount>) {
  const [row] = await sql`
    insert into virtual_account ${sql(account)}
    on conflict (business_id, mode, customer_id) where kind = 'dedicated' do nothing
    returning virtual_account_id
  `
  return row !== undefined
}

/** No-op if the business has one. */
export async function insertWallet(sql: Sql, account: Reserved<WalletAccount>): Promise<void> {
  await sql`
    insert into virtual_account ${sql(account)}
    on conflict (business_id, mode) where kind = 'wallet' do nothing
  `
}

/** The accounts of this transaction that have a number, oldest first. */
export async function listOneOffsOf(sql: Sql, { businessId, mode, id }: TransactionKey) {
  const rows = await sql<JoinedRow[]>`
    select * from virtual_account
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and account_number is not null
    order by ordinal
    limit 100
  `
  return rows.map((row) => accountOf(row) as Issued<OneOffAccount>)
}

export async function findLatestOneOff(sql: Sql, { businessId, mode, id }: TransactionKey) {
  const [row] = await sql<JoinedRow[]>`
    select * from virtual_account
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
    order by ordinal desc
    limit 1
  `
  return row ? (accountOf(row) as OneOffAccount) : null
}

export async function findWallet(sql: Sql, { businessId, mode }: Scope) {
  const [row] = await sql<JoinedRow[]>`
    select * from virtual_account
    where business_id = ${businessId} and mode = ${mode} and kind = 'wallet'
  `
  return row ? (accountOf(row) as WalletAccount) : null
}

export async function findDedicatedOf(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
): Promise<DedicatedAccount | null> {
  const [row] = await sql<JoinedRow[]>`
    select a.*, ${customerColumns(sql)}
    from virtual_account a
    join customer c
      on c.business_id = a.business_id and c.mode = a.mode and c.customer_id = a.customer_id
    where a.business_id = ${businessId} and a.mode = ${mode} and a.customer_id = ${customerId}
      and a.kind = 'dedicated'
  `
  return row ? (accountOf(row) as DedicatedAccount) : null
}

export async function findAccount(sql: Sql, { businessId, mode, virtualAccountId }: Key) {
  const [row] = await sql<JoinedRow[]>`
    select a.*, ${customerColumns(sql)}
    from virtual_account a
    left join customer c
      on c.business_id = a.business_id and c.mode = a.mode and c.customer_id = a.customer_id
    where a.business_id = ${businessId} and a.mode = ${mode}
      and a.virtual_account_id = ${virtualAccountId}
  `
  return row ? accountOf(row) : null
}

/** In the order of the input. The lateral joins force index look-ups. */
export async function findManyByNumber(
  sql: Sql,
  wanted: { mode: Mode; accountNumber: string }[],
): Promise<(Issued | null)[]> {
  const rows = await sql<(JoinedRow & { position: number })[]>`
    select a.*, ${customerColumns(sql)}, i.position::int as position
    from unnest(
      ${wanted.map(({ mode }) => mode)}::text[],
      ${wanted.map(({ accountNumber }) => accountNumber)}::text[]
    ) with ordinality as i (mode, account_number, position)
    cross join lateral (
      select *
      from account_number n
      where n.mode = i.mode and n.account_number = i.account_number
      limit 1
    ) n
    cross join lateral (
      select *
      from virtual_account a
      where a.business_id = n.business_id and a.mode = n.mode
        and a.virtual_account_id = n.virtual_account_id
      limit 1
    ) a
    left join lateral (
      select *
      from customer c
      where c.business_id = a.business_id and c.mode = a.mode and c.customer_id = a.customer_id
      limit 1
    ) c on true
  `
  const found: (Issued | null)[] = wanted.map(() => null)
  for (const { position, ...row } of rows) found[position - 1] = accountOf(row) as Issued
  return found
}

/** True if the number belongs to this account, now or since an earlier attempt. */
export async function claimNumber(
  sql: Sql,
  { businessId, mode, virtualAccountId }: Key,
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

/** False if it has a number: the first one stays. */
export function setNumber(
  sql: Sql,
  key: Key,
  { accountNumber, bank }: { accountNumber: string; bank: Bank },
  now: Date,
): Promise<boolean> {
  const { name: bankName, code: bankCode, slug: bankSlug } = bank
  const number = { accountNumber, bankName, bankCode, bankSlug, assignedAt: now, updatedAt: now }
  return change(sql, key, number, sql`account_number is null`)
}

/** Values from the rail; null if it gave none. An account never accepts money for longer. */
export async function setTerms(
  sql: Sql,
  { businessId, mode, virtualAccountId }: Key,
  terms: {
    handle: string | null
    accountName: string | null
    expiresAt: Date | null
    payable: Kobo | null
  },
): Promise<void> {
  await sql`
    update virtual_account
    set handle = ${terms.handle}, account_name = coalesce(${terms.accountName}, account_name),
      expires_at = case when expires_at is not null then least(expires_at, ${terms.expiresAt}) end,
      payable = coalesce(case when kind = 'one_off' then ${terms.payable}::bigint end, payable),
      version = version + 1
    where business_id = ${businessId} and mode = ${mode}
      and virtual_account_id = ${virtualAccountId}
  `
}

/** No-op if it has this number. */
export function setNumberOf(
  sql: Sql,
  key: Key,
  type: NumberType,
  sealed: SealedNumbers,
  now: Date,
): Promise<boolean> {
  const last4 = `${type}Last4` as const
  const given = { [type]: sealed[type], [last4]: sealed[last4], updatedAt: now }
  return change(sql, key, given, sql`${sql(type)} is null`)
}

/** Removes a number that the bank rejected, unless another was given since. */
export async function clearNumberOf(
  sql: Sql,
  key: Key & Numbers,
  type: NumberType,
  now: Date,
): Promise<void> {
  const cleared = { [type]: null, [`${type}Last4`]: null, updatedAt: now }
  const isSame = sql`${sql(type)} = ${key[type]}`
  if (type === 'nin') await change(sql, key, cleared, isSame)
  else {
    const isRejected = sql`${isSame} and (tier = 1 or account_number is null)`
    await change(sql, key, { ...cleared, tier: 1 }, isRejected)
  }
}

/** False if another call raised it first. */
export function setTier3(sql: Sql, key: Key, now: Date): Promise<boolean> {
  return change(sql, key, { tier: 3, updatedAt: now }, sql`tier = 1 and bvn is not null`)
}

export type DedicatedChange = Partial<Pick<DedicatedAccount, 'splitCode' | 'metadata'>>

/** Locks it. */
export async function lockDedicated(sql: Sql, { businessId, mode, virtualAccountId }: Key) {
  const [row] = await sql<[Pick<DedicatedAccount, 'version' | 'splitCode' | 'metadata'>]>`
    select version, split_code, metadata from virtual_account
    where business_id = ${businessId} and mode = ${mode}
      and virtual_account_id = ${virtualAccountId} and kind = 'dedicated'
    for no key update
  `
  return row
}

export async function updateDedicated(
  sql: Sql,
  key: Key,
  to: DedicatedChange,
  now: Date,
): Promise<void> {
  await change(sql, key, { ...to, updatedAt: now }, sql`kind = 'dedicated'`)
}

/** A compare-and-set: false if `only` does not hold. */
async function change(
  sql: Sql,
  { businessId, mode, virtualAccountId }: Key,
  to: object,
  only: Query<unknown>,
): Promise<boolean> {
  const [row] = await sql`
    update virtual_account set ${sql(to)}, version = version + 1
    where business_id = ${businessId} and mode = ${mode}
      and virtual_account_id = ${virtualAccountId} and ${only}
    returning virtual_account_id
  `
  return row !== undefined
}

export type DedicatedFilter = {
  virtualAccountId: string | null
  customerId: string | null
  accountNumber: string | null
}

/** Newest first. Counted without the join. */
export async function listDedicated(
  sql: Sql,
  { businessId, mode }: Scope,
  filter: DedicatedFilter,
  page: Page,
) {
  const found = sql`
    select a.*, ${customerColumns(sql)}
    from virtual_account a
    join customer c
      on c.business_id = a.business_id and c.mode = a.mode and c.customer_id = a.customer_id
    where a.business_id = ${businessId} and a.mode = ${mode} and ${matching(sql, filter)}
  `
  const counted = sql`
    select 1 from virtual_account a
    where a.business_id = ${businessId} and a.mode = ${mode} and ${matching(sql, filter)}
  `
  const count = () => countCapped(sql, counted)
  const { rows, meta } = await listOf<JoinedRow>(sql, page, 'virtualAccountId', found, count)
  return { rows: rows.map((row) => accountOf(row) as Issued<DedicatedAccount>), meta }
}

function matching(sql: Sql, { virtualAccountId, customerId, accountNumber }: DedicatedFilter) {
  return sql`
    a.kind = 'dedicated' and a.account_number is not null
    ${virtualAccountId === null ? sql`` : sql`and a.virtual_account_id = ${virtualAccountId}`}
    ${customerId === null ? sql`` : sql`and a.customer_id = ${customerId}`}
    ${accountNumber === null ? sql`` : sql`and a.account_number = ${accountNumber}`}
  `
}

function customerColumns(sql: Sql) {
  return sql`c.first_name, c.last_name, c.email, c.phone`
}

type JoinedRow = {
  virtualAccountId: VirtualAccountId
  bankName: string | null
  bankCode: string | null
  bankSlug: string | null
  firstName?: string
  lastName?: string
  email?: string
  phone?: string | null
}

function accountOf(row: JoinedRow): VirtualAccount {
  const { bankName, bankCode, bankSlug, firstName, lastName, email, phone, ...account } = row
  const bank = bankCode === null ? null : { name: bankName, code: bankCode, slug: bankSlug }
  const customer = { firstName, lastName, email, phone }
  return { ...account, bank, customer } as unknown as VirtualAccount
}
