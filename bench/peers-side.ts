import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsOwner } from '../src/platform/db.ts'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import { type Sample, sample } from './measure.ts'
import { FIRST } from './numbers.ts'
import type { PostOptions } from './payloads.ts'
import { costOf, type Service } from './service.ts'
import type { Worker } from './worker.ts'

// What the sides of bench/peers.ts have in common: programs that are started and stopped, databases
// on the one PostgreSQL server, and rows that are loaded over HTTP.

const READY_MS_MAX = 180_000
const POLL_MS = 200
const STOP_MS_MAX = 10_000
const SETUP_AT_ONCE = 4
const TRIES = 10
const TRY_AGAIN_MS = 2_000

export type Work = 'posting' | 'settlement' | 'hot account' | 'webhook'

export type PeerRow = {
  work: Work
  name: string
  run: (connections: number, seconds: number) => Promise<Sample>
}

export type Bench = {
  service: Service
  http: Worker<HttpLoad, HttpMeasured>
  /** For what the programs write. */
  folder: string
  /** Of the programs, by the names of the arguments. */
  paths: Record<string, string>
  onStop: (stop: () => Promise<void>) => void
}

type Program = { pid: number; failed: () => boolean }
type Cost = Service['cost']

/** Its output goes to a file of its name in the folder. It has the same priority as we have. */
export function startProgram(
  { folder, onStop }: Pick<Bench, 'folder' | 'onStop'>,
  name: string,
  command: string[],
  environment: Record<string, string> = {},
): Program {
  const output = openSync(join(folder, `${name}.log`), 'a')
  const [file, ...args] = command as [string, ...string[]]
  const child = spawn(file, args, {
    cwd: folder,
    stdio: ['ignore', output, output],
    // A group of its own: some are a script around the program.
    detached: true,
    env: { ...process.env, HOME: folder, ...environment },
  })
  let isOver = false
  const over = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error'] as const) {
      child.once(event, () => {
        isOver = true
        resolve()
      })
    }
  })
  onStop(async () => {
    if (isOver) return
    const end = (signal: NodeJS.Signals) => process.kill(-child.pid!, signal)
    end('SIGTERM')
    const impatience = setTimeout(() => end('SIGKILL'), STOP_MS_MAX)
    await over
    clearTimeout(impatience)
  })
  return { pid: child.pid ?? 0, failed: () => isOver }
}

/** To the end. */
export async function runProgram(...started: Parameters<typeof startProgram>): Promise<void> {
  const program = startProgram(...started)
  await until(`${started[1]} to end`, async () => program.failed())
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < READY_MS_MAX; waited += POLL_MS) {
    if (await isSo().catch(() => false)) return
    await pause(POLL_MS)
  }
  throw new Error(`waited in vain for ${what}`)
}

/** Answers, whatever it says. */
export async function isReady(url: string): Promise<boolean> {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  return status < 500
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** An empty database on the service's server. */
export async function makeDatabase({ service }: Bench, database: string): Promise<string> {
  const { host, port, user } = service.postgres
  const sql = connectAsOwner(service.postgres)
  await sql.unsafe(`create database ${database}`)
  await sql.end()
  const at = `host=${encodeURIComponent(host)}&port=${port}`
  return `postgres://${user}@/${database}?${at}&sslmode=disable`
}

/** Statistics for the planner: what was loaded a moment ago has none yet, whoever loaded it. */
export async function analyzeAll({ postgres }: Service): Promise<void> {
  const sql = connectAsOwner(postgres)
  const names = await sql<{ database: string }[]>`
    select datname as database from pg_database where datallowconn and not datistemplate
  `
  await sql.end()
  for (const { database } of names) {
    const one = connectAsOwner({ ...postgres, database })
    await one`analyze`
    await one.end()
  }
}

/** Redis as it must be where it is a store: nothing is answered before it is on the disk. */
export async function startRedis(bench: Bench, name: string): Promise<Program & { port: number }> {
  const port = await freePort()
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '']
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--appenddirname', name]
  const command = [bench.paths['redis']!, ...settings, ...durable, '--dir', bench.folder]
  return { ...startProgram(bench, name, command), port }
}

/** `own` is the peer itself, `stores` is what it keeps its data in besides PostgreSQL. */
export function costOfPrograms(own: Program[], stores: Program[], postgres: Service | null): Cost {
  return async () => {
    const [service, kept, server] = await Promise.all([
      microsOf(own),
      microsOf(stores),
      postgres?.cost() ?? { databaseMicros: 0 },
    ])
    if (server === null) return null
    return { serviceMicros: service, databaseMicros: kept + server.databaseMicros }
  }
}

async function microsOf(programs: Program[]): Promise<number> {
  const costs = await Promise.all(programs.map(({ pid }) => costOf(pid)))
  return costs.reduce((sum, cost) => {
    return sum + (cost === null ? 0 : cost.serviceMicros + cost.databaseMicros)
  }, 0)
}

export function httpRow(
  bench: Bench,
  row: Pick<PeerRow, 'work' | 'name'>,
  cost: Cost,
  options: PostOptions,
): PeerRow {
  const [hostname, port] = options.host.split(':') as [string, string]
  let next = FIRST
  const run = async (connections: number, seconds: number) =>
    sample({ service: { cost } }, async () => {
      const measured = await bench.http.run({
        connections,
        warmUpSeconds: 0,
        seconds,
        perSecond: null,
        host: hostname,
        port: Number(port),
        numbers: { kind: 'next', first: next },
        payload: { module: './payloads.ts', name: 'anyPost', options },
      })
      next += measured.all
      return measured
    })
  return { ...row, run }
}

/** What is set up while others have the machine may be refused as too much. */
export async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (tries === TRIES || !(error as Error).message.includes('503')) throw error
      await pause(TRY_AGAIN_MS)
    }
  }
}

/** So many at once, as fast as they are answered. */
export async function each<Item>(items: Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const work = async () => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: SETUP_AT_ONCE }, work))
}

export async function ask(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<void> {
  await patiently(async () => {
    const response = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 300)}`)
  })
}
