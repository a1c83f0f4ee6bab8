import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { verifyWebhook } from '../helpers/webhooks.mjs'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'
import { givenReceiver, type Received, type Receiver, verifiesStandard } from './receiver.ts'
import { until } from './support.ts'

// The command line as a developer has it: a process of its own, beside a service of its own.

const ROOT = join(import.meta.dirname, '..')
const OURS = /^(COWRIE_|NODE_TEST|npm_|DATABASE_URL$|BASE_URL$|HOST$|PORT$)/
/** Nobody listens below 1024 but who is known to. */
const NOBODY = 'http://127.0.0.1:4'

const folder = newFolder()
const elsewhere = newFolder()
let service: Started
before(async () => {
  service = await startService(folder)
})
after(async () => {
  await stopService(service)
  for (const one of [folder, elsewhere]) removeFolder(one)
})

const made = [
  'transaction.success',
  'transaction.failed',
  'transfer.received',
  'bank_transfer.rejected',
  'identity.verified',
  'dedicated_virtual_account.created',
]
test('each event that is triggered arrives at the address that listens, signed', async (t) => {
  const receiver = await givenReceiver()
  const listening = await givenListening(t, receiver)

  for (const event of made) {
    const { code, text } = await run(['trigger', event])
    assert.deepEqual([code, text.startsWith(`${event}: `)], [0, true], text)
    assert.match(text, /^[^\n]+\.\n$/, 'one sentence')
    const request = await until(`${event} arrives`, async () =>
      receiver.received.find(({ body }) => JSON.parse(body).event === event),
    )

    const { id, attempt, created_at } = await verified(request)
    assert.match(id, /^evt_[0-9a-f]{32}$/)
    assert.equal(attempt, 1)
    assert.match(created_at, /^20/)
    assert(await verifiesStandard(request, service.demo.test.webhook_secret))
    const line = new RegExp(`^  200  ${event}  ${id}  [0-9]+ ms$`, 'm')
    await until(`${event} is shown`, async () => line.test(listening.said()))
  }

  const ids = receiver.received.map(({ headers }) => headers['x-service-event-id'])
  assert.equal(new Set(ids).size, ids.length, 'each once')
})

test('an event is triggered although a call to the bank fails first', async () => {
  const before = (await run(['trigger', 'payout.success'])).text
  const late = await run(['trigger', 'payout.success', '--fail', 'payouts.send=timeout'])
  const unknown = await run(['trigger', 'payout.success', '--fail', 'payouts.sent=timeout'])
  const malformed = await run(['trigger', 'payout.success', '--fail', 'timeout'])

  assert.match(before, /^payout\.success: po_\w+ was paid\.$/m)
  assert.match(late.text, /^payout\.success: po_\w+ is pending\.$/m)
  assert.deepEqual([unknown.code, /payouts\.send/.test(unknown.text)], [1, true])
  assert.match(malformed.text, /^--fail must be such as payouts\.send=timeout\.$/m)
})

test('what is passed on is what a delivery to an address is, byte for byte', async (t) => {
  const [passedOn, delivered] = [await givenReceiver(), await givenReceiver()]
  await givenListening(t, passedOn)
  const refused = await run(['trigger', 'webhook.test'])
  assert.deepEqual(refused, {
    code: 1,
    text: 'No webhook URL is set. See PUT /webhooks.\n',
  })

  await setAddress(delivered.url)
  const { code, text } = await run(['trigger', 'webhook.test'])
  await setAddress(null)

  assert.deepEqual([code, /^webhook\.test: evt_\w+ was sent to your URL\.$/m.test(text)], [0, true])
  await Promise.all([passedOn.arrived(1), delivered.arrived(1)])
  const [one, other] = [passedOn.received[0]!, delivered.received[0]!]
  assert.equal(one.body, other.body)
  assert.deepEqual(steady(one), steady(other))
  assert.equal((await verified(one)).id, (await verified(other)).id)
})

test('a body is passed on as it is, whatever ends a line for whom', async (t) => {
  const receiver = await givenReceiver()
  const listening = await givenListening(t, receiver)
  const note = 'one\u2028data: two\u2029three\u0085 😀\\n\r\n\n'
  const metadata = { note, id: '\nid: evt_0\n\ndata: {}\n\n' }
  const { data } = await initialize({ metadata })
  for (let i = 0; i < 5; i++) await decline(data.access_code)

  await receiver.arrived(1)

  const event = await verified(receiver.received[0]!)
  assert.deepEqual([event.event, event.data['metadata']], ['transaction.failed', metadata])
  assert.doesNotMatch(listening.said(), /lost/i)
})

test('what the receiver answers is shown, and that it is not there', async (t) => {
  const receiver = await givenReceiver((n) =>
    n === 1
      ? { status: 500, body: 'no such\n  table' }
      : { status: 308, headers: { location: '/' } },
  )
  const listening = await givenListening(t, receiver)
  const down = await givenListening(t, { url: `${NOBODY}/` })

  for (const shown of [/^! 500 {2}.* ms {2}"no such table"$/m, /^! 308 {2}.* ms$/m]) {
    await run(['trigger', 'dedicated_virtual_account.created'])
    await until(`${shown} is shown`, async () => shown.test(listening.said()))
  }

  assert.equal(receiver.received.length, 2, 'a redirect is not followed')
  const refused =
    /^! --- {2}dedicated_virtual_account\.created {2}evt_\w+ {2}\d+ ms {2}ECONNREFUSED$/m
  await until('both are shown', async () => refused.test(down.said()))
})

test('a restart of the service is survived, and what happened meanwhile comes once', async (t) => {
  const receiver = await givenReceiver()
  const listening = await givenListening(t, receiver)
  await run(['trigger', 'identity.verified'])
  await receiver.arrived(1)

  const { port } = new URL(service.baseUrl)
  await stopService(service)
  await until('the service is missed', async () => /Connection lost: E/.test(listening.said()))
  service = await startService(folder, { PORT: port })
  await run(['trigger', 'identity.verified'])
  await until('it is connected again', async () => /^Reconnected\.$/m.test(listening.said()))
  await receiver.arrived(2)
  await run(['trigger', 'identity.verified'])
  await receiver.arrived(3)

  const ids = receiver.received.map(({ headers }) => headers['x-service-event-id'])
  assert.deepEqual([ids.length, new Set(ids).size], [3, 3])
})

type Case = [what: string, given: string[], code: number, said: RegExp]
const wrong: Case[] = [
  ['there is no key', ['listen', '--forward-to', NOBODY], 2, /^No key\. Pass --key sk_test_/],
  ['the key is of live mode', ['--key', 'sk_live_x', 'trigger', 'webhook.test'], 2, /sk_test_…\.$/],
  ['the key is a public one', ['--key', 'pk_test_x', 'trigger', 'webhook.test'], 2, /sk_test_…\.$/],
  [
    'nobody says where to',
    ['--key', 'sk_test_x', 'listen'],
    2,
    /^Add the URL to forward to: --forward-to/,
  ],
  [
    'the receiver has no address',
    ['--key', 'sk_test_x', 'listen', '--forward-to', 'localhost:3000'],
    2,
    /^--forward-to must be a URL such as/,
  ],
  [
    'the service has no address',
    ['--key', 'sk_test_x', '--url', 'localhost:4000', 'trigger', 'webhook.test'],
    2,
    /^localhost:4000 is not a URL\./,
  ],
  [
    'there is no such event',
    ['--key', 'sk_test_x', 'trigger', 'payout.maybe'],
    2,
    /^Unknown event: payout\.maybe$/,
  ],
  ['there is no such command', ['--key', 'sk_test_x', 'lisen'], 2, /^Unknown command: lisen$/],
  ['there is no such flag', ['listen', '--forwardto', 'x'], 2, /^Unknown option '--forwardto'/],
  [
    'the service is not there',
    ['--key', 'sk_test_x', '--url', NOBODY, 'trigger', 'webhook.test'],
    1,
    /^http:\/\/127\.0\.0\.1:4 is not responding: ECONNREFUSED$/,
  ],
]
for (const [what, given, code, said] of wrong) {
  test(`where ${what}, it is said in one sentence`, async () => {
    const ended = await run(given, { COWRIE_DATA: elsewhere })
    assert.equal(ended.code, code, ended.text)
    const [first = '', next = ''] = ended.text.split('\n')
    assert.match(first, said)
    assert.equal(next, '', 'and nothing else but how it is used')
    assert.doesNotMatch(ended.text, /^ {4}at /m)
  })
}

test('a key that the service does not know is told as the service says it', async () => {
  const key = ['--key', 'sk_test_nobody', '--url', service.baseUrl]
  for (const command of [
    ['listen', '--forward-to', NOBODY],
    ['trigger', 'webhook.test'],
  ]) {
    const { code, text } = await run([...key, ...command], { COWRIE_DATA: elsewhere })
    assert.equal(code, 1)
    assert.match(text, /^[A-Z][^\n]*key[^\n]*\.\n$/)
  }
})

test('another server is not taken for the service', async () => {
  const other = await givenReceiver(() => ({ status: 200, body: '<h1>Hello</h1>' }))
  const at = ['--key', 'sk_test_x', '--url', new URL(other.url).origin]
  const { code, text } = await run([...at, 'listen', '--forward-to', NOBODY])
  assert.equal(code, 1)
  assert.match(text, /^http:\S+ returned status 200\. Is this the right URL\?\n$/)
})

test('while the service is not there, listening says so and goes on', async (t) => {
  const at = ['--key', 'sk_test_x', '--url', NOBODY]
  const waiting = start([...at, 'listen', '--forward-to', NOBODY])
  t.after(() => end(waiting))
  const line = /^The service is not responding: ECONNREFUSED$/gm
  await until('it has asked twice', async () => waiting.said().match(line)?.length === 2)
  assert.equal(waiting.child.exitCode, null)
})

test('a connection that is made anew goes on where the first began, to the millisecond', async (t) => {
  const since: (string | null)[] = []
  const began = '2026-01-01T00:00:00.900Z'
  const busy = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url!, NOBODY)
    if (pathname !== '/api/v1/events/stream') return void response.writeHead(404).end()
    since.push(searchParams.get('since'))
    const head = { 'content-type': 'text/event-stream', 'x-service-since': began }
    response.writeHead(200, { ...head, date: 'Thu, 01 Jan 2026 00:00:00 GMT' }).end()
  })
  await once(busy.listen(0, '127.0.0.1'), 'listening')
  t.after(() => busy.close())
  const { port } = busy.address() as AddressInfo
  const at = ['--key', 'sk_test_x', '--url', `http://127.0.0.1:${port}`]
  const listening = start([...at, 'listen', '--forward-to', NOBODY])
  t.after(() => end(listening))

  await until('it has come back', async () => since.length >= 2)

  assert.deepEqual(since.slice(0, 2), [null, began])
})

test('listening prints the webhook secret of the demo store, and the end of any other', async (t) => {
  const receiver = await givenReceiver()
  const secret = service.demo.test.webhook_secret
  const listening = await givenListening(t, receiver)
  assert(listening.said().includes(`\nWebhook secret: ${secret}\n`), listening.said())

  const given = ['--key', service.demo.test.secret_key, '--url', service.baseUrl]
  const where = { COWRIE_DATA: elsewhere }
  const other = start([...given, 'listen', '--forward-to', receiver.url], where)
  t.after(() => end(other))
  await until('it listens', async () => other.said().includes('dashboard'))
  assert(
    other.said().includes(`\nWebhook secret: whsec_…${secret.slice(-4)} (copy it`),
    other.said(),
  )
})

test('triggering without an event lists the events, and needs no key', async () => {
  const { code, text } = await run(['trigger'], { COWRIE_DATA: elsewhere })
  assert.equal(code, 0)
  for (const event of [...made, 'webhook.test']) assert(text.includes(`\n  ${event}\n`), event)
})

test('whoever has logged in needs no key, and sends it to no other service', async (t) => {
  const config = newFolder()
  t.after(() => removeFolder(config))
  const given = { COWRIE_DATA: elsewhere, XDG_CONFIG_HOME: config, HOME: config }
  const { test: demo } = service.demo
  const address = ['--url', `${service.baseUrl}/`]

  const wrong = await run(['login', '--key', `sk_test_${'a'.repeat(40)}`, ...address], given)
  assert.equal(wrong.code, 1)
  assert.equal((await run(['trigger', 'transaction.success'], given)).code, 2, 'nothing is stored')

  const { code, text } = await run(['login', '--key', demo.secret_key, ...address], given)
  assert.equal(code, 0, text)
  const path = join(config, 'cowrie/login.json')
  assert(text.includes(path) && !text.includes(demo.secret_key), text)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const triggered = await run(['trigger', 'transaction.success'], given)
  assert.equal(triggered.code, 0, triggered.text)

  const other = await run(['trigger', 'transaction.success', '--url', 'http://127.0.0.1:1'], given)
  assert.equal(other.code, 2)
  assert.match(other.text, /^The stored key is for http:/)
})

test('in the folder of the clone it is `npx cowrie`', async () => {
  const { code, text } = await run(['--no-install', 'cowrie', '--help'], {}, 'npx')
  assert.equal(code, 0, text)
  assert.match(text, /^ {2}cowrie listen --forward-to http/m)
  for (const event of [...made, 'webhook.test']) assert(text.includes(`\n  ${event}\n`), event)
})

type Running = { child: ChildProcess; said: () => string }

/** With the key and address that the service has left in its folder. */
function start(given: string[], environment = {}, program = process.execPath): Running {
  const plain = Object.entries(process.env).filter(([name]) => !OURS.test(name))
  const script = program === process.execPath ? [join(ROOT, 'clients/node/cli/cowrie.mjs')] : []
  const child = spawn(program, [...script, ...given], {
    cwd: program === process.execPath ? elsewhere : ROOT,
    env: { ...Object.fromEntries(plain), COWRIE_DATA: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      text += part
    })
  }
  return { child, said: () => text }
}

async function run(given: string[], environment = {}, program = process.execPath) {
  const { child, said } = start(given, environment, program)
  const [code] = await once(child, 'close')
  return { code: code as number | null, text: said() }
}

async function end({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'close')
}

/** Until the test is over. */
async function givenListening(t: TestContext, { url }: Pick<Receiver, 'url'>): Promise<Running> {
  const listening = start(['listen', '--forward-to', url])
  t.after(() => end(listening))
  const ready = `Forwarding test events to ${url}. Press Ctrl-C to stop.\n`
  await until('it listens', async () => listening.said().includes(ready))
  return listening
}

/** As the integrator's own code would, with the secret of the demo store. */
function verified({ body, headers }: Received) {
  return verifyWebhook({ body, headers, secret: service.demo.test.webhook_secret })
}

/** All headers but those of one request and of its moment. */
function steady({ headers }: Received) {
  const passing = /^(host|connection|content-length|accept.*|sec-.*|.*signature|.*timestamp)$/
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.test(name)))
}

async function setAddress(url: string | null): Promise<void> {
  const answer = await fetch(`${service.baseUrl}/api/v1/webhooks`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${service.demo.test.secret_key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url }),
  })
  assert.equal(answer.status, 200)
}

async function initialize(more: object) {
  const payment = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example', ...more }
  const { http, body } = await service.call('POST', '/api/v1/transactions/initialize', payment)
  assert.equal(http, 200, JSON.stringify(body))
  return body
}

async function decline(accessCode: string): Promise<void> {
  const card = { number: '4084080000005408', exp_month: '12', exp_year: '49', cvv: '001' }
  const { body } = await service.call('POST', `/checkout/${accessCode}/card`, card)
  assert.equal(body.status, 'success', JSON.stringify(body))
}
