import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type {
  Transaction,
  TransactionId,
  TransactionKey,
} from '../transactions/transactions.rows.ts'
import type { Claimed, Mailed } from './mailing.ts'

/** A claimed receipt, with all that it shows. */
export type Receipt = Scope &
  Claimed &
  Pick<
    Transaction,
    | 'reference'
    | 'amount'
    | 'requestedAmount'
    | 'fee'
    | 'vat'
    | 'channel'
    | 'email'
    | 'customerName'
    | 'metadata'
    | 'madeWith'
    | 'paymentLinkId'
    | 'authorizationDetails'
  > & {
    transactionId: TransactionId
    businessName: string
    paidAt: Date
    /** When the payment succeeded here. */
    createdAt: Date
  }

export type ReceiptState = {
  state: 'due' | 'sent' | 'failed'
  attempts: number
  failure: string | null
  createdAt: Date
  sentAt: Date | null
}

/**
 * Claims due receipts under a lease. The lease is in no index, so that a claim only writes the row.
 */
export async function claimReceipts(sql: Sql, modes: Mode[], now: Date, lease: Date, max: number) {
  return sql<Receipt[]>`
    with due as (
      select ctid as row_at
      from receipt
      where state = 'due' and next_at <= ${now} and mode = any(${modes})
        and (lease_until is null or lease_until <= ${now})
      order by next_at
      limit ${max}
      for update skip locked
    ), claimed as (
      update receipt r
      set lease_until = ${lease}
      from due
      where r.ctid = due.row_at
      returning r.business_id, r.mode, r.transaction_id, r.attempts, r.created_at
    )
    select c.business_id, c.mode, c.transaction_id, c.attempts, c.created_at,
      b.name as business_name, t.reference, t.amount, t.requested_amount, t.fee, t.vat, t.channel,
      t.email, t.customer_name, t.metadata, t.made_with, t.payment_link_id,
      t.authorization_details, t.paid_at
    from claimed c
    join transaction t
      on t.business_id = c.business_id and t.mode = c.mode and t.id = c.transaction_id
    join business b on b.business_id = c.business_id
  `
}

export async function findReceiptOf(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
): Promise<ReceiptState | null> {
  const [row] = await sql<ReceiptState[]>`
    select state, attempts, failure, created_at, sent_at from receipt
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
  `
  return row ?? null
}

export type Recording = Scope & Pick<Receipt, 'transactionId' | 'attempts'> & { mailed: Mailed }

/**
 * No-op for a receipt that was recorded since its claim. Finds each row by its key: a condition on
 * `due` would let the plan read all due rows.
 */
export async function recordReceipts(sql: Sql, all: Recording[]): Promise<void> {
  const mailed = all.map((recording) => recording.mailed)
  await sql`
    update receipt r
    set state = n.state, next_at = n.next_at, lease_until = null, sent_at = n.sent_at,
      failure = n.failure, attempts = r.attempts + 1
    from (
      select n.*, own.row_at
      from unnest(
        ${all.map(({ businessId }) => businessId)}::uuid[],
        ${all.map(({ mode }) => mode)}::text[],
        ${all.map(({ transactionId }) => transactionId)}::uuid[],
        ${all.map(({ attempts }) => attempts)}::smallint[],
        ${mailed.map(({ state }) => state)}::text[],
        ${mailed.map((one) => ('nextAt' in one ? one.nextAt.toISOString() : null))}::timestamptz[],
        ${mailed.map((one) => ('at' in one ? one.at.toISOString() : null))}::timestamptz[],
        ${mailed.map((one) => ('failure' in one ? one.failure : null))}::text[]
      ) as n (business_id, mode, transaction_id, attempts, state, next_at, sent_at, failure)
      cross join lateral (
        select own.ctid as row_at
        from receipt own
        where own.business_id = n.business_id and own.mode = n.mode
          and own.transaction_id = n.transaction_id and own.attempts = n.attempts
          and own.next_at is not null
        limit 1
        for update
      ) own
    ) n
    where r.ctid = n.row_at
  `
}

/** At most `max` are counted. */
export async function countReceiptsDue(sql: Sql, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select business_id, mode, transaction_id from receipt
      where state = 'due' and next_at <= ${now}
        and (lease_until is null or lease_until <= ${now})
      limit ${max}
    ) due
  `
  return row.count
}
