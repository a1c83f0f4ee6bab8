import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import {
  addKey,
  authenticate,
  revokeKey,
  rollKey,
} from '../../src/accounts/businesses/businesses.ts'
import { deliverDue } from '../../src/core/events/webhooks.ts'
import { webhookFormats } from '../../src/http/paystack.ts'
import { HOUR } from '../../src/platform/clock.ts'
import { useApi } from '../../test/api.ts'
import { givenReceiver } from '../../test/receiver.ts'
import { givenBusiness, useContext } from '../../test/support.ts'

// Which key signs webhooks in Paystack's format. Their recipe is the judge: the HMAC-SHA512 of the
// body, parsed and serialized again, under the key in the shop's settings.

const context = useContext()
const api = useApi(context)

async function givenShop() {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  const key = business.keys.secretKey
  const { keyId } = (await authenticate(context, key))!
  const settings = { url: receiver.url, events: ['*'], format: 'paystack' }
  assert.equal((await api.put('/api/v1/webhooks', { key, body: settings })).status, 200)
  let count = 0
  const told = async () => {
    const { current } = shop
    await api.post('/api/v1/webhooks/test', { key: current, body: { which: 'standard' } })
    await deliverDue(context, { formats: webhookFormats(context) })
    await receiver.arrived(++count)
    return receiver.received.at(-1)!
  }
  const name = (secretKey: string | null) =>
    api.put('/api/v1/webhooks/signing-key', { key: shop.current, body: { secret_key: secretKey } })
  const shop = { business, keyId, current: key, name, told }
  return shop
}

function isSigned(secret: string, { headers, body }: Awaited<ReturnType<Told>>): boolean {
  const hash = createHmac('sha512', secret)
    .update(JSON.stringify(JSON.parse(body)))
    .digest('hex')
  return hash === headers['x-paystack-signature']
}
type Told = Awaited<ReturnType<typeof givenShop>>['told']

test('a shop that has one setting for both keys verifies webhooks with its secret key', async () => {
  const shop = await givenShop()
  const { webhookSecret } = shop.business
  assert(isSigned(webhookSecret, await shop.told()))

  const { status, body } = await shop.name(shop.current)

  const hint = `sk_test_…${shop.current.slice(-4)}`
  assert.deepEqual(
    [status, body.data],
    [200, { domain: 'test', signs_with: 'secret_key', hint, ends_at: null }],
  )
  const told = await shop.told()
  assert(isSigned(shop.current, told))
  assert(!isSigned(webhookSecret, told))
})

test('only a standing secret key of this business and mode is taken, and nothing changes', async () => {
  const shop = await givenShop()
  const other = await givenBusiness(context)
  await shop.name(shop.current)
  const { publicKey } = shop.business.keys
  const mistyped = `${shop.current.slice(0, -1)}0`

  for (const wrong of [other.keys.secretKey, publicKey, mistyped, 'sk_test_x', '']) {
    const { status, body } = await shop.name(wrong)
    assert.deepEqual([status, body.errors?.[0]?.field], [400, 'secret_key'], wrong)
    assert.doesNotMatch(JSON.stringify(body), /sk_test_[0-9A-Za-z]{20}/)
  }

  assert(isSigned(shop.current, await shop.told()))
})

test('a key that is rolled signs until it ends, and its successor from then on', async () => {
  const shop = await givenShop()
  const old = shop.current
  await shop.name(old)

  const next = await rollKey(context, shop.business, shop.keyId, 2)
  assert(isSigned(old, await shop.told()))
  const { body } = await api.get('/api/v1/webhooks/signing-key', { key: next.key })
  const [ended] = await context.sql`select expires_at from api_key where key_id = ${shop.keyId}`
  assert.equal(body.data.ends_at, ended!['expiresAt'].toISOString())

  assert.equal((await shop.name(old)).status, 400, 'a key that ends does not begin to sign')
  assert(isSigned(old, await shop.told()))

  context.advance(2 * HOUR)
  shop.current = next.key
  assert(isSigned(next.key, await shop.told()))
})

test('a key that is rolled at once is followed by its successor, and a revoked one by none', async () => {
  const shop = await givenShop()
  await shop.name(shop.current)
  const { key: spare } = await addKey(context, shop.business, 'secret')

  const next = await rollKey(context, shop.business, shop.keyId, 0)
  shop.current = next.key
  assert(isSigned(next.key, await shop.told()))

  await revokeKey(context, shop.business, next.keyId)
  shop.current = spare
  assert(isSigned(shop.business.webhookSecret, await shop.told()))
  const rows = await context.sql`
    select from api_key where business_id = ${shop.business.businessId} and sealed is not null
  `
  assert.equal(rows.length, 0)
})
