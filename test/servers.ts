// PostgreSQL servers with their own settings, such as TLS or a standby. They use the embedded
// PostgreSQL's programs and start from its data directory.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Account,
  chooseAccount,
  findPrograms,
  preparePrograms,
} from '../src/platform/embedded-postgres-prepare.ts'
import { children, killTree, start } from './embedded-postgres.ts'

const START_MS_MAX = 120_000

export type Server = {
  data: string
  port: number
  /** Reached through `127.0.0.1`. */
  url: string
  /** Kills all its processes with -9. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** A data directory as the service creates it, with no server running on it. */
export async function givenData(data: string): Promise<string> {
  const server = await start(data)
  await server.stop()
  return data
}

/** Writes a file into the data directory that only the server may read. */
export function writeInto(data: string, name: string, text: string): string {
  const path = join(data, name)
  writeFileSync(path, text, { mode: 0o600 })
  const { uid, gid } = statSync(data)
  chownSync(path, uid, gid)
  return path
}

/** Follows the primary on this port from the moment of the copy. Stop the copied server first. */
export function copyAsStandby(data: string, copy: string, primaryPort: number): string {
  execFileSync('cp', ['-a', data, copy])
  writeInto(copy, 'standby.signal', '')
  const from = `host=127.0.0.1 port=${primaryPort} user=postgres application_name=standby`
  appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  return copy
}

export async function startServer(
  data: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<Server> {
  const account = chooseAccount(data)
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // Same as the data's primary: a standby may not have fewer.
    max_connections: '200',
    shared_buffers: '32MB',
    dynamic_shared_memory_type: 'mmap',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = run(data, account, options)
  children.push(child)
  await untilReady(data, child)
  const ended = once(child, 'exit')
  return {
    data,
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async kill() {
      killTree(child.pid!)
      await ended
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
      await ended
    },
  }
}

function run(data: string, account: Account, options: string[]): ChildProcess {
  const { native } = preparePrograms(findPrograms(), account, dirname(data))
  const log = openSync(`${data}.log`, 'a')
  try {
    return spawn(join(native, 'bin/postgres'), ['-D', data, ...options], {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

/** A primary reports `ready`, a standby `standby` once it can be read. */
async function untilReady(data: string, child: ChildProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < START_MS_MAX && child.exitCode === null; waitedMs += 20) {
    const [owner, , , , , , , state = ''] = read(join(data, 'postmaster.pid')).split('\n')
    if (Number(owner) === child.pid && /^(ready|standby)/.test(state)) return
    await pause(20)
  }
  throw new Error(`it is not ready: ${read(`${data}.log`).slice(-2_000)}`)
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** A port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
