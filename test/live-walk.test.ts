import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { banks } from '../src/accounts/banks/banks.ts'
import { settleDue } from '../src/money-out/settlements/settlements.ts'
import { judgeDue } from '../src/operator/notifications/notifications.ts'
import { fetchStatements } from '../src/operator/reconciliation/fetch.ts'
import { reconcile } from '../src/operator/reconciliation/reconciliation.ts'
import { DAY } from '../src/platform/clock.ts'
import { kobo } from '../src/platform/money.ts'
import { liveProviders } from '../src/providers/live.ts'
import { useApi } from './api.ts'
import { assertBooksTie } from './books.ts'
import { eventsOf, givenDedicated, runJobs } from './payments.ts'
import { askToPay, PAYOUT } from './payouts.ts'
import { type MonnifyStandIn, startMonnifyStandIn } from './providers/monnify.ts'
import { type PaystackStandIn, startPaystackStandIn } from './providers/paystack.ts'
import { type SafehavenStandIn, startSafehavenStandIn } from './providers/safehaven.ts'
import { type GivenBusiness, givenBusiness, givenLive, until, useContext } from './support.ts'
import { untilDone } from './until-done.ts'

// All of live mode, before stand-ins of three providers that notify by HTTP: transfers and payouts
// by Monnify, cards on Paystack's page, identities by Safe Haven.

const context = useContext()
const api = useApi(context)
const CUSTOMER = { name: 'Ada Sample', email: 'ada@example.com' }
const AMOUNT = 500_000
const TOKEN = 'a-token-of-the-callback-address-of-ours'

let monnify: MonnifyStandIn
let paystack: PaystackStandIn
let safehaven: SafehavenStandIn
before(async () => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { now } = context
  const notifyUrl = (rail: string) => `${url}/api/v1/rails/${rail}/notifications`
  monnify = await startMonnifyStandIn({ now, notifyUrl: notifyUrl('monnify') })
  paystack = await startPaystackStandIn({ now, notifyUrl: notifyUrl('paystack') })
  safehaven = await startSafehavenStandIn({ now })
})
after(() => Promise.all([monnify.close(), paystack.close(), safehaven.close()]))

let business: GivenBusiness
beforeEach(async () => {
  const providers = {
    order: ['paystack', 'monnify', 'safehaven'] as const,
    flutterwave: null,
    mono: null,
    paystack: {
      ...paystack.credentials,
      baseUrl: paystack.url,
      pageMs: 1 * DAY,
      offers: ['cards' as const],
      issuers: ['titan-paystack' as const],
    },
    monnify: { ...monnify.credentials, issuers: ['035', '232', '50515'], baseUrl: monnify.url },
    safehaven: {
      ...safehaven.credentials,
      baseUrl: safehaven.url,
      bankCode: '090286',
      callbackUrl: 'https://pay.example.com/api/v1/rails/safehaven/notifications',
      callbackToken: TOKEN,
    },
  }
  const config = {
    ...context.config,
    providers: { ...providers, floors: {}, order: [...providers.order] },
  }
  const { now, log } = context
  context.rails.live = liveProviders(config, { now, log, banks, mail: null })
  const made = await givenBusiness(context)
  business = { ...made, mode: 'live', keys: await givenLive(context, made.businessId) }
})
afterEach(async () => {
  await assertBooksTie(context)
})

async function givenPayment(): Promise<{ checkout: string; reference: string }> {
  const body = { amount: AMOUNT, ...CUSTOMER }
  const { body: made, text } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body,
  })
  assert(made.data, text)
  return { checkout: `/checkout/${made.data.access_code}`, reference: made.data.reference }
}

async function verified(reference: string) {
  const key = business.keys.secretKey
  return (await api.get(`/api/v1/transactions/verify/${reference}`, { key })).body.data
}

async function paidByTransfer(): Promise<string> {
  const { checkout, reference } = await givenPayment()
  const { body, text } = await api.post(`${checkout}/bank-transfer`)
  assert(body.data, text)
  monnify.controls.pay(body.data.account_number, kobo(AMOUNT))
  await until('it is paid', async () => (await verified(reference)).status === 'success')
  return reference
}

async function refunded(reference: string) {
  const { body, text } = await api.post('/api/v1/refunds', {
    key: business.keys.secretKey,
    body: { transaction: reference, amount: 100_000 },
  })
  assert(body.data, text)
  return body.data.id as string
}

/** What providers do within days, and tell. */
async function days(count: number): Promise<void> {
  context.advance(count * DAY)
  for (const { controls } of [monnify, paystack]) controls.tick()
  await runJobs(context)
}

async function refundStatus(id: string) {
  const { body } = await api.get(`/api/v1/refunds/${id}`, { key: business.keys.secretKey })
  return body.data.status
}

test('settings show what the three offer', async () => {
  const { body } = await api.get('/api/v1/settings', { key: business.keys.secretKey })
  const { capabilities } = body.data
  const offered = Object.keys(capabilities).filter((one) => capabilities[one])
  const accounts = ['one_off_accounts', 'permanent_accounts', 'returns']
  const all = ['hosted_card', 'identity', 'name_enquiry', 'payouts', ...accounts]
  assert.deepEqual(
    all.filter((one) => !offered.includes(one)),
    [],
  )
  assert.deepEqual([capabilities.card, capabilities.mail], [false, false])
})

test('a transfer is paid by the notification, and refunded by the provider', async () => {
  const reference = await paidByTransfer()
  const id = await refunded(reference)
  assert.equal(await refundStatus(id), 'pending')
  await days(3)
  assert.equal(await refundStatus(id), 'processed')
})

async function paidByCard(): Promise<string> {
  const { checkout, reference } = await givenPayment()
  const { body, text } = await api.post(`${checkout}/card/page`)
  assert(body.data?.next.url, text)
  const charge = paystack.books.charges.at(-1)
  paystack.controls.pay(charge?.reference ?? '')
  await api.get(`${checkout}/card/return`)
  const paid = await verified(reference)
  assert.deepEqual([paid.status, paid.channel], ['success', 'card'])
  return reference
}

test('a card is paid on the page of the provider, and refunded there', async () => {
  const reference = await paidByCard()

  const id = await refunded(reference)
  await days(3)
  assert.equal(await refundStatus(id), 'processed')
})

test('a card refund that Paystack accepts and then fails is back, and goes to an account', async () => {
  const reference = await paidByCard()
  await days(3)
  await settleDue(context)
  const key = business.keys.secretKey
  const balance = async () => (await api.get('/api/v1/balance', { key })).body.data.available
  const before = await balance()
  paystack.controls.nextRefund('failed')
  const id = await refunded(reference)
  assert.equal(await refundStatus(id), 'pending')
  assert.equal(await balance(), before - 100_000)

  await days(3)
  const { body: failed } = await api.get(`/api/v1/refunds/${id}`, { key })
  assert.deepEqual([failed.data.status, failed.data.failure_code], ['failed', 'refused_by_bank'])
  assert.equal(await balance(), before)
  const destination = { bank_code: '058', account_number: '0123456789' }
  const { body, text } = await api.post('/api/v1/refunds', {
    key,
    body: { transaction: reference, amount: 100_000, destination },
  })

  assert(body.data, text)
  await days(1)
  const { body: sent } = await api.get(`/api/v1/refunds/${body.data.id}`, { key })
  assert.equal(sent.data.status, 'processed')
  assert.equal(sent.data.destination.account_number, '0123456789')
  assert.equal(await balance(), before - 100_000)
})

test('a card refund that needs an account is shown so, and ends once Paystack has one', async () => {
  const reference = await paidByCard()
  const key = business.keys.secretKey
  paystack.controls.nextRefund('needs-attention')
  const id = await refunded(reference)
  const needsAccount = async () =>
    (await api.get(`/api/v1/refunds/${id}`, { key })).body.data.needs_account
  assert.equal(await needsAccount(), false)

  await days(3)
  assert.equal(await needsAccount(), true)
  const stuck = paystack.books.refunds.at(-1)!
  // The operator enters the account of the customer at Paystack.
  await fetch(`${paystack.url}/refund/retry_with_customer_details/${stuck.id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${paystack.credentials.secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      refund_account_details: { currency: 'NGN', account_number: '0123456789', bank_id: '9' },
    }),
  })
  await days(1)
  assert.equal(await needsAccount(), false)
  await days(3)

  assert.equal(await refundStatus(id), 'processed')
})

test('a permanent account number takes a deposit', async () => {
  const account = await givenDedicated(api, business)
  monnify.controls.pay(account.account_number, kobo(250_000))

  const events = await until('it is told', async () => {
    const all = await eventsOf(context, business)
    return all.some(({ type }) => type === 'transfer.received') && all
  })
  assert(events.some(({ type }) => type === 'dedicated_virtual_account.created'))
})

test('what was earned is paid out, once', async () => {
  await paidByTransfer()
  await days(3)
  await settleDue(context)
  const calls = () => monnify.controls.calls()['transfer'] ?? 0
  const before = calls()
  monnify.controls.fail('after', 'transfer')
  const { body, text } = await askToPay(api, business, { reference: 'OUT-1' })
  assert(body.data, text)
  await runJobs(context)
  const { body: found } = await api.get(`/api/v1/payouts/${body.data.id}`, {
    key: business.keys.secretKey,
  })
  assert.deepEqual([found.data.status, calls() - before], ['success', 1])
  assert.equal(found.data.amount, PAYOUT.amount)
})

test('what is notified twice or late is booked once', async () => {
  monnify.controls.notify('twice')
  try {
    await paidByTransfer()
  } finally {
    monnify.controls.notify('once')
  }
  await judgeDue(context)
  const rows = await context.sql`
    select from deposit where business_id = ${business.businessId} and mode = 'live'
  `
  assert.equal(rows.length, 1)
})

test('the statements of the night say what the books say, to the kobo', async () => {
  // From yesterday on nothing is missing.
  await untilDone(context, fetchStatements)
  await paidByTransfer()
  const { checkout } = await givenPayment()
  await api.post(`${checkout}/card/page`)
  paystack.controls.pay(paystack.books.charges.at(-1)?.reference ?? '')
  await api.get(`${checkout}/card/return`)
  paystack.controls.settle()
  await days(8)
  await untilDone(context, fetchStatements)

  const least = { monnify: [1, 0], paystack: [1, 1], safehaven: [0, 0] }
  for (const [rail, [credits = 0, debits = 0]] of Object.entries(least)) {
    const { exceptions, ties, theirs, gaps } = await reconcile(context, { mode: 'live', rail })
    const open = exceptions.listed.map((one) => `${one.class} ${one.kind} ${one.sessionId}`)
    assert.deepEqual([rail, open, gaps, ties.ledger], [rail, [], [], true])
    assert(theirs.matched.credit.count >= credits && theirs.matched.debit.count >= debits, rail)
  }
})
