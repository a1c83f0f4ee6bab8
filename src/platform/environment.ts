import { closeSync, openSync, readSync } from 'node:fs'
import { settings } from './settings.ts'
import { edits } from './unknown-parameter.ts'

// The environment before it is read: settings in files, and unknown names.

export type Environment = Partial<Record<string, string>>

/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

const FILE_BYTES_MAX = 64 * 1024
const WHY: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read by this user',
  EISDIR: 'is a folder',
}
/** Names of the launcher, tests, benchmarks and client libraries. */
const OTHERS = (
  'LAUNCHER WORKER TEST_FILE TEST_POSTGRES TEST_SCALE KILLS MONTH LIVE_MONTH PICTURES ' +
  'SCREENSHOTS WRITE_WAYS SEED SOAK_MEMORY FUZZ_REQUESTS FUZZ_SEED SECRET_KEY URL'
)
  .split(' ')
  .map((name) => `COWRIE_${name}`)
/** Set by Kubernetes in every container beside a Service named cowrie. */
const LINKS = /^COWRIE_(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_\w+)$/
const LINK = /^(tcp|udp|sctp):\/\//

/** Each setting may be in a file that NAME_FILE names. */
export function withFiles(environment: Environment): Environment {
  const names = Object.keys(settings).filter((name) => /^(COWRIE_|DATABASE_URL$)/.test(name))
  const read = names.flatMap((name) => {
    const path = environment[`${name}_FILE`]?.trim() ?? ''
    if (path === '') return []
    if (environment[name]?.trim()) throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`)
    return [[name, readSetting(name, path)]]
  })
  return { ...environment, ...Object.fromEntries(read) }
}

function readSetting(name: string, path: string): string {
  const refuse = (why: string) =>
    new ConfigError(`${name}_FILE must be the path of a readable file, but ${path} ${why}.`)
  // Bounded: the file may be an endless device.
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

/** One sentence per name that looks like a setting but is none. */
export function unknownSettings(environment: Environment): string[] {
  const known = Object.keys(settings)
  const all = new Set(known.flatMap((name) => [name, `${name}_FILE`]))
  return Object.entries(environment)
    .filter(([name]) => name.startsWith('COWRIE_') && !all.has(name))
    .filter(([name]) => !OTHERS.includes(name) && !LINKS.test(name))
    .filter(([, value]) => value?.trim() && !LINK.test(value))
    .map(([name]) => `${name} is not a setting of Cowrie: did you mean ${nearest(name, known)}?`)
}

function nearest(name: string, known: string[]): string {
  const distances = known.map((other) => [edits(name, other), other] as const)
  return distances.reduce((best, one) => (one[0] < best[0] ? one : best))[1]
}
