import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { DAY } from '../../src/platform/clock.ts'
import { assertBooksTie } from '../../test/books.ts'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { keptCode } from '../../test/paystack-kept.ts'
import { runSubscriptions } from '../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { paystackFormat } from './events.ts'

// Paystack's plans and subscriptions over ours.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
})
after(() => open.close())
beforeEach(async () => {
  business = await givenBusiness(context)
})

const EMAIL = 'ada@example.com'

const send = (line: string, sent: Sent = {}) =>
  ask(open.app, line, { key: business.keys.secretKey, ...sent })
const kept = (card = 'success') => keptCode(open.app, business.keys.secretKey, card)

async function got(line: string, body?: object) {
  const answer = await send(line, body === undefined ? {} : { body })
  assert(answer.status < 300, `${line} ${answer.text}`)
  return answer.body.data
}

function givenPlan(more: object = {}) {
  return got('POST /plan', { name: 'Membership', amount: '500000', interval: 'monthly', ...more })
}

async function givenSubscription(more: object = {}) {
  await kept()
  const { plan_code } = await givenPlan(more)
  return got('POST /subscription', { customer: EMAIL, plan: plan_code })
}

/** The events of subscriptions and invoices as Paystack sends them. */
async function told() {
  const rows = await context.sql<{ payload: string }[]>`
    select payload from event
    where business_id = ${business.businessId} and mode = 'test'
      and (type like 'subscription.%' or type like 'invoice.%')
    order by event_id
  `
  const { bodyOf } = paystackFormat(context)
  const bodies = await Promise.all(rows.map(({ payload }) => bodyOf(payload, business)))
  return bodies.map((body) => JSON.parse(body))
}

const namesOf = (events: { event: string }[]) => events.map(({ event }) => event)

test('a plan is charged as often as its invoice_limit says, in its interval', async () => {
  const plan = await givenPlan({ interval: 'quarterly', invoice_limit: 4, description: 'Four' })

  const { invoice_limit, interval, amount, total_revenue } = await got(`GET /plan/${plan.id}`)
  const ours = await send('GET /plan?interval=quarterly&amount=500000')
  const none = await send('GET /plan?interval=daily')

  assert.deepEqual([invoice_limit, interval, amount, total_revenue], [4, 'quarterly', 500_000, 0])
  assert.deepEqual(
    [ours.body.data[0].plan_code, ours.body.meta.total, none.body.data],
    [plan.plan_code, 1, []],
  )
})

test('a plan is renamed and repriced; its interval and its limit stay', async () => {
  const { plan_code } = await givenPlan({ invoice_limit: 3 })

  const { status, body } = await send(`PUT /plan/${plan_code}`, {
    body: { name: 'Renamed', amount: 600_000, interval: 'monthly', invoice_limit: 3 },
  })

  assert.deepEqual([status, body.message], [200, 'Plan updated. 0 subscription(s) affected'])
  const { name, amount } = await got(`GET /plan/${plan_code}`)
  assert.deepEqual([name, amount], ['Renamed', 600_000])
  for (const [field, value] of [
    ['interval', 'weekly'],
    ['invoice_limit', 0],
    ['update_existing_subscriptions', false],
  ] as const) {
    const refused = await send(`PUT /plan/${plan_code}`, { body: { [field]: value } })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, new RegExp(`^${field} `))
  }
})

test('a customer is subscribed by the newest kept card, and charged at once', async () => {
  const made = await givenSubscription()
  await runSubscriptions(context)

  const shown = await got(`GET /subscription/${made.subscription_code}`)

  assert.deepEqual(
    [made.status, made.amount, made.email_token],
    ['active', 500_000, shown.email_token],
  )
  assert.deepEqual(
    [made.id, made.plan, made.customer],
    [shown.id, shown.plan.id, shown.customer.id],
  )
  assert.equal(made.next_payment_date, shown.next_payment_date)
  assert.deepEqual([shown.payments_count, shown.open_invoice], [1, null])
  assert.equal(shown.authorization.reusable, true)
  assert.match(shown.cron_expression, /^\d+ \d+ \d+ \* \*$/)
  const listed = await got(`GET /subscription?plan=${made.plan}&customer=${EMAIL}`)
  const unset = await got('GET /subscription?plan=0&customer=0')
  assert.deepEqual(
    listed.map(({ id }: { id: number }) => id),
    [made.id],
  )
  assert.deepEqual(unset, listed)
  const { active_subscriptions_count, total_revenue } = await got(`GET /plan/${shown.plan.id}`)
  assert.deepEqual([active_subscriptions_count, total_revenue], [1, 500_000])
  await assertBooksTie(context)
})

test('the same customer is not subscribed to the same plan twice', async () => {
  const { subscription_code, plan } = await givenSubscription()

  const again = await send('POST /subscription', { body: { customer: EMAIL, plan } })

  assert.deepEqual([again.status, again.body.code], [400, 'duplicate_subscription'])
  const listed = await got('GET /subscription')
  assert.deepEqual(
    listed.map((one: { subscription_code: string }) => one.subscription_code),
    [subscription_code],
  )
})

test('the same Idempotency-Key answers the same subscription', async () => {
  await kept()
  const { plan_code: plan } = await givenPlan()
  const sent = { body: { customer: EMAIL, plan }, headers: { 'idempotency-key': 'subscribe 1' } }

  const [one, two] = [
    await send('POST /subscription', sent),
    await send('POST /subscription', sent),
  ]

  assert.deepEqual([one.status, two.status], [200, 200])
  assert.equal(one.body.data.subscription_code, two.body.data.subscription_code)
})

test('a disabled subscription runs until its period ends, and receivers are told twice', async () => {
  const { subscription_code: code, email_token: token } = await givenSubscription()
  await runSubscriptions(context)

  await got('POST /subscription/disable', { code, token })
  const meanwhile = await got(`GET /subscription/${code}`)
  context.advance(32 * DAY)
  await runSubscriptions(context)

  assert.deepEqual([meanwhile.status, meanwhile.next_payment_date], ['non-renewing', null])
  const events = await told()
  assert.deepEqual(
    namesOf(events).filter((name) => /subscription\.(create|not|dis)/.test(name)),
    [...['subscription.create', 'subscription.not_renew', 'subscription.disable']],
  )
  const { data } = events.at(-1)
  assert.deepEqual(
    [data.status, data.email_token, data.plan.name],
    ['cancelled', token, 'Membership'],
  )
  assert.equal((await got(`GET /subscription/${code}`)).payments_count, 1)
})

test('a subscription that has run its invoice_limit is complete, and disabled', async () => {
  const { subscription_code: code } = await givenSubscription({
    interval: 'daily',
    invoice_limit: 1,
  })
  await runSubscriptions(context)

  context.advance(DAY)
  await runSubscriptions(context)

  const { event, data } = (await told()).at(-1)
  assert.deepEqual([event, data.status], ['subscription.disable', 'complete'])
  assert.equal((await got(`GET /subscription/${code}`)).status, 'complete')
})

test('a disabled subscription is enabled again before its period ends', async () => {
  const { subscription_code: code, email_token: token } = await givenSubscription()
  await runSubscriptions(context)
  await got('POST /subscription/disable', { code, token })

  await got('POST /subscription/enable', { code, token })

  assert.equal((await got(`GET /subscription/${code}`)).status, 'active')
})

test('the token of another subscription, or none, disables nothing', async () => {
  const { subscription_code: code } = await givenSubscription()
  const mine = business
  business = await givenBusiness(context)
  const { email_token: token } = await givenSubscription()
  business = mine

  const answers = [
    await send('POST /subscription/disable', { body: { code, token } }),
    await send('POST /subscription/disable', { body: { code, token: 'no' } }),
    await send('POST /subscription/enable', { body: { code } }),
  ]

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.message.split(' ')[0]]),
    [
      [400, 'token'],
      [400, 'token'],
      [400, 'token'],
    ],
  )
  assert.equal((await got(`GET /subscription/${code}`)).status, 'active')
})

test('receivers are told of an invoice when its period begins and when it is paid', async () => {
  const { subscription_code, email_token } = await givenSubscription()

  await runSubscriptions(context)

  const events = await told()
  const [created, paid] = [...events].filter(({ event }) => event.startsWith('invoice.'))
  assert.deepEqual([created.event, created.data.paid], ['invoice.create', false])
  assert.deepEqual(
    [paid.event, paid.data.paid, paid.data.status],
    ['invoice.update', true, 'success'],
  )
  const { subscription, transaction, customer, authorization } = paid.data
  assert.deepEqual(
    [subscription.subscription_code, subscription.email_token],
    [subscription_code, email_token],
  )
  assert.deepEqual([transaction.status, transaction.amount], ['success', 500_000])
  assert.deepEqual([customer.email, authorization.last4.length], [EMAIL, 4])
  const verified = await got(`GET /transaction/verify/${transaction.reference}`)
  assert.equal(verified.metadata.subscription_code, subscription_code)
})

test('a charge that fails needs attention, and receivers are told', async () => {
  const authorization = await kept('kept_no_funds')
  const { plan_code: plan } = await givenPlan()
  const made = await got('POST /subscription', { customer: EMAIL, plan, authorization })

  await runSubscriptions(context)

  const shown = await got(`GET /subscription/${made.subscription_code}`)
  const failed = (await told()).findLast(({ event }) => event === 'invoice.payment_failed')
  assert.deepEqual([shown.status, shown.open_invoice], ['attention', failed.data.invoice_code])
  assert.deepEqual([failed.data.paid, failed.data.status], [false, 'pending'])
})

test('a first charge on a later day is told as the next one', async () => {
  await kept()
  const { plan_code: plan } = await givenPlan()
  const start_date = new Date(context.now().getTime() + 10 * DAY).toISOString()

  const made = await got('POST /subscription', { customer: EMAIL, plan, start_date })

  assert.equal(made.next_payment_date, start_date)
})

test('the customer gets the page of the subscription as a link, and by email', async () => {
  const { subscription_code: code, email_token } = await givenSubscription()

  const { link } = await got(`GET /subscription/${code}/manage/link`)
  await got(`POST /subscription/${code}/manage/email`, {})

  assert(link.endsWith(`/subscription/${email_token}`))
  const page = await open.app.inject(new URL(link).pathname)
  assert.equal(page.statusCode, 200)
  const url = '/api/v1/sandbox/messages'
  const headers = { authorization: `Bearer ${business.keys.secretKey}` }
  const { data } = (await open.app.inject({ url, headers })).json()
  const mails = data.filter((one: { text?: string }) => one.text?.includes(link))
  assert.equal(mails.length, 1)
  assert.match(mails[0].subject, /^\[Test\] Your subscription/)
})

test('what is wrong about plans and subscriptions is named', async () => {
  await kept()
  const { plan_code: plan } = await givenPlan({ invoice_limit: 2 })
  const customer = EMAIL
  await send('POST /customer', { body: { email: 'cardless@example.com' } })
  const named = { name: 'A', amount: 500_000, interval: 'monthly' }
  const cases: [string, object, number, RegExp][] = [
    ['POST /plan', { ...named, name: '' }, 400, /^name is required/],
    ['POST /plan', { ...named, amount: 'many' }, 400, /^amount must be a number/],
    ['POST /plan', { ...named, amount: 1 }, 400, /^amount/],
    ['POST /plan', { ...named, interval: 'hourly' }, 400, /^interval must be one of/],
    ['POST /plan', { ...named, currency: 'USD' }, 400, /^currency must be NGN/],
    ['POST /plan', { ...named, invoice_limit: -1 }, 400, /^invoice_limit must be a whole/],
    ['POST /plan', { ...named, invoice_limit: 1.5 }, 400, /^invoice_limit must be a whole/],
    ['PUT /plan/PLN_no', {}, 404, /No plan/],
    ['POST /subscription', { plan }, 400, /^customer is required/],
    ['POST /subscription', { customer }, 400, /^plan is required/],
    ['POST /subscription', { customer, plan: 'PLN_no' }, 404, /No plan/],
    ['POST /subscription', { customer: 'no@example.com', plan }, 404, /No customer/],
    ['POST /subscription', { customer: 'cardless@example.com', plan }, 404, /no saved auth/],
    ['POST /subscription', { customer, plan, authorization: 'AUTH_no' }, 404, /authorization/],
    ['POST /subscription', { customer, plan, start_date: 'soon' }, 400, /^start_date/],
    ['POST /subscription', { customer, plan, start_date: '2001-01-01' }, 400, /^start_date/],
    ['POST /subscription', { customer, plan, quantity: 0 }, 400, /^quantity/],
    ['POST /subscription', { customer, plan, invoice_limit: 9 }, 400, /^invoice_limit/],
    ['POST /subscription/disable', { code: 'SUB_no', token: 'no' }, 404, /No subscription/],
    ['POST /subscription/SUB_no/manage/email', {}, 404, /No subscription/],
  ]
  for (const [line, body, status, message] of cases) {
    const answer = await send(line, { body })
    assert.deepEqual([answer.status, answer.body.status], [status, false], `${line} ${answer.text}`)
    assert.match(answer.body.message, message, `${line} ${JSON.stringify(body)}`)
  }
  for (const [line, status] of [
    ['GET /plan/1', 404],
    ['GET /plan?interval=sometimes', 400],
    ['GET /plan?from=yesterday', 400],
    ['GET /plan?amount=x', 400],
    ['GET /subscription/1', 404],
    ['GET /subscription?plan=PLN_no', 404],
    ['GET /subscription/SUB_no/manage/link', 404],
  ] as const) {
    assert.equal((await send(line)).status, status, line)
  }
})
