import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DAY } from '../platform/clock.ts'
import { findPrograms } from '../platform/embedded-postgres-prepare.ts'
import { initdbOptions } from '../platform/embedded-postgres-settings.ts'
import { listFunctions } from '../platform/functions.ts'
import { listMigrations } from '../platform/migrate.ts'

// An ephemeral service begins with a copy of a template: a database after all migrations, without
// any data or key. The first start leaves it in the user's cache folder.
//
// (1) A template is there whole or not at all: it is copied beside its place, flushed to the disk,
//     and renamed. If two are made at once, the first stays.
// (2) It is only copied, never started. Its name is the digest of everything that it is made of.
// (3) What goes wrong with a template costs time only: the database is made without it.

const run = promisify(execFile)

const UNUSED_MS_MAX = 30 * DAY
const UNFINISHED_MS_MAX = 1 * DAY

/** The path of the template for this version. */
export function templatePath(environment: NodeJS.ProcessEnv = process.env): string {
  const home = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
  const cache = environment['XDG_CACHE_HOME'] || join(environment['HOME'] || homedir(), home)
  const made = [
    ...[process.platform, process.arch, process.geteuid?.(), findPrograms().version],
    ...initdbOptions(true),
    ...listMigrations().map((one) => one.hash),
    ...listFunctions().map((one) => one.hash),
  ]
  return join(cache, 'cowrie', `database-${hash('sha256', made.join('\n')).slice(0, 32)}`)
}

/** False if there is no template, or it cannot be copied. Then `data` does not exist. */
export async function copyTemplate(template: string, data: string, now: Date): Promise<boolean> {
  if (!existsSync(template)) return false
  try {
    await copy(template, data)
    await utimes(template, now, now)
    return true
  } catch {
    await rm(data, { recursive: true, force: true })
    return false
  }
}

/**
 * Copies a stopped database. `placed` ends once it is the template: not before it is on the disk,
 * so it may take seconds.
 */
export async function keepTemplate(
  data: string,
  template: string,
  now: Date,
): Promise<{ placed: Promise<void> }> {
  const nothing = { placed: Promise.resolve() }
  let beside: string
  try {
    await mkdir(dirname(template), { recursive: true, mode: 0o700 })
    await removeOld(dirname(template), now)
    beside = await mkdtemp(`${template}.new-`)
    process.on('exit', () => rmSync(beside, { recursive: true, force: true }))
  } catch {
    return nothing
  }
  const copied = join(beside, basename(template))
  try {
    await copy(realpathSync(data), copied)
  } catch {
    await rm(beside, { recursive: true, force: true })
    return nothing
  }
  const place = async () => {
    await run('sync', [])
    await rename(copied, template)
  }
  // Another process may have placed one.
  const placed = place().catch(() => {})
  return { placed: placed.then(() => rm(beside, { recursive: true, force: true })) }
}

export async function forgetTemplate(template: string): Promise<void> {
  await rm(template, { recursive: true, force: true })
}

async function copy(from: string, to: string): Promise<void> {
  const flags = process.platform === 'linux' ? ['-a', '--reflink=auto'] : ['-a']
  await run('cp', [...flags, from, to])
}

/** Templates of other versions, and copies that were never finished. */
async function removeOld(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('database-')) continue
    const path = join(folder, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: now.getTime() }
    const maxMs = name.includes('.new-') ? UNFINISHED_MS_MAX : UNUSED_MS_MAX
    if (now.getTime() - mtimeMs > maxMs) await rm(path, { recursive: true, force: true })
  }
}
