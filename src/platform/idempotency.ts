import { DAY, later, MINUTE } from './clock.ts'
import type { Sql } from './db.ts'
import { newId } from './ids.ts'
import { equalSecrets } from './secrets.ts'

// Repeating a request with the same Idempotency-Key has one effect, and returns the same status and
// bytes for seven days.
//
//   (none) ──> running ──> answered            [claim, finish]
//                 ├──────> (none)              [release: nothing was done, by the only try]
//                 └──────> running             [claim, after the lease: a crash, or setAside, when
//                                               the outcome is unknown]
//
// The effect id is created with the claim and survives a crash or a 5xx, so that a second try finds
// what the first one made.

const KEPT_MS = 7 * DAY
/** Longer than any request may take. */
const LEASE_MS = 1 * MINUTE
/** A lease that ends later was made before the clock was set back, and has expired. */
const AHEAD_MS = 2 * LEASE_MS
const PURGED_MAX = 1_000

/** Printable ASCII. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/

export type IdempotencyName = { businessId: string; mode: string; key: string }
/**
 * A claimed key. If another process has taken over the lease, `finish`, `release` and `setAside` do
 * nothing.
 */
export type ClaimedName = IdempotencyName & {
  leaseUntil: Date
  /** An earlier try of this request may have done something: its outcome is not known. */
  isTakenOver: boolean
}
type StoredAnswer = {
  status: number
  contentType: string
  body: string
  etag: string | null
  /** If the response must be deleted before the key. */
  eraseAt: Date | null
}
export type Claim =
  /** `leaseUntil`: identifies our lease. */
  | { kind: 'first'; effectId: string; leaseUntil: Date; isTakenOver: boolean }
  | { kind: 'answered'; answer: StoredAnswer }
  | { kind: 'running' }
  /** The key was used for another request. */
  | { kind: 'reused' }

type Row = {
  requestHash: Buffer
  effectId: string
  leaseUntil: Date | null
  createdAt: Date
} & StoredAnswer

/** `requestHash`: keyed, over method, path and body. */
export async function claim(
  sql: Sql,
  now: Date,
  name: IdempotencyName,
  requestHash: Buffer,
): Promise<Claim> {
  const { businessId, mode, key } = name
  const effectId = newId(now)
  const leaseUntil = later(now, LEASE_MS)
  await sql`
    delete from idempotency_key
    where business_id = ${businessId} and mode = ${mode} and key = ${key}
      and (created_at < ${later(now, -KEPT_MS)} or erase_at <= ${now})
  `
  const [inserted] = await sql`
    insert into idempotency_key ${sql({
      ...name,
      requestHash,
      effectId,
      leaseUntil,
      createdAt: now,
    })}
    on conflict do nothing
    returning key
  `
  if (inserted) return { kind: 'first', effectId, leaseUntil, isTakenOver: false }

  const [row] = await sql<Row[]>`
    select * from idempotency_key
    where business_id = ${businessId} and mode = ${mode} and key = ${key}
  `
  // Released between the two statements; treated as running.
  if (!row) return { kind: 'running' }
  if (!equalSecrets(row.requestHash, requestHash)) return { kind: 'reused' }
  if (row.leaseUntil === null) {
    const { status, contentType, body, etag, eraseAt } = row
    return { kind: 'answered', answer: { status, contentType, body, etag, eraseAt } }
  }
  if (row.leaseUntil > now && row.leaseUntil < later(now, AHEAD_MS)) return { kind: 'running' }
  const [taken] = await sql`
    update idempotency_key set lease_until = ${leaseUntil}
    where business_id = ${businessId} and mode = ${mode} and key = ${key}
      and lease_until = ${row.leaseUntil}
    returning key
  `
  if (!taken) return { kind: 'running' }
  return { kind: 'first', effectId: row.effectId, leaseUntil, isTakenOver: true }
}

export async function finish(
  sql: Sql,
  { businessId, mode, key, leaseUntil }: ClaimedName,
  { status, contentType, body, etag, eraseAt }: StoredAnswer,
): Promise<void> {
  await sql`
    update idempotency_key
    set lease_until = null, status = ${status}, content_type = ${contentType}, body = ${body},
      etag = ${etag}, erase_at = ${eraseAt}
    where business_id = ${businessId} and mode = ${mode} and key = ${key}
      and status is null and lease_until = ${leaseUntil}
  `
}

/** The outcome is unknown: the request may be repeated at once, and finds what was done. */
export async function setAside(
  sql: Sql,
  now: Date,
  { businessId, mode, key, leaseUntil }: ClaimedName,
): Promise<void> {
  await sql`
    update idempotency_key set lease_until = ${now}
    where business_id = ${businessId} and mode = ${mode} and key = ${key}
      and status is null and lease_until = ${leaseUntil}
  `
}

/**
 * This try did nothing: the key is free again. If an earlier try may have done something, the key
 * keeps its effect id: another one would let the next try do it twice.
 */
export async function release(sql: Sql, now: Date, name: ClaimedName): Promise<void> {
  if (name.isTakenOver) return setAside(sql, now, name)
  const { businessId, mode, key, leaseUntil } = name
  await sql`
    delete from idempotency_key
    where business_id = ${businessId} and mode = ${mode} and key = ${key}
      and status is null and lease_until = ${leaseUntil}
  `
}

/** Deletes expired keys and responses. Returns how many. */
export async function purge(sql: Sql, now: Date): Promise<number> {
  const rows = await sql`
    delete from idempotency_key
    where (business_id, mode, key) in (
      select business_id, mode, key from idempotency_key
      where created_at < ${later(now, -KEPT_MS)} or erase_at <= ${now}
      limit ${PURGED_MAX}
    )
    returning key
  `
  return rows.length
}
