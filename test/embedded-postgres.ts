// Shared by the tests of the embedded PostgreSQL: a folder, servers and programs in it, and a check
// after each test that no process is left.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createInterface } from 'node:readline'
import { after, afterEach, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from '../src/platform/connection.ts'
import { connectAsOwner, type Database, type Query } from '../src/platform/db.ts'
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../src/platform/embedded-postgres.ts'
import { identityOf } from '../src/platform/embedded-postgres-claim.ts'

export const ROOT = process.geteuid?.() === 0
const WAIT_MS_MAX = 120_000

export let folder = ''
export let said: string[] = []
export let running: EmbeddedPostgres[] = []
export let children: ChildProcess[] = []

/** Gives a test file its own folder, and checks that no test leaves a process in it. */
export function useFolder(): void {
  before(() => {
    folder = realpathSync(mkdtempSync('/tmp/cowrie-embedded-'))
    chmodSync(folder, 0o755)
  })
  afterEach(async () => {
    for (const server of running) await server.stop()
    for (const child of children) child.kill('SIGKILL')
    running = []
    children = []
    said = []
    await until('no process is left', () => processesOf(folder).length === 0)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
}

export async function start(dataDirectory: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory, say: (line) => said.push(line) })
  running.push(server)
  return server
}

export async function refused(dataDirectory: string, sentence: string): Promise<void> {
  await assert.rejects(start(dataDirectory), (error) => {
    assert.ok(error instanceof EmbeddedPostgresError, String(error))
    assert.ok(error.message.includes(sentence), error.message)
    assert.match(error.message, /^[A-Z][^\n]*\.$/)
    return true
  })
}

export async function ask(
  { host, port, user, database }: EmbeddedPostgres,
  questions: (sql: Database) => Query<Row[]>[],
): Promise<Row[][]> {
  const sql = connectAsOwner({ host, port, user, database })
  try {
    const answers: Row[][] = []
    for (const question of questions(sql)) answers.push([...(await question)])
    return answers
  } finally {
    await sql.end()
  }
}

/** A Cowrie in its own process group, as a terminal would start it. */
export function runProgram(dataDirectory: string, body: string): ChildProcess {
  const program = `
    const embedded = await import(${locate('../src/platform/embedded-postgres.ts')})
    const { connectAsOwner } = await import(${locate('../src/platform/db.ts')})
    const dataDirectory = ${JSON.stringify(dataDirectory)}
    const start = () => embedded.startEmbeddedPostgres({ dataDirectory, say: () => {} })
    const connect = ({ host, port, user, database }) =>
      connectAsOwner({ host, port, user, database })
    setInterval(() => {}, 1000)
    ${body}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

const locate = (name: string) => JSON.stringify(import.meta.resolve(name))

export async function lastLine(
  child: ChildProcess,
  enough: (line: string) => boolean,
): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    if (enough(line)) return line
  }
  throw new Error('it ended without the line that was awaited')
}

export async function processNumberOf(
  holder: 'a dead process' | 'a zombie' | 'another program',
): Promise<number> {
  const script =
    holder === 'another program' ? 'echo $$; exec sleep 60' : 'sleep 0 & echo $!; exec sleep 60'
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  const pid = Number(await lastLine(child, () => true))
  if (holder !== 'another program') await until('it is a zombie', () => identityOf(pid) === null)
  if (holder === 'a dead process') {
    child.kill('SIGKILL')
    return 4_000_000
  }
  return pid
}

/**
 * Kills a server with all its processes. Stops it first: a process that it started meanwhile would
 * wait forever for a lock held by a killed one, and keep the server's memory in use.
 */
export function killTree(postmaster: number): void {
  send(postmaster, 'SIGSTOP')
  const children = processes().filter(({ parent }) => parent === postmaster)
  for (const { pid } of children) send(pid, 'SIGKILL')
  send(postmaster, 'SIGKILL')
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has already exited.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

type Process = { pid: number; parent: number; command: string }

export function processes(): Process[] {
  if (process.platform !== 'linux') {
    return execFileSync('/bin/ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
      .filter((match) => match !== null)
      .map(([, pid, parent, command]) => ({
        pid: Number(pid),
        parent: Number(parent),
        command: command!,
      }))
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const status = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
        return [{ pid: Number(pid), parent: Number(status.split(' ')[1]), command }]
      } catch {
        return []
      }
    })
}

export function parentOf(wanted: number): number {
  return processes().find(({ pid }) => pid === wanted)!.parent
}

/** Servers and their shells that use a data directory; zombies have no command. */
export function processesOf(directory: string): Process[] {
  return processes().filter(
    ({ command }) => /postgres|initdb/.test(command) && command.includes(directory),
  )
}

export async function until(what: string, holds: () => boolean): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += 10) {
    assert.ok(waitedMs < WAIT_MS_MAX, `waited for this in vain: ${what}`)
    await pause(10)
  }
}

export async function asSomebodyElse(run: () => Promise<void>): Promise<void> {
  if (!ROOT) return run()
  process.setegid!(65534)
  process.seteuid!(65534)
  try {
    await run()
  } finally {
    process.seteuid!(0)
    process.setegid!(0)
  }
}

export function mountSmallDisk(directory: string, size: string): boolean {
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'cowrie', directory]
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export function fill(path: string): void {
  try {
    for (const bytes of [1024 * 1024, 1024]) {
      try {
        for (;;) appendFileSync(path, Buffer.alloc(bytes))
      } catch {
        // No room for this size; the next one is smaller.
      }
    }
    for (;;) appendFileSync(path, 'x')
  } catch {
    // The disk is full.
  }
}
