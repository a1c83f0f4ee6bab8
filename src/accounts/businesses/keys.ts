import { crc32 } from 'node:zlib'
import type { KeyScope } from '../../core/access.ts'
import type { Context, Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { base62, newId, randomBase62 } from '../../platform/ids.ts'
import { networksOf } from '../../platform/networks.ts'
import { type Keyring, type SealedColumn, sha256 } from '../../platform/secrets.ts'
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
  type ListedKey,
  listKeys,
} from './keys.sql.ts'

// Keys: `sk_test_` and 38 characters: 32 random ones of 0–9, A–Z, a–z (190 bits), then the CRC-32
// of everything before. A key of another cell than the first has 39: its cell leads. So a truncated
// or mistyped key is detected without the database. Its SHA-256 is stored, which is enough for
// secrets of 112 bits and more. A live key is shown once. A test key moves no money, so it is
// stored sealed too, and shown until it is revoked or has ended.

const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const HINT_LENGTH = 4

/** The most networks in one allow-list. */
export const ALLOWED_IPS_MAX = 20

/** Show `key` now: it may not be shown again. */
export type IssuedKey = KeyGrant & { keyId: KeyId; key: string; kind: KeyKind; hint: string }

/** In place of what is random, for tests. */
export type Seeded = { textOf(what: string, length: number): string }

const prefixes = { secret: 'sk', public: 'pk' } as const
const FORM = /^(sk|pk)_(test|live)_([1-9a-z]?[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

export function newKey(
  kind: KeyKind,
  mode: Mode,
  random = randomBase62(RANDOM_LENGTH),
  cell = '',
): string {
  const start = `${prefixes[kind]}_${mode}_${cell}${random}`
  return start + checksumOf(start)
}

/** Kind and mode of a well-formed key, issued or not; else null. */
export function readKey(key: string): { kind: KeyKind; mode: Mode } | null {
  const parts = FORM.exec(key)
  if (!parts || checksumOf(key.slice(0, -CHECKSUM_LENGTH)) !== parts[4]) return null
  return { kind: parts[1] === 'sk' ? 'secret' : 'public', mode: parts[2] as Mode }
}

/** What making keys needs of the keyring. */
export type KeyMaking = Pick<Keyring, 'seal' | 'cell'>

type Issuing = {
  grant?: KeyGrant
  /** Null: the service. */
  maker?: KeyMaker | null
  seeded?: Seeded | null
  /** Seals the copy of a test key, and has the cell. Null: a test key is shown once, too. */
  keyring?: KeyMaking | null
}

export async function issueKey(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  kind: KeyKind,
  { grant, maker = null, seeded = null, keyring = null }: Issuing = {},
): Promise<IssuedKey> {
  const random = seeded?.textOf(`${kind} key`, RANDOM_LENGTH)
  const key = newKey(kind, mode, random, keyring?.cell)
  const hint = `${prefixes[kind]}_${mode}_…${key.slice(-HINT_LENGTH)}`
  const keyId = newId<'api_key'>(now)
  const hash = sha256(key)
  const { scopes, allowedIps } = grant ?? {
    scopes: kind === 'secret' ? ['all'] : [],
    allowedIps: [],
  }
  const named = { businessId, mode, keyId }
  const sealedCopy = mode === 'test' && keyring ? keyring.seal(key, boundTo(named)) : null
  const row = { ...named, kind, hash, hint, scopes, allowedIps, createdAt: now, sealedCopy }
  await insertKey(sql, { ...row, ...maker })
  return { keyId, key, kind, hint, scopes, allowedIps }
}

/** With each test key that works and was made to be shown again: see `issueKey`. */
export async function shownKeys(
  { sql, keys, now }: Context,
  scope: Scope,
): Promise<(ListedKey & { key: string | null })[]> {
  const listed = await listKeys(sql, scope)
  return listed.map(({ sealedCopy, ...its }) => {
    const isOver = its.revokedAt !== null || isExpired(its, now())
    const isShown = sealedCopy !== null && !isOver
    return { ...its, key: isShown ? keys.open(sealedCopy, boundTo({ ...scope, ...its })) : null }
  })
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

function boundTo({ businessId, mode, keyId }: Record<keyof Scope | 'keyId', string>): string {
  return `api_key.sealed_copy ${businessId} ${mode} ${keyId}`
}

export const sealedTestKeys: SealedColumn<keyof Scope | 'keyId'> = {
  table: 'api_key',
  column: 'sealed_copy',
  key: ['businessId', 'mode', 'keyId'],
  boundTo,
}

function checksumOf(start: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(start))
  return base62(bytes, CHECKSUM_LENGTH)
}
