import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BusinessId, Scope } from '../context.ts'
import { startLooks } from './looks.ts'

const NEWS_MAX = 1_000
const [ada, bisi, chidi] = ['ada', 'bisi', 'chidi'].map(scopeOf) as [Scope, Scope, Scope]

test('of whom there is news, of them alone is asked, and of all at the start and each second', async (t) => {
  const { hear, looked, end, pass } = givenLooks(t)
  assert.deepEqual(looked, ['all'])
  await end(0)

  hear(ada)
  assert.deepEqual(looked.splice(0), ['all', 'ada'])
  await end(1)
  await pass(999)
  assert.deepEqual(looked, [])
  await pass(1)
  assert.deepEqual(looked.splice(0), ['all'])
  await end(0)
  await pass(1_000)
  assert.deepEqual(looked, ['all'])
})

test('what is heard during a look is looked for after it, of each business once', async (t) => {
  const { hear, looked, end } = givenLooks(t)
  for (const whose of [ada, bisi, ada]) hear(whose)
  assert.deepEqual(looked, ['all'])

  await end(40)
  assert.deepEqual(looked.splice(0), ['all', 'ada bisi'])

  for (const whose of [ada, chidi]) hear(whose)
  await end(2)
  assert.deepEqual(looked.splice(0), ['ada chidi'])
  await end(2)
  assert.deepEqual(looked, [])
})

test('one business in two modes is two', async (t) => {
  const { hear, whose, end } = givenLooks(t)
  const live = { ...ada, mode: 'live' } as const
  for (const one of [ada, live]) hear(one)
  await end(0)
  assert.deepEqual(whose.at(-1), [ada, live])
})

test('while places are few, all are looked at', async (t) => {
  let areFew = true
  const { hear, looked, end, pass } = givenLooks(t, () => areFew)
  await end(0)
  hear(ada)
  assert.deepEqual(looked.splice(0), ['all', 'all'])
  areFew = false
  await end(0)
  await pass(0)
  hear(ada)
  assert.deepEqual(looked, ['ada'])
})

test('of more businesses than are kept in mind, all are looked at', async (t) => {
  const { hear, looked, whose, end } = givenLooks(t)
  const many = Array.from({ length: NEWS_MAX }, (_, i) => scopeOf(`store ${i}`))
  for (const one of many) hear(one)
  await end(0)
  assert.equal(whose.at(-1)!.length, NEWS_MAX)

  for (const one of many) hear(one)
  hear(ada)
  await end(0)
  assert.equal(looked.at(-1), 'all')
})

test('what a look that failed has missed is found by the next walk, and nothing is asked meanwhile', async (t) => {
  const { hear, looked, end, fail, pass } = givenLooks(t)
  await end(0)
  hear(ada)
  await pass(10)
  await fail()
  hear(bisi)
  await pass(39)
  assert.deepEqual(looked.splice(0), ['all', 'ada'])
  await pass(1)
  assert.deepEqual(looked.splice(0), ['bisi'])
  await end(0)
  await pass(950)
  assert.deepEqual(looked, ['all'])
})

test('a walk that found few rests unless the clock asked for it; a look for news never does', async (t) => {
  const { hear, looked, end, pass } = givenLooks(t)
  await pass(5)
  hear()
  await end(0)
  assert.deepEqual(looked.splice(0), ['all', 'all'])

  await pass(10)
  hear(ada)
  await end(31)
  await pass(39)
  assert.deepEqual(looked, [])
  await pass(1)
  assert.deepEqual(looked.splice(0), ['ada'])

  await pass(10)
  hear()
  await end(0)
  assert.deepEqual(looked.splice(0), ['all'])
  await pass(10)
  hear(ada)
  await end(32)
  assert.deepEqual(looked.splice(0), ['ada'])
})

test('a rest is a tenth of a second at most', async (t) => {
  const { hear, looked, end, pass } = givenLooks(t)
  await end(0)
  hear()
  await pass(500)
  await end(0)
  hear(ada)
  await pass(99)
  assert.deepEqual(looked, ['all', 'all'])
  await pass(1)
  assert.deepEqual(looked, ['all', 'all', 'ada'])
})

test('once stopped it waits for the last look, and begins no more', async (t) => {
  const { hear, looked, end, stop, pass } = givenLooks(t)
  hear(ada)
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await settled()
  assert.equal(isStopped, false)

  await end(0)
  await stopped
  hear(bisi)
  await pass(5_000)
  assert.deepEqual(looked, ['all'])
})

/** Looks that last until they are ended, on a clock that stands still until it is moved. */
function givenLooks(t: TestContext, areFew: () => boolean = () => false) {
  let nowMs = 1_000
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.mock.method(performance, 'now', () => nowMs)
  const whose: (Scope[] | null)[] = []
  const looked: string[] = []
  let current = Promise.withResolvers<number>()
  const look = (some: Scope[] | null) => {
    whose.push(some)
    looked.push(some?.map(({ businessId }) => businessId).join(' ') ?? 'all')
    current = Promise.withResolvers<number>()
    return current.promise
  }
  const log = { info() {}, warn() {}, error() {} }
  const { hear, stop } = startLooks({ log }, look, areFew)
  return {
    hear,
    stop,
    whose,
    looked,
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

/** Until whatever follows without the clock has followed. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
