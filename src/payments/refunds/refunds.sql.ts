import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { type Listed, listOf, type Page } from '../../platform/paging.ts'
import type { Channel, TransactionId, TransactionKey } from '../transactions/transactions.rows.ts'

export type RefundId = Id<'refund'>

export type RefundStatus = 'pending' | 'processed' | 'failed'

export type RefundKey = Scope & { refundId: RefundId }

export type Refund = RefundKey & {
  transactionId: TransactionId
  transactionReference: string
  channel: Channel
  /** By which the money came, and goes back. */
  rail: string
  amount: Kobo
  /** Of the amount: what was taken from money that waited for its settlement. */
  fromPending: Kobo
  reason: string | null
  status: RefundStatus
  /** Why it failed: a word. */
  failure: string | null
  /** Of the rail; null until it is processed. */
  sessionId: string | null
  /** The rail's own name for it: sealed. */
  handle: string | null
  /** When the rail was last asked for it; null where it was once, when it was made. */
  askedAt: Date | null
  /** When it said that it has it and will do it. */
  acceptedAt: Date | null
  createdAt: Date
  processedAt: Date | null
}

export type Reservation = Pick<Refund, keyof RefundKey | 'transactionId' | 'reason'> & {
  /** Null: all that is left. */
  amount: Kobo | null
  nextAskAt: Date
}
export type Reserved = 'reserved' | 'not_refundable' | 'too_large' | 'insufficient'

/** Of a payment that is there. What is there already of this id is reserved too. */
export async function reserve(sql: Sql, now: Date, wanted: Reservation): Promise<Reserved> {
  const { businessId, mode, transactionId, refundId, amount, reason, nextAskAt } = wanted
  const [row] = await sql<[{ outcome: Reserved }]>`
    select refund_reserve(
      ${businessId}, ${mode}, ${transactionId}, ${refundId}, ${amount?.toString() ?? null}::bigint,
      ${reason}, ${nextAskAt}, ${now}
    ) as outcome
  `
  return row.outcome
}

/** Back to where it was taken from. False where the refund has ended already. */
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

/** Kobo of a payment that have gone back. */
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

/** Of a payment, all that are pending. */
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

export async function findRefund(
  sql: Sql,
  { businessId, mode, refundId }: RefundKey,
): Promise<Refund | null> {
  const [row] = await sql<Refund[]>`
    select * from refund
    where business_id = ${businessId} and mode = ${mode} and refund_id = ${refundId}
  `
  return row ?? null
}

/** In their order. */
export async function listRefundsOf(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
): Promise<Refund[]> {
  return sql<Refund[]>`
    select * from refund
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
    order by refund_id
    limit 100
  `
}

/** Kobo that went back between these moments, the second of which is not in it. */
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

type RefundFilter = {
  transactionId: TransactionId | null
  status: RefundStatus | null
  from: Date | null
  to: Date | null
}

/** Newest first. */
export function listRefunds(
  sql: Sql,
  { businessId, mode }: Scope,
  filter: RefundFilter,
  page: Page,
): Promise<Listed<Refund>> {
  const rows = sql`
    select * from refund
    where business_id = ${businessId} and mode = ${mode} ${matching(sql, filter)}
  `
  return listOf(sql, page, 'refundId', rows)
}

function matching(sql: Sql, { transactionId, status, from, to }: RefundFilter) {
  return sql`
    ${transactionId === null ? sql`` : sql`and transaction_id = ${transactionId}`}
    ${status === null ? sql`` : sql`and status = ${status}`}
    ${from === null ? sql`` : sql`and created_at >= ${from}`}
    ${to === null ? sql`` : sql`and created_at < ${to}`}
  `
}
