import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { attemptsDuring } from '../../test/attempts.ts'
import {
  disguises,
  dotted,
  edgesOfIpv4,
  edgesOfIpv6,
  isDeniedIpv4,
  isDeniedIpv6,
  LOCALHOST_NAMES,
  spellingsOfIpv4,
  spellingsOfIpv6,
  wrappingsOfIpv4,
} from '../../test/forbidden-addresses.ts'
import { givenHostile } from '../../test/hostile-receiver.ts'
import { checkUrl, refusedAddress, send, sender } from './outbound.ts'

// Every notation of a forbidden address, as a setting and when sending, in live and test mode, with
// and without permission for loopback.

const sendUnasked = sender({ resolve: neverAsked })

type Form = { url: string; denied: boolean; loopback: boolean }

const IPV6_LOOPBACK = 1n

/** `port` with its colon, or empty. */
function formsAt(port: string): Form[] {
  const ipv4 = edgesOfIpv4().flatMap((number) => {
    const denied = isDeniedIpv4(number)
    const loopback = number >>> 24 === 127
    const spelled = spellingsOfIpv4(number).map((host) => ({ host, denied, loopback }))
    const wrapped = wrappingsOfIpv4(number).map((host) => {
      return { host: `[${host}]`, denied: true, loopback: false }
    })
    return [...spelled, ...wrapped]
  })
  const ipv6 = [...edgesOfIpv6(), IPV6_LOOPBACK].flatMap((number) =>
    spellingsOfIpv6(number).map((host) => {
      return {
        host: `[${host}]`,
        denied: isDeniedIpv6(number),
        loopback: number === IPV6_LOOPBACK,
      }
    }),
  )
  const zones = [
    '[fe80::1%25eth0]',
    '[::1%25lo]',
    '[::1%lo]',
    '[fe80::1%2525eth0]',
    '[2600::1%251]',
  ]
  const zoned = zones.map((host) => ({ host, denied: true, loopback: false }))
  return [...ipv4, ...ipv6, ...zoned].map(({ host, ...rest }) => {
    return { url: `http://${host}${port}/`, ...rest }
  })
}

test('settings take an address in any spelling exactly where it is public', () => {
  const forms = formsAt('')
  assert.ok(forms.filter(({ denied }) => denied).length > 1_500, 'denied forms')
  assert.ok(forms.filter(({ denied }) => !denied).length > 400, 'public neighbours')
  const wrong: string[] = []
  for (const { url, denied, loopback } of forms) {
    const live = url.replace('http:', 'https:')
    const taken = {
      live: checkUrl(live, { live: true, allowLoopback: false }) === null,
      test: checkUrl(url, { live: false, allowLoopback: false }) === null,
      developer: checkUrl(url, { live: false, allowLoopback: true }) === null,
    }
    const right = { live: !denied, test: !denied, developer: !denied || loopback }
    for (const where of ['live', 'test', 'developer'] as const) {
      if (taken[where] !== right[where]) wrong.push(`${url} in ${where}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('nothing is sent to any spelling of a denied address, with leave for loopback or without', async () => {
  const listener = await givenHostile({})
  const forms = formsAt(`:${listener.port}`).filter(({ denied }) => denied)
  const wrong: string[] = []
  const attempts = await attemptsDuring(async () => {
    for (const { url, loopback } of forms) {
      if (wrong.length > 5) break // Each may take its whole time.
      const outcome = await sendUnasked(post(url, false))
      if (outcome.kind !== 'refused_address') wrong.push(url)
      if (loopback) continue
      const withLeave = await sendUnasked(post(url, true))
      if (withLeave.kind !== 'refused_address') wrong.push(`${url} with leave for loopback`)
    }
  })
  assert.deepEqual(wrong, [])
  assert.deepEqual(attempts, [])
  assert.equal(listener.connections(), 0)
})

test('no disguise of a denied address is taken as a setting or sent to', async () => {
  const listener = await givenHostile({})
  const port = `:${listener.port}`
  const hosts = ['127.0.0.1', '[::1]', '2130706433', '169.254.169.254', '10.0.0.1', '[fe80::1]']
  const wrong: string[] = []
  const attempts = await attemptsDuring(async () => {
    for (const url of hosts.flatMap((host) => disguises(host, port))) {
      for (const live of [true, false]) {
        if (checkUrl(url, { live, allowLoopback: false }) === null) wrong.push(url)
      }
      if (wrong.length > 5) break
      const outcome = await sendUnasked(post(url, false))
      if (outcome.kind !== 'refused_address') wrong.push(`${url} is sent to`)
    }
  })
  assert.deepEqual(wrong, [])
  assert.deepEqual(attempts, [])
  assert.equal(listener.connections(), 0)
})

test('with leave for loopback, a setting may not hide it, nor pass for another address', () => {
  const clear = [
    ...['http://127.0.0.1/@good.example', 'http://127.0.0.1?@good.example/', 'HTTP://127.0.0.1/'],
    ...['http:127.0.0.1/', 'http:/127.0.0.1/', 'http:////127.0.0.1/'],
  ]
  const taken = disguises('127.0.0.1', '').filter(
    (url) => checkUrl(url, { live: false, allowLoopback: true }) === null,
  )
  assert.deepEqual(taken.sort(), clear.sort())
})

test('every name of this machine is refused without a question to a name server', async () => {
  const listener = await givenHostile({})
  const attempts = await attemptsDuring(async () => {
    for (const host of LOCALHOST_NAMES) {
      const url = `http://${host}:${listener.port}/`
      for (const live of [true, false]) {
        const text = live ? `https://${host}/` : url
        const reason = checkUrl(text, { live, allowLoopback: false })
        assert.match(reason ?? 'taken', /must be public/, text)
      }
      assert.equal(checkUrl(url, { live: false, allowLoopback: true }), null, url)
      assert.equal((await send(post(url, false))).kind, 'refused_address', url)
    }
  })
  assert.deepEqual(attempts, [])
  assert.equal(listener.connections(), 0)
})

test('any IPv4 address in any spelling is refused exactly where the table says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.nat(), (number, which) => {
      const spellings = spellingsOfIpv4(number)
      const url = `https://${spellings[which % spellings.length]}/`
      const taken = checkUrl(url, { live: true, allowLoopback: false }) === null
      assert.equal(taken, !isDeniedIpv4(number), url)
      assert.equal(refusedAddress(dotted(number), false) === null, !isDeniedIpv4(number))
    }),
    { numRuns: 5_000 },
  )
})

test('any IPv6 address in any spelling is refused exactly where the table says', () => {
  // Mostly in 2000::/3, where some addresses are allowed.
  const addresses = fc.oneof(
    fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }),
    fc.bigInt({ min: 0x2n << 124n, max: (0x4n << 124n) - 1n }),
    fc.bigInt({ min: 0x2001n << 112n, max: (0x2003n << 112n) - 1n }),
  )
  fc.assert(
    fc.property(addresses, fc.nat(), (number, which) => {
      const spellings = spellingsOfIpv6(number)
      const url = `https://[${spellings[which % spellings.length]}]/`
      const taken = checkUrl(url, { live: true, allowLoopback: false }) === null
      assert.equal(taken, !isDeniedIpv6(number), url)
    }),
    { numRuns: 5_000 },
  )
})

function post(url: string, allowLoopback: boolean) {
  const limits = { timeoutMs: 500, responseBytesMax: 65_536 }
  return { url, method: 'POST' as const, headers: {}, body: '{}', allowLoopback, ...limits }
}

async function neverAsked(hostname: string): Promise<string[]> {
  throw new assert.AssertionError({ message: `${hostname} was looked up` })
}
