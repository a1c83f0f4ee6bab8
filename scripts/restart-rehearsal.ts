import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, fetch as fetchBy } from 'undici'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import {
  newFolder,
  removeFolder,
  type Started,
  startService,
  stopService,
} from '../test/process.ts'
import { freePort } from '../test/servers.ts'

// `npm run restart:rehearsal`: restarts two processes behind haproxy in turn, with the backend of
// docs/operating/readiness.md, while payments are initialized and verified at a fixed rate. No
// request may fail, and none is retried.

const HAPROXY = '/usr/sbin/haproxy'
const PAGE = join(import.meta.dirname, '../docs/operating/readiness.md')
const PAUSE_MS = 3_000
const CALL_MS_MAX = 15_000
const PAYMENT = { amount: 500_000, name: 'Ada Example', email: 'ada@example.com' }
/**
 * A payment is verified this many requests after its initialization; the first verifications find
 * none.
 */
const BEHIND = 601

const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '200' },
  },
})

if (!existsSync(HAPROXY)) {
  say("Install Debian's package: apt-get install haproxy.")
  process.exit(1)
}
const home = newFolder()
const running: Started[] = []
const children: ChildProcess[] = []
try {
  process.exitCode = (await rehearse()) ? 0 : 1
} finally {
  await Promise.all(running.map(stopService))
  for (const child of children) child.kill()
  removeFolder(home)
}
process.exit()

async function rehearse(): Promise<boolean> {
  const dataDirectory = join(home, 'postgres')
  const server = await startEmbeddedPostgres({ dataDirectory, say, disposable: false })
  const [front, database] = [await freePort(), await freePort()]
  const ports = [await freePort(), await freePort()]
  const socket = `${server.host}/.s.PGSQL.${server.port}`
  startBalancer({ front, database, socket }, ports)
  const url = `postgres://${server.user}@127.0.0.1:${database}/postgres`
  for (const port of ports) running.push(await start(url, port))
  const key = running[0]!.demo.test.secret_key
  const load = startLoad(`http://127.0.0.1:${front}`, key)
  let restarts = 0
  while (!load.isOver()) {
    for (const [i, port] of ports.entries()) {
      await pause(PAUSE_MS)
      if (load.isOver()) break
      await stopService(running[i]!)
      running[i] = await start(url, port)
      say(`Restarted ${++restarts} times; ${load.answered()} answered, ${load.failed()} failed.`)
    }
  }
  const { answered, why, slowestMs } = await load.ended
  for (const [reason, count] of why) say(`Failed: ${count} × ${reason}`)
  const failed = load.failed()
  say(`${answered} answered, ${failed} failed, ${restarts} restarts, slowest ${slowestMs} ms.`)
  await Promise.all(running.splice(0).map(stopService))
  await server.stop()
  return failed === 0 && restarts > 1
}

function start(url: string, port: number): Promise<Started> {
  return startService(home, {
    DATABASE_URL: url,
    PORT: `${port}`,
    COWRIE_DRAIN_DELAY: '5',
    COWRIE_MASTER_KEY: 'ef'.repeat(32),
    COWRIE_RATE_LIMIT_PER_SECOND: '100000',
    COWRIE_RATE_LIMIT_BURST: '100000',
    COWRIE_LOG_LEVEL: 'silent',
  })
}

/** Each request at its time, whatever happens to others: one initializes, one verifies. */
function startLoad(baseUrl: string, key: string) {
  const total = Number(values.requests)
  const gapMs = 1_000 / Number(values.rate)
  const dispatcher = new Agent({ connections: 256 })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const why = new Map<string, number>()
  const tally = { begun: 0, answered: 0, failed: 0, slowestMs: 0 }
  const startedAt = performance.now()
  const { promise: ended, resolve } = Promise.withResolvers<typeof tally & { why: typeof why }>()

  const ask = async (number: number) => {
    const [path, body, right] =
      number % 2 === 0
        ? ['initialize', { ...PAYMENT, reference: `restart-${number}` }, 200]
        : [`verify/restart-${number - BEHIND}`, null, number < BEHIND ? 404 : 200]
    const { status, text } = await callBy(`${baseUrl}/api/v1/transactions/${path}`, body)
    if (status !== right) throw new Error(`${status} ${text}`)
  }
  const callBy = async (url: string, body: object | null) => {
    const signal = AbortSignal.timeout(CALL_MS_MAX)
    const posted = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetchBy(url, { dispatcher, headers, signal, ...posted })
    return { status: answer.status, text: await answer.text() }
  }
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor((performance.now() - startedAt) / gapMs))
    for (; tally.begun < due; tally.begun++) {
      const beganAt = performance.now()
      ask(tally.begun)
        .catch((error: Error) => {
          tally.failed += 1
          const reason = `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`
          why.set(reason, (why.get(reason) ?? 0) + 1)
        })
        .finally(() => {
          tally.answered += 1
          tally.slowestMs = Math.round(Math.max(tally.slowestMs, performance.now() - beganAt))
          if (tally.answered < total) return
          clearInterval(timer)
          void dispatcher.close()
          resolve({ ...tally, why })
        })
    }
  }, 2)
  return {
    ended,
    isOver: () => tally.begun === total,
    answered: () => tally.answered,
    failed: () => tally.failed,
  }
}

/** The page's backend, with our servers in place of its two. */
function startBalancer(on: { front: number; database: number; socket: string }, ports: number[]) {
  const [one, two] = ports
  const backend = /```\n(backend cowrie[\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))![1]!
  const ours = backend
    .replace('10.0.0.1:4000', `127.0.0.1:${one}`)
    .replace('10.0.0.2:4000', `127.0.0.1:${two}`)
  const text = `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend public
  bind 127.0.0.1:${on.front}
  default_backend cowrie
${ours}
listen database
  mode tcp
  bind 127.0.0.1:${on.database}
  server embedded unix@${on.socket}
`
  const path = join(home, 'haproxy.cfg')
  writeFileSync(path, text)
  const child = spawn(HAPROXY, ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
}
