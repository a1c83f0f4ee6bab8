import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { DAY } from '../src/platform/clock.ts'
import { givenPayment, useApi } from './api.ts'
import { startPublicly } from './calls.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// A reference names one transaction of a business in a mode, for ever.

const context = useContext()
const api = useApi(context)

const BODY = {
  amount: 500_000,
  email: 'ada@example.com',
  name: 'Ada Example',
  reference: 'order-1',
}

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const initialize = (body: object = {}) =>
  api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { ...BODY, ...body },
  })

test('who holds only the public key does not find what the server made', async () => {
  await initialize({ reference: 'ORDER-9002', amount: 500_000 })

  const fields = { amount: '500000', email: BODY.email, reference: 'ORDER-9002', name: 'Mallory' }
  const { status } = await startPublicly(api, { key: business.keys.publicKey, ...fields })

  assert.equal(status, 409)
})

test('a hundred that ask for the same payment at once get the same one', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => initialize()))

  assert(answers.every(({ status }) => status === 200))
  const [{ body }] = answers as [(typeof answers)[0]]
  for (const answer of answers) assert.deepEqual(answer.body, body)
  assert.equal(await countTransactions(), 1)
})

test('of a hundred that differ in their amounts, one gets the reference', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => initialize({ amount: 500_000 + i })),
  )

  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, ...Array(99).fill(409)])
  for (const { body } of answers.filter(({ status }) => status === 409)) {
    assert.equal(body.code, 'duplicate_reference')
  }
  assert.equal(await countTransactions(), 1)
})

test('the same reference with the same amount and e-mail while unpaid is the same', async () => {
  const { body: first } = await initialize()

  const { status, body: again } = await initialize({ email: 'ADA@Example.com', name: 'Someone' })

  assert.equal(status, 200)
  assert.deepEqual(again.data, first.data)
})

test('with another amount or e-mail it is refused', async () => {
  await initialize()
  for (const body of [{ amount: 500_001 }, { email: 'eve@example.com' }]) {
    const answer = await initialize(body)
    assert.deepEqual([answer.status, answer.body.code], [409, 'duplicate_reference'])
  }
})

test('when it is paid or has expired, the reference is used up', async () => {
  const { access_code } = await givenPayment(api, business, BODY)
  const { body: account } = await api.post(`/checkout/${access_code}/bank-transfer`)
  await api.post('/api/v1/sandbox/transfers', {
    key: business.keys.secretKey,
    body: { account_number: account.data.account_number, amount: BODY.amount },
  })
  assert.equal((await initialize()).status, 409)

  await initialize({ reference: 'order-2' })
  context.advance(1 * DAY)

  assert.equal((await initialize({ reference: 'order-2' })).status, 409)
})

test('a reference differs by letter case, and another business’s is its own', async () => {
  const first = await initialize()
  const upper = await initialize({ reference: 'ORDER-1' })
  business = await givenBusiness(context, 'Other Store')
  const others = await initialize({ amount: 100 })

  assert.deepEqual([first.status, upper.status, others.status], [200, 200, 200])
})

test('without one, each payment is given its own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => initialize({ reference: undefined })),
  )
  const references = answers.map(({ body }) => body.data.reference)
  assert.equal(new Set(references).size, 50)
  for (const reference of references) assert.match(reference, /^[A-Za-z0-9._=-]{1,100}$/)
})

test('verify finds a payment at once', async () => {
  for (let i = 0; i < 50; i++) {
    const { body } = await initialize({ reference: `order-${i}` })
    const verified = await api.get(`/api/v1/transactions/verify/${body.data.reference}`, {
      key: business.keys.secretKey,
    })
    assert.equal(verified.status, 200)
  }
})

async function countTransactions(): Promise<number> {
  const [row] = await context.sql<[{ count: number }]>`
    select count(*)::int as count from transaction
    where business_id = ${business.businessId} and mode = 'test'
  `
  return row.count
}
