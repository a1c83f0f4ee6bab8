import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { beforeOthers, createPool, type Lendable, longestConnectionWaitMs } from './pool.ts'
import { Refusal } from './refusal.ts'

const WAIT_MS_MAX = 5_000

/** Lets all promises that are resolved settle. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Counts what it opens and closes. */
function givenPool(max: number, waitMsMax: number | null = WAIT_MS_MAX, sharedBy = 1) {
  const seen = { opened: 0, closed: 0, isAway: false }
  const open = async (members: Set<Lendable>) => {
    if (seen.isAway) throw new Error('away')
    seen.opened += 1
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const close = () => {
      if (!members.delete(one)) return
      seen.closed += 1
      resolve()
    }
    const one = { isFit: true, isAtRest: true, closed, close, destroy: close }
    members.add(one)
    return one
  }
  return { seen, pool: createPool({ open, max, sharedBy, waitMsMax, isCounted: true }) }
}

/** A pool whose callers have names, and keep a connection until the test ends their work. */
function givenCallers(slots: number, waitMsMax: number | null = WAIT_MS_MAX) {
  const { pool, seen } = givenPool(slots, waitMsMax)
  const inside = new Map<string, PromiseWithResolvers<string>>()
  const entered: string[] = []
  const ended: Record<string, string> = {}
  return {
    seen,
    inside,
    entered,
    ended,
    come(name: string, through: (run: () => void) => void = (run) => run()): void {
      const work = Promise.withResolvers<string>()
      const run = () => {
        inside.set(name, work)
        entered.push(name)
        return work.promise.finally(() => inside.delete(name))
      }
      through(() =>
        pool.lend(run).then(
          (result) => (ended[name] = result),
          (error: Error) => (ended[name] = error instanceof Refusal ? error.code : error.message),
        ),
      )
    },
    async leave(name: string, how: 'done' | 'failed' = 'done'): Promise<void> {
      if (!inside.has(name)) await settled()
      const work = inside.get(name)!
      if (how === 'done') work.resolve(`${name} is done`)
      else work.reject(new Error(`${name} failed`))
      await settled()
    },
  }
}

function mockTime(t: TestContext): { pass: (ms: number) => void } {
  let nowMs = 1_000
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(performance, 'now', () => nowMs)
  return {
    pass(ms) {
      nowMs += ms
      t.mock.timers.tick(ms)
    },
  }
}

test('so many are inside at once, and those who wait are let in in the order of coming', async () => {
  const { come, leave, inside, entered } = givenCallers(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) come(name)
  await settled()
  assert.deepEqual([...inside.keys()], ['a', 'b'])

  await leave('b')
  assert.deepEqual([...inside.keys()], ['a', 'c'])
  // A new caller does not pass those who wait.
  come('f')
  for (const name of ['a', 'c', 'd', 'e', 'f']) await leave(name)

  assert.deepEqual(entered, ['a', 'b', 'c', 'd', 'e', 'f'])
  assert.equal(inside.size, 0)
})

test('who has waited too long is refused, never let in, and holds nobody up', async (t) => {
  const time = mockTime(t)
  const { come, leave, entered, ended } = givenCallers(1)
  come('a')
  come('b')
  time.pass(1)
  come('c')
  time.pass(WAIT_MS_MAX - 1)
  await settled()
  assert.deepEqual(ended, { b: 'overloaded' })

  await leave('a')
  await leave('c')
  come('d')
  await leave('d')

  assert.deepEqual(entered, ['a', 'c', 'd'])
  assert.deepEqual(ended, {
    a: 'a is done',
    b: 'overloaded',
    c: 'c is done',
    d: 'd is done',
  })
})

test('who was let in is not refused, however long it takes', async (t) => {
  const time = mockTime(t)
  const { come, leave, ended } = givenCallers(1)
  come('a')
  come('b')
  time.pass(WAIT_MS_MAX - 1)
  await leave('a')
  time.pass(10 * WAIT_MS_MAX)
  await settled()
  assert.deepEqual(Object.keys(ended), ['a'])

  await leave('b')
  assert.deepEqual(ended, { a: 'a is done', b: 'b is done' })
})

test('what is never shed goes before all others, in its own order, and is never refused', async (t) => {
  const time = mockTime(t)
  const { come, leave, entered, ended } = givenCallers(1)
  for (const name of ['a', 'b']) come(name)
  time.pass(1)
  for (const name of ['c', 'd']) come(name, beforeOthers)
  come('e')
  await leave('a')
  time.pass(WAIT_MS_MAX)
  await settled()
  assert.deepEqual(ended, { a: 'a is done', b: 'overloaded', e: 'overloaded' })
  assert.equal(longestConnectionWaitMs(), 1 + WAIT_MS_MAX)
  come('f')
  time.pass(1)
  assert.equal(longestConnectionWaitMs(), WAIT_MS_MAX + 1, 'of whom nobody has waited as long')

  for (const name of ['c', 'd', 'f']) await leave(name)

  assert.deepEqual(entered, ['a', 'c', 'd', 'f'])
})

test('without a bound whoever comes waits as long as it takes', async (t) => {
  const time = mockTime(t)
  const { come, leave, ended } = givenCallers(1, null)
  come('a')
  come('b')
  time.pass(1_000 * WAIT_MS_MAX)
  await leave('a')
  await leave('b')
  assert.deepEqual(ended, { a: 'a is done', b: 'b is done' })
})

test('a slot is given back by what fails, and by what throws before it has begun', async () => {
  const { pool } = givenPool(1)
  const faults = [
    () => Promise.reject(new Error('mine')),
    () => {
      throw new Error('mine')
    },
  ]
  for (const fault of faults) {
    const failing = assert.rejects(pool.lend(fault), /mine/)
    assert.equal(await pool.lend(async () => 'next'), 'next')
    await failing
  }
  assert.equal(await pool.lend(async () => 'at once'), 'at once')
})

test('a slot is given back when no connection can be opened', async () => {
  const { pool, seen } = givenPool(1)
  seen.isAway = true
  for (let i = 0; i < 3; i++) await assert.rejects(pool.lend(settled), /away/)
  seen.isAway = false
  assert.equal(await pool.lend(async () => 'there'), 'there')
})

test('few callers share few connections, and one that is not fit is closed and never lent again', async () => {
  const { pool, seen } = givenPool(3)
  for (let i = 0; i < 10; i++) await pool.lend(async () => {})
  assert.deepEqual([seen.opened, seen.closed], [1, 0])
  await Promise.all([1, 2, 3, 4, 5].map(() => pool.lend(settled)))
  assert.deepEqual([seen.opened, seen.closed], [3, 0])

  const lost = await pool.lend(async (lent) => Object.assign(lent, { isFit: false }))
  assert.deepEqual([seen.opened, seen.closed], [3, 1])
  const lent = new Set<Lendable>()
  await Promise.all([1, 2, 3].map(() => pool.lend(async (one) => lent.add(one) && settled())))
  assert.equal(lent.size, 3)
  assert(!lent.has(lost))

  // Lost while not lent.
  for (const one of lent) Object.assign(one, { isFit: false })
  await pool.lend(async (one) => assert(!lent.has(one)))
})

test('an ended pool waits for what is lent, and refuses whoever waits or comes', async () => {
  const { pool, seen } = givenPool(1)
  const work = Promise.withResolvers<void>()
  const lent = pool.lend(() => work.promise)
  await settled()
  const told = assert.rejects(pool.lend(settled), { code: 'CONNECTION_ENDED' })
  let isEnded = false
  const ended = pool.end(WAIT_MS_MAX).then(() => (isEnded = true))
  await settled()
  assert.equal(isEnded, false)

  work.resolve()

  await Promise.all([lent, told, ended])
  assert.deepEqual([seen.opened, seen.closed], [1, 1])
  await assert.rejects(pool.lend(settled), { code: 'CONNECTION_ENDED' })
})

test('an ended pool waits no longer than it was told', async () => {
  const { pool, seen } = givenPool(1)
  void pool.lend(() => new Promise(() => {}))
  await settled()
  await pool.end(1)
  assert.deepEqual([seen.opened, seen.closed], [1, 1])
})

test('where a wait ends and a slot is given back at one moment, none is lost and none is made', async (t) => {
  const time = mockTime(t)
  for (const isPlaceFirst of [true, false]) {
    const { come, leave, inside, entered, ended } = givenCallers(2)
    for (const name of ['a', 'b', 'c', 'd']) come(name)
    await settled()
    if (isPlaceFirst) {
      const left = leave('a')
      // The waiting caller has been resolved, but has not continued yet.
      await Promise.resolve()
      time.pass(WAIT_MS_MAX)
      await left
    } else {
      time.pass(WAIT_MS_MAX)
      await leave('a')
    }
    for (const [name, end] of Object.entries(ended)) {
      assert.equal(entered.includes(name), end !== 'overloaded', name)
    }
    for (const name of [...inside.keys()]) await leave(name, 'failed')
    assert.equal(Object.keys(ended).length, 4)

    for (const name of ['e', 'f', 'g']) come(name)
    await settled()
    assert.deepEqual([...inside.keys()], ['e', 'f'])
    for (const name of ['e', 'f', 'g']) await leave(name)
  }
})

test('of the longest wait is told whoever asks, while it lasts and once when it is over', async (t) => {
  const time = mockTime(t)
  longestConnectionWaitMs()
  const one = givenCallers(1)
  const other = givenCallers(1)
  assert.equal(longestConnectionWaitMs(), 0)
  one.come('a')
  one.come('b')
  time.pass(100)
  one.come('c')
  other.come('a')
  other.come('b')
  time.pass(1_000)
  assert.equal(longestConnectionWaitMs(), 1_100)
  time.pass(1)
  assert.equal(longestConnectionWaitMs(), 1_101)

  await other.leave('a')
  await one.leave('a')
  time.pass(1)
  assert.equal(longestConnectionWaitMs(), 1_101, 'of who was let in')
  time.pass(1)
  assert.equal(longestConnectionWaitMs(), 1_003, 'of who waits still')
  time.pass(WAIT_MS_MAX)
  assert.equal(longestConnectionWaitMs(), WAIT_MS_MAX + 1_003, 'of who was refused by now')
  assert.equal(longestConnectionWaitMs(), 0)
})
