import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connectAsOwner, type DatabaseAddress } from '../src/platform/db.ts'
import { processes } from './embedded-postgres.ts'
import {
  failToStart,
  newFolder,
  postmasterOf,
  removeFolder,
  type Started,
  startService,
  stopService,
} from './process.ts'

const folders: string[] = []
const started: Started[] = []
after(async () => {
  // Whoever uses another's database goes first.
  for (const service of started.reverse()) await stopService(service)
  for (const folder of folders) removeFolder(folder)
})

function givenFolder(): string {
  const folder = newFolder()
  folders.push(folder)
  return folder
}

async function start(folder: string, environment: Record<string, string> = {}): Promise<Started> {
  const service = await startService(folder, environment)
  started.push(service)
  return service
}

const kept = newFolder()
folders.push(kept)
let running: Started | null = null

/** The service of most tests, on a folder that is kept from one to the next. */
async function given(): Promise<Started> {
  running ??= await start(kept)
  return running
}

async function stop(): Promise<number | null> {
  const service = await given()
  running = null
  return stopService(service)
}

const payment = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

test('the first start makes a demo store whose key works, and keeps it for its owner only', async () => {
  const service = await given()

  const { demo, said } = service
  assert.equal(demo.base_url, service.baseUrl)
  assert.match(demo.test.secret_key, /^sk_test_[0-9A-Za-z]{38}$/)
  assert.match(demo.test.public_key, /^pk_test_[0-9A-Za-z]{38}$/)
  assert.match(demo.test.webhook_secret, /^whsec_/)
  assert.equal(demo.dashboard.url, `${service.baseUrl}/dashboard`)
  assert(demo.dashboard.email && demo.dashboard.password)
  assert.equal(statSync(join(kept, 'demo.json')).mode & 0o777, 0o600)
  assert.equal(statSync(join(kept, 'master.key')).mode & 0o777, 0o600)
  assert.equal(said().trimEnd().split('\n').at(-1), `Cowrie is ready at ${service.baseUrl}`)
  const { http } = await service.call('POST', '/api/v1/transactions/initialize', payment)
  assert.equal(http, 200)
})

test('the curl line that it prints works when it is pasted', async () => {
  const service = await given()
  const line = /^curl .*$/m.exec(service.said())?.[0]
  assert(line, 'it prints a curl line')

  const answer = await new Promise<string>((resolve, reject) => {
    // Where there is no curl, the line is taken apart as a shell would.
    const child = spawn('/bin/sh', ['-c', `${CURL}\n${line}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.on('close', () => resolve(text))
    child.on('error', reject)
  })

  assert.equal(JSON.parse(answer).status, 'success', answer)
})

/** A stand-in that speaks enough of curl's language for the line, made of the Node at hand. */
const CURL = `command -v curl >/dev/null || curl() { "${process.execPath}" -e '
const [, url, , auth, , type, , body] = process.argv.slice(1)
const headers = Object.fromEntries([auth, type].map((line) => line.split(": ")))
fetch(url, { method: "POST", headers, body }).then((r) => r.text()).then((t) => console.log(t))
' -- "$@"; }`

test('the second start finds the same store and writes where it is reached now', async () => {
  const first = await given()
  const { body } = await first.call('POST', '/api/v1/transactions/initialize', payment)
  assert.equal(await stop(), 0)

  const second = await given()

  assert.equal(second.demo.test.secret_key, first.demo.test.secret_key)
  assert.equal(second.demo.base_url, second.baseUrl)
  assert(!second.said().includes('sk_test_'), 'keys are shown once')
  const path = `/api/v1/transactions/verify/${body.data.reference}`
  assert.equal((await second.call('GET', path)).http, 200)
})

test('a folder in use, a port in use and a wrong setting are one clear sentence each', async () => {
  await given()
  const taken = createServer().unref().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const untouched = givenFolder()

  const cases: [RegExp, string, Record<string, string>][] = [
    [/in use/, kept, {}],
    [new RegExp(`Port ${port} is in use`), untouched, { PORT: String(port) }],
    [/Nothing can listen there .*Set HOST/, untouched, { HOST: '192.0.2.1' }],
    [/Nothing can listen there .*Set HOST/, untouched, { HOST: 'nowhere.invalid' }],
    [/PORT must be a whole number/, givenFolder(), { PORT: 'many' }],
    [/BASE_URL must be a URL/, givenFolder(), { BASE_URL: 'pay.example.com' }],
    [/COWRIE_MASTER_KEY must be at least 32 bytes/, givenFolder(), { COWRIE_MASTER_KEY: 'abc' }],
    [
      /did not respond/,
      givenFolder(),
      { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', COWRIE_DATABASE_WAIT: '0' },
    ],
  ]
  for (const [sentence, where, environment] of cases) {
    const { code, text } = await failToStart(where, environment)
    assert.equal(code, 1)
    const last = text.trimEnd().split('\n').at(-1) ?? ''
    assert.match(last, sentence)
    assert(!/^\s+at /m.test(text), `no stack: ${text}`)
  }
  assert.deepEqual(readdirSync(untouched), [], 'no database is made for what cannot be served')
  taken.close()
})

test('on a database of its own it starts as well, and two processes share it', async () => {
  const host = await given()
  const address = JSON.parse(readFileSync(join(kept, 'postgres.json'), 'utf8')) as Exclude<
    DatabaseAddress,
    { url: string }
  >
  const sql = connectAsOwner(address)
  await sql`create database apart`
  await sql.end()
  const environment = {
    DATABASE_URL: `postgres://${address.user}@localhost:${address.port}/apart?host=${address.host}`,
    COWRIE_MASTER_KEY: 'cd'.repeat(32),
  }

  const shared = givenFolder()
  const first = await start(shared, environment)
  const second = await start(shared, environment)

  const { body } = await first.call('POST', '/api/v1/transactions/initialize', payment)
  const found = await second.call('GET', `/api/v1/transactions/verify/${body.data.reference}`)
  assert.equal(found.http, 200)
  assert.notEqual(second.baseUrl, first.baseUrl)
  assert.equal(second.demo.test.secret_key, first.demo.test.secret_key)
  assert.notEqual(first.demo.test.secret_key, host.demo.test.secret_key)
  for (const service of [first, second]) await stopService(service)
})

test('asked to stop, it is not ready, finishes what runs, exits 0 and leaves nothing behind', async () => {
  const service = await given()
  const postmaster = postmasterOf(kept)
  assert.equal((await fetch(`${service.baseUrl}/readyz`)).status, 200)
  assert.equal((await fetch(`${service.baseUrl}/healthz`)).status, 200)

  const running = Array.from({ length: 20 }, (_, i) =>
    service.call('POST', '/api/v1/transactions/initialize', { ...payment, reference: `r${i}` }),
  )
  const answers = Promise.allSettled(running)
  await running[0]
  const code = await stop()

  assert.equal(code, 0)
  for (const answer of await answers) {
    // Taken in before the stop: answered. Not yet taken in: refused, never cut in the middle.
    if (answer.status === 'fulfilled') assert.equal(answer.value.http, 200)
  }
  assert(!processes().some(({ pid }) => pid === postmaster), 'the database has stopped too')
})

/** It asks itself to stop while it writes that it is ready. */
const STOPS_AT_ONCE = `
  const { write } = process.stdout
  process.stdout.write = (text, ...more) => {
    if (String(text).startsWith('Cowrie is ready')) process.kill(process.pid, 'SIGTERM')
    return write.call(process.stdout, text, ...more)
  }
`

test('whoever hears that it is ready may stop it at once', async () => {
  const hook = `--import=data:text/javascript,${encodeURIComponent(STOPS_AT_ONCE)}`
  const { code, text } = await failToStart(givenFolder(), { NODE_OPTIONS: hook })
  assert.equal(code, 0, text)
  assert.match(text, /^Stopped\.$/m)
})

test('another master key than the one the database was begun with is refused', async () => {
  await given()
  await stop()

  const { code, text } = await failToStart(kept, { COWRIE_MASTER_KEY: 'ab'.repeat(32) })

  assert.equal(code, 1)
  assert.match(text, /COWRIE_MASTER_KEY is not a key of this database/)
})
