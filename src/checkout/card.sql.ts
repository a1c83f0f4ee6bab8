import type { Scope } from '../context.ts'
import { type Sql, violatedConstraint } from '../lib/db.ts'
import type { TransactionKey } from '../transactions/transactions.ts'
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

export async function findOpenAttempt(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
): Promise<CardAttempt | null> {
  const [row] = await sql<CardAttempt[]>`
    select * from card_attempt
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and state in ('charging', 'pin', 'otp', 'redirect', 'unknown')
  `
  return row ?? null
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
export async function claimEnquiries(sql: Sql, now: Date, until: Date, max: number) {
  return sql<CardAttempt[]>`
    with due as (
      select business_id, mode, attempt_id
      from card_attempt
      where next_enquiry_at <= ${now}
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
