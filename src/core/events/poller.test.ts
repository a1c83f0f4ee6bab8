import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BusinessId, Scope } from '../context.ts'
import { startPoller } from './poller.ts'

const NOTIFIED_MAX = 1_000
const [ada, bisi, chidi] = ['ada', 'bisi', 'chidi'].map(scopeOf) as [Scope, Scope, Scope]

test('polls the businesses it is notified of, and all at the start and each second', async (t) => {
  const { notify, polled, end, pass } = givenPoller(t)
  assert.deepEqual(polled, ['all'])
  await end(0)

  notify(ada)
  assert.deepEqual(polled.splice(0), ['all', 'ada'])
  await end(1)
  await pass(999)
  assert.deepEqual(polled, [])
  await pass(1)
  assert.deepEqual(polled.splice(0), ['all'])
  await end(0)
  await pass(1_000)
  assert.deepEqual(polled, ['all'])
})

test('notifications during a poll are handled after it, each business once', async (t) => {
  const { notify, polled, end } = givenPoller(t)
  for (const scopes of [ada, bisi, ada]) notify(scopes)
  assert.deepEqual(polled, ['all'])

  await end(40)
  assert.deepEqual(polled.splice(0), ['all', 'ada bisi'])

  for (const scopes of [ada, chidi]) notify(scopes)
  await end(2)
  assert.deepEqual(polled.splice(0), ['ada chidi'])
  await end(2)
  assert.deepEqual(polled, [])
})

test('one business in two modes is two', async (t) => {
  const { notify, scopes, end } = givenPoller(t)
  const live = { ...ada, mode: 'live' } as const
  for (const one of [ada, live]) notify(one)
  await end(0)
  assert.deepEqual(scopes.at(-1), [ada, live])
})

test('while slots are few, all are scanned', async (t) => {
  let areSlotsFew = true
  const { notify, polled, end, pass } = givenPoller(t, () => areSlotsFew)
  await end(0)
  notify(ada)
  assert.deepEqual(polled.splice(0), ['all', 'all'])
  areSlotsFew = false
  await end(0)
  await pass(0)
  notify(ada)
  assert.deepEqual(polled, ['ada'])
})

test('with too many notified businesses, all are scanned', async (t) => {
  const { notify, polled, scopes, end } = givenPoller(t)
  const many = Array.from({ length: NOTIFIED_MAX }, (_, i) => scopeOf(`store ${i}`))
  for (const one of many) notify(one)
  await end(0)
  assert.equal(scopes.at(-1)!.length, NOTIFIED_MAX)

  for (const one of many) notify(one)
  notify(ada)
  await end(0)
  assert.equal(polled.at(-1), 'all')
})

test('what a failed poll missed is found by the next scan, after a pause', async (t) => {
  const { notify, polled, end, fail, pass } = givenPoller(t)
  await end(0)
  notify(ada)
  await pass(10)
  await fail()
  notify(bisi)
  await pass(39)
  assert.deepEqual(polled.splice(0), ['all', 'ada'])
  await pass(1)
  assert.deepEqual(polled.splice(0), ['bisi'])
  await end(0)
  await pass(950)
  assert.deepEqual(polled, ['all'])
})

test('a scan that found few is followed by a pause unless it was scheduled; a poll never is', async (t) => {
  const { notify, polled, end, pass } = givenPoller(t)
  await pass(5)
  notify()
  await end(0)
  assert.deepEqual(polled.splice(0), ['all', 'all'])

  await pass(10)
  notify(ada)
  await end(31)
  await pass(39)
  assert.deepEqual(polled, [])
  await pass(1)
  assert.deepEqual(polled.splice(0), ['ada'])

  await pass(10)
  notify()
  await end(0)
  assert.deepEqual(polled.splice(0), ['all'])
  await pass(10)
  notify(ada)
  await end(32)
  assert.deepEqual(polled.splice(0), ['ada'])
})

test('a pause is a tenth of a second at most', async (t) => {
  const { notify, polled, end, pass } = givenPoller(t)
  await end(0)
  notify()
  await pass(500)
  await end(0)
  notify(ada)
  await pass(99)
  assert.deepEqual(polled, ['all', 'all'])
  await pass(1)
  assert.deepEqual(polled, ['all', 'all', 'ada'])
})

test('stop waits for the current poll, and starts no more', async (t) => {
  const { notify, polled, end, stop, pass } = givenPoller(t)
  notify(ada)
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await settled()
  assert.equal(isStopped, false)

  await end(0)
  await stopped
  notify(bisi)
  await pass(5_000)
  assert.deepEqual(polled, ['all'])
})

/** Polls that last until the test ends them, on a clock that only the test moves. */
function givenPoller(t: TestContext, areSlotsFew: () => boolean = () => false) {
  let nowMs = 1_000
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.mock.method(performance, 'now', () => nowMs)
  const scopes: (Scope[] | null)[] = []
  const polled: string[] = []
  let current = Promise.withResolvers<number>()
  const poll = (some: Scope[] | null) => {
    scopes.push(some)
    polled.push(some?.map(({ businessId }) => businessId).join(' ') ?? 'all')
    current = Promise.withResolvers<number>()
    return current.promise
  }
  const log = { info() {}, warn() {}, error() {} }
  const { notify, stop } = startPoller({ log }, poll, areSlotsFew)
  return {
    notify,
    stop,
    scopes,
    polled,
    async end(found: number) {
      current.resolve(found)
      await settled()
    },
    async fail() {
      current.reject(new Error('no connection'))
      await settled()
    },
    async pass(ms: number) {
      nowMs += ms
      t.mock.timers.tick(ms)
      await settled()
    },
  }
}

function scopeOf(name: string): Scope {
  return { businessId: name as BusinessId, mode: 'test' }
}

/** Until everything that does not need the clock has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
