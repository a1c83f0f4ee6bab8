import type { Scope } from '../../core/context.ts'
import type { SubaccountId } from '../../payments/splits/subaccounts.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { type Listed, listOf, type Page } from '../../platform/paging.ts'

export type PayoutId = Id<'payout'>

export const PAYOUT_STATES = ['pending', 'success', 'failed', 'reversed'] as const

type PayoutState = (typeof PAYOUT_STATES)[number]

export type PayoutKey = Scope & { payoutId: PayoutId }

export type Payout = PayoutKey & {
  reference: string
  /** Its name at the rail, where it follows from what the business calls it; null: its id. */
  railKey: string | null
  /** As `askedAt`. A version that does not know `railKey` does not set it, so it cannot ask. */
  keyedAt: Date | null
  state: PayoutState
  amount: Kobo
  /** By which rail: its name. With it a session id names one transfer. */
  rail: string
  /** Of the list of banks. */
  bankCode: string
  accountNumber: string
  /** As the bank writes it. */
  accountName: string
  /** What the bank calls its answer to the name enquiry. */
  enquiry: string
  reason: string | null
  /** Whose money it is, where it is not the business's own. */
  subaccountId: SubaccountId | null
  /** A word, where it has failed or come back. */
  failure: string | null
  sessionId: string | null
  /** The bank's own name for it: sealed. */
  handle: string | null
  /** When the bank was last asked to transfer; null where it was not, or refused to hear of it. */
  askedAt: Date | null
  /** When it said that it has it and will do it. */
  acceptedAt: Date | null
  /** When a job has to look; null when all is over. */
  nextAt: Date | null
  createdAt: Date
  completedAt: Date | null
  reversedAt: Date | null
}

/** False, and nothing is written, where the id or the reference is taken. */
export async function insertPayout(sql: Sql, payout: Payout): Promise<boolean> {
  const [row] = await sql`
    insert into payout ${sql(payout)} on conflict do nothing returning payout_id
  `
  return row !== undefined
}

export async function findPayout(
  sql: Sql,
  { businessId, mode, payoutId }: PayoutKey,
): Promise<Payout | null> {
  const [row] = await sql<Payout[]>`
    select * from payout
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
  `
  return row ?? null
}

export async function findByReference(
  sql: Sql,
  { businessId, mode }: Scope,
  reference: string,
): Promise<Payout | null> {
  const [row] = await sql<Payout[]>`
    select * from payout
    where business_id = ${businessId} and mode = ${mode} and reference = ${reference}
  `
  return row ?? null
}

/** Whether a payout has this name at its rail already. */
export async function isKeyTaken(
  sql: Sql,
  { businessId, mode }: Scope,
  railKey: string,
): Promise<boolean> {
  const [row] = await sql`
    select from payout
    where business_id = ${businessId} and mode = ${mode} and rail_key = ${railKey}
  `
  return row !== undefined
}

/** That wait, of this amount, to this account or to any: the oldest first. */
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

/** When another one of this amount was last asked for, by this rail to this account; since then. */
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

/** Once. Null where it is not one that was sent. */
export async function setReversed(
  sql: Sql,
  { businessId, mode, payoutId }: PayoutKey,
  failure: string,
  reversedAt: Date,
): Promise<Payout | null> {
  const [row] = await sql<Payout[]>`
    update payout
    set state = 'reversed', failure = ${failure}, reversed_at = ${reversedAt}, next_at = null
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
      and state = 'success'
    returning *
  `
  return row ?? null
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

function matching(sql: Sql, { state, reference, subaccountId, from, to }: PayoutFilter) {
  return sql`
    ${state === null ? sql`` : sql`and state = ${state}`}
    ${reference === null ? sql`` : sql`and reference = ${reference}`}
    ${subaccountId === null ? sql`` : sql`and subaccount_id = ${subaccountId}`}
    ${from === null ? sql`` : sql`and created_at >= ${from}`}
    ${to === null ? sql`` : sql`and created_at < ${to}`}
  `
}
