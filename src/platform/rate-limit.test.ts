import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SECOND } from './clock.ts'
import type { Peers, Sharing } from './pub-sub.ts'
import { type RateLimit, rateLimiter } from './rate-limit.ts'

const START = 1_000_000
let clock = START
const monotonicMs = () => clock

/** A limiter whose calls take the time as an argument. */
function givenLimiter(limit: RateLimit, others: { peers?: Peers; machines?: Peers } = {}) {
  clock = START
  const own = rateLimiter(limit, 'key', { monotonicMs, ...others })
  const at =
    <Result>(call: (key: string) => Result) =>
    (key: string, nowMs: number) => {
      clock = nowMs
      return call(key)
    }
  return { take: at(own.take), wait: at(own.wait), left: at(own.left) }
}

test('a burst passes at once, then so many a second', () => {
  const limiter = givenLimiter({ perSecond: 2, burst: 3 })

  const atOnce = Array.from({ length: 5 }, () => limiter.take('a', START))

  assert.deepEqual(atOnce, [null, null, null, 500, 500])
  assert.equal(limiter.take('a', START + 499), 1)
  assert.equal(limiter.take('a', START + 500), null)
  assert.equal(limiter.take('a', START + 500), 500)
})

test('what is left is what passes at once, from the whole burst down to nothing', () => {
  for (const limit of [
    { perSecond: 2, burst: 3 },
    { perSecond: 100_000, burst: 3 },
    { perSecond: 0.7, burst: 13 },
  ]) {
    const limiter = givenLimiter(limit)
    for (let left = limit.burst; left >= 0; left--) {
      const { count, fullInMs } = limiter.left('a', START)
      assert.equal(count, left)
      assert(Math.abs(fullInMs - ((limit.burst - left) / limit.perSecond) * SECOND) < 1e-6)
      assert.equal(limiter.take('a', START) === null, left > 0)
    }
    const later = START + (limit.burst / limit.perSecond) * SECOND
    assert.equal(limiter.left('a', later + 1).count, limit.burst)
  }
})

test('whoever waits as long as was said, passes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 2 * SECOND }), { maxLength: 200 }),
      (perSecond, burst, pauses) => {
        const limiter = givenLimiter({ perSecond, burst })
        let now = START
        for (const pause of pauses) {
          now += pause
          const waitMs = limiter.take('a', now)
          if (waitMs !== null) assert.equal(limiter.take('a', now + waitMs), null)
        }
      },
    ),
  )
})

test('over any time no more pass than the burst and the rate allow', () => {
  const limiter = givenLimiter({ perSecond: 10, burst: 5 })
  let passed = 0
  for (let ms = 0; ms < 10 * SECOND; ms++) if (limiter.take('a', START + ms) === null) passed++
  assert(passed >= 100 && passed <= 105, `${passed} passed`)
})

test('a pause fills the bucket again, and not fuller', () => {
  const limiter = givenLimiter({ perSecond: 1, burst: 2 })
  limiter.take('a', START)
  limiter.take('a', START)
  const muchLater = START + 3_600 * SECOND

  const taken = [1, 2, 3].map(() => limiter.take('a', muchLater))

  assert.deepEqual(taken, [null, null, 1_000])
})

test('one key does not use up the rate of another', () => {
  const limiter = givenLimiter({ perSecond: 1, burst: 1 })
  assert.equal(limiter.take('a', START), null)
  assert.equal(limiter.take('b', START), null)
  assert.notEqual(limiter.take('a', START), null)
})

test('a flood of keys is forgotten, oldest first, and a spent one is not let in by it', () => {
  const limiter = givenLimiter({ perSecond: 1, burst: 1 })
  for (let i = 0; i < 100_000; i++) limiter.take(`flood ${i}`, START)
  limiter.take('spent', START)
  assert.notEqual(limiter.take('spent', START), null)
  assert.equal(limiter.take('flood 0', START), null, 'the oldest begins again')
})

/** Processes that hear of each other only when `exchange` is called. */
function givenPeers(count: number) {
  const all = Array.from({ length: count }, () => new Map<string, Sharing<unknown>>())
  const peers = all.map(
    (own): Peers => ({ share: (name, sharing) => void own.set(name, sharing as Sharing<unknown>) }),
  )
  const exchange = () => {
    for (const own of all) {
      for (const [name, { updates }] of own) {
        const told = updates()
        for (const other of all) if (told !== null && other !== own) other.get(name)?.apply(told)
      }
    }
  }
  return { peers, exchange }
}

test('several processes together let through what one would, however its requests are spread', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 100 }),
      fc.infiniteStream(fc.nat({ max: 3 })),
      (count, everyMs, spread) => {
        const { peers, exchange } = givenPeers(count)
        const limit = { perSecond: 100, burst: 20 }
        const limiters = peers.map((own) => givenLimiter(limit, { peers: own }))
        let passed = 0
        // Three requests in ten milliseconds, of which one may pass.
        for (let ms = 0; ms < 10 * SECOND; ms += 1) {
          clock = START + ms
          if (ms % everyMs === 0) exchange()
          if (ms % 10 > 2) continue
          const limiter = limiters[spread.next().value! % count]!
          if (limiter.take('a', START + ms) === null) passed++
        }
        const betweenNews = ((count - 1) * everyMs * 3) / 10
        assert(passed >= 1_000, `${passed} passed`)
        assert(passed <= 1_020 + betweenNews, `${passed} passed`)
      },
    ),
    { numRuns: 30 },
  )
})

test('what another process let through of one key is not taken from another key', () => {
  const { peers, exchange } = givenPeers(2)
  const limiters = peers.map((own) => givenLimiter({ perSecond: 1, burst: 1 }, { peers: own }))
  limiters[0]!.take('a', START)
  exchange()
  exchange()
  assert.equal(limiters[1]!.take('a', START), 1_000, 'told once, and owed once')
  assert.equal(limiters[1]!.take('b', START), null)
})

test('nobody waits longer than one bucket, however much other processes let through', () => {
  const { peers, exchange } = givenPeers(8)
  const limiters = peers.map((own) => givenLimiter({ perSecond: 1, burst: 10 }, { peers: own }))
  for (const limiter of limiters) {
    for (let i = 0; i < 10; i++) assert.equal(limiter.take('a', START), null)
  }

  exchange()
  exchange()

  for (const { take } of limiters) assert.equal(take('a', START), 10 * SECOND)
  for (const { take } of limiters) assert.equal(take('a', START + 10 * SECOND), null)
})

test('a flood of keys is told to other machines in parts, and all of it in the end', () => {
  const { peers, exchange } = givenPeers(2)
  const [own, other] = peers.map((machines) =>
    givenLimiter({ perSecond: 1, burst: 1 }, { machines }),
  )
  const keys = Array.from({ length: 1_500 }, (_, i) => `k${i}`)
  for (const key of keys) own!.take(key, START)
  const told = () => keys.filter((key) => other!.wait(key, START) !== null).length

  exchange()
  assert.equal(told(), 1_000)
  exchange()
  assert.equal(told(), 1_500)
})
