import type { Scope } from '../../core/context.ts'
import { eventRows } from '../../core/events/webhooks.ts'
import { entryRows } from '../../core/ledger/ledger.ts'
import { toWire } from '../../core/wire.ts'
import { rowsOf, type Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import type {
  NewTransaction,
  Settlement,
  Transaction,
  TransactionId,
  TransactionKey,
} from './transactions.rows.ts'

/**
 * Inserts those whose reference is free: true for each, in the order of the input. Takes references
 * in the same order as deposits do, so that two batches cannot deadlock.
 */
export async function insertMany(sql: Sql, rows: NewTransaction[]): Promise<boolean[]> {
  const columns = sql(Object.keys(rows[0]!))
  const inserted = await sql<{ id: TransactionId }[]>`
    insert into transaction (status, ${columns})
    select 'pending', ${columns}
    from json_populate_recordset(null::transaction, ${JSON.stringify(toWire(rows))}::json)
    order by business_id, mode, reference
    on conflict do nothing
    returning id
  `
  if (inserted.length === rows.length) return rows.map(() => true)
  const ids = new Set(inserted.map(({ id }) => id))
  return rows.map(({ id }) => ids.has(id))
}

/** Locks a link that has a limit, and returns the limit; null if it has none. */
export async function lockLimited(
  sql: Sql,
  { businessId, mode, paymentLinkId }: Transaction,
): Promise<number | null> {
  const [row] = await sql<{ usesMax: number }[]>`
    select uses_max
    from payment_link
    where business_id = ${businessId} and mode = ${mode} and payment_link_id = ${paymentLinkId}
      and uses_max is not null
    for no key update
  `
  return row?.usesMax ?? null
}

/** Counts payments of its link that are paid or can still be paid. */
export async function countTaken(
  sql: Sql,
  { businessId, mode, paymentLinkId }: Transaction,
): Promise<number> {
  const [row] = await sql<[{ taken: number }]>`
    select count(*)::int as taken
    from transaction
    where business_id = ${businessId} and mode = ${mode} and payment_link_id = ${paymentLinkId}
      and status in ('ongoing', 'success')
  `
  return row.taken
}

export type LinkTally = {
  paymentLinkId: Id<'payment_link'>
  /** Including reversed ones. */
  succeeded: number
  /** Before refunds. */
  amount: Kobo
  open: number
  /** Paid and not reversed. */
  kept: number
  /** Those, and the ones with an account number or a card attempt. */
  taken: number
}

/** Reads an index only. Links without payments have no row. */
export async function tallyLinks(
  sql: Sql,
  { businessId, mode }: Scope,
  ids: Id<'payment_link'>[],
): Promise<LinkTally[]> {
  return sql<LinkTally[]>`
    select payment_link_id,
      (count(*) filter (where status in ('success', 'reversed')))::int as succeeded,
      coalesce(sum(amount) filter (where status in ('success', 'reversed')), 0)::bigint as amount,
      (count(*) filter (where status in ('pending', 'ongoing')))::int as open,
      (count(*) filter (where status = 'success'))::int as kept,
      (count(*) filter (where status in ('ongoing', 'success')))::int as taken
    from transaction
    where business_id = ${businessId} and mode = ${mode} and payment_link_id = any(${ids}::uuid[])
    group by payment_link_id
  `
}

/** In the order of the input. The lateral join forces one index look-up for each. */
export async function findManyByReference(sql: Sql, wanted: (Scope & { reference: string })[]) {
  const rows = await sql<Placed[]>`
    select t.*, i.position::int as position
    from unnest(
      ${wanted.map(({ businessId }) => businessId)}::uuid[],
      ${wanted.map(({ mode }) => mode)}::text[],
      ${wanted.map(({ reference }) => reference)}::text[]
    ) with ordinality as i (business_id, mode, reference, position)
    cross join lateral (
      select *
      from transaction t
      where t.business_id = i.business_id and t.mode = i.mode and t.reference = i.reference
        and t.displaced = false
      limit 1
    ) t
  `
  return inPlace(rows, wanted.length)
}

/** As `findManyByReference`. */
export async function findManyById(sql: Sql, wanted: TransactionKey[]) {
  const rows = await sql<Placed[]>`
    select t.*, i.position::int as position
    from unnest(
      ${wanted.map(({ businessId }) => businessId)}::uuid[],
      ${wanted.map(({ mode }) => mode)}::text[],
      ${wanted.map(({ id }) => id)}::uuid[]
    ) with ordinality as i (business_id, mode, id, position)
    cross join lateral (
      select *
      from transaction t
      where t.business_id = i.business_id and t.mode = i.mode and t.id = i.id
      limit 1
    ) t
  `
  return inPlace(rows, wanted.length)
}

type Placed = Transaction & { position: number }

function inPlace(rows: Placed[], length: number): (Transaction | null)[] {
  const found = Array<Transaction | null>(length).fill(null)
  for (const row of rows) found[row.position - 1] = row
  return found
}

export async function findTransaction(sql: Sql, { businessId, mode, id }: TransactionKey) {
  const [row] = await sql<Transaction[]>`
    select * from transaction
    where business_id = ${businessId} and mode = ${mode} and id = ${id}
  `
  return row ?? null
}

/**
 * Updates those that are open and still in the version that was read; returns their ids. No
 * transaction may be there twice. Locks rows in the order of their keys.
 */
export async function updateOpen(sql: Sql, rows: Transaction[]): Promise<TransactionId[]> {
  const changed = await sql<{ id: TransactionId }[]>`
    update transaction t
    set version = t.version + 1, status = i.status, message = i.message,
      gateway_response = i.gateway_response, ip_address = i.ip_address, attempts = i.attempts,
      errors = i.errors, history = i.history, expires_at = i.expires_at,
      reasons = i.reasons, authorization_details = i.authorization_details,
      updated_at = i.updated_at
    from (
      select i.*, open.row_at
      from (
        select *
        from ${changeRows(sql, rows)}
        order by business_id, mode, id
      ) i
      cross join lateral (
        select own.ctid as row_at
        from transaction own
        where own.business_id = i.business_id and own.mode = i.mode and own.id = i.id
          and own.version = i.version and own.status in ('pending', 'ongoing')
        limit 1
        for update
      ) open
    ) i
    where t.ctid = i.row_at
    returning t.id
  `
  return changed.map(({ id }) => id)
}

/** The columns that may change while a payment is open, and those by which it is found. */
export function changeRows(sql: Sql, transactions: Transaction[]) {
  const rows = transactions.map((one) => ({
    businessId: one.businessId,
    mode: one.mode,
    id: one.id,
    version: one.version,
    status: one.status,
    message: one.message,
    gatewayResponse: one.gatewayResponse,
    ipAddress: one.ipAddress,
    attempts: one.attempts,
    errors: one.errors,
    history: one.history,
    expiresAt: one.expiresAt,
    reasons: one.reasons,
    authorizationDetails: one.authorizationDetails,
    updatedAt: one.updatedAt,
  }))
  return rowsOf(sql, 'transaction', rows)
}

/** Returns the ids that succeeded now. */
export async function settleMany(
  sql: Sql,
  now: Date,
  settlements: Settlement[],
): Promise<TransactionId[]> {
  const [row] = await sql<[{ moved: TransactionId[] }]>`
    select transaction_settle(${settleArguments(sql, now, settlements)}) as moved
  `
  return row.moved
}

/** What `transaction_settle` takes. */
export function settleArguments(sql: Sql, now: Date, settlements: Settlement[]) {
  const rows = settlements.map(({ transaction: one }) => ({
    businessId: one.businessId,
    mode: one.mode,
    id: one.id,
    version: one.version,
    amount: one.amount,
    fee: one.fee,
    vat: one.vat,
    channel: one.channel,
    authorizationDetails: one.authorizationDetails,
    gatewayResponse: one.gatewayResponse,
    message: one.message,
    attempts: one.attempts,
    history: one.history,
    split: one.split,
    paidAt: one.paidAt,
    reasons: one.reasons,
    review: one.review,
    updatedAt: one.updatedAt,
  }))
  const events = settlements.flatMap(({ transaction: { id: causeId }, event, reviewEvent }) =>
    [event, ...(reviewEvent ? [reviewEvent] : [])].map((one) => ({ ...one, causeId })),
  )
  return sql`
    payments => array(select p from ${rowsOf(sql, 'transaction', rows)} p),
    entries => array(select e from ${legRows(sql, settlements)} e),
    events => array(select e from ${eventRows(sql, events)} e),
    written => ${now}
  `
}

/** The legs of all settlements, one after the other. */
export function legRows(sql: Sql, settlements: Settlement[]) {
  const legs = settlements.flatMap((settlement) => settlement.legs)
  return entryRows(
    sql,
    legs.map((leg) => ({ ...leg, kind: 'post' })),
  )
}

/** Closes up to `max` expired ones. */
export async function abandonExpired(sql: Sql, now: Date, max: number): Promise<Transaction[]> {
  return sql<Transaction[]>`
    with expired as (
      select business_id, mode, id
      from transaction
      where status in ('pending', 'ongoing') and expires_at <= ${now}
        and expires_at > '-infinity'
      order by expires_at
      limit ${max}
      for update skip locked
    )
    update transaction t
    set status = 'abandoned', version = t.version + 1, message = 'expired', updated_at = ${now}
    from expired
    where t.business_id = expired.business_id and t.mode = expired.mode and t.id = expired.id
    returning t.*
  `
}

/** Counts expired ones that are still open, up to `max`. */
export async function countExpired(sql: Sql, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select business_id, mode, id from transaction
      where status in ('pending', 'ongoing') and expires_at <= ${now}
        and expires_at > '-infinity'
      limit ${max}
    ) due
  `
  return row.count
}
