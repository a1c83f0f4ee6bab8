import type { Scope } from '../../core/context.ts'
import type { SubaccountId } from '../../payments/splits/subaccounts.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { COUNTED_MAX, type Listed, listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'

export type PayoutId = Id<'payout'>

export const PAYOUT_STATES = ['pending', 'success', 'failed', 'reversed'] as const

type PayoutState = (typeof PAYOUT_STATES)[number]

export type PayoutKey = Scope & { payoutId: PayoutId }

export type Payout = PayoutKey & {
  reference: string
  /** The key at the rail, if it is derived from the request; null: the payout's id. */
  railKey: string | null
  /** As `askedAt`. A version without `railKey` does not set it, so it cannot ask. */
  keyedAt: Date | null
  state: PayoutState
  amount: Kobo
  /** Stamp duty, held beside the amount; 0: none. */
  duty: Kobo
  dutyByProvider: boolean
  /** The name of the rail. A session id is unique within a rail. */
  rail: string
  bankCode: string
  accountNumber: string
  accountName: string
  /** The bank's id of the name enquiry. */
  enquiry: string
  reason: string | null
  /** JSON, as sent. */
  metadata: string | null
  /** The subaccount that owns the money; null: the business. */
  subaccountId: SubaccountId | null
  /** The reason of a failure or return. */
  failure: string | null
  sessionId: string | null
  /** The bank's own id of it, sealed. */
  handle: string | null
  /** The last request to transfer; null if none could have an effect. */
  askedAt: Date | null
  /** When the bank accepted it. */
  acceptedAt: Date | null
  /** When a job acts next; null once nothing can change. */
  nextAt: Date | null
  createdAt: Date
  /** Null in rows from before migration 0073. */
  updatedAt: Date | null
  completedAt: Date | null
  reversedAt: Date | null
}

/** False, and nothing is written, if the id or the reference is taken. */
export function insertPayout(sql: Sql, payout: Payout) {
  return hasRow(sql`
    insert into payout ${sql(payout)} on conflict do nothing returning payout_id
  `)
}

export function findPayout(sql: Sql, { businessId, mode, payoutId }: PayoutKey) {
  return firstRow(sql<Payout[]>`
    select * from payout
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
  `)
}

export function findByReference(sql: Sql, { businessId, mode }: Scope, reference: string) {
  return firstRow(sql<Payout[]>`
    select * from payout
    where business_id = ${businessId} and mode = ${mode} and reference = ${reference}
  `)
}

export function isKeyTaken(sql: Sql, { businessId, mode }: Scope, railKey: string) {
  return hasRow(sql`
    select from payout
    where business_id = ${businessId} and mode = ${mode} and rail_key = ${railKey}
  `)
}

/** Pending payouts never asked for, of this amount and account (empty: of all), oldest first. */
export async function listWaiting(
  sql: Sql,
  { mode, accountNumber, amount }: Pick<Payout, 'mode' | 'accountNumber' | 'amount'>,
  max: number,
): Promise<Payout[]> {
  return sql<Payout[]>`
    select * from payout
    where mode = ${mode} and amount = ${amount} and ${accountNumber} in ('', account_number)
      and state = 'pending' and next_at is not null and asked_at is null
    order by created_at
    limit ${max}
  `
}

/** When an equal transfer of another payout was last requested, after `since`. */
export async function lastEqual(
  sql: Sql,
  { mode, rail, bankCode, accountNumber, amount, payoutId }: Payout,
  since: Date,
): Promise<Date | null> {
  const [row] = await sql<[{ askedAt: Date | null }]>`
    select max(asked_at) as asked_at
    from payout
    where mode = ${mode} and rail = ${rail} and bank_code = ${bankCode}
      and account_number = ${accountNumber} and amount = ${amount} and payout_id <> ${payoutId}
      and asked_at > ${since}
  `
  return row.askedAt
}

/** Null if it is not in state `success`. */
export function setReversed(
  sql: Sql,
  { businessId, mode, payoutId }: PayoutKey,
  failure: string,
  reversedAt: Date,
) {
  return firstRow(sql<Payout[]>`
    update payout
    set state = 'reversed', failure = ${failure}, reversed_at = ${reversedAt},
      updated_at = ${reversedAt}, next_at = null
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
      and state = 'success'
    returning *
  `)
}

/** In kobo, of payouts that were sent and not returned, from `from` until before `to`. */
export async function sumDuty(
  sql: Sql,
  { businessId, mode }: Scope,
  { from, to }: { from: Date; to: Date },
): Promise<Kobo> {
  const [row] = await sql<[{ sum: bigint }]>`
    select coalesce(sum(duty), 0)::bigint as sum from payout
    where business_id = ${businessId} and mode = ${mode} and duty > 0 and state = 'success'
      and completed_at >= ${from} and completed_at < ${to}
  `
  return kobo(row.sum)
}

export type PayoutFilter = {
  state: PayoutState | null
  reference: string | null
  subaccountId: SubaccountId | null
  from: Date | null
  to: Date | null
}

/** Newest first. */
export function listPayouts(
  sql: Sql,
  { businessId, mode }: Scope,
  filter: PayoutFilter,
  page: Page,
): Promise<Listed<Payout>> {
  const rows = sql`
    select * from payout
    where business_id = ${businessId} and mode = ${mode} ${matching(sql, filter)}
  `
  return listOf(sql, page, 'payoutId', rows)
}

/** The last payout to each bank account, of as many payouts as are counted. Newest first. */
export function listPaidAccounts(
  sql: Sql,
  { businessId, mode }: Scope,
  page: Page,
): Promise<Listed<Payout>> {
  const rows = sql`
    select *
    from (
      select distinct on (bank_code, account_number) *
      from (
        select * from payout
        where business_id = ${businessId} and mode = ${mode}
        order by payout_id desc
        limit ${COUNTED_MAX}
      ) newest
      order by bank_code, account_number, payout_id desc
    ) last
    where business_id = ${businessId} and mode = ${mode}
  `
  return listOf(sql, page, 'payoutId', rows)
}

function matching(sql: Sql, { state, reference, subaccountId, from, to }: PayoutFilter) {
  return sql`
    ${state === null ? sql`` : sql`and state = ${state}`}
    ${reference === null ? sql`` : sql`and reference = ${reference}`}
    ${subaccountId === null ? sql`` : sql`and subaccount_id = ${subaccountId}`}
    ${from === null ? sql`` : sql`and created_at >= ${from}`}
    ${to === null ? sql`` : sql`and created_at < ${to}`}
  `
}
