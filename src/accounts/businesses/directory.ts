import type { Context, Scope } from '../../core/context.ts'
import type { Database } from '../../platform/db.ts'
import { isWithin } from '../../platform/networks.ts'
import { refuse } from '../../platform/refusal.ts'
import { sha256Base64 } from '../../platform/secrets.ts'
import { findSettings, findSettingsVersion, type ModeSettings } from './businesses.sql.ts'
import { type ApiKey, type KeyId, type KeyUse, updateLastUsed } from './keys.sql.ts'
import { isExpired, lookUpKey } from './keys.ts'

// Keys and settings in the memory of this process, because every request needs them. Each process
// asks for the settings version twice a second; when it has changed, or cannot be had, everything
// is forgotten. So a revoked key is refused within a second in every process.
//
// When a key was last used, and from where, is noted in memory, which costs a request next to
// nothing, and written down by a job once a minute. What a process has not written yet when it
// ends is lost.

const POLL_MS = 500
const ENTRIES_MAX = 10_000
const USES_PER_STATEMENT = 1_000

type Directory = {
  keys: Map<string, ApiKey>
  /** Not written down yet. */
  uses: Map<KeyId, KeyUse>
  settings: Map<string, ModeSettings>
  /** Rises whenever everything is forgotten: what was asked for before that is not kept. */
  age: number
  timer: NodeJS.Timeout
}

const directories = new WeakMap<Database, Directory>()

/**
 * The key with its settings where both are in memory and good: the way of nearly every request.
 * Undefined where the database must be asked.
 */
export function recall(
  context: Context,
  key: string,
): { key: ApiKey; settings: ModeSettings } | undefined {
  const { keys, settings } = directoryOf(context)
  const found = keys.get(digestOf(key))
  if (!found) return undefined
  const its = settings.get(nameOf(found))
  if (!its || isExpired(found, context.now())) return undefined
  return { key: found, settings: its }
}

/** Null for a key that is malformed, unknown, revoked or expired: one answer for all. */
export async function authenticate(context: Context, key: string): Promise<ApiKey | null> {
  const directory = directoryOf(context)
  const digest = digestOf(key)
  const found =
    directory.keys.get(digest) ?? (await keepKey(directory, digest, lookUpKey(context, key)))
  return found === null || isExpired(found, context.now()) ? null : found
}

/**
 * Lets a key in from this address, and notes it; refused where the key's allow-list does not hold
 * the address. What is refused was no use.
 */
export function enterFrom(context: Context, key: ApiKey, address: string): void {
  const { businessId, mode, keyId, networks } = key
  if (networks.length > 0 && !isWithin(networks, address)) refuse('ip_not_allowed')
  const use = { businessId, mode, keyId, usedAt: context.now(), usedFrom: address }
  directoryOf(context).uses.set(keyId, use)
}

/** A job. What is used while it writes is written the next time. */
export async function writeUses(context: Context): Promise<number> {
  const directory = directoryOf(context)
  const uses = [...directory.uses.values()]
  for (let i = 0; i < uses.length; i += USES_PER_STATEMENT) {
    const some = uses.slice(i, i + USES_PER_STATEMENT)
    await updateLastUsed(context.sql, some)
    for (const use of some) {
      if (directory.uses.get(use.keyId) === use) directory.uses.delete(use.keyId)
    }
  }
  // Keys are used all the time: to ask for more at once would never end.
  return 0
}

export async function settingsOf(context: Context, scope: Scope): Promise<ModeSettings> {
  return (await settingsIfAny(context, scope)) ?? refuse('not_found')
}

/** Null for a business that never was, as an invented access code can name one. */
export async function settingsIfAny(context: Context, scope: Scope): Promise<ModeSettings | null> {
  const directory = directoryOf(context)
  const name = nameOf(scope)
  return (
    directory.settings.get(name) ??
    (await keepSettings(directory, name, findSettings(context.sql, scope)))
  )
}

/** Rises when everything is forgotten: what others remember from before that may be old too. */
export function ageOf(context: Context): number {
  return directoryOf(context).age
}

/** What was changed here is seen here at once; elsewhere, within a second. */
export function forgetCached(context: Context): void {
  forget(directoryOf(context))
}

/** Ends the asking. What asks afterwards begins anew. */
export function closeDirectory(context: Context): void {
  clearInterval(directories.get(context.sql)?.timer)
  directories.delete(context.sql)
}

function directoryOf(context: Context): Directory {
  const known = directories.get(context.sql)
  if (known) return known
  const timer = setInterval(() => void poll(), POLL_MS).unref()
  const directory: Directory = {
    keys: new Map(),
    uses: new Map(),
    settings: new Map(),
    age: 0,
    timer,
  }
  directories.set(context.sql, directory)

  let version: bigint | null = null
  async function poll(): Promise<void> {
    const found = await findSettingsVersion(context.sql).catch(() => null)
    if (found === null || found !== version) forget(directory)
    version = found
  }
  return directory
}

function forget(directory: Directory): void {
  directory.age += 1
  directory.keys.clear()
  directory.settings.clear()
}

async function keepKey(directory: Directory, digest: string, asked: Promise<ApiKey | null>) {
  const { age, keys } = directory
  const key = await asked
  if (key === null || directory.age !== age) return key
  if (keys.size >= ENTRIES_MAX) keys.clear()
  keys.set(digest, key)
  return key
}

async function keepSettings(
  directory: Directory,
  name: string,
  asked: Promise<ModeSettings | null>,
) {
  const { age, settings } = directory
  const found = await asked
  if (found === null || directory.age !== age) return found
  if (settings.size >= ENTRIES_MAX) settings.clear()
  settings.set(name, found)
  return found
}

/** Keys themselves are not kept, in memory neither. */
function digestOf(key: string): string {
  return sha256Base64(key)
}

function nameOf({ businessId, mode }: Scope): string {
  return `${businessId} ${mode}`
}
