import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../api.ts'
import { startPublicly } from '../calls.ts'
import { pay } from '../payments.ts'
import { givenSplit, givenSubaccount } from '../splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// The contract, part "Endpoints", as far as they are built.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const REQUIRED = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
const initialize = (body: object) =>
  api.post('/api/v1/transactions/initialize', { key: business.keys.secretKey, body })

test('"POST /api/v1/transactions/initialize" with all its fields', async () => {
  const { status, body } = await initialize({
    ...REQUIRED,
    callback_url: 'https://shop.example/done',
    metadata: { order: 42 },
  })

  assert.equal(status, 200)
  assert.equal(body.status, 'success')
  assert.equal(typeof body.message, 'string')
  assert.equal(typeof body.data.authorization_url, 'string')
})

for (const field of Object.keys(REQUIRED)) {
  test(`initialize: "${field} … Required: yes"`, async () => {
    const { [field]: _, ...rest } = REQUIRED as Record<string, unknown>

    const { status, body } = await initialize(rest)

    assert.deepEqual([status, body.code], [400, 'invalid_request'])
    assert.deepEqual(body.errors, [{ field, code: 'required', message: `${field} is required.` }])
  })
}

test('initialize: callback_url, split_code and metadata are "Required: no"', async () => {
  assert.equal((await initialize(REQUIRED)).status, 200)
})

test('initialize: "split_code: marketplace split code", of a split that is there', async () => {
  const subaccount = await givenSubaccount(api, business)
  const split_code = await givenSplit(api, business, [{ subaccount_id: subaccount, share: 20 }])

  const known = await initialize({ ...REQUIRED, split_code })
  const unknown = await initialize({ ...REQUIRED, split_code: 'SPL_abc' })

  assert.equal(known.status, 200, known.text)
  assert.deepEqual([unknown.status, unknown.body.code], [422, 'invalid_split'])
})

for (const method of ['GET', 'POST'] as const) {
  test(`"${method} /api/v1/transactions/initialize-public": key, amount and email suffice`, async () => {
    const fields = { key: business.keys.publicKey, amount: '500000', email: 'ada@example.com' }

    const { status, headers } = await startPublicly(api, fields, { method })

    assert.equal(status, 303, '"The caller is redirected automatically to the checkout"')
    assert.match(String(headers['location']), /^http:\/\/cowrie\.test\/checkout\/[\w-]{43}$/)
  })

  test(`${method} initialize-public: each of its parameters is "required"`, async () => {
    const fields: Record<string, string> = {
      key: business.keys.publicKey,
      amount: '500000',
      email: 'ada@example.com',
    }
    for (const missing of ['amount', 'email']) {
      const { [missing]: _, ...rest } = fields
      const { status, body } = await startPublicly(api, rest, { method })
      assert.equal(status, 400)
      assert.deepEqual(
        body.errors.map((one: { field: string }) => one.field),
        [missing],
      )
    }
    const { key: _, ...keyless } = fields
    assert.equal((await startPublicly(api, keyless, { method })).status, 401)
  })

  test(`${method} initialize-public takes what initialize takes`, async () => {
    const { status } = await startPublicly(
      api,
      {
        key: business.keys.publicKey,
        amount: '500000',
        email: 'ada@example.com',
        name: 'Ada Example',
        reference: 'order-1',
        callback_url: 'https://shop.example/done',
        channels: 'card,bank_transfer',
        'metadata[order]': '42',
      },
      { method },
    )
    assert.equal(status, 303)
    const { body } = await api.get('/api/v1/transactions/verify/order-1', {
      key: business.keys.secretKey,
    })
    assert.equal(body.data.customer.name, 'Ada Example')
    assert.equal(body.data.callback_url, 'https://shop.example/done')
    assert.deepEqual(body.data.metadata, { order: '42' })
    assert.equal(body.data.amount, 500_000)
  })
}

test('"GET /api/v1/transactions/verify/{reference}": 200 for any known reference, whatever its state', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  const verify = () =>
    api.get(`/api/v1/transactions/verify/${reference}`, { key: business.keys.secretKey })
  const before = await verify()
  await pay(api, access_code, 'success')
  const after = await verify()

  assert.deepEqual([before.status, before.body.status], [200, 'success'])
  assert.deepEqual([before.body.data.status, after.body.data.status], ['pending', 'success'])
  assert.equal(
    (await api.get('/api/v1/transactions/verify/x', { key: business.keys.secretKey })).status,
    404,
  )
})

test('a list is newest first, in pages or walked by its cursor', async () => {
  const references: string[] = []
  for (let i = 0; i < 5; i++) {
    references.push((await givenPayment(api, business)).reference)
    // Those of one millisecond have no order.
    context.advance(1)
  }
  const newest = references.reverse()
  const list = async (query: string) =>
    (await api.get(`/api/v1/transactions?${query}`, { key: business.keys.secretKey })).body
  const namesIn = (body: { data: { reference: string }[] }) =>
    body.data.map(({ reference }) => reference)

  const first = await list('perPage=2')
  assert.deepEqual(namesIn(first), newest.slice(0, 2))
  const { next, ...meta } = first.meta
  assert.deepEqual(meta, { total: 5, total_capped: false, page: 1, perPage: 2, pageCount: 3 })
  assert.deepEqual(namesIn(await list('perPage=2&page=3')), newest.slice(4))

  await givenPayment(api, business)
  const walked = [...namesIn(first)]
  for (let cursor = next; cursor !== null; ) {
    const page = await list(`perPage=2&cursor=${cursor}`)
    walked.push(...namesIn(page))
    cursor = page.meta.next
  }
  assert.deepEqual(walked, newest, 'nothing is missed or repeated while payments are added')
})
