import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { addKey, changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { givenPayment, useApi } from '../api.ts'
import { contentsOf, startPublicly } from '../calls.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// The contract, part "Authentication". Every route with every wrong credential is in
// routes-and-credentials.test.ts; how webhooks are signed, beside the webhooks.

const context = useContext()
const api = useApi(context)

const PATH = '/api/v1/transactions/initialize'
const RAW = '{"amount": 500000,\n "email": "ada@example.com", "name": "Adé"}'

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

test('"Secret key (… live and test variants; prefixes `sk_live_` and `sk_test_`)"', () => {
  assert.match(business.keys.secretKey, /^sk_test_[0-9A-Za-z]{38}$/)
  assert.match(business.keys.publicKey, /^pk_test_[0-9A-Za-z]{38}$/)
  assert.match(business.webhookSecret, /^whsec_/)
})

test('"`Authorization: Bearer <SECRET_KEY>` on server endpoints"', async () => {
  const headers = { authorization: `Bearer ${business.keys.secretKey}` }
  assert.equal((await api.get('/api/v1/transactions', { headers })).status, 200)
  assert.equal((await api.get('/api/v1/transactions')).status, 401)
})

test('"Public key … `key` parameter of initialize-public"', async () => {
  const fields = { key: business.keys.publicKey, amount: '500000', email: 'ada@example.com' }
  assert.equal((await startPublicly(api, fields)).status, 303)
})

test('"Secret keys must not be exposed in frontend code; the public key is used there"', async () => {
  const before = await contentsOf(context)
  const key = business.keys.secretKey
  const fields = { key, amount: '500000', email: 'ada@example.com' }
  const exposed = [
    await startPublicly(api, fields),
    await startPublicly(api, fields, { method: 'POST' }),
    await api.get(`/api/v1/transactions?key=${key}`),
    await api.post(PATH, { key, headers: { origin: 'https://shop.example' }, raw: RAW }),
    await api.post(PATH, { key, headers: { origin: 'null' }, raw: RAW }),
  ]
  for (const { status, body } of exposed) {
    assert.deepEqual([status, body.code], [403, 'secret_key_exposed'])
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

test('the reference of our own documentation may send a test key; a live one never', async () => {
  const origin = 'http://localhost'
  const from = (key: string, headers: object) =>
    api.post(PATH, { key, headers: { ...headers }, raw: RAW })
  const { key: live } = await addKey(context, { ...business, mode: 'live' }, 'secret')
  const seen = [
    await from(business.keys.secretKey, { origin, host: 'localhost' }),
    await from(business.keys.secretKey, { origin, host: 'localhost:4000' }),
    await from(business.keys.secretKey, { origin: 'http://localhost.example', host: 'localhost' }),
    await from(live, { origin, host: 'localhost' }),
  ]
  assert.deepEqual(
    seen.map(({ body }) => body.code ?? body.status),
    ['success', ...Array(3).fill('secret_key_exposed')],
  )
})

test('no page and no answer of ours holds a key or a webhook secret', async () => {
  const { access_code } = await givenPayment(api, business)
  const texts = await Promise.all(
    [`/checkout/${access_code}`, `/checkout/${access_code}/status`, '/api/v1/webhooks'].map(
      async (path) => (await api.get(path, { key: business.keys.secretKey })).text,
    ),
  )
  for (const text of texts) {
    for (const secret of [business.keys.secretKey, business.webhookSecret]) {
      assert(!text.includes(secret))
    }
  }
})

test('"A sample for initialize also sends a header `X-Service-Signature`": it is ignored by default', async () => {
  const headers = { 'x-service-signature': 'whatever' }
  const { status } = await api.post(PATH, { key: business.keys.secretKey, headers, raw: RAW })
  assert.equal(status, 200)
})

test('where signed requests are required, it is the HMAC-SHA512 of the raw body under the secret key', async () => {
  await changeSettings(context, business, { requireSignedRequests: true })
  const key = business.keys.secretKey
  const sign = (body: string, by = key) => createHmac('sha512', by).update(body).digest('hex')
  const send = (signature?: string) =>
    api.post(PATH, {
      key,
      raw: RAW,
      headers: signature === undefined ? {} : { 'x-service-signature': signature },
    })
  const before = await contentsOf(context)

  const wrong = [
    undefined,
    '',
    'whatever',
    sign(`${RAW} `),
    sign(JSON.stringify(JSON.parse(RAW))),
    sign(RAW, business.keys.publicKey),
    sign(RAW).slice(0, -1),
    createHmac('sha256', key).update(RAW).digest('hex'),
  ]
  for (const signature of wrong) {
    const { status, body } = await send(signature)
    assert.deepEqual([status, body.code], [401, 'invalid_signature'], String(signature))
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')

  assert.equal((await send(sign(RAW))).status, 200)
})
