import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { tellExpiring } from '../../src/payments/authorizations/expiring.ts'
import { dayOf } from '../../src/platform/lagos.ts'
import { assertBooksTie } from '../../test/books.ts'
import { cardNamed } from '../../test/payments.ts'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { keptCode } from '../../test/paystack-kept.ts'
import { runSubscriptions } from '../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { untilDone } from '../../test/until-done.ts'
import { paystackFormat } from './events.ts'

// Paystack's payments with a plan over ours, and its event of cards that expire.

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

test('who pays with a plan is subscribed, by its price and whatever amount is sent', async () => {
  const { plan_code: plan } = await givenPlan({ invoice_limit: 3 })
  const sent = { email: EMAIL, amount: 1, plan, quantity: 2, invoice_limit: 3 }
  const { access_code, reference } = await got('POST /transaction/initialize', sent)
  const payload = cardNamed('success')
  await open.app.inject({ method: 'POST', url: `/checkout/${access_code}/card`, payload })
  await runSubscriptions(context)

  const payment = await got(`GET /transaction/verify/${reference}`)
  const [listed] = await got('GET /transaction')
  const [subscription, ...others] = await got('GET /subscription')
  assert.deepEqual([payment.amount, payment.plan, listed.plan.plan_code], [1_000_000, plan, plan])
  assert.deepEqual([subscription.payments_count, subscription.quantity, others], [1, 2, []])
  assert.equal(
    subscription.authorization.authorization_code,
    payment.authorization.authorization_code,
  )
  const events = await told()
  assert.deepEqual(namesOf(events), ['subscription.create', 'invoice.create', 'invoice.update'])
  const [created, , updated] = events.map(({ data }) => data)
  assert.equal(created.next_payment_date, subscription.next_payment_date)
  assert.equal(updated.transaction.reference, reference)
  await assertBooksTie(context)
  const again = await send('POST /transaction/initialize', { body: sent })
  assert.deepEqual([again.status, again.body.code], [400, 'already_subscribed'])
})

test('a card that expires is told with the subscriptions that it pays, else by our name', async () => {
  const { subscription_code, plan } = await givenSubscription()
  const shown = await got(`GET /subscription/${subscription_code}`)
  const [year, month] = dayOf(context.now()).split('-')
  await context.sql`
    update payer_authorization
    set details = (
      details::jsonb || jsonb_build_object('exp_year', ${year!}::text, 'exp_month', ${month!}::text)
    )::json::text
    where business_id = ${business.businessId} and mode = 'test'
  `
  await untilDone(context, tellExpiring)
  const [row] = await context.sql<{ payload: string }[]>`
    select payload from event
    where business_id = ${business.businessId} and mode = 'test' and type = 'authorization.expiring'
  `
  const sent = async () => JSON.parse(await paystackFormat(context).bodyOf(row!.payload, business))

  const { event, data } = await sent()
  assert.equal(event, 'subscription.expiring_cards')
  const { id, name, plan_code, interval } = shown.plan
  const { customer, amount, next_payment_date } = shown
  assert.deepEqual(data, [
    {
      ...{ expiry_date: `${month}/${year}`, description: 'visa ending with 4081', brand: 'visa' },
      subscription: {
        ...{ id: shown.id, subscription_code, amount, next_payment_date },
        plan: { interval, id, name, plan_code },
      },
      customer: {
        ...{ id: customer.id, first_name: customer.first_name, last_name: customer.last_name },
        ...{ email: EMAIL, customer_code: customer.customer_code },
      },
    },
  ])
  assert.equal(id, plan)
  const { email_token: token } = shown
  await got('POST /subscription/disable', { code: subscription_code, token })
  assert.equal((await sent()).event, 'authorization.expiring')
})

for (const [field, more] of [
  ['plan', { plan: 'PLN_unknown' }],
  ['invoice_limit', { invoice_limit: 5 }],
  ['channels', { channels: ['bank_transfer'] }],
  ['split_code', { split_code: 'SPL_unknown' }],
  ['subscription_start_date', { subscription_start_date: '2027-01-01' }],
] as const) {
  test(`a payment with a plan is refused for its ${field}`, async () => {
    const { plan_code: plan } = await givenPlan()
    const body = { email: EMAIL, amount: 500_000, plan, ...more }
    const refused = await send('POST /transaction/initialize', { body })
    assert.equal(refused.status, field === 'plan' ? 404 : 400)
    if (field !== 'plan') assert.match(refused.body.message, new RegExp(`^${field} `))
  })
}

test('a charge without the checkout takes no plan', async () => {
  const authorization_code = await kept()
  const { plan_code: plan } = await givenPlan()
  const body = { authorization_code, email: EMAIL, amount: 500_000, plan }
  const refused = await send('POST /transaction/charge_authorization', { body })
  assert.equal(refused.status, 400)
  assert.match(refused.body.message, /^plan /)
})
