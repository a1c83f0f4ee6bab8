import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PaystackWorld, paystackWorld } from '../../../test/providers/paystack/world.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'
import { naira } from '../../platform/money.ts'
import type { RailStatementLine } from '../outcomes.ts'

const BEGAN = new Date('2026-11-23T00:00:00Z')

async function pay(world: PaystackWorld, key: string): Promise<void> {
  const returnUrl = 'https://pay.example/checkout/abc'
  await world.rail.openPage({ key, amount: naira(5_000), email: 'ada@example.com', returnUrl })
  await world.customer.pays(key)
}

async function fetched(world: PaystackWorld, from: Date, to: Date): Promise<RailStatementLine[]> {
  const outcome = await world.rail.fetchStatement!({ from, to })
  assert(outcome.kind === 'fetched', outcome.kind)
  return outcome.lines
}

function sum(lines: RailStatementLine[]): bigint {
  return lines.reduce(
    (total, { direction, amount }) => total + (direction === 'credit' ? amount : -amount),
    0n,
  )
}

test('the statement is what moved on the balance: charges, fees, refunds and settlements', async () => {
  const world = await paystackWorld()
  const { books, controls } = world.standIn
  const opening = books.balance()
  for (const key of ['a', 'b', 'c']) await pay(world, key)
  await world.rail.refund({ key: 'r', charge: 'a', amount: naira(1_000) })
  await world.rail.reverse({ key: 'b', amount: naira(5_000) })
  await world.later()
  controls.settle()
  world.advance(HOUR)

  const lines = await fetched(world, BEGAN, world.now())

  assert.equal(sum(lines), books.balance() - opening)
  const names = lines.map(({ sessionId }) => sessionId.replace(/\d{6,}/, 'N')).sort()
  const fees = ['fee-a', 'fee-b', 'fee-c']
  assert.deepEqual(names, ['a', 'b', 'c', ...fees, 'refund-N', 'refund-N', 'settlement-N'].sort())
  await world.close()
})

test('a line bears the name under which the charge and the refund are known', async () => {
  const world = await paystackWorld()
  await pay(world, 'a')
  const refund = { key: 'r', charge: 'a', amount: naira(1_000) }
  await world.rail.refund(refund)
  await world.later()
  const outcome = await world.rail.refund(refund)
  world.advance(HOUR)

  const lines = await fetched(world, BEGAN, world.now())

  assert(outcome.kind === 'returned')
  const back = lines.find(({ sessionId }) => sessionId === outcome.sessionId)
  assert.equal(back?.amount, naira(1_000))
  assert.equal(back?.direction, 'debit')
  const paid = lines.find(({ sessionId }) => sessionId === 'a')
  assert.deepEqual(paid && [paid.direction, paid.amount], ['credit', naira(5_000)])
  await world.close()
})

test('of many pages each line is there once', async () => {
  const world = await paystackWorld()
  for (let i = 0; i < 105; i++) {
    world.standIn.controls.openForeign(`c${i}`, naira(100))
    await world.customer.pays(`c${i}`)
  }
  world.advance(HOUR)

  const lines = await fetched(world, BEGAN, world.now())

  const names = lines.map(({ sessionId }) => sessionId)
  assert.equal(new Set(names).size, names.length)
  assert.equal(names.filter((name) => name.startsWith('c')).length, 105)
  await world.close()
})

test('a statement that takes too long is read on from where it ended', async (t) => {
  const world = await paystackWorld()
  for (let i = 0; i < 205; i++) {
    world.standIn.controls.openForeign(`c${i}`, naira(100))
    await world.customer.pays(`c${i}`)
  }
  world.advance(HOUR)
  const pass = stopClock(t)
  const meanwhile = () => pass(600)
  for (let page = 0; page < 2; page++) world.standIn.controls.fail({ meanwhile }, 'transactions')
  const request = { from: BEGAN, to: world.now(), timeoutMs: 2_000 }

  const first = await world.rail.fetchStatement!(request)
  assert(first.kind === 'fetched' && first.next !== undefined)
  const rest = await world.rail.fetchStatement!({ ...request, page: first.next })

  assert(rest.kind === 'fetched' && rest.next === undefined)
  const charged = (lines: RailStatementLine[]) =>
    lines.map(({ sessionId }) => sessionId).filter((name) => name.startsWith('c'))
  assert.equal(charged(first.lines).length, 200)
  assert.equal(new Set([...charged(first.lines), ...charged(rest.lines)]).size, 205)
  await world.close()
})

test('what is paid while pages are read makes no line twice', async () => {
  const world = await paystackWorld()
  const { controls } = world.standIn
  const foreign = async (key: string) => {
    controls.openForeign(key, naira(100))
    await world.customer.pays(key)
  }
  for (let i = 0; i < 101; i++) await foreign(`c${i}`)
  const answer = (usual: string) => {
    void foreign('meanwhile')
    return { body: usual }
  }
  controls.fail({ answer }, 'transactions')

  const lines = await fetched(world, BEGAN, later(BEGAN, DAY))

  const names = lines.map(({ sessionId }) => sessionId)
  assert.equal(names.filter((name) => name.startsWith('c')).length, 101)
  assert.equal(new Set(names).size, names.length)
  await world.close()
})

test('what was begun before midnight and paid after it is in the second day alone', async () => {
  const world = await paystackWorld()
  const midnight = later(BEGAN, DAY)
  world.advance(midnight.getTime() - world.now().getTime() - 1)
  world.standIn.controls.openForeign('early', naira(100))
  await world.customer.pays('early')
  world.standIn.controls.openForeign('late', naira(100))
  world.advance(1)
  await world.customer.pays('late')
  world.advance(HOUR)

  const first = await fetched(world, BEGAN, midnight)
  const second = await fetched(world, midnight, later(midnight, DAY))

  const names = (lines: RailStatementLine[]) =>
    lines.map(({ sessionId }) => sessionId).filter((name) => !name.startsWith('fee'))
  assert.deepEqual([names(first), names(second)], [['early'], ['late']])
  await world.close()
})

test('a refund that waits, or has failed, is no line', async () => {
  const world = await paystackWorld()
  await pay(world, 'a')
  world.nextRefundFails()
  await world.rail.refund({ key: 'r1', charge: 'a', amount: naira(1_000) })
  await world.later()
  await world.rail.refund({ key: 'r2', charge: 'a', amount: naira(1_000) })
  world.advance(HOUR)

  const lines = await fetched(world, BEGAN, world.now())

  assert(!lines.some(({ sessionId }) => sessionId.startsWith('refund')))
  await world.close()
})

test('a list that breaks off on its second page makes no statement', async () => {
  const world = await paystackWorld()
  for (let i = 0; i < 101; i++) {
    world.standIn.controls.openForeign(`c${i}`, naira(100))
    await world.customer.pays(`c${i}`)
  }
  world.standIn.controls.fail({ answer: (usual) => ({ body: usual }) }, 'transactions')
  world.standIn.controls.fail('502', 'transactions')

  const outcome = await world.rail.fetchStatement!({ from: BEGAN, to: later(BEGAN, DAY) })

  assert.equal(outcome.kind, 'unknown')
  await world.close()
})
