import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { openApi } from '../../test/api.ts'
import { assertBooksTie } from '../../test/books.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  until,
  useContext,
} from '../../test/support.ts'
import {
  begin,
  beginMany,
  FEE,
  freshNumber,
  onlyVerificationOf,
  refusalOf,
  sorted,
  verificationsOf,
  type Watched,
  watched,
  whileLocked,
} from '../../test/verifications.ts'
import { balancesOf } from '../core/ledger/ledger.ts'
import { DAY, MINUTE } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { concludeDue } from './conclude.ts'

// One initiation that is requested many times at once: with one Idempotency-Key, and with two
// tries that have both begun.

const PLAY_MONEY = 10_000_000

const context = useContext()

afterEach(() => assertBooksTie(context))

test('twenty requests with one Idempotency-Key to two processes cost one fee and send one code', async () => {
  const business = await givenBusiness(context)
  const processes = [watched(context), watched(contextOn(context.database))]
  const apis = await Promise.all(processes.map(openApi))
  const send = (i: number) =>
    apis[i % 2]!.post('/api/v1/identity/verify', {
      key: business.keys.secretKey,
      body: { type: 'NIN', number: '22222222220' },
      headers: { 'idempotency-key': 'once' },
    })

  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(i)))
  const after = await Promise.all(Array.from({ length: 20 }, (_, i) => send(i)))

  for (const { status, text } of answers) assert(status === 200 || status === 409, text)
  assert(answers.some(({ status }) => status === 200))
  assert.deepEqual(new Set(after.map(({ status }) => status)), new Set([200]))
  const bodies = [...answers, ...after].filter(({ status }) => status === 200)
  assert.equal(new Set(bodies.map(({ text }) => text)).size, 1)
  assert.equal(askedOf(processes), 1)
  assert.equal((await verificationsOf(context, business)).length, 1)
  for (const { app } of apis) await app.close()
  await disconnect(processes[1]!)
})

test('two concurrent tries of one request are one verification and one fee', async () => {
  const business = await givenBusiness(context)
  const processes = [watched(context), watched(contextOn(context.database))]

  for (let round = 0; round < 20; round++) {
    const number = freshNumber()
    const effectId = newId(context.now())
    const input = { number, effectId }

    const { done, refused } = await beginMany(processes, business, Array(4).fill(input))

    // A request during the call gets the id to fetch.
    for (const { code } of refused) assert.equal(code, 'rail_timeout')
    assert.equal(new Set(done).size, 1)
    const rows = await verificationsOf(context, business)
    assert.equal(rows.length, round + 1)
  }
  assert.equal(askedOf(processes), 20)
  await disconnect(processes[1]!)
})

test('two tries of one request in one batch are one verification', async () => {
  const business = await givenBusiness(context)
  const gate = Promise.withResolvers<void>()
  let looked = 0
  const process = hearingLate(watched(context), gate.promise, () => {
    looked += 1
    if (looked === 2) gate.resolve()
  })
  const input = { number: freshNumber(), effectId: newId(context.now()) }

  const { done, refused } = await sorted([
    begin(process, business, input),
    begin(process, business, input),
  ])

  const { verificationId, state } = await onlyVerificationOf(context, business)
  assert.equal(state, 'Pending')
  assert.deepEqual(new Set(done), new Set([verificationId]))
  for (const refusal of refused) assert.equal(refusal.code, 'rail_timeout')
  await assertOneFee(business)
})

test('a second try during the recording of the first does not wait forever', async () => {
  const business = await givenBusiness(context)
  const answer = Promise.withResolvers<void>()
  const first = watched(context, (real) => ({
    sendCode: async (request) => {
      const outcome = await real.sendCode(request)
      await answer.promise
      return outcome
    },
  }))
  const looks = Promise.withResolvers<void>()
  const twin = contextOn(context.database)
  const looked = Promise.withResolvers<void>()
  const second = hearingLate(twin, looks.promise, looked.resolve)
  const input = { number: freshNumber(), effectId: newId(context.now()) }

  // Both have found no earlier try; the first is waiting for the registry.
  const again = begin(second, business, input)
  await looked.promise
  const begun = begin(first, business, input)
  const both = sorted([begun, again])
  await until('it asks', async () => first.asked.sendCode === 1)
  // Then both wait for the wallet, which another transaction has locked: the second try first.
  await whileLocked(context, 'ledger_account', business, async (waiting) => {
    looks.resolve()
    await waiting(1)
    answer.resolve()
    await waiting(2)
  })
  const { done, refused } = await both

  const { verificationId, state } = await onlyVerificationOf(context, business)
  assert.equal(state, 'Pending')
  assert.deepEqual(new Set(done), new Set([verificationId]))
  for (const refusal of refused) assert.equal(refusal.code, 'rail_timeout')
  await assertOneFee(business)
  await disconnect(twin)
})

for (const [failure, sendCode, enquire, waitMs, isAnew] of [
  ['unavailable', 'unavailable', 'unknown', 0, true],
  ['not_found', 'unknown', 'not_found', 2 * MINUTE, true],
  ['never_known', 'unknown', 'unknown', 1 * DAY, true],
  ['unknown_number', 'unknown', 'unknown_number', 2 * MINUTE, false],
  ['not_sent', 'unknown', 'not_sent', 2 * MINUTE, false],
] as const) {
  const end = isAnew ? 'begins anew' : 'is refused as before'
  test(`the same request again, after it ended as ${failure}, ${end}`, async () => {
    const business = await givenBusiness(context)
    let isFirst = true
    const process = watched(context, (real) => ({
      sendCode: async (request) => (isFirst ? { kind: sendCode } : real.sendCode(request)),
      enquire: async () => ({ kind: enquire }),
    }))
    const input = { number: freshNumber(), effectId: newId(context.now()) }
    await refusalOf(begin(process, business, input))
    context.advance(waitMs)
    await concludeDue(process)
    const first = await onlyVerificationOf(context, business)
    assert.deepEqual([first.state, first.failure], ['FAILED', failure])

    isFirst = false
    const { done, refused } = await sorted([begin(process, business, input)])

    assert.deepEqual([done.length, refused.length], isAnew ? [1, 0] : [0, 1])
    const states = (await verificationsOf(context, business)).map(({ state }) => state)
    assert.deepEqual(states, isAnew ? ['FAILED', 'Pending'] : ['FAILED'])
    assert.equal(process.asked.sendCode, isAnew ? 2 : 1)
  })
}

/** The same process, which gets the results of single statements once the gate opens. */
function hearingLate(
  process: TestContext,
  gate: Promise<void>,
  found: () => void = () => {},
): TestContext {
  const sql = new Proxy(process.sql, {
    apply(target, self, args) {
      const query = Reflect.apply(target as never, self, args) as Promise<unknown>
      return query.then(async (rows) => {
        found()
        await gate
        return rows
      })
    },
  })
  return { ...process, sql }
}

function askedOf(processes: Watched[]): number {
  return processes.reduce((sum, { asked }) => sum + asked.sendCode, 0)
}

async function assertOneFee(business: GivenBusiness): Promise<void> {
  const { available, fees } = await balancesOf(context, business)
  assert.deepEqual(
    [available.available, available.posted, fees.posted],
    [BigInt(PLAY_MONEY - FEE), BigInt(PLAY_MONEY - FEE), BigInt(FEE)],
  )
}
