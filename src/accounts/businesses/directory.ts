import type { Context, Scope } from '../../core/context.ts'
import type { Database } from '../../platform/db.ts'
import { isWithin } from '../../platform/networks.ts'
import { refuse } from '../../platform/refusal.ts'
import { sha256Base64 } from '../../platform/secrets.ts'
import { findSettings, findSettingsVersion, type ModeSettings } from './businesses.sql.ts'
import { type ApiKey, type KeyId, type KeyUse, updateLastUsed } from './keys.sql.ts'
import { isExpired, lookUpKey } from './keys.ts'

// A cache of keys and settings, because every request needs them. Each process reads the settings
// version twice a second and drops the cache when it has changed or cannot be read. So a revoked
// key is refused within a second in every process.
//
// The last use of a key is kept in memory and written by a job once a minute. Uses that are not
// written when a process dies are lost.

const POLL_MS = 500
const ENTRIES_MAX = 10_000
const USES_PER_STATEMENT = 1_000

type Directory = {
  /** By digest: keys themselves are not kept in memory. */
  keys: Map<string, ApiKey>
  /** Not written yet. */
  uses: Map<KeyId, KeyUse>
  settings: Map<string, ModeSettings>
  /** Rises when the cache is dropped: answers to earlier queries are then not cached. */
  age: number
  timer: NodeJS.Timeout
}

const directories = new WeakMap<Database, Directory>()

/** The key and its settings, if both are cached: the path of nearly every request. */
export function recall(
  context: Context,
  key: string,
): { key: ApiKey; settings: ModeSettings } | undefined {
  const { keys, settings } = directoryOf(context)
  const found = keys.get(sha256Base64(key))
  if (!found) return undefined
  const its = settings.get(nameOf(found))
  if (!its || isExpired(found, context.now())) return undefined
  return { key: found, settings: its }
}

/** Null for a malformed, unknown, revoked or expired key alike. */
export async function authenticate(context: Context, key: string): Promise<ApiKey | null> {
  const directory = directoryOf(context)
  const found = await cached(directory, directory.keys, sha256Base64(key), () =>
    lookUpKey(context, key),
  )
  return found === null || isExpired(found, context.now()) ? null : found
}

/** Records the use; refuses an address that is not on the key's allow-list. */
export function enterFrom(context: Context, key: ApiKey, address: string): void {
  const { businessId, mode, keyId, networks } = key
  if (networks.length > 0 && !isWithin(networks, address)) refuse('ip_not_allowed')
  const use = { businessId, mode, keyId, usedAt: context.now(), usedFrom: address }
  directoryOf(context).uses.set(keyId, use)
}

/** A job. Uses during the write are written by the next run. */
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
  // Keys are used all the time, so repeating this at once would never end.
  return 0
}

export async function settingsOf(context: Context, scope: Scope): Promise<ModeSettings> {
  return (await settingsIfAny(context, scope)) ?? refuse('not_found')
}

/** Null for an unknown business, which an invented access code can name. */
export async function settingsIfAny(context: Context, scope: Scope): Promise<ModeSettings | null> {
  const directory = directoryOf(context)
  return cached(directory, directory.settings, nameOf(scope), () =>
    findSettings(context.sql, scope),
  )
}

/** Rises when the cache is dropped: other caches of the same data are then stale too. */
export function ageOf(context: Context): number {
  return directoryOf(context).age
}

/** Drops this process's cache at once; other processes follow within a second. */
export function forgetCached(context: Context): void {
  forget(directoryOf(context))
}

/** Ends the polling. A later call starts it again. */
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

async function cached<Value>(
  directory: Directory,
  values: Map<string, Value>,
  name: string,
  find: () => Promise<Value | null>,
): Promise<Value | null> {
  const known = values.get(name)
  if (known !== undefined) return known
  const { age } = directory
  const found = await find()
  if (found === null || directory.age !== age) return found
  if (values.size >= ENTRIES_MAX) values.clear()
  values.set(name, found)
  return found
}

function nameOf({ businessId, mode }: Scope): string {
  return `${businessId} ${mode}`
}
