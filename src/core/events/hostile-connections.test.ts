import assert from 'node:assert/strict'
import net from 'node:net'
import { afterEach, test } from 'node:test'
import tls from 'node:tls'
import { attemptsDuring } from '../../../test/attempts.ts'
import { givenAuthority, givenIntermediate, type Wish } from '../../../test/certificates.ts'
import { type Expected, suffer, USUAL_WAITS } from '../../../test/hostile-deliveries.ts'
import { givenDeaf, givenHostile, says } from '../../../test/hostile-receiver.ts'
import { forgetPending } from '../../../test/receiver.ts'
import { useContext } from '../../../test/support.ts'
import { DAY } from '../../platform/clock.ts'
import type { Context, Scope } from '../context.ts'

// Receivers that cannot be reached, or that cannot prove who they are. The latter never get a
// request: it would reveal payments to whoever listens.

const context = useContext()
const SHORT_MS = 400

afterEach(() => forgetPending(context))

const failed = (error: string): Expected => ({ status: null, error, waits: USUAL_WAITS })
const hangs: Expected = { ...failed('timeout'), deadlineMs: SHORT_MS, latencyMsMin: SHORT_MS - 5 }
const fine = says('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')

test('a delivery to a receiver that refuses connections is retried', async () => {
  const server = net.createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port))
  })
  await new Promise((closed) => server.close(closed))
  await suffer(context, `http://127.0.0.1:${port}/`, failed('connect'))
})

test('a delivery to an unknown host name is retried', async () => {
  // A label has at most 63 letters, so this fails without a name server.
  await suffer(context, `http://${'a'.repeat(64)}.example/`, failed('dns'))
})

test('a delivery to a receiver that accepts no connection is retried', async () => {
  await suffer(context, (await givenDeaf()).url, hangs)
})

test('a forbidden address set before the rule existed is never connected to', async () => {
  const attempts = await attemptsDuring(async () => {
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest/', 'gopher://8.8.8.8/']) {
      await suffer(context, url, failed('refused_address'), slipPast)
    }
  })
  // PostgreSQL and the last, working receiver are on this machine.
  const elsewhere = attempts.filter((address) => !/^127\.|^::1$/.test(address))
  assert.deepEqual(elsewhere, [])
})

async function slipPast({ sql }: Context, { businessId, mode }: Scope, url: string): Promise<void> {
  await sql`
    update webhook_endpoint
    set url = ${url}
    where business_id = ${businessId} and mode = ${mode} and route = 'standard'
  `
}

// The sender trusts the public authorities and one made for these tests.
const authority = givenAuthority({ name: 'Sample Authority', mayVouch: true })
tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.cert])

const shop: Wish = { name: 'shop.localhost' }
const good = authority.sign(shop)
const middle = givenIntermediate(authority, 'Sample Authority', { name: 'Middle', mayVouch: true })
const upstart = givenIntermediate(authority, 'Sample Authority', { name: 'Upstart' })
const stranger = givenAuthority({ name: 'Strange Authority', mayVouch: true })
const impostor = givenAuthority({ name: 'Sample Authority', mayVouch: true })
const onShop = stranger.sign(shop)

const chained = middle.sign(shop)
const usurped = upstart.sign(shop)

const taken: Expected = { status: 200, error: null, waits: [] }
// These show that the others fail because of the flaw.
const trusted: [string, tls.TlsOptions][] = [
  ['a good certificate', good],
  ['a good chain', { key: chained.key, cert: chained.cert + middle.cert }],
  ['TLS 1.2', { ...good, maxVersion: 'TLSv1.2' }],
]
for (const [name, options] of trusted) {
  test(`a receiver with ${name} is told`, async () => {
    const receiver = await givenHostile({ ...fine, tls: options })
    await suffer(context, receiver.url, taken)
    assert.equal(receiver.requests.length, 3)
  })
}

const old: tls.TlsOptions = { ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }
const distrusted: [string, tls.TlsOptions][] = [
  ['that has expired', authority.sign({ ...shop, from: ago(9 * DAY), until: ago(DAY) })],
  ['that is not valid yet', authority.sign({ ...shop, from: ago(-DAY), until: ago(-9 * DAY) })],
  ['for another host', authority.sign({ name: 'other.localhost' })],
  ['for the domain above', authority.sign({ name: 'localhost' })],
  ['for a domain below', authority.sign({ name: 'www.shop.localhost' })],
  ['signed by itself', givenAuthority(shop)],
  ['of an authority that nobody knows', onShop],
  ['of an authority that bears a known name', impostor.sign(shop)],
  ['of somebody who may not vouch', { key: usurped.key, cert: usurped.cert + upstart.cert }],
  ['of a chain with a link missing', { key: chained.key, cert: chained.cert }],
  ['and TLS 1.1', { ...old, ciphers: 'DEFAULT@SECLEVEL=0' }],
]
for (const [name, options] of distrusted) {
  test(`a receiver with a certificate ${name} is told nothing`, async () => {
    const receiver = await givenHostile({ ...fine, tls: options })
    await suffer(context, receiver.url, failed('tls'))
    assert.ok(receiver.connections() >= 9, 'it was connected to')
    assert.deepEqual(receiver.requests, [])
  })
}

test('older clients can connect to the receiver with TLS 1.1', async () => {
  const receiver = await givenHostile({ tls: { ...old, ciphers: 'DEFAULT@SECLEVEL=0' } })
  const lax = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  const socket = tls.connect({ port: receiver.port, servername: 'shop.localhost', ...lax })
  await new Promise((connected, failed) =>
    socket.on('error', failed).on('secureConnect', connected),
  )
  assert.equal(socket.getProtocol(), 'TLSv1.1')
  socket.destroy()
})

test('a certificate for a name is not valid for its IP address', async () => {
  const receiver = await givenHostile({ ...fine, tls: good })
  await suffer(context, receiver.url.replace('shop.localhost', '127.0.0.1'), failed('tls'))
  assert.deepEqual(receiver.requests, [])
})

// https without TLS.
const handshakes: [string, (socket: net.Socket) => void, Expected][] = [
  ['never begins TLS', () => {}, hangs],
  ['lets TLS drip', (socket) => drip(socket), hangs],
  ['answers TLS with HTTP', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'), failed('tls')],
  [
    'answers TLS with an alert',
    (socket) => socket.write('\x15\x03\x03\0\x02\x02\x28'),
    failed('tls'),
  ],
  ['hangs up in TLS', (socket) => socket.once('data', () => socket.end()), failed('tls')],
  ['resets in TLS', (socket) => socket.once('data', () => socket.resetAndDestroy()), failed('tls')],
]
for (const [name, greet, expected] of handshakes) {
  test(`a receiver that ${name} is tried again`, async () => {
    const receiver = await givenHostile({ greet })
    await suffer(context, `https://shop.localhost:${receiver.port}/`, expected)
    assert.deepEqual(receiver.requests, [])
  })
}

/** The header of a long record, then its bytes, one by one. */
function drip(socket: net.Socket): void {
  socket.write('\x16\x03\x03\x3f\xff', 'latin1')
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer)
    else socket.write('\x02')
  }, 10)
}

function ago(ms: number): Date {
  return new Date(Date.now() - ms)
}
