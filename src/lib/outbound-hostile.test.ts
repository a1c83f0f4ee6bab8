import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Behaviour,
  drips,
  givenDeaf,
  givenHostile,
  says,
  saysForEver,
} from '../../test/hostile-receiver.ts'
import { type OutboundRequest, send } from './outbound.ts'

// Whatever the other side does, `send` answers in time and reads no more than it must.

const OK = 'HTTP/1.1 200 OK\r\n'

function request(url: string, change: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    method: 'POST',
    headers: {},
    body: '{}',
    allowLoopback: true,
    timeoutMs: 5_000,
    responseBytesMax: 65_536,
    ...change,
  }
}

// Nothing of these may last until the deadline, or for ever.
const nonsense: [string, string][] = [
  [
    'leaves HTTP for something else',
    `HTTP/1.1 101 Go\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`,
  ],
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
  ['has a header of 17 KB', `${OK}X: ${'a'.repeat(17_000)}\r\n\r\n`],
]
for (const [name, text] of nonsense) {
  test(`an answer that ${name} is taken for none, at once`, async () => {
    const receiver = await givenHostile(says(text))
    const outcome = await send(request(receiver.url))
    assert.ok(outcome.kind === 'failed' && outcome.reason === 'protocol')
  })
}

const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'
// What is sent without end, and whether a status came before.
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

test('of an answer in chunks of one byte no more is read than a thousand', async () => {
  const body = '1\r\na\r\n'.repeat(1_500)
  const receiver = await givenHostile(says(`${OK}${CHUNKED}${body}0\r\n\r\n`))
  const outcome = await send(request(receiver.url))
  assert.ok(outcome.kind === 'answered' && outcome.status === 200)
  assert.equal(outcome.body.length, 1_025)
})

test('what is between a request and its status, and after an answer, does no harm', async () => {
  const before = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hint\r\nLink: </a>\r\n\r\n'
  const answer = `${OK}${CHUNKED}2\r\nok\r\n0\r\nRetry-After: 900\r\n\r\n`
  const receiver = await givenHostile(says(before + answer))
  for (let i = 0; i < 3; i++) {
    const outcome = await send(request(receiver.url))
    assert.ok(outcome.kind === 'answered' && outcome.status === 200 && outcome.body === 'ok')
    assert.equal(outcome.retryAfterSeconds, null, 'a trailer is no header')
  }
  assert.equal(receiver.connections(), 1, 'a good connection is kept')
})

test('a large answer after 100 Continue is cut, not called a preamble', async () => {
  const receiver = await givenHostile({
    answer: (socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      setTimeout(() => socket.write(`${OK}\r\n${'a'.repeat(300_000)}`), 50)
    },
  })
  const outcome = await send(request(receiver.url))
  assert.ok(outcome.kind === 'answered' && outcome.status === 200)
  assert.equal(outcome.body, 'a'.repeat(2_048))
})

test('to connect and to begin TLS may take one step of the time each', async () => {
  const deaf = await givenDeaf()
  const mute = await givenHostile({})
  const step = { stepMs: 150, timeoutMs: 20_000 }

  const outcomes = await Promise.all([
    send(request(deaf.url, step)),
    send(request(mute.url.replace('http:', 'https:'), step)),
  ])

  for (const outcome of outcomes) {
    assert.ok(outcome.kind === 'failed' && outcome.reason === 'timeout')
    assert.ok(outcome.latencyMs >= 145 && outcome.latencyMs < 10_000, `${outcome.latencyMs} ms`)
  }
})

test('an answer may take longer than a step, on a new connection and on a kept one', async () => {
  const slow: Behaviour = {
    answer: (socket) => setTimeout(() => socket.write(`${OK}Content-Length: 0\r\n\r\n`), 400),
  }
  const receiver = await givenHostile(slow)
  for (let i = 0; i < 2; i++) {
    const outcome = await send(request(receiver.url, { stepMs: 200 }))
    assert.ok(outcome.kind === 'answered' && outcome.status === 200)
  }
  assert.equal(receiver.connections(), 1)
})

test('headers that drip last no longer than the deadline', async () => {
  const receiver = await givenHostile(drips(`${OK}X: ${'y'.repeat(1_000)}`, 20))
  const outcome = await send(request(receiver.url, { timeoutMs: 200 }))
  assert.ok(outcome.kind === 'failed' && outcome.reason === 'timeout')
  assert.ok(outcome.latencyMs >= 195 && outcome.latencyMs < 2_000)
})

// What a Retry-After may say, and the seconds that are taken from it.
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
