import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { useApi } from '../api.ts'
import { startPublicly } from '../calls.ts'
import { givenDedicated, pay, runJobsOnce, transfer, verifyPayment } from '../payments.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// Whoever holds the public key can send any words, addresses and keys. None of them is shown to a
// customer in the name of the business, followed, or in the way of somebody else.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const EMAIL = 'ada@example.com'
const LURE = 'Call 0800-EVIL to unlock your refund'
const METADATA = JSON.stringify({
  custom_fields: [{ display_name: 'Notice', variable_name: 'notice', value: LURE }],
  cancel_action: 'https://evil.example/cancel',
  order: 'kept',
})

/** What customers read who cancel: it has the link by which they leave. */
async function leftBy(access_code: string): Promise<string> {
  assert.equal((await api.post(`/checkout/${access_code}/cancel`)).status, 200)
  return (await api.get(`/checkout/${access_code}`)).text
}

test('a stranger’s custom_fields and cancel_action are kept, but not shown or followed', async () => {
  const { access_code, reference } = await start({ metadata: METADATA })

  const page = await api.get(`/checkout/${access_code}`)
  assert(!page.text.includes('EVIL') && !page.text.includes('evil.example'))
  await pay(api, access_code, 'success')
  const receipt = await api.get(`/checkout/${access_code}`)
  assert(!receipt.text.includes('EVIL') && !receipt.text.includes('evil.example'))
  const other = await start({ metadata: METADATA })
  const left = await leftBy(other.access_code)
  assert(!left.includes('EVIL') && !left.includes('evil.example'))

  assert.deepEqual(
    (await verifyPayment(api, business, reference)).metadata,
    JSON.parse(METADATA),
    'the business reads what was sent',
  )
})

test('no word of a stranger is in the receipt that is mailed', async () => {
  const { access_code } = await start({ metadata: METADATA, name: LURE })
  await pay(api, access_code, 'success')
  await runJobsOnce(context)

  const { body } = await api.get('/api/v1/sandbox/messages', { key: business.keys.secretKey })
  assert.match(JSON.stringify(body.data), /Receipt from/)
  assert(!JSON.stringify(body.data).includes('EVIL'))
})

test('the words of the business’s own server are shown and followed', async () => {
  const { body } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { amount: 500_000, email: EMAIL, name: 'Ada', metadata: JSON.parse(METADATA) },
  })
  const page = await api.get(`/checkout/${body.data.access_code}`)
  assert(page.text.includes('EVIL'))
  assert((await leftBy(body.data.access_code)).includes('href="https://evil.example/cancel"'))
})

test('what a payer answers a payment link is kept, and not shown as the business’s words', async () => {
  const key = business.keys.secretKey
  const terms = {
    name: 'Tea',
    amount: 150_000,
    fields: [{ label: 'Note', required: true }],
    metadata: { cancel_action: 'https://shop.example/back' },
  }
  const { body } = await api.post('/api/v1/payment-links', { key, body: terms })
  const answer = await api.send({
    method: 'POST',
    url: new URL(body.data.url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams({ email: EMAIL, name: 'Ada', field_0: LURE })),
  })
  assert.equal(answer.status, 303, answer.text)

  const checkout = String(answer.headers['location'])

  assert(!(await api.get(checkout)).text.includes('EVIL'))
  const left = await leftBy(checkout.split('/').at(-1)!)
  assert(left.includes('https://shop.example/back'), 'the link is the business’s own')
  const list = await api.get('/api/v1/transactions', { key })
  assert.equal(list.body.data[0].metadata.custom_fields[0].value, LURE)
})

test('in live mode a public key leads customers back to registered origins only', async () => {
  context.rails.live = [context.rails.test]
  const { secretKey, publicKey } = await givenLive(context, business.businessId)
  const sent = { key: publicKey, amount: '10000', email: EMAIL }
  const startAt = (callback_url: string) => startPublicly(api, { ...sent, callback_url })
  const settings = (body: object) => api.put('/api/v1/settings/checkout', { key: secretKey, body })

  const refused = await startAt('https://evil.example/paid')
  assert.equal(refused.status, 400)
  assert.deepEqual(
    refused.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
    [['callback_url', 'origin_not_registered']],
  )

  await settings({ allowed_origins: ['https://shop.example'] })
  assert.equal((await startAt('https://shop.example/paid?a=1')).status, 303)
  for (const strange of [
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://shop.example:8443/',
    'http://shop.example/',
  ]) {
    assert.equal((await startAt(strange)).status, 400, strange)
  }
  assert.equal((await startPublicly(api, sent)).status, 303, 'none is needed')

  await settings({ allowed_origins: [], default_callback_url: 'https://www.shop.example/done' })
  assert.equal((await startAt('https://www.shop.example/else')).status, 303)
  context.rails.live = []
})

test('in test mode it may be any', async () => {
  const { access_code } = await start({ callback_url: 'https://elsewhere.example/' })
  const { body } = await api.get(`/checkout/${access_code}/status`)
  assert.match(body.data.return_url, /^https:\/\/elsewhere\.example\//)
})

test('what an address says of another payment is replaced by the reference of this one', async () => {
  const { access_code, reference } = await start({
    callback_url: 'https://shop.example/?reference=other&a=1&%74rxref=x&ref%65rence=y#top',
  })
  const { body } = await api.get(`/checkout/${access_code}/status`)
  const name = encodeURIComponent(reference)
  const wanted = `https://shop.example/?a=1&trxref=${name}&reference=${name}#top`
  assert.equal(body.data.return_url, wanted)
})

test('a stranger’s Idempotency-Key is in nobody’s way: the server’s, or another network’s', async () => {
  const headers = { 'idempotency-key': 'order-17', origin: 'https://shop.example' }
  const post = (amount: string, remoteAddress: string) =>
    api.send({
      method: 'POST',
      url: '/api/v1/transactions/initialize-public',
      remoteAddress,
      headers: { ...headers, ...FORM, accept: 'application/json' },
      payload: String(new URLSearchParams({ key: business.keys.publicKey, amount, email: EMAIL })),
    })
  const stranger = await post('100', '198.51.100.7')
  assert.equal(stranger.status, 200, stranger.text)

  const customer = await post('500000', '203.0.113.9')
  const server = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { amount: 500_000, email: EMAIL, name: 'Ada Example' },
    headers: { 'idempotency-key': 'order-17' },
  })

  assert.deepEqual([customer.status, server.status], [200, 200])
  assert.equal(customer.headers['idempotent-replayed'], undefined)
  const again = await post('500000', '203.0.113.9')
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const other = await post('500001', '203.0.113.9')
  assert.equal(other.body.code, 'idempotency_key_reused')
})

test('a session id that one business uses in the sandbox is free for every other', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const make = async (owner: GivenBusiness, amount: number) => {
    const { account_number } = await givenDedicated(api, owner)
    const send = () => transfer(api, owner, { account_number, amount, session_id: 'test-1' })
    const [first, again] = [await send(), await send()]
    assert.deepEqual([first.status, again.status], [200, 200], first.text)
    assert.equal(first.body.data.id, again.body.data.id)
    return first.body.data
  }

  const squatted = await make(other, 100)
  const own = await make(business, 500_000)

  assert.deepEqual([squatted.amount, own.amount], [100, 500_000])
  const { body } = await api.get('/api/v1/deposits', { key: business.keys.secretKey })
  assert.equal(body.meta.total, 1)
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function start(fields: Record<string, string>) {
  const sent = { key: business.keys.publicKey, amount: '500000', email: EMAIL, ...fields }
  const headers = { origin: 'https://shop.example' }
  const { status, body } = await startPublicly(api, sent, { headers })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data as { access_code: string; reference: string }
}
