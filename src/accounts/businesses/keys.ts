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

// Keys. `sk_test_` and 38 characters: 32 random ones of 0–9, A–Z, a–z (190 bits) and the CRC-32 of
// all before them, so that a key that was cut or mistyped is told from an unknown one without
// asking the database. A key is shown once; its SHA-256 is kept, which is enough from 112 bits on.

const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const HINT_LENGTH = 4

/** Networks in one allow-list. */
export const ALLOWED_IPS_MAX = 20

/** The key itself, which is shown this once. */
export type IssuedKey = { keyId: KeyId; key: string }

const prefixes = { secret: 'sk', public: 'pk' } as const
const FORM = /^(sk|pk)_(test|live)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

export function newKey(kind: KeyKind, mode: Mode): string {
  const start = `${prefixes[kind]}_${mode}_${randomBase62(RANDOM_LENGTH)}`
  return start + checksumOf(start)
}

/** Kind and mode of a well-formed key, else null. Says nothing of whether it was ever issued. */
export function readKey(key: string): { kind: KeyKind; mode: Mode } | null {
  const parts = FORM.exec(key)
  if (!parts || checksumOf(key.slice(0, -CHECKSUM_LENGTH)) !== parts[4]) return null
  return { kind: parts[1] === 'sk' ? 'secret' : 'public', mode: parts[2] as Mode }
}

/** Without a maker it is made by the service itself. */
export async function issueKey(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  kind: KeyKind,
  grant: KeyGrant = { scopes: kind === 'secret' ? ['all'] : [], allowedIps: [] },
  maker: KeyMaker | null = null,
): Promise<IssuedKey> {
  const key = newKey(kind, mode)
  const hint = `${prefixes[kind]}_${mode}_…${key.slice(-HINT_LENGTH)}`
  const keyId = newId<'api_key'>(now)
  const hash = sha256(key)
  const { scopes, allowedIps } = grant
  const row = { businessId, mode, keyId, kind, hash, hint, scopes, allowedIps, createdAt: now }
  await insertKey(sql, { ...row, ...maker })
  return { keyId, key }
}

/** From the database, past every cache; null where no such key was ever issued. */
export async function lookUpKey(context: Context, key: string): Promise<ApiKey | null> {
  const found = readKey(key) === null ? null : await findKey(context.sql, sha256(key))
  return found && withNetworks(found)
}

/** By its id, for what the key has made; null where it is revoked or expired. */
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
