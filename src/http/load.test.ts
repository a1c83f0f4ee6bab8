import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import hooks from 'node:perf_hooks'
import { type TestContext as Case, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { useApi } from '../../test/api.ts'
import { holdTransactions } from '../../test/held-transactions.ts'
import { SERVER, until, useContext } from '../../test/support.ts'
import type { Context } from '../core/context.ts'
import { connectAsOwner } from '../platform/db.ts'
import { admission, admitWhatCanBeDone, BEGIN_FEW, IN_FLIGHT_MAX, IN_FLIGHT_MIN } from './load.ts'
import { type ClassOf, loadClasses } from './load-classes.ts'

const context = useContext()
const api = useApi(context)
let classes: ClassOf | null = null
const classOf: ClassOf = (...asked) => {
  classes ??= loadClasses(api.app.served)
  return classes(...asked)
}

const ADJUSTMENTS_PER_SECOND = 10
const ADJUST_EVERY_MS = 100

const LIVE = { authorization: 'Bearer sk_live_x' }
const TEST = { authorization: 'Bearer sk_test_x' }
const ofEach = {
  test: { method: 'POST', url: '/api/v1/transactions/initialize', headers: TEST },
  publicTest: {
    method: 'GET',
    url: '/api/v1/transactions/initialize-public?key=pk_test_x',
    headers: {},
  },
  dashboardTest: {
    method: 'GET',
    url: '/dashboard/api/payouts',
    headers: { 'cowrie-mode': 'test' },
  },
  unknown: { method: 'GET', url: '/nothing', headers: {} },
  list: { method: 'GET', url: '/api/v1/transactions?perPage=100', headers: LIVE },
  dashboard: { method: 'GET', url: '/dashboard/api/payouts', headers: { 'cowrie-mode': 'live' } },
  resolve: { method: 'POST', url: '/accounts/resolve', headers: LIVE },
  initialize: { method: 'POST', url: '/api/v1/transactions/initialize', headers: LIVE },
  verify: { method: 'GET', url: '/api/v1/transactions/verify/a', headers: TEST },
  notification: { method: 'POST', url: '/api/v1/rails/sandbox/notifications', headers: {} },
  stream: { method: 'GET', url: '/checkout/abc/events', headers: {} },
}
type Kind = keyof typeof ofEach

/** Requests that stay in flight until they are ended. */
function givenDoor() {
  const door = admission(classOf)
  const open: EventEmitter[] = []
  return {
    ...door,
    come(kind: Kind): boolean {
      const response = new EventEmitter()
      const isIn = door.admits(
        ofEach[kind] as IncomingMessage,
        response as unknown as ServerResponse,
      )
      if (isIn && kind !== 'stream') open.push(response)
      return isIn
    },
    leave(count: number): void {
      for (const response of open.splice(0, count)) response.emit('close')
    },
    /** How many of this kind are admitted while none leaves. */
    fullAt(kind: Kind): number {
      let count = 0
      while (count < 2 * IN_FLIGHT_MAX && this.come(kind)) count += 1
      this.leave(open.length)
      return count
    },
  }
}

/** Waits for an adjustment: this long for the database, and none otherwise. */
function waits(databaseMs: number, others: { loopMs?: number; beginMs?: number } = {}) {
  return { loopMs: 0, beginMs: 0, ...others, databaseMs }
}

test('while nothing waits nobody is refused, until thousands are in flight', () => {
  const door = givenDoor()
  for (let i = 0; i < 100; i++) door.adjust(waits(249, { loopMs: 99 }), ADJUST_EVERY_MS)
  for (let i = 0; i < IN_FLIGHT_MAX / 2; i++) assert(door.come('test'))
  assert(!door.come('test'))
  assert(door.come('list'))
})

test('a loop that is late refuses as a database does', () => {
  for (const [wait, isPressed] of [
    [waits(0, { loopMs: 99 }), false],
    [waits(0, { loopMs: 200 }), true],
    [waits(200), false],
    [waits(500), true],
  ] as const) {
    const door = givenDoor()
    while (door.inFlight() < IN_FLIGHT_MIN) door.come('verify')
    for (let i = 0; i < 20; i++) door.adjust(wait, ADJUST_EVERY_MS)
    assert.equal(door.come('test'), !isPressed, JSON.stringify(wait))
  }
})

test('as many as can be ended in a quarter of a second are let in, however long they wait', () => {
  const door = givenDoor()
  served(door, 5, 500)
  while (door.inFlight() < IN_FLIGHT_MAX) door.come('verify')
  for (let i = 0; i < 20; i++) door.adjust(waits(10_000), ADJUST_EVERY_MS)
  door.leave(IN_FLIGHT_MAX)

  const full = door.fullAt('test')

  // 5,000 a second, which decays a little at each adjustment.
  assert(full > 900 && full <= 1_250, `${full}`)
  for (let i = 0; i < 400; i++) {
    while (door.inFlight() < IN_FLIGHT_MAX) door.come('verify')
    door.adjust(waits(10_000), ADJUST_EVERY_MS)
  }
  door.leave(IN_FLIGHT_MAX)
  assert.equal(door.fullAt('test'), IN_FLIGHT_MIN / 2, 'later it is as if it had never been')
})

test('what goes first goes first, and what is kept stays, however many there are', () => {
  const door = givenDoor()
  while (door.inFlight() < IN_FLIGHT_MIN) door.come('verify')
  for (let i = 0; i < 20; i++) door.adjust(waits(10_000), ADJUST_EVERY_MS)
  door.leave(IN_FLIGHT_MIN)

  const full = Object.keys(ofEach).map((kind) => [kind, door.fullAt(kind as Kind)])

  assert.deepEqual(Object.fromEntries(full), {
    test: 200,
    publicTest: 200,
    dashboardTest: 200,
    unknown: 200,
    list: 240,
    dashboard: 260,
    resolve: 280,
    initialize: 320,
    verify: 2 * IN_FLIGHT_MAX,
    notification: 2 * IN_FLIGHT_MAX,
    stream: 2 * IN_FLIGHT_MAX,
  })
})

test('where payments fill the slots, test mode gets none of them', () => {
  const door = givenDoor()
  for (let i = 0; i < 300; i++) door.come('initialize')
  for (let i = 0; i < 20; i++) door.adjust(waits(10_000), ADJUST_EVERY_MS)
  assert(!door.come('test') && !door.come('list') && !door.come('dashboard'))
  assert(door.come('initialize') && door.come('verify'))
})

test('few that take long are not refused: it would make nothing faster', () => {
  const door = givenDoor()
  for (let i = 0; i < 200; i++) {
    assert(door.come('test'))
    door.adjust(waits(60_000), ADJUST_EVERY_MS)
  }
})

test('while transactions wait long, few are refused too, what goes first at the shortest wait', () => {
  const door = givenDoor()
  for (let i = 0; i < BEGIN_FEW; i++) door.come('verify')
  const refusedAt = (beginMs: number) => {
    door.adjust(waits(beginMs, { beginMs }), ADJUST_EVERY_MS)
    return (Object.keys(ofEach) as Kind[]).filter((kind) => {
      const isIn = door.come(kind)
      if (isIn && kind !== 'stream') door.leave(1)
      return !isIn
    })
  }
  const ofTest: Kind[] = ['test', 'publicTest', 'dashboardTest', 'unknown']
  assert.deepEqual(refusedAt(999), [])
  assert.deepEqual(refusedAt(1_000), ofTest)
  assert.deepEqual(refusedAt(1_200), [...ofTest, 'list'])
  assert.deepEqual(refusedAt(1_300), [...ofTest, 'list', 'dashboard'])
  assert.deepEqual(refusedAt(1_400), [...ofTest, 'list', 'dashboard', 'resolve'])
  assert.deepEqual(refusedAt(1_600), [...ofTest, 'list', 'dashboard', 'resolve', 'initialize'])
  assert.equal(refusedAt(60_000).length, 8)
  assert.deepEqual(refusedAt(0), [])

  door.adjust(waits(60_000, { beginMs: 60_000 }), ADJUST_EVERY_MS)
  door.leave(1)
  assert(door.come('test'), 'so few make no such queue')
})

/** A service that completes this many between two adjustments, in order of arrival. */
function served(door: ReturnType<typeof givenDoor>, seconds: number, arriving: number) {
  const canEnd = 500
  const all = { ended: 0, refused: 0, longestWaitMs: 0 }
  for (let i = 0; i < seconds * ADJUSTMENTS_PER_SECOND; i++) {
    for (let i = 0; i < arriving; i++) if (!door.come('test')) all.refused += 1
    const waitedMs = (door.inFlight() / canEnd) * ADJUST_EVERY_MS
    if (i > ADJUSTMENTS_PER_SECOND) all.longestWaitMs = Math.max(all.longestWaitMs, waitedMs)
    const ended = Math.min(canEnd, door.inFlight())
    door.leave(ended)
    all.ended += ended
    door.adjust(waits(waitedMs), ADJUST_EVERY_MS)
  }
  return { ...all, share: all.ended / (seconds * ADJUSTMENTS_PER_SECOND * canEnd) }
}

test('in test mode alone no more is refused than is beyond capacity, and waits stay short', () => {
  const door = givenDoor()

  const { share, longestWaitMs, refused } = served(door, 20, 1_500)

  assert(share > 0.9, `${share} of capacity was used`)
  assert(longestWaitMs < 500, `the longest wait was ${longestWaitMs} ms`)
  assert(refused > 0)
})

test('ten seconds after the rush all is as it was before', () => {
  const door = givenDoor()
  served(door, 5, 1_500)
  served(door, 9, 400)
  assert.equal(served(door, 1, 400).refused, 0)
  door.leave(IN_FLIGHT_MAX)
  assert.equal(door.fullAt('test'), IN_FLIGHT_MAX / 2)
})

/** However busy the machine is. */
function givenCalmLoop(t: Case): void {
  const calm = { enable() {}, disable() {}, reset() {}, max: 0 }
  const { mock } = t.mock.method(hooks, 'monitorEventLoopDelay', () => calm as never)
  syncBuiltinESMExports()
  t.after(() => {
    mock.restore()
    syncBuiltinESMExports()
  })
}

/** Holds requests until they are ended. */
async function givenServer(t: Case, its: Context = context) {
  const held: ServerResponse[] = []
  const server = createServer((_request, response) => void held.push(response))
  const stopLooking = admitWhatCanBeDone(its, server, classOf, () => 'a-request')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const many = new Agent()
  t.after(() => {
    stopLooking()
    many.destroy()
    server.close()
  })
  const ask = (kind: Kind, agent: Agent, body?: string) => {
    const { method, url, headers } = ofEach[kind]
    const sent = body === undefined ? headers : { ...headers, 'content-length': body.length + 1 }
    const asked = request({ port, host: '127.0.0.1', agent, method, path: url, headers: sent })
    asked.on('error', () => {})
    if (body === undefined) asked.end()
    else asked.write(body)
    return asked
  }
  return { held, ask, many }
}

test('a request that is refused is told so before its body has come, and its connection goes on', async (t) => {
  const { held, ask, many } = await givenServer(t)
  for (let i = 0; i < 250; i++) ask('verify', many)
  await until('they are in flight', async () => held.length === 250)

  const one = new Agent({ keepAlive: true, maxSockets: 1 })
  const refused = await until('it is refused', async () => {
    const until250 = performance.now() + 250
    while (performance.now() < until250); // Blocks the event loop.
    const before = held.length
    const asked = ask('test', one, '{"amount":')
    let isAnswered = false
    const answered = once(asked, 'response').then(([response]) => {
      isAnswered = true
      return response as IncomingMessage
    })
    const answer = await Promise.race([
      answered,
      until('it is let in', async () => isAnswered || held.length > before),
    ])
    asked.end('1')
    if (answer !== true) return answer
    held.pop()!.end()
    // The connection is reused only after the body is read.
    await (await answered).toArray()
    return null
  })

  assert.equal(refused.statusCode, 503)
  assert.equal(refused.headers['retry-after'], '2')
  assert.equal(refused.headers['x-request-id'], 'a-request')
  const text = (await refused.toArray()).join('')
  assert.deepEqual(Object.keys(JSON.parse(text)), ['status', 'code', 'message', 'request_id'])
  assert.equal(JSON.parse(text).code, 'overloaded')
  const before = held.length
  ask('verify', one)
  await until('what is kept is let in, on the same connection', async () => held.length > before)
  one.destroy()
})

test('a transaction waits until it has begun; what it takes from there on refuses nobody', async (t) => {
  givenCalmLoop(t)
  const never = Promise.withResolvers<void>().promise
  const atOnce = Promise.resolve()
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  for (const [waits, takes, status] of [
    [atOnce, never, 200],
    [never, atOnce, 503],
  ] as const) {
    const begin = async (run: () => Promise<void>) => {
      await waits
      await run()
      await takes
    }
    const sql = Object.assign(async () => [], { begin }) as unknown as Context['sql']
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { held, ask, many } = await givenServer(t, { ...context, sql })
    for (let i = 0; i < 250; i++) ask('verify', many)
    await until('they are in flight', async () => held.length === 250)
    for (let looks = 0; looks < 2 * ADJUSTMENTS_PER_SECOND; looks++) {
      nowMs += ADJUST_EVERY_MS
      t.mock.timers.tick(ADJUST_EVERY_MS)
      await nextTurn()
    }
    t.mock.timers.reset()

    let answer: IncomingMessage | undefined
    ask('test', many).once('response', (response) => {
      answer = response
    })
    await until('it is answered or let in', async () => answer || held.length > 250)

    assert.equal(answer?.statusCode ?? 200, status)
  }
})

test('who waits for a transaction is seen at the door, and when all have theirs nobody is refused', async (t) => {
  const { held, ask, many } = await givenServer(t)
  let asks = 0
  const statusOf = async (kind: Kind) => {
    asks += 1
    assert(asks < 1_000, 'it is asked in vain')
    const before = held.length
    const answers: IncomingMessage[] = []
    ask(kind, many).once('response', (response) => answers.push(response))
    await until('it is refused or let in', async () => answers.length > 0 || held.length > before)
    if (held.length > before) held.pop()!.end()
    return until('it is answered', async () => answers[0]?.statusCode)
  }
  // The owner's connection has no time limit.
  const owner = connectAsOwner({ ...SERVER, database: context.database })
  t.after(() => owner.end({ timeout: 5 }))
  const release = await holdTransactions(owner)
  const begunMs = performance.now()
  let laterMs = 0
  t.mock.method(performance, 'now', () => begunMs + laterMs)
  const waiting = owner.begin((sql) => sql`select 1`)
  for (let i = 0; i < BEGIN_FEW; i++) ask('verify', many)
  await until('they are in flight', async () => held.length === BEGIN_FEW)
  assert.equal(await statusOf('test'), 200)

  laterMs = 1_500
  await until('test mode is refused', async () => (await statusOf('test')) === 503)
  assert.deepEqual(
    [await statusOf('resolve'), await statusOf('initialize'), await statusOf('verify')],
    [503, 200, 200],
  )

  await release()
  await waiting
  await until('nobody is refused', async () => (await statusOf('test')) === 200)
})
