import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../src/platform/clock.ts'
import { connectAsOwner, type DatabaseAddress } from '../src/platform/db.ts'
import { processes } from './embedded-postgres.ts'
import {
  newFolder,
  postmasterOf,
  removeFolder,
  type Started,
  startService,
  stopService,
} from './process.ts'
import { isWhole } from './scale.ts'
import { until } from './support.ts'

// Several processes on one port, as they are seen from outside: as one service.

const PER_SECOND = 50
const BURST = 50
const RATE_MS = 5 * SECOND

const folders: string[] = []
const started: Started[] = []
let shared: { service: Started; folder: string }
/** Whose keys have a low rate. */
let limited: Promise<typeof shared> | null = null
before(async () => {
  // A quick machine asks more often than one key may.
  shared = await start({
    COWRIE_RATE_LIMIT_PER_SECOND: '10000',
    COWRIE_RATE_LIMIT_BURST: '10000',
  })
})
after(async () => {
  for (const service of started) await stopService(service)
  for (const folder of folders) removeFolder(folder)
})

async function start(environment: Record<string, string> = {}) {
  const folder = newFolder()
  folders.push(folder)
  const service = await startService(folder, { COWRIE_PROCESSES: '2', ...environment })
  started.push(service)
  return { service, folder }
}

function workersOf({ child }: Started): number[] {
  return processes()
    .filter(({ parent, command }) => parent === child.pid && command.includes('src/main.ts'))
    .map(({ pid }) => pid)
}

/** On a connection of this agent; connections are handed to the processes in turn. */
function ask(service: Started, agent: Agent, path: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { authorization: `Bearer ${service.demo.test.secret_key}` }
  request(new URL(path, service.baseUrl), { agent, headers }, resolve).on('error', reject).end()
  return promise
}

async function statusOf(service: Started, agent: Agent, path: string): Promise<number> {
  const answer = await ask(service, agent, path)
  await answer.resume().toArray()
  return answer.statusCode!
}

function newAgent(connections: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
}

async function initialize(service: Started, reference: string) {
  const { body } = await service.call('POST', '/api/v1/transactions/initialize', {
    amount: 500_000,
    email: 'ada@example.com',
    name: 'Ada Example',
    reference,
  })
  return body
}

const UNKNOWN = '/api/v1/transactions/verify/nobody-has-it'

test('two processes are one service: one store, one ready line, one port', async () => {
  const { service } = shared

  const { said, demo } = service
  assert.equal(said().match(/Cowrie is ready at/g)?.length, 1)
  assert.equal(said().match(/Demo Store \(test mode\)/g)?.length, 1)
  assert.equal(demo.base_url, service.baseUrl)
  assert.equal(workersOf(service).length, 2)
  const each = newAgent(4)
  const statuses = await Promise.all([1, 2, 3, 4].map(() => statusOf(service, each, UNKNOWN)))
  assert.deepEqual(statuses, [404, 404, 404, 404])
  each.destroy()
})

test('a page that hangs on another process than the payment hears of it at once', async () => {
  const { service } = shared
  const { data } = await initialize(service, 'heard')
  const { body: account } = await service.call(
    'POST',
    `/checkout/${data.access_code}/bank-transfer`,
  )
  const pages = newAgent(8)
  const told = await Promise.all(
    Array.from({ length: 8 }, () => ask(service, pages, `/checkout/${data.access_code}/events`)),
  )
  const texts = told.map((page) => {
    const heard = { text: '', ms: 0 }
    page.setEncoding('utf8').on('data', (text) => {
      heard.text += text
      if (text.includes('"success"')) heard.ms = performance.now()
    })
    return heard
  })
  await until('each page shows that it waits', async () => texts.every(({ text }) => text !== ''))

  const { body: paid } = await service.call('POST', '/api/v1/sandbox/transfers', {
    account_number: account.data.account_number,
    amount: 500_000,
    session_id: 'heard',
  })

  assert.equal(paid.data.status, 'matched')
  await until('each page has heard', async () => texts.every(({ ms }) => ms > 0))
  const between = Math.max(...texts.map(({ ms }) => ms)) - Math.min(...texts.map(({ ms }) => ms))
  // Whoever must look for it does so a second after it was opened, and not before.
  if (isWhole) assert(between < 600, `the last heard ${Math.round(between)} ms after the first`)
  pages.destroy()
})

test('what a key has left is the same in each process', async (t) => {
  const { service } = await start({
    COWRIE_RATE_LIMIT_PER_SECOND: '1',
    COWRIE_RATE_LIMIT_BURST: String(BURST),
  })
  const agent = newAgent(6)
  t.after(() => agent.destroy())
  const counts = new Map<number, number>()
  const askOnce = async () => {
    const status = await statusOf(service, agent, UNKNOWN)
    counts.set(status, (counts.get(status) ?? 0) + 1)
    return status
  }
  const began = performance.now()

  await until('each process refuses it', async () => {
    const statuses = await Promise.all(Array.from({ length: 6 }, askOnce))
    return statuses.every((status) => status === 429)
  })

  // One a second comes back; and each may give a few before it hears of the other.
  const [got, back] = [counts.get(404) ?? 0, (performance.now() - began) / SECOND]
  assert(got >= BURST, `${got} of ${BURST}`)
  assert(got <= BURST * 1.5 + back, `${got} of ${BURST}, and ${back} that came back`)
})

// To its rate for seconds, on a quiet machine.
for (const connections of isWhole ? [64, 1] : []) {
  const over = `${connections} connection${connections > 1 ? 's' : ''}`
  test(`a key that asks three times too often over ${over} gets its rate, once`, async (t) => {
    limited ??= start({
      COWRIE_RATE_LIMIT_PER_SECOND: String(PER_SECOND),
      COWRIE_RATE_LIMIT_BURST: String(BURST),
    })
    const { service } = await limited
    const agent = newAgent(connections)
    const counts = new Map<number, number>()
    const asked: Promise<void>[] = []
    // Connections are opened, and code is compiled, before it counts; the bucket is full again.
    await Promise.all(Array.from({ length: connections }, () => statusOf(service, agent, UNKNOWN)))
    await pause(2 * SECOND)
    const began = performance.now()

    for (let sent = 0; performance.now() - began < RATE_MS; await pause(5)) {
      for (; sent < ((performance.now() - began) * PER_SECOND * 3) / SECOND; sent++) {
        const one = statusOf(service, agent, UNKNOWN).then((status) => {
          counts.set(status, (counts.get(status) ?? 0) + 1)
        })
        asked.push(one)
      }
    }
    await Promise.all(asked)

    const due = BURST + (PER_SECOND * (performance.now() - began)) / SECOND
    const got = counts.get(404) ?? 0
    t.diagnostic(`it got ${(got / due).toFixed(3)} of its rate`)
    assert.equal(got + (counts.get(429) ?? 0), asked.length, JSON.stringify([...counts]))
    assert(got < due * 1.1, `${got} of ${due}`)
    // Alone, a process would give half.
    assert(got > Math.min(due, asked.length) * 0.75, `${got} of ${due}`)
    agent.destroy()
  })
}

test('when a process is killed nothing that was answered is lost, and another takes its place', async () => {
  const { service } = shared
  const [victim, other] = workersOf(service)
  const answered: string[] = []
  let paying = true
  const payers = Array.from({ length: 8 }, async (_, payer) => {
    for (let i = 0; paying; i++) {
      const reference = `k-${payer}-${i}`
      // A connection that breaks leaves its request unanswered, and is no promise.
      const body = await initialize(service, reference).catch(() => null)
      if (body?.status === 'success') answered.push(reference)
    }
  })
  await until('payments come in', async () => answered.length > 50)

  process.kill(victim!, 'SIGKILL')
  const before = answered.length
  await until('payments still come in', async () => answered.length > before + 50)
  await until('another has come', async () => workersOf(service).length === 2)
  assert(workersOf(service).includes(other!), 'the other one went on')
  paying = false
  await Promise.all(payers)

  assert.match(service.said(), new RegExp(`Process ${victim} has ended \\(SIGKILL\\)`))
  for (const reference of answered) {
    const { http } = await service.call('GET', `/api/v1/transactions/verify/${reference}`)
    assert.equal(http, 200, reference)
  }
})

test('a key that is revoked is soon refused by each process', async () => {
  const { service, folder } = shared
  const each = newAgent(6)
  const all = () => Promise.all([1, 2, 3, 4, 5, 6].map(() => statusOf(service, each, UNKNOWN)))
  assert.deepEqual(new Set(await all()), new Set([404]))

  const file = readFileSync(join(folder, 'postgres.json'), 'utf8')
  const sql = connectAsOwner(JSON.parse(file) as DatabaseAddress)
  await sql.begin(async (begun) => {
    await begun`update api_key set revoked_at = now() where kind = 'secret'`
    await begun`update installation set settings_version = settings_version + 1`
  })

  const isRefused = async () => (await all()).every((status) => status === 401)
  await until('each process refuses it', isRefused)
  await sql.end()
  each.destroy()
})

test('asked to stop, all of them finish what runs, and the port is free', async () => {
  const { service, folder } = await start()
  const [workers, postmaster] = [workersOf(service), postmasterOf(folder)]
  const running = Array.from({ length: 20 }, (_, i) => initialize(service, `r${i}`))
  const answers = Promise.allSettled(running)
  await running[0]

  assert.equal(await stopService(service), 0)

  for (const answer of await answers) {
    if (answer.status === 'fulfilled') assert.equal(answer.value.status, 'success')
  }
  const left = processes().filter(({ pid }) => [...workers, postmaster].includes(pid))
  assert.deepEqual(left, [])
  const taken = createServer().listen(Number(new URL(service.baseUrl).port), '127.0.0.1')
  await once(taken, 'listening')
  taken.close()
})

test('where no process comes up again it says so and ends', async () => {
  const folder = newFolder()
  folders.push(folder)
  const file = join(folder, 'none may start')
  const line = ['--disable-warning=ExperimentalWarning', 'test/lost-processes.ts', file]
  const child = spawn(process.execPath, line, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  await until('both are ready', async () => said.includes('ready'))
  writeFileSync(file, '')
  const exited = once(child, 'exit')

  for (const { pid, parent } of processes()) if (parent === child.pid) process.kill(pid, 'SIGKILL')
  const [code] = await exited

  assert.equal(code, 1)
  assert.match(said, /failure 5 in a row in its slot\. No process is left\. Exiting\./)
})

// Each of ten processes reads the whole service before it ends.
if (isWhole) {
  test('a service of which no process comes up again says why, and ends', async () => {
    const { service, folder } = await start()
    // What each needs when it starts.
    writeFileSync(join(folder, 'sandbox-rail.secret'), '')

    for (const pid of workersOf(service)) process.kill(pid, 'SIGKILL')
    const [code] = await once(service.child, 'exit')

    assert.equal(code, 1)
    assert.match(service.said(), /failure 5 in a row in its slot\. No process is left\. Exiting\./)
    assert.match(service.said(), /sandbox-rail\.secret is empty/)
  })
}
