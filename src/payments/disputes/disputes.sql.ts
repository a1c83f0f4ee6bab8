import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { type Id, idAt } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { type Listed, listOf, type Page } from '../../platform/paging.ts'
import { firstRow } from '../../platform/rows.ts'
import type { Announced } from '../../platform/working-days.ts'
import type { EvidenceFile } from '../../providers/dispute-rail.ts'
import type { DisputeCategory, DisputeState, Mode } from '../../providers/outcomes.ts'
import type { TransactionId, TransactionKey } from '../transactions/transactions.rows.ts'

export type DisputeId = Id<'dispute'>

export type DisputeKey = Scope & { disputeId: DisputeId }

export const CATEGORIES = ['chargeback', 'fraud_report', 'recall'] as const
export const STATUSES = ['needs_response', 'under_review', 'won', 'lost', 'accepted'] as const
export const CLOSERS = ['business', 'operator', 'provider', 'silence'] as const

export type Dispute = DisputeKey & {
  transactionId: TransactionId
  transactionReference: string
  clearing: 'bank_clearing' | 'card_clearing'
  /** Of the payment. */
  rail: string
  /** The provider's id of the dispute, or the case number of the bank. */
  caseNumber: string
  source: 'provider' | 'operator'
  category: DisputeCategory
  reason: string
  status: DisputeState
  amount: Kobo
  /** What the provider charges for the dispute. */
  fee: Kobo
  dueAt: Date
  remindAt: Date | null
  remindedAt: Date | null
  /** Sealed. */
  evidence: string | null
  answeredAt: Date | null
  closedBy: (typeof CLOSERS)[number] | null
  closedAt: Date | null
  /** What is asked of the provider. */
  call: 'return' | 'accept' | 'contest' | null
  callState: 'open' | 'done' | 'refused' | null
  /** Of the transfer that returned the money. */
  sessionId: string | null
  nextCallAt: Date | null
  callAskedAt: Date | null
  callAcceptedAt: Date | null
  /** Sealed. */
  callHandle: string | null
  createdAt: Date
  updatedAt: Date
  nextMailAt: Date | null
}

/** False if the rail has a dispute with this case number. */
export async function insertDispute(sql: Sql, dispute: Dispute): Promise<boolean> {
  const [row] = await sql`
    insert into dispute ${sql(dispute)}
    on conflict (business_id, mode, rail, case_number) do nothing
    returning dispute_id
  `
  return row !== undefined
}

export function findDispute(sql: Sql, { businessId, mode, disputeId }: DisputeKey) {
  return firstRow(sql<Dispute[]>`
    select * from dispute
    where business_id = ${businessId} and mode = ${mode} and dispute_id = ${disputeId}
  `)
}

/** Whichever business owns it: for operators. Ids are unique. */
export function findAnyDispute(sql: Sql, mode: Mode, disputeId: DisputeId) {
  return firstRow(sql<Dispute[]>`
    select * from dispute where mode = ${mode} and dispute_id = ${disputeId}
  `)
}

export function findCase(
  sql: Sql,
  { businessId, mode }: Scope,
  { rail, caseNumber }: Pick<Dispute, 'rail' | 'caseNumber'>,
) {
  return firstRow(sql<Dispute[]>`
    select * from dispute
    where business_id = ${businessId} and mode = ${mode} and rail = ${rail}
      and case_number = ${caseNumber}
  `)
}

/** Oldest first. */
export function listDisputesOf(sql: Sql, { businessId, mode, id }: TransactionKey) {
  return sql<Dispute[]>`
    select * from dispute
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
    order by dispute_id
    limit 100
  `
}

/** What banks and businesses wrote about the payer of these payments. */
export async function eraseEvidence(
  sql: Sql,
  { businessId, mode }: Scope,
  payments: TransactionId[],
): Promise<void> {
  await sql`
    update dispute set evidence = null, reason = ''
    where business_id = ${businessId} and mode = ${mode} and transaction_id = any(${payments})
  `
}

/** What a dispute shows of a file of its evidence. */
export type FileFacts = {
  /** From 1. */
  number: number
  type: EvidenceFile['type']
  /** In bytes. */
  size: number
}

export type DisputeChange = Partial<Omit<Dispute, keyof DisputeKey>>

/** Null unless it is in one of these states. */
export async function moveDispute(
  sql: Sql,
  { businessId, mode, disputeId }: DisputeKey,
  from: readonly DisputeState[],
  to: DisputeChange,
): Promise<Dispute | null> {
  const [row] = await sql<Dispute[]>`
    update dispute set ${sql(to)}
    where business_id = ${businessId} and mode = ${mode} and dispute_id = ${disputeId}
      and status = any(${[...from]})
    returning *
  `
  return row ?? null
}

/** Null if it was reminded already, or is answered. */
export async function setReminded(
  sql: Sql,
  { businessId, mode, disputeId }: DisputeKey,
  now: Date,
): Promise<Dispute | null> {
  const [row] = await sql<Dispute[]>`
    update dispute
    set remind_at = null, reminded_at = ${now}, next_mail_at = ${now}, mail_attempts = 0,
      updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and dispute_id = ${disputeId}
      and remind_at is not null
    returning *
  `
  return row ?? null
}

/** The disputes of a payment that were not won: their sum, in kobo. */
export async function sumDisputed(sql: Sql, { businessId, mode, id }: TransactionKey) {
  const [row] = await sql<[{ sum: bigint }]>`
    select coalesce(sum(amount), 0)::bigint as sum from dispute
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and status <> 'won'
  `
  return row.sum
}

/** What a dispute took, from the balances of the business and of each subaccount. */
export async function listTaken(sql: Sql, { businessId, mode, disputeId }: DisputeKey) {
  return sql<{ party: string; amount: Kobo }[]>`
    select split_part(debit_account, '/', 2) as party, sum(amount)::bigint as amount
    from ledger_entry
    where business_id = ${businessId} and mode = ${mode} and cause_id = ${disputeId}
      and credit_account = 'disputed'
    group by business_id, mode, 1
    order by 1
    limit 1000
  `
}

/** Records what a dispute took of what waits for its settlement. */
export async function reduceWaiting(
  sql: Sql,
  { businessId, mode, disputeId }: DisputeKey,
  taken: { account: string; amount: Kobo }[],
  now: Date,
): Promise<void> {
  if (taken.length === 0) return
  await sql`
    select dispute_wait(
      ${businessId}, ${mode}, ${disputeId}, ${taken.map(({ account }) => account)}::text[],
      ${taken.map(({ amount }) => amount)}::bigint[], ${now}
    )
  `
}

/** Undoes `reduceWaiting`, where it has not been settled since. Answers what it gives back. */
export function restoreWaiting(sql: Sql, { businessId, mode, disputeId }: DisputeKey) {
  return sql<{ account: string; amount: Kobo }[]>`
    select account, amount from dispute_unwait(${businessId}, ${mode}, ${disputeId})
  `
}

/** Whose answer is due and has not come. */
export async function listSilent(sql: Sql, now: Date, max: number): Promise<DisputeKey[]> {
  return sql<DisputeKey[]>`
    select business_id, mode, dispute_id from dispute
    where due_at <= ${now} and status = 'needs_response' and mode in ('test', 'live')
    order by due_at
    limit ${max}
  `
}

export async function listToRemind(sql: Sql, now: Date, max: number): Promise<DisputeKey[]> {
  return sql<DisputeKey[]>`
    select business_id, mode, dispute_id from dispute
    where remind_at <= ${now} and mode in ('test', 'live')
    order by remind_at
    limit ${max}
  `
}

/** When the oldest open dispute of a rail was opened; null if none is open. */
export async function oldestOpen(sql: Sql, mode: Mode, rail: string): Promise<Date | null> {
  const [row] = await sql<[{ oldest: Date | null }]>`
    select min(created_at) as oldest from dispute
    where mode = ${mode} and rail = ${rail} and status in ('needs_response', 'under_review')
  `
  return row.oldest
}

/** Which days operators have marked: true is a holiday. */
export async function announcedIn(sql: Sql): Promise<Announced> {
  const rows = await sql<{ day: string; isHoliday: boolean }[]>`
    select day::text, is_holiday from announced_day order by day limit 10000
  `
  return new Map(rows.map(({ day, isHoliday }) => [day, isHoliday]))
}

export type Tally = { opened: number; amount: Kobo; won: number; lost: number; accepted: number }

/** By when they were opened, which is in the id. */
export async function tallyDisputes(
  sql: Sql,
  { businessId, mode }: Scope,
  { from, to }: { from: Date; to: Date },
): Promise<Tally> {
  const [row] = await sql<[Tally]>`
    select count(*)::int as opened, coalesce(sum(amount), 0)::bigint as amount,
      (count(*) filter (where status = 'won'))::int as won,
      (count(*) filter (where status = 'lost'))::int as lost,
      (count(*) filter (where status = 'accepted'))::int as accepted
    from dispute
    where business_id = ${businessId} and mode = ${mode}
      and dispute_id >= ${idAt(from)}::uuid and dispute_id < ${idAt(to)}::uuid
  `
  return row
}

type DisputeFilter = { transactionId: TransactionId | null; from: Date | null; to: Date | null }

/** Newest first. */
export function listDisputes(
  sql: Sql,
  { businessId, mode }: Scope,
  { transactionId, from, to }: DisputeFilter,
  page: Page,
): Promise<Listed<Dispute>> {
  const rows = sql`
    select * from dispute
    where business_id = ${businessId} and mode = ${mode}
      ${transactionId === null ? sql`` : sql`and transaction_id = ${transactionId}`}
      ${from === null ? sql`` : sql`and created_at >= ${from}`}
      ${to === null ? sql`` : sql`and created_at < ${to}`}
  `
  return listOf<Dispute>(sql, page, 'disputeId', rows)
}

/** Of all businesses, newest first: for operators. */
export function listAllDisputes(sql: Sql, mode: Mode, page: Page) {
  const rows = sql`
    select d.*,
      (
        select coalesce(
          json_agg(json_build_object('number', number, 'type', type, 'size', size) order by number),
          '[]'
        )
        from dispute_file f
        where f.business_id = d.business_id and f.mode = d.mode and f.dispute_id = d.dispute_id
      ) as files
    from dispute d
    where d.mode = ${mode}
  `
  return listOf<Dispute & { files: FileFacts[] }>(sql, page, 'disputeId', rows)
}

/** An email that is due, with all that it shows. */
export type DueMail = Pick<
  Dispute,
  | keyof DisputeKey
  | 'transactionReference'
  | 'category'
  | 'reason'
  | 'amount'
  | 'dueAt'
  | 'remindedAt'
  | 'createdAt'
> & { attempts: number; businessName: string; email: string }

/** Claims due emails under a lease. */
export async function claimMails(sql: Sql, modes: Mode[], now: Date, lease: Date, max: number) {
  return sql<DueMail[]>`
    with due as (
      select business_id, mode, dispute_id
      from dispute
      where next_mail_at <= ${now} and mode = any(${modes})
      order by next_mail_at
      limit ${max}
      for update skip locked
    ), claimed as (
      update dispute d
      set next_mail_at = ${lease}
      from due
      where d.business_id = due.business_id and d.mode = due.mode
        and d.dispute_id = due.dispute_id
      returning d.*
    )
    select c.business_id, c.mode, c.dispute_id, c.transaction_reference, c.category, c.reason,
      c.amount, c.due_at, c.reminded_at, c.created_at, c.mail_attempts as attempts,
      b.name as business_name, b.email
    from claimed c
    join business b on b.business_id = c.business_id
  `
}

/** No-op if another attempt was recorded since the claim. */
export async function recordMail(
  sql: Sql,
  { businessId, mode, disputeId, attempts }: DueMail,
  { nextMailAt, mailFailure }: { nextMailAt: Date | null; mailFailure: string | null },
): Promise<void> {
  await sql`
    update dispute
    set next_mail_at = ${nextMailAt}, mail_failure = ${mailFailure},
      mail_attempts = ${attempts + 1}
    where business_id = ${businessId} and mode = ${mode} and dispute_id = ${disputeId}
      and mail_attempts = ${attempts} and next_mail_at is not null
  `
}
