import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { BatchWaits, batched, batchedFor, firstOfEach } from './batch.ts'

/** Records its batches, and answers when the test says so. */
function givenOperation(options: Parameters<typeof batched<number, number>>[1] = {}) {
  const batches: number[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const run = batched(async (items: number[]) => {
    batches.push(items)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return items.map((item) => item * 10)
  }, options)
  return { batches, gates, run }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('one call is a batch of one', async () => {
  const { batches, gates, run } = givenOperation()
  const call = run(1)
  await turn()
  gates[0]!.resolve()

  assert.equal(await call, 10)
  assert.deepEqual(batches, [[1]])
})

test('the calls of one turn leave together; those that come meanwhile are the next batch', async () => {
  const { batches, gates, run } = givenOperation()
  const calls = [run(1), run(2)]
  await turn()
  calls.push(run(3), run(4), run(5))
  await turn()
  assert.deepEqual(batches, [[1, 2]], 'one batch at a time')

  gates[0]!.resolve()
  await Promise.all(calls.slice(0, 2))
  await turn()
  gates[1]!.resolve()

  assert.deepEqual(await Promise.all(calls), [10, 20, 30, 40, 50], 'each has its own answer')
  assert.deepEqual(batches, [
    [1, 2],
    [3, 4, 5],
  ])
})

test('a batch is bounded in items and in bytes, and one that is too large goes alone', async () => {
  const { batches, gates, run } = givenOperation({
    bytesOf: (item) => item * 1_000,
    inFlightMax: 100,
  })
  const calls = [600, 400, 1, 5_000, 2].map(run)
  for (let i = 0; i < 300; i++) calls.push(run(0))
  await turn()
  for (const gate of gates) gate.resolve()
  await Promise.all(calls)

  assert.deepEqual(batches.slice(0, 3), [[600, 400], [1], [5_000]])
  assert.equal(batches[3]!.length, 256)
  assert.equal(batches.flat().length, 305)
})

test('an item that the database refuses harms only itself', async () => {
  const run = batched(async (items: number[]) => {
    if (items.includes(13)) throw databaseError('23505')
    return items
  })

  const outcomes = await Promise.allSettled([1, 13, 2].map(run))

  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('a lost connection is everybody’s, and nothing is sent twice', async () => {
  let sends = 0
  const run = batched(async (): Promise<number[]> => {
    sends += 1
    throw Object.assign(new Error('lost'), { code: 'CONNECTION_CLOSED' })
  })

  const outcomes = await Promise.allSettled([1, 2, 3].map(run))

  assert(outcomes.every(({ status }) => status === 'rejected'))
  assert.equal(sends, 1)
})

test('after a failure the next batch goes as if nothing had been', async () => {
  let isDown = true
  const run = batched(async (items: number[]) => {
    if (isDown) throw new Error('down')
    return items
  })
  await assert.rejects(run(1))
  isDown = false

  assert.equal(await run(2), 2)
})

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code })
}

type Owner = { name: string; batchWaits: BatchWaits }

test('calls of one owner are batched together, those of two are not', async () => {
  const batches: string[] = []
  const run = batchedFor(async ({ name }: Owner, items: number[]) => {
    batches.push(`${name} ${items.join(' ')}`)
    return items
  })
  const batchWaits = new BatchWaits()
  const [one, other] = [
    { name: 'one', batchWaits },
    { name: 'other', batchWaits },
  ]

  await Promise.all([run(one, 1), run(other, 2), run(one, 3)])

  assert.deepEqual(batches, ['one 1 3', 'other 2'])
})

test('of the items with one key the first is run, and each has its own answer', async () => {
  const items = [5, 15, 6, 25, 16]
  const ran: number[][] = []

  const results = await firstOfEach(
    items,
    (item) => String(item % 10),
    'not run',
    async (each) => {
      ran.push(each)
      return each.map((item) => `ran ${item}`)
    },
  )

  assert.deepEqual(ran, [[5, 6]])
  assert.deepEqual(results, ['ran 5', 'not run', 'ran 6', 'not run', 'not run'])
})
