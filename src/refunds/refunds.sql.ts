import type { Scope } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import { type Kobo, kobo } from '../lib/money.ts'
import { type Listed, listOf, type Page } from '../lib/paging.ts'
import {
  type Claim,
  countUnconfigured,
  isConfigured,
  type MadeBy,
  type Unknown,
} from '../rails/made-by.ts'
import type { Rails } from '../rails/rails.ts'
import type { TransactionId, TransactionKey } from '../transactions/transactions.ts'
import type { Refund, RefundKey, RefundStatus } from './refunds.ts'

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

/** False where it has ended already. */
export async function setProcessed(
  sql: Sql,
  { businessId, mode, refundId }: RefundKey,
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const [row] = await sql`
    update refund
    set status = 'processed', session_id = ${sessionId}, processed_at = ${now}, next_ask_at = null
    where business_id = ${businessId} and mode = ${mode} and refund_id = ${refundId}
      and status = 'pending'
    returning refund_id
  `
  return row !== undefined
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

/** Takes what is due, for so long that nobody else does meanwhile. */
export async function claimDue(sql: Sql, rails: Rails, { now, until, max }: Claim) {
  return sql<Refund[]>`
    with due as (
      select business_id, mode, refund_id
      from refund
      where next_ask_at <= ${now} and ${isReachable(sql, rails)}
      order by next_ask_at
      limit ${max}
      for update skip locked
    )
    update refund r
    set next_ask_at = ${until}
    from due
    where r.business_id = due.business_id and r.mode = due.mode and r.refund_id = due.refund_id
    returning r.*
  `
}

export type Wait = Pick<Refund, 'acceptedAt' | 'handle'> & { nextAskAt: Date }

/** One that is to be asked about already, because there is news of it, stays so. */
export async function postpone(
  sql: Sql,
  { businessId, mode, refundId }: RefundKey,
  now: Date,
  { nextAskAt, ...said }: Wait,
): Promise<void> {
  await sql`
    update refund
    set ${sql(said)},
      next_ask_at = case when next_ask_at <= ${now} then next_ask_at else ${nextAskAt} end
    where business_id = ${businessId} and mode = ${mode} and refund_id = ${refundId}
      and status = 'pending'
  `
}

/** Before the rail is asked for it again. */
export async function moveAsked(
  sql: Sql,
  { businessId, mode, refundId, askedAt: from }: RefundKey & Pick<Refund, 'askedAt'>,
  askedAt: Date,
): Promise<boolean> {
  const [row] = await sql`
    update refund set asked_at = ${askedAt}
    where business_id = ${businessId} and mode = ${mode} and refund_id = ${refundId}
      and status = 'pending' and asked_at is not distinct from ${from}
    returning 1
  `
  return row !== undefined
}

/** By the rail's word alone, past all businesses. Nothing where it is none that is pending. */
export async function setDue(sql: Sql, { mode, rail }: MadeBy, refundId: string, now: Date) {
  await sql`
    with named as (
      select business_id, mode, refund_id
      from refund
      where refund_id = ${refundId} and mode = ${mode} and rail = ${rail}
        and next_ask_at is not null
    )
    update refund r
    set next_ask_at = least(r.next_ask_at, ${now})
    from named
    where r.business_id = named.business_id and r.mode = named.mode
      and r.refund_id = named.refund_id and r.next_ask_at is not null
  `
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

/** Refunds that the rail is to be asked about. At most `max` are counted. */
export async function countDue(sql: Sql, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select business_id, mode, refund_id from refund
      where next_ask_at <= ${now}
      limit ${max}
    ) due
  `
  return row.count
}

/** Of each rail the oldest that was asked for before, and is not said to be in hand. */
export async function listUnknown(sql: Sql, before: Date): Promise<Unknown[]> {
  return sql<Unknown[]>`
    select distinct on (mode, rail) *, count(*) over (partition by mode, rail)::int as count
    from (
      select business_id, mode, rail, refund_id as id,
        coalesce(asked_at, created_at) as since
      from refund
      where next_ask_at is not null and accepted_at is null
        and coalesce(asked_at, created_at) <= ${before}
    ) open
    order by mode, rail, since
  `
}

/** Refunds that wait for a rail that is not configured. At most `max` are counted. */
export function countWaiting(sql: Sql, rails: Rails, what: 'returns' | 'charges', max: number) {
  const isByCard = what === 'charges'
  const waiting = sql`
    select business_id, mode, rail from refund
    where next_ask_at is not null and (channel = 'card') = ${isByCard}
  `
  return countUnconfigured(sql, rails, what, waiting, max)
}

function isReachable(sql: Sql, rails: Rails) {
  return sql`
    case channel when 'card' then ${isConfigured(sql, rails, 'charges')}
      else ${isConfigured(sql, rails, 'returns')} end
  `
}
