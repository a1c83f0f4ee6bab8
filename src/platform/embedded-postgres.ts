import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from './clock.ts'
import {
  claimDirectory,
  endFormerServer,
  NO_PROCESS,
  POLL_MS,
  type Postmaster,
  readPostmaster,
  removeSocketDirectory,
  SHORT_DIRECTORY,
  signal,
} from './embedded-postgres-claim.ts'
import {
  EmbeddedPostgresError,
  explainOutput,
  explainSystemError,
  readLog,
  STILL_ENDING,
  sentences,
} from './embedded-postgres-explain.ts'
import {
  type Account,
  chooseAccount,
  findPrograms,
  type Programs,
  placeData,
  preparePrograms,
  SHARED_DIRECTORY,
} from './embedded-postgres-prepare.ts'
import { initdbOptions, PORT, settingsOf, USER } from './embedded-postgres-settings.ts'

// The embedded PostgreSQL: a real server, on a Unix socket only, that ends with the process that
// started it.
//
//   absent ──> initialised  [initialise]  ──> running  [launch]  ──> stopped  [stop]
//                                                └──> stopped  [WATCH: our process is gone]
//
// (1) A data directory exists whole or not at all: `initdb` works beside it, and the result is
//     renamed.
// (2) The server's parent is a small shell that reads a pipe from this process. At its end of file,
//     however this process died, the shell shuts the server down. `stop` closes the pipe.
// (3) Shell and server have their own session: Ctrl-C in a terminal stops the service, which still
//     needs its database to finish.
// (4) One Cowrie per data directory (embedded-postgres-claim.ts).
// (5) fsync and synchronous_commit are on: what was acknowledged survives kill -9 of everything,
//     unless the database is `disposable`.

export { EmbeddedPostgresError }

export type EmbeddedPostgres = {
  /** The directory of the socket, as in libpq. */
  host: string
  port: number
  user: string
  database: string
  firstStart: boolean
  /** The exit code; null if a signal ended it. Before `stop`, the service cannot continue. */
  exited: Promise<number | null>
  /** Rolls back open transactions. */
  stop(): Promise<void>
}

type EmbeddedPostgresOptions = {
  dataDirectory: string
  say: (line: string) => void
  /** For data that root cannot keep in `dataDirectory`. */
  sharedDirectory?: string
  /** The programs of the version that created the data, if it is another one. */
  programs?: Programs
  /** Data may be lost in a crash of the machine, and nothing waits for the disk. */
  disposable?: boolean
}

const DATABASE = 'postgres'
const SOCKET_PATH_BYTES_MAX = process.platform === 'linux' ? 107 : 103
const LOG_BYTES_MAX = 10 * 1024 * 1024
const INITDB_OUTPUT_LENGTH_MAX = 16 * 1024
/** Crash recovery reads up to 1 GB of WAL. */
const START_MS_MAX = 10 * MINUTE
const SAY_AFTER_MS = 2 * SECOND
const QUIT_AFTER_MS = 10 * SECOND
const STILL_ENDING_TRIES_MAX = 50
const STILL_ENDING_PAUSE_MS = 200

/**
 * Runs its arguments and exits with their exit code. At the end of file on its input, it asks them
 * to shut down, every second, because they may not handle signals yet. It leads its own process
 * group, so `kill 0` reaches only the watcher; `wait` leaves no zombie.
 */
const WATCH = `
exec 3<&0
trap '' HUP INT TERM QUIT
"$@" 3<&- </dev/null &
server=$!
{ read -r _ <&3; trap : USR1; while kill -INT $server; do sleep 1; done; } >/dev/null 2>&1 &
exec >/dev/null 2>&1 3<&-
wait $server
code=$?
trap '' USR1
kill -USR1 0
wait
exit $code
`

type Place = {
  data: string
  log: string
  asked: string
  account: Account
  programs: Programs
  disposable: boolean
}
/** `trouble`: why the shell itself could not be started. */
type Watched = { child: ChildProcess; exited: Promise<number | null>; trouble: string[] }

export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { say, sharedDirectory = SHARED_DIRECTORY, disposable = false } = options
  const asked = resolve(options.dataDirectory)
  if (!existsSync(asked) && existsSync(movedDirectory(asked))) {
    throw new EmbeddedPostgresError(sentences.halfMoved)
  }
  try {
    const installed = options.programs ?? findPrograms()
    const account = chooseAccount(asked)
    const data = placeData(asked, account, sharedDirectory, say)
    const claim = claimDirectory(data)
    try {
      const programs = preparePrograms(installed, account, dirname(data))
      const place = { data, log: `${data}.log`, asked, account, programs, disposable }
      const firstStart = !holdsCluster(place)
      await endFormerServer(data, say)
      if (firstStart) await initialise(place, say)
      return { ...(await launchPatiently(place, say, claim.release)), firstStart }
    } catch (error) {
      claim.release()
      throw error
    }
  } catch (error) {
    throw explainSystemError(error, asked)
  }
}

/** Where `npm run upgrade` puts the moved database until it replaces the old one. */
export function movedDirectory(dataDirectory: string): string {
  return `${dataDirectory}.upgraded`
}

/** Whether the directory has a database of ours. Refuses anything else that is not empty. */
function holdsCluster({ data, account, programs }: Place): boolean {
  if (!existsSync(data) || readdirSync(data).length === 0) return false
  const version = join(data, 'PG_VERSION')
  if (!existsSync(version)) throw new EmbeddedPostgresError(sentences.foreign(data))
  const major = readFileSync(version, 'utf8').trim()
  if (major !== programs.major) {
    throw new EmbeddedPostgresError(sentences.otherMajor(data, major, programs.major))
  }
  const { uid, mode } = statSync(data)
  if (uid !== (account?.uid ?? process.geteuid?.())) {
    const owner = uid === 0 ? 'root, and PostgreSQL does not run as root' : `user number ${uid}`
    throw new EmbeddedPostgresError(sentences.forbidden(data, `it belongs to ${owner}`))
  }
  // A copy or a restored backup may be readable by others, which PostgreSQL refuses.
  if (mode & 0o077) chmodSync(data, 0o700)
  return true
}

async function initialise(place: Place, say: (line: string) => void): Promise<void> {
  const { data, log, account, disposable } = place
  removeUnfinished(data)
  say(`Creating the database in ${data} ...`)
  const unfinished = mkdtempSync(`${data}.new-`)
  try {
    if (account) chownSync(unfinished, account.uid, account.gid)
    const arguments_ = [`--pgdata=${unfinished}`, ...initdbOptions(disposable)]
    const { child, exited, trouble } = spawnWatched(place, 'initdb', arguments_, 'pipe')
    let output = ''
    const keep = (text: Buffer) => {
      output = `${output}${text}`.slice(-INITDB_OUTPUT_LENGTH_MAX)
    }
    child.stdout!.on('data', keep)
    child.stderr!.on('data', keep)
    const exitCode = await exited
    output += trouble.join('\n')
    if (exitCode !== 0) throw explainOutput({ output, directory: data, log, exitCode })
    renameSync(unfinished, data)
    flushDirectory(dirname(data))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  try {
    // An initdb of a killed Cowrie may have created its folder again before it ended.
    removeUnfinished(data)
  } catch {
    // A leftover only takes space.
  }
}

/** Left by earlier attempts. */
function removeUnfinished(data: string): void {
  const prefix = `${basename(data)}.new-`
  for (const name of readdirSync(dirname(data))) {
    if (!name.startsWith(prefix)) continue
    rmSync(join(dirname(data), name), { recursive: true, force: true, maxRetries: 10 })
  }
}

function flushDirectory(directory: string): void {
  const folder = openSync(directory, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

type Running = Omit<EmbeddedPostgres, 'firstStart'>

/** If only the postmaster was killed, its processes may live on for a moment. */
async function launchPatiently(
  place: Place,
  say: (line: string) => void,
  release: () => void,
): Promise<Running> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await launch(place, say, release)
    if ('host' in outcome) return outcome
    if (!STILL_ENDING.test(outcome.output) || tries === STILL_ENDING_TRIES_MAX) {
      const { data: directory, log } = place
      throw explainOutput({ ...outcome, directory, log })
    }
    await pause(STILL_ENDING_PAUSE_MS)
    await endFormerServer(place.data, say)
  }
}

async function launch(
  place: Place,
  say: (line: string) => void,
  release: () => void,
): Promise<Running | { output: string; exitCode: number | null }> {
  const { data, log, disposable } = place
  const { file, offset } = openLog(log)
  const host = makeSocketDirectory(place)
  const settings = {
    ...settingsOf(disposable, place.programs.major),
    unix_socket_directories: host,
  }
  const arguments_ = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let watched: Watched
  try {
    watched = spawnWatched(place, 'postgres', ['-D', data, ...arguments_], file)
  } finally {
    closeSync(file)
  }
  const postmaster = await untilReady(data, watched, say)
  if (!postmaster) {
    watched.child.stdin!.destroy()
    const exitCode = await watched.exited
    removeSocketDirectory(host)
    return { output: readLog(log, offset) + watched.trouble.join('\n'), exitCode }
  }
  watched.child.unref()
  const stop = async () => {
    await end(watched, postmaster)
    // If the shell was killed, its server lives on.
    await endFormerServer(data, say)
    removeSocketDirectory(host)
    release()
  }
  let stopping: Promise<void> | null = null
  return {
    host,
    port: PORT,
    user: USER,
    database: DATABASE,
    exited: watched.exited,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

async function untilReady(
  data: string,
  { exited }: Watched,
  say: (line: string) => void,
): Promise<Postmaster | null> {
  let ended = false
  void exited.then(() => {
    ended = true
  })
  for (let waitedMs = 0; !ended && waitedMs < START_MS_MAX; waitedMs += POLL_MS) {
    const postmaster = readPostmaster(data)
    if (postmaster?.ready && postmaster.pid !== NO_PROCESS) return postmaster
    if (waitedMs === SAY_AFTER_MS) say('Waiting for the database to recover ...')
    await pause(POLL_MS)
  }
  return null
}

async function end({ child, exited }: Watched, { pid }: Postmaster): Promise<void> {
  child.ref()
  child.stdin!.destroy()
  const impatience = setTimeout(() => signal(pid, 'SIGQUIT'), QUIT_AFTER_MS)
  await exited
  clearTimeout(impatience)
}

function spawnWatched(
  { programs, account }: Place,
  program: string,
  arguments_: string[],
  output: number | 'pipe',
): Watched {
  const identity = account ? { uid: account.uid, gid: account.gid } : {}
  const command = join(programs.native, 'bin', program)
  const child = spawn('/bin/sh', ['-c', WATCH, 'cowrie', command, ...arguments_], {
    ...identity,
    cwd: '/',
    detached: true,
    // No PGDATA, PGPORT or the like, and no locale that may be missing.
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    stdio: ['pipe', output, output],
  })
  child.stdin!.on('error', () => {})
  // The open pipe must not keep this process alive.
  ;(child.stdin as unknown as { unref(): void }).unref()
  const trouble: string[] = []
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      trouble.push(error.message)
      resolve(null)
    })
    child.once(output === 'pipe' ? 'close' : 'exit', (code) => resolve(code))
  })
  return { child, exited, trouble }
}

function openLog(log: string): { file: number; offset: number } {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_BYTES_MAX) renameSync(log, `${log}.old`)
  const offset = size > LOG_BYTES_MAX ? 0 : size
  return { file: openSync(log, 'a', 0o600), offset }
}

function makeSocketDirectory({ data, account }: Place): string {
  const path = join(data, `.s.PGSQL.${PORT}`)
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return data
  const short = mkdtempSync(`/tmp/${SHORT_DIRECTORY}`)
  if (account) chownSync(short, account.uid, account.gid)
  return short
}
