import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { givenAuthority } from '../../test/certificates.ts'
import {
  type Behaviour,
  drips,
  givenDeaf,
  givenHostile,
  says,
  saysForEver,
} from '../../test/hostile-receiver.ts'
import { stopClock } from '../../test/stopped-clock.ts'
import { anyCodePoint } from '../../test/texts.ts'
import { MINUTE } from './clock.ts'
import { type OutboundRequest, send, sender } from './outbound.ts'

// Whatever the other side does, `send` returns in time and reads no more than it must.

const OK = 'HTTP/1.1 200 OK\r\n'
const STEP_MS = 150

function request(url: string, change: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    method: 'POST',
    headers: {},
    body: '{}',
    allowLoopback: true,
    timeoutMs: MINUTE,
    responseBytesMax: 65_536,
    ...change,
  }
}

// None of these may last until the deadline.
const nonsense: [string, string][] = [
  [
    'leaves HTTP for something else',
    `HTTP/1.1 101 Go\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`,
  ],
  ['says 1000 Continue', `HTTP/1.1 1000 Continue\r\n\r\n${OK}Content-Length: 0\r\n\r\n`],
  ['ends 100 Continue in LF alone', `HTTP/1.1 100 Continue\n\n${OK}Content-Length: 0\r\n\r\n`],
  ['speaks SSH', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['speaks SMTP', '220 mail.example ESMTP\r\n'],
  ['speaks TLS where none was asked for', '\x15\x03\x01\x00\x02\x02\x46'],
  ['has no status line', 'Content-Length: 0\r\n\r\n'],
  ['has a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ['has a status of letters', 'HTTP/1.1 abc OK\r\n\r\n'],
  ['says two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok!`],
  ['says one length twice', `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`],
  [
    'says a length and chunks',
    `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['says less than nothing', `${OK}Content-Length: -1\r\n\r\n`],
  ['says a length beyond numbers', `${OK}Content-Length: 99999999999999999999999\r\n\r\n`],
  ['has U+0000 in a header', `${OK}X: a\0b\r\nContent-Length: 0\r\n\r\n`],
  ['has a space before a colon', `${OK}X : a\r\nContent-Length: 0\r\n\r\n`],
  ['folds a header', `${OK}Content-Length: 0\r\nX: a\r\n b\r\n\r\n`],
  ['ends its lines in LF alone', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
  ['ends one line in LF alone', `${OK}X: y\nContent-Length: 0\r\n\r\n`],
  ['has CR within a header', `${OK}X: a\rb\r\nContent-Length: 0\r\n\r\n`],
  ['is of HTTP/1.2', 'HTTP/1.2 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['is of HTTP/2', 'HTTP/2 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['has a status of two digits', 'HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n'],
  ['has two spaces before its status', 'HTTP/1.1  200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['has a header without a name', `${OK}: x\r\nContent-Length: 0\r\n\r\n`],
  ['has a header without a colon', `${OK}x\r\nContent-Length: 0\r\n\r\n`],
  ['has a name that is not ASCII', `${OK}\xe9: x\r\nContent-Length: 0\r\n\r\n`],
  ['has a length with a sign', `${OK}Content-Length: +1\r\n\r\na`],
  ['has a length in hexadecimal', `${OK}Content-Length: 0x1\r\n\r\na`],
  ['has a list of lengths', `${OK}Content-Length: 2, 2\r\n\r\nok`],
  ['has an empty length', `${OK}Content-Length:\r\n\r\n`],
  ['has a length in a space that is none', `${OK}Content-Length: \xa01\r\n\r\na`],
  [
    'says chunks and a length',
    `${OK}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`,
  ],
  ['has a header of 17 KB', `${OK}X: ${'a'.repeat(17_000)}\r\n\r\n`],
]
for (const [name, text] of nonsense) {
  test(`an answer that ${name} is taken for none, at once`, async () => {
    const receiver = await givenHostile(says(text))
    const outcome = await send(request(receiver.url))
    assert.ok(outcome.kind === 'failed' && outcome.reason === 'protocol')
  })
}

const INTERIM = [
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 100\r\nX: y\r\n\r\n',
  'HTTP/1.1 102 Processing\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
]
const ANSWER = 'HTTP/1.1 201 Made\r\nContent-Length: 2\r\n\r\nok'

test('informational answers are skipped, in whatever pieces and on whichever request', async () => {
  for (const interim of [
    ...INTERIM,
    INTERIM[0]!.repeat(9),
    INTERIM.join(''),
    INTERIM.toReversed().join(''),
  ]) {
    for (const size of [1, 3, 26, 10_000]) {
      const text = interim + ANSWER
      const receiver = await givenHostile({
        async answer(socket) {
          for (let at = 0; at < text.length; at += size) {
            socket.write(text.slice(at, at + size))
            await setImmediate()
          }
        },
      })
      for (const _ of ['first', 'second']) {
        const outcome = await send(request(receiver.url))
        assert(outcome.kind === 'answered', `${interim}, ${size} bytes at a time`)
        assert.deepEqual([outcome.status, outcome.body.toString()], [201, 'ok'])
      }
    }
  }
})

const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'
// What is sent without end, and the status that came before, if any.
const floods: [string, string, string, number | null][] = [
  ['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n', null],
  ['early hints', '', `HTTP/1.1 103 Hint\r\nLink: ${'a'.repeat(9_000)}\r\n\r\n`, null],
  ['blank lines', '', '\r\n', null],
  ['headers', OK, 'X: yyyyyyyyyyyyyyyyyy\r\n', null],
  ['one header', `${OK}X: `, 'y', null],
  ['the reason of a status', 'HTTP/1.1 200 ', 'o', null],
  ['nonsense', '', 'nonsense', null],
  ['a body', `${OK}\r\n`, 'a', 200],
  ['a body of a thousand million bytes', `${OK}Content-Length: 1000000000\r\n\r\n`, 'a', 200],
  ['chunks of one byte', `${OK}${CHUNKED}`, '1\r\na\r\n', 200],
  ['one chunk', `${OK}${CHUNKED}ffffffffff\r\n`, 'a', 200],
  ['what a chunk says of itself', `${OK}${CHUNKED}1;`, 'a', 200],
  ['trailers', `${OK}${CHUNKED}0\r\n`, 'X: yyyyyyyyyyyyyyyyyy\r\n', 200],
]
for (const [name, first, again, status] of floods) {
  test(`of ${name} without end no more is read than a little`, async () => {
    const offered = { bytes: 0 }
    const block = again.repeat(Math.ceil(65_536 / again.length))
    const receiver = await givenHostile(saysForEver(first, block, offered))

    const outcome = await send(request(receiver.url))

    if (status === null) assert.ok(outcome.kind === 'failed' && outcome.reason === 'protocol')
    else assert.ok(outcome.kind === 'answered' && outcome.status === status)
    assert.ok(offered.bytes < 2 ** 24, `${offered.bytes} bytes: what buffers hold`)
  })
}

test('whatever nonsense comes, in whatever pieces, is an outcome and no fault', async () => {
  const words = fc.constantFrom(
    ...[OK, CHUNKED, 'Content-Length: 0\r\n\r\n', 'Content-Length: 3\r\n', 'Connection: close\r\n'],
    ...['HTTP/1.1 103 Hint\r\n\r\n', 'HTTP/1.1 204 No\r\n\r\n', 'HTTP/1.1 099 Odd\r\n\r\n'],
    ...['\r\n', '\n', '\r', '\0', '0', '0\r\n\r\n', '5\r\nhello\r\n', ':', ';', 'X: y', '\xff'],
  )
  const piece = fc.oneof({ weight: 9, arbitrary: words }, fc.string({ unit: anyCodePoint }))
  let pieces: string[] = []
  const receiver = await givenHostile({
    async answer(socket) {
      for (const text of pieces) {
        socket.write(text, 'latin1')
        await setImmediate()
      }
      socket.end()
    },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (some) => {
      pieces = some
      const outcome = await send(request(receiver.url))
      assert.ok(outcome.kind === 'answered' || outcome.kind === 'failed')
      assert.ok(outcome.kind === 'answered' || /^(reset|protocol)$/.test(outcome.reason))
    }),
    { numRuns: 1_000 },
  )
})

test('over TLS too, no more is read than a little', async () => {
  const authority = givenAuthority({ name: 'Sample Authority', mayVouch: true })
  const offered = { bytes: 0 }
  const receiver = await givenHostile({
    ...saysForEver('HTTP/1.1 200 ', 'o'.repeat(65_536), offered),
    tls: authority.sign({ name: 'shop.localhost' }),
  })
  const outcome = await sender({ tls: { ca: authority.cert } })(request(receiver.url))
  assert.ok(outcome.kind === 'failed' && outcome.reason === 'protocol')
  assert.ok(offered.bytes < 2 ** 24, `${offered.bytes} bytes: what buffers hold`)
})

test('of an answer in chunks of one byte no more is read than a thousand', async () => {
  const body = '1\r\na\r\n'.repeat(1_500)
  const receiver = await givenHostile(says(`${OK}${CHUNKED}${body}0\r\n\r\n`))
  const outcome = await send(request(receiver.url))
  assert.ok(outcome.kind === 'answered' && outcome.status === 200)
  assert.equal(outcome.body.length, 1_025)
})

test('what is between a request and its status, and after an answer, does no harm', async () => {
  const before = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Hint\r\nLink: </a>\r\n\r\n'
  const answer = `${OK}${CHUNKED}2\r\nok\r\n0\r\nRetry-After: 900\r\n\r\n`
  const receiver = await givenHostile(says(before + answer))
  for (let i = 0; i < 3; i++) {
    const outcome = await send(request(receiver.url))
    assert.ok(outcome.kind === 'answered' && outcome.status === 200 && outcome.body === 'ok')
    assert.equal(outcome.retryAfterSeconds, null, 'a trailer is no header')
  }
  assert.equal(receiver.connections(), 1, 'a good connection is kept')
})

test('a large answer after an interim one is cut, not called a preamble', async () => {
  const receiver = await givenHostile({
    answer: async (socket) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n')
      // So that the interim response is read by itself, in one of these turns.
      for (let turn = 0; turn < 10; turn++) await setImmediate()
      socket.write(`${OK}\r\n${'a'.repeat(300_000)}`)
    },
  })
  const outcome = await send(request(receiver.url))
  assert.ok(outcome.kind === 'answered' && outcome.status === 200)
  assert.equal(outcome.body, 'a'.repeat(2_048))
})

test('to connect and to begin TLS may take one step of the time each', async (t) => {
  const deaf = await givenDeaf()
  const connected = Promise.withResolvers<unknown>()
  const mute = await givenHostile({ greet: (socket) => socket.once('data', connected.resolve) })
  const sendInSteps = sender({ stepMs: STEP_MS })
  const pass = stopClock(t)

  let ended = 0
  const outcomes = [deaf.url, mute.url.replace('http:', 'https:')].map(async (url) => {
    const outcome = await sendInSteps(request(url))
    ended += 1
    return outcome
  })
  await connected.promise
  pass(STEP_MS - 1)
  for (let turn = 0; turn < 10; turn++) await setImmediate()
  assert.equal(ended, 0)
  pass(1)

  for (const outcome of await Promise.all(outcomes)) {
    assert.ok(outcome.kind === 'failed' && outcome.reason === 'timeout')
    assert.equal(outcome.latencyMs, STEP_MS)
  }
})

test('an answer may take longer than a step, on a new connection and on a kept one', async (t) => {
  const pass = stopClock(t)
  const slow: Behaviour = {
    answer: (socket) => {
      pass(2 * STEP_MS)
      socket.write(`${OK}Content-Length: 0\r\n\r\n`)
    },
  }
  const receiver = await givenHostile(slow)
  const sendInSteps = sender({ stepMs: STEP_MS })
  for (let i = 0; i < 2; i++) {
    const outcome = await sendInSteps(request(receiver.url))
    assert.ok(outcome.kind === 'answered' && outcome.status === 200)
  }
  assert.equal(receiver.connections(), 1)
})

test('headers that drip last no longer than the deadline', async () => {
  const receiver = await givenHostile(drips(`${OK}X: ${'y'.repeat(1_000)}`, 20))
  const outcome = await send(request(receiver.url, { timeoutMs: 200 }))
  assert.ok(outcome.kind === 'failed' && outcome.reason === 'timeout')
  assert.ok(outcome.latencyMs >= 195, `${outcome.latencyMs} ms`)
})

// Values of Retry-After, and the seconds that are taken from them.
const asked: [string, number | null][] = [
  ['0', 0],
  ['999999999', 999_999_999],
  ['99999999999999999999', 999_999_999],
  ['9'.repeat(400), 999_999_999],
  ['1.5', null],
  ['1e3', null],
  ['0x10', null],
  ['+5', null],
  ['-5', null],
  ['120 seconds', null],
  ['120, 240', null],
  ['Infinity', null],
  ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
  ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 999_999_999],
  ['Xyz, 99 Foo 2026 99:99:99 GMT', null],
]
for (const [value, seconds] of asked) {
  test(`Retry-After: ${value.slice(0, 40)} asks for ${seconds} seconds`, async () => {
    const date = 'Date: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: 0'
    const head = `HTTP/1.1 503 Busy\r\n${date}\r\nRetry-After: ${value}\r\n\r\n`
    const receiver = await givenHostile(says(head))
    const outcome = await send(request(receiver.url))
    assert.ok(outcome.kind === 'answered' && outcome.status === 503)
    assert.equal(outcome.retryAfterSeconds, seconds)
  })
}
