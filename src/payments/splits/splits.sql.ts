import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { hasRow } from '../../platform/rows.ts'
import type { BearerType, SplitType } from './share.ts'

import type { SubaccountId } from './subaccount-code.ts'

export type Subaccount = Scope & {
  subaccountId: SubaccountId
  businessName: string
  bankCode: string
  accountNumber: string
  /** As the bank gives it. */
  accountName: string
  /** Basis points. For the business's records: a split sets its own shares. */
  percentageCharge: number | null
  primaryContactEmail: string | null
  /** JSON, as sent. */
  metadata: string | null
  active: boolean
  /** Counts the changes. */
  version: number
  createdAt: Date
  updatedAt: Date
}

export type SplitId = Id<'split'>

export type Share = { subaccountId: SubaccountId; share: bigint }

export type SplitKey = Scope & { splitId: SplitId }

export type Split = SplitKey & {
  name: string
  type: SplitType
  bearerType: BearerType
  bearerSubaccountId: SubaccountId | null
  /** JSON, as sent. */
  metadata: string | null
  active: boolean
  version: number
  createdAt: Date
  updatedAt: Date
  /** Basis points (0.01 %), or kobo. */
  shares: Share[]
}

type SplitRow = Omit<Split, 'shares'>
/** Usable: the split and all its subaccounts are active. */
type FoundSplit = Split & { isUsable: boolean }

/** False if it exists. */
export function insertSubaccount(sql: Sql, subaccount: Subaccount): Promise<boolean> {
  return hasRow(sql`
    insert into subaccount ${sql(subaccount)} on conflict do nothing returning 1
  `)
}

/** Null if it has changed since it was read. */
export async function updateSubaccount(
  sql: Sql,
  { businessId, mode, subaccountId, version }: Subaccount,
  change: Partial<Subaccount>,
): Promise<Subaccount | null> {
  const [row] = await sql<Subaccount[]>`
    update subaccount set ${sql({ ...change, version: version + 1 })}
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
      and version = ${version}
    returning *
  `
  return row ?? null
}

export async function findSubaccount(sql: Sql, { businessId, mode }: Scope, id: SubaccountId) {
  const [row] = await sql<Subaccount[]>`
    select * from subaccount
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${id}
  `
  return row ?? null
}

export async function findSubaccounts(sql: Sql, { businessId, mode }: Scope, ids: SubaccountId[]) {
  return sql<Subaccount[]>`
    select * from subaccount
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = any(${ids})
  `
}

/** Those of `ids` that are active. */
export async function listActive(sql: Sql, { businessId, mode }: Scope, ids: SubaccountId[]) {
  const rows = await sql<{ subaccountId: SubaccountId }[]>`
    select subaccount_id from subaccount
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = any(${ids}) and active
  `
  return rows.map(({ subaccountId }) => subaccountId)
}

/** Newest first. */
export function listSubaccounts(sql: Sql, { businessId, mode }: Scope, page: Page) {
  const rows = sql`
    select * from subaccount
    where business_id = ${businessId} and mode = ${mode}
  `
  return listOf<Subaccount>(sql, page, 'subaccountId', rows)
}

/** False if an earlier attempt inserted it. */
export async function insertSplit(sql: Sql, { shares, ...split }: Split): Promise<boolean> {
  const [row] = await sql`insert into split ${sql(split)} on conflict do nothing returning 1`
  if (row) await insertShares(sql, { ...split, shares })
  return row !== undefined
}

/** False if the split has changed since it was read. */
export async function updateSplit(sql: Sql, before: Split, after: Split): Promise<boolean> {
  const { businessId, mode, splitId, version } = before
  const { name, bearerType, bearerSubaccountId, metadata, active, updatedAt } = after
  const terms = { name, bearerType, bearerSubaccountId, metadata, active }
  const changed = { ...terms, updatedAt, version: version + 1 }
  const [row] = await sql`
    update split set ${sql(changed)}
    where business_id = ${businessId} and mode = ${mode} and split_id = ${splitId}
      and version = ${version}
    returning 1
  `
  if (!row) return false
  await sql`
    delete from split_share
    where business_id = ${businessId} and mode = ${mode} and split_id = ${splitId}
  `
  await insertShares(sql, after)
  return true
}

/**
 * In the order of the input. One statement, because two could read a split in the middle of a
 * change. The lateral joins force index look-ups.
 */
export async function findSplits(sql: Sql, wanted: SplitKey[]): Promise<(FoundSplit | null)[]> {
  const each = [...new Map(wanted.map((key) => [nameOf(key), key])).values()]
  const rows = await sql<(SplitRow & Share & { isShareActive: boolean })[]>`
    select split.*, own.subaccount_id, own.share, own.is_share_active
    from unnest(
      ${each.map(({ businessId }) => businessId)}::uuid[],
      ${each.map(({ mode }) => mode)}::text[],
      ${each.map(({ splitId }) => splitId)}::uuid[]
    ) as i (business_id, mode, split_id)
    cross join lateral (
      select *
      from split
      where business_id = i.business_id and mode = i.mode and split_id = i.split_id
      limit 1
    ) split
    cross join lateral (
      select s.subaccount_id, s.share, a.active as is_share_active
      from split_share s
      join subaccount a using (business_id, mode, subaccount_id)
      where s.business_id = i.business_id and s.mode = i.mode and s.split_id = i.split_id
      offset 0
    ) own
    order by own.subaccount_id
  `
  const found = new Map<string, FoundSplit>()
  for (const { subaccountId, share, isShareActive, ...split } of rows) {
    const own = found.get(nameOf(split)) ?? { ...split, shares: [], isUsable: split.active }
    own.shares.push({ subaccountId, share })
    own.isUsable &&= isShareActive
    found.set(nameOf(split), own)
  }
  return wanted.map((key) => found.get(nameOf(key)) ?? null)
}

function nameOf({ businessId, mode, splitId }: SplitKey): string {
  return `${businessId} ${mode} ${splitId}`
}

/** Newest first. */
export function listSplitIds(sql: Sql, { businessId, mode }: Scope, page: Page) {
  const rows = sql`
    select business_id, mode, split_id from split
    where business_id = ${businessId} and mode = ${mode}
  `
  return listOf<SplitKey>(sql, page, 'splitId', rows)
}

async function insertShares(sql: Sql, { businessId, mode, splitId, shares }: Split) {
  const rows = shares.map((share) => ({ businessId, mode, splitId, ...share }))
  await sql`insert into split_share ${sql(rows)}`
}

/** Subaccounts to which no payout is sent any more, because so many in a row were returned. */
export async function listStopped(
  sql: Sql,
  { businessId, mode }: Scope,
  subaccountIds: SubaccountId[],
  comebacksMax: number,
): Promise<Set<SubaccountId>> {
  const rows = await sql<{ subaccountId: SubaccountId }[]>`
    select p.subaccount_id
    from payout p
    join subaccount s
      on s.business_id = p.business_id and s.mode = p.mode and s.subaccount_id = p.subaccount_id
      and s.bank_code = p.bank_code and s.account_number = p.account_number
    where p.business_id = ${businessId} and p.mode = ${mode}
      and p.subaccount_id = any(${subaccountIds}::uuid[]) and p.state = 'reversed'
      and not exists (
        select from payout k
        where k.business_id = p.business_id and k.mode = p.mode
          and k.subaccount_id = p.subaccount_id and k.payout_id > p.payout_id
          and k.bank_code = p.bank_code and k.account_number = p.account_number
          and k.state = 'success' and k.next_at is null
      )
    group by p.subaccount_id
    having count(*) >= ${comebacksMax}
  `
  return new Set(rows.map(({ subaccountId }) => subaccountId))
}
