import type { Scope } from '../../core/context.ts'
import type { Duty } from '../../core/stamp-duty.ts'
import { rowsOf, type Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Channel, TransactionId, TransactionKey } from '../transactions/transactions.rows.ts'

export type RefundId = Id<'refund'>

export type RefundStatus = 'pending' | 'processed' | 'failed'

export type RefundKey = Scope & { refundId: RefundId }

export type Refund = RefundKey & {
  transactionId: TransactionId
  transactionReference: string
  /** The business's unique name for it. */
  reference: string | null
  /** The key at the rail, derived from what the business repeats. Null: `refundId`. */
  railKey: string | null
  /** As `askedAt`. A version without `railKey` does not set it, so it cannot ask. */
  keyedAt: Date | null
  channel: Channel
  /** The rail of the payment, or the one that has found the other account. */
  rail: string
  /** The account that gets the money; null: the card or account that paid. All four or none. */
  destinationBankCode: string | null
  destinationAccountNumber: string | null
  destinationAccountName: string | null
  /** The rail's id of the name enquiry. */
  destinationEnquiry: string | null
  /** Since when the rail waits for an account of the customer. */
  needsAccountSince: Date | null
  amount: Kobo
  /** Stamp duty, held beside the amount; 0: none. */
  duty: Kobo
  dutyByProvider: boolean
  /** Held from the pending balance. */
  dutyFromPending: boolean
  /** As it was sent; null: all that was left. */
  askedAmount: Kobo | null
  /** The part that was taken from the pending balance. */
  fromPending: Kobo
  reason: string | null
  /** JSON, as sent. */
  metadata: string | null
  status: RefundStatus
  /** A code of `providers/failures.ts`. */
  failure: string | null
  /** From the rail, when processed. */
  sessionId: string | null
  /** The rail's own name for the refund, sealed. */
  handle: string | null
  /** When the rail was last asked for it. Null: only when it was created. */
  askedAt: Date | null
  /** When the rail accepted it. */
  acceptedAt: Date | null
  createdAt: Date
  /** Null in rows from before migration 0073. */
  updatedAt: Date | null
  processedAt: Date | null
}

/** Another account than the one that paid, and the rail that has found it. */
export type Destination = {
  rail: string
  destinationBankCode: string
  destinationAccountNumber: string
  destinationAccountName: string
  destinationEnquiry: string
}

export type Reservation = Pick<
  Refund,
  | keyof RefundKey
  | 'transactionId'
  | 'reference'
  | 'railKey'
  | 'askedAmount'
  | 'reason'
  | 'metadata'
> & { nextAskAt: Date } & Partial<Duty> &
  Partial<Destination>
export type Reserved =
  | 'reserved'
  | 'reference_taken'
  | 'not_refundable'
  | 'disputed'
  | 'too_large'
  | 'insufficient'

/** For an existing payment. `reserved` also if this refund exists already. */
export async function reserve(sql: Sql, now: Date, wanted: Reservation): Promise<Reserved> {
  const [row] = await sql<[{ outcome: Reserved }]>`
    select refund_reserve(
      wanted => (select r from ${rowsOf(sql, 'refund', [wanted])} r), written => ${now}
    ) as outcome
  `
  return row.outcome
}

/** Gives the money back to where it was taken from. False if the refund has ended already. */
export async function release(
  sql: Sql,
  { businessId, mode, refundId }: RefundKey,
  failure: string,
  now: Date,
): Promise<boolean> {
  const [row] = await sql<[{ released: boolean }]>`
    select refund_release(${businessId}, ${mode}, ${refundId}, ${failure}, ${now}) as released
  `
  return row.released
}

/** Records that the rail waits for an account, or does so no more. */
export async function setNeedsAccount(
  sql: Sql,
  { businessId, mode, refundId }: RefundKey,
  since: Date | null,
): Promise<void> {
  await sql`
    update refund set needs_account_since = ${since}
    where business_id = ${businessId} and mode = ${mode} and refund_id = ${refundId}
      and status = 'pending'
  `
}

/** Pending refunds for which a rail waits for an account: how many, and the oldest. */
export function listNeedingAccount(sql: Sql) {
  return sql<{ mode: Mode; rail: string; count: number; refundId: RefundId; since: Date }[]>`
    select mode, rail, count(*)::int as count,
      (array_agg(refund_id order by needs_account_since))[1] as refund_id,
      min(needs_account_since) as since
    from refund
    where status = 'pending' and needs_account_since is not null and next_ask_at is not null
    group by mode, rail
    limit 100
  `
}

/** In kobo. */
export async function sumProcessed(
  sql: Sql,
  { businessId, mode, transactionId }: Refund,
): Promise<Kobo> {
  const [row] = await sql<[{ sum: bigint }]>`
    select coalesce(sum(amount), 0)::bigint as sum from refund
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${transactionId}
      and status = 'processed'
  `
  return kobo(row.sum)
}

/** Makes all pending refunds of a payment due. */
export async function setAllDue(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
  now: Date,
): Promise<void> {
  await sql`
    update refund set next_ask_at = least(next_ask_at, ${now})
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and next_ask_at is not null
  `
}

export function findRefund(sql: Sql, { businessId, mode, refundId }: RefundKey) {
  return firstRow(sql<Refund[]>`
    select * from refund
    where business_id = ${businessId} and mode = ${mode} and refund_id = ${refundId}
  `)
}

export function findByReference(sql: Sql, { businessId, mode }: Scope, reference: string) {
  return firstRow(sql<Refund[]>`
    select * from refund
    where business_id = ${businessId} and mode = ${mode} and reference = ${reference}
  `)
}

export function isKeyTaken(sql: Sql, { businessId, mode }: Scope, railKey: string) {
  return hasRow(sql`
    select from refund
    where business_id = ${businessId} and mode = ${mode} and rail_key = ${railKey}
  `)
}

/** Oldest first. */
export async function listRefundsOf(sql: Sql, { businessId, mode, id }: TransactionKey) {
  return sql<Refund[]>`
    select * from refund
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
    order by refund_id
    limit 100
  `
}

/** In kobo, from `from` until before `to`. */
export async function sumRefunded(
  sql: Sql,
  { businessId, mode }: Scope,
  { from, to }: { from: Date; to: Date },
): Promise<Kobo> {
  const [row] = await sql<[{ sum: bigint }]>`
    select coalesce(sum(amount), 0)::bigint as sum from refund
    where business_id = ${businessId} and mode = ${mode}
      and processed_at >= ${from} and processed_at < ${to}
  `
  return kobo(row.sum)
}

/** In kobo, of refunds that were sent, from `from` until before `to`. */
export async function sumDuty(
  sql: Sql,
  { businessId, mode }: Scope,
  { from, to }: { from: Date; to: Date },
): Promise<Kobo> {
  const [row] = await sql<[{ sum: bigint }]>`
    select coalesce(sum(duty), 0)::bigint as sum from refund
    where business_id = ${businessId} and mode = ${mode} and duty > 0
      and processed_at >= ${from} and processed_at < ${to}
  `
  return kobo(row.sum)
}

type RefundFilter = {
  transactionId: TransactionId | null
  status: RefundStatus | null
  reference: string | null
  from: Date | null
  to: Date | null
}

/** Newest first. */
export function listRefunds(sql: Sql, scope: Scope, filter: RefundFilter, page: Page) {
  const { businessId, mode } = scope
  const { transactionId, status, reference, from, to } = filter
  const rows = sql`
    select * from refund
    where business_id = ${businessId} and mode = ${mode}
      ${transactionId === null ? sql`` : sql`and transaction_id = ${transactionId}`}
      ${status === null ? sql`` : sql`and status = ${status}`}
      ${reference === null ? sql`` : sql`and reference = ${reference}`}
      ${from === null ? sql`` : sql`and created_at >= ${from}`}
      ${to === null ? sql`` : sql`and created_at < ${to}`}
  `
  return listOf<Refund>(sql, page, 'refundId', rows)
}
