import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SECOND } from '../platform/clock.ts'
import {
  type HealthWindow,
  percentileOf,
  railHealth,
  sumOfLatencies,
  WINDOW_MS,
  watched,
} from './health.ts'
import { railThatMade } from './made-by.ts'
import type { FormerProvider, MailOutcome, RailSet, TransferOutcome } from './rails.ts'
import { memoryOf, sandboxRails } from './sandbox/sandbox.ts'

const BEGIN = 100 * WINDOW_MS
const mail = {
  ...{ key: 'k', onBehalfOf: 'b', fromName: 'Demo Store', to: 'ada@example.com' },
  ...{ subject: '', text: '', html: '' },
}

/** Providers whose mail answers as told, with a clock moved by hand. */
function givenRails() {
  const clock = { nowMs: BEGIN }
  const sandbox = sandboxRails({
    memory: memoryOf(new Map()),
    baseUrl: () => 'https://pay.example',
    now: () => new Date(clock.nowMs),
  })
  let answer = async (): Promise<MailOutcome> => ({ kind: 'sent' })
  const told: RailSet = { ...sandbox, message: { name: 'told', sendMail: () => answer() } }
  const health = railHealth()
  const rails = watched({ test: told, live: [] }, health, () => clock.nowMs)
  const send = (kind: MailOutcome['kind'] | 'throws', tookMs: number) => {
    answer = async () => {
      clock.nowMs += tookMs
      if (kind === 'throws') throw new Error('a fault')
      return { kind, reason: '' } as MailOutcome
    }
    return rails.test.message.sendMail(mail)
  }
  const only = (): HealthWindow => {
    const [window, ...more] = health.windows()
    assert(window !== undefined && more.length === 0)
    return window
  }
  return { clock, health, rails, send, only }
}

test('an answer is counted by what it says, and handed on as it is', async () => {
  const { send, only } = givenRails()
  assert.equal((await send('sent', 10)).kind, 'sent')
  assert.equal((await send('refused', 10)).kind, 'refused')
  assert.equal((await send('unavailable', 10)).kind, 'unavailable')
  assert.equal((await send('unknown', 10)).kind, 'unknown')
  await assert.rejects(send('throws', 10), /a fault/)

  const { calls, answered, down, unknown, threw, lastFailure, mode, rail } = only()
  assert.deepEqual([mode, rail, calls, answered], ['test', 'message', 5, 5])
  assert.deepEqual([down, unknown, threw, lastFailure], [1, 1, 1, 'threw'])
  assert.equal(only().lastSuccessMs, BEGIN + 20, 'a refusal is an answer like any other')
  assert.equal(only().lastFailureMs, BEGIN + 50)
})

test("a provider's own code of a failure is logged beside ours, and what has none is not", async () => {
  const { clock, health, rails } = givenRails()
  const lines: object[] = []
  const log = { warn: (fields: object) => void lines.push(fields) }
  const outcomes: TransferOutcome[] = [
    { kind: 'failed', reason: 'refused_by_bank', said: '05' },
    { kind: 'failed', reason: 'account_closed' },
    { kind: 'accepted' },
  ]
  const bank = { ...rails.test.bank, enquireTransfer: async () => outcomes.shift()! }
  const test = { ...rails.test, bank }
  const watching = watched({ test, live: [] }, health, () => clock.nowMs, log)

  while (outcomes.length > 0) await watching.test.bank.enquireTransfer({ key: 'k' })

  outcomes.push({ kind: 'accepted' })
  const withoutRequest = watching.test.bank.enquireTransfer as () => Promise<TransferOutcome>
  assert.equal((await withoutRequest()).kind, 'accepted')

  const { name: rail } = bank
  const where = { rail, mode: 'test', call: 'enquireTransfer', key: 'k' }
  assert.deepEqual(lines, [{ ...where, reason: 'refused_by_bank', said: '05' }])
})

test('what was answered after the deadline was unknown to whoever asked', async () => {
  const { send, only } = givenRails()
  await send('sent', 15 * SECOND)
  assert.equal(only().unknown, 0)
  await send('sent', 15 * SECOND + 1)
  assert.deepEqual([only().unknown, only().lastFailure], [1, 'unknown'])
})

test('a call that is under way is counted, and its answer with it, whenever it comes', async () => {
  const { clock, health, rails, only } = givenRails()
  const { promise, resolve } = Promise.withResolvers<MailOutcome>()
  const set = { ...rails.test, message: { name: 'slow', sendMail: () => promise } }
  const slow = watched({ test: set, live: [] }, health, () => clock.nowMs)
  const asked = slow.test.message.sendMail(mail)
  assert.deepEqual([only().calls, only().answered], [1, 0])

  clock.nowMs += WINDOW_MS
  health.letGo(health.windows(), clock.nowMs)
  assert.equal(only().calls, 1, 'it is waited for')
  resolve({ kind: 'sent' })
  await asked
  assert.deepEqual([only().answered, only().startMs], [1, BEGIN])
})

test('a window is forgotten when it is over and written down as it is, not before', async () => {
  const { clock, health, send } = givenRails()
  await send('sent', 1)
  const early = health.windows()
  health.letGo(early, clock.nowMs)
  assert.equal(health.windows().length, 1, 'more may come')
  await send('sent', 1)
  clock.nowMs = BEGIN + WINDOW_MS
  health.letGo(early, clock.nowMs)
  assert.equal(health.windows().length, 1, 'what came since is not written down')
  health.letGo(health.windows(), clock.nowMs)
  assert.deepEqual(health.windows(), [])
})

test('while nobody can write it down, what is kept has an end', async () => {
  const { clock, health, send } = givenRails()
  for (let window = 0; window < 1_100; window++) {
    await send('sent', 1)
    clock.nowMs = BEGIN + (window + 1) * WINDOW_MS
  }
  const kept = health.windows()
  assert.equal(kept.length, 1_000)
  assert.equal(kept.at(-1)!.startMs, BEGIN + 1_099 * WINDOW_MS, 'the oldest went')
})

test('every call of every rail is watched, and nothing else is', async () => {
  const names: string[] = []
  const answering = (name: string) => async () => {
    names.push(name)
    return { kind: 'sent' }
  }
  const listed = (rail: object) =>
    Object.fromEntries(
      Object.entries(rail).map(([name, part]) => [
        name,
        typeof part === 'function' ? answering(name) : part,
      ]),
    )
  const { rails, health } = givenRails()
  const { bank, card, identity, message } = rails.test
  const set = { bank, card, identity, message }
  const named = Object.fromEntries(Object.entries(set).map(([name, rail]) => [name, listed(rail)]))
  const test = named as unknown as RailSet
  const counting = watched({ test, live: [test] }, health, () => BEGIN)
  const both = { test: counting.test, live: counting.live[0] as RailSet }
  for (const mode of ['test', 'live'] as const) {
    for (const rail of Object.values(both[mode])) {
      for (const part of Object.values(rail)) {
        if (typeof part === 'function') await (part as (request: object) => unknown)({})
      }
    }
  }
  const counted = health.windows().reduce((sum, { calls }) => sum + calls, 0)
  const answeredHere = names.filter((name) => ['readNotification', 'isPublished'].includes(name))
  assert.equal(answeredHere.length, 4, 'each in both modes')
  assert.equal(counted, names.length - 4)
  assert(counted >= 34, 'all four rails')
  assert.equal(both.test.bank.name, 'sandbox')
})

test('a rail that was replaced is still found by its name, and its calls are counted', async () => {
  const { clock, health, rails } = givenRails()
  const old = { ...rails.test.card, name: 'old' }
  const former: FormerProvider[] = [{ mode: 'test', card: old }]
  const replaced = watched({ ...rails, former }, health, () => clock.nowMs)

  const found = railThatMade(replaced, 'charges', { mode: 'test', rail: 'old' })
  const before = health.windows().length
  await found?.enquire({ key: 'k' })

  assert.equal(found?.name, 'old')
  assert(health.windows().length > before)
  assert.equal(railThatMade(replaced, 'charges', { mode: 'live', rail: 'old' }), null)
  assert.equal(railThatMade(replaced, 'payouts', { mode: 'test', rail: 'old' }), null)
})

test('what a rail knows by itself is answered at once, not promised', () => {
  const { rails, health } = givenRails()
  const { card } = watched(rails, health, () => BEGIN).test
  assert.equal(card.isPublished!(Buffer.from('4084084084084081')), true)
  assert.equal(card.isPublished!(Buffer.from('4242424242424242')), false)
})

test('a percentile is at least what it was, and at most a quarter and a bit too much', () => {
  const took = fc.array(fc.double({ min: 1, max: 40_000, noNaN: true }), {
    minLength: 1,
    maxLength: 50,
  })
  fc.assert(
    fc.asyncProperty(took, fc.constantFrom(50, 95, 100), async (all, percent) => {
      const { send, health } = givenRails()
      for (const ms of all) await send('sent', ms)
      const latencies = sumOfLatencies(health.windows().map((window) => window.latencies))
      const sorted = all.toSorted((a, b) => a - b)
      const exact = sorted[Math.ceil((sorted.length * percent) / 100) - 1]!
      const read = percentileOf(latencies, percent)!
      assert(read >= exact - 1 && read <= exact * 2 ** (1 / 3) + 1, `${read} for ${exact}`)
    }),
  )
  assert.equal(percentileOf(sumOfLatencies([]), 50), null)
})
