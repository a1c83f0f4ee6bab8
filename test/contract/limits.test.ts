import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addKey } from '../../src/accounts/businesses/businesses.ts'
import { type Api, openApi, useApi } from '../api.ts'
import { startPublicly } from '../calls.ts'
import { stopNow } from '../stopped-clock.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// The contract, part "Limits", and the limits that it leaves open.

const context = useContext()
stopNow(context)
const api = useApi(context)

let business: GivenBusiness
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
  business = await givenBusiness(context)
})

const initialize = (body: object) =>
  api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { email: 'ada@example.com', name: 'Ada Example', ...body },
  })

test('"Minimum transaction amount: 100 kobo (1.00 naira)"', async () => {
  assert.equal((await initialize({ amount: 100 })).status, 200)
  const { status, body } = await initialize({ amount: 99 })
  assert.equal(status, 400)
  assert.deepEqual(body.errors, [
    { field: 'amount', code: 'too_small', message: 'amount must be at least 100 kobo (₦1.00).' },
  ])

  const fields = { key: business.keys.publicKey, email: 'ada@example.com' }
  assert.equal((await startPublicly(api, { ...fields, amount: '100' })).status, 303)
  assert.equal((await startPublicly(api, { ...fields, amount: '99' })).status, 400)
})

test('at most ₦10 billion in one payment', async () => {
  assert.equal((await initialize({ amount: 1_000_000_000_000 })).status, 200)
  const { body } = await initialize({ amount: 1_000_000_000_001 })
  assert.equal(body.errors[0].code, 'too_large')
})

test('"Amount unit: kobo": whole, never a text', async () => {
  for (const amount of [100.5, '500000', null]) {
    assert.equal((await initialize({ amount })).status, 400)
  }
})

test('a list gives 50, or up to 100', async () => {
  const list = (query: string) =>
    api.get(`/api/v1/transactions?${query}`, { key: business.keys.secretKey })
  assert.equal((await list('')).body.meta.perPage, 50)
  assert.equal((await list('perPage=100')).body.meta.perPage, 100)
  assert.equal((await list('perPage=101')).status, 400)
})

test('each answer says what is left of the limits that it counts toward, refusals too', async () => {
  const narrow = await openNarrow({ perSecond: 1, burst: 3 })
  const { secretKey: key } = business.keys
  try {
    const first = await narrow.get('/api/v1/webhooks', { key })
    const second = await narrow.get('/api/v1/transactions/verify/none', { key })

    assert.deepEqual([first.status, second.status], [200, 404])
    assert.equal(first.headers['ratelimit-policy'], '"key";q=3;w=3')
    assert.equal(first.headers['ratelimit'], '"key";r=2;t=1')
    assert.match(String(second.headers['ratelimit']), /^"key";r=[12];t=[12]$/)
  } finally {
    await narrow.app.close()
  }
})

test('a key has a rate of its own, and whoever exceeds it is told when to come again', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const { key: another } = await addKey(context, business, 'secret')
  const { secretKey: live } = await givenLive(context, business.businessId)
  const narrow = await openNarrow({ perSecond: 2, burst: 3 })
  const ask = (key: string) => narrow.get('/api/v1/webhooks', { key })
  try {
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await ask(business.keys.secretKey)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])

    const { body, headers } = await ask(business.keys.secretKey)
    assert.equal(body.code, 'rate_limited')
    assert.equal(headers['retry-after'], '1')
    assert.equal(headers['ratelimit-policy'], '"key";q=3;w=2')
    assert.equal(headers['ratelimit'], '"key";r=0;t=2')
    for (const key of [other.keys.secretKey, another, live]) {
      assert.equal((await ask(key)).status, 200, 'another key is not slowed')
    }

    context.advance(1_000)
    assert.equal((await ask(business.keys.secretKey)).status, 200)
  } finally {
    await narrow.app.close()
  }
})

/** The same service with little room. */
function openNarrow(limits: { perSecond: number; burst: number }): Promise<Api> {
  const config = { ...context.config, limits: { ...context.config.limits, ...limits } }
  return openApi({ ...context, config })
}
