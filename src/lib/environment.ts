import { closeSync, openSync, readSync } from 'node:fs'
import { ConfigError } from './config-error.ts'
import { variables } from './variables.ts'

// The environment before it is understood: settings that stand in files, and names that are no
// setting. No error tells a value: it may be a secret.

export type Environment = Partial<Record<string, string>>

const FILE_BYTES_MAX = 64 * 1024
const WHY: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read by this user',
  EISDIR: 'is a folder',
}
/** Of our own launcher, tests and measurements, and of the client libraries. */
const OTHERS = [
  ...['COWRIE_LAUNCHER', 'COWRIE_WORKER', 'COWRIE_TEST_FILE', 'COWRIE_TEST_POSTGRES'],
  ...['COWRIE_TEST_SCALE', 'COWRIE_KILLS', 'COWRIE_MONTH', 'COWRIE_LIVE_MONTH', 'COWRIE_PICTURES'],
  ...[
    'COWRIE_SCREENSHOTS',
    'COWRIE_WRITE_WAYS',
    'COWRIE_SEED',
    'COWRIE_SOAK_MEMORY',
    'COWRIE_SECRET_KEY',
    'COWRIE_URL',
  ],
]
/** What Kubernetes sets in every container beside a Service that is called cowrie. */
const LINKS = /^COWRIE_(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_\w+)$/
const LINK = /^(tcp|udp|sctp):\/\//

/** Each setting of ours may stand in a file instead: NAME_FILE names it. */
export function withFiles(environment: Environment): Environment {
  const names = Object.keys(variables).filter((name) => /^(COWRIE_|DATABASE_URL$)/.test(name))
  const read = names.flatMap((name) => {
    const path = environment[`${name}_FILE`]?.trim() ?? ''
    if (path === '' || `${name}_FILE` in variables) return []
    if (environment[name]?.trim()) throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`)
    return [[name, readSetting(name, path)]]
  })
  return { ...environment, ...Object.fromEntries(read) }
}

function readSetting(name: string, path: string): string {
  const refuse = (why: string) =>
    new ConfigError(`${name}_FILE must be the path of a readable file, but ${path} ${why}.`)
  // No more is read than is wanted: it may be a device that never ends.
  const bytes = Buffer.alloc(FILE_BYTES_MAX + 1)
  let length = 0
  try {
    const file = openSync(path, 'r')
    try {
      for (let count = -1; count !== 0 && length < bytes.length; length += count) {
        count = readSync(file, bytes, length, bytes.length - length, null)
      }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw refuse(WHY[code] ?? `cannot be read (${code})`)
  }
  const text = bytes.toString('utf8', 0, length).trim()
  if (length > FILE_BYTES_MAX) throw refuse('is larger than 64 KB')
  if (text === '') throw refuse('is empty')
  return text
}

/** A sentence for each name that looks like a setting of ours and is none. */
export function unknownSettings(environment: Environment): string[] {
  const known = Object.keys(variables)
  const all = new Set(known.flatMap((name) => [name, `${name}_FILE`]))
  return Object.entries(environment)
    .filter(([name]) => name.startsWith('COWRIE_') && !all.has(name))
    .filter(([name]) => !OTHERS.includes(name) && !LINKS.test(name))
    .filter(([, value]) => value?.trim() && !LINK.test(value))
    .map(([name]) => `${name} is not a setting of Cowrie: did you mean ${nearest(name, known)}?`)
}

function nearest(name: string, known: string[]): string {
  const distances = known.map((other) => [distance(name, other), other] as const)
  return distances.reduce((best, one) => (one[0] < best[0] ? one : best))[1]
}

/** Letters to insert, delete or replace (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
