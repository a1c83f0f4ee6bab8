import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { breakable } from '../../../test/faults.ts'
import { endEventsOf, runJobs } from '../../../test/payments.ts'
import {
  type Bank,
  bookedFor,
  type Deed,
  givenBank,
  PAYOUT,
  payOut,
  payoutsOf,
  type Word,
  withBank,
} from '../../../test/payouts.ts'
import { scaled } from '../../../test/scale.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { countCodes, givenWallet, sorted, whileLocked } from '../../../test/verifications.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { concludePayouts } from './conclude.ts'

// Concurrent payouts from one wallet and with one reference, and concurrent jobs of several
// processes.

const PAYOUTS = scaled(400, 100)
const RUNS = 25

const context = useContext()

afterEach(() => assertBooksTie(context))

for (const covered of [0, 1, 7, 50]) {
  test(`of ${PAYOUTS} payouts at once, a wallet for ${covered} pays exactly ${covered}`, async () => {
    const business = await givenBusiness(context)
    await givenWallet(context, business, covered * PAYOUT.amount)
    const bank = givenBank()
    const processes = givenProcesses(2, bank)

    const asked = Array.from({ length: PAYOUTS }, (_, i) => payOut(processes[i % 2]!, business))
    const { done, refused } = await sorted(asked)
    // A busy machine refuses requests that wait too long for a connection, before or after the
    // reservation. The jobs continue what was reserved.
    context.advance(1 * MINUTE)
    await untilDone(processes[0]!, concludePayouts)

    const { overloaded = 0, insufficient_balance = 0 } = countCodes(refused)
    assert.equal(done.length + overloaded + insufficient_balance, PAYOUTS)
    const rows = await payoutsOf(context, business)
    const ids = rows.map(({ payoutId }) => payoutId).sort()
    assert.equal(ids.length, covered)
    assert.deepEqual([...bank.sent].sort(), ids, 'each reserved one was sent once, and no other')
    assert.deepEqual(await purseOf(business), [0, covered * PAYOUT.amount])
    await closeProcesses(processes)
  })
}

test('of two concurrent processes with a wallet for one payout, one pays', async () => {
  const business = await givenBusiness(context)
  await givenWallet(context, business, PAYOUT.amount)
  const bank = givenBank()
  const processes = givenProcesses(2, bank)

  const all = await whileLocked(context, 'ledger_account', business, async (waiting) => {
    const begun = sorted(processes.map((process) => payOut(process, business)))
    await waiting(2)
    return { begun }
  })
  const { done, refused } = await all.begun

  assert.equal(done.length, 1)
  assert.deepEqual(countCodes(refused), { insufficient_balance: 1 })
  assert.equal(bank.sent.length, 1)
  await closeProcesses(processes)
})

test('concurrent payouts spend no kobo twice, and none that fits is refused', async () => {
  const amounts = fc.array(fc.integer({ min: 100, max: 5_000 }), { minLength: 1, maxLength: 20 })
  const processes = givenProcesses(2, givenBank())
  await fc.assert(
    fc.asyncProperty(amounts, fc.integer({ min: 0, max: 40_000 }), async (asked, wallet) => {
      const business = await givenBusiness(context)
      await givenWallet(context, business, wallet)

      const all = asked.map((amount, i) =>
        payOut(processes[i % 2]!, business, { amount }).then(
          () => 'paid',
          ({ code }) => String(code),
        ),
      )
      const outcomes = await Promise.all(all)

      const [left, gone] = await purseOf(business)
      const paid = asked.filter((_, i) => outcomes[i] === 'paid')
      assert.equal(
        gone,
        paid.reduce((sum, amount) => sum + amount, 0),
      )
      assert.equal(left! + gone!, wallet)
      for (const [i, amount] of asked.entries()) {
        if (outcomes[i] === 'paid') continue
        assert.equal(outcomes[i], 'insufficient_balance')
        assert(amount > left!, 'what was refused would not fit now either')
      }
    }),
    { numRuns: RUNS },
  )
  await closeProcesses(processes)
})

test('one reference requested twenty times at once from two processes is one payout', async () => {
  const business = await givenBusiness(context)
  const bank = givenBank()
  const processes = givenProcesses(2, bank)

  const asked = Array.from({ length: 20 }, (_, i) =>
    payOut(processes[i % 2]!, business, { reference: 'SALARY-1' }),
  )
  const { done } = await sorted(asked)

  assert.equal(done.length, 20)
  assert.equal(new Set(done.map(({ payoutId }) => payoutId)).size, 1)
  assert.equal(bank.asked.length, 1)
  assert.equal((await payoutsOf(context, business)).length, 1)
  await closeProcesses(processes)
})

test('one reference for two amounts at once: one is paid, the other refused', async () => {
  const business = await givenBusiness(context)
  const processes = givenProcesses(2, givenBank())

  const asked = [100, 200].map((amount, i) =>
    payOut(processes[i]!, business, { amount, reference: 'SALARY-1' }),
  )
  const { done, refused } = await sorted(asked)

  assert.equal(done.length, 1)
  assert.deepEqual(countCodes(refused), { duplicate_reference: 1 })
  await closeProcesses(processes)
})

test('two tries of one request at the same time are one payout', async () => {
  const business = await givenBusiness(context)
  const bank = givenBank()
  const processes = givenProcesses(2, bank)
  const effectId = newId(context.now())

  const asked = processes.map((process) => payOut(process, business, { effectId }))
  const { done } = await sorted(asked)

  assert.deepEqual(
    done.map(({ payoutId }) => payoutId),
    [effectId, effectId],
  )
  assert.deepEqual(bank.sent, [effectId])
  await closeProcesses(processes)
})

test('a process that was frozen before its request finds that a job has made it', async () => {
  const business = await givenBusiness(context)
  const bank = givenBank()
  const working = withBank(context, bank)
  const frozen = breakable(working)
  const point = await pointOf(frozen, business, 'update payout set asked_at')
  bank.asked.length = 0
  // So that it is still in flight when the frozen process continues.
  bank.deeds = ['sends unheard']

  frozen.arm({
    point,
    when: 'before',
    does: async () => {
      context.advance(2 * MINUTE)
      await concludePayouts(working)
    },
  })
  const payout = await payOut(frozen.context, business)
  frozen.disarm()

  assert.equal(payout.state, 'pending')
  assert.deepEqual(bank.asked, [payout.payoutId])
  context.advance(1 * MINUTE)
  await concludePayouts(working)
  assert.deepEqual(bank.asked, [payout.payoutId])
  assert.deepEqual(await bookedFor(context, payout), ['hold', 'post_hold'])
})

for (const when of ['before', 'after'] as const) {
  test(`a process that froze ${when} the bank’s call changes nothing that others have brought about`, async () => {
    const business = await givenBusiness(context)
    const frozen = breakable(context)
    const point = await pointOf(frozen, business, 'bank rail: transfer')
    // The sandbox bank treats a repeated key as the same transfer, as every bank must.
    frozen.arm({
      point,
      when,
      does: async () => {
        context.advance(3 * MINUTE)
        await concludePayouts(context)
      },
    })
    const payout = await payOut(frozen.context, business)
    frozen.disarm()

    assert.equal(payout.state, 'success')
    assert.deepEqual(await bookedFor(context, payout), ['hold', 'post_hold'])
    const types = (await endEventsOf(context, business)).map(({ type }) => type)
    assert.deepEqual(types, ['payout.success', 'payout.success'], 'one of each of the two')
  })
}

test('one worker claims a due payout, and no other until the lease expires', async () => {
  const business = await givenBusiness(context)
  const bank = givenBank(['sends unheard'], ['is silent'])
  const processes = givenProcesses(2, bank)
  const asked = Array.from({ length: 10 }, () => payOut(processes[0]!, business))
  const { done } = await sorted(asked)
  for (const process of processes) process.advance(1 * MINUTE)
  // A worker that dies before the bank answers leaves only the lease.
  const dying = breakable(processes[0]!)
  // It claims all ten, and reads for each what a restore may have lost.
  dying.arm({ point: 12, when: 'before', does: 'dies' })
  await concludePayouts(dying.context).catch(() => {})
  assert.match(dying.disarm()[11] ?? '', /enquireTransfer/)

  await Promise.all([...processes, ...processes].map(concludePayouts))
  assert.deepEqual(bank.enquired, [])
  bank.words = ['tells']
  for (const process of processes) process.advance(1 * MINUTE)
  await Promise.all([...processes, ...processes].map(concludePayouts))

  assert.deepEqual(bank.enquired.sort(), done.map(({ payoutId }) => payoutId).sort())
  assert.equal((await endEventsOf(context, business)).length, 10)
  await closeProcesses(processes)
})

const deed = fc.constantFrom<Deed>(
  'sends',
  'fails',
  'sends unheard',
  'fails unheard',
  'loses it',
  'breaks',
  'is down',
)
const word = fc.constantFrom<Word>('tells', 'is silent', 'is down', 'breaks')

test('with any behaviour of the bank, and jobs of two processes, no payout is sent twice', async () => {
  const script = fc.record({
    deeds: fc.array(deed, { maxLength: 12 }),
    words: fc.array(word, { maxLength: 12 }),
    payouts: fc.integer({ min: 1, max: 8 }),
    covered: fc.integer({ min: 0, max: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(script, async ({ deeds, words, payouts, covered }) => {
      const business = await givenBusiness(context)
      await givenWallet(context, business, covered * PAYOUT.amount)
      const bank = givenBank([...deeds, 'sends'], [...words, 'tells'])
      const processes = givenProcesses(2, bank)

      const asked = Array.from({ length: payouts }, (_, i) => payOut(processes[i % 2]!, business))
      const [{ done }] = await Promise.all([sorted(asked), ...processes.map(concludePayouts)])
      await inTime(processes)

      // A failed payout is back in the wallet and can pay another.
      assert(done.length >= Math.min(payouts, covered))
      assert(done.length <= covered + bank.failed.length)
      assert.equal(new Set(bank.sent).size, bank.sent.length, 'none is sent twice')
      const rows = await payoutsOf(context, business)
      for (const row of rows) {
        const isSent = bank.sent.includes(row.payoutId)
        assert.equal(row.state, isSent ? 'success' : 'failed')
        const end = isSent ? 'post_hold' : 'void_hold'
        assert.deepEqual(await bookedFor(context, row), ['hold', end])
      }
      const gone = bank.sent.length * PAYOUT.amount
      assert.deepEqual(await purseOf(business), [covered * PAYOUT.amount - gone, gone])
      assert.equal((await endEventsOf(context, business)).length, rows.length)
      await closeProcesses(processes)
    }),
    { numRuns: RUNS },
  )
  await runJobs(context)
  await assertSettled(context)
})

function givenProcesses(count: number, bank: Bank): TestContext[] {
  return Array.from({ length: count }, () => withBank(contextOn(context.database), bank))
}

async function closeProcesses(processes: TestContext[]): Promise<void> {
  await Promise.all(processes.map(disconnect))
}

/** Both processes run the job concurrently, as often as a bank can be silent. */
async function inTime(processes: TestContext[]): Promise<void> {
  for (let round = 0; round < 40; round++) {
    for (const process of processes) process.advance(6 * MINUTE)
    const handled = await Promise.all(processes.map(concludePayouts))
    if (round > 0 && handled.every((count) => count === 0)) return
  }
  assert.fail('everything is known in the end')
}

/** The balance of the wallet, and the amount sent to banks. */
async function purseOf(business: GivenBusiness): Promise<number[]> {
  const { available, bank_clearing: clearing } = await balancesOf(context, business)
  return [Number(available.available), Number(clearing.posted)]
}

/** The number of the call in an undisturbed payout. */
async function pointOf(
  watched: ReturnType<typeof breakable>,
  business: GivenBusiness,
  name: string,
): Promise<number> {
  watched.arm(null)
  await payOut(watched.context, business)
  const names = watched.disarm()
  const point = names.findIndex((one) => one.startsWith(name))
  assert(point >= 0, names.join(', '))
  return point + 1
}
