import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

// The service as anyone starts it, in a process of its own on an empty database, with its rate
// limits out of the way: they are what is not measured here.

const START_MS_MAX = 120_000
const STOP_MS_MAX = 60_000
const POLL_MS = 100
const UNLIMITED = '1000000'
const UNLIMITED_PER_MINUTE = '60000000'
const SECRET_BYTES = 32
/** Of a second, in /proc/…/stat. Linux has told programs 100 since long ago. */
const TICKS_PER_SECOND = 100

export type PostgresAddress = { host: string; port: number; user: string; database: string }

export type Service = {
  baseUrl: URL
  secretKey: string
  masterKey: Buffer
  /** What the sandbox's bank signs its notifications with. */
  railSecret: string
  postgres: PostgresAddress
  /** That it was started with. */
  flags: string[]
  pid: number
  /** Processor time used so far; null where there is no /proc. */
  cost: () => Promise<{ serviceMicros: number; databaseMicros: number } | null>
  stop: () => Promise<void>
}

type More = { flags: string[]; environment: Record<string, string> }

const OURS = new URL('..', import.meta.url)

/** `more`: what node and the service are given besides. `root`: the checkout that is started. */
export async function startService(
  more: More = { flags: [], environment: {} },
  root = OURS,
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'cowrie-bench-'))
  // Started by root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  const masterKey = randomBytes(SECRET_BYTES)
  const railSecret = randomBytes(SECRET_BYTES).toString('base64')
  const flags = [...(await startFlags(root)), ...more.flags]
  const child = spawn(process.execPath, [...flags, 'src/main.ts'], {
    cwd: root,
    // The channel ends the service if we are killed.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: '',
      COWRIE_DATA: folder,
      COWRIE_MASTER_KEY: masterKey.toString('base64'),
      COWRIE_SANDBOX_RAIL_SECRET: railSecret,
      COWRIE_RATE_LIMIT_PER_SECOND: UNLIMITED,
      COWRIE_RATE_LIMIT_BURST: UNLIMITED,
      COWRIE_CHECKOUT_RATE_LIMIT_PER_SECOND: UNLIMITED,
      COWRIE_CARD_TRIES_PER_ADDRESS: '1000000',
      COWRIE_IDENTITY_RATE_LIMIT_PER_MINUTE: UNLIMITED_PER_MINUTE,
      ...more.environment,
    },
  })
  const stop = async () => {
    await ended(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const demo = await written(child, join(folder, 'demo.json'))
    const postgres = await written(child, join(folder, 'postgres.json'))
    const cost = () => costOf(child.pid!)
    const baseUrl = new URL(demo.base_url)
    const secretKey: string = demo.test.secret_key
    await knowsItsKey(baseUrl, secretKey)
    const pid = child.pid!
    return { baseUrl, secretKey, masterKey, railSecret, postgres, flags, pid, cost, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function written(child: ChildProcess, path: string) {
  for (let waited = 0; waited < START_MS_MAX; waited += POLL_MS) {
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text !== null) return JSON.parse(text)
    if (child.exitCode !== null) throw new Error('the service ended while it was starting')
    await pause(POLL_MS)
  }
  throw new Error(`the service did not write ${path}`)
}

/** The file is written just before the key is committed. */
async function knowsItsKey(baseUrl: URL, secretKey: string): Promise<void> {
  const headers = { Authorization: `Bearer ${secretKey}` }
  for (let waited = 0; waited < START_MS_MAX; waited += POLL_MS) {
    const { status } = await fetch(new URL('/api/v1/transactions/verify/none', baseUrl), {
      headers,
    })
    if (status === 404) return
    await pause(POLL_MS)
  }
  throw new Error('the service does not know the key in demo.json')
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
  child.kill('SIGTERM')
  await exit
  clearTimeout(impatience)
}

/** The database is whatever descends from the service. */
export async function costOf(pid: number) {
  const known = await allProcesses()
  const service = known.find((process) => process.pid === pid)
  if (!service) return null
  const database = below(known, [pid]).reduce((sum, { micros, endedMicros }) => {
    return sum + micros + endedMicros
  }, 0)
  return { serviceMicros: service.micros, databaseMicros: database }
}

type Process = NonNullable<Awaited<ReturnType<typeof processOf>>>

function below(known: Process[], parents: number[]): Process[] {
  const children = known.filter(({ parent }) => parents.includes(parent))
  if (children.length === 0) return []
  return [
    ...children,
    ...below(
      known,
      children.map(({ pid }) => pid),
    ),
  ]
}

/** Of all that descend from it. */
export async function descendantsOf(pid: number): Promise<number[]> {
  return below(await allProcesses(), [pid]).map((process) => process.pid)
}

async function allProcesses(): Promise<Process[]> {
  const names = await readdir('/proc').catch(() => [])
  const processes = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(processOf))
  return processes.filter((process) => process !== null)
}

/** `endedMicros` is what its children had used that are no more. See proc(5), stat. */
async function processOf(name: string) {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // What comes before is the program's name, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const micros = (...at: number[]) =>
    at.reduce((sum, i) => sum + (Number(fields[i]) * 1_000_000) / TICKS_PER_SECOND, 0)
  const parent = Number(fields[1])
  return { pid: Number(name), parent, micros: micros(11, 12), endedMicros: micros(13, 14) }
}

/** The flags that `npm start` gives to node. */
async function startFlags(root: URL): Promise<string[]> {
  const text = await readFile(new URL('package.json', root), 'utf8')
  const { start } = (JSON.parse(text) as { scripts: { start: string } }).scripts
  return start.match(/--\S+/g) ?? []
}
