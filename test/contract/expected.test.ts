import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { deliverDue } from '../../src/core/events/webhooks.ts'
import { givenPayment, useApi } from '../api.ts'
import { pay, verifyPayment } from '../payments.ts'
import { givenReceiver } from '../receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// What users expect of any API of this kind, and what the contract leaves to us.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let key: string
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  key = business.keys.secretKey
})

const INITIALIZE = '/api/v1/transactions/initialize'
const GOOD = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

test('a path with a slash at its end is the same path', async () => {
  const { reference } = await givenPayment(api, business)

  const plain = await api.get(`/api/v1/transactions/verify/${reference}`, { key })
  const slashed = await api.get(`/api/v1/transactions/verify/${reference}/?`, { key })

  assert.equal(plain.status, 200)
  assert.deepEqual(slashed.body, plain.body)
  for (const [path, says] of [
    ['/docs/', 200],
    ['/docs', 301],
    ['/docs/quickstart', 200],
    ['/docs/payments/', 200],
    ['/healthz/', 200],
    ['/dashboard/', 200],
    ['/api/v1/transactions/', 401],
  ] as const) {
    assert.equal((await api.get(path)).status, says, path)
  }
})

test('HEAD answers what GET answers, without the body, and needs the same key', async () => {
  const { reference } = await givenPayment(api, business)
  const url = `/api/v1/transactions/verify/${reference}`
  const headers = { authorization: `Bearer ${key}` }

  const get = await api.app.inject({ method: 'GET', url, headers })
  const head = await api.app.inject({ method: 'HEAD', url, headers })
  const stranger = await api.app.inject({ method: 'HEAD', url })

  assert.equal(head.statusCode, 200)
  assert.equal(head.headers['content-type'], get.headers['content-type'])
  assert.equal(head.body, '')
  assert.equal(stranger.statusCode, 401)
})

test('an optional field that is null is as if it were not sent', async () => {
  const optional = { phone: null, metadata: null, channels: null, split_code: null }
  const { status, body } = await api.post(INITIALIZE, { key, body: { ...GOOD, ...optional } })

  assert.equal(status, 200)
  const made = await verifyPayment(api, business, body.data.reference)
  assert.deepEqual([made.customer.phone, made.metadata, made.split], [null, null, null])
})

test('a reference that is taken says what differs, and to a public key nothing', async () => {
  const first = { ...GOOD, reference: 'order-77' }
  await api.post(INITIALIZE, { key, body: first })
  const again = (change: object) => api.post(INITIALIZE, { key, body: { ...first, ...change } })

  const other = await again({ amount: 600_000, email: 'eve@example.com' })
  assert.equal(other.status, 409)
  assert.match(other.body.message, /has another amount and another email\./)

  const same = await again({})
  assert.equal(same.status, 200)
  await pay(api, same.body.data.access_code, 'success')
  assert.match((await again({})).body.message, /can no longer be paid: it was paid\./)

  const fields = { key: business.keys.publicKey, amount: 500_000, email: 'ada@example.com' }
  const page = await api.post(`${INITIALIZE}-public`, {
    headers: { accept: 'application/json' },
    body: { ...fields, reference: 'order-77' },
  })
  assert.equal(page.status, 409)
  assert.doesNotMatch(page.body.message, /another|paid:/)
})

test('initialize-public takes JSON, with the amount as a number', async () => {
  const body = {
    key: business.keys.publicKey,
    amount: 150_000,
    email: 'ada@example.com',
    channels: ['card'],
    metadata: { cart_id: 398 },
    from_the_page: true,
  }
  const answer = await api.post(`${INITIALIZE}-public`, { body })
  assert.equal(answer.status, 303, answer.text)

  const wrong = await api.post(`${INITIALIZE}-public`, {
    headers: { accept: 'application/json' },
    body: { ...body, amount: 1.5 },
  })
  assert.equal(wrong.status, 400)
  assert.deepEqual(
    wrong.body.errors.map(({ field }: { field: string }) => field),
    ['amount'],
  )
})

test('a refund is in the record of its payment', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'success')
  assert.equal((await verifyPayment(api, business, reference)).refunded_amount, 0)

  await api.post('/api/v1/refunds', { key, body: { transaction: reference, amount: 20_000 } })

  assert.equal((await verifyPayment(api, business, reference)).refunded_amount, 20_000)
})

test('* subscribes to every event', async () => {
  const other = await givenBusiness(context)
  const receiver = await givenReceiver()
  const { status, body } = await api.put('/api/v1/webhooks', {
    key: other.keys.secretKey,
    body: { url: receiver.url, events: ['*'] },
  })
  assert.deepEqual([status, body.data.events], [200, ['*']])

  const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }
  const account = { key: other.keys.secretKey, body: { customer } }
  await api.post('/api/v1/dedicated-virtual-accounts', account)
  await deliverDue(context)

  const sent = receiver.received.map(({ body }) => JSON.parse(body).event)
  assert.deepEqual(sent, ['dedicated_virtual_account.created'])
})

test('both webhook addresses can have one secret', async () => {
  const { status, body } = await api.post('/api/v1/webhooks/roll-secret', {
    key,
    body: { which: 'both', overlap_hours: 0 },
  })

  assert.equal(status, 200)
  const { body: after } = await api.get('/api/v1/webhooks', { key })
  const { standard, dedicated_virtual_account: dedicated } = after.data.endpoints
  assert.equal(standard.secret_hint, dedicated.secret_hint)
  assert.equal(body.data.secret.slice(-4), standard.secret_hint.slice(-4))
})
