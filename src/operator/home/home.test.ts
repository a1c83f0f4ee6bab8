import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { disputed } from '../../../test/disputes.ts'
import { pay } from '../../../test/payments.ts'
import { givenEvent, givenReceiver, givenUrl } from '../../../test/receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { deliverDue } from '../../core/events/webhooks.ts'
import { paymentNamed } from '../../payments/transactions/transactions.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { rangeOf } from '../statistics/statistics.ts'
import { homeOf } from './home.ts'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const home = (scope = business) =>
  homeOf(context, scope, rangeOf('day', { from: null, to: null }, context.now()))

test('a business without problems has nothing to attend to', async () => {
  const { attention, failing, reasons } = await home()

  const { disputeDueAt, ...counts } = attention
  assert.equal(disputeDueAt, null)
  assert.ok(Object.values(counts).every((count) => BigInt(count) === 0n))
  assert.deepEqual([failing, reasons], [[], []])
})

test('a URL at which every delivery fails is named with its code, until one arrives', async () => {
  let status = 500
  const receiver = await givenReceiver(() => ({ status }))
  await givenUrl(context, business, receiver.url)
  for (let n = 0; n < 2; n++) await givenEvent(context, business)
  await deliverDue(context)
  assert.deepEqual((await home()).failing, [], 'two failures can be a restart')
  await givenEvent(context, business)
  await deliverDue(context)

  const [failing] = (await home()).failing

  assert.equal(failing?.endpoint, 'standard')
  assert.equal(failing?.url, receiver.url)
  assert.deepEqual([failing?.failures, failing?.lastStatus, failing?.lastError], [3, 500, null])
  const other = await givenBusiness(context, 'Other Store')
  assert.deepEqual((await home(other)).failing, [])

  status = 200
  context.advance(MINUTE)
  await deliverDue(context)
  assert.deepEqual((await home()).failing, [])
})

test('failed webhooks, disputes and declined cards are counted, of this business alone', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const receiver = await givenReceiver(() => ({ status: 410 }))
  await givenUrl(context, business, receiver.url)
  const { access_code } = await givenPayment(api, business)
  await pay(api, access_code, 'declined')
  const sold = await givenPayment(api, business)
  await pay(api, sold.access_code, 'success')
  const paid = await paymentNamed(context, business, sold.reference)
  await disputed(context, business, paid, { amount: kobo(1_000) })
  await context.sql`
    update delivery set state = 'failed', next_at = null
    where business_id = ${business.businessId} and state = 'pending'
  `

  const { attention, reasons } = await home()

  assert.ok(attention.webhooks >= 1)
  assert.equal(attention.disputes, 1)
  assert.ok(attention.disputeDueAt! > context.now())
  assert.deepEqual(
    reasons.map(({ kind, count }) => [kind, count]),
    [['card', 1]],
  )
  const theirs = await home(other)
  assert.deepEqual([theirs.attention.webhooks, theirs.attention.disputes], [0, 0])
  assert.deepEqual(theirs.reasons, [])
})

test('the period before is as long as the part of this one that has passed', async () => {
  const now = context.now()
  const range = { from: later(now, -2 * DAY), to: later(now, DAY), by: 'hour' as const }
  const early = later(now, -4 * DAY)
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'success')
  const movePaid = (at: Date) => context.sql`
    update transaction set paid_at = ${at}, created_at = ${at}
    where business_id = ${business.businessId} and reference = ${reference}
  `

  await movePaid(early)
  const counted = (await homeOf(context, business, range)).before
  await movePaid(later(now, -2.5 * DAY))
  const tooLate = (await homeOf(context, business, range)).before

  assert.deepEqual([counted.succeeded, tooLate.succeeded], [1, 0])
})
