import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { verifyBooks } from '../../src/operator/books.ts'
import { connectAsOwner, type Database } from '../../src/platform/db.ts'
import { moneyHolds } from '../money.ts'
import { createDatabase, dropDatabase, SERVER } from '../support.ts'

// The service as `npm start` starts it, on a new database of the tests' server. It ends with this
// process, however that ends, because the channel between them breaks. test/start.full.test.ts
// tests the start with its own database.

/** For a busy machine. */
const START_MS_MAX = 180_000
const STOP_MS_MAX = 180_000
const CALL_MS_MAX = 180_000

const ROOT = join(import.meta.dirname, '../..')

type Demo = {
  base_url: string
  test: { secret_key: string; public_key: string; webhook_secret: string }
  dashboard: { url: string; email: string; password: string }
}

export type Answer = {
  http: number
  status: string
  code?: string
  data: Record<string, unknown>
}

export type Service = {
  baseUrl: string
  demo: Demo
  /** Calls the API as the business's server, with the secret key of test mode. */
  call: (method: string, path: string, body?: object) => Promise<Answer>
  /** Connects as the owner of the tables, for what no call can do, such as letting time pass. */
  sql: Database
  /** Verifies all of the books, not only the ledger. */
  verifyLedger: () => Promise<void>
  stop: () => Promise<void>
}

/** `more`: additional environment variables. */
export async function startService(more: NodeJS.ProcessEnv = {}): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'cowrie-browser-'))
  // When tests run as root, the database runs as another user, who needs access.
  chmodSync(folder, 0o755)
  const database = await createDatabase()
  const { host, port, user } = SERVER
  const environment = {
    ...plainEnvironment(),
    ...more,
    PORT: '0',
    COWRIE_DATA: folder,
    COWRIE_DEMO: '1',
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${host}`,
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const baseUrl = await readiness(child)
  const demo = read<Demo>(join(folder, 'demo.json'))
  assert.equal(demo.base_url, baseUrl, 'demo.json says where the service is')
  const sql = connectAsOwner({ ...SERVER, database })

  return {
    baseUrl,
    demo,
    sql,
    call: (method, path, body) => call(`${baseUrl}/api/v1${path}`, method, demo, body),
    verifyLedger: () => moneyHolds(async () => assert.deepEqual(await verifyBooks(sql), [])),
    async stop() {
      await sql.end({ timeout: 5 })
      const killed = await end(child)
      await dropDatabase(database)
      rmSync(folder, { recursive: true, force: true })
      assert(!killed, 'the service ends when it is asked to')
      assert.equal(child.exitCode, 0)
    },
  }
}

/** Drops variables that would point this service at another database, port or test run. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(COWRIE_|NODE_TEST|npm_|DATABASE_URL$|BASE_URL$|HOST$|PORT$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

function readiness(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const give = (why: string) => {
      clearTimeout(late)
      child.kill('SIGKILL')
      reject(new Error(`The service ${why}:\n${text}`))
    }
    const late = setTimeout(give, START_MS_MAX, 'was not ready in time')
    child.once('error', (error) => give(`could not be started (${error.message})`))
    const ended = () => give('ended before it was ready')
    child.once('exit', ended)
    child.stderr!.on('data', (chunk) => {
      text += chunk
    })
    child.stdout!.on('data', (chunk) => {
      text += chunk
      const ready = /^Cowrie is ready at (http:\S+)$/m.exec(text)?.[1]
      if (ready === undefined) return
      clearTimeout(late)
      // Removes only this listener: the process still writes output when it stops, and `end` waits
      // for its exit.
      child.off('exit', ended)
      resolve(ready)
    })
  })
}

/** True if it had to be killed. */
async function end(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return false
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const late = AbortSignal.timeout(STOP_MS_MAX)
  late.onabort = () => child.kill('SIGKILL')
  await exited
  late.onabort = null
  return child.signalCode === 'SIGKILL'
}

async function call(url: string, method: string, demo: Demo, body?: object): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${demo.test.secret_key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  })
  return { http: answer.status, ...((await answer.json()) as Omit<Answer, 'http'>) }
}

function read<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, 'utf8')) as Value
}

/** Polls until `look` finds something; for changes that another process makes. */
export async function eventually<Value>(
  what: string,
  look: () => Promise<Value | null | undefined> | Value | null | undefined,
  msMax = 120_000,
): Promise<Value> {
  const end = performance.now() + msMax
  while (performance.now() < end) {
    const found = await look()
    if (found !== null && found !== undefined) return found
    await pause(25)
  }
  assert.fail(`${what}, within ${msMax} ms`)
}
