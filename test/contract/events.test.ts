import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { deliverDue } from '../../src/core/events/webhooks.ts'
import { givenPayment, useApi } from '../api.ts'
import {
  askForAccount,
  eventsOf,
  givenDedicated,
  pay,
  transfer,
  verifyPayment,
} from '../payments.ts'
import { givenReceiver } from '../receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// The contract, part "Events": what is written to be told. How it is sent is tested beside the
// webhooks.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

test('"`transaction.success`: a transaction succeeds", by card or by transfer, and once', async () => {
  const byCard = await givenPayment(api, business)
  await pay(api, byCard.access_code, 'success')
  const byTransfer = await givenPayment(api, business)
  const account_number = await askForAccount(api, byTransfer.access_code)
  const sent = { account_number, amount: 500_000, session_id: 'session-1' }
  await transfer(api, business, sent)
  await transfer(api, business, sent)

  const events = await eventsOf(context, business)

  assert.deepEqual(
    events.map(({ type, data }) => [type, data.reference, data.channel]),
    [
      ['transaction.success', byCard.reference, 'card'],
      ['transaction.success', byTransfer.reference, 'bank_transfer'],
    ],
  )
})

test('"standard transaction payload with fees and metadata": the record that verify gives', async () => {
  const { access_code, reference } = await givenPayment(api, business, {
    metadata: { order: 42, lines: [{ sku: 'a' }] },
  })
  await pay(api, access_code, 'success')

  const [event] = await eventsOf(context, business)

  assert.deepEqual(event?.data, await verifyPayment(api, business, reference))
  assert.equal(event?.data.fees, 18_813)
  assert.deepEqual(event?.data.metadata, { order: 42, lines: [{ sku: 'a' }] })
})

test('a long number in metadata keeps its digits wherever it is shown', async () => {
  const { secretKey: key } = business.keys
  const long = '20261128000000000123'
  const metadata = `{"custom_fields":[{"display_name":"Order","value":${long}}]}`
  const post = (path: string, fields: string, own: string) =>
    api.post(`/api/v1${path}`, { key, raw: `{${fields},"metadata":${own}}`, headers: TYPED })

  const { body } = await post('/transactions/initialize', PAID, metadata)
  const page = await api.get(`/checkout/${body.data.access_code}`)
  const texts = [
    await post('/payment-links', '"name":"Adire workshop"', `{"order":${long}}`),
    await post('/subaccounts', ACCOUNT, `{"order":${long}}`),
    await api.get('/api/v1/payment-links', { key }),
    await api.get('/api/v1/subaccounts', { key }),
  ].map(({ text }) => text)

  assert(page.text.includes(`>${long}<`), 'the customer sees the number')
  for (const text of texts) assert(text.includes(`"metadata":{"order":${long}}`), text)
})

const TYPED = { 'content-type': 'application/json' }
const PAID = '"amount":500000,"email":"ada@example.com","name":"Ada Example"'
const ACCOUNT = '"business_name":"Ada","bank_code":"058","account_number":"0000000018"'

test('an event is `event`, `data` and `created_at`, and carries metadata byte for byte', async () => {
  const metadata = '{"2":1.0,"1":[9007199254740993, "\\u00e9"]}'
  const { body } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    raw: `{"amount":500000,"email":"a@b.co","name":"Ada","metadata":${metadata}}`,
  })
  await pay(api, body.data.access_code, 'success')

  const [row] = await context.sql<{ payload: string }[]>`
    select payload from event where business_id = ${business.businessId} and mode = 'test'
  `

  const event = JSON.parse(row!.payload)
  assert.deepEqual(Object.keys(event), ['event', 'data', 'created_at'])
  assert.equal(event.event, 'transaction.success')
  assert.match(event.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert(row!.payload.includes(`"metadata":${metadata},`))
})

test('a payment that did not succeed is not told as one that did', async () => {
  const { access_code } = await givenPayment(api, business)
  const account_number = await askForAccount(api, access_code)
  await transfer(api, business, { account_number, amount: 499_999 })
  await pay(api, access_code, 'declined')

  const types = (await eventsOf(context, business)).map(({ type }) => type)

  assert(!types.includes('transaction.success'), types.join())
})

test('"A separate Dedicated VA Webhook URL can be set", beside the standard one', async () => {
  const key = business.keys.secretKey
  const [standard, dedicated] = [await givenReceiver(), await givenReceiver()]
  const urls = { url: standard.url, dedicated_virtual_account_url: dedicated.url }

  const { body } = await api.put('/api/v1/webhooks', { key, body: urls })

  assert.equal(body.data.url, urls.url)
  assert.equal(body.data.dedicated_virtual_account_url, urls.dedicated_virtual_account_url)
  assert.deepEqual(body.data.events, ['transaction.success', 'transfer.received'])

  const byCard = await givenPayment(api, business)
  await pay(api, byCard.access_code, 'success')
  const { account_number } = await givenDedicated(api, business)
  await transfer(api, business, { account_number, amount: 250_000 })
  await deliverDue(context)

  const told = ({ received }: typeof standard) =>
    received.map(({ body }) => [JSON.parse(body).event, JSON.parse(body).data.channel]).sort()
  assert.deepEqual(told(standard), [['transaction.success', 'card']])
  assert.deepEqual(told(dedicated), [
    ['transaction.success', 'dedicated_virtual_account'],
    ['transfer.received', undefined],
  ])
})

test('"delivery guarantees: not shown": what was missed is listed with its attempts, and sent again', async () => {
  const key = business.keys.secretKey
  const receiver = await givenReceiver((n) => ({ status: n === 1 ? 410 : 200 }))
  await api.put('/api/v1/webhooks', { key, body: { url: receiver.url } })
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'success')
  await deliverDue(context)

  const listed = await api.get('/api/v1/events?type=transaction.success', { key })
  const [{ id, data, body }] = listed.body.data
  assert.equal(data.reference, reference)
  assert.deepEqual(JSON.parse(body).data, data)
  const fetched = await api.get(`/api/v1/events/${id}`, { key })
  assert.equal(fetched.body.data.attempts[0].status, 410)
  await api.post(`/api/v1/events/${id}/resend`, { key })
  await deliverDue(context)

  const [first, second] = receiver.received
  assert(first && second)
  assert.deepEqual(
    [second.body, second.headers['x-service-event-id'], second.headers['x-service-attempt']],
    [first.body, id, '2'],
  )
})

test('an address is tried without a payment: `webhook.test`, which nobody subscribes to', async () => {
  const key = business.keys.secretKey
  const receiver = await givenReceiver()
  await api.put('/api/v1/webhooks', { key, body: { url: receiver.url } })
  const subscribing = await api.put('/api/v1/webhooks', { key, body: { events: ['webhook.test'] } })
  assert.equal(subscribing.status, 400)

  await api.post('/api/v1/webhooks/test', { key, body: {} })
  await deliverDue(context)

  const { event, data, created_at } = JSON.parse(receiver.received[0]!.body)
  assert.deepEqual(
    [event, typeof data.message, typeof created_at],
    ['webhook.test', 'string', 'string'],
  )
})

test('events are found by the reference of their payment, and by an id in their data', async () => {
  const [one, other] = [await givenPayment(api, business), await givenPayment(api, business)]
  for (const { access_code } of [one, other]) await pay(api, access_code, 'success')
  const about = async (text: string) => {
    const path = `/api/v1/events?about=${encodeURIComponent(text)}`
    const { status, body } = await api.get(path, { key: business.keys.secretKey })
    assert.equal(status, 200)
    return (body.data as { data: { reference: string } }[]).map(({ data }) => data.reference)
  }
  const { id } = await verifyPayment(api, business, one.reference)

  assert.deepEqual(await about(one.reference), [one.reference])
  assert.deepEqual(await about(id), [one.reference])
  assert.deepEqual(await about(one.reference.slice(1)), [])
  assert.deepEqual(await about("' or '1'='1"), [])
  const theirs = await givenBusiness(context, 'Other Store')
  const key = theirs.keys.secretKey
  const { body } = await api.get(`/api/v1/events?about=${one.reference}`, { key })
  assert.deepEqual(body.data, [])
})
