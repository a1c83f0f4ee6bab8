import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { eventsOf } from '../../../test/payments.ts'
import {
  chargesOf,
  EMAIL,
  givenCard,
  givenPlan,
  givenSubscription,
  invoicesOf,
  runSubscriptions,
  send,
} from '../../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'

// Subscriptions by a kept card.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const fetched = (code: string) => send(api, business, 'GET', `/subscriptions/${code}`)
const invoices = (code: string) => send(api, business, 'GET', `/subscriptions/${code}/invoices`)
const typesOf = async () =>
  (await eventsOf(context, business))
    .map(({ type }) => type)
    .filter((type) => /^(subscription|invoice)\./.test(type))

test('a new subscription is charged at once, as a payment with its fee and event', async () => {
  const { subscription_code } = await givenSubscription(api, business)

  await runSubscriptions(context)

  const [invoice] = await invoices(subscription_code)
  assert.deepEqual([invoice.status, invoice.amount, invoice.period], ['paid', 500_000, 1])
  const payment = await send(api, business, 'GET', `/transactions/${invoice.transaction_id}`)
  assert.deepEqual([payment.status, payment.amount, payment.channel], ['success', 500_000, 'card'])
  assert(payment.fees > 0)
  assert.equal(payment.metadata.subscription_code, subscription_code)
  assert.deepEqual(await typesOf(), [
    ...['subscription.created', 'invoice.created', 'subscription.updated', 'invoice.paid'],
  ])
})

test('each period is charged once, on its day', async () => {
  const { subscription_code } = await givenSubscription(api, business)
  await runSubscriptions(context)
  const { next_payment_at } = await fetched(subscription_code)

  context.advance(Date.parse(next_payment_at) - context.now().getTime() - MINUTE)
  await runSubscriptions(context)
  const before = (await invoices(subscription_code)).length
  context.advance(MINUTE)
  await runSubscriptions(context)

  const after = await invoices(subscription_code)
  assert.deepEqual([before, after.map(({ status }: never) => status)], [1, ['paid', 'paid']])
  assert.equal(after[0].period_start, next_payment_at)
  assert.deepEqual([...(await chargesOf(context, business)).values()], [1, 1])
})

test('while the provider is down nothing fails, and the charge follows in minutes', async (t) => {
  const { card } = context.rails.test
  const { chargeToken } = card
  t.after(() => Object.assign(card, { chargeToken }))
  const { subscription_code } = await givenSubscription(api, business)
  card.chargeToken = async () => ({ kind: 'unavailable' }) as const
  await runSubscriptions(context)
  const [before] = await invoicesOf(context, business)
  Object.assign(card, { chargeToken })

  context.advance(6 * MINUTE)
  await runSubscriptions(context)

  assert.deepEqual([before!.state, before!.failures], ['open', 0])
  assert.equal((await invoices(subscription_code))[0].status, 'paid')
})

test('while the outcome of a charge is not known no other one begins, though its payment expires', async (t) => {
  const { card } = context.rails.test
  const { chargeToken, enquire } = card
  t.after(() => Object.assign(card, { chargeToken, enquire }))
  await givenSubscription(api, business)
  let charged = 0
  card.chargeToken = async () => {
    charged += 1
    return { kind: 'unknown' } as const
  }
  card.enquire = async () => ({ kind: 'unknown' }) as const

  for (let day = 0; day < 4; day++) {
    await runSubscriptions(context)
    context.advance(DAY)
  }

  const [payment] = await context.sql<{ status: string }[]>`
    select status from transaction
    where business_id = ${business.businessId} and metadata like '%invoice_id%'
  `
  const [invoice] = await invoicesOf(context, business)
  assert.deepEqual([payment!.status, invoice!.state, charged], ['abandoned', 'open', 1])
})

test('subscriptions are listed by their plan and their customer, who is named', async () => {
  const authorization_code = await givenCard(api, business)
  const one = await givenSubscription(api, business, { authorization_code })
  const other = await givenSubscription(api, business, { authorization_code })

  const list = (query: string) => send(api, business, 'GET', `/subscriptions?${query}`)
  const named = await list(`plan=${one.plan_code}`)
  const [all, nobodys] = [await list(`email=${EMAIL}`), await list('customer=x@example.com')]

  assert.deepEqual(named, [await fetched(one.subscription_code)])
  assert.equal(named[0].customer_email, EMAIL)
  assert.deepEqual(
    all.map(({ id }: { id: string }) => id),
    [other.id, one.id],
  )
  assert.deepEqual(nobodys, [])
})

test('it ends after its times, and charges no more', async () => {
  const plan = (await givenPlan(api, business, { interval: 'daily', times: 2 })).plan_code
  const { subscription_code } = await givenSubscription(api, business, { plan })

  for (let day = 0; day < 4; day++) {
    await runSubscriptions(context)
    context.advance(DAY)
  }

  const { status, invoiced, ended_at, next_payment_at } = await fetched(subscription_code)
  assert.deepEqual([status, invoiced, next_payment_at], ['completed', 2, null])
  assert(ended_at)
  assert.equal((await invoices(subscription_code)).length, 2)
  assert.equal((await typesOf()).at(-1), 'subscription.completed')
})

test('it completes after its times, though its last invoice is never paid', async () => {
  const plan = (await givenPlan(api, business, { interval: 'daily', times: 1 })).plan_code
  const authorization_code = await givenCard(api, business, 'kept_no_funds')
  const { subscription_code } = await givenSubscription(api, business, { plan, authorization_code })

  for (let day = 0; day < 9; day++) {
    await runSubscriptions(context)
    context.advance(DAY)
  }

  assert.equal((await invoices(subscription_code))[0].status, 'uncollectible')
  assert.equal((await fetched(subscription_code)).status, 'completed')
})

test('a start in the future and a trial delay the first charge', async () => {
  const start_date = new Date(context.now().getTime() + 3 * DAY).toISOString()
  const later = await givenSubscription(api, business, { start_date })
  const trying = await givenSubscription(api, business, { start_date, trial_days: 2 })
  await runSubscriptions(context)
  assert.deepEqual([later.status, trying.status], ['scheduled', 'trialing'])

  context.advance(3 * DAY)
  await runSubscriptions(context)

  assert.equal((await fetched(later.subscription_code)).status, 'active')
  assert.equal((await fetched(trying.subscription_code)).status, 'trialing')
  context.advance(2 * DAY)
  await runSubscriptions(context)
  assert.equal((await fetched(trying.subscription_code)).status, 'active')
  assert.equal((await invoicesOf(context, business)).length, 2)
})

for (const [if_unpaid, end] of [
  ['cancel', 'cancelled'],
  ['keep', 'unpaid'],
] as const) {
  test(`declined on days 0, 1, 3, 5 and 7, it is ${end}`, async () => {
    const plan = (await givenPlan(api, business, { if_unpaid })).plan_code
    const authorization_code = await givenCard(api, business, 'kept_no_funds')
    const sent = { plan, authorization_code }
    const { subscription_code } = await givenSubscription(api, business, sent)

    const seen: [number, string, number][] = []
    for (let day = 0; day <= 8; day++) {
      await runSubscriptions(context)
      const [invoice] = await invoices(subscription_code)
      const { status } = await fetched(subscription_code)
      seen.push([day, status, invoice.failures])
      context.advance(DAY)
    }

    assert.deepEqual(seen, [
      [0, 'past_due', 1],
      [1, 'past_due', 2],
      [2, 'past_due', 2],
      [3, 'past_due', 3],
      [4, 'past_due', 3],
      [5, 'past_due', 4],
      [6, 'past_due', 4],
      [7, end, 5],
      [8, end, 5],
    ])
    const [invoice] = await invoices(subscription_code)
    assert.deepEqual([invoice.status, invoice.failure], ['uncollectible', 'insufficient_funds'])
    const failed = (await typesOf()).filter((type) => type === 'invoice.payment_failed')
    assert.equal(failed.length, 4)
  })
}

test('with another card it is paid at the next charge, and active again', async () => {
  const authorization_code = await givenCard(api, business, 'kept_no_funds')
  const { subscription_code } = await givenSubscription(api, business, { authorization_code })
  await runSubscriptions(context)
  const another = await givenCard(api, business, 'success')

  const path = `/subscriptions/${subscription_code}`
  await send(api, business, 'PATCH', path, { authorization_code: another })
  context.advance(DAY)
  await runSubscriptions(context)

  const { status, authorization_code: now } = await fetched(subscription_code)
  assert.deepEqual([status, now], ['active', another])
  assert.equal((await invoices(subscription_code))[0].status, 'paid')
})

for (const [card, end] of [
  ['kept_late', 'paid'],
  ['kept_late_decline', 'open'],
] as const) {
  test(`without an answer nothing else is charged; then the invoice is ${end}`, async () => {
    const authorization_code = await givenCard(api, business, card)
    await givenSubscription(api, business, { authorization_code })

    await runSubscriptions(context)
    const [asked] = await invoicesOf(context, business)
    assert.deepEqual([asked!.state, asked!.trying, asked!.dueAt], ['open', 'charge', null])

    for (let round = 0; round < 8; round++) {
      context.advance(2 * MINUTE)
      await runSubscriptions(context)
    }

    const [invoice] = await invoicesOf(context, business)
    assert.deepEqual([invoice!.state, invoice!.attempt], [end, 1])
    assert.equal(invoice!.failures, end === 'paid' ? 0 : 1)
  })
}

test('a removed card fails the invoice without a payment', async () => {
  const authorization_code = await givenCard(api, business)
  await givenSubscription(api, business, { authorization_code })
  const path = `/customers/${EMAIL}/authorizations/${authorization_code}`
  const { status } = await api.delete(`/api/v1${path}`, { key: business.keys.secretKey })
  assert.equal(status, 200)

  await runSubscriptions(context)

  const [invoice] = await invoicesOf(context, business)
  assert.deepEqual([invoice!.failure, invoice!.transactionId], ['authorization_not_found', null])
})

test('a service that stood still charges each missed period once', async () => {
  const plan = (await givenPlan(api, business, { interval: 'weekly' })).plan_code
  await givenSubscription(api, business, { plan })

  context.advance(21 * DAY)
  await runSubscriptions(context)

  const made = await invoicesOf(context, business)
  assert.deepEqual(
    made.map(({ period, state }) => [period, state]),
    [1, 2, 3, 4].map((period) => [period, 'paid']),
  )
  assert.deepEqual([...(await chargesOf(context, business)).values()], [1, 1, 1, 1])
})

test('a clock that is moved back charges nobody twice', async () => {
  const plan = (await givenPlan(api, business, { interval: 'daily' })).plan_code
  await givenSubscription(api, business, { plan })
  await runSubscriptions(context)
  context.advance(DAY)
  await runSubscriptions(context)

  context.advance(-2 * DAY)
  await runSubscriptions(context)
  context.advance(2 * DAY)
  await runSubscriptions(context)

  assert.deepEqual([...(await chargesOf(context, business)).values()], [1, 1])
})

test('two workers at once charge each period once', async () => {
  const authorization_code = await givenCard(api, business)
  for (let count = 0; count < 4; count++) {
    await givenSubscription(api, business, { authorization_code })
  }

  await Promise.all([1, 2, 3].map(() => runSubscriptions(context)))
  await runSubscriptions(context)

  assert.deepEqual([...(await chargesOf(context, business)).values()], [1, 1, 1, 1])
  const made = await invoicesOf(context, business)
  assert(made.every(({ state, attempt }) => state === 'paid' && attempt === 1))
})
