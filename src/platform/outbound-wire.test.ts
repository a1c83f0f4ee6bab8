import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import tls from 'node:tls'
import { attemptsDuring } from '../../test/attempts.ts'
import { givenAuthority } from '../../test/certificates.ts'
import { givenHostile, says } from '../../test/hostile-receiver.ts'
import { stopClock } from '../../test/stopped-clock.ts'
import { until } from '../../test/support.ts'
import { MINUTE, SECOND } from './clock.ts'
import { type OutboundRequest, send, sender } from './outbound.ts'

// Which connections are reused, and what is written to them.

const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'
const FINE = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

function request(url: string, change: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    ...{ url, method: 'POST', headers: {}, body: '{}', allowLoopback: true },
    ...{ timeoutMs: MINUTE, responseBytesMax: 65_536, ...change },
  }
}

async function sendWell(url: string): Promise<void> {
  const outcome = await send(request(url))
  assert(outcome.kind === 'answered' && outcome.status === 200, JSON.stringify(outcome))
}

test('a request is one piece of text, and its head is what was asked for', async () => {
  const receiver = await givenHostile(says(FINE))
  const headers = { 'Content-Type': 'application/json', 'X-Sample': 'a b\tc' }
  await send(request(`${receiver.url}hooks/ü?a=b c#d`, { headers, body: '{"naira":"₦"}' }))

  const lines = [
    ...['POST /hooks/%C3%BC?a=b%20c HTTP/1.1', `host: 127.0.0.1:${receiver.port}`],
    ...['connection: keep-alive', 'Content-Type: application/json', 'X-Sample: a b\tc'],
    ...['content-length: 15', '', Buffer.from('{"naira":"₦"}').toString('latin1')],
  ]
  assert.deepEqual(receiver.requests, [lines.join('\r\n')])
})

test('an address of IPv6 is named in brackets, and with its port where that is unusual', async () => {
  const heads: string[] = []
  const server = net.createServer((socket) => {
    socket.on('data', (chunk) => heads.push(chunk.toString()) && socket.end(FINE))
  })
  await once(server.listen(0, '::1'), 'listening')
  const { port } = server.address() as AddressInfo
  await sendWell(`http://[::1]:${port}/`)
  assert.match(heads[0]!, new RegExp(`\r\nhost: \\[::1\\]:${port}\r\n`))
  server.close()
})

const injected: [string, Record<string, string>][] = [
  ['a line break in a value', { X: 'a\r\nY: b' }],
  ['CR in a value', { X: 'a\rb' }],
  ['LF in a value', { X: 'a\nb' }],
  ['U+0000 in a value', { X: 'a\0b' }],
  ['a letter that is no byte in a value', { X: '₦' }],
  ['a letter whose last byte is LF', { X: '\u010a' }],
  ['a line break in a name', { 'X\r\nY': 'a' }],
  ['a space in a name', { 'X ': 'a' }],
  ['a name of nothing', { '': 'a' }],
  ['a length of its own', { 'content-length': '0' }],
  ['chunks of its own', { 'Transfer-Encoding': 'chunked' }],
  ['a host of its own', { host: 'other.example' }],
]
for (const [name, headers] of injected) {
  test(`a header with ${name} is a fault of ours, and nothing is sent`, async () => {
    const receiver = await givenHostile(says(FINE))
    await assert.rejects(send(request(receiver.url, { headers })), assert.AssertionError)
    assert.equal(receiver.connections(), 0)
  })
}

// After these responses, a connection is not reused.
const lasts: [string, string][] = [
  ['says that it closes', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
  ['is of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['is followed by more', `${FINE}H`],
  ['is followed by another', `${FINE}${FINE}`],
  [
    'has chunks in chunks',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['has coded chunks', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
  [
    'closes in a second line',
    `HTTP/1.1 200 OK\r\nConnection: x\r\nconnection: close\r\nContent-Length: 0\r\n\r\n`,
  ],
  ['has a size of nothing', `HTTP/1.1 200 OK\r\n${CHUNKED}\r\nok\r\n`],
  ['has a size in spaces', `HTTP/1.1 200 OK\r\n${CHUNKED} 2\r\nok\r\n0\r\n\r\n`],
  ['has a size with a sign', `HTTP/1.1 200 OK\r\n${CHUNKED}-2\r\nok\r\n0\r\n\r\n`],
  [
    'has a size beyond numbers',
    `HTTP/1.1 200 OK\r\n${CHUNKED}fffffffffffffffff\r\nok\r\n0\r\n\r\n`,
  ],
  ['has a size ended by LF alone', `HTTP/1.1 200 OK\r\n${CHUNKED}2\nok\r\n0\r\n\r\n`],
  ['has a chunk longer than its size', `HTTP/1.1 200 OK\r\n${CHUNKED}2\r\nokay\r\n0\r\n\r\n`],
  ['has a trailer without a colon', `HTTP/1.1 200 OK\r\n${CHUNKED}0\r\nx\r\n\r\n`],
  [
    'has trailers of 17 KB',
    `HTTP/1.1 200 OK\r\n${CHUNKED}0\r\n${`X: ${'y'.repeat(996)}\r\n`.repeat(17)}\r\n`,
  ],
  ['stays for a second', `HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n`],
]
for (const [name, text] of lasts) {
  test(`a connection whose answer ${name} is not used again`, async () => {
    const receiver = await givenHostile(says(text))
    await sendWell(receiver.url)
    await sendWell(receiver.url)
    assert.equal(receiver.connections(), 2)
  })
}

test('what comes while a connection is idle is not taken for the next answer', async (t) => {
  // So that it does not close because of its age.
  stopClock(t)
  const sockets: net.Socket[] = []
  const receiver = await givenHostile({
    greet: (socket) => sockets.push(socket),
    answer: (socket) => socket.write(FINE),
  })
  await sendWell(receiver.url)
  sockets[0]!.write(FINE.replace('200', '500'))
  await once(sockets[0]!, 'close')
  await sendWell(receiver.url)
  assert.equal(receiver.connections(), 2)
})

test('a connection that says nothing after its answer stays for four seconds', async (t) => {
  const pass = stopClock(t)
  let isClosed = false
  const receiver = await givenHostile({
    greet: (socket) =>
      socket.on('close', () => {
        isClosed = true
      }),
    answer: (socket) => socket.write(FINE),
  })
  await sendWell(receiver.url)
  pass(4 * SECOND - 1)
  await sendWell(receiver.url)
  assert.equal(receiver.connections(), 1, 'it is used again')
  pass(4 * SECOND - 1)
  for (let turn = 0; turn < 10; turn++) await setImmediate()
  assert.equal(isClosed, false)
  pass(1)
  await until('it is closed', async () => isClosed)
})

test('of twenty connections to one receiver ten are kept', async () => {
  const waiting: net.Socket[] = []
  const open = new Set<net.Socket>()
  const receiver = await givenHostile({
    greet: (socket) => open.add(socket.on('close', () => open.delete(socket))),
    answer(socket) {
      waiting.push(socket)
      if (waiting.length === 20) for (const one of waiting) one.write(FINE)
    },
  })
  await Promise.all(Array.from({ length: 20 }, () => sendWell(receiver.url)))
  await until('ten are left', async () => open.size === 10)
  assert.equal(receiver.connections(), 20)
})

test('the connection that was used last is used next, so that the others may close', async () => {
  const used: net.Socket[] = []
  const receiver = await givenHostile({
    answer(socket) {
      used.push(socket)
      if (used.length === 2) for (const one of used) one.write(FINE)
      if (used.length > 2) socket.write(FINE)
    },
  })
  await Promise.all([sendWell(receiver.url), sendWell(receiver.url)])
  for (let i = 0; i < 3; i += 1) await sendWell(receiver.url)
  assert.equal(new Set(used.slice(2)).size, 1)
  assert.equal(receiver.connections(), 2)
})

test('a receiver that hangs up on every kept connection gets a request twice, not for ever', async () => {
  let requests = 0
  const receiver = await givenHostile({
    answer(socket) {
      requests += 1
      if (requests === 1) socket.write(FINE)
      else socket.destroy()
    },
  })
  await sendWell(receiver.url)
  const outcome = await send(request(receiver.url))
  assert.ok(outcome.kind === 'failed' && outcome.reason === 'reset')
  assert.equal(requests, 3)
})

test('a receiver that hangs up on a new connection gets a request once', async () => {
  const receiver = await givenHostile({ answer: (socket) => socket.destroy() })
  const outcome = await send(request(receiver.url))
  assert.ok(outcome.kind === 'failed' && outcome.reason === 'reset')
  assert.equal(receiver.requests.length, 1)
})

test('what was not connected to by the deadline is not connected to afterwards', async () => {
  const receiver = await givenHostile(says(FINE))
  const named = Promise.withResolvers<string[]>()
  const sendLate = sender({ resolve: () => named.promise })
  const url = `http://shop.example:${receiver.port}/`
  const attempts = await attemptsDuring(async () => {
    const outcome = await sendLate(request(url, { timeoutMs: 50 }))
    assert.ok(outcome.kind === 'failed' && outcome.reason === 'timeout')
    named.resolve(['127.0.0.1'])
    for (let turn = 0; turn < 10; turn++) await setImmediate()
  })
  assert.deepEqual(attempts, [])
  assert.deepEqual(receiver.requests, [])
})

test('an answer that has begun on a kept connection and breaks off is not asked for again', async () => {
  let requests = 0
  const receiver = await givenHostile({
    answer(socket) {
      requests += 1
      if (requests === 1) socket.write(FINE)
      else socket.end('HTTP/1.1 2')
    },
  })
  await sendWell(receiver.url)
  const outcome = await send(request(receiver.url))
  assert.ok(outcome.kind === 'failed' && outcome.reason === 'reset')
  assert.equal(requests, 2)
})

test('a connection over TLS is kept too, and says for whom it is and what it speaks', async () => {
  // Other tests of this process may trust an authority too: a name finds only one of them.
  const authority = givenAuthority({ name: 'Wire Authority', mayVouch: true })
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.cert])
  const seen: [unknown, unknown][] = []
  const receiver = await givenHostile({
    tls: { ...authority.sign({ name: 'shop.localhost' }), ALPNProtocols: ['h2', 'http/1.1'] },
    greet(socket) {
      const { servername, alpnProtocol } = socket as tls.TLSSocket & { servername: string }
      seen.push([servername, alpnProtocol])
    },
    answer: (socket) => socket.write(FINE),
  })
  for (let i = 0; i < 3; i += 1) await sendWell(receiver.url)
  assert.deepEqual(seen, [['shop.localhost', 'http/1.1']])
  assert.equal(receiver.requests.length, 3)
})

test('a sender may show a certificate of its own, to whom its own authority vouches for', async () => {
  const authority = givenAuthority({ name: 'Rail Authority', mayVouch: true })
  const asking = { requestCert: true, rejectUnauthorized: true, ca: authority.cert }
  const rail = await givenHostile({
    ...says(FINE),
    tls: { ...authority.sign({ name: 'shop.localhost' }), ...asking },
  })
  const sendNamed = sender({ tls: { ...authority.sign({ name: 'cowrie' }), ca: authority.cert } })
  const sendUnnamed = sender({ tls: { ca: authority.cert } })

  const named = await sendNamed(request(rail.url))
  assert.ok(named.kind === 'answered' && named.status === 200)
  assert.equal((await sendUnnamed(request(rail.url))).kind, 'failed')
  const stranger = await sender()(request(rail.url))
  assert.ok(stranger.kind === 'failed' && stranger.reason === 'tls')
  assert.equal(rail.requests.length, 1)
})
