import type { BusinessId, Scope } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import type { Business, ModeSettings } from './businesses.ts'
import type { KeyUse } from './directory.ts'
import type { ApiKey, KeyId, KeyKind } from './keys.ts'
import type { Logo } from './logo.ts'

type FoundKey = Omit<ApiKey, 'usedAt'>
/** What is shown of a key. */
export type ListedKey = {
  keyId: KeyId
  kind: KeyKind
  hint: string
  createdAt: Date
  /** To the minute. */
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}
type NewBusiness = Pick<Business, 'businessId' | 'name' | 'email' | 'createdAt'>

export async function insertBusiness(sql: Sql, business: NewBusiness): Promise<void> {
  await sql`insert into business ${sql(business)}`
}

export async function insertMode(
  sql: Sql,
  mode: Scope & { settlement: string; createdAt: Date; updatedAt: Date },
): Promise<void> {
  await sql`insert into business_mode ${sql(mode)}`
}

export async function findBusiness(sql: Sql, businessId: BusinessId) {
  const [row] = await sql<Business[]>`select * from business where business_id = ${businessId}`
  return row ?? null
}

export async function anyBusiness(sql: Sql): Promise<boolean> {
  const [row] = await sql`select 1 from business limit 1`
  return row !== undefined
}

export async function findSettings(sql: Sql, { businessId, mode }: Scope) {
  const [row] = await sql<ModeSettings[]>`
    select m.*, b.name as business_name, b.live_activated_at,
      case when l.digest is not null then json_build_object(
        'path', '/checkout/logo/' || encode(l.digest, 'hex') || '.' || l.type,
        'width', l.width,
        'height', l.height
      ) end as logo
    from business_mode m
    join business b using (business_id)
    left join checkout_logo l on l.business_id = m.business_id and l.mode = m.mode
    where m.business_id = ${businessId} and m.mode = ${mode}
  `
  return row ?? null
}

export async function updateSettings(
  sql: Sql,
  { businessId, mode }: Scope,
  change: Partial<ModeSettings> & { updatedAt: Date },
): Promise<void> {
  await sql`
    update business_mode set ${sql(change)}
    where business_id = ${businessId} and mode = ${mode}
  `
}

export async function upsertLogo(
  sql: Sql,
  logo: Scope & Logo & { createdAt: Date },
): Promise<void> {
  const { businessId, mode, ...held } = logo
  await sql`
    insert into checkout_logo ${sql({ businessId, mode, ...held })}
    on conflict (business_id, mode) do update set ${sql(held)}
  `
}

export async function deleteLogo(sql: Sql, { businessId, mode }: Scope): Promise<void> {
  await sql`
    delete from checkout_logo
    where business_id = ${businessId} and mode = ${mode}
  `
}

/**
 * By what it holds, whoever shows it: its address says neither business nor mode, and who has the
 * address has seen the page that it is on.
 */
export async function findLogo(sql: Sql, digest: Buffer): Promise<Logo | null> {
  const [row] = await sql<Logo[]>`
    select digest, type, width, height, bytes from checkout_logo
    where digest = ${digest}
    order by business_id, mode
    limit 1
  `
  return row ?? null
}

export async function setLiveActivated(sql: Sql, businessId: BusinessId, at: Date) {
  const [row] = await sql`
    update business set live_activated_at = ${at}
    where business_id = ${businessId} and live_activated_at is null
    returning business_id
  `
  return row !== undefined
}

/** The global row first: what points at a key must never be missing. */
export async function insertKey(
  sql: Sql,
  key: Scope & { keyId: KeyId; kind: KeyKind; hash: Buffer; hint: string; createdAt: Date },
): Promise<void> {
  const { businessId, mode, keyId, hash } = key
  await sql`insert into api_key_hash ${sql({ hash, businessId, mode, keyId })}`
  await sql`insert into api_key ${sql(key)}`
}

export async function findKey(sql: Sql, hash: Buffer): Promise<FoundKey | null> {
  const [row] = await sql<FoundKey[]>`
    select k.business_id, k.mode, k.key_id, k.kind, k.expires_at
    from api_key_hash h
    join api_key k on k.business_id = h.business_id and k.mode = h.mode and k.key_id = h.key_id
    where h.hash = ${hash} and k.revoked_at is null
  `
  return row ?? null
}

/** Those that stand first, then those that are about to end; of each, the newest first. */
export async function listKeys(sql: Sql, { businessId, mode }: Scope) {
  return sql<ListedKey[]>`
    select key_id, kind, hint, created_at, last_used_at, expires_at, revoked_at from api_key
    where business_id = ${businessId} and mode = ${mode}
    order by (revoked_at is null) desc, (expires_at is null) desc,
      created_at desc, kind desc, key_id
    limit 100
  `
}

/** False where the mode is not open. Until COMMIT nobody else counts keys to add one. */
export async function lockMode(sql: Sql, { businessId, mode }: Scope): Promise<boolean> {
  const [row] = await sql`
    select 1 from business_mode
    where business_id = ${businessId} and mode = ${mode}
    for no key update
  `
  return row !== undefined
}

/** How many are neither revoked nor about to end. */
export async function countStanding(sql: Sql, { businessId, mode }: Scope): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from api_key
    where business_id = ${businessId} and mode = ${mode}
      and revoked_at is null and expires_at is null
  `
  return row.count
}

/** How many of a kind open anything at this moment. */
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

export async function isKeyOf(sql: Sql, { businessId, mode }: Scope, keyId: KeyId) {
  const [row] = await sql`
    select 1 from api_key
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
  `
  return row !== undefined
}

/** Of one that stands: how it ends. */
export async function endKey(
  sql: Sql,
  { businessId, mode }: Scope,
  keyId: KeyId,
  end: { expiresAt: Date } | { revokedAt: Date },
): Promise<KeyKind | null> {
  const [row] = await sql<{ kind: KeyKind }[]>`
    update api_key set ${sql(end)}
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
      and revoked_at is null and expires_at is null
    returning kind
  `
  return row?.kind ?? null
}

/** Of one that was rolled too, and whether its time is over or not. */
export async function setRevoked(sql: Sql, { businessId, mode }: Scope, keyId: KeyId, now: Date) {
  const [row] = await sql<ListedKey[]>`
    update api_key set revoked_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and key_id = ${keyId}
      and revoked_at is null
    returning key_id, kind, hint, created_at, last_used_at, expires_at, revoked_at
  `
  return row ?? null
}

/**
 * A use that is less than a minute after the one that stands there is left out. Rows are locked in
 * the order of their keys, because several processes do this at the same time.
 */
export async function updateLastUsed(sql: Sql, uses: KeyUse[]): Promise<void> {
  await sql`
    with used as (
      select business_id, mode, key_id, u.used_at
      from unnest(
        ${uses.map(({ businessId }) => businessId)}::uuid[],
        ${uses.map(({ mode }) => mode)}::text[],
        ${uses.map(({ keyId }) => keyId)}::uuid[],
        ${uses.map(({ usedAt }) => usedAt.toISOString())}::timestamptz[]
      ) as u (business_id, mode, key_id, used_at)
      join api_key k using (business_id, mode, key_id)
      where k.last_used_at is null or k.last_used_at <= u.used_at - interval '1 minute'
      order by business_id, mode, key_id
      for no key update of k
    )
    update api_key k set last_used_at = used.used_at
    from used
    where k.business_id = used.business_id and k.mode = used.mode and k.key_id = used.key_id
  `
}

export async function bumpSettingsVersion(sql: Sql): Promise<void> {
  await sql`update installation set settings_version = settings_version + 1`
}

export async function findSettingsVersion(sql: Sql): Promise<bigint> {
  const [row] = await sql<[{ settingsVersion: bigint }]>`select settings_version from installation`
  return row.settingsVersion
}

/** Of the master key of a database that was begun before keys were kept in it. */
export async function findMasterKeyCheck(sql: Sql): Promise<string | null> {
  const [row] = await sql<[{ masterKeyCheck: string | null }]>`
    select master_key_check from installation
  `
  return row.masterKeyCheck
}
