import { HOUSE, type Scope } from '../../core/context.ts'
import type { Stretch } from '../../platform/day-sums.ts'
import type { Sql } from '../../platform/db.ts'
import { type Id, idAt } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { countCapped, countUnlessFull, listOf, type Page } from '../../platform/paging.ts'
import { PROVIDERS } from '../../platform/provider-settings.ts'
import { firstRow } from '../../platform/rows.ts'
import type { BankCredit, Mode } from '../../providers/outcomes.ts'
import type { TransactionId, TransactionKey } from '../transactions/transactions.rows.ts'
import type { Issued } from '../virtual-accounts/virtual-accounts.rows.ts'

/** Every bank that can have told of a deposit. */
const RAILS = ['sandbox', ...PROVIDERS]

export type DepositId = Id<'deposit'>

export type UnmatchedReason =
  | 'amount_too_low'
  | 'amount_too_high'
  | 'late'
  | 'already_paid'
  | 'closed'

type DepositState = 'matched' | 'unmatched' | 'returning' | 'returned' | 'return_refused'

export type Deposit = Scope &
  BankCredit & {
    depositId: DepositId
    rail: string
    accountKind: Issued['kind']
    /** Null for a wallet. */
    transactionId: TransactionId | null
    state: DepositState
    /** What the sender paid beyond `amount`, for the provider's fee. */
    surcharge: Kobo
    reason: UnmatchedReason | null
    returnSessionId: string | null
    createdAt: Date
    /** When its return ended. */
    updatedAt?: Date | null
    /** When the bank was last asked to return it. */
    returnAskedAt?: Date | null
  }

export type Quarantined = Scope & {
  quarantineId: Id<'quarantined'>
  reason: 'altered' | 'unreadable'
  rail: string
  sessionId: string | null
  content: string
  createdAt: Date
}

type SuspendedCreditId = Id<'suspended_credit'>

export type SuspendedCredit = BankCredit & {
  suspendedCreditId: SuspendedCreditId
  mode: Mode
  rail: string
  state: 'waiting' | 'assigned'
  assignedNumber: string | null
  assignedBy: string | null
  assignedAt: Date | null
  createdAt: Date
}

/** False, and no change, if this credit is known. */
export async function insertDeposit(sql: Sql, deposit: Deposit): Promise<boolean> {
  const { mode, rail, sessionId, businessId, depositId } = deposit
  if (!(await claimSession(sql, { mode, rail, sessionId, businessId, depositId }))) return false
  const nextReturnAt = deposit.state === 'unmatched' ? deposit.createdAt : null
  await sql`insert into deposit ${sql({ ...deposit, nextReturnAt })}`
  return true
}

async function claimSession(
  sql: Sql,
  session: SessionName & { businessId: string; depositId: string },
): Promise<boolean> {
  const [row] = await sql`
    insert into deposit_session ${sql(session)}
    on conflict do nothing
    returning deposit_id
  `
  return row !== undefined
}

/** Lets another deposit claim the session id in the same database transaction. */
export async function releaseSession(
  sql: Sql,
  { mode, rail, sessionId }: SessionName,
): Promise<void> {
  await sql`
    delete from deposit_session
    where mode = ${mode} and rail = ${rail} and session_id = ${sessionId}
  `
}

/** The deposit that paid this transaction. */
export async function findPayingDeposit(sql: Sql, { businessId, mode, id }: TransactionKey) {
  const [row] = await sql<Deposit[]>`
    select * from deposit
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and state = 'matched'
  `
  return row ?? null
}

/** All deposits for this transaction, matched or not, oldest first. */
export async function listDepositsOf(sql: Sql, { businessId, mode, id }: TransactionKey) {
  return sql<Deposit[]>`
    select * from deposit
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
    order by deposit_id
    limit 100
  `
}

/** Names and narrations of the transfers that a customer sent. The account stays, for returns. */
export async function eraseSenders(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  transactionIds: TransactionId[],
): Promise<number> {
  const rows = await sql`
    update deposit set sender_name = '', narration = '', updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode}
      and transaction_id = any(${transactionIds}::uuid[])
    returning deposit_id
  `
  return rows.length
}

/** By the time they were booked. */
export async function tallyDeposits(sql: Sql, { businessId, mode }: Scope, stretches: Stretch[]) {
  return sql<{ count: number; amount: Kobo }[]>`
    select d.*
    from unnest(
      ${stretches.map(({ from }) => idAt(from))}::uuid[],
      ${stretches.map(({ to }) => idAt(to))}::uuid[]
    ) with ordinality as stretch (first, next, position)
    cross join lateral (
      select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
      from deposit
      where business_id = ${businessId} and mode = ${mode}
        and deposit_id >= stretch.first and deposit_id < stretch.next
    ) d
    order by stretch.position
    limit ${stretches.length}
  `
}

/** By the rail's session id, whichever business owns it. */
export async function findDeposit(sql: Sql, { mode, rail, sessionId }: SessionName) {
  const [row] = await sql<Deposit[]>`
    select d.*
    from deposit_session s
    join deposit d
      on d.business_id = s.business_id and d.mode = s.mode and d.deposit_id = s.deposit_id
    where s.mode = ${mode} and s.rail = ${rail} and s.session_id = ${sessionId}
  `
  return row ?? null
}

type SessionName = { mode: Mode; rail: string; sessionId: string }

type NewSuspended = Omit<
  SuspendedCredit & Scope,
  'state' | 'assignedNumber' | 'assignedBy' | 'assignedAt'
>

/** False if the session id is known. */
export async function insertSuspended(sql: Sql, credit: NewSuspended): Promise<boolean> {
  const { mode, rail, sessionId, businessId, suspendedCreditId: depositId } = credit
  if (!(await claimSession(sql, { mode, rail, sessionId, businessId, depositId }))) return false
  await sql`insert into suspended_credit ${sql(credit)}`
  return true
}

export async function findSuspended(sql: Sql, { mode, rail, sessionId }: SessionName) {
  const [row] = await sql<(SuspendedCredit & Scope)[]>`
    select * from suspended_credit
    where business_id = ${HOUSE} and mode = ${mode} and rail = ${rail}
      and session_id = ${sessionId}
  `
  return row ?? null
}

export async function findSuspendedById(sql: Sql, mode: Mode, id: SuspendedCreditId) {
  const [row] = await sql<SuspendedCredit[]>`
    select * from suspended_credit
    where business_id = ${HOUSE} and mode = ${mode} and suspended_credit_id = ${id}
  `
  return row ?? null
}

export async function listSuspended(sql: Sql, mode: Mode, max: number) {
  return sql<SuspendedCredit[]>`
    select * from suspended_credit
    where business_id = ${HOUSE} and mode = ${mode} and state = 'waiting'
    order by suspended_credit_id
    limit ${max}
  `
}

/** Newest first. */
export function listSuspendedPage(
  sql: Sql,
  mode: Mode,
  state: SuspendedCredit['state'] | null,
  page: Page,
) {
  const rows = sql`
    select * from suspended_credit
    where business_id = ${HOUSE} and mode = ${mode}
      ${state === null ? sql`` : sql`and state = ${state}`}
  `
  return listOf<SuspendedCredit>(sql, page, 'suspendedCreditId', rows)
}

/** Credits that wait for an operator. At most `max` are counted. */
export async function tallySuspended(sql: Sql, max: number) {
  return sql<{ mode: Mode; count: number; since: Date }[]>`
    select mode, count(*)::int as count, min(created_at) as since
    from (
      select mode, created_at from suspended_credit
      where business_id = ${HOUSE} and mode in ('test', 'live') and state = 'waiting'
      limit ${max}
    ) waiting
    group by mode
  `
}

/** False if the credit was assigned already. */
export async function moveSuspended(
  sql: Sql,
  mode: Mode,
  id: SuspendedCreditId,
  to: { assignedNumber: string; assignedBy: string; assignedAt: Date },
): Promise<boolean> {
  const [row] = await sql`
    update suspended_credit set ${sql({ ...to, state: 'assigned' })}
    where business_id = ${HOUSE} and mode = ${mode} and suspended_credit_id = ${id}
      and state = 'waiting'
    returning suspended_credit_id
  `
  return row !== undefined
}

/** False if the same notification was quarantined before. */
export async function insertQuarantined(
  sql: Sql,
  item: Quarantined & { digest: Buffer },
): Promise<boolean> {
  const [row] = await sql`
    insert into deposit_quarantine ${sql(item)}
    on conflict on constraint deposit_quarantine_lists_once do nothing
    returning quarantine_id
  `
  return row !== undefined
}

/** Of all businesses, newest first. */
export function listQuarantined(sql: Sql, mode: Mode, page: Page) {
  const rows = sql`
    select business_id, mode, quarantine_id, reason, rail, session_id, content, created_at
    from deposit_quarantine
    where mode = ${mode}
  `
  return listOf<Quarantined>(sql, page, 'quarantineId', rows)
}

/** Of all businesses. At most `max` are counted. */
export async function tallyQuarantined(sql: Sql, since: Date, max: number) {
  return sql<{ mode: Mode; count: number }[]>`
    select mode, count(*)::int as count
    from (
      select mode from deposit_quarantine
      where mode in ('test', 'live') and created_at > ${since}
      limit ${max}
    ) kept
    group by mode
  `
}

/** Of one business, newest first. */
export function listOwnQuarantined(sql: Sql, { businessId, mode }: Scope, page: Page) {
  const rows = sql`
    select business_id, mode, quarantine_id, reason, rail, session_id, content, created_at
    from deposit_quarantine
    where business_id = ${businessId} and mode = ${mode}
  `
  return listOf<Quarantined>(sql, page, 'quarantineId', rows)
}

/** The deposits with this session id, at whichever bank, from the index of session ids. */
export function ofSession(sql: Sql, { businessId, mode }: Scope, sessionId: string) {
  return sql`deposit_id = any(array(
    select s.deposit_id from deposit_session s
    where s.business_id = ${businessId} and s.mode = ${mode} and s.rail = any(${RAILS})
      and s.session_id = ${sessionId}
  ))`
}

export function findOwnDeposit(sql: Sql, scope: Scope, depositId: string | null, session: string) {
  const { businessId, mode } = scope
  return firstRow(sql<Deposit[]>`
    select * from deposit
    where business_id = ${businessId} and mode = ${mode}
      and ${depositId === null ? ofSession(sql, scope, session) : sql`deposit_id = ${depositId}`}
    order by deposit_id desc
    limit 1
  `)
}

/** Newest first. Counts in the order of the key, so that no plan reads other businesses. */
export function listDeposits(sql: Sql, scope: Scope, page: Page) {
  const { businessId, mode } = scope
  const rows = sql`
    select * from deposit
    where business_id = ${businessId} and mode = ${mode}
  `
  const matching = sql`${rows} ${page.where?.(sql) ?? sql``}`
  const countAll = () => countCapped(sql, sql`${matching} order by business_id, mode, deposit_id`)
  const count = () => countUnlessFull(scope, ['deposit', page.list], countAll)
  return listOf<Deposit>(sql, page, 'depositId', rows, count)
}
