import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { atEnd } from '../../test/shared.ts'
import { stopClock } from '../../test/stopped-clock.ts'
import { HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import {
  type ProviderAnswer,
  type ProviderCall,
  type ProviderSetup,
  providerClient,
} from './client.ts'
import { readAnswer } from './json.ts'

const START_MS = Date.parse('2026-03-15T12:00:00Z')

type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type World = Awaited<ReturnType<typeof givenProvider>>

/** A provider with tokens valid for an hour, which answers as `answer` says. */
async function givenProvider(
  answer: (asked: Asked, response: ServerResponse, count: number) => void = (_, response) =>
    response.end('{"ok":true}'),
) {
  const world = {
    nowMs: START_MS,
    asked: [] as Asked[],
    logins: 0,
    lines: [] as string[],
    /** The answer to a login. */
    login: (response: ServerResponse): void => {
      response.end(JSON.stringify({ token: `t${world.logins}`, lives: 3600 }))
    },
    url: '',
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.setHeader('date', new Date(world.nowMs).toUTCString())
    if (request.url!.endsWith('/login')) {
      world.logins += 1
      return world.login(response)
    }
    const { method = '', url = '', headers } = request
    world.asked.push({ method, url, headers, body })
    answer(world.asked.at(-1)!, response, world.asked.length)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return world
}

function clientOf(world: World, change: { baseUrl?: string } = {}) {
  return providerClient({ ...setupOf(world), ...change })
}

function setupOf(world: World): ProviderSetup {
  return {
    provider: 'sample',
    baseUrl: world.url,
    now: () => new Date(world.nowMs),
    monotonicMs: () => world.nowMs,
    log: { warn: (fields, message) => world.lines.push(JSON.stringify({ ...fields, message })) },
    login: {
      request: () => ({ call: 'login', method: 'POST', path: '/login', json: { key: 'secret' } }),
      read: (json) => {
        const { token, lives } = (json ?? {}) as { token?: string; lives?: string }
        if (token === undefined) return null
        return { headers: { authorization: `Bearer ${token}` }, livesMs: Number(lives) * SECOND }
      },
    },
    codeOf: (json) => (json as { code?: unknown } | undefined)?.code,
  }
}

const READ: ProviderCall = { call: 'read', method: 'GET', path: '/things' }
const WRITE: ProviderCall = { call: 'write', method: 'POST', path: '/things', json: { a: 1 } }

test('a call goes to the provider with its pass, its query and its body', async () => {
  const world = await givenProvider()
  const client = clientOf(world)

  await client.call({ ...READ, path: '/a/b%2Fc', query: { q: 'x y&z' } })
  await client.call({ ...WRITE, method: 'PUT', headers: { 'x-more': '1' } })
  await client.call({ call: 'form', method: 'POST', path: '/form', form: { a: 'b c' } })
  await client.call({ call: 'drop', method: 'DELETE', path: '/things/1' })

  assert.deepEqual(
    world.asked.map(({ method, url, body }) => [method, url, body]),
    [
      ['GET', '/a/b%2Fc?q=x+y%26z', ''],
      ['PUT', '/things', '{"a":1}'],
      ['POST', '/form', 'a=b+c'],
      ['DELETE', '/things/1', ''],
    ],
  )
  for (const { headers } of world.asked) assert.equal(headers.authorization, 'Bearer t1')
  assert.equal(world.asked[1]!.headers['x-more'], '1')
  assert.equal(world.asked[1]!.headers['content-type'], 'application/json')
  assert.equal(world.asked[2]!.headers['content-type'], 'application/x-www-form-urlencoded')
})

test('a base address may have a path of its own, and no path leaves it', async () => {
  const world = await givenProvider()
  const client = clientOf(world, { baseUrl: `${world.url}/api/` })
  for (const path of ['things', '//evil.example/x', '/../x', '/a/..', '/a?b', '/a#b', '/a\\b']) {
    await assert.rejects(client.call({ ...READ, path }), assert.AssertionError, path)
  }
  assert.equal(world.asked.length, 0)

  await client.call(READ)
  assert.equal(world.asked[0]!.url, '/api/things')
})

test('a provider is called over https; in clear on this machine only', () => {
  const common = { provider: 'p', now: () => new Date(START_MS), log: { warn: () => {} } }
  for (const baseUrl of ['http://api.example.com', 'ftp://127.0.0.1', 'https://a.example/?x=1']) {
    assert.throws(() => providerClient({ ...common, baseUrl }), assert.AssertionError, baseUrl)
  }
  providerClient({ ...common, baseUrl: 'https://api.example.com' })
  providerClient({ ...common, baseUrl: 'http://localhost:1' })
})

test('calls at once share one login, and it is renewed a minute before it ends', async () => {
  const world = await givenProvider()
  const client = clientOf(world)

  await Promise.all([client.call(READ), client.call(READ), client.call(READ)])
  world.nowMs += 1 * HOUR - 61 * SECOND
  await client.call(READ)
  assert.equal(world.logins, 1)

  world.nowMs += 2 * SECOND
  await Promise.all([client.call(READ), client.call(READ)])
  assert.equal(world.logins, 2)
  assert.equal(world.asked.at(-1)!.headers.authorization, 'Bearer t2')
})

test('a 401 renews the login once for all, and each call is repeated once', async () => {
  const world = await givenProvider(({ headers }, response) => {
    response.statusCode = headers.authorization === 'Bearer t1' ? 401 : 200
    response.end('{}')
  })
  const client = clientOf(world)

  const answers = await Promise.all([client.call(READ), client.call(WRITE), client.call(WRITE)])

  for (const answer of answers) assert.partialDeepStrictEqual(answer, { status: 200 })
  assert.equal(world.logins, 2)
  assert.equal(world.asked.length, 6)
})

test('a second 401 is not sent, and so is a call before which nobody logs us in', async () => {
  const world = await givenProvider((_, response) => {
    response.statusCode = 401
    response.end('{"code":"D06"}')
  })
  const client = clientOf(world)

  assert.deepEqual(await client.call(WRITE), { kind: 'not_sent' })
  assert.equal(world.asked.length, 2)
  assert.match(world.lines.at(-1)!, /"status":401,"code":"D06"/)

  for (const text of ['{}', 'error code: 502', '{"token":5']) {
    world.login = (response) => response.end(text)
    world.nowMs += 2 * HOUR
    assert.deepEqual(await client.call(WRITE), { kind: 'not_sent' }, text)
  }
  assert.equal(world.asked.length, 2)
})

test('who refuses our credentials locks us out, until a call is let in; silence changes nothing', async () => {
  const statuses = [200, 401, 401, 503, 200]
  const world = await givenProvider((_, response, count) =>
    response.writeHead(statuses[count - 1]!).end('{}'),
  )
  const client = clientOf(world)
  const standsAfter = async () => {
    await client.call(READ)
    return client.isLockedOut()
  }

  assert.equal(await standsAfter(), false)
  // Both tokens are rejected.
  assert.equal(await standsAfter(), true)
  assert.equal(await standsAfter(), false, 'answered with 503: it knows us')

  for (const [status, isOut] of [
    [500, false],
    [429, false],
    [401, true],
    [500, true],
  ] as const) {
    world.nowMs += 2 * HOUR
    world.login = (response) => response.writeHead(status).end('{}')
    assert.equal(await standsAfter(), isOut, `a login answered with ${status}`)
  }
  world.login = (response) => response.end(JSON.stringify({ token: 'new', lives: 3600 }))
  world.nowMs += HOUR
  assert.equal(await standsAfter(), false)
})

test('with a key instead of a login, an answer of 401 locks us out', async () => {
  let status = 401
  const world = await givenProvider((_, response) =>
    status === 0 ? response.destroy() : response.writeHead(status).end('{}'),
  )
  const { login: _, ...setup } = { ...setupOf(world), headers: { authorization: 'Bearer k' } }
  const client = providerClient(setup)
  await client.call(READ)
  assert.equal(client.isLockedOut(), true)
  status = 0
  await client.call(READ)
  assert.equal(client.isLockedOut(), true, 'an answer that was lost says nothing')
  status = 404
  await client.call(READ)
  assert.equal(client.isLockedOut(), false)
})

test('of an answer numbers are their text, and what is no JSON has none', async () => {
  const texts: [string, unknown][] = [
    ['{"a":5000.10,"b":"5","c":[1.0E7],"d":12345678901234567890,"e":true,"f":null}', null],
    ['error code: 502', undefined],
    ['', undefined],
    ['{"a":1,"a":2}', undefined],
    ['{"__proto__":{}}', undefined],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, undefined],
    ['{"a":1', undefined],
    [`"${'x'.repeat(1_100_000)}"`, undefined],
  ]
  const world = await givenProvider((_, response, count) => response.end(texts[count - 1]![0]))
  const client = clientOf(world)

  const answers: ProviderAnswer[] = []
  for (const _ of texts) answers.push(await client.call(READ))

  const [first, ...others] = answers
  assert.partialDeepStrictEqual(first, {
    json: { a: '5000.10', b: '5', c: ['1.0E7'], d: '12345678901234567890', e: true, f: null },
  })
  for (const answer of others) assert.partialDeepStrictEqual(answer, { json: undefined })
  assert.equal(readAnswer('7.50'), '7.50')
})

test('a letter that cannot be kept is replaced, and the rest of the answer is read', () => {
  const odd = '{"a":"x\\u0000y","b":"\\ud83d","c":"\\ud83d\\ude00","d":"\\\\u0000","e":"\\udE00z"}'
  assert.deepEqual(readAnswer(odd), {
    a: 'x\ufffdy',
    b: '\ufffd',
    c: '😀',
    d: '\\u0000',
    e: '\ufffdz',
  })
})

test('a provider that is not there was not asked; one that hangs up may have done it', async (t) => {
  const pass = stopClock(t)
  const world = await givenProvider((_, response, count) => {
    if (count === 1) response.destroy()
    else pass(700)
  })
  const client = clientOf(world)

  assert.deepEqual(await client.call(WRITE), { kind: 'lost' })
  // Reads the request, and answers after the deadline.
  assert.deepEqual(await client.call({ ...WRITE, timeoutMs: 700 }), { kind: 'lost' })
  assert.equal(world.asked.length, 2, 'neither is made again')

  const nobody = net.createServer()
  await once(nobody.listen(0, '127.0.0.1'), 'listening')
  const { port } = nobody.address() as AddressInfo
  nobody.close()
  await once(nobody, 'close')
  const lost = clientOf(world, { baseUrl: `http://127.0.0.1:${port}` })
  assert.deepEqual(await lost.call(WRITE), { kind: 'not_sent' })
})

test('a write is made once, also where an idle connection has gone stale', async () => {
  const world = await givenProvider()
  const sockets = new Set<net.Socket>()
  let writes = 0
  // Answers the first request of a connection, and closes it after reading the second.
  const server = net.createServer((socket) => {
    sockets.add(socket)
    let isSecond = false
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      if (chunk.toString().startsWith('POST /things')) writes += 1
      if (isSecond) {
        socket.destroy()
        return
      }
      isSecond = true
      const body = '{"token":"t","lives":3600}'
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const client = clientOf(world, { baseUrl: `http://127.0.0.1:${port}` })

  await client.call(READ)
  const answer = await client.call(WRITE)
  await client.call(WRITE)

  assert.equal(answer.kind, 'answered')
  assert.equal(writes, 2)
})

test('five failures in a row take it down for half a minute, then one asks', async () => {
  for (const failure of [429, 500, 503]) await goesDownAndComesBack(failure)
})

async function goesDownAndComesBack(failure: number): Promise<void> {
  let status = failure
  const world = await givenProvider((_, response) => {
    response.statusCode = status
    response.end(`error code: ${status}`)
  })
  const client = clientOf(world)

  for (let count = 0; count < 4; count++) await client.call(READ)
  assert.equal(client.isDown(), false)
  await client.call(READ)
  assert.equal(client.isDown(), true, `after ${failure}`)
  assert.deepEqual(await client.call(READ), { kind: 'not_sent' })
  assert.equal(world.asked.length, 5)

  world.nowMs += 31 * SECOND
  status = 404
  assert.equal(client.isDown(), false, 'the next new thing is the probe')
  // Refusals are answers, and never count as failures.
  for (let count = 0; count < 6; count++) {
    assert.partialDeepStrictEqual(await client.call(READ), { status: 404 })
  }
  assert.equal(client.isDown(), false)
}

test('a clock that is off is said once an hour', async () => {
  const world = await givenProvider((_, response) => {
    response.setHeader('date', new Date(world.nowMs - 2 * MINUTE).toUTCString())
    response.end('{}')
  })
  const client = clientOf(world)
  const said = () => world.lines.filter((line) => line.includes('skewSeconds'))

  await client.call(READ)
  await client.call(READ)
  assert.equal(said().length, 1)
  assert.match(said()[0]!, /"skewSeconds":-120/)
  world.nowMs += 61 * MINUTE
  await client.call(READ)
  assert.equal(said().length, 2)
})

test('the log names the call and the code, and nothing of a person or a secret', async () => {
  const world = await givenProvider((_, response, count) => {
    response.statusCode = 400
    response.end(JSON.stringify({ code: count === 1 ? 'R5' : 'Ada Obi 22222222222' }))
  })
  const client = clientOf(world)

  const call = { ...WRITE, query: { bvn: '22222222222' }, json: { name: 'Ada Obi' } }
  await client.call(call)
  const answer = await client.call(call)
  client.noteUnknown('write', answer)

  assert.equal(world.lines.length, 3)
  assert.match(world.lines[0]!, /"provider":"sample","call":"write","status":400,"code":"R5"/)
  assert(!/Ada|2222|secret|Bearer|things/.test(world.lines.join('')))
})
