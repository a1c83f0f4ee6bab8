import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { breakable, Stopped } from '../../../test/faults.ts'
import { endEventsOf, runJobs, verifyPayment } from '../../../test/payments.ts'
import {
  AMOUNT,
  barrier,
  countRefunded,
  entriesOf,
  givenPaid,
  type Paid,
  refundIn,
  refundsOf,
  sorted,
  WAYS,
  watched,
} from '../../../test/refunds.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  until,
  useContext,
} from '../../../test/support.ts'
import {
  begin as beginVerification,
  sorted as sortedVerifications,
} from '../../../test/verifications.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { settleNow } from '../../money-out/settlements/settlements.ts'
import { MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { ReturnEnquiry, ReturnOutcome } from '../../providers/outcomes.ts'
import { sendDue } from './send.ts'

// Refunds at once, in two processes with the same rails.

const ROUNDS = 15

const context = useContext()
const api = useApi(context)
let worker: TestContext
before(async () => {
  await context.opened
  worker = contextOn(context.database)
})
after(() => disconnect(worker))

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
  const [found] = await context.sql<{ deadlocks: bigint }[]>`
    select deadlocks from pg_stat_database where datname = current_database()
  `
  assert.equal(found?.deadlocks, 0n, 'nobody waits for each other')
})

/** Refunds at once, alternating between the processes. */
function refundMany(count: number, of: (i: number) => Paid, amount: number) {
  const processes = [context, { ...worker, rails: context.rails, now: context.now }]
  const all = Array.from({ length: count }, (_, i) =>
    refundIn(processes[i % 2]!, business, of(i), amount),
  )
  return sorted(all)
}

const availableOf = async () => Number((await balancesOf(context, business)).available.available)

for (const way of WAYS) {
  test(`${way}: of fifty refunds of 3 % each at once, thirty-three are taken`, async () => {
    const paid = await givenPaid(api, business, way)
    const wallet = await availableOf()

    const { done, refused } = await refundMany(50, () => paid, (AMOUNT * 3) / 100)

    assert.equal(done.length, 33)
    assert.deepEqual(refused, Array(17).fill('refund_too_large'))
    assert.deepEqual(new Set(done.map(({ status }) => status)), new Set(['processed']))
    assert.equal(await countRefunded(context, paid), (AMOUNT * 99) / 100)
    assert.equal(await availableOf(), wallet - (AMOUNT * 99) / 100)
    assert.equal((await verifyPayment(api, business, paid.reference)).status, 'success')
    await refundIn(context, business, paid, null)
    assert.equal((await verifyPayment(api, business, paid.reference)).status, 'reversed')
    await assertSettled(context)
  })
}

test('equal refunds with one reference at once, in two processes, are one refund', async () => {
  for (const way of WAYS) {
    const paid = await givenPaid(api, business, way)
    const before = await availableOf()
    const processes = [context, { ...worker, rails: context.rails, now: context.now }].map((one) =>
      watched(one),
    )
    const named = { reference: `back-${way}` }

    const all = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        refundIn(processes[i % 2]!, business, paid, AMOUNT / 5, named),
      ),
    )

    const ids = new Set(all.map(({ refundId }) => refundId))
    assert.equal(ids.size, 1)
    assert.deepEqual(
      processes.flatMap(({ asked }) => asked),
      [all[0]!.railKey],
    )
    assert.equal(await countRefunded(context, paid), AMOUNT / 5)
    assert.equal(await availableOf(), before - AMOUNT / 5)
  }
  await assertSettled(context)
})

test('of two payments refunded at once under one reference, one is, and nothing of the other is kept', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const payments = [
      await givenPaid(api, business),
      await givenPaid(api, business, 'bank_transfer'),
    ]
    const named = { reference: `back-${round}` }
    const before = await availableOf()
    const processes = [context, { ...worker, rails: context.rails, now: context.now }]

    const { done, refused } = await sorted(
      payments.map((paid, i) => refundIn(processes[i]!, business, paid, 1_000, named)),
    )

    assert.deepEqual([done.length, refused], [1, ['duplicate_reference']])
    assert.equal(await availableOf(), before - 1_000)
    const taken = await Promise.all(payments.map((paid) => countRefunded(context, paid)))
    assert.deepEqual(taken.sort(), [0, 1_000])
  }
  await assertSettled(context)
})

test('refunds and verifications at once spend what a wallet has, to the kobo, and no more', async () => {
  const payments = [await givenPaid(api, business), await givenPaid(api, business, 'bank_transfer')]
  for (const covered of [0, 1, 7, 40]) {
    await setWallet(context, business, kobo(covered * 5_000))

    const verifications = sortedVerifications(
      Array.from({ length: 30 }, () => beginVerification(context, business)),
    )
    const { done, refused } = await refundMany(30, (i) => payments[i % 4 < 2 ? 0 : 1]!, 5_000)
    const begun = await verifications

    assert.equal(done.length + begun.done.length, covered)
    assert.deepEqual(
      new Set([...refused, ...begun.refused.map(({ code }) => code)]),
      new Set(['insufficient_balance']),
    )
    assert.equal(await availableOf(), 0)
  }
  await runJobs(context)
  await assertSettled(context)
})

test('refunds at once take what is available and what is pending, to the kobo, while it is settled', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  const payments = [await givenPaid(api, business), await givenPaid(api, business, 'bank_transfer')]
  await setWallet(context, business, kobo(37_626))
  // 1,000,000 in all: a hundred refunds of 10,000. Each payment is large enough.
  const refunds = refundMany(120, (i) => payments[i % 4 < 2 ? 0 : 1]!, 10_000)
  const settling = settleNow(context, business).catch(() => [])

  const { done, refused } = await refunds
  await settling

  assert.equal(done.length, 100)
  const codes = new Set(refused)
  assert(codes.size > 0 && !codes.has('overloaded'), [...codes].join())
  await settleNow(context, business)
  const { available, pending } = await balancesOf(context, business)
  assert.deepEqual([available.available, pending.available], [0n, 0n])
  await assertSettled(context)
})

test('of two refunds that are processed at once, one reverses the payment', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const paid = await givenPaid(api, business, WAYS[round % 3]!)
    const before = await versionOf(paid)
    const together = barrier(2)
    const stage = async (_: unknown, real: () => Promise<ReturnOutcome>) => {
      const outcome = await real()
      await together()
      return outcome
    }
    const processes = [context, { ...worker, rails: context.rails }].map((one) =>
      watched(one, stage),
    )

    const ended = await Promise.all(
      processes.map((process) => refundIn(process, business, paid, AMOUNT / 2)),
    )

    assert.deepEqual(
      ended.map(({ status }) => status),
      ['processed', 'processed'],
    )
    const { status, log } = await verifyPayment(api, business, paid.reference)
    assert.equal(status, 'reversed')
    assert.equal(JSON.stringify(log.history).split('Refunded in full').length, 2)
    assert.equal(await versionOf(paid), before + 1)
  }
  await assertSettled(context)
})

for (const [first, second, end] of [
  ['returned', 'returned', 'processed'],
  ['returned', 'refused', 'processed'],
  ['refused', 'returned', 'failed'],
  ['refused', 'refused', 'failed'],
  ['returned', 'unknown', 'processed'],
] as const) {
  test(`a rail that said ${first} to a job, and then ${second} to the call before it: ${end}`, async () => {
    const paid = await givenPaid(api, business)
    const answers = {
      returned: { sessionId: 'S1' },
      refused: { reason: 'account_closed' },
      unknown: {},
    }
    const says = (kind: typeof first | typeof second) =>
      ({ kind, ...answers[kind] }) as ReturnOutcome
    const job = watched({ ...worker, now: context.now }, async () => says(first))
    const frozen = watched(context, async () => {
      context.advance(3 * MINUTE)
      assert.equal(await sendDue(job), 1)
      return says(second)
    })

    const { status, refundId } = await refundIn(frozen, business, paid, null)

    assert.equal(status, end)
    assert.deepEqual([job.asked, frozen.asked], [[refundId], [refundId]], 'under one key')
    const [refund] = await refundsOf(context, business)
    assert.equal((await entriesOf(context, refund!)).length, 2)
    const told = (await endEventsOf(context, business)).map(({ type }) => type)
    const reversed = end === 'processed' ? ['transaction.reversed'] : []
    assert.deepEqual(told.sort(), [`refund.${end}`, ...reversed, 'transaction.success'].sort())
    await assertSettled(context)
  })
}

test('two attempts of one request at once are one refund', async () => {
  const paid = await givenPaid(api, business)
  for (let round = 0; round < ROUNDS; round++) {
    const effectId = newId(context.now())
    const processes = [context, { ...worker, rails: context.rails }].map((one) => watched(one))

    const all = await Promise.all(
      processes.map((process) => refundIn(process, business, paid, 1_000, { effectId })),
    )

    assert.deepEqual(
      all.map(({ refundId }) => refundId),
      [effectId, effectId],
    )
    const asked = processes.flatMap((process) => process.asked)
    assert.deepEqual(new Set(asked), new Set([effectId]))
  }
  await runJobs(context)
  assert.equal((await refundsOf(context, business)).length, ROUNDS)
  assert.equal(await countRefunded(context, paid), ROUNDS * 1_000)
})

test('a refund that fails to be sent does not block the others', async () => {
  const silent = watched(context, async () => ({ kind: 'unknown' }))
  for (const way of WAYS) await refundIn(silent, business, await givenPaid(api, business, way), 1)
  context.advance(3 * MINUTE)
  const faulty = breakable(context)

  // The first call claims; the second is for the first refund.
  faulty.arm({ point: 2, when: 'before', does: 'fails' })
  await assert.rejects(sendDue(faulty.context), Stopped)
  faulty.disarm()

  const states = (await refundsOf(context, business)).map(({ status }) => status)
  assert.deepEqual(states.sort(), ['pending', 'processed', 'processed'])
  context.advance(3 * MINUTE)
  assert.equal(await sendDue(context), 1)
  await assertSettled(context)
})

test('two workers send each due refund once', async () => {
  const payments: Paid[] = []
  for (let i = 0; i < 12; i++) payments.push(await givenPaid(api, business, WAYS[i % 3]!))
  const silent = watched(context, async () => ({ kind: 'unknown' }))
  for (const paid of payments) await refundIn(silent, business, paid, null)
  context.advance(3 * MINUTE)
  const shared = { ...worker, rails: context.rails, now: context.now }
  const workers = [context, shared, context, shared].map((one) => watched(one))

  await Promise.all(workers.map(sendDue))

  const asked = workers.flatMap((one) => one.asked)
  assert.deepEqual(asked.sort(), [...silent.asked].sort())
  for (const { reference } of payments) {
    assert.equal((await verifyPayment(api, business, reference)).status, 'reversed')
  }
  await assertSettled(context)
})

async function versionOf({ id }: Paid): Promise<number> {
  const [row] = await context.sql<[{ version: number }]>`
    select version from transaction where id = ${id}
  `
  return row.version
}

test('the bank learns which request is the first, and an overtaken worker does not ask again', async () => {
  const paid = await givenPaid(api, business, 'bank_transfer')
  const answer = Promise.withResolvers<ReturnEnquiry>()
  const slow = silent(answer.promise)
  const quick = silent({ kind: 'not_found' })

  await refundIn(quick, business, paid, null)
  context.advance(5 * MINUTE)
  const slowly = sendDue(slow)
  await until('it enquires', async () => slow.enquired === 1)
  context.advance(5 * MINUTE)
  await sendDue(quick)
  answer.resolve({ kind: 'not_found' })
  await slowly

  assert.deepEqual([quick.firsts, slow.firsts], [[true, true], []])
})

/** A process whose bank never confirms a return. `says`: its answers. */
function silent(says: ReturnEnquiry | Promise<ReturnEnquiry>) {
  const { bank, ...others } = context.rails.test
  const process = {
    ...context,
    firsts: [] as boolean[],
    enquired: 0,
    rails: {
      live: [],
      test: {
        ...others,
        bank: {
          ...bank,
          async returnCredit({ firstAskedAt }: { firstAskedAt?: Date | null }) {
            process.firsts.push(firstAskedAt instanceof Date)
            return { kind: 'unknown' } as const
          },
          async enquireReturn() {
            process.enquired += 1
            return says
          },
        },
      },
    },
  }
  return process
}
