import type { KeyScope } from '../../core/access.ts'
import type { BusinessId, Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Network } from '../../platform/networks.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { Mode } from '../../providers/outcomes.ts'

export type KeyUse = Scope & { keyId: KeyId; usedAt: Date; usedFrom: string }

export type KeyKind = 'secret' | 'public'

export type KeyId = Id<'api_key'>

/** No `allowedIps`: from any address. */
export type KeyGrant = { scopes: KeyScope[]; allowedIps: string[] }

/** The person who made a key. */
export type KeyMaker = { madeBy: Id<'login'>; madeByEmail: string }

export type ApiKey = Scope & {
  keyId: KeyId
  kind: KeyKind
  scopes: KeyScope[]
  /** Its allow-list; empty allows every address. */
  networks: Network[]
  expiresAt: Date | null
}

export type FoundKey = Omit<ApiKey, 'networks'> & { allowedIps: string[] }

export type ListedKey = KeyGrant & {
  mode: Mode
  keyId: KeyId
  kind: KeyKind
  hint: string
  createdAt: Date
  /** Null: the service itself. */
  madeByEmail: string | null
  /** To the minute. */
  lastUsedAt: Date | null

  lastUsedFrom: string | null
  expiresAt: Date | null
  revokedAt: Date | null
}

/** The global row first, so that every key can be found. */
export async function insertKey(
  sql: Sql,
  key: Scope &
    KeyGrant &
    Partial<KeyMaker> & {
      keyId: KeyId
      kind: KeyKind
      hash: Buffer
      hint: string
      createdAt: Date
      sealedCopy: string | null
    },
): Promise<void> {
  const { businessId, mode, keyId, hash } = key
  await sql`insert into api_key_hash ${sql({ hash, businessId, mode, keyId })}`
  await sql`insert into api_key ${sql(key)}`
}

export function findKey(sql: Sql, hash: Buffer) {
  return firstRow(sql<FoundKey[]>`
    select k.business_id, k.mode, k.key_id, k.kind, api_key_scopes(k.scopes) as scopes,
      k.allowed_ips, k.expires_at
    from api_key_hash h
    join api_key k on k.business_id = h.business_id and k.mode = h.mode and k.key_id = h.key_id
    where h.hash = ${hash} and k.revoked_at is null
  `)
}

export function findKeyNamed(sql: Sql, { businessId, mode, keyId }: Scope & { keyId: KeyId }) {
  return firstRow(sql<FoundKey[]>`
    select business_id, mode, key_id, kind, api_key_scopes(scopes) as scopes, allowed_ips,
      expires_at
    from api_key
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
      and revoked_at is null
  `)
}

/** Active keys first, then rolled ones, then revoked ones; newest first within each. */
export async function listKeys(sql: Sql, { businessId, mode }: Scope) {
  return sql<(ListedKey & { sealedCopy: string | null })[]>`
    select ${keyColumns(sql)}, sealed_copy from api_key
    where business_id = ${businessId} and mode = ${mode}
    order by (revoked_at is null) desc, (expires_at is null) desc,
      created_at desc, kind desc, key_id
    limit 100
  `
}

/** Keys that are neither revoked nor rolled. */
export async function countStanding(sql: Sql, { businessId, mode }: Scope): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from api_key
    where business_id = ${businessId} and mode = ${mode}
      and revoked_at is null and expires_at is null
  `
  return row.count
}

/** Valid keys of a kind. */
export async function countGood(
  sql: Sql,
  { businessId, mode }: Scope,
  kind: KeyKind,
  now: Date,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from api_key
    where business_id = ${businessId} and mode = ${mode} and kind = ${kind}
      and revoked_at is null and (expires_at is null or expires_at > ${now})
  `
  return row.count
}

export function isKeyOf(sql: Sql, { businessId, mode }: Scope, keyId: KeyId) {
  return hasRow(sql`
    select 1 from api_key
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
  `)
}

/** Null if it is revoked or rolled already. */
export function endKey(
  sql: Sql,
  { businessId, mode }: Scope,
  keyId: KeyId,
  end: { expiresAt: Date } | { revokedAt: Date; sealed: null; sealedCopy: null },
): Promise<ListedKey | null> {
  return firstRow(sql<ListedKey[]>`
    update api_key set ${sql(end)}
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
      and revoked_at is null and expires_at is null
    returning ${keyColumns(sql)}
  `)
}

/** Also revokes rolled and expired keys. */
export function setRevoked(sql: Sql, { businessId, mode }: Scope, keyId: KeyId, now: Date) {
  return firstRow(sql<ListedKey[]>`
    update api_key set revoked_at = ${now}, sealed = null, sealed_copy = null
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
      and revoked_at is null
    returning ${keyColumns(sql)}
  `)
}

/**
 * Skips a use less than a minute after the recorded one. Locks rows in the order of their keys,
 * because several processes run this concurrently.
 */
export async function updateLastUsed(sql: Sql, uses: KeyUse[]): Promise<void> {
  await sql`
    with used as (
      select business_id, mode, key_id, u.used_at, u.used_from
      from unnest(
        ${uses.map(({ businessId }) => businessId)}::uuid[],
        ${uses.map(({ mode }) => mode)}::text[],
        ${uses.map(({ keyId }) => keyId)}::uuid[],
        ${uses.map(({ usedAt }) => usedAt.toISOString())}::timestamptz[],
        ${uses.map(({ usedFrom }) => usedFrom)}::text[]
      ) as u (business_id, mode, key_id, used_at, used_from)
      join api_key k using (business_id, mode, key_id)
      where k.last_used_at is null or k.last_used_at <= u.used_at - interval '1 minute'
      order by business_id, mode, key_id
      for no key update of k
    )
    update api_key k set last_used_at = used.used_at, last_used_from = used.used_from
    from used
    where k.business_id = used.business_id and k.mode = used.mode and k.key_id = used.key_id
  `
}

/** Locks the key until COMMIT. Null if it is revoked or expired. */
export function lockKey(sql: Sql, { businessId, mode }: Scope, keyId: KeyId, now: Date) {
  return firstRow(sql<ListedKey[]>`
    select ${keyColumns(sql)} from api_key
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
      and revoked_at is null and (expires_at is null or expires_at > ${now})
    for no key update
  `)
}

export async function updateGrant(
  sql: Sql,
  { businessId, mode }: Scope,
  keyId: KeyId,
  grant: KeyGrant,
): Promise<ListedKey> {
  const [row] = await sql<[ListedKey]>`
    update api_key set ${sql(grant)}
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
    returning ${keyColumns(sql)}
  `
  return row
}

export async function makerOf(sql: Sql, { businessId, mode }: Scope, keyId: string) {
  const [row] = await sql<[{ madeBy: KeyMaker['madeBy'] | null; hint: string }]>`
    select made_by, hint from api_key
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
  `
  return row
}

/** Valid keys, in both modes. */
export async function listMadeBy(
  sql: Sql,
  businessId: BusinessId,
  madeBy: KeyMaker['madeBy'],
  now: Date,
) {
  return sql<ListedKey[]>`
    select ${keyColumns(sql)} from api_key
    where business_id = ${businessId} and mode in ('test', 'live') and made_by = ${madeBy}
      and revoked_at is null and (expires_at is null or expires_at > ${now})
    order by mode, created_at desc, key_id
    limit 200
  `
}

/** In both modes. */
export async function revokeMadeBy(
  sql: Sql,
  businessId: BusinessId,
  madeBy: KeyMaker['madeBy'],
  now: Date,
): Promise<ListedKey[]> {
  return sql<ListedKey[]>`
    update api_key set revoked_at = ${now}, sealed = null, sealed_copy = null
    where business_id = ${businessId} and mode in ('test', 'live') and made_by = ${madeBy}
      and revoked_at is null
    returning ${keyColumns(sql)}
  `
}

/** The key that signs webhooks: of two, the one that ends. */
export function findSigner(sql: Sql, { businessId, mode }: Scope, now: Date) {
  return firstRow(sql<{ keyId: KeyId; hint: string; sealed: string; expiresAt: Date | null }[]>`
    select key_id, hint, sealed, expires_at
    from api_key
    where business_id = ${businessId} and mode = ${mode} and sealed is not null
      and (expires_at is null or expires_at > ${now})
    order by expires_at nulls last
    limit 1
  `)
}

/** Whether it signs webhooks. Locked, so that nothing changes that until COMMIT. */
export function lockSigning(sql: Sql, { businessId, mode }: Scope, keyId: KeyId) {
  return hasRow(sql`
    select 1 from api_key
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
      and sealed is not null
    for update
  `)
}

export async function stopSigning(sql: Sql, { businessId, mode }: Scope): Promise<void> {
  await sql`
    update api_key set sealed = null
    where business_id = ${businessId} and mode = ${mode} and sealed is not null
  `
}

/** False if it is not a standing secret key. */
export function keepSealed(sql: Sql, { businessId, mode }: Scope, keyId: KeyId, sealed: string) {
  return hasRow(sql`
    update api_key set sealed = ${sealed}
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
      and kind = 'secret' and revoked_at is null and expires_at is null
    returning key_id
  `)
}

function keyColumns(sql: Sql) {
  return sql`
    key_id, mode, kind, hint, api_key_scopes(scopes) as scopes, allowed_ips, created_at,
    made_by_email, last_used_at, last_used_from, expires_at, revoked_at
  `
}
