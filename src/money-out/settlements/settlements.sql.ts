import { HOUSE, type Scope } from '../../core/context.ts'
import type { SubaccountId } from '../../payments/splits/subaccounts.ts'
import type { Channel, TransactionKey } from '../../payments/transactions/transactions.rows.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { type Listed, listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'

export type SettlementId = Id<'settlement'>

export type Settlement = Scope & {
  settlementId: SettlementId
  subaccountId: SubaccountId | null
  amount: Kobo
  items: number
  paidBefore: Date
  settledAt: Date
}

export type SettlementItem = {
  causeId: string
  kind: 'payment' | 'refund' | 'refund_returned' | 'dispute'
  /** What it adds to the settlement; negative for a refund. */
  amount: Kobo
  occurredAt: Date
  /** These are null unless it is a payment. */
  reference: string | null
  paid: Kobo | null
  fee: Kobo | null
  vat: Kobo | null
  /** JSON, with the shares. */
  split: string | null
  /** What others received by the split. */
  shared: Kobo | null
  channel: Channel | null
}

export type ItemOfPayment = {
  account: string
  amount: Kobo
  /** Null until it is settled. */
  settlementId: SettlementId | null
  settledAt: Date | null
}

export type Waiting = Scope & { account: string }

/** Sorts before every account. */
const FIRST = { businessId: HOUSE, mode: '', account: '' }

/** The accounts with unsettled items, after `above`: one index lookup for each. */
function waitingAbove(sql: Sql, { businessId, mode, account }: typeof FIRST) {
  return sql`
    with recursive waiting as (
      (
        select business_id, mode, account from settlement_item
        where settlement_id is null
          and (business_id, mode, account) > (${businessId}, ${mode}, ${account})
        order by business_id, mode, account
        limit 1
      )
      union all
      select following.*
      from waiting
      cross join lateral (
        select i.business_id, i.mode, i.account from settlement_item i
        where i.settlement_id is null
          and (i.business_id, i.mode, i.account)
            > (waiting.business_id, waiting.mode, waiting.account)
        order by i.business_id, i.mode, i.account
        limit 1
      ) following
    )
  `
}

/**
 * Up to `max` accounts after `above` with a due item: a payment before `paidBefore`, or a returned
 * refund. No `exists`: its plan may read every unsettled item into a hash.
 */
export async function listWaiting(
  sql: Sql,
  paidBefore: Date,
  above: Waiting | null,
  max: number,
): Promise<Waiting[]> {
  return sql<Waiting[]>`
    ${waitingAbove(sql, above ?? FIRST)}
    select business_id, mode, account from waiting w
    where coalesce((
      select true from settlement_item i
      where i.business_id = w.business_id and i.mode = w.mode and i.account = w.account
        and i.settlement_id is null and i.occurred_at < ${paidBefore}
      limit 1
    ), (
      select true from settlement_item i
      where i.business_id = w.business_id and i.mode = w.mode and i.account = w.account
        and i.settlement_id is null and i.kind = 'refund_returned'
      limit 1
    ))
    limit ${max}
  `
}

export async function listWaitingOf(sql: Sql, { businessId, mode }: Scope): Promise<Waiting[]> {
  return sql<Waiting[]>`
    select distinct business_id, mode, account from settlement_item
    where business_id = ${businessId} and mode = ${mode} and settlement_id is null
  `
}

/**
 * Assigns due items to a settlement; refunds from the pending balance are always due. Of two
 * concurrent calls, the second waits for the rows and finds nothing.
 */
export async function takeItems(
  sql: Sql,
  { businessId, mode, account }: Waiting,
  settlementId: SettlementId,
  paidBefore: Date,
): Promise<{ amount: Kobo; items: number }> {
  const [row] = await sql<[{ amount: Kobo; items: number }]>`
    with taken as (
      update settlement_item
      set settlement_id = ${settlementId}
      where business_id = ${businessId} and mode = ${mode} and account = ${account}
        and settlement_id is null and (kind <> 'payment' or occurred_at < ${paidBefore})
      returning amount
    )
    select coalesce(sum(amount), 0)::bigint as amount, count(*)::int as items from taken
  `
  return row
}

export async function insertSettlement(sql: Sql, settlement: Settlement): Promise<void> {
  await sql`insert into settlement ${sql(settlement)}`
}

export function findSettlement(sql: Sql, { businessId, mode }: Scope, settlementId: SettlementId) {
  return firstRow(sql<Settlement[]>`
    select * from settlement
    where business_id = ${businessId} and mode = ${mode} and settlement_id = ${settlementId}
  `)
}

/** A subaccount; null: the business itself; undefined: all. */
export type Whose = SubaccountId | null | undefined

/** Newest first. */
export function listSettlements(
  sql: Sql,
  { businessId, mode }: Scope,
  whose: Whose,
  page: Page,
): Promise<Listed<Settlement>> {
  const rows = sql`
    select * from settlement
    where business_id = ${businessId} and mode = ${mode} and ${belongingTo(sql, whose)}
  `
  return listOf(sql, page, 'settlementId', rows)
}

/** In the order of their causes, after `above`. A payment is its fees, `shared` and `amount`. */
export async function listItems(
  sql: Sql,
  { businessId, mode, settlementId }: Settlement,
  above: { causeId: string; kind: string } | null,
  max: number,
  offset = 0,
): Promise<SettlementItem[]> {
  return sql<SettlementItem[]>`
    select i.cause_id, i.kind, i.amount, i.occurred_at, t.reference, t.amount as paid,
      t.fee, t.vat, t.split, t.amount - t.fee - t.vat - i.amount as shared, t.channel
    from settlement_item i
    left join transaction t on i.kind = 'payment' and t.business_id = i.business_id
      and t.mode = i.mode and t.id = i.cause_id
    where i.business_id = ${businessId} and i.mode = ${mode}
      and i.settlement_id = ${settlementId}
      and ${following(sql, above)}
    order by i.cause_id, i.kind
    limit ${max}
    offset ${offset}
  `
}

/** Of the items of one kind. Payments are `paid` less `fees` and `shared`. */
export type SettlementSum = Pick<SettlementItem, 'kind'> & {
  items: number
  paid: Kobo
  fees: Kobo
  shared: Kobo
  amount: Kobo
}

export async function sumItems(
  sql: Sql,
  { businessId, mode, settlementId }: Settlement,
): Promise<SettlementSum[]> {
  return sql<SettlementSum[]>`
    select i.kind, count(i.cause_id)::int as items, sum(i.amount)::bigint as amount,
      coalesce(sum(t.amount), 0)::bigint as paid,
      coalesce(sum(t.fee + t.vat), 0)::bigint as fees,
      coalesce(sum(t.amount - t.fee - t.vat - i.amount), 0)::bigint as shared
    from settlement_item i
    left join transaction t on i.kind = 'payment' and t.business_id = i.business_id
      and t.mode = i.mode and t.id = i.cause_id
    where i.business_id = ${businessId} and i.mode = ${mode}
      and i.settlement_id = ${settlementId}
    group by i.kind
    limit 10
  `
}

/** The items of a payment. */
export async function listItemsOf(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
): Promise<ItemOfPayment[]> {
  return sql<ItemOfPayment[]>`
    select i.account, i.amount, s.settlement_id, s.settled_at
    from settlement_item i
    left join settlement s on s.business_id = i.business_id and s.mode = i.mode
      and s.settlement_id = i.settlement_id
    where i.business_id = ${businessId} and i.mode = ${mode} and i.cause_id = ${id}
      and i.kind = 'payment'
    order by i.account
    limit 100
  `
}

function following(sql: Sql, above: { causeId: string; kind: string } | null) {
  if (above === null) return sql`true`
  return sql`(i.cause_id, i.kind) > (${above.causeId}, ${above.kind})`
}

function belongingTo(sql: Sql, whose: Whose) {
  if (whose === undefined) return sql`true`
  return whose === null ? sql`subaccount_id is null` : sql`subaccount_id = ${whose}`
}

type AnnouncedDay = { day: string; isHoliday: boolean; name: string; announcedBy: string }

export async function listAnnounced(sql: Sql): Promise<AnnouncedDay[]> {
  return sql<AnnouncedDay[]>`
    select day::text, is_holiday, name, announced_by from announced_day order by day limit 10000
  `
}

export async function upsertAnnounced(sql: Sql, day: AnnouncedDay, now: Date): Promise<void> {
  await sql`
    insert into announced_day ${sql({ ...day, createdAt: now })}
    on conflict (day) do update
    set is_holiday = excluded.is_holiday, name = excluded.name,
      announced_by = excluded.announced_by, created_at = excluded.created_at
  `
}

export function deleteAnnounced(sql: Sql, day: string) {
  return hasRow(sql`delete from announced_day where day = ${day} returning 1`)
}

/** Due and unsettled items in all accounts. Counts at most `max`. */
export async function countUnsettledDue(sql: Sql, paidBefore: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    ${waitingAbove(sql, FIRST)}
    select count(*)::int as count
    from (
      select i.business_id, i.mode, i.account
      from waiting w
      cross join lateral (
        select business_id, mode, account from settlement_item
        where business_id = w.business_id and mode = w.mode and account = w.account
          and settlement_id is null and occurred_at < ${paidBefore}
        limit ${max}
      ) i
      limit ${max}
    ) due
  `
  return row.count
}
