import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asking, type Said } from '../../../test/login-routes.ts'
import { givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { webhookSecretRoutes } from './webhooks.routes.ts'
import { rollWebhookSecret } from './webhooks.ts'

const context = useContext()
const as = asking(context, webhookSecretRoutes)

const WEBHOOK = { endpoint: 'webhook' }
const DEDICATED = { endpoint: 'dedicated_virtual_account' }
const PATH = '/webhooks/reveal-secret'

async function revealed(scope: Parameters<typeof as>[0], body: object): Promise<string> {
  const answer = await as(scope)('POST', PATH, body)
  assert.deepEqual([answer.status, Object.keys(answer.body.data)], [200, ['secret']])
  return answer.body.data.secret
}

test('each URL has its own secret, which can be revealed repeatedly', async () => {
  const business = await givenBusiness(context)
  for (let time = 0; time < 2; time++) {
    assert.equal(await revealed(business, WEBHOOK), business.webhookSecret)
    assert.equal(await revealed(business, DEDICATED), business.dedicatedSecret)
  }
})

test('during a roll, the new secret is revealed', async () => {
  const business = await givenBusiness(context)
  const { secret } = await rollWebhookSecret(context, business, 'standard', 24)
  assert.equal(await revealed(business, WEBHOOK), secret)
  assert.equal(await revealed(business, DEDICATED), business.dedicatedSecret)
})

test('each business and mode reveals its own secret', async () => {
  const business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  await givenLive(context, business.businessId)
  const live = { businessId: business.businessId, mode: 'live' } as const

  const secrets = [
    await revealed(business, WEBHOOK),
    await revealed(business, DEDICATED),
    await revealed(other, WEBHOOK),
    await revealed(live, WEBHOOK),
    await revealed(live, DEDICATED),
  ]

  assert.equal(new Set(secrets).size, secrets.length)
  for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
})

test('live mode has no secrets before it is active', async () => {
  const { businessId } = await givenBusiness(context)
  const answer = await as({ businessId, mode: 'live' })('POST', PATH, WEBHOOK)
  assert.deepEqual(said(answer), [404, 'not_found'])
})

for (const body of [{}, { endpoint: 'standard' }, { endpoint: null }, { endpoint: ['webhook'] }]) {
  test(`${JSON.stringify(body)} names no address, and nothing is shown`, async () => {
    const answer = await as(await givenBusiness(context))('POST', PATH, body)
    assert.deepEqual(said(answer), [400, 'invalid_request'])
    assert.deepEqual(
      answer.body.errors.map(({ field }: { field: string }) => field),
      ['endpoint'],
    )
    assert(!answer.text.includes('whsec_'))
  })
}

function said({ status, body }: Said): [number, string] {
  return [status, body.code]
}
