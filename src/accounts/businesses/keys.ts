import { crc32 } from 'node:zlib'
import type { KeyScope } from '../../core/access.ts'
import type { Context, Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { base62, newId, randomBase62 } from '../../platform/ids.ts'
import { networksOf } from '../../platform/networks.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { Mode } from '../../providers/outcomes.ts'
import {
  type ApiKey,
  type FoundKey,
  findKey,
  findKeyNamed,
  insertKey,
  type KeyGrant,
  type KeyId,
  type KeyKind,
  type KeyMaker,
} from './keys.sql.ts'

// Keys: `sk_test_` and 38 characters: 32 random ones of 0–9, A–Z, a–z (190 bits), then the CRC-32
// of everything before. So a truncated or mistyped key is detected without the database. A key is
// shown once; its SHA-256 is stored, which is enough for secrets of 112 bits and more.

const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const HINT_LENGTH = 4

/** The most networks in one allow-list. */
export const ALLOWED_IPS_MAX = 20

/** `key` is shown only once. */
export type IssuedKey = KeyGrant & { keyId: KeyId; key: string; kind: KeyKind; hint: string }

/** In place of what is random, for tests. */
export type Seeded = { textOf(what: string, length: number): string }

const prefixes = { secret: 'sk', public: 'pk' } as const
const FORM = /^(sk|pk)_(test|live)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

export function newKey(kind: KeyKind, mode: Mode, random = randomBase62(RANDOM_LENGTH)): string {
  const start = `${prefixes[kind]}_${mode}_${random}`
  return start + checksumOf(start)
}

/** Kind and mode of a well-formed key, issued or not; else null. */
export function readKey(key: string): { kind: KeyKind; mode: Mode } | null {
  const parts = FORM.exec(key)
  if (!parts || checksumOf(key.slice(0, -CHECKSUM_LENGTH)) !== parts[4]) return null
  return { kind: parts[1] === 'sk' ? 'secret' : 'public', mode: parts[2] as Mode }
}

/** Without a maker, the service made it. */
export async function issueKey(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  kind: KeyKind,
  grant: KeyGrant = { scopes: kind === 'secret' ? ['all'] : [], allowedIps: [] },
  maker: KeyMaker | null = null,
  seeded: Seeded | null = null,
): Promise<IssuedKey> {
  const key = newKey(kind, mode, seeded?.textOf(`${kind} key`, RANDOM_LENGTH))
  const hint = `${prefixes[kind]}_${mode}_…${key.slice(-HINT_LENGTH)}`
  const keyId = newId<'api_key'>(now)
  const hash = sha256(key)
  const { scopes, allowedIps } = grant
  const row = { businessId, mode, keyId, kind, hash, hint, scopes, allowedIps, createdAt: now }
  await insertKey(sql, { ...row, ...maker })
  return { keyId, key, kind, hint, scopes, allowedIps }
}

/** Reads the database, not the cache. Null if no such key was issued. */
export async function lookUpKey(context: Context, key: string): Promise<ApiKey | null> {
  const found = readKey(key) === null ? null : await findKey(context.sql, sha256(key))
  return found && withNetworks(found)
}

/** By id; null if it is revoked or expired. */
export async function keyNamed(
  { sql, now }: Context,
  named: Scope & { keyId: KeyId },
): Promise<ApiKey | null> {
  const found = await findKeyNamed(sql, named)
  return found === null || isExpired(found, now()) ? null : withNetworks(found)
}

function withNetworks({ allowedIps, ...its }: FoundKey): ApiKey {
  return { ...its, networks: networksOf(allowedIps) }
}

export function hasScope({ scopes }: Pick<ApiKey, 'scopes'>, needed: KeyScope): boolean {
  return scopes.includes(needed) || scopes.includes('all')
}

export function isExpired(key: { expiresAt: Date | null }, now: Date): boolean {
  return key.expiresAt !== null && key.expiresAt <= now
}

function checksumOf(start: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(start))
  return base62(bytes, CHECKSUM_LENGTH)
}
