import type { Context, Scope } from '../context.ts'
import type { Database } from '../lib/db.ts'
import { refuse } from '../lib/refusal.ts'
import { sha256 } from '../lib/secrets.ts'
import { findSettings, findSettingsVersion } from './businesses.sql.ts'
import type { ModeSettings } from './businesses.ts'
import { type ApiKey, isExpired, lookUpKey } from './keys.ts'

// Keys and settings in the memory of this process, because every request needs them. Each process
// asks for the settings version twice a second; when it has changed, or cannot be had, everything
// is forgotten. So a revoked key is refused within a second in every process.

const POLL_MS = 500
const ENTRIES_MAX = 10_000

type Directory = {
  keys: Map<string, ApiKey>
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
  if (!found || isExpired(found, context.now())) return undefined
  const its = settings.get(nameOf(found))
  return its && { key: found, settings: its }
}

/** Null for a key that is malformed, unknown, revoked or expired: one answer for all. */
export async function authenticate(context: Context, key: string): Promise<ApiKey | null> {
  const directory = directoryOf(context)
  const digest = digestOf(key)
  const found =
    directory.keys.get(digest) ??
    (await keep(directory, directory.keys, digest, lookUpKey(context, key)))
  return found === null || isExpired(found, context.now()) ? null : found
}

export async function settingsOf(context: Context, scope: Scope): Promise<ModeSettings> {
  const directory = directoryOf(context)
  const name = nameOf(scope)
  const found =
    directory.settings.get(name) ??
    (await keep(directory, directory.settings, name, findSettings(context.sql, scope)))
  return found ?? refuse('not_found')
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
  const directory: Directory = { keys: new Map(), settings: new Map(), age: 0, timer }
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

async function keep<Value>(
  directory: Directory,
  cache: Map<string, Value>,
  name: string,
  asked: Promise<Value | null>,
): Promise<Value | null> {
  const { age } = directory
  const value = await asked
  if (value === null || directory.age !== age) return value
  if (cache.size >= ENTRIES_MAX) cache.clear()
  cache.set(name, value)
  return value
}

/** Keys themselves are not kept, in memory neither. */
function digestOf(key: string): string {
  return sha256(key).toString('base64')
}

function nameOf({ businessId, mode }: Scope): string {
  return `${businessId} ${mode}`
}
