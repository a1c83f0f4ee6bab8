import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { attemptsDuring } from '../../test/attempts.ts'
import {
  DENIED_IPV4,
  edgesOfIpv6,
  INNER_NAMES,
  isDeniedIpv6,
  spellingsOfIpv6,
} from '../../test/forbidden-addresses.ts'
import { givenHostile, saysAndEnds } from '../../test/hostile-receiver.ts'
import { givenNameServer, type NameServer, type Tell } from '../../test/name-server.ts'
import { stopClock } from '../../test/stopped-clock.ts'
import { until } from '../../test/support.ts'
import { MINUTE, SECOND } from './clock.ts'
import { type OutboundOutcome, resolveAll, sender } from './outbound.ts'

// Names of forbidden addresses, told by a real name server to the real lookup.

// In 2000::/3, but returned in 2006: packets to it go nowhere.
const NOBODY = '3ffe::1'
const REBINDS = 1_000
/** More questions would not fit into the buffer of the name server's socket. */
const AT_ONCE = 25

const deniedAddresses = [
  ...DENIED_IPV4.flat(),
  ...edgesOfIpv6()
    .filter(isDeniedIpv6)
    .map((number) => spellingsOfIpv6(number)[0]!),
]

type Options = { server: NameServer; port: number; allowLoopback: boolean; stepMs?: number }

/** Sends to each name; returns the outcomes. */
async function sendToAll(names: string[], options: Options): Promise<OutboundOutcome[]> {
  const { server, port, allowLoopback, stepMs = MINUTE } = options
  const outcomes: OutboundOutcome[] = []
  const limits = { timeoutMs: MINUTE, responseBytesMax: 65_536 }
  // On a busy machine, an answer may take longer than production waits before it asks again. The
  // name server would count that as another question.
  const resolve = (name: string) => resolveAll(name, [server.address], MINUTE)
  const send = sender({ stepMs, resolve })
  for (let i = 0; i < names.length; i += AT_ONCE) {
    const some = names.slice(i, i + AT_ONCE).map((name) => {
      const url = `http://${name}:${port}/`
      const request = { url, method: 'POST' as const, headers: {}, body: '{}', allowLoopback }
      return send({ ...request, ...limits })
    })
    outcomes.push(...(await Promise.all(some)))
  }
  return outcomes
}

const addressOf = (name: string) => deniedAddresses[Number(/^n(\d+)\./.exec(name)?.[1])]!
// Ways in which a name server can say it.
const ways: [string, Tell][] = [
  ['alone', (name) => ({ addresses: [addressOf(name)] })],
  ['after a public one', (name) => ({ addresses: ['8.8.8.8', NOBODY, addressOf(name)] })],
  ['before a public one', (name) => ({ addresses: [addressOf(name), '8.8.8.8', NOBODY] })],
  ['by another name', (name) => ({ addresses: [addressOf(name)], aliases: ['cdn.example'] })],
  [
    'by four other names and with a public one',
    (name) => {
      const aliases = ['a.example', 'b.example', 'c.example', 'metadata.google.internal']
      return { addresses: ['8.8.8.8', addressOf(name), NOBODY], aliases }
    },
  ],
]
for (const [way, tell] of ways) {
  test(`a name that resolves to a denied address ${way} is connected to nowhere`, async () => {
    const listener = await givenHostile({})
    const server = await givenNameServer(tell)
    const names = deniedAddresses.map((_, i) => `n${i}.example`)
    const isLoopback = (address: string) => /^127\.|^(0000:){7}0001$/.test(address)
    const attempts = await attemptsDuring(async () => {
      for (const allowLoopback of [false, true]) {
        const asked = names.filter((name) => !(allowLoopback && isLoopback(addressOf(name))))
        const outcomes = await sendToAll(asked, { server, port: listener.port, allowLoopback })
        const wrong = asked.filter((_, i) => outcomes[i]!.kind !== 'refused_address')
        assert.deepEqual(wrong.map(addressOf), [])
      }
    })
    assert.deepEqual(attempts, [])
    assert.equal(listener.connections(), 0)
  })
}

test('one denied address among those of the other kind is enough to refuse a name', async () => {
  const listener = await givenHostile({})
  const server = await givenNameServer((name, kind) => {
    const inner = kind === 'A' ? '127.0.0.1' : '::1'
    const outer = kind === 'A' ? '8.8.8.8' : NOBODY
    return { addresses: [name.startsWith(kind.toLowerCase()) ? inner : outer] }
  })
  const names = ['a.example', 'aaaa.example']
  const attempts = await attemptsDuring(async () => {
    const outcomes = await sendToAll(names, { server, port: listener.port, allowLoopback: false })
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['refused_address', 'refused_address'],
    )
  })
  assert.deepEqual(attempts, [])
})

test('names of clouds and containers lead nowhere, whatever is told about them', async () => {
  const listener = await givenHostile({})
  for (const address of ['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254']) {
    const server = await givenNameServer(() => ({ addresses: [address] }))
    const attempts = await attemptsDuring(async () => {
      const options = { server, port: listener.port, allowLoopback: true }
      const outcomes = await sendToAll(INNER_NAMES, options)
      assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['refused_address']))
    })
    assert.deepEqual(attempts, [])
  }
})

test('a name without an address, and what only the hosts file knows, is not found', async () => {
  const server = await givenNameServer(() => 'no such name')
  const names = ['nowhere.example', 'ip6-localhost', 'localhost.localdomain']
  const attempts = await attemptsDuring(async () => {
    const outcomes = await sendToAll(names, { server, port: 80, allowLoopback: true })
    for (const outcome of outcomes) assert.ok(outcome.kind === 'failed' && outcome.reason === 'dns')
  })
  assert.deepEqual(attempts, [])
})

test('a name server that is silent costs one step of the time, and nothing is connected to', async () => {
  const server = await givenNameServer(() => 'silence')
  const attempts = await attemptsDuring(async () => {
    const options = { server, port: 80, allowLoopback: false, stepMs: 200 }
    const [outcome] = await sendToAll(['slow.example'], options)
    assert.ok(outcome?.kind === 'failed' && outcome.reason === 'timeout')
    // If the lookup gives up first, the reason differs.
    assert.ok(outcome.latencyMs >= 195, `${outcome.latencyMs} ms`)
  })
  assert.deepEqual(attempts, [])
})

test(`${REBINDS} names that change their mind after the check never reach loopback`, async (t) => {
  const listener = await givenHostile({})
  // Public when first asked, and this machine at each second query, for both record types.
  const server = await givenNameServer((_, kind, n) => {
    if (n === 1) return { addresses: kind === 'A' ? [] : [NOBODY] }
    return { addresses: kind === 'A' ? ['127.0.0.1'] : ['::1'] }
  })
  const names = Array.from({ length: REBINDS }, (_, i) => `rebind-${i}.example`)
  const options = { server, port: listener.port, allowLoopback: false }

  const attempts = await attemptsDuring(async (soFar) => {
    // Connecting there may take forever: the deadline passes once it is tried.
    const pass = stopClock(t)
    const sending = sendToAll(names, { ...options, stepMs: SECOND })
    for (let tried = AT_ONCE; tried <= REBINDS; tried += AT_ONCE) {
      await until('all of these are tried', async () => soFar.length === tried)
      pass(SECOND)
    }
    const first = await sending
    assert.deepEqual(new Set(first.map(({ kind }) => kind)), new Set(['failed']))
    assert.ok(names.every((name) => server.asked(name, 'A') === 1))
    const second = await sendToAll(names, options)
    assert.deepEqual(new Set(second.map(({ kind }) => kind)), new Set(['refused_address']))
  })

  assert.equal(listener.connections(), 0)
  assert.deepEqual(new Set(attempts), new Set([NOBODY]))
  assert.ok(names.every((name) => server.asked(name, 'A') === 2))
  assert.ok(
    names.every((name) => server.asked(name, 'AAAA') === 2),
    'asked once for each attempt',
  )
})

test('with leave for loopback, a name that changes its mind reaches no other machine', async () => {
  const listener = await givenHostile(saysAndEnds('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'))
  const server = await givenNameServer((_, kind, n) => {
    if (kind === 'AAAA') return { addresses: [] }
    return { addresses: [n === 1 ? '127.0.0.1' : '10.0.0.1'] }
  })
  const names = Array.from({ length: 100 }, (_, i) => `rebind-${i}.example`)
  const options = { server, port: listener.port, allowLoopback: true }

  const attempts = await attemptsDuring(async () => {
    const first = await sendToAll(names, options)
    assert.deepEqual(new Set(first.map(({ kind }) => kind)), new Set(['answered']))
    const second = await sendToAll(names, options)
    assert.deepEqual(new Set(second.map(({ kind }) => kind)), new Set(['refused_address']))
  })

  assert.equal(listener.connections(), names.length)
  assert.deepEqual(new Set(attempts), new Set(['127.0.0.1']))
})

test('a proxy that the environment names is not used', async () => {
  const proxy = await givenHostile(saysAndEnds('HTTP/1.1 200 OK\r\n\r\nproxy'))
  const receiver = await givenHostile(saysAndEnds('HTTP/1.1 200 OK\r\n\r\nreceiver'))
  const request = {
    ...{ url: receiver.url, method: 'POST', headers: {}, body: '{}', allowLoopback: true },
    ...{ timeoutMs: MINUTE, responseBytesMax: 65_536 },
  }
  const program = `
    import { send } from ${JSON.stringify(import.meta.resolve('./outbound.ts'))}
    const outcome = await send(${JSON.stringify(request)})
    process.stdout.write(outcome.body ?? outcome.kind)
  `
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const env = {
    ...process.env,
    ...Object.fromEntries(names.map((name) => [name, proxy.url])),
    ...{ NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' },
  }
  const run = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, run, { env })

  assert.equal(stdout, 'receiver')
  assert.equal(proxy.connections(), 0)
})
