import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { breakable } from '../../../test/faults.ts'
import { askForAccount, runJobs, transfer } from '../../../test/payments.ts'
import {
  askRefund,
  entriesOf,
  givenPaid,
  type Paid,
  refunded,
  refundIn,
  refundsOf,
  watched,
} from '../../../test/refunds.ts'
import { withDuty } from '../../../test/stamp-duty.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { settleNow } from '../../money-out/settlements/settlements.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { begin } from './begin.ts'
import { sumRefundDuty } from './refunds.ts'
import { sendDue } from './send.ts'
import { verifyRefunds } from './verify.ts'

// The stamp duty on refunds to a bank account: the business bears it, beside the amount.

const AMOUNT = 1_000_000
const DUTY = 5_000
const RUNS = 20
const TO_ACCOUNT = { destination: { bankCode: '058', accountNumber: '0123456789' } }

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let paid: Paid
beforeEach(async () => {
  business = await givenBusiness(context)
  paid = await givenPaid(api, business, 'bank_transfer', { amount: 2 * AMOUNT })
})
afterEach(() => assertBooksTie(context))

/** Available, pending and owed. */
async function purse(): Promise<number[]> {
  const { available, pending, stamp_duty } = await balancesOf(context, business)
  return [available.available, pending.available, stamp_duty.posted].map(Number)
}

test('a refund of ₦10,000.00 to a bank account costs ₦50.00 beside it', async () => {
  await setWallet(context, business, kobo(AMOUNT + DUTY))

  const record = await refunded(api, business, paid, AMOUNT)

  assert.deepEqual([record.amount, record.stamp_duty, record.status], [AMOUNT, DUTY, 'processed'])
  const [refund] = await refundsOf(context, business)
  assert.deepEqual((await entriesOf(context, refund!)).sort(), [
    'hold available bank_clearing 1000000',
    'hold available stamp_duty 5000',
    'post_hold available bank_clearing 1000000',
    'post_hold available stamp_duty 5000',
  ])
  assert.deepEqual(await purse(), [0, 0, DUTY])
})

test('a refund of a kobo less, or to a card, costs nothing', async () => {
  const byCard = await givenPaid(api, business, 'card', { amount: AMOUNT })

  assert.equal((await refunded(api, business, paid, AMOUNT - 1)).stamp_duty, 0)
  assert.equal((await refunded(api, business, byCard)).stamp_duty, 0)

  assert.equal((await purse())[2], 0)
})

test('the duty of all that is left is owed by what is left', async () => {
  await refunded(api, business, paid, AMOUNT + 1)

  const rest = await refunded(api, business, paid)

  assert.deepEqual([rest.amount, rest.stamp_duty], [AMOUNT - 1, 0])
})

test('a balance that covers the amount and not the duty refunds nothing', async () => {
  await setWallet(context, business, kobo(AMOUNT + DUTY - 1))

  const answer = await askRefund(api, business, { transaction: paid.id, amount: AMOUNT })

  assert.deepEqual([answer.status, answer.body.code], [402, 'insufficient_balance'])
  assert.deepEqual(await purse(), [AMOUNT + DUTY - 1, 0, 0])
})

test('a refund that the bank refuses gives the duty back', async () => {
  await setWallet(context, business, kobo(AMOUNT + DUTY))
  const refuses = watched(context, async () => ({ kind: 'refused', reason: 'account_closed' }))

  const refund = await refundIn(refuses, business, paid, AMOUNT)

  assert.equal(refund.status, 'failed')
  assert.deepEqual(await purse(), [AMOUNT + DUTY, 0, 0])
})

test('from any mixture of available and pending money, a refund and its duty fit or are refused', async () => {
  const balance = fc.oneof(fc.nat({ max: 2 * DUTY }), fc.nat({ max: AMOUNT + 2 * DUTY }))
  await fc.assert(
    fc.asyncProperty(balance, async (available) => {
      business = await givenBusiness(context)
      await changeSettings(context, business, { settlement: 'T+1' })
      paid = await givenPaid(api, business, 'bank_transfer', { amount: AMOUNT })
      await setWallet(context, business, kobo(available))
      const [, pending] = await purse()

      const outcome = await refundIn(context, business, paid, AMOUNT).then(
        ({ status }) => status,
        ({ code }) => code,
      )

      const [left, waiting, owed] = await purse()
      if (outcome === 'processed')
        assert.deepEqual(left! + waiting!, available + pending! - AMOUNT - DUTY)
      else assert.deepEqual([outcome, left, waiting], ['insufficient_balance', available, pending])
      assert.equal(owed, outcome === 'processed' ? DUTY : 0)
      const whole = available >= DUTY || pending! >= DUTY
      const fits = whole && available + pending! >= AMOUNT + DUTY
      assert.equal(outcome === 'processed', fits)
      await runJobs(context)
      await settleNow(context, business)
      assert.deepEqual(await purse(), [left! + waiting!, 0, owed])
      await assertBooksTie(context)
    }),
    { numRuns: RUNS },
  )
})

test('what the provider deducts itself leaves our money there', async () => {
  const before = (await balancesOf(context, business)).bank_clearing.posted

  const refund = await refundIn(withDuty(context, 'sandbox'), business, paid, AMOUNT)

  assert.deepEqual([refund.duty, refund.dutyByProvider], [5_000n, true])
  const { bank_clearing, stamp_duty } = await balancesOf(context, business)
  assert.equal(bank_clearing.posted - before, BigInt(AMOUNT + DUTY))
  assert.equal(stamp_duty.posted, 0n)
})

test('with the duty switched off, a refund costs its amount', async () => {
  const refund = await refundIn(withDuty(context, 'off'), business, paid, AMOUNT)

  assert.equal(refund.duty, 0n)
})

test('a card payment that is refunded to a bank account costs the duty, and by card it does not', async () => {
  const byCard = await givenPaid(api, business, 'card', { amount: 2 * AMOUNT })

  const toCard = await refundIn(context, business, byCard, AMOUNT)
  const toAccount = await refundIn(context, business, byCard, AMOUNT, TO_ACCOUNT)

  assert.deepEqual([toCard.duty, toAccount.duty], [0n, 5_000n])
  assert.deepEqual((await entriesOf(context, toAccount)).sort(), [
    'hold available bank_clearing 1000000',
    'hold available stamp_duty 5000',
    'post_hold available bank_clearing 1000000',
    'post_hold available stamp_duty 5000',
  ])
})

test('a refund asked for before its payment was paid is refused, though it is paid meanwhile', async () => {
  const { access_code, reference } = await givenPayment(api, business, { amount: AMOUNT })
  const account_number = await askForAccount(api, access_code)
  const early = breakable(withDuty(context, 'sandbox'))
  const meanwhile = async () => {
    early.disarm()
    await transfer(api, business, { account_number, amount: AMOUNT })
  }
  early.arm({ point: 1, name: 'begin', when: 'before', does: meanwhile })
  const refund = { transaction: reference, amount: kobo(AMOUNT), reason: null, effectId: null }

  await assert.rejects(begin(early.context, business, refund), { code: 'not_refundable' })

  assert.deepEqual(await refundsOf(context, business), [])
  const asked = await begin(withDuty(context, 'sandbox'), business, refund)
  assert.deepEqual([asked.duty, asked.dutyByProvider], [BigInt(DUTY), true])
})

test('a process killed at any moment of a refund to another account sends it and its duty once', async () => {
  const faulty = breakable(context)
  faulty.arm(null)
  await refundIn(faulty.context, business, paid, AMOUNT, TO_ACCOUNT)
  const points = faulty.disarm().length
  assert(points > 5, `${points} points`)
  for (let point = 1; point <= points; point++) {
    for (const when of ['before', 'after'] as const) {
      business = await givenBusiness(context)
      const { id } = await givenPaid(api, business, 'bank_transfer', { amount: 2 * AMOUNT })
      const refund = { transaction: id, amount: kobo(AMOUNT), reason: null, ...TO_ACCOUNT }
      await setWallet(context, business, kobo(AMOUNT + DUTY))
      const again = () => begin(context, business, { ...refund, reference: 'once', effectId: null })
      faulty.arm({ point, when, does: 'dies' })
      await begin(faulty.context, business, { ...refund, reference: 'once', effectId: null }).catch(
        () => null,
      )
      faulty.disarm()

      context.advance(3 * MINUTE)
      await sendDue(context)
      const { status } = await again()

      assert.equal(status, 'processed', `${when} point ${point}`)
      assert.equal((await refundsOf(context, business)).length, 1)
      assert.deepEqual(await purse(), [0, 0, DUTY], `${when} point ${point}`)
    }
  }
})

test('two refunds at once from a wallet that covers one with its duty: one is sent', async () => {
  await setWallet(context, business, kobo(2 * AMOUNT + DUTY))

  const both = await Promise.allSettled([
    refundIn(context, business, paid, AMOUNT),
    refundIn(context, business, paid, AMOUNT, TO_ACCOUNT),
  ])

  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.deepEqual(await purse(), [AMOUNT, 0, DUTY])
})

test('the statistics count the duty of what was sent', async () => {
  await refunded(api, business, paid, AMOUNT)

  const { body } = await api.get('/api/v1/statistics', { key: business.keys.secretKey })

  assert.equal(body.data.totals.stamp_duty, DUTY)
})

test('a duty counts when its refund is sent, however long before it was asked for', async () => {
  await refunded(api, business, paid, AMOUNT)
  const { businessId } = business
  await asOwner(
    context,
    (sql) => sql`
      update refund set created_at = created_at - interval '2 days'
      where business_id = ${businessId}
    `,
  )
  const now = context.now()

  const today = await sumRefundDuty(context.sql, business, {
    from: later(now, -DAY),
    to: later(now, 1),
  })
  const before = { from: later(now, -3 * DAY), to: later(now, -DAY) }

  assert.deepEqual([today, await sumRefundDuty(context.sql, business, before)], [kobo(DUTY), 0n])
})

test('the books report a duty that was not booked as its refund says', async () => {
  const { businessId } = await refundIn(context, business, paid, AMOUNT)
  const spoil = (to: object) =>
    asOwner(context, (sql) => sql`update refund set ${sql(to)} where business_id = ${businessId}`)

  await spoil({ dutyFromPending: true })
  assert.notDeepEqual(await verifyRefunds(context.sql), [])
  await spoil({ dutyFromPending: false, duty: 0 })
  assert.notDeepEqual(await verifyRefunds(context.sql), [])
  await spoil({ duty: DUTY })
  assert.deepEqual(await verifyRefunds(context.sql), [])
})
