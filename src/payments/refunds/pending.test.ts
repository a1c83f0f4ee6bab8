import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { runJobs, verifyPayment } from '../../../test/payments.ts'
import {
  AMOUNT,
  askRefund,
  countRefunded,
  entriesOf,
  givenPaid,
  NET,
  refunded,
  refundIn,
  refundsOf,
  WAYS,
  watched,
} from '../../../test/refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { settleNow } from '../../money-out/settlements/settlements.ts'
import { MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { ReturnOutcome } from '../../providers/outcomes.ts'
import { sendDue } from './send.ts'

// Refunds of a business with pending settlements: they take from the available balance first, then
// from the pending one. The pending balance always equals its items.

const PENDING = NET.checkout
const RUNS = 25

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
  await changeSettings(context, business, { settlement: 'T+1' })
})
afterEach(async () => {
  await assertBooksTie(context)
  await assertItemsTie()
})

/** The available and the pending balance, without holds. */
async function purse(): Promise<[available: number, pending: number]> {
  const { available, pending } = await balancesOf(context, business)
  return [Number(available.available), Number(pending.available)]
}

async function assertItemsTie(): Promise<void> {
  const [row] = await context.sql<[{ sum: bigint }]>`
    select coalesce(sum(amount), 0)::bigint as sum from settlement_item
    where business_id = ${business.businessId} and account = 'pending' and settlement_id is null
  `
  assert.equal(Number(row.sum), (await purse())[1], 'what waits is what its items say')
}

for (const way of WAYS) {
  const clearing = way === 'card' ? 'card_clearing' : 'bank_clearing'

  test(`${way}: the available balance goes first, then the pending one`, async () => {
    const paid = await givenPaid(api, business, way)
    const [, pending] = await purse()
    await setWallet(context, business, kobo(300_000))

    const record = await refunded(api, business, paid)

    assert.equal(record.status, 'processed')
    const [refund] = await refundsOf(context, business)
    assert.equal(refund!.fromPending, 200_000n)
    const moved = [`available ${clearing} 300000`, `pending ${clearing} 200000`]
    const entries = await entriesOf(context, refund!)
    assert.deepEqual(
      entries.sort(),
      moved.flatMap((one) => [`hold ${one}`, `post_hold ${one}`]).sort(),
    )
    assert.deepEqual(await purse(), [0, pending - 200_000])
    assert.equal((await verifyPayment(api, business, paid.reference)).status, 'reversed')
    const [settlement] = await settleNow(context, business)
    assert.equal(Number(settlement!.amount), pending - 200_000)
    assert.deepEqual(await purse(), [pending - 200_000, 0])
    await assertSettled(context)
  })
}

test('without an available balance, all of it is taken from the pending one', async () => {
  const paid = await givenPaid(api, business)
  await setWallet(context, business, kobo(0))

  await refunded(api, business, paid, PENDING)

  const [refund] = await refundsOf(context, business)
  assert.deepEqual(
    (await entriesOf(context, refund!)).sort(),
    ['hold', 'post_hold'].map((kind) => `${kind} pending card_clearing ${PENDING}`),
  )
  assert.deepEqual(await purse(), [0, 0])
  assert.deepEqual(await settleNow(context, business), [])
})

test('a refund one kobo over both balances is refused without a trace; the exact sum succeeds', async () => {
  const paid = await givenPaid(api, business)
  const missing = AMOUNT - PENDING
  await setWallet(context, business, kobo(missing - 1))

  const { status, body } = await askRefund(api, business, { transaction: paid.id })

  assert.deepEqual([status, body.code], [402, 'insufficient_balance'])
  assert.deepEqual(await purse(), [missing - 1, PENDING])
  assert.equal(await countRefunded(context, paid), 0)
  await setWallet(context, business, kobo(missing))
  await refunded(api, business, paid)
  assert.deepEqual(await purse(), [0, 0])
})

test('a failed refund returns both parts to their balances', async () => {
  const paid = await givenPaid(api, business, 'card', { card: 'refund_refused' })
  await setWallet(context, business, kobo(300_000))

  const record = await refunded(api, business, paid)

  assert.equal(record.status, 'failed')
  assert.deepEqual(await purse(), [300_000, PENDING])
  await settleNow(context, business)
  assert.deepEqual(await purse(), [300_000 + PENDING, 0])
  await assertSettled(context)
})

for (const [outcome, left] of [
  [{ kind: 'returned', sessionId: 'S1' }, [PENDING - 400_000, 0]],
  [{ kind: 'refused', reason: 'account_closed' }, [PENDING - 400_000, 400_000]],
] as [ReturnOutcome, number[]][]) {
  test(`what waits is settled while a refund is under way, and then it is ${outcome.kind}`, async () => {
    const paid = await givenPaid(api, business)
    await setWallet(context, business, kobo(0))
    let answer: ReturnOutcome = { kind: 'unknown' }
    const process = watched(context, async () => answer)
    await refundIn(process, business, paid, 400_000)
    assert.deepEqual(await purse(), [0, PENDING - 400_000])

    await settleNow(context, business)
    assert.deepEqual(await purse(), [PENDING - 400_000, 0])
    answer = outcome
    context.advance(3 * MINUTE)
    await sendDue(process)

    assert.deepEqual(await purse(), left)
    await assertItemsTie()
    await settleNow(context, business)
    assert.deepEqual(await purse(), [left[0]! + left[1]!, 0])
    await assertSettled(context)
  })
}

test('any mix of refunds, answers, settlements and spending never overdraws, and the books match', async () => {
  const step = fc.oneof(
    fc.record({
      does: fc.constant('refund' as const),
      amount: fc.integer({ min: 1, max: 260_000 }),
    }),
    fc.record({
      does: fc.constant('answer' as const),
      kind: fc.constantFrom('returned' as const, 'refused' as const),
    }),
    fc.record({ does: fc.constant('settle' as const) }),
    fc.record({
      does: fc.constant('wallet' as const),
      amount: fc.integer({ min: 0, max: 300_000 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      business = await givenBusiness(context)
      await changeSettings(context, business, { settlement: 'T+1' })
      const paid = await givenPaid(api, business)
      await setWallet(context, business, kobo(0))
      let kind: 'unknown' | 'returned' | 'refused' = 'unknown'
      const process = watched(context, async ({ key }) =>
        kind === 'returned'
          ? { kind, sessionId: `S${key}` }
          : kind === 'refused'
            ? { kind, reason: 'account_closed' }
            : { kind },
      )
      for (const next of steps) {
        const [available, pending] = await purse()
        const left = AMOUNT - (await countRefunded(context, paid))
        switch (next.does) {
          case 'refund': {
            const refused = await refundIn(process, business, paid, next.amount).then(
              () => null,
              (error: Refusal) => error.code,
            )
            const expected =
              next.amount > left
                ? 'refund_too_large'
                : next.amount > available + pending
                  ? 'insufficient_balance'
                  : null
            assert.equal(refused, expected)
            const fromAvailable = expected === null ? Math.min(available, next.amount) : 0
            const fromPending = expected === null ? next.amount - fromAvailable : 0
            assert.deepEqual(await purse(), [available - fromAvailable, pending - fromPending])
            break
          }
          case 'answer':
            kind = next.kind
            context.advance(6 * MINUTE)
            await sendDue(process)
            kind = 'unknown'
            break
          case 'settle':
            await settleNow(context, business)
            assert.deepEqual(await purse(), [available + pending, 0])
            break
          case 'wallet':
            await setWallet(context, business, kobo(next.amount))
        }
        await assertItemsTie()
      }
      kind = 'returned'
      context.advance(6 * MINUTE)
      await sendDue(process)
      await runJobs(context)
      await assertBooksTie(context)
    }),
    { numRuns: RUNS },
  )
  await assertSettled(context)
})
