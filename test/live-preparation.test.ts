import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isRead, permissionOf } from '../src/core/access.ts'
import { ROUTES } from '../src/http/routes.ts'
import { useApi } from './api.ts'
import { type Browser, givenPerson, givenSecondFactor, signedInAs } from './logins.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from './support.ts'

// A business whose live mode is active while no provider is configured: its team prepares
// everything, and no payment begins.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let key: string
let live: Browser

before(async () => {
  await context.opened
  business = await givenBusiness(context)
  key = (await givenLive(context, business.businessId)).secretKey
  const own = await signedInAs(api, await givenPerson(context, business), business.businessId)
  await givenSecondFactor(own, context.now)
  live = own.inside(business.businessId, 'live')
})

test('its team makes keys, sets the webhook and the checkout, and invites colleagues', async () => {
  const answers = [
    await live.post('/keys', { kind: 'secret' }),
    await live.put('/webhooks', { url: 'https://shop.example.com/webhooks' }),
    await live.put('/settings/checkout', { expiry_seconds: 3_600 }),
    await live.post('/invitations', { email: 'colleague@example.com', role: 'finance' }),
  ]

  for (const { status, text } of answers) assert([200, 201].includes(status), text)
})

test('every page of it can be read', async () => {
  const read = ROUTES.filter(({ method, path, facts }) => {
    const isPersons = permissionOf(facts) !== undefined && isRead(method, facts)
    return method === 'GET' && isPersons && !path.includes(':') && !path.includes('stream')
  })
  assert(read.length > 20)
  for (const { path } of read) {
    const { status, text } = await live.get(path)
    assert(status < 500 && !text.includes('not_enabled'), `${path}: ${text}`)
  }
})

test('no payment and no payout begins, by a person or a key', async () => {
  const body = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  const payout = { amount: 100, bank_code: '058', account_number: '0000000018' }
  const answers = [
    await live.post('/transactions/initialize', body),
    await live.post('/payouts', payout),
    await api.post('/api/v1/transactions/initialize', { key, body }),
  ]

  for (const { status, body } of answers)
    assert.deepEqual([status, body.code], [403, 'not_enabled'])
})

test('before live mode is active, nothing of it is there', async () => {
  const other = await givenBusiness(context)
  const own = await signedInAs(api, await givenPerson(context, other), other.businessId)
  await givenSecondFactor(own, context.now)

  const { status, body } = await own.inside(other.businessId, 'live').get('/settings')

  assert.deepEqual([status, body.code], [403, 'not_enabled'])
})
