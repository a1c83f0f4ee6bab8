import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The service in its own process, on its own embedded database, for tests from outside: starting,
// stopping, being killed.

const ROOT = join(import.meta.dirname, '..')
/** For a busy machine. */
const START_MS_MAX = 180_000
const CALL_MS_MAX = 180_000

export type Demo = {
  base_url: string
  business_id: string
  test: { secret_key: string; public_key: string; webhook_secret: string }
  dashboard: { url: string; email: string; password: string }
}

export type Started = {
  child: ChildProcess
  baseUrl: string
  demo: Demo
  /** Everything it has printed so far. */
  said: () => string
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answered>
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
export type Answered = { http: number; body: any }

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cowrie-process-'))
  // When tests run as root, the database runs as another user, who needs access.
  chmodSync(folder, 0o755)
  return folder
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

export async function startService(
  folder: string,
  environment: Record<string, string> = {},
  root = ROOT,
): Promise<Started> {
  // Calls use the key in demo.json, even on a database supplied by the caller.
  const started = spawnService(folder, { COWRIE_DEMO: '1', ...environment }, root)
  const baseUrl = await readiness(started)
  const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo
  return {
    ...started,
    baseUrl,
    demo,
    async call(method, path, body) {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${demo.test.secret_key}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_MS_MAX),
      })
      return { http: answer.status, body: await answer.json() }
    },
  }
}

/** Starts a service that must fail; returns its output and exit code. */
export async function failToStart(folder: string, environment: Record<string, string> = {}) {
  const { child, said } = spawnService(folder, environment)
  const started = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX)
  const [code] = await once(child, 'close')
  clearTimeout(started)
  return { code: code as number | null, text: said() }
}

export async function stopService({ child }: Started): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return child.exitCode
}

/** The process id of this folder's PostgreSQL server. */
export function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

function spawnService(folder: string, environment: Record<string, string>, root = ROOT) {
  let text = ''
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    cwd: root,
    // A process group of its own, so that all of it can be killed at once.
    detached: true,
    // The channel ends the service if this process dies.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...plainEnvironment(), PORT: '0', COWRIE_DATA: folder, ...environment },
  })
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  return { child, said: () => text }
}

async function readiness({ child, said }: ReturnType<typeof spawnService>): Promise<string> {
  const late = AbortSignal.timeout(START_MS_MAX)
  while (!late.aborted) {
    const ready = /^Cowrie is ready at (http:\S+)$/m.exec(said())?.[1]
    if (ready !== undefined) return ready
    assert(child.exitCode === null && child.signalCode === null, `It ended:\n${said()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  child.kill('SIGKILL')
  assert.fail(`It was not ready in time:\n${said()}`)
}

/** Drops variables that would point this service at another database, port or test run. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(COWRIE_|NODE_TEST|npm_|DATABASE_URL$|BASE_URL$|HOST$|PORT$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}
