import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { loadInline } from '../../src/payments/checkout/inline.ts'
import { useApi } from '../api.ts'
import { useContext } from '../support.ts'

// Bytes that are the same for everybody cost the service the same however often they are asked for.

const MB = 1_000_000

const context = useContext()
const api = useApi(context)
let base: string

before(async () => {
  base = await api.app.listen({ port: 0, host: '127.0.0.1' })
})

const ADDRESSES = [
  '/',
  '/docs/',
  '/docs/api/',
  '/docs/webhooks',
  '/docs/docs.js',
  '/docs/api/js/scalar.js',
  '/openapi.json',
  '/dashboard',
  ...globSync('{main,audit}-*', { cwd: 'web/dashboard/dist' }).map(
    (name) => `/dashboard/assets/${name}`,
  ),
  '/v1/inline.js',
  loadInline().newest.path,
  '/v1/inline.d.ts',
  '/banks',
  '/banks?all=true',
]

test('every static file is compressed, has a tag for each form, and is not sent to who has it', async () => {
  for (const url of ADDRESSES) {
    const ask = (headers: Record<string, string>) => api.app.inject({ url, headers })
    const plain = await ask({})
    const forms = [
      { answer: plain, encoding: undefined, bytes: plain.rawPayload },
      ...(await Promise.all(
        (['br', 'gzip'] as const).map(async (encoding) => {
          const answer = await ask({ 'accept-encoding': encoding })
          const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
          return { answer, encoding, bytes: unpack(answer.rawPayload) }
        }),
      )),
    ]
    assert.equal(new Set(forms.map(({ answer }) => answer.headers['etag'])).size, 3, url)
    for (const { answer, encoding, bytes } of forms) {
      assert.equal(answer.statusCode, 200, url)
      assert.equal(answer.headers['content-encoding'], encoding, url)
      assert.equal(answer.headers['vary'], 'accept-encoding', url)
      assert(bytes.equals(plain.rawPayload), url)
      const again = await ask({
        'accept-encoding': encoding ?? '',
        'if-none-match': String(answer.headers['etag']),
      })
      assert.deepEqual([again.statusCode, again.payload], [304, ''], url)
    }
  }
})

test('a hundred files of 4 MB that nobody reads are one buffer in memory', async (t) => {
  const url = '/docs/api/js/scalar.js'
  const { rawPayload } = await api.app.inject({ url })
  assert(rawPayload.length > 4 * MB, `${rawPayload.length} bytes`)
  const held = process.memoryUsage().arrayBuffers

  for (let i = 0; i < 25; i++) {
    const seen = once(api.app.server, 'request')
    const socket = connect(Number(new URL(base).port), '127.0.0.1').pause()
    t.after(() => socket.destroy())
    socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(4))
    await seen
  }
  // Answered on a connection of its own: by then those before it have been, too.
  assert.equal((await fetch(`${base}${url}`)).status, 200)

  const grown = process.memoryUsage().arrayBuffers - held
  assert(grown < 20 * MB, `${Math.round(grown / MB)} MB more`)
})

test('however many ask for a large file, each turn of the event loop sends one piece of it', async (t) => {
  const sockets: Socket[] = []
  api.app.server.on('connection', (socket) => sockets.push(socket))
  for (let i = 0; i < 20; i++) {
    const client = connect(Number(new URL(base).port), '127.0.0.1')
    t.after(() => client.destroy())
    client.resume().write('GET /docs/api/js/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n')
  }

  let most = 0
  let sent = 0
  while (sent < 20 * 4 * MB) {
    await nextTurn()
    const now = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
    most = Math.max(most, now - sent)
    sent = now
  }
  assert(most < 0.25 * MB, `${most} bytes in one turn`)
})
