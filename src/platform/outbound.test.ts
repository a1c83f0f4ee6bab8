import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { bodiesBegun, stopClock } from '../../test/stopped-clock.ts'
import { MINUTE } from './clock.ts'
import {
  checkUrl,
  type OutboundRequest,
  type Resolve,
  refusedAddress,
  send,
  sender,
} from './outbound.ts'

const servers: http.Server[] = []
after(() => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
})

type Receiver = { port: number; url: string; connections: () => number }

async function givenReceiver(answer: http.RequestListener): Promise<Receiver> {
  let connections = 0
  const server = http.createServer(answer).on('connection', () => {
    connections += 1
  })
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/`, connections: () => connections }
}

function request(url: string, change: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"naira":"₦"}',
    allowLoopback: true,
    timeoutMs: MINUTE,
    responseBytesMax: 65_536,
    ...change,
  }
}

// Just inside each denied range, and just outside if a public neighbour exists.
const refusedAddresses = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
  ...['127.0.0.1', '127.255.255.255', '169.254.0.1', '169.254.169.254', '172.16.0.0'],
  ...['172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255'],
  ...['198.18.0.0', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.0', '255.255.255.255', '168.63.129.16'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8'],
  ...['64:ff9b::808:808', '64:ff9b:1::1', '100::1', '5f00::1', 'fc00::1', 'fdff::1', 'fe80::1'],
  ...['fec0::1', 'ff02::1', '1fff:ffff::1', '4000::1', '2001::1', '2001:1ff::1', '2001:db8::1'],
  ...['2002:808:808::1', '3fff::1', '3fff:fff::1', '2600::5efe:808:808', '2600::200:5efe:808:808'],
  ...['', 'localhost', '1.2.3', 'fe80::1%eth0'],
]
const acceptedAddresses = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0'],
  ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ...['168.63.129.15', '168.63.129.17', '2000::1', '2001:200::1', '2001:4860:4860::8888'],
  ...['2003::1', '2606:4700::1111', '3ffe::1', '2600::1:5efe:808:808'],
]

test('nothing is sent to an address that is not public', () => {
  const wrong = refusedAddresses.filter((address) => refusedAddress(address, false) === null)
  assert.deepEqual(wrong, [])
})

test('public addresses are used, right up to the denied ranges', () => {
  const wrong = acceptedAddresses.filter((address) => refusedAddress(address, false) !== null)
  assert.deepEqual(wrong, [])
})

test('leave for loopback is leave for nothing else', () => {
  const allowed = refusedAddresses.filter((address) => refusedAddress(address, true) === null)
  assert.deepEqual(allowed, ['127.0.0.1', '127.255.255.255', '::1'])
})

const forms = [
  ...['http://127.1/', 'http://127.0.0.1/', 'http://0x7f000001/', 'http://0x7f.1/', 'http://0/'],
  ...['http://2130706433/', 'http://0177.0.0.1/', 'http://127.0.0.1./', 'http://①②⑦.⓪.⓪.①/'],
  ...['http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[::]/'],
  ...['http://[0:0:0:0:0:ffff:10.0.0.1]/', 'http://[64:ff9b::7f00:1]/', 'http://[fe80::1]/'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://168.63.129.16/', 'http://10.0.0.1:8080/'],
  ...['http://user@example.com/', 'http://user:pass@example.com/', 'http://evil@127.0.0.1/'],
  ...['ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/', 'javascript:alert(1)'],
  ...['data:text/plain,x', 'example.com', '//example.com/', 'http://', 'http://exa mple.com/', ''],
  ...['http://127.0.0.1%00.example.com/', `http://${'a.'.repeat(127)}example/`],
]

const sendUnasked = sender({ resolve: neverAsked })

test('no form of a forbidden address is sent to', async () => {
  for (const form of forms) {
    const outcome = await sendUnasked(request(form, { allowLoopback: false }))
    assert.equal(outcome.kind, 'refused_address', form)
  }
})

test('settings refuse what would be refused later, and what reads differently to people', () => {
  const more = [
    ...['http://localhost/', 'http://LOCALHOST/', 'http://localhost./', 'http://a.localhost/'],
    ...[
      'http://example.com\\@127.0.0.1/',
      'http://127.0.0.1#@example.com/',
      'http://example.com/#',
    ],
    ...[' http://example.com/', 'http://example.com/\t', 'http://example.com/\u0000'],
    `http://example.com/${'a'.repeat(2_048)}`,
  ]
  for (const form of [...forms, ...more]) {
    assert.equal(typeof checkUrl(form, { live: false, allowLoopback: false }), 'string', form)
  }
})

const settings: [string, { live: boolean; allowLoopback: boolean }, boolean][] = [
  ['https://example.com/hooks?a=b', { live: true, allowLoopback: false }, true],
  ['https://example.com:443/hooks', { live: true, allowLoopback: false }, true],
  ['https://example.com:8443/hooks', { live: true, allowLoopback: false }, false],
  ['http://example.com/hooks', { live: true, allowLoopback: false }, false],
  ['http://example.com:8080/hooks', { live: false, allowLoopback: false }, true],
  ['https://8.8.8.8/', { live: true, allowLoopback: false }, true],
  ['https://bücher.example/', { live: true, allowLoopback: false }, true],
  ['http://localhost:3000/', { live: false, allowLoopback: true }, true],
  ['http://[::1]:3000/', { live: false, allowLoopback: true }, true],
  ['http://10.0.0.1/', { live: false, allowLoopback: true }, false],
]
for (const [url, mode, good] of settings) {
  const where = `${mode.live ? 'live' : 'test'} mode${mode.allowLoopback ? ' with loopback' : ''}`
  test(`${url} may ${good ? '' : 'not '}be set in ${where}`, () => {
    assert.equal(checkUrl(url, mode) === null, good)
  })
}

test('a name that has one private address is refused, and nothing is connected to', async () => {
  const receiver = await givenReceiver((_, reply) => reply.end())
  const target = request(`http://shop.example:${receiver.port}/`, { allowLoopback: false })

  const outcomes = await Promise.all([
    sendTo(['127.0.0.1'])(target),
    sendTo(['8.8.8.8', '127.0.0.1'])(target),
    sendTo(['2606:4700::1111', '::1'])(target),
    send({ ...target, url: `http://localhost:${receiver.port}/` }),
  ])

  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    Array(4).fill('refused_address'),
  )
  assert.equal(receiver.connections(), 0)
})

test('the connection goes to the address that was vetted, under its name', async () => {
  const hosts: (string | undefined)[] = []
  const receiver = await givenReceiver((incoming, reply) => {
    hosts.push(incoming.headers.host)
    reply.end()
  })
  let asked = 0
  const rebinding: Resolve = async () => (++asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'])
  const target = request(`http://rebinding.example:${receiver.port}/`)

  const outcome = await sender({ resolve: rebinding })(target)

  assert.equal(outcome.kind, 'answered')
  assert.deepEqual(hosts, [`rebinding.example:${receiver.port}`])
  assert.equal(asked, 1)
})

test('a connection kept from loopback is not handed to whoever has no leave for it', async () => {
  const receiver = await givenReceiver((_, reply) => reply.end())
  const target = request(`http://kept.example:${receiver.port}/`)
  const sendHere = sendTo(['127.0.0.1'])
  await sendHere(target)

  const outcome = await sendHere({ ...target, allowLoopback: false })

  assert.equal(outcome.kind, 'refused_address')
})

test('the body arrives byte for byte, and the start of the answer comes back', async () => {
  const bodies: string[] = []
  const receiver = await givenReceiver(async (incoming, reply) => {
    bodies.push((await Array.fromAsync(incoming)).join(''))
    reply.end(`thanks\0${'a'.repeat(3_000)}`)
  })

  const outcome = await send(request(receiver.url))

  assert.deepEqual(bodies, ['{"naira":"₦"}'])
  assert.equal(outcome.kind, 'answered')
  assert.ok(outcome.kind === 'answered' && outcome.body === `thanks\uFFFD${'a'.repeat(2_041)}`)
})

test('a question is asked by GET, and its answer is JSON where it came whole', async () => {
  const list = JSON.stringify({ banks: Array.from({ length: 500 }, (_, i) => `Sample Bank ${i}`) })
  const receiver = await givenReceiver((incoming, reply) => {
    reply.writeHead(incoming.method === 'GET' ? 200 : 400).end(list)
  })
  const question = request(receiver.url, { method: 'GET', body: null, headers: {} })

  const whole = await send({ ...question, keptBytesMax: 65_536 })
  const cut = await send({ ...question, keptBytesMax: 4_096 })

  assert.ok(whole.kind === 'answered' && whole.status === 200 && whole.isWhole)
  assert.equal(JSON.parse(whole.body).banks.length, 500)
  assert.ok(cut.kind === 'answered' && cut.body.length === 4_096 && !cut.isWhole)
})

test('a redirect is an answer and is not followed', async () => {
  const inner = await givenReceiver((_, reply) => reply.end())
  const outer = await givenReceiver((_, reply) =>
    reply.writeHead(307, { Location: inner.url }).end(),
  )

  const outcome = await send(request(outer.url))

  assert.ok(outcome.kind === 'answered' && outcome.status === 307)
  assert.equal(inner.connections(), 0)
})

test('an answer without end is cut at the limit, and its status counts', async () => {
  let offered = 0
  const receiver = await givenReceiver((_, reply) => {
    const more = () => {
      do offered += 16_384
      while (!reply.destroyed && reply.write('a'.repeat(16_384)))
    }
    reply.on('drain', more)
    more()
  })

  const outcome = await send(request(receiver.url))

  assert.ok(outcome.kind === 'answered' && outcome.status === 200)
  assert.equal(outcome.body.length, 2_048)
  assert.ok(offered < 2 ** 24, `${offered} bytes: what buffers hold`)
})

test('a body that hangs is cut at the deadline, and its status counts', async (t) => {
  const receiver = await givenReceiver((_, reply) => reply.writeHead(202).write('begun'))

  const pass = stopClock(t)
  const begun = bodiesBegun(t, 1)

  const sending = send(request(receiver.url, { timeoutMs: 100 }))
  await begun
  pass(100)

  const outcome = await sending
  assert.ok(outcome.kind === 'answered' && outcome.status === 202 && outcome.body === 'begun')
  assert.equal(outcome.latencyMs, 100)
})

// How a request can fail: name, the receiver's response, the reason.
const failures: [string, http.RequestListener, string][] = [
  ['a receiver that never answers', () => {}, 'timeout'],
  ['a receiver that hangs up', (incoming) => incoming.socket.destroy(), 'reset'],
  ['what is not HTTP', (incoming) => incoming.socket.end('nonsense\r\n\r\n'), 'protocol'],
]
for (const [name, answer, reason] of failures) {
  test(`${name} is a failure of its own kind: ${reason}`, async () => {
    const receiver = await givenReceiver(answer)
    const timeoutMs = reason === 'timeout' ? 100 : MINUTE
    const outcome = await send(request(receiver.url, { timeoutMs }))
    assert.ok(outcome.kind === 'failed' && outcome.reason === reason)
  })
}

test('no address, a closed port and no TLS are told apart', async () => {
  const receiver = await givenReceiver((_, reply) => reply.end())
  const closed = await givenReceiver(() => {})
  await new Promise((done) => servers.pop()!.close(done))

  const outcomes = await Promise.all([
    sendTo([])(request('http://nowhere.example/')),
    sender({ resolve: () => new Promise(() => {}) })(
      request('http://nowhere.example/', { timeoutMs: 50 }),
    ),
    send(request(closed.url)),
    send(request(receiver.url.replace('http:', 'https:'))),
  ])

  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind === 'failed' && outcome.reason),
    ['dns', 'timeout', 'connect', 'tls'],
  )
})

const waits: [string, Record<string, string>, number | null][] = [
  ['seconds', { 'Retry-After': '120' }, 120],
  [
    'a date, by the clock of the receiver',
    { 'Retry-After': 'Thu, 01 Jan 2026 00:02:00 GMT', Date: 'Thu, 01 Jan 2026 00:00:30 GMT' },
    90,
  ],
  ['nonsense', { 'Retry-After': 'soon' }, null],
  ['a negative number', { 'Retry-After': '-5' }, null],
  ['nothing', {}, null],
]
for (const [name, headers, seconds] of waits) {
  test(`Retry-After with ${name}`, async () => {
    const receiver = await givenReceiver((_, reply) => reply.writeHead(503, headers).end())
    const outcome = await send(request(receiver.url))
    assert.ok(outcome.kind === 'answered' && outcome.retryAfterSeconds === seconds)
  })
}

test('a kept connection that was closed meanwhile costs no failure', async () => {
  const seen = new WeakSet()
  const receiver = await givenReceiver((incoming, reply) => {
    if (seen.has(incoming.socket)) incoming.socket.destroy()
    else reply.end()
    seen.add(incoming.socket)
  })
  await send(request(receiver.url))

  const outcome = await send(request(receiver.url))

  assert.ok(outcome.kind === 'answered' && outcome.status === 200)
  assert.equal(receiver.connections(), 2)
})

function sendTo(addresses: string[]) {
  return sender({ resolve: async () => addresses })
}

async function neverAsked(): Promise<string[]> {
  throw new assert.AssertionError({ message: 'a forbidden form was looked up' })
}
