import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { isWholeText } from '../../src/platform/json.ts'
import { givenPayment, useApi } from '../api.ts'
import { contentsOf, countRows } from '../calls.ts'
import { pay } from '../payments.ts'
import { type GivenBusiness, givenBusiness, until, useContext } from '../support.ts'

// Bytes on a real connection: what no client library would send. The service answers as everywhere,
// or ends the connection; it never hangs, never falls and never writes a row.

const context = useContext()
const api = useApi(context)

const PATH = '/api/v1/transactions/initialize'
const BODY = '{"amount": 500000, "email": "ada@example.com", "name": "Ada Example"}'

let business: GivenBusiness
let port: number
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  // The hook of the API comes first: it was registered first.
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = (api.app.server.address() as AddressInfo).port
})

type Spoken = { status: number; headers: Record<string, string>; body: string }

/** Sends bytes and reads until the other side ends the connection. */
async function speak(...parts: (string | Buffer)[]): Promise<Spoken[]> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return answersIn(Buffer.concat(chunks).toString('latin1'))
}

function answersIn(text: string): Spoken[] {
  const answers: Spoken[] = []
  for (let rest = text; rest !== ''; ) {
    const [head = '', ...others] = rest.split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
    )
    const length = Number(headers['content-length'] ?? 0)
    const after = others.join('\r\n\r\n')
    answers.push({ status: Number(first.split(' ')[1]), headers, body: after.slice(0, length) })
    rest = after.slice(length)
  }
  return answers
}

function request(lines: string[], body: string | Buffer = '', path = PATH): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: cowrie.test',
    'Connection: close',
    `Authorization: Bearer ${business.keys.secretKey}`,
    ...lines,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

const withJson = (body: string | Buffer, more: string[] = []) =>
  request(
    ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...more],
    body,
  )

function assertError({ status, headers, body }: Spoken | undefined = NOTHING, expected: number) {
  assert.equal(status, expected, body)
  assert.match(headers['content-type'] ?? '', /^application\/json/)
  const { status: said, code, message, request_id } = JSON.parse(body)
  assert.equal(said, 'error')
  assert(code && message)
  assert.equal(headers['x-request-id'], request_id)
}
const NOTHING: Spoken = { status: 0, headers: {}, body: '' }

test('what is right is answered, so that the cases below mean something', async () => {
  const [answer] = await speak(withJson(BODY))
  assert.equal(answer?.status, 200, String(answer?.body))
})

const BROKEN: [name: string, lines: string[], body: string][] = [
  ['two Content-Lengths', ['Content-Length: 69', 'Content-Length: 5'], BODY],
  [
    'a Content-Length beside chunks',
    ['Content-Length: 5', 'Transfer-Encoding: chunked'],
    '0\r\n\r\n',
  ],
  ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
  ['a Content-Length that is no number', ['Content-Length: 6x'], BODY],
  ['a negative Content-Length', ['Content-Length: -1'], BODY],
  ['a chunk whose length is a lie', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
  ['a chunk longer than it says', ['Transfer-Encoding: chunked'], '2\r\n{"a":1}\r\n0\r\n\r\n'],
  ['a header with a line break', ['X-Name: a\rb'], ''],
  ['a header without a name', [': x'], ''],
  ['a header with U+0000', ['X-Name: a\0b'], ''],
]
for (const [name, lines, body] of BROKEN) {
  test(`refused before any route: ${name}`, async () => {
    const before = await contentsOf(context)
    const answers = await speak(request(['Content-Type: application/json', ...lines], body))
    assertError(answers[0], 400)
    assert.equal(answers.length, 1, 'nothing behind it was taken for a request')
    assert.deepEqual(await contentsOf(context), before)
  })
}

test('what is not HTTP at all is refused', async () => {
  for (const bytes of [
    'hello\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
  ]) {
    assertError((await speak(bytes))[0], 400)
  }
})

test('headers of more than 16 KB are too large', async () => {
  assertError((await speak(withJson(BODY, [`X-Long: ${'x'.repeat(17_000)}`])))[0], 431)
  const token = request([`Authorization: Bearer sk_test_${'x'.repeat(17_000)}`])
  assertError((await speak(token))[0], 431)
})

test('an address of more than 2 KB is too long', async () => {
  assertError((await speak(request([], '', `/${'x'.repeat(3_000)}`)))[0], 414)
  assertError((await speak(request([], '', `${PATH}?${'x'.repeat(3_000)}`)))[0], 414)
})

test('dots, bad escapes and U+0000 in an address lead nowhere', async () => {
  for (const path of [
    '/api/v1/transactions/verify/../../../etc/passwd',
    '/api/v1/transactions/verify/%2e%2e',
    '/api/v1/transactions/verify/%2e%2e%2f%2e%2e',
    '/api/v1/transactions/verify/%00',
    '/api/v1/transactions/verify/%ff%fe',
    '/api/v1/transactions/verify/%',
    '/checkout/%2e%2e/status',
    '/checkout/../../etc/passwd',
    '/%00',
  ]) {
    const [answer] = await speak(request([], '', path).toString('latin1').replace('POST', 'GET'))
    assertError(answer, 404)
  }
})

const BODIES: [name: string, body: string | Buffer, lines: string[], status: number][] = [
  ['a byte order mark', Buffer.from(`\ufeff${BODY}`), [], 400],
  ['UTF-16', Buffer.from(BODY, 'utf16le'), [], 400],
  ['bytes that are not UTF-8', Buffer.from(BODY.replace('Ada', '\xff\xfe'), 'latin1'), [], 400],
  ['a compressed body', gzipSync(BODY), ['Content-Encoding: gzip'], 400],
  ['a compressed bomb', gzipSync(Buffer.alloc(50_000_000, ' ')), ['Content-Encoding: gzip'], 400],
  ['more than 100 KB', ' '.repeat(102_401), [], 413],
]
for (const [name, body, lines, status] of BODIES) {
  test(`a body that is ${name} is refused`, async () => {
    const before = await contentsOf(context)
    assertError((await speak(withJson(body, lines)))[0], status)
    assert.deepEqual(await contentsOf(context), before)
  })
}

test('chunks are read as one body, and bounded like one', async () => {
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const lines = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
  const [whole] = await speak(
    request(lines),
    chunked(BODY.slice(0, 20)),
    chunked(BODY.slice(20)),
    '0\r\n\r\n',
  )
  assert.equal(whole?.status, 200)
  const [large] = await speak(request(lines), chunked(' '.repeat(110_000)), '0\r\n\r\n')
  assertError(large, 413)
})

test('a body that is announced as 100 MB is refused before it is sent', async () => {
  const lines = ['Content-Type: application/json', 'Content-Length: 104857600']
  assertError((await speak(request(lines)))[0], 413)
})

test('Expect: 100-continue is answered, and then the request', async () => {
  const answers = await speak(withJson(BODY, ['Expect: 100-continue']))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [100, 200],
  )
})

test('a body that never comes ends the connection, with a word', async () => {
  const lines = ['Content-Type: application/json', `Content-Length: ${BODY.length}`]
  const socket = connect(port, '127.0.0.1')
  const received: string[] = []
  socket.on('data', (chunk) => received.push(String(chunk)))
  const seen = once(api.app.server, 'request')
  socket.write(request(lines, BODY.slice(0, 10)))
  await seen

  expireRequests()
  await once(socket, 'close')

  assertError(answersIn(received.join(''))[0], 408)
})

test('a caller that goes away half-way harms nobody', async () => {
  const before = await countRows(context)
  for (let i = 0; i < 20; i++) {
    const socket = connect(port, '127.0.0.1')
    const seen = once(api.app.server, 'request')
    socket.write(
      request(['Content-Type: application/json', 'Content-Length: 69'], BODY.slice(0, i)),
    )
    await seen
    socket.destroy()
    await once(socket, 'close')
  }
  assert.equal((await speak(withJson(BODY)))[0]?.status, 200)
  const after = await countRows(context)
  assert.equal(after['transaction'], before['transaction']! + 1)
})

test('of two Authorization headers the first counts, as for every proxy in between', async () => {
  const second = await speak(withJson(BODY, ['Authorization: Bearer nothing']))
  assert.equal(second[0]?.status, 200)
})

test('a request id is kept when it is one, and replaced when it is not', async () => {
  const kept = ['a', 'A-Z.a_z-0', 'x'.repeat(64)]
  for (const id of kept) {
    const [answer] = await speak(withJson('{', [`X-Request-Id: ${id}`]))
    assert.equal(answer?.headers['x-request-id'], id)
    assertError(answer, 400)
  }
  for (const id of ['', 'x'.repeat(65), 'a b', 'a/b', '<b>', 'é', 'a\tb', '{x}']) {
    const [answer] = await speak(withJson('{', [`X-Request-Id: ${id}`]))
    assert.match(answer?.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/, JSON.stringify(id))
    assertError(answer, 400)
  }
  const [twice] = await speak(withJson('{', ['X-Request-Id: a', 'X-Request-Id: b']))
  assert.match(twice?.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
})

test('every answer carries a request id and may not be kept or guessed at', async () => {
  const { access_code } = await givenPayment(api, business)
  for (const path of ['/healthz', '/nowhere', '/openapi.json', PATH, `/checkout/${access_code}`]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
      const text = request([], '', path).toString('latin1').replace('POST', method)
      const [answer] = await speak(text)
      assert.match(answer?.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/, `${method} ${path}`)
      assert.equal(answer?.headers['x-content-type-options'], 'nosniff')
      assert.equal(answer?.headers['x-powered-by'], undefined)
      assert.equal(answer?.headers['server'], undefined)
    }
  }
})

/** What Node does every half minute, now, with no patience at all. */
function expireRequests(): void {
  const server = api.app.server as unknown as Record<symbol, { _onTimeout(): void }>
  const name = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connectionsCheckingInterval',
  )
  assert(name, 'Node checks connections by a timer')
  const { requestTimeout, headersTimeout } = api.app.server
  Object.assign(api.app.server, { requestTimeout: 1, headersTimeout: 1 })
  const end = performance.now() + 2
  while (performance.now() < end);
  server[name]!._onTimeout()
  Object.assign(api.app.server, { requestTimeout, headersTimeout })
}

test('streams asked for one behind the other on one connection harm nobody', async () => {
  const [waiting, paid] = [await givenPayment(api, business), await givenPayment(api, business)]
  await pay(api, paid.access_code, 'success')
  const stream = (code: string) => `GET /checkout/${code}/events HTTP/1.1\r\nHost: x\r\n\r\n`
  const listener = await listen(stream(waiting.access_code))
  await until('the listener hears how it stands', async () => listener.told().includes('pending'))

  // One that waits, one that is over, and more than are served at once.
  const greedy = await listen(
    stream(waiting.access_code) + stream(paid.access_code) + stream(waiting.access_code).repeat(30),
  )
  await until('the first of them is answered', async () => greedy.told().includes('pending'))
  await pay(api, waiting.access_code, 'success')

  await until('the listener is told', async () => listener.told().includes('"status":"success"'))
  const answered = () => greedy.told().match(/HTTP\/1\.1 200/g)?.length
  await until('so is each of the others, in its turn', async () => answered() === 32)
  for (const { socket } of [listener, greedy]) socket.destroy()
  assert.equal((await api.get(`/checkout/${paid.access_code}/status`)).status, 200)
})

async function listen(text: string) {
  const socket = connect(port, '127.0.0.1')
  let told = ''
  socket.on('data', (chunk: Buffer) => {
    told += chunk.toString('latin1')
  })
  await once(socket, 'connect')
  socket.write(text)
  return { socket, told: () => told }
}

test('a number as long as a body may be is read at once', () => {
  const text = `1.${'0'.repeat(99_000)}1`

  assert.equal(isWholeText(text), false)
  assert.equal(isWholeText(`1.${'0'.repeat(99_000)}`), true)
})
