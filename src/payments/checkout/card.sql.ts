import type { Scope } from '../../core/context.ts'
import { rowsOf, type Sql } from '../../platform/db.ts'
import { hasRow } from '../../platform/rows.ts'
import type { MadeBy } from '../../providers/made-by.ts'
import { settleArguments } from '../transactions/settle.ts'
import type {
  Settlement,
  Transaction,
  TransactionId,
  TransactionKey,
} from '../transactions/transactions.rows.ts'
import { changeRows } from '../transactions/transactions.ts'
import type { AttemptId, AttemptState, CardAttempt } from './card-attempt.ts'

type AttemptKey = Scope & { attemptId: AttemptId }

/** False if another attempt is open, or has this id: the same charge, at once. */
export function insertAttempt(sql: Sql, attempt: CardAttempt): Promise<boolean> {
  return hasRow(sql`
    insert into card_attempt ${sql(attempt)}
    on conflict do nothing
    returning 1
  `)
}

/** `changed`: its payment after the change, except for the version. */
export type Beginning = { attempt: CardAttempt; changed: Transaction }

/** One round trip. Returns the attempts that began: those without another open attempt. */
export async function beginMany(sql: Sql, beginnings: Beginning[]): Promise<AttemptId[]> {
  const attempts = beginnings.map(({ attempt }) => attempt)
  const payments = beginnings.map(({ changed }) => changed)
  const [row] = await sql<[{ begun: AttemptId[] }]>`
    select card_begin(
      attempts => array(select a from ${rowsOf(sql, 'card_attempt', attempts)} a),
      payments => array(select p from ${changeRows(sql, payments)} p)
    ) as begun
  `
  return row.begun
}

/** `card`: the digest of the card, if a rule may compare it. */
export type Approval = { attemptId: AttemptId; settlement: Settlement; card?: string | null }

/** One round trip. `approved`: these paid now. `known`: these had ended before. */
export async function approveMany(
  sql: Sql,
  now: Date,
  approvals: Approval[],
): Promise<{ approved: AttemptId[]; known: AttemptId[] }> {
  const settlements = approvals.map(({ settlement }) => settlement)
  const attempts = approvals.map(({ attemptId, card = null, settlement: { transaction } }) => ({
    businessId: transaction.businessId,
    mode: transaction.mode,
    attemptId,
    transactionId: transaction.id,
    amount: transaction.amount,
    authorizationDetails: transaction.authorizationDetails,
    card,
  }))
  const [row] = await sql<[{ approved: AttemptId[]; known: AttemptId[] }]>`
    select approved, known
    from card_approve(
      attempts => array(select a from ${rowsOf(sql, 'card_attempt', attempts)} a),
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

/** The attempt that paid this transaction. */
export async function findPayingAttempt(sql: Sql, { businessId, mode, id }: TransactionKey) {
  const [row] = await sql<CardAttempt[]>`
    select * from card_attempt
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and state = 'approved'
  `
  return row ?? null
}

/** The transaction that this charge paid, whichever business owns it. */
export async function findPaidBy(sql: Sql, { mode, rail }: MadeBy, attemptId: string) {
  const [row] = await sql<TransactionKey[]>`
    select business_id, mode, transaction_id as id from card_attempt
    where attempt_id = ${attemptId} and mode = ${mode} and rail = ${rail} and state = 'approved'
  `
  return row ?? null
}

/** In any state. */
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

/** Oldest first. */
export async function listAttemptsOf(sql: Sql, { businessId, mode, id }: TransactionKey) {
  return sql<CardAttempt[]>`
    select * from card_attempt
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
    order by created_at, attempt_id
    limit 100
  `
}

/** Erases what customers agreed to, their IP addresses, and what rules count. */
export async function eraseConsents(
  sql: Sql,
  { businessId, mode }: Scope,
  transactionIds: readonly TransactionId[],
): Promise<void> {
  await sql`
    update card_attempt set consent = null, customer_id = null, network = null, card = null
    where business_id = ${businessId} and mode = ${mode}
      and transaction_id = any(${transactionIds as TransactionId[]}::uuid[])
      and (consent is not null or customer_id is not null)
  `
}

/** A compare-and-set: null if the attempt is in none of these states. */
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
