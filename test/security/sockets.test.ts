import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { type TestContext as Case, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../src/core/context.ts'
import { sharing } from '../../src/core/static.ts'
import { boundSockets } from '../../src/http/sockets.ts'
import { readConfig } from '../../src/platform/config.ts'
import { until } from '../support.ts'

// What one connection, one address and all connections together may cost the service, whatever
// they send and however little they read.

const REQUESTS_MAX = 8
const STALLED_MS = 20_000
const LOOK_EVERY_MS = 100
const MB = 1024 * 1024
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

type Settings = Parameters<typeof readConfig>[0]

function givenContext(settings: Settings = {}) {
  const cuts: Record<string, number>[] = []
  const log = { info() {}, error() {}, warn: (fields: object) => void cuts.push({ ...fields }) }
  const context = { config: readConfig(settings), log } as unknown as Context
  return { context, cuts }
}

/** Whose requests are answered when and as the test wants. It looks when it is told to. */
async function givenServer(t: Case, settings?: Settings) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const look = async () => {
    t.mock.timers.tick(LOOK_EVERY_MS)
    // Until who was cut is gone.
    for (let i = 0; i < 3; i += 1) await nextTurn()
  }
  const calls: ServerResponse[] = []
  const server = createServer((_request, response) => void calls.push(response))
  const { context } = givenContext(settings)
  const end = boundSockets(context, server, () => 'a-request')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  t.after(() => {
    end()
    server.closeAllConnections()
    server.close()
  })
  const open = async (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return Object.assign(socket, { text: () => text })
  }
  return { calls, server, port, open, look }
}

/** Of connections that are nothing but their address. */
function givenDoor(t: Case, settings?: Settings) {
  const server = new EventEmitter()
  const { context } = givenContext(settings)
  t.after(boundSockets(context, server as unknown as Server, () => 'a-request'))
  return (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      isOpen: true,
      destroy() {
        this.isOpen = false
      },
      leave: () => void socket.emit('close'),
    })
    server.emit('connection', socket)
    return socket
  }
}

test('of a hundred requests at once on one connection eight are worked on, and all answered in order', async (t) => {
  const { calls, open } = await givenServer(t)
  const socket = await open()
  const all: ServerResponse[] = []
  socket.write(GET.repeat(100))
  await until('some have come', async () => calls.length > 0)

  for (let answered = 0; answered < 100; answered += 1) {
    await until('there is work', async () => calls.length > 0)
    assert(calls.length <= REQUESTS_MAX, `${calls.length} at once`)
    const response = calls.shift()!
    all.push(response)
    response.end(`<${answered}>`)
    await once(response, 'close')
  }

  await until('all are answered', async () => socket.text().includes('<99>'))
  const order = [...socket.text().matchAll(/<(\d+)>/g)].map(([, number]) => Number(number))
  assert.deepEqual(order, [...all.keys()])
})

test('while requests of a connection wait, nothing more of it is read; later all is', async (t) => {
  const { calls, server, open } = await givenServer(t)
  const came = once(server, 'connection') as Promise<[Socket]>
  const socket = await open()
  const [ours] = await came
  const many = 200_000
  socket.write(GET.repeat(many))
  await until('eight are worked on', async () => calls.length === REQUESTS_MAX)
  // A turn of the event loop for each time that it could read.
  for (let i = 0; i < 50; i += 1) await nextTurn()

  assert.equal(calls.length, REQUESTS_MAX)
  assert(ours.bytesRead < 256 * 1024, `${ours.bytesRead} of ${many * GET.length} bytes were read`)
  server.on('request', (_request, response) => void response.end())
  for (const response of calls.splice(0)) response.end()
  const before = ours.bytesRead
  await until('it reads on', async () => {
    for (const response of calls.splice(0)) response.end()
    return ours.bytesRead > before
  })
})

for (const kind of ['an answer', 'a stream of events'] as const) {
  test(`who reads nothing of ${kind} is cut after 20 seconds, and not who reads slowly`, async (t) => {
    const { calls, open, look } = await givenServer(t)
    let nowMs = performance.now()
    t.mock.method(performance, 'now', () => nowMs)
    const [idle, slow] = [(await open()).pause(), (await open()).pause()]
    for (const socket of [idle, slow]) socket.write(GET)
    await until('both have come', async () => calls.length === 2)
    const ports = new Map(calls.map((response) => [response, response.req.socket.remotePort]))
    for (const response of calls) {
      // Not counted by the bound on what waits: that has a test of its own.
      sharing.add(response)
      response.write(Buffer.alloc(48 * MB))
      // More comes all the time, which is no sign that anybody reads.
      if (kind === 'an answer') response.end()
      else setInterval(() => response.destroyed || response.write('x'), 20).unref()
    }
    await until('something waits', async () => calls.every(hasUntaken))

    await look()
    for (let looks = 0; looks < 10; looks += 1) {
      await readSome(slow, calls)
      await look()
      assert.equal(calls.filter(isCut).length, 0)
      nowMs += STALLED_MS / 10
    }
    await until('one is cut', async () => {
      await readSome(slow, calls)
      await look()
      nowMs += LOOK_EVERY_MS
      return calls.some(isCut)
    })

    const cut = calls.filter(isCut)
    assert.deepEqual(
      cut.map((response) => ports.get(response)),
      [idle.localPort],
    )
  })
}

function isCut({ destroyed, writableFinished }: ServerResponse): boolean {
  return destroyed && !writableFinished
}

/** So much that the other side can send more. */
async function readSome(socket: Socket, calls: ServerResponse[]): Promise<void> {
  const response = calls.find(({ req }) => req.socket.remotePort === socket.localPort)!
  const before = untakenOf(response)
  while (untakenOf(response) === before) {
    socket.read()
    await nextTurn()
  }
}

function hasUntaken(response: ServerResponse): boolean {
  return untakenOf(response) > 0
}

function untakenOf({ socket }: ServerResponse): number {
  const { _handle } = socket as unknown as { _handle: { writeQueueSize: number } }
  return _handle.writeQueueSize
}

test('over 64 MB of answers that wait, the connections with the most are cut, and no other', async (t) => {
  const { calls, open, look } = await givenServer(t)
  const sizes = [30, 20, 18, 8, 1].map((size) => size * MB)
  const sockets = []
  for (const size of sizes) {
    const socket = (await open()).pause()
    socket.write(GET)
    sockets.push(socket)
    await until('it has come', async () => calls.length === sockets.length)
    calls.at(-1)!.end(Buffer.alloc(size))
  }

  await until('the largest is cut', async () => {
    await look()
    return isCut(calls[0]!)
  })
  await look()

  assert.deepEqual(calls.map(isCut), [true, false, false, false, false])
  const last = sockets.at(-1)!.resume()
  await until('the others are answered', async () => last.text().length > MB)
})

test('bodies that are still coming count as well, and those that have come do not', async (t) => {
  const { calls, server, open, look } = await givenServer(t)
  server.on('request', (asked) => void asked.resume())
  const post = async (sent: number, length: number) => {
    const socket = await open()
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
    socket.write(Buffer.alloc(sent))
    const position = calls.length
    await until('it has begun', async () => calls.length > position)
    return calls[position]!
  }
  const whole = await post(60 * MB, 60 * MB)
  await until('it has come', async () => whole.req.complete)
  const [larger, smaller] = [await post(40 * MB, 50 * MB), await post(30 * MB, 50 * MB)]

  await until('the largest is cut', async () => {
    await look()
    return isCut(larger)
  })
  await look()

  assert.deepEqual([isCut(whole), isCut(smaller)], [false, false])
})

test('a body in chunks that nobody reads yet counts for what its chunks take in memory', async (t) => {
  const { calls, open, look } = await givenServer(t)
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const post = async (chunks: number) => {
    const [socket, position] = [await open(), calls.length]
    socket.write(head + '1\r\na\r\n'.repeat(chunks))
    await until('it has begun', async () => calls.length > position)
  }
  await post(1)
  // 65 kB each, and 3 MB in memory.
  for (let i = 0; i < 25; i++) await post(10_900)

  await until('some are cut', async () => {
    await look()
    return calls.filter(isCut).length > 2
  })
  await look()

  assert(!isCut(calls[0]!) && calls.filter(isCut).length < 12)
})

test('of a body in chunks that nobody reads yet, what came first is read and no more', async (t) => {
  const { calls, open } = await givenServer(t)
  const socket = await open()
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  socket.write(head + '1\r\na\r\n'.repeat(60_000))
  await until('it has begun', async () => calls.length === 1)
  for (let i = 0; i < 50; i += 1) await nextTurn()

  assert(calls[0]!.req.readableLength < 15_000)
})

test('one address has so many connections at once; another is let in', async (t) => {
  const { open, calls, server } = await givenServer(t, { COWRIE_SOCKETS_PER_ADDRESS: '3' })
  const first = [await open(), await open(), await open()]
  const fourth = await open()
  if (!fourth.destroyed) await once(fourth, 'close')

  const other = await open('127.0.0.2')
  other.write(GET)
  first[0]!.write(GET)
  await until('both are served', async () => calls.length === 2)

  first[2]!.destroy()
  await until('its slot is free', async () => (await countOf(server)) === 3)
  const fifth = await open()
  fifth.write(GET)
  await until('it is served', async () => calls.length === 3)
})

async function countOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
}

test('a /64 of IPv6 is one address, and an IPv4 address written as IPv6 is itself', (t) => {
  const come = givenDoor(t, { COWRIE_SOCKETS_PER_ADDRESS: '2' })

  assert(come('2001:db8:0:1::1').isOpen && come('2001:db8:0:1:ffff::9').isOpen)
  assert(!come('2001:db8:0:1:8::').isOpen)
  assert(come('2001:db8:0:2::1').isOpen)
  assert(come('192.0.2.1').isOpen && come('::ffff:192.0.2.1').isOpen)
  assert(!come('::ffff:c000:201').isOpen)
})

test('all addresses together have so many connections, over all processes', (t) => {
  const come = givenDoor(t, { COWRIE_SOCKETS: '10', COWRIE_PROCESSES: '2' })
  const five = [1, 2, 3, 4, 5].map((last) => come(`192.0.2.${last}`))

  assert(five.every(({ isOpen }) => isOpen))
  assert(!come('192.0.2.6').isOpen)
  five[0]!.leave()
  assert(come('192.0.2.6').isOpen)
})

test('a proxy has as many connections as all together, and each client behind it its own share', async (t) => {
  const settings = { COWRIE_SOCKETS_PER_ADDRESS: '2', COWRIE_TRUST_PROXY: '127.0.0.0/8' }
  const { calls, port } = await givenServer(t, settings)
  const agent = new Agent()
  t.after(() => agent.destroy())
  const ask = (client: string) => {
    const headers = { 'x-forwarded-for': client }
    const asked = request({ port, host: '127.0.0.1', agent, headers })
    asked.on('error', () => {})
    asked.end()
    const answered = once(asked, 'response')
    answered.catch(() => {})
    return answered
  }

  for (const client of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) {
    void ask(client)
  }
  await until('all are served', async () => calls.length === 5)
  for (const client of ['192.0.2.1', '2001:db8::3', '10.1.1.1, 192.0.2.1']) {
    const [refused] = await ask(client)
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '2'], client)
  }

  calls[0]!.end()
  await once(calls[0]!, 'close')
  void ask('192.0.2.1')
  await until('there is room again', async () => calls.length === 6)
})

test('where nearly all slots are taken, idle connections of whoever has the most make room', async (t) => {
  const { calls, open, look } = await givenServer(t, { COWRIE_SOCKETS: '10' })
  const crowd: Socket[] = []
  for (let i = 0; i < 6; i += 1) crowd.push(await open('127.0.0.2'))
  crowd[0]!.write(GET)
  await until('it is worked on', async () => calls.length === 1)
  const few = [await open(), await open(), await open(), await open()]

  await until('the oldest idle one of the crowd is cut', async () => {
    await look()
    return crowd[1]!.destroyed
  })
  await look()

  const gone = [...crowd, ...few].filter(({ destroyed }) => destroyed)
  assert.equal(gone.length, 1)
  for (const socket of few) socket.write(GET)
  await until('the others are served', async () => calls.length === 5)
})
