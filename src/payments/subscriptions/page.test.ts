import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { givenDedicated, pay, transfer } from '../../../test/payments.ts'
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
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'
import { LANGUAGES, type Language } from '../checkout/languages.ts'
import { beginPeriods } from './bill.ts'
import { mailUnpaid } from './mail.ts'
import { payOtherwise } from './pay.ts'
import { SUBSCRIPTION_WORDS } from './words.ts'

// The customer's page of a subscription, and the emails that lead to it.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

/** What the customer does on the page of this subscription. */
function visitor(manage_url: string) {
  const path = new URL(manage_url).pathname
  const post = (fields: Record<string, string>) =>
    api.send({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  return { path, read: () => api.get(path), post }
}

/** One whose first charge was declined. */
async function givenUnpaid() {
  const authorization_code = await givenCard(api, business, 'kept_no_funds')
  const made = await givenSubscription(api, business, { authorization_code })
  await runSubscriptions(context)
  const [invoice] = await invoicesOf(context, business)
  return { ...made, invoice: invoice!, visitor: visitor(made.manage_url) }
}

const fetched = (code: string) => send(api, business, 'GET', `/subscriptions/${code}`)

/** The access code of the checkout that a form leads to. */
function checkoutOf({ status, headers, text }: { status: number; headers: object; text: string }) {
  assert.equal(status, 303, text)
  const { location = '' } = headers as { location?: string }
  assert.match(location, /^\/checkout\//)
  return location.split('/').at(-1)!
}

test('the page shows the plan, the card and the next payment, without a script', async () => {
  const { manage_url } = await givenSubscription(api, business)
  await runSubscriptions(context)

  const { status, text } = await visitor(manage_url).read()

  assert.equal(status, 200)
  for (const shown of ['Membership', '₦5,000', 'every month', '4081', 'Cancel subscription']) {
    assert(text.includes(shown), shown)
  }
  assert.doesNotMatch(text, /<script/)
})

test('an unpaid invoice is paid at the checkout, once: two clicks find one payment', async () => {
  const { subscription_code, invoice, visitor } = await givenUnpaid()
  assert((await visitor.read()).text.includes('Pay now'))

  const fields = { action: 'pay', invoice: invoice.invoiceId }
  const [first, again] = [await visitor.post(fields), await visitor.post(fields)]
  const accessCode = checkoutOf(first)
  assert.equal(checkoutOf(again), accessCode)
  await pay(api, accessCode, 'success')
  await runSubscriptions(context)

  const { status } = await fetched(subscription_code)
  assert.equal(status, 'active')
  assert.deepEqual([...(await chargesOf(context, business)).values()], [1])
  const [paid] = await invoicesOf(context, business)
  assert.deepEqual([paid!.state, paid!.attempt], ['paid', 2])
})

test('while the customer is at the checkout, the card is not charged; afterwards it is', async () => {
  const { invoice, visitor } = await givenUnpaid()
  context.advance(DAY - 10 * MINUTE)
  checkoutOf(await visitor.post({ action: 'pay', invoice: invoice.invoiceId }))

  context.advance(11 * MINUTE)
  await runSubscriptions(context)
  const [during] = await invoicesOf(context, business)
  context.advance(3 * DAY)
  await runSubscriptions(context)

  assert.deepEqual([during!.failures, during!.trying], [1, 'checkout'])
  const [after] = await invoicesOf(context, business)
  assert(after!.failures >= 2)
})

test('while a charge has no answer, the page lets nobody pay again', async () => {
  const authorization_code = await givenCard(api, business, 'kept_late')
  const { manage_url } = await givenSubscription(api, business, { authorization_code })
  await runSubscriptions(context)
  const [invoice] = await invoicesOf(context, business)

  const fields = { action: 'pay', invoice: invoice!.invoiceId }
  const { status, text } = await visitor(manage_url).post(fields)

  assert.equal(status, 409)
  assert(text.includes(SUBSCRIPTION_WORDS.en.under_way))
})

test('a page that was read before the charge began begins no second payment', async () => {
  for (const [card, code] of [
    ['kept_late', 'already_in_progress'],
    ['success', 'already_closed'],
  ] as const) {
    business = await givenBusiness(context)
    const authorization_code = await givenCard(api, business, card)
    await givenSubscription(api, business, { authorization_code })
    await beginPeriods(context)
    const [read] = await invoicesOf(context, business)
    await runSubscriptions(context)

    await assert.rejects(payOtherwise(context, read!), { code })
  }
})

test('who pays by transfer is not asked to let the business keep a card', async () => {
  await givenDedicated(api, business, { email: EMAIL })
  const plan = (await givenPlan(api, business)).plan_code
  const sent = { plan, customer: EMAIL }
  const { manage_url } = await send(api, business, 'POST', '/subscriptions', sent)
  await runSubscriptions(context)
  const [invoice] = await invoicesOf(context, business)

  const fields = { action: 'pay', invoice: invoice!.invoiceId }
  checkoutOf(await visitor(manage_url).post(fields))

  const [payment] = await context.sql<{ saveCard: string | null }[]>`
    select save_card from transaction where business_id = ${business.businessId} and mode = 'test'
  `
  assert.deepEqual(payment, { saveCard: null })
})

test('what a transfer has paid can no longer be paid at a checkout that is open', async () => {
  const { account_number } = await givenDedicated(api, business, { email: EMAIL })
  const { plan_code: plan } = await givenPlan(api, business)
  const sent = { plan, customer: EMAIL }
  const { manage_url } = await send(api, business, 'POST', '/subscriptions', sent)
  await runSubscriptions(context)
  const [invoice] = await invoicesOf(context, business)
  const fields = { action: 'pay', invoice: invoice!.invoiceId }
  const accessCode = checkoutOf(await visitor(manage_url).post(fields))

  await transfer(api, business, { account_number, amount: 500_000 })
  await runSubscriptions(context)

  const [paid] = await invoicesOf(context, business)
  const { body } = await api.get(`/checkout/${accessCode}/status`)
  assert.deepEqual([paid!.state, body.data.status], ['paid', 'abandoned'])
})

test('the customer takes another card of theirs, and nobody else’s', async () => {
  const { subscription_code, visitor } = await givenUnpaid()
  const mine = await givenCard(api, business)
  const strange = await givenCard(api, business, 'success', 'obi@example.com')

  await visitor.post({ action: 'card', card: strange })
  const before = await fetched(subscription_code)
  await visitor.post({ action: 'card', card: mine })

  assert.notEqual(before.authorization_code, strange)
  assert.equal((await fetched(subscription_code)).authorization_code, mine)
})

test('the customer cancels with the end of the period, after a question', async () => {
  const { subscription_code, manage_url } = await givenSubscription(api, business)
  await runSubscriptions(context)
  const { post, read } = visitor(manage_url)

  const asked = await post({ action: 'cancel' })
  const before = await fetched(subscription_code)
  await post({ action: 'cancel', confirmed: 'yes' })

  assert(asked.text.includes('Cancel this subscription?'))
  assert.equal(before.ends_with_period, false)
  assert.equal((await fetched(subscription_code)).ends_with_period, true)
  assert((await read()).text.includes('Ends on'))
  context.advance(31 * DAY)
  await runSubscriptions(context)
  assert.equal((await read()).status, 410)
})

test('a code of no subscription, and of another record, finds no page', async () => {
  const { manage_url } = await givenSubscription(api, business)
  const code = manage_url.split('/').at(-1)
  const { body } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { amount: 500_000, email: EMAIL, name: 'Ada Example' },
  })

  for (const wrong of ['none', `${code.slice(0, -1)}x`, body.data.access_code]) {
    assert.equal((await api.get(`/subscription/${wrong}`)).status, 404, wrong)
  }
  assert.equal((await api.get(`/checkout/${code}`)).status, 404)
})

for (const language of Object.keys(LANGUAGES) as Language[]) {
  test(`a declined charge is mailed once, with the link, in ${language}`, async () => {
    await changeSettings(context, business, { checkoutLanguage: language })
    const { manage_url } = await givenUnpaid()

    await mailUnpaid(context)
    await mailUnpaid(context)

    const messages = await send(api, business, 'GET', '/sandbox/messages?perPage=100')
    const mails = messages.filter((one: { text?: string }) => one.text?.includes(manage_url))
    const words = SUBSCRIPTION_WORDS[language]
    assert.equal(mails.length, 1)
    assert(mails[0].text.replaceAll(/\s+/g, ' ').includes(words.mail_otherwise))
    assert.match(mails[0].subject, /^\[Test\] /)
    const { text } = await visitor(manage_url).read()
    assert(text.includes(words.pay))
  })
}
