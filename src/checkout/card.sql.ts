import type { Scope } from '../context.ts'
import { type Sql, violatedConstraint } from '../lib/db.ts'
import {
  type Claim,
  countUnconfigured,
  isConfigured,
  type MadeBy,
  type Unknown,
  type Waiting,
} from '../rails/made-by.ts'
import type { Rails } from '../rails/rails.ts'
import { type Settlement, settleArguments } from '../transactions/settle.ts'
import {
  changeArguments,
  type Transaction,
  type TransactionKey,
} from '../transactions/transactions.ts'
import type { AttemptId, AttemptState, CardAttempt } from './card-attempt.ts'

type AttemptKey = Scope & { attemptId: AttemptId }

/** False when another attempt is open. Then the caller's database transaction is over. */
export async function insertAttempt(sql: Sql, attempt: CardAttempt): Promise<boolean> {
  try {
    await sql`insert into card_attempt ${sql(attempt)}`
    return true
  } catch (error) {
    if (violatedConstraint(error) === 'card_attempt_one_open') return false
    throw error
  }
}

/** `changed`: its payment as it will stand then, but for the version. */
export type Beginning = { attempt: CardAttempt; changed: Transaction }

/**
 * All of them in one trip, where no other attempt is open. Answers those that were begun. No
 * payment twice.
 */
export async function beginMany(sql: Sql, beginnings: Beginning[]): Promise<AttemptId[]> {
  const attempts = beginnings.map(({ attempt }) => attempt)
  const payments = beginnings.map(({ changed }) => changed)
  const [row] = await sql<[{ begun: AttemptId[] }]>`
    select card_begin(
      ${attempts.map(({ attemptId }) => attemptId)}::uuid[],
      ${attempts.map(({ rail }) => rail)}::text[],
      ${attempts.map(({ amount }) => amount.toString())}::bigint[],
      ${attempts.map(({ nextEnquiryAt }) => nextEnquiryAt?.toISOString() ?? null)}::timestamptz[],
      ${attempts.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[],
      ${changeArguments(sql, payments)}
    ) as begun
  `
  return row.begun
}

export type Approval = { attemptId: AttemptId; settlement: Settlement }

/**
 * All of them in one trip. `approved`: these have paid now; `known`: these had ended before. No
 * payment twice.
 */
export async function approveMany(
  sql: Sql,
  now: Date,
  approvals: Approval[],
): Promise<{ approved: AttemptId[]; known: AttemptId[] }> {
  const settlements = approvals.map(({ settlement }) => settlement)
  const [row] = await sql<[{ approved: AttemptId[]; known: AttemptId[] }]>`
    select approved, known
    from card_approve(
      ${approvals.map(({ attemptId }) => attemptId)}::uuid[],
      ${settleArguments(sql, now, settlements)}
    )
  `
  return row
}

/** In the order of the input. */
export async function findManyOpen(
  sql: Sql,
  wanted: TransactionKey[],
): Promise<(CardAttempt | null)[]> {
  const rows = await sql<(CardAttempt & { position: number })[]>`
    select a.*, i.position::int as position
    from unnest(
      ${wanted.map(({ businessId }) => businessId)}::uuid[],
      ${wanted.map(({ mode }) => mode)}::text[],
      ${wanted.map(({ id }) => id)}::uuid[]
    ) with ordinality as i (business_id, mode, id, position)
    cross join lateral (
      select *
      from card_attempt a
      where a.business_id = i.business_id and a.mode = i.mode and a.transaction_id = i.id
        and a.state in ('charging', 'pin', 'otp', 'redirect', 'unknown')
      limit 1
    ) a
  `
  const found: (CardAttempt | null)[] = wanted.map(() => null)
  for (const row of rows) found[row.position - 1] = row
  return found
}

/** What paid this transaction; null where no card did. */
export async function findPayingAttempt(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
): Promise<CardAttempt | null> {
  const [row] = await sql<CardAttempt[]>`
    select * from card_attempt
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and state = 'approved'
  `
  return row ?? null
}

/** What the charge with this key has paid, past all businesses; null where it has paid nothing. */
export async function findPaidBy(
  sql: Sql,
  { mode, rail }: MadeBy,
  attemptId: string,
): Promise<TransactionKey | null> {
  const [row] = await sql<TransactionKey[]>`
    select business_id, mode, transaction_id as id from card_attempt
    where attempt_id = ${attemptId} and mode = ${mode} and rail = ${rail} and state = 'approved'
  `
  return row ?? null
}

/** By the rail's word alone, past all businesses. Nothing where nothing is open about it. */
export async function setDue(sql: Sql, { mode, rail }: MadeBy, attemptId: string, now: Date) {
  await sql`
    with named as (
      select business_id, mode, attempt_id
      from card_attempt
      where attempt_id = ${attemptId} and mode = ${mode} and rail = ${rail}
        and next_enquiry_at is not null
    )
    update card_attempt a
    set next_enquiry_at = least(a.next_enquiry_at, ${now})
    from named
    where a.business_id = named.business_id and a.mode = named.mode
      and a.attempt_id = named.attempt_id and a.next_enquiry_at is not null
  `
}

/** Whatever its state: what the rail calls it does not depend on what we know. */
export async function setHandle(
  sql: Sql,
  { businessId, mode, attemptId }: AttemptKey,
  handle: string | null,
): Promise<void> {
  await sql`
    update card_attempt set handle = ${handle}
    where business_id = ${businessId} and mode = ${mode} and attempt_id = ${attemptId}
  `
}

/** In their order. */
export async function listAttemptsOf(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
): Promise<CardAttempt[]> {
  return sql<CardAttempt[]>`
    select * from card_attempt
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
    order by attempt_id
    limit 100
  `
}

/** A compare-and-set: null when it has moved on from all of these states. */
export async function moveAttempt(
  sql: Sql,
  { businessId, mode, attemptId }: AttemptKey,
  from: readonly AttemptState[],
  to: Partial<CardAttempt>,
): Promise<CardAttempt | null> {
  const [row] = await sql<CardAttempt[]>`
    update card_attempt set ${sql(to)}
    where business_id = ${businessId} and mode = ${mode} and attempt_id = ${attemptId}
      and state = any(${from as AttemptState[]})
    returning *
  `
  return row ?? null
}

/** Takes what is due, for so long that nobody else does meanwhile. */
export async function claimEnquiries(sql: Sql, rails: Rails, { now, until, max }: Claim) {
  return sql<CardAttempt[]>`
    with due as (
      select business_id, mode, attempt_id
      from card_attempt
      where next_enquiry_at <= ${now} and ${isConfigured(sql, rails, 'charges')}
      order by next_enquiry_at
      limit ${max}
      for update skip locked
    )
    update card_attempt a
    set next_enquiry_at = ${until}
    from due
    where a.business_id = due.business_id and a.mode = due.mode
      and a.attempt_id = due.attempt_id
    returning a.*
  `
}

/** Attempts that are to be asked about, or given back. At most `max` are counted. */
export async function countEnquiriesDue(sql: Sql, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select business_id, mode, attempt_id from card_attempt
      where next_enquiry_at <= ${now}
      limit ${max}
    ) due
  `
  return row.count
}

/**
 * Of each rail the oldest charge that was asked for before and not answered, or that is given back
 * and not said to be in hand. A customer who is amidst it is not unknown.
 */
export async function listUnknownAttempts(sql: Sql, before: Date): Promise<Unknown[]> {
  return sql<Unknown[]>`
    select distinct on (mode, rail) *, count(*) over (partition by mode, rail)::int as count
    from (
      select business_id, mode, rail, attempt_id as id,
        coalesce(return_asked_at, created_at) as since
      from card_attempt
      where next_enquiry_at is not null and return_accepted_at is null
        and (state in ('charging', 'unknown') or return_asked_at is not null)
        and coalesce(return_asked_at, created_at) <= ${before}
    ) open
    order by mode, rail, since
  `
}

/** Attempts of a rail that is not configured. At most `max` are counted. */
export function countEnquiriesWaiting(sql: Sql, rails: Rails, max: number): Promise<Waiting[]> {
  const waiting = sql`
    select business_id, mode, rail from card_attempt where next_enquiry_at is not null
  `
  return countUnconfigured(sql, rails, 'charges', waiting, max)
}
