import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import { assertBooksTie } from '../../test/books.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../test/support.ts'
import {
  begin,
  beginMany,
  countCodes,
  FEE,
  freshNumber,
  givenWallet,
  sorted,
  verificationsOf,
  type Watched,
  watched,
  whileLocked,
} from '../../test/verifications.ts'
import type { Scope } from '../core/context.ts'
import { balancesOf, post } from '../core/ledger/ledger.ts'
import { DAY, SECOND } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { kobo } from '../platform/money.ts'
import { statusOf } from '../platform/refusal.ts'

// Concurrent initiations on one wallet and on one number.

const INITIATIONS = 1_000
const PER_NUMBER = 5
const RUNS = 40

const context = useContext()

afterEach(() => assertBooksTie(context))

for (const fees of [0, 1, 7, 500]) {
  test(`of a thousand initiations at once, a wallet for ${fees} fees pays for exactly ${fees}`, async () => {
    const business = await givenBusiness(context)
    await givenWallet(context, business, fees * FEE)
    const processes = await givenProcesses(2)
    const numbers = new Set<string>()
    while (numbers.size < INITIATIONS) numbers.add(freshNumber())
    const inputs = [...numbers].map((number) => ({ number }))

    const { done, refused } = await beginMany(processes, business, inputs)

    assert.equal(done.length, fees)
    assert.deepEqual(refused.map(statusOf), Array(INITIATIONS - fees).fill(402))
    assert.equal(askedOf(processes, 'sendCode'), fees)
    await assertPurse(business, { left: 0, fees })
    const rows = await verificationsOf(context, business)
    assert.deepEqual(rows.map(({ verificationId }) => verificationId).sort(), done.sort())
    await Promise.all(processes.map(disconnect))
  })
}

test('the rest of a wallet that pays for some initiations stays in it', async () => {
  const business = await givenBusiness(context)
  await givenWallet(context, business, 3 * FEE + 4_999)
  const processes = await givenProcesses(2)

  const { done } = await beginMany(processes, business, Array(20).fill({}))

  assert.equal(done.length, 3)
  const { available } = await balancesOf(context, business)
  assert.equal(available.available, 4_999n)
  await Promise.all(processes.map(disconnect))
})

test('of two concurrent processes with a wallet for one fee, one succeeds', async () => {
  const business = await givenBusiness(context)
  await givenWallet(context, business, FEE)
  const processes = await givenProcesses(2)

  const all = await whileLocked(context, 'ledger_account', business, async (waiting) => {
    const begun = sorted(processes.map((process) => begin(process, business)))
    await waiting(2)
    return { begun }
  })
  const { done, refused } = await all.begun

  assert.equal(done.length, 1)
  assert.deepEqual(countCodes(refused), { insufficient_balance: 1 })
  await assertPurse(business, { left: 0, fees: 1 })
  await Promise.all(processes.map(disconnect))
})

test('each business in a batch pays its own fees', async () => {
  const wallets = [2, 0, 3, 5]
  const businesses = await Promise.all(wallets.map(() => givenBusiness(context)))
  for (const [i, fees] of wallets.entries()) await givenWallet(context, businesses[i]!, fees * FEE)
  const process = watched(context)

  const asked = Array.from({ length: 16 }, (_, i) => begin(process, businesses[i % 4]!))
  const { refused } = await sorted(asked)

  assert.deepEqual(countCodes(refused), { insufficient_balance: 7 })
  for (const [i, fees] of [2, 0, 3, 4].entries()) {
    await assertPurse(businesses[i]!, { left: (wallets[i]! - fees) * FEE, fees })
  }
  assert.equal(process.asked.sendCode, 9)
})

test('each mode of a business in a batch pays its own fees', async () => {
  const business = await givenBusiness(context)
  const live = { ...business, mode: 'live' } as const
  await givenWallet(context, business, 3 * FEE)
  await givenLiveWallet(live, FEE)
  const process = watched(context, () => ({
    sendCode: async () => ({ kind: 'sent', session: 'S1' }),
  }))
  process.rails.live = [process.rails.test]

  const scopes = [business, business, business, live]
  const { refused } = await sorted(scopes.map((scope) => begin(process, scope)))

  assert.deepEqual(refused, [])
  await assertPurse(business, { left: 0, fees: 3 })
  await assertPurse(live, { left: 0, fees: 1 })
})

test('a refused number takes no fee from later ones in the batch', async () => {
  const fees = 7
  const business = await givenBusiness(context)
  const number = await givenUsedUpNumber()
  await givenWallet(context, business, fees * FEE)

  // One more than the wallet can pay for; the first one costs nothing.
  const all = [begin(context, business, { number })]
  for (let i = 0; i < fees; i++) all.push(begin(context, business))
  const { done, refused } = await sorted(all)

  assert.deepEqual(countCodes(refused), { identity_limit_reached: 1 })
  assert.equal(done.length, fees)
  await assertPurse(business, { left: 0, fees })
})

test('refused numbers cost nothing, anywhere in a batch', async () => {
  const business = await givenBusiness(context)
  const number = await givenUsedUpNumber()
  await givenWallet(context, business, 3 * FEE)

  const inputs = [{}, { number }, {}, { number }, { number }, {}, { number }, {}, {}]
  const { done, refused } = await sorted(inputs.map((input) => begin(context, business, input)))

  assert.equal(done.length, 3)
  // Once the wallet is empty, that is the refusal for the number too.
  const { identity_limit_reached = 0, insufficient_balance = 0 } = countCodes(refused)
  assert.equal(identity_limit_reached + insufficient_balance, 6)
  assert(identity_limit_reached > 0 && insufficient_balance >= 2)
  await assertPurse(business, { left: 0, fees: 3 })
})

test('one number repeated in a batch is accepted five times', async () => {
  const business = await givenBusiness(context)
  await givenWallet(context, business, 9 * FEE)
  const process = watched(context)
  const number = freshNumber()

  const { done, refused } = await beginMany([process], business, Array(8).fill({ number }))

  assert.equal(done.length, PER_NUMBER)
  assert.deepEqual(countCodes(refused), { identity_limit_reached: 3 })
  assert.equal(process.asked.sendCode, PER_NUMBER)
  await assertPurse(business, { left: 4 * FEE, fees: PER_NUMBER })
})

test('one number twice in a batch, with one fee in the wallet, is accepted once', async () => {
  const business = await givenBusiness(context)
  await givenWallet(context, business, FEE)
  const number = freshNumber()

  const { done, refused } = await beginMany([context], business, [{ number }, { number }])

  assert.equal(done.length, 1)
  assert.deepEqual(countCodes(refused), { insufficient_balance: 1 })
  await assertPurse(business, { left: 0, fees: 1 })
})

test('any batch is accepted as far as wallets and numbers allow', async () => {
  const businesses = await Promise.all(Array.from({ length: 3 }, () => givenBusiness(context)))
  const wallet = fc.nat({ max: 4 })
  const item = fc.record({ of: fc.nat({ max: 2 }), number: fc.nat({ max: 11 }) })
  const batch = fc.array(item, { minLength: 1, maxLength: 24 })

  await fc.assert(
    fc.asyncProperty(
      fc.array(wallet, { minLength: 3, maxLength: 3 }),
      batch,
      async (has, items) => {
        // The first numbers were used up before.
        const usedUp = [await givenUsedUpNumber(), await givenUsedUpNumber()]
        const numbers = [...usedUp, ...Array.from({ length: 10 }, freshNumber)]
        for (const [i, fees] of has.entries())
          await givenWallet(context, businesses[i]!, fees * FEE)

        const outcomes = await Promise.all(
          items.map(({ of, number }) =>
            begin(context, businesses[of]!, { number: numbers[number]! }).then(
              () => 'begun',
              ({ code }) => code as string,
            ),
          ),
        )

        const count = (outcome: string, by: Partial<(typeof items)[number]>) =>
          items.filter(
            (one, i) =>
              outcomes[i] === outcome &&
              one.of === (by.of ?? one.of) &&
              one.number === (by.number ?? one.number),
          ).length
        for (const [of, fees] of has.entries()) {
          const begun = count('begun', { of })
          const { available } = await balancesOf(context, businesses[of]!)
          assert.equal(available.available, BigInt((fees - begun) * FEE))
          // No refusal says that money is missing while there is some.
          if (count('insufficient_balance', { of }) > 0) assert.equal(begun, fees)
        }
        for (const number of numbers.keys()) {
          const begun = count('begun', { number })
          const free = number < usedUp.length ? 0 : PER_NUMBER
          assert(begun <= free)
          if (count('identity_limit_reached', { number }) > 0) assert.equal(begun, free)
        }
        assert(
          outcomes.every((one) => /begun|insufficient_balance|identity_limit_reached/.test(one)),
        )
      },
    ),
    { numRuns: RUNS },
  )
})

test('fifty businesses with one number at once get five verifications in a day', async () => {
  const processes = await givenProcesses(3)
  const number = freshNumber()
  const businesses = await Promise.all(Array.from({ length: 50 }, () => givenBusiness(context)))

  const { done, refused } = await sorted(
    businesses.map((business, i) => begin(processes[i % 3]!, business, { number })),
  )

  assert.equal(done.length, PER_NUMBER)
  assert.deepEqual(refused.map(statusOf), Array(45).fill(429))
  for (const { retryAfterSeconds } of refused) {
    assert(retryAfterSeconds! > (DAY - 60 * SECOND) / SECOND, String(retryAfterSeconds))
    assert(retryAfterSeconds! <= DAY / SECOND)
  }
  assert.equal(askedOf(processes, 'sendCode'), PER_NUMBER)
  const rows = await Promise.all(businesses.map((one) => verificationsOf(context, one)))
  assert.equal(rows.flat().length, PER_NUMBER)
  for (const process of processes) process.advance(DAY + 1)
  const { done: later } = await sorted(
    businesses.map((business, i) => begin(processes[i % 3]!, business, { number })),
  )
  assert.equal(later.length, PER_NUMBER)
  await Promise.all(processes.map(disconnect))
})

test('one number for a BVN and for a NIN is two numbers', async () => {
  const business = await givenBusiness(context)
  const number = freshNumber()

  const inputs = (['BVN', 'NIN'] as const).flatMap((type) => Array(6).fill({ type, number }))
  const { done, refused } = await beginMany([context], business, inputs)

  assert.equal(done.length, 2 * PER_NUMBER)
  assert.deepEqual(countCodes(refused), { identity_limit_reached: 2 })
})

async function givenProcesses(count: number): Promise<Watched[]> {
  return Array.from({ length: count }, () => watched(contextOn(context.database)))
}

async function givenLiveWallet({ businessId, mode }: Scope, amount: number): Promise<void> {
  const now = context.now()
  const entry = {
    businessId,
    mode,
    causeId: newId(now),
    reason: 'wallet_adjustment',
    debit: 'adjustments',
    credit: 'available',
    amount: kobo(amount),
    occurredAt: now,
  } as const
  await context.sql.begin((sql) => post(sql, now, [entry]))
}

/** A number that other businesses have verified up to its limit. */
async function givenUsedUpNumber(): Promise<string> {
  const other = await givenBusiness(context)
  const number = freshNumber()
  const { done } = await beginMany([context], other, Array(PER_NUMBER).fill({ number }))
  assert.equal(done.length, PER_NUMBER)
  return number
}

function askedOf(processes: Watched[], call: keyof Watched['asked']): number {
  return processes.reduce((sum, { asked }) => sum + asked[call], 0)
}

async function assertPurse(
  scope: Scope,
  { left, fees }: { left: number; fees: number },
): Promise<void> {
  const balances = await balancesOf(context, scope)
  const { available, fees: taken } = balances
  assert.deepEqual(
    [available.available, available.posted, taken.posted],
    [BigInt(left), BigInt(left), BigInt(fees * FEE)],
  )
}
