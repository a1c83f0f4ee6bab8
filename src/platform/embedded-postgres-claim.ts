import { execFileSync } from 'node:child_process'
import {
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createConnection } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from './clock.ts'
import { EmbeddedPostgresError, sentences } from './embedded-postgres-explain.ts'

// One Cowrie per data directory. The claim is `<data>.lock`, a symbolic link whose target
// identifies the process: a link is created atomically with its content.
//
//   free ──> claimed  [claimDirectory]      claimed ──> free  [release, or the process ends]
//
// (1) A claim is valid while its process lives: same id, same start time, same boot.
// (2) With the claim, a server that still runs here has lost its Cowrie. If a Cowrie started it, it
//     is told to stop and waited for; otherwise it is left alone.
// (3) `postmaster.pid` is never removed: it also names the shared memory in which PostgreSQL looks
//     for processes that survived. If it names no server, its process id is replaced by an
//     impossible one.

export const SERVER_NAME = 'cowrie'
/** Above the largest process id of any kernel. */
export const NO_PROCESS = 99_999_999
export const POLL_MS = 10

const STOP_MS_MAX = 15 * SECOND
const QUIT_AFTER_MS = 10 * SECOND
const DYING_MS_MAX = 2 * SECOND
const SAY_AFTER_MS = 1 * SECOND
const CLAIM_TRIES_MAX = 20

export type Claim = { release(): void }

/** Refuses if another Cowrie runs or starts on this directory. */
export function claimDirectory(dataDirectory: string): Claim {
  const path = `${dataDirectory}.lock`
  const mine = identityOf(process.pid) ?? String(process.pid)
  for (let tries = 0; tries < CLAIM_TRIES_MAX; tries += 1) {
    const holder = readClaim(path)
    if (holder === null) {
      if (makeLink(mine, path)) return { release: () => releaseClaim(path, mine) }
      continue
    }
    const pid = Number.parseInt(holder, 10)
    if (holder === identityOf(pid)) {
      throw new EmbeddedPostgresError(
        sentences.inUse(dataDirectory, `another Cowrie (process ${pid})`),
      )
    }
    removeClaim(path, holder)
  }
  throw new EmbeddedPostgresError(sentences.inUse(dataDirectory, 'another Cowrie'))
}

function readClaim(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code === 'EINVAL') return 'no link'
    throw error
  }
}

function makeLink(target: string, path: string): boolean {
  try {
    symlinkSync(target, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Of two processes that find the same dead claim, the later must not remove the claim of the
 * earlier.
 */
function removeClaim(path: string, expected: string): void {
  const aside = `${path}.${process.pid}`
  try {
    if (readClaim(path) !== expected) return
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = readClaim(aside)
  if (taken !== null && taken !== expected) makeLink(taken, path)
  rmSync(aside, { force: true, recursive: true })
}

function releaseClaim(path: string, mine: string): void {
  try {
    if (readClaim(path) === mine) rmSync(path, { force: true })
  } catch {
    // A leftover names a process that is gone.
  }
}

/** Identifies a process uniquely. Null if there is none; a zombie is none. */
export function identityOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null
  try {
    if (process.platform === 'linux') {
      // The second field is the program's name in parentheses, which can contain anything.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (/[ZXx]/.test(fields[0]!)) return null
      return `${pid}-${fields[19]}-${bootId()}`
    }
    const [state, ...started] = ask(pid, 'stat=,lstart=').split(/\s+/)
    return state!.startsWith('Z') ? null : `${pid}-${started.join('-')}`
  } catch {
    return null
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
}

function ask(pid: number, columns: string): string {
  const options = { encoding: 'utf8', env: { LC_ALL: 'C' }, stdio: 'pipe' } as const
  return execFileSync('/bin/ps', ['-o', columns, '-p', String(pid)], options).trim()
}

/** The command of a server that runs on this directory; null for any other process. */
function serverCommand(pid: number, dataDirectory: string): string | null {
  if (identityOf(pid) === null) return null
  try {
    if (process.platform !== 'linux') {
      const command = ask(pid, 'command=')
      return command.includes('postgres') && command.includes(dataDirectory) ? command : null
    }
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (!/^postgres$/.test(basename(words[0]!))) return null
    return words.includes(dataDirectory) || workingDirectory(pid) === dataDirectory
      ? words.join(' ')
      : null
  } catch {
    return null
  }
}

function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

export type Postmaster = {
  pid: number
  port: number
  socketDirectory: string
  ready: boolean
}

/** The content of `postmaster.pid`; null if there is none. */
export function readPostmaster(dataDirectory: string): Postmaster | null {
  try {
    const lines = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, , , port, socketDirectory] = lines
    return {
      pid: Number(pid),
      port: Number(port),
      socketDirectory: socketDirectory ?? '',
      ready: lines[7]?.trim() === 'ready',
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Stops a server that a killed Cowrie left running, and corrects an outdated lock file. */
export async function endFormerServer(
  dataDirectory: string,
  say: (line: string) => void,
): Promise<void> {
  const former = readPostmaster(dataDirectory)
  if (!former) return
  const command = serverCommand(former.pid, dataDirectory)
  if (command !== null) await endOrphan(former.pid, command, dataDirectory, say)
  const left = readPostmaster(dataDirectory)
  if (!left) return
  const socket = join(left.socketDirectory, `.s.PGSQL.${left.port}`)
  // The server may be invisible, such as in another container with this folder. And one that was
  // killed has no name while its memory is freed, but still accepts connections.
  for (let waitedMs = 0; await answers(socket); waitedMs += POLL_MS) {
    if (waitedMs >= DYING_MS_MAX) {
      const by = 'a PostgreSQL outside of this machine or container'
      throw new EmbeddedPostgresError(sentences.inUse(dataDirectory, by))
    }
    await pause(POLL_MS)
  }
  disown(dataDirectory)
  removeSocket(socket)
}

async function endOrphan(
  pid: number,
  command: string,
  dataDirectory: string,
  say: (line: string) => void,
): Promise<void> {
  const inUse = new EmbeddedPostgresError(
    sentences.inUse(dataDirectory, `another PostgreSQL (process ${pid})`),
  )
  if (!command.includes(`cluster_name=${SERVER_NAME}`)) throw inUse
  const identity = identityOf(pid)
  for (let waitedMs = 0; identityOf(pid) === identity; waitedMs += POLL_MS) {
    if (identity === null) return
    if (waitedMs === 0) signal(pid, 'SIGINT')
    if (waitedMs === SAY_AFTER_MS) {
      say('Waiting for the database of a Cowrie that was killed to shut down ...')
    }
    if (waitedMs === QUIT_AFTER_MS) signal(pid, 'SIGQUIT')
    if (waitedMs >= STOP_MS_MAX) throw inUse
    await pause(POLL_MS)
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

function disown(dataDirectory: string): void {
  const path = join(dataDirectory, 'postmaster.pid')
  const text = readFileSync(path, 'utf8')
  // A full disk has truncated such a file before; PostgreSQL refuses what it cannot parse.
  if (/^\d+\n/.test(text)) writeFileSync(path, text.replace(/^\d+/, String(NO_PROCESS)))
  else rmSync(path)
}

/** Removes the short directory too, which is then empty. */
function removeSocket(socket: string): void {
  rmSync(socket, { force: true })
  rmSync(`${socket}.lock`, { force: true })
  removeSocketDirectory(dirname(socket))
}

export const SHORT_DIRECTORY = 'cowrie-postgres-'

export function removeSocketDirectory(directory: string): void {
  if (!basename(directory).startsWith(SHORT_DIRECTORY)) return
  try {
    rmdirSync(directory)
  } catch {
    // Already gone, or in use by others.
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socket)
    connection.once('connect', () => resolve(true))
    connection.once('error', () => resolve(false))
    connection.once('close', () => resolve(false))
    connection.once('connect', () => connection.destroy())
  })
}
