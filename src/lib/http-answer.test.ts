import assert from 'node:assert/strict'
import http from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { endAnswer, isOver, newAnswer, readAnswer, startOfBody } from './http-answer.ts'

// What is read from bytes: the same however they are cut, and what Node's own parser reads.

const BYTES_MAX = 65_536

type Read = {
  step: string
  status: number | null
  retryAfter: string | undefined
  date: string | undefined
  keepAliveSeconds: number
  isReusable: boolean
  body: string
}

/** What comes of pieces that arrive one after the other in the same place; then of the end. */
function readIn(pieces: Buffer[], isEnded = false): Read {
  const answer = newAnswer(1_000 * BYTES_MAX)
  const place = Buffer.alloc(Math.max(1, ...pieces.map(({ length }) => length)))
  for (const piece of pieces) {
    if (isOver(answer)) {
      answer.isReusable = false
      break
    }
    piece.copy(place)
    readAnswer(answer, place.subarray(0, piece.length))
    place.fill(0x58)
  }
  if (isEnded && !isOver(answer)) endAnswer(answer)
  const { step, hasHead, status, retryAfter, date, keepAliveSeconds, isReusable } = answer
  const common = { step, body: startOfBody(answer), isReusable: isReusable && step === 'done' }
  if (!hasHead) return { ...nothing, ...common }
  return { ...common, status, retryAfter, date, keepAliveSeconds }
}

const nothing = {
  status: null,
  retryAfter: undefined,
  date: undefined,
  keepAliveSeconds: Number.POSITIVE_INFINITY,
}

function read(text: string, isEnded = false): Read {
  return readIn([Buffer.from(text, 'latin1')], isEnded)
}

function cutAt(bytes: Buffer, places: number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...ends, bytes.length]
    .map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end))
    .filter(({ length }) => length > 0)
}

const OK = 'HTTP/1.1 200 OK\r\n'
const EMPTY = 'Content-Length: 0\r\n\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'

// An answer, and whether its connection may serve another request.
const wholes: [string, string, boolean][] = [
  ['an empty answer', `${OK}${EMPTY}`, true],
  ['an answer without a reason', `HTTP/1.1 200\r\n${EMPTY}`, true],
  ['an answer of HTTP/1.0', `HTTP/1.0 200 OK\r\n${EMPTY}`, false],
  ['HTTP/1.0 that stays', `HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n${EMPTY}`, true],
  ['HTTP/1.0 in chunks', `HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n${CHUNKED}0\r\n\r\n`, false],
  ['one that closes', `${OK}Connection: x, Close\r\n${EMPTY}`, false],
  [
    'one that closes in its second line',
    `${OK}Connection: x\r\nconnection: close\r\n${EMPTY}`,
    false,
  ],
  ['204 that says nothing of a length', 'HTTP/1.1 204 No\r\n\r\n', true],
  ['204 that says it has a body', 'HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\n', false],
  ['304 in chunks', `HTTP/1.1 304 No\r\n${CHUNKED}`, false],
  ['chunks', `${OK}${CHUNKED}A;x="y"\r\n0123456789\r\n0\r\nX: y\r\n\r\n`, true],
  ['chunks around another coding', `${OK}Transfer-Encoding: gzip, Chunked\r\n\r\n0\r\n\r\n`, true],
  [
    '100 and then an answer',
    `HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\n${OK}${EMPTY}`,
    true,
  ],
  ['blank lines and then an answer', `\r\n\r\n${OK}${EMPTY}`, true],
  ['more than an answer', `${OK}${EMPTY}H`, false],
  ['an answer and a blank line', `${OK}${EMPTY}\r\n`, false],
]
for (const [name, text, isReusable] of wholes) {
  test(`${name} is read whole, and its connection is ${isReusable ? '' : 'not '}kept`, () => {
    const found = read(text)
    assert.equal(found.step, 'done')
    assert.equal(found.isReusable, isReusable)
  })
}

const nonsense: [string, string][] = [
  ['lines that end in LF alone', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
  ['one line that ends in LF alone', `${OK}X: y\n${EMPTY}`],
  ['a blank line of LF alone', `\n${OK}${EMPTY}`],
  ['CR within a header', `${OK}X: a\rb\r\n${EMPTY}`],
  ['HTTP/1.2', `HTTP/1.2 200 OK\r\n${EMPTY}`],
  ['HTTP/2', `HTTP/2 200 OK\r\n${EMPTY}`],
  ['a status of two digits', `HTTP/1.1 20 OK\r\n${EMPTY}`],
  ['two spaces before the status', `HTTP/1.1  200 OK\r\n${EMPTY}`],
  ['a header without a name', `${OK}: x\r\n${EMPTY}`],
  ['a header without a colon', `${OK}x\r\n${EMPTY}`],
  ['a name that is not of ASCII', `${OK}\xe9: x\r\n${EMPTY}`],
  ['a length with a sign', `${OK}Content-Length: +1\r\n\r\n`],
  ['a length in hexadecimal', `${OK}Content-Length: 0x1\r\n\r\n`],
  ['a list of lengths', `${OK}Content-Length: 2, 2\r\n\r\n`],
  ['a length that is empty', `${OK}Content-Length:\r\n\r\n`],
  ['a length in a space that is none', `${OK}Content-Length: \xa01\r\n\r\n`],
  ['chunks in chunks', `${OK}Transfer-Encoding: chunked, chunked\r\n\r\n`],
  ['chunks that are coded again', `${OK}Transfer-Encoding: chunked, gzip\r\n\r\n`],
  ['chunks and a length', `${OK}Content-Length: 0\r\n${CHUNKED}0\r\n\r\n`],
  ['another protocol', `HTTP/1.1 101 Go\r\n\r\n`],
]
for (const [name, text] of nonsense) {
  test(`${name}: that is no answer`, () => {
    assert.deepEqual(read(text), { ...nothing, step: 'broken', isReusable: false, body: '' })
  })
}

test('a head has 16 KB, its first line and all: one byte more is too much', () => {
  const head = (bytes: number) => {
    const around = `${OK}X: \r\n${EMPTY}`.length
    return `${OK}X: ${'y'.repeat(bytes - around)}\r\n${EMPTY}`
  }
  assert.equal(read(head(16_384)).step, 'done')
  assert.equal(read(head(16_385)).step, 'broken')
})

const brokenBodies: [string, string][] = [
  ['a size of nothing', '\r\nok\r\n'],
  ['a size in spaces', ' 2\r\nok\r\n'],
  ['a size with a sign', '-2\r\nok\r\n'],
  ['a size beyond numbers', 'fffffffffffff\r\nok\r\n'],
  ['a size after which LF stands alone', '2\nok\r\n'],
  ['a chunk that is longer than its size', '2\r\nokay\r\n'],
  ['a chunk that says too much of itself', `2;${'x'.repeat(1_100)}\r\nok\r\n`],
  ['a trailer without a colon', '0\r\nx\r\n\r\n'],
  ['trailers of 17 KB', `0\r\n${`X: ${'y'.repeat(996)}\r\n`.repeat(17)}\r\n`],
]
for (const [name, text] of brokenBodies) {
  test(`${name} ends a connection, and the status counts`, () => {
    const found = read(`${OK}${CHUNKED}${text}`)
    assert.deepEqual([found.step, found.status, found.isReusable], ['broken', 200, false])
  })
}

test('a body that ends too early, or with its connection, leaves the status as it was', () => {
  const early = read(`${OK}Content-Length: 9\r\n\r\nearly`, true)
  assert.deepEqual([early.step, early.status, early.body], ['broken', 200, 'early'])
  const late = read(`${OK}\r\nall of it`, true)
  assert.deepEqual([late.step, late.body, late.isReusable], ['done', 'all of it', false])
  assert.equal(read(`${OK}Content-Le`, true).status, null)
})

test('what comes before an answer says nothing about it', () => {
  const hint =
    'HTTP/1.1 103 Hint\r\nRetry-After: 5\r\nContent-Length: 9\r\nKeep-Alive: timeout=1\r\n\r\n'
  const { retryAfter, keepAliveSeconds, step } = read(`${hint}${OK}${EMPTY}`)
  assert.deepEqual([retryAfter, keepAliveSeconds, step], [undefined, Infinity, 'done'])
  assert.equal(read(`${OK}Keep-Alive: max=5, Timeout=7\r\n${EMPTY}`).keepAliveSeconds, 7)
})

// Well-formed answers, as many servers would say them.

type Said = { head: string; body: Buffer; raw: Buffer; isEnded: boolean }

const names = fc.constantFrom('X-Sample', 'date', 'Retry-After', 'SERVER', 'Vary', 'Keep-Alive')
const values = fc.string({ unit: fc.constantFrom(...'aZ09 \t,;="\xe9:'), maxLength: 30 })
const fields = fc.array(fc.tuple(names, values), { maxLength: 8 })
const bodies = fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes))
const framings = fc.constantFrom('sized', 'chunked', 'until_close')

const answers: fc.Arbitrary<Said> = fc
  .record({
    status: fc.integer({ min: 200, max: 599 }).filter((status) => status !== 204 && status !== 304),
    fields,
    body: bodies,
    framing: framings,
    sizes: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 }),
    before: fc.constantFrom(
      '',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 103 Hint\r\nX: y\r\n\r\n',
    ),
  })
  .map(({ status, fields, body, framing, sizes, before }) => {
    const lines = fields.map(([name, value]) => `${name}:${value}\r\n`).join('')
    const length = framing === 'sized' ? `Content-Length: ${body.length}\r\n` : ''
    const coding = framing === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : ''
    const head = `${before}HTTP/1.1 ${status} Sample\r\n${lines}${length}${coding}\r\n`
    const raw = framing === 'chunked' ? inChunks(body, sizes) : body
    return { head, body, raw, isEnded: framing === 'until_close' }
  })

function inChunks(body: Buffer, sizes: number[]): Buffer {
  const parts: Buffer[] = []
  for (let at = 0, i = 0; at < body.length; i += 1) {
    const chunk = body.subarray(at, at + sizes[i % sizes.length]!)
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
    at += chunk.length
  }
  return Buffer.concat([...parts, Buffer.from('0\r\nX-Trailer: y\r\n\r\n')])
}

const bytesOf = ({ head, raw }: Said) => Buffer.concat([Buffer.from(head, 'latin1'), raw])
const places = fc.array(fc.nat(), { maxLength: 30 })

test('however an answer is cut into pieces, the same is read', () => {
  fc.assert(
    fc.property(answers, places, (said, at) => {
      const bytes = bytesOf(said)
      const whole = readIn([bytes], said.isEnded)
      assert.equal(whole.step, 'done')
      assert.deepEqual(readIn(cutAt(bytes, at), said.isEnded), whole)
      assert.deepEqual(readIn(cutAt(bytes, [...bytes.keys()]), said.isEnded), whole)
    }),
  )
})

test('however nonsense is cut into pieces, the same is read, and nothing is thrown', () => {
  const words = fc.constantFrom(
    ...[OK, EMPTY, CHUNKED, '\r\n', '\n', '\r', '\0', '0', '5\r\nhello', 'HTTP/1.1 100 Go\r\n\r\n'],
    ...[
      'HTTP/1.',
      'Content-Length: 3\r\n',
      ':',
      ' ',
      'X: y',
      ';',
      '\xff',
      'HTTP/1.1 204 No\r\n\r\n',
    ],
  )
  const texts = fc.array(words, { maxLength: 20 }).map((some) => some.join(''))
  const garbage = fc.oneof(texts, fc.string({ unit: 'binary', maxLength: 200 }))
  fc.assert(
    fc.property(garbage, places, (text, at) => {
      const bytes = Buffer.from(text, 'latin1')
      for (const isEnded of [false, true]) {
        const whole = readIn([bytes], isEnded)
        const cut = readIn(cutAt(bytes, at), isEnded)
        // What was broken by what came later may have been kept by then.
        assert.deepEqual({ ...cut, body: '' }, { ...whole, body: '' })
        assert.ok(whole.body.startsWith(cut.body) || cut.body.startsWith(whole.body))
      }
    }),
    { numRuns: 2_000 },
  )
})

let said: Said
let server: Server
before(async () => {
  server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      if (said.isEnded) socket.end(bytesOf(said))
      else socket.write(bytesOf(said))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
})
after(() => server.close())

test('of a well-formed answer the same is read as by Node', async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (one) => {
      said = one
      const theirs = await askNode()
      const ours = readIn([bytesOf(one)], one.isEnded)
      const body = new TextDecoder()
        .decode(theirs.body.subarray(0, 2_048))
        .replaceAll('\0', '\ufffd')
      assert.deepEqual(
        [ours.status, ours.retryAfter, ours.date, ours.body],
        [theirs.status, theirs.headers['retry-after'], theirs.headers.date, body],
      )
    }),
    { numRuns: 200 },
  )
})

async function askNode() {
  const { port } = server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  http.get({ host: '127.0.0.1', port, agent: false }, resolve).on('error', reject)
  const response = await promise
  const body = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>))
  response.socket.destroy()
  return { status: response.statusCode, headers: response.headers, body }
}
