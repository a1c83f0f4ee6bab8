import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { cardNamed, eventsOf, verifyPayment } from '../../../test/payments.ts'
import {
  chargesOf,
  EMAIL,
  givenPlan,
  invoicesOf,
  runSubscriptions,
  send,
  subscriptionsOf,
} from '../../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'
import { publicCode } from '../../platform/ids.ts'
import { beginPaid } from './first-payment.ts'

// Subscriptions that begin with a payment at the checkout.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let plan: string
beforeEach(async () => {
  business = await givenBusiness(context)
  plan = (await givenPlan(api, business)).plan_code
})
afterEach(() => assertBooksTie(context))

const asked = (more: object = {}) => ({
  ...{ amount: 500_000, email: EMAIL, name: 'Ada Example', plan },
  ...more,
})
const initialized = (more: object = {}) =>
  send(api, business, 'POST', '/transactions/initialize', asked(more))

async function paid(more: object = {}, card = 'success') {
  const { access_code, reference } = await initialized(more)
  await pay(access_code, card)
  return reference
}

async function pay(code: string, card = 'success') {
  const body = { ...cardNamed(card), save_card: false }
  const { status, text } = await api.post(`/checkout/${code}/card`, { body })
  assert.equal(status, 200, text)
}

const planIn = async (reference: string) => (await verifyPayment(api, business, reference)).plan
const told = async (pattern: RegExp) =>
  (await eventsOf(context, business)).map(({ type }) => type).filter((type) => pattern.test(type))

test('who pays with a plan is subscribed, and the payment is that of the first period', async () => {
  const reference = await paid()
  const payment = await verifyPayment(api, business, reference)
  assert.deepEqual(payment.plan, {
    ...{ plan_code: plan, quantity: 1, subscription_code: null, not_subscribed: null },
  })

  await runSubscriptions(context)

  const { subscription_code: code } = await planIn(reference)
  const subscription = await send(api, business, 'GET', `/subscriptions/${code}`)
  const [invoice, ...others] = await send(api, business, 'GET', `/subscriptions/${code}/invoices`)
  assert.deepEqual(others, [])
  assert.deepEqual([subscription.status, subscription.invoiced], ['active', 1])
  assert.equal(subscription.authorization_code, payment.authorization.authorization_code)
  assert.deepEqual([invoice.status, invoice.amount, invoice.period], ['paid', 500_000, 1])
  assert.deepEqual(
    [invoice.transaction_id, invoice.period_start, invoice.paid_at],
    [payment.id, payment.paid_at, payment.paid_at],
  )
  assert.equal(invoice.period_end, subscription.next_payment_at)
  assert.deepEqual(await told(/^(subscription|invoice)\./), [
    ...['subscription.created', 'invoice.created', 'invoice.paid'],
  ])
  const [{ count }] = await context.sql<[{ count: number }]>`
    select count(*)::int as count from transaction
    where business_id = ${business.businessId} and mode = 'test'
  `
  assert.equal(count, 1, 'the first period is not charged again')
})

test('the second period is charged once, a month after the payment', async () => {
  const reference = await paid()
  await runSubscriptions(context)
  const { paid_at } = await verifyPayment(api, business, reference)
  const [subscription] = await subscriptionsOf(context, business)
  const next = subscription!.nextPaymentAt.getTime()
  assert(next - Date.parse(paid_at) >= 28 * DAY)

  context.advance(next - context.now().getTime() - MINUTE)
  await runSubscriptions(context)
  const before = (await invoicesOf(context, business)).length
  context.advance(MINUTE)
  await runSubscriptions(context)

  const all = await invoicesOf(context, business)
  assert.deepEqual([before, all.map(({ state }) => state)], [1, ['paid', 'paid']])
  assert.deepEqual([...(await chargesOf(context, business)).values()], [1])
})

test('the customer agrees to be charged each period, and the words are kept', async () => {
  const { access_code, reference } = await initialized({ quantity: 2, amount: 1_000_000 })
  const page = await api.get(`/checkout/${access_code}`)
  const words = 'keeps this card and charges it ₦10,000.00 every month, until the subscription'
  assert(page.text.includes(words), page.text)
  await pay(access_code)

  const { authorization } = await verifyPayment(api, business, reference)
  const kept = await send(api, business, 'GET', `/customers/${EMAIL}/authorizations`)

  assert.equal(kept[0].authorization_code, authorization.authorization_code)
  assert(kept[0].consent.text.includes(words), kept[0].consent.text)
})

test('a plan that ends says how often it is charged, in the language of the checkout', async () => {
  const { plan_code } = await givenPlan(api, business, { interval: 'weekly', times: 3 })
  const { access_code } = await initialized({ plan: plan_code })
  const page = await api.get(`/checkout/${access_code}?lang=ha`)
  assert(page.text.includes('₦5,000.00 kowane mako'))
  assert(page.text.includes('sau 3'))
})

test('the price is that of the initialization, and a change holds from the second period', async () => {
  const { access_code } = await initialized()
  await send(api, business, 'PATCH', `/plans/${plan}`, { amount: 700_000, active: false })
  await pay(access_code)
  await runSubscriptions(context)
  context.advance(31 * DAY)
  await runSubscriptions(context)

  const amounts = (await invoicesOf(context, business)).map(({ amount }) => amount)
  assert.deepEqual(amounts, [500_000n, 700_000n])
})

for (const [what, more, field] of [
  ['too little', { amount: 400_000 }, 'amount'],
  ['too much', { amount: 600_000 }, 'amount'],
  ['an amount without its quantity', { quantity: 2 }, 'amount'],
  ['a channel that subscribes nobody', { channels: ['card', 'bank_transfer'] }, 'channels'],
  ['a card that is not kept', { save_card: 'never' }, 'save_card'],
  ['a quantity without a plan', { plan: undefined, quantity: 2 }, 'quantity'],
] as const) {
  test(`refused with a plan: ${what}`, async () => {
    const { status, body } = await api.post('/api/v1/transactions/initialize', {
      key: business.keys.secretKey,
      body: asked(more),
    })
    assert.equal(status, 400)
    assert.equal(body.errors[0].field, field)
    assert.match(body.errors[0].message, new RegExp(`^${field} `))
  })
}

test('a customer whose subscription ends with its period may subscribe again', async () => {
  await paid()
  await runSubscriptions(context)
  const [before] = await subscriptionsOf(context, business)
  const path = `/subscriptions/${publicCode('subscription', before!.subscriptionId)}/cancel`
  await send(api, business, 'POST', path, { at: 'period_end' })

  await paid()
  await runSubscriptions(context)

  const all = await subscriptionsOf(context, business)
  assert.deepEqual(
    all.map(({ state, endsWithPeriod }) => [state, endsWithPeriod]),
    [
      ['active', true],
      ['active', false],
    ],
  )
})

test('an unknown plan is not found, an inactive one is refused', async () => {
  const post = (more: object) => {
    const sent = { key: business.keys.secretKey, body: asked(more) }
    return api.post('/api/v1/transactions/initialize', sent)
  }
  const unknown = await post({ plan: 'PLN_AZqmA2NQe2e4sK1d8v6cXw' })
  await send(api, business, 'PATCH', `/plans/${plan}`, { active: false })
  const inactive = await post({})
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'plan_not_found'])
  assert.equal(inactive.body.errors[0].field, 'plan')
})

test('a reference names one plan', async () => {
  const reference = 'order-1042'
  const first = await initialized({ reference })
  const again = await initialized({ reference })
  const { status, body } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: asked({ reference, plan: undefined }),
  })
  assert.equal(first.access_code, again.access_code)
  assert.deepEqual([status, body.code], [409, 'duplicate_reference'])
  assert.match(body.message, /another plan/)
})

test('a customer who is subscribed to the plan is refused another payment for it', async () => {
  await paid()
  await runSubscriptions(context)

  const { status, body } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: asked(),
  })

  assert.deepEqual([status, body.code], [409, 'already_subscribed'])
  const { plan_code } = await givenPlan(api, business)
  await initialized({ plan: plan_code })
})

test('of two checkouts of a customer, one subscribes and the other says why it did not', async () => {
  const [one, other] = [await initialized(), await initialized()]
  await pay(one.access_code)
  await pay(other.access_code)

  await Promise.all([beginPaid(context), beginPaid(context)])
  await beginPaid(context)

  const plans = [await planIn(one.reference), await planIn(other.reference)]
  const reasons = plans.map(({ not_subscribed }) => not_subscribed).toSorted()
  assert.deepEqual(reasons, ['already_subscribed', null])
  assert.equal((await subscriptionsOf(context, business)).length, 1)
  assert.deepEqual(await told(/not_subscribed|^subscription/), [
    ...['subscription.created', 'transaction.not_subscribed'].toSorted(),
  ])
})

test('a card that cannot be charged again subscribes nobody, and the business is told', async () => {
  const { access_code, reference } = await initialized()
  await pay(access_code, 'pin')
  await api.post(`/checkout/${access_code}/card/pin`, { body: { pin: '1111' } })

  await runSubscriptions(context)

  const { not_subscribed, subscription_code } = await planIn(reference)
  assert.deepEqual([not_subscribed, subscription_code], ['no_card', null])
  const [event, ...others] = (await eventsOf(context, business)).filter(
    ({ type }) => type === 'transaction.not_subscribed',
  )
  assert.deepEqual([event!.data.plan.not_subscribed, others], ['no_card', []])
  assert.equal((await subscriptionsOf(context, business)).length, 0)
})

test('a payment that was refunded before subscribes nobody', async () => {
  const reference = await paid()
  await send(api, business, 'POST', '/refunds', { transaction: reference })
  await context.sql`
    update transaction set status = 'reversed', refunded = amount
    where business_id = ${business.businessId} and mode = 'test'
  `
  await beginPaid(context)
  assert.equal((await planIn(reference)).not_subscribed, 'reversed')
})

test('a declined payment subscribes nobody, and the next card does', async () => {
  const { access_code, reference } = await initialized()
  await pay(access_code, 'declined')
  await runSubscriptions(context)
  assert.equal((await planIn(reference)).subscription_code, null)
  await pay(access_code)
  await runSubscriptions(context)
  assert((await planIn(reference)).subscription_code)
})

test('a form with the public key begins no subscription', async () => {
  const { keys, businessId } = business
  const sent = { key: keys.publicKey, amount: '500000', email: EMAIL, plan, quantity: '2' }
  const { status } = await api.get(
    `/api/v1/transactions/initialize-public?${new URLSearchParams(sent)}`,
  )
  assert.equal(status, 303)
  const [row] = await context.sql`
    select plan_id from transaction where business_id = ${businessId} and mode = 'test'
  `
  assert.equal(row!['planId'], null)
})
