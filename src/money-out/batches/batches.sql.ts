import type { Scope } from '../../core/context.ts'
import { rowsOf, type Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { type Listed, listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { PayoutId } from '../payouts/payouts.sql.ts'

export type BatchId = Id<'payout_batch'>
export type BatchKey = Scope & { batchId: BatchId }

export const BATCH_STATES = [
  'checking',
  'awaiting_approval',
  'ready',
  'processing',
  'insufficient_balance',
  'completed',
  'cancelled',
] as const
export type BatchState = (typeof BATCH_STATES)[number]

export type Batch = BatchKey & {
  name: string | null
  state: BatchState
  autoSend: boolean
  /** The Idempotency-Key of its creation, as a name; null without one. */
  requestName: string | null
  /** The person, or who created the key. */
  madeBy: Id<'login'> | null
  madeByName: string
  approvedByEmail: string | null
  cancelledByName: string | null
  /** When a job looks at it next; null while it waits for a person or a key, and at its end. */
  dueAt: Date | null
  createdAt: Date
  checkedAt: Date | null
  startedAt: Date | null
  endedAt: Date | null
}

export type NameState = 'pending' | 'found' | 'not_found' | 'unknown'

export type Line = BatchKey & {
  /** From 1. */
  number: number
  /** Of the payout that it makes. */
  payoutId: PayoutId
  state: 'waiting' | 'sent' | 'not_sent' | 'cancelled'
  amount: Kobo
  bankCode: string
  accountNumber: string
  reference: string | null
  reason: string | null
  metadata: string | null
  /** The first line with the same account and amount. */
  repeats: number | null
  nameState: NameState
  accountName: string | null
  /** Why it was not sent: a code of refusals.ts. */
  failure: string | null
  /** When its name enquiry or its payout is due. */
  dueAt: Date | null
}
type LineKey = Pick<Line, 'businessId' | 'mode' | 'batchId' | 'number'>

/** False, and nothing is written, if the id is taken. */
export function insertBatch(sql: Sql, batch: Batch) {
  return hasRow(sql`
    insert into payout_batch ${sql(batch)} on conflict do nothing returning batch_id
  `)
}

/** Leaves out lines whose reference another line has taken. Returns the numbers of the others. */
export async function insertLines(sql: Sql, lines: Line[]): Promise<number[]> {
  const rows = await sql<{ number: number }[]>`
    insert into payout_batch_line
    select * from ${rowsOf(sql, 'payout_batch_line', lines)}
    on conflict do nothing
    returning number
  `
  return rows.map(({ number }) => number)
}

/** Which of these a payout, or a line that is sent or may be, already has. */
export async function listTaken(
  sql: Sql,
  { businessId, mode }: Scope,
  references: string[],
): Promise<string[]> {
  const rows = await sql<{ reference: string }[]>`
    select reference from payout
    where business_id = ${businessId} and mode = ${mode} and reference = any(${references}::text[])
    union
    select reference from payout_batch_line
    where business_id = ${businessId} and mode = ${mode} and reference = any(${references}::text[])
      and state in ('waiting', 'sent')
  `
  return rows.map(({ reference }) => reference)
}

export function findBatch(sql: Sql, { businessId, mode, batchId }: BatchKey) {
  return firstRow(sql<Batch[]>`
    select * from payout_batch
    where business_id = ${businessId} and mode = ${mode} and batch_id = ${batchId}
  `)
}

/** Locked until COMMIT. */
export function lockBatch(sql: Sql, { businessId, mode, batchId }: BatchKey) {
  return firstRow(sql<Batch[]>`
    select * from payout_batch
    where business_id = ${businessId} and mode = ${mode} and batch_id = ${batchId}
    for update
  `)
}

export async function countOpen(sql: Sql, { businessId, mode }: Scope): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from payout_batch
    where business_id = ${businessId} and mode = ${mode} and ended_at is null
  `
  return row.count
}

type BatchFilter = { state: BatchState | null; from: Date | null; to: Date | null }

/** Newest first. */
export function listBatches(
  sql: Sql,
  { businessId, mode }: Scope,
  { state, from, to }: BatchFilter,
  page: Page,
): Promise<Listed<Batch>> {
  const rows = sql`
    select * from payout_batch
    where business_id = ${businessId} and mode = ${mode}
      ${state === null ? sql`` : sql`and state = ${state}`}
      ${from === null ? sql`` : sql`and created_at >= ${from}`}
      ${to === null ? sql`` : sql`and created_at < ${to}`}
  `
  return listOf(sql, page, 'batchId', rows)
}

/** Null if it is not in state `from`. */
export function moveBatch(
  sql: Sql,
  { businessId, mode, batchId }: BatchKey,
  from: BatchState,
  change: Partial<Batch> & { state: BatchState },
) {
  return firstRow(sql<Batch[]>`
    update payout_batch set ${sql(change)}
    where business_id = ${businessId} and mode = ${mode} and batch_id = ${batchId}
      and state = ${from}
    returning *
  `)
}

/** Only while a job works on it. */
export async function setBatchDue(
  sql: Sql,
  { businessId, mode, batchId }: BatchKey,
  dueAt: Date,
): Promise<void> {
  await sql`
    update payout_batch set due_at = ${dueAt}
    where business_id = ${businessId} and mode = ${mode} and batch_id = ${batchId}
      and state in ('checking', 'processing')
  `
}

/** Leases due batches until `lease`. */
export async function claimBatches(sql: Sql, now: Date, lease: Date, max: number) {
  return sql<Batch[]>`
    with due as (
      select business_id, mode, batch_id
      from payout_batch
      where due_at <= ${now}
      order by due_at
      limit ${max}
      for update skip locked
    )
    update payout_batch b
    set due_at = ${lease}
    from due
    where b.business_id = due.business_id and b.mode = due.mode and b.batch_id = due.batch_id
    returning b.*
  `
}

export type DueLine = Line &
  Pick<Batch, 'requestName'> & { batchState: BatchState; batchMadeAt: Date }

/** Leases due lines until `lease`. */
export async function claimLines(sql: Sql, now: Date, lease: Date, max: number) {
  return sql<DueLine[]>`
    with due as (
      select business_id, mode, batch_id, number
      from payout_batch_line
      where due_at <= ${now}
      order by due_at
      limit ${max}
      for update skip locked
    )
    update payout_batch_line l
    set due_at = ${lease}
    from due, payout_batch b
    where l.business_id = due.business_id and l.mode = due.mode and l.batch_id = due.batch_id
      and l.number = due.number
      and b.business_id = l.business_id and b.mode = l.mode and b.batch_id = l.batch_id
    returning l.*, b.state as batch_state, b.request_name, b.created_at as batch_made_at
  `
}

/** The line as it is found while it waits. Null, and unchanged, if it does not wait any more. */
export function changeWaiting(
  sql: Sql,
  { businessId, mode, batchId, number }: LineKey,
  change: Partial<Line>,
) {
  return firstRow(sql<Line[]>`
    update payout_batch_line set ${sql(change)}
    where business_id = ${businessId} and mode = ${mode} and batch_id = ${batchId}
      and number = ${number} and state = 'waiting'
    returning *
  `)
}

/** Later, unless the batch was stopped or cancelled meanwhile. */
export async function postponeLine(
  sql: Sql,
  { businessId, mode, batchId, number }: LineKey,
  dueAt: Date,
): Promise<void> {
  await sql`
    update payout_batch_line set due_at = ${dueAt}
    where business_id = ${businessId} and mode = ${mode} and batch_id = ${batchId}
      and number = ${number} and state = 'waiting' and due_at is not null
  `
}

/** Makes the waiting lines due one after the other, `apartMs` apart. */
export async function setLinesDue(
  sql: Sql,
  { businessId, mode, batchId }: BatchKey,
  from: Date,
  apartMs: number,
): Promise<void> {
  await sql`
    update payout_batch_line
    set due_at = ${from}::timestamptz + number * ${apartMs}::int * interval '1 millisecond'
    where business_id = ${businessId} and mode = ${mode} and batch_id = ${batchId}
      and state = 'waiting'
  `
}

export async function changeAllWaiting(
  sql: Sql,
  { businessId, mode, batchId }: BatchKey,
  change: Pick<Line, 'state' | 'dueAt'>,
): Promise<void> {
  await sql`
    update payout_batch_line set ${sql(change)}
    where business_id = ${businessId} and mode = ${mode} and batch_id = ${batchId}
      and state = 'waiting'
  `
}

export function hasLineDue(sql: Sql, { businessId, mode, batchId }: BatchKey) {
  return hasRow(sql`
    select from payout_batch_line
    where business_id = ${businessId} and mode = ${mode} and batch_id = ${batchId}
      and due_at is not null
    limit 1
  `)
}

export const LINE_STATUSES = [
  'waiting',
  'pending',
  'success',
  'failed',
  'reversed',
  'not_sent',
  'cancelled',
] as const
/** Of its payout, or while it has none, of the line. */
export type LineStatus = (typeof LINE_STATUSES)[number]

export type Tally = {
  batchId: BatchId
  status: LineStatus
  nameState: NameState
  count: number
  amount: Kobo
  /** Of payouts that are pending or sent, and of lines that wait. */
  stampDuty: Kobo
  repeated: number
}

/** `duty`: what a waiting line will owe. */
export async function tallyLines(
  sql: Sql,
  { businessId, mode }: Scope,
  batchIds: BatchId[],
  duty: { amount: Kobo; fromAmount: Kobo } | null,
) {
  const { amount, fromAmount } = duty ?? { amount: 0n, fromAmount: 0n }
  return sql<Tally[]>`
    select l.batch_id, coalesce(p.state, l.state) as status, l.name_state,
      count(*)::int as count, sum(l.amount)::bigint as amount, count(l.repeats)::int as repeated,
      coalesce(sum(case
        when p.state in ('pending', 'success') then p.duty
        when l.state = 'waiting' and l.amount >= ${fromAmount} then ${amount}::bigint
        else 0
      end), 0)::bigint as stamp_duty
    from payout_batch_line l
    left join payout p
      on p.business_id = l.business_id and p.mode = l.mode and p.payout_id = l.payout_id
    where l.business_id = ${businessId} and l.mode = ${mode}
      and l.batch_id = any(${batchIds}::uuid[])
    group by l.batch_id, coalesce(p.state, l.state), l.name_state
  `
}

/** A line with what became of its payout. */
export type LineNow = Omit<Line, 'reference'> & {
  status: LineStatus
  /** Of the payout, once there is one. */
  reference: string | null
  sessionId: string | null
  completedAt: Date | null
  reversedAt: Date | null
}

/** In the order of the batch, after line `after`. */
export async function listLines(
  sql: Sql,
  { businessId, mode, batchId }: BatchKey,
  status: LineStatus | null,
  { after, offset, max }: { after: number; offset: number; max: number },
) {
  return sql<LineNow[]>`
    select l.business_id, l.mode, l.batch_id, l.number, l.payout_id, l.state, l.amount,
      l.bank_code, l.account_number, l.reason, l.metadata, l.repeats, l.name_state, l.due_at,
      coalesce(p.account_name, l.account_name) as account_name,
      coalesce(p.reference, l.reference) as reference,
      coalesce(p.failure, l.failure) as failure,
      coalesce(p.state, l.state) as status,
      p.session_id, p.completed_at, p.reversed_at
    from payout_batch_line l
    left join payout p
      on p.business_id = l.business_id and p.mode = l.mode and p.payout_id = l.payout_id
    where l.business_id = ${businessId} and l.mode = ${mode} and l.batch_id = ${batchId}
      and l.number > ${after}
      ${status === null ? sql`` : sql`and coalesce(p.state, l.state) = ${status}`}
    order by l.number
    limit ${max} offset ${offset}
  `
}

export async function countLines(
  sql: Sql,
  { businessId, mode, batchId }: BatchKey,
  status: LineStatus | null,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from payout_batch_line l
    left join payout p
      on p.business_id = l.business_id and p.mode = l.mode and p.payout_id = l.payout_id
    where l.business_id = ${businessId} and l.mode = ${mode} and l.batch_id = ${batchId}
      ${status === null ? sql`` : sql`and coalesce(p.state, l.state) = ${status}`}
  `
  return row.count
}

/** Lines whose name enquiry or payout is due. Counts at most `max`. */
export async function countDue(sql: Sql, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (select from payout_batch_line where due_at <= ${now} limit ${max}) due
  `
  return row.count
}
