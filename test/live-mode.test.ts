import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from './api.ts'
import { type Browser, givenPerson, givenSecondFactor, signedInAs } from './logins.ts'
import { type GivenBusiness, givenTestOnly, useContext } from './support.ts'

// The way of a business to live mode, as its owner and an operator go it.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let owner: Browser
let operator: Browser
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
  business = await givenTestOnly(context)
  owner = await signedInAs(api, await givenPerson(context, business, 'owner'))
  operator = await signedInAs(api, await givenPerson(context, null, 'owner', { isOperator: true }))
  for (const browser of [owner, operator]) await givenSecondFactor(browser, context.now)
})

test('the owner asks, an operator activates, and only the owner ever sees a live key', async () => {
  const { businessId } = business
  const asked = await owner.inside(businessId, 'test').post('/activation', {
    legal_name: 'Example Stores Limited',
    bvn: '22222222221',
    registration_number: 'RC1234567',
    contact_phone: '+2348000000000',
  })
  assert.equal(asked.status, 200, asked.text)

  const activated = await operator.post(`/operator/businesses/${businessId}/activate`)
  assert.equal(activated.status, 200, activated.text)
  assert(!/sk_live|pk_live|whsec_/.test(activated.text))

  const live = owner.inside(businessId, 'live')
  const make = () => live.ask('POST', '/keys', { kind: 'secret' }, { 'idempotency-key': 'twice' })
  const made = await make()
  assert.equal(made.status, 201, made.text)
  const { key } = made.body.data
  assert.equal((await api.get('/api/v1/balance', { key })).status, 200)
  assert.notEqual((await make()).body.data.key, key, 'nothing has kept the answer')

  const kept = await context.sql`select 1 from idempotency_key`
  assert.equal(kept.length, 0)
  const revealed = await live.post('/webhooks/reveal-secret', { endpoint: 'webhook' })
  assert.match(revealed.body.data.secret, /^whsec_/)
  const told = await operator.get(`/operator/businesses/${businessId}`)
  assert(!told.text.includes(key.slice(-12)) && !told.text.includes(revealed.body.data.secret))
})
