import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { eventsOf, givenDedicated, transfer } from '../../../test/payments.ts'
import { stopNowOf } from '../../../test/stopped-clock.ts'
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
import { recordPayments } from './collect.ts'

// Pauses, cancellations and changes of subscriptions, and those that are paid by transfers.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const fetched = (code: string) => send(api, business, 'GET', `/subscriptions/${code}`)
const invoices = (code: string) => send(api, business, 'GET', `/subscriptions/${code}/invoices`)
const call = (code: string, verb: string, body: object = {}) =>
  send(api, business, 'POST', `/subscriptions/${code}/${verb}`, body)
const change = (code: string, body: object) =>
  send(api, business, 'PATCH', `/subscriptions/${code}`, body)

/** Moves the clock to a moment of a record, and runs what is due. */
async function until(moment: string): Promise<void> {
  context.advance(Date.parse(moment) - context.now().getTime())
  await runSubscriptions(context)
}

/** A weekly subscription whose first period is paid. */
async function givenWeekly(more: object = {}) {
  const plan = (await givenPlan(api, business, { interval: 'weekly', amount: 700_000 })).plan_code
  const { subscription_code } = await givenSubscription(api, business, { plan, ...more })
  await runSubscriptions(context)
  return subscription_code as string
}

test('cancelled now, it charges no more, and drops what is not paid', async () => {
  const authorization_code = await givenCard(api, business, 'kept_no_funds')
  const code = await givenWeekly({ authorization_code })

  const { status, next_payment_at } = await call(code, 'cancel')
  const again = await call(code, 'cancel')
  context.advance(30 * DAY)
  await runSubscriptions(context)

  assert.deepEqual([status, next_payment_at, again.status], ['cancelled', null, 'cancelled'])
  const [invoice, ...others] = await invoices(code)
  assert.deepEqual([invoice.status, others.length], ['void', 0])
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert.equal(types.filter((type) => type === 'subscription.cancelled').length, 1)
})

test('cancelled with the period, it ends with the period; resumed before, it goes on', async () => {
  const [ending, kept] = [await givenWeekly(), await givenWeekly()]

  const told = await call(ending, 'cancel', { at: 'period_end' })
  await call(kept, 'cancel', { at: 'period_end' })
  await call(kept, 'resume')
  context.advance(7 * DAY)
  await runSubscriptions(context)

  assert.deepEqual([told.status, told.ends_with_period], ['active', true])
  assert.deepEqual(
    [(await fetched(ending)).status, (await fetched(kept)).status],
    ['cancelled', 'active'],
  )
  assert.deepEqual([(await invoices(ending)).length, (await invoices(kept)).length], [1, 2])
})

test('cancelled while the provider is silent, the charge that has begun still counts', async () => {
  const authorization_code = await givenCard(api, business, 'kept_late')
  const code = await givenWeekly({ authorization_code })

  await call(code, 'cancel')
  for (let round = 0; round < 8; round++) {
    context.advance(2 * MINUTE)
    await runSubscriptions(context)
  }

  assert.equal((await fetched(code)).status, 'cancelled')
  assert.equal((await invoices(code))[0].status, 'paid')
})

test('periods that begin while it is paused are never charged; the days stay', async () => {
  const code = await givenWeekly()
  const { next_payment_at } = await fetched(code)

  await call(code, 'pause')
  context.advance(20 * DAY)
  await runSubscriptions(context)
  const resumed = await call(code, 'resume')
  await runSubscriptions(context)
  const before = await invoices(code)
  await until(resumed.next_payment_at)

  const third = new Date(Date.parse(next_payment_at) + 14 * DAY).toISOString()
  assert.deepEqual([resumed.next_payment_at, before.length], [third, 1])
  const made = await invoices(code)
  assert.deepEqual(
    made.map(({ period }: { period: number }) => period),
    [4, 1],
  )
})

test('paused with an unpaid invoice, it is past due when it is resumed', async () => {
  const authorization_code = await givenCard(api, business, 'kept_no_funds')
  const code = await givenWeekly({ authorization_code })

  const { status: paused } = await call(code, 'pause')
  const { status } = await call(code, 'resume')

  assert.deepEqual([paused, status], ['paused', 'past_due'])
})

test('paused, nothing is left to end with the period: it is cancelled at once', async () => {
  const code = await givenWeekly()
  await call(code, 'pause')

  const { status } = await call(code, 'cancel', { at: 'period_end' })

  assert.equal(status, 'cancelled')
})

test('an unpaid subscription goes on after it is resumed', async () => {
  const plan = (await givenPlan(api, business, { interval: 'weekly', if_unpaid: 'keep' })).plan_code
  const authorization_code = await givenCard(api, business, 'kept_no_funds')
  const code = await givenWeekly({ plan, authorization_code })
  for (let day = 0; day < 8; day++) {
    context.advance(DAY)
    await runSubscriptions(context)
  }
  assert.equal((await fetched(code)).status, 'unpaid')

  await change(code, { authorization_code: await givenCard(api, business) })
  const { next_payment_at } = await call(code, 'resume')
  await until(next_payment_at)

  assert.equal((await fetched(code)).status, 'active')
  assert.equal((await invoices(code))[0].status, 'paid')
})

test('another plan from the next period: its amount and its interval hold from then on', async () => {
  const code = await givenWeekly()
  const { next_payment_at: first } = await fetched(code)
  const daily = await givenPlan(api, business, { interval: 'daily', amount: 100_000 })

  const { plan_code, next_plan_code } = await change(code, { plan: daily.plan_code })
  await until(first)

  assert.notEqual(plan_code, daily.plan_code)
  assert.equal(next_plan_code, daily.plan_code)
  const after = await fetched(code)
  assert.deepEqual([after.plan_code, after.next_plan_code], [daily.plan_code, null])
  assert.equal(Date.parse(after.next_payment_at) - Date.parse(first), DAY)
  assert.deepEqual(
    (await invoices(code)).map(({ amount }: { amount: number }) => amount),
    [100_000, 700_000],
  )
})

test('another plan of the same interval keeps the day of the month', async () => {
  const [plan, other] = [await givenPlan(api, business), await givenPlan(api, business)]
  const start_date = `${context.now().getUTCFullYear() + 1}-01-31`
  const sent = { plan: plan.plan_code, start_date }
  const { subscription_code: code } = await givenSubscription(api, business, sent)
  await until((await fetched(code)).next_payment_at)

  await change(code, { plan: other.plan_code })
  await until((await fetched(code)).next_payment_at)

  const { plan_code, next_payment_at } = await fetched(code)
  assert.equal(plan_code, other.plan_code)
  // Midnight in Lagos.
  assert.match(next_payment_at, /-03-30T23:00:00.000Z$/)
})

test('prorated: the next invoice has the difference for the rest of the period, in whole kobo', async () => {
  stopNowOf(context)
  const code = await givenWeekly()
  const { next_payment_at } = await fetched(code)
  const dear = await givenPlan(api, business, { interval: 'weekly', amount: 1_000_001 })
  context.advance(Date.parse(next_payment_at) - 3 * DAY - context.now().getTime())

  const { carried, plan_code } = await change(code, { plan: dear.plan_code, proration: 'prorate' })
  await until(next_payment_at)

  // Three sevenths of both, rounded down: 428,571 charged, 300,000 credited.
  assert.deepEqual([carried, plan_code], [128_571, dear.plan_code])
  assert.equal((await invoices(code))[0].amount, 1_000_001 + 128_571)
  assert.equal((await fetched(code)).carried, 0)
})

test('prorated twice in a period, both differences are on the next invoice', async () => {
  stopNowOf(context)
  const code = await givenWeekly()
  const { next_payment_at } = await fetched(code)
  context.advance(Date.parse(next_payment_at) - 3 * DAY - context.now().getTime())

  await change(code, { quantity: 2, proration: 'prorate' })
  const { carried } = await change(code, { quantity: 3, proration: 'prorate' })

  assert.equal(carried, 2 * 300_000)
})

test('prorated before the first period, nothing is owed for the time until then', async () => {
  const { subscription_code } = await givenSubscription(api, business, { trial_days: 7 })

  const { carried } = await change(subscription_code, { quantity: 2, proration: 'prorate' })

  assert.equal(carried, 0)
})

test('a period that is not charged after a pause gives no credit, and costs nothing', async () => {
  const code = await givenWeekly({ quantity: 10 })
  await call(code, 'pause')
  context.advance(16 * DAY)
  const { next_payment_at } = await call(code, 'resume')

  const less = await change(code, { quantity: 1, proration: 'prorate' })
  const more = await change(code, { quantity: 20, proration: 'prorate' })
  await until(next_payment_at)

  assert.deepEqual([less.carried, more.carried], [0, 0])
  assert.equal((await invoices(code))[0].amount, 20 * 700_000)
})

test('a credit pays the next invoices until it is used up', async () => {
  const code = await givenWeekly({ quantity: 10 })
  const { next_payment_at } = await fetched(code)

  const { carried } = await change(code, { quantity: 1, proration: 'prorate' })
  await until(next_payment_at)

  assert(carried < -6_000_000)
  const [invoice] = await invoices(code)
  assert.deepEqual([invoice.status, invoice.amount, invoice.transaction_id], ['paid', 0, null])
  assert.equal((await fetched(code)).carried, carried + 700_000)
})

test('what cannot be is refused, with the field and the fix', async () => {
  const code = await givenWeekly()
  const monthly = await givenPlan(api, business)
  const strange = await givenCard(api, business, 'success', 'obi@example.com')
  const { keys } = business
  const path = `/api/v1/subscriptions/${code}`
  const refused = async (method: 'post' | 'patch', url: string, body: object) => {
    const answer = await api[method](url, { key: keys.secretKey, body })
    return [answer.status, answer.body.errors?.[0]?.field ?? answer.body.code]
  }
  const past = new Date(context.now().getTime() - DAY).toISOString()
  const sent = { plan: monthly.plan_code, customer: EMAIL }

  for (const [method, url, body, expected] of [
    ['patch', path, { plan: monthly.plan_code, proration: 'prorate' }, [400, 'proration']],
    ['patch', path, { authorization_code: strange }, [404, 'authorization_not_found']],
    ['post', '/api/v1/subscriptions', sent, [400, 'authorization_code']],
    ['post', '/api/v1/subscriptions', { ...sent, start_date: 'soon' }, [400, 'start_date']],
  ] as const) {
    assert.deepEqual(await refused(method, url, body), expected, JSON.stringify(body))
  }
  const card = { ...sent, authorization_code: await givenCard(api, business) }
  const late = { ...card, start_date: past }
  assert.deepEqual(await refused('post', '/api/v1/subscriptions', late), [400, 'start_date'])
  await send(api, business, 'PATCH', `/plans/${monthly.plan_code}`, { active: false })
  assert.deepEqual(await refused('post', '/api/v1/subscriptions', card), [400, 'plan'])
  assert.deepEqual(await refused('patch', path, { plan: monthly.plan_code }), [400, 'plan'])
  await call(code, 'cancel')
  assert.deepEqual(await refused('post', `${path}/pause`, {}), [409, 'subscription_ended'])
})

test('a card, a plan and a subscription of another business are not found', async () => {
  const other = await givenBusiness(context)
  const theirs = { plan: await givenPlan(api, other), card: await givenCard(api, other) }
  const { subscription_code } = await givenSubscription(api, other)
  const mine = { plan: (await givenPlan(api, business)).plan_code, customer: EMAIL }
  const code = await givenCard(api, business)

  for (const [owner, body, wrong] of [
    [business, { ...mine, authorization_code: theirs.card }, 'authorization_not_found'],
    [
      business,
      { ...mine, plan: theirs.plan.plan_code, authorization_code: code },
      'plan_not_found',
    ],
  ] as const) {
    const { keys } = owner
    const answer = await api.post('/api/v1/subscriptions', { key: keys.secretKey, body })
    assert.deepEqual([answer.status, answer.body.code], [404, wrong])
  }
  const { body } = await api.get(`/api/v1/subscriptions/${subscription_code}`, {
    key: business.keys.secretKey,
  })
  assert.equal(body.code, 'subscription_not_found')
})

test('without a card, a transfer of exactly the amount pays the oldest invoice', async () => {
  const { account_number } = await givenDedicated(api, business, { email: EMAIL })
  const plan = (await givenPlan(api, business, { interval: 'daily' })).plan_code
  const sent = { key: business.keys.secretKey, body: { plan, customer: EMAIL } }
  const { body } = await api.post('/api/v1/subscriptions', sent)
  const code = body.data.subscription_code
  await runSubscriptions(context)
  context.advance(DAY)
  await runSubscriptions(context)

  for (const amount of [499_999, 500_001]) await transfer(api, business, { account_number, amount })
  await runSubscriptions(context)
  const wrong = (await invoices(code)).map(({ status }: { status: string }) => status)
  await transfer(api, business, { account_number, amount: 500_000 })
  await runSubscriptions(context)

  assert.deepEqual(wrong, ['open', 'open'])
  const [second, first] = await invoices(code)
  assert.deepEqual([first.status, second.status], ['paid', 'open'])
  const payment = await send(api, business, 'GET', `/transactions/${first.transaction_id}`)
  assert.deepEqual([payment.channel, payment.amount], ['dedicated_virtual_account', 500_000])
  assert.equal((await chargesOf(context, business)).size, 0)
})

test('a transfer for one of two late invoices leaves the subscription past due', async () => {
  const { account_number } = await givenDedicated(api, business, { email: EMAIL })
  const plan = (await givenPlan(api, business, { interval: 'daily' })).plan_code
  const sent = { plan, customer: EMAIL }
  const { subscription_code } = await send(api, business, 'POST', '/subscriptions', sent)
  const statuses: string[] = []
  for (let day = 0; day < 3; day++) {
    await runSubscriptions(context)
    context.advance(DAY)
  }

  for (let paid = 0; paid < 3; paid++) {
    await transfer(api, business, { account_number, amount: 500_000 })
    await recordPayments(context)
    statuses.push((await fetched(subscription_code)).status)
  }

  assert.deepEqual(statuses, ['past_due', 'active', 'active'])
})

test('a transfer before the invoice pays nothing, and two of one amount pay one each', async () => {
  const { account_number } = await givenDedicated(api, business, { email: EMAIL })
  await transfer(api, business, { account_number, amount: 500_000 })
  context.advance(MINUTE)
  for (let count = 0; count < 2; count++) {
    const plan = (await givenPlan(api, business)).plan_code
    const body = { plan, customer: EMAIL }
    await api.post('/api/v1/subscriptions', { key: business.keys.secretKey, body })
  }
  await runSubscriptions(context)
  const paid = async () =>
    (await invoicesOf(context, business)).filter(({ state }) => state === 'paid').length
  const before = await paid()

  await transfer(api, business, { account_number, amount: 500_000 })
  await runSubscriptions(context)

  assert.deepEqual([before, await paid()], [0, 1])
})

test('an invoice that no transfer pays is reminded of, and given up on day 7', async () => {
  await givenDedicated(api, business, { email: EMAIL })
  const plan = (await givenPlan(api, business)).plan_code
  const body = { plan, customer: EMAIL }
  await api.post('/api/v1/subscriptions', { key: business.keys.secretKey, body })

  const seen: [number, string][] = []
  for (let day = 0; day <= 9; day++) {
    await runSubscriptions(context)
    const [invoice] = await invoicesOf(context, business)
    seen.push([invoice!.failures, invoice!.state])
    context.advance(DAY)
  }

  const open = [0, 1, 1, 2, 2, 3, 3].map((failures) => [failures, 'open'])
  const over = [4, 'uncollectible']
  assert.deepEqual(seen, [...open, over, over, over])
})
