import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { changeCustomer } from '../../src/accounts/customers/customers.ts'
import { always } from '../../src/core/etags.ts'
import { useApi } from '../api.ts'
import { begin, givenLink } from '../links.ts'
import { eventsOf } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// An event for each change of a record that a business keeps here: splits, subaccounts, links.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let other: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
  other = await givenBusiness(context)
})

type Verb = 'post' | 'put'
const call = async (verb: Verb, path: string, body: object) => {
  const answer = await api[verb](`/api/v1${path}`, { key: business.keys.secretKey, body })
  assert(answer.status < 300, answer.text)
  return answer.body.data
}

/** In this mode, of this business, and told to nobody else. */
async function assertTold(expected: [type: string, data: object][]) {
  assert.deepEqual(
    await eventsOf(context, business),
    expected.map(([type, data]) => ({ type, data })),
  )
  assert.deepEqual(await eventsOf(context, other), [])
  const modes = await context.sql`
    select distinct mode from event where business_id = ${business.businessId}
  `
  assert.deepEqual([...modes], [{ mode: 'test' }])
}

const SUBACCOUNT = { business_name: 'Ada Example', bank_code: '058', account_number: '0000000018' }

test('a subaccount and a split tell when they are made, changed and turned off, once each', async () => {
  const made = await call('post', '/subaccounts', SUBACCOUNT)
  context.advance(1)
  const to = `/subaccounts/${made.subaccount_code}`
  const renamed = await call('put', to, { business_name: 'Ngozi Sample' })
  context.advance(1)
  const shares = [{ subaccount_id: made.id, share: 20 }]
  const terms = { name: 'Two cooks', type: 'percentage', bearer_type: 'account' }
  const split = await call('post', '/splits', { ...terms, subaccounts: shares })
  context.advance(1)
  const changed = await call('put', `/splits/${split.split_code}`, { name: 'Three cooks' })
  context.advance(1)
  const off = await call('put', `/splits/${split.split_code}`, { active: false })
  context.advance(1)
  const gone = await call('put', to, { active: false })

  await assertTold([
    ['subaccount.created', made],
    ['subaccount.updated', renamed],
    ['split.created', split],
    ['split.updated', changed],
    ['split.deactivated', off],
    ['subaccount.deactivated', gone],
  ])
})

test('a payment link tells when it is made, changed and turned off, once each', async () => {
  const terms = { name: 'Shoes', amount: 500_000 }
  const { created, ...made } = await call('post', '/payment-links', terms)
  assert.equal(created, true)
  context.advance(1)
  const changed = await call('put', `/payment-links/${made.id}`, { name: 'Red shoes' })
  context.advance(1)
  const off = await call('put', `/payment-links/${made.id}`, { active: false })

  await assertTold([
    ['payment_link.created', made],
    ['payment_link.updated', changed],
    ['payment_link.deactivated', off],
  ])
})

test('a link tells when its last use is taken, and again after a freed one is taken again', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 2 })
  const transferring = async () => {
    const code = await begin(api, link.slug)
    await api.post(`/checkout/${code}/bank-transfer`, {})
    context.advance(1)
    return code
  }
  const usedUp = async () =>
    (await eventsOf(context, business)).filter(({ type }) => type === 'payment_link.used_up')

  await transferring()
  assert.deepEqual(await usedUp(), [])
  const last = await transferring()
  const data = { id: link.id, domain: 'test', uses_max: 2 }
  assert.deepEqual(await usedUp(), [{ type: 'payment_link.used_up', data }])
  await api.post(`/checkout/${last}/cancel`, {})
  await transferring()

  assert.equal((await usedUp()).length, 2)
})

test('a customer that you create tells so once, however often you create it', async () => {
  const ada = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Example' }
  const { created, ...made } = await call('post', '/customers', { ...ada, metadata: { n: 1 } })
  assert.equal(created, true)
  context.advance(1)
  const again = await Promise.all([
    call('post', '/customers', { ...ada, first_name: 'Adaeze' }),
    call('post', '/customers', { ...ada, email: 'ADA@example.com' }),
  ])
  assert.deepEqual(new Set(again.map(({ id }) => id)), new Set([made.id]))
  const both = { email: 'ngozi@example.com', first_name: 'Ngozi', last_name: 'Sample' }
  const [one, other] = await Promise.all([
    call('post', '/customers', both),
    call('post', '/customers', both),
  ])
  assert.deepEqual([one.created, other.created].sort(), [false, true])

  const { created: _, ...next } = one.created ? one : other
  await assertTold([
    ['customer.created', made],
    ['customer.created', next],
  ])
})

test('a customer tells of a new name, and not of what a payer typed', async () => {
  const { key } = { key: business.keys.secretKey }
  const paid = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  await api.post('/api/v1/transactions/initialize', { key, body: paid })
  const { body: before } = await api.get('/api/v1/customers', { key })
  assert.deepEqual(await eventsOf(context, business), [])

  const names = { firstName: 'Adaeze', lastName: 'Sample' }
  await changeCustomer(context, business, before.data[0].id, names, always)

  const { body: after } = await api.get('/api/v1/customers', { key })
  await assertTold([['customer.updated', after.data[0]]])
})
