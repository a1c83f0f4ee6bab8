import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { beforeOthers, gate, longestAtGateMs } from './gate.ts'
import { Refusal } from './refusal.ts'

const WAIT_MS_MAX = 5_000

/** Everything that is promised by now is settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A gate through which each comes by a name, and stays inside until told how it ends. */
function givenGate(places: number, waitMsMax: number | null = WAIT_MS_MAX) {
  const enter = gate(places, waitMsMax)
  const inside = new Map<string, PromiseWithResolvers<string>>()
  const entered: string[] = []
  const ended: Record<string, string> = {}
  return {
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
        enter(run).then(
          (result) => (ended[name] = result),
          (error: Error) => (ended[name] = error instanceof Refusal ? error.code : error.message),
        ),
      )
    },
    async leave(name: string, how: 'done' | 'failed' = 'done'): Promise<void> {
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
  const { come, leave, inside, entered } = givenGate(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) come(name)
  await settled()
  assert.deepEqual([...inside.keys()], ['a', 'b'])

  await leave('b')
  assert.deepEqual([...inside.keys()], ['a', 'c'])
  // Who comes now does not pass those who wait.
  come('f')
  for (const name of ['a', 'c', 'd', 'e', 'f']) await leave(name)

  assert.deepEqual(entered, ['a', 'b', 'c', 'd', 'e', 'f'])
  assert.equal(inside.size, 0)
})

test('who has waited too long is refused, never let in, and holds nobody up', async (t) => {
  const time = mockTime(t)
  const { come, leave, entered, ended } = givenGate(1)
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
  const { come, leave, ended } = givenGate(1)
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
  const { come, leave, entered, ended } = givenGate(1)
  for (const name of ['a', 'b']) come(name)
  time.pass(1)
  for (const name of ['c', 'd']) come(name, beforeOthers)
  come('e')
  await leave('a')
  time.pass(WAIT_MS_MAX)
  await settled()
  assert.deepEqual(ended, { a: 'a is done', b: 'overloaded', e: 'overloaded' })
  assert.equal(longestAtGateMs(), 1 + WAIT_MS_MAX)
  come('f')
  time.pass(1)
  assert.equal(longestAtGateMs(), WAIT_MS_MAX + 1, 'of whom nobody has waited as long')

  for (const name of ['c', 'd', 'f']) await leave(name)

  assert.deepEqual(entered, ['a', 'c', 'd', 'f'])
})

test('without a bound whoever comes waits as long as it takes', async (t) => {
  const time = mockTime(t)
  const { come, leave, ended } = givenGate(1, null)
  come('a')
  come('b')
  time.pass(1_000 * WAIT_MS_MAX)
  await leave('a')
  await leave('b')
  assert.deepEqual(ended, { a: 'a is done', b: 'b is done' })
})

test('a place is given back by what fails, and by what throws before it has begun', async () => {
  const enter = gate(1, WAIT_MS_MAX)
  const faults = [
    () => Promise.reject(new Error('mine')),
    () => {
      throw new Error('mine')
    },
  ]
  for (const fault of faults) {
    const failing = assert.rejects(enter(fault), /mine/)
    assert.equal(await enter(async () => 'next'), 'next')
    await failing
  }
  assert.equal(await enter(async () => 'at once'), 'at once')
})

test('where a wait ends and a place is given back at one moment, none is lost and none is made', async (t) => {
  const time = mockTime(t)
  for (const isPlaceFirst of [true, false]) {
    const { come, leave, inside, entered, ended } = givenGate(2)
    for (const name of ['a', 'b', 'c', 'd']) come(name)
    if (isPlaceFirst) {
      const left = leave('a')
      // Told, but whoever waits has not gone on yet.
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
  longestAtGateMs()
  const one = givenGate(1)
  const other = givenGate(1)
  assert.equal(longestAtGateMs(), 0)
  one.come('a')
  one.come('b')
  time.pass(100)
  one.come('c')
  other.come('a')
  other.come('b')
  time.pass(1_000)
  assert.equal(longestAtGateMs(), 1_100)
  time.pass(1)
  assert.equal(longestAtGateMs(), 1_101)

  await other.leave('a')
  await one.leave('a')
  time.pass(1)
  assert.equal(longestAtGateMs(), 1_101, 'of who was let in')
  time.pass(1)
  assert.equal(longestAtGateMs(), 1_003, 'of who waits still')
  time.pass(WAIT_MS_MAX)
  assert.equal(longestAtGateMs(), WAIT_MS_MAX + 1_003, 'of who was refused by now')
  assert.equal(longestAtGateMs(), 0)
})
