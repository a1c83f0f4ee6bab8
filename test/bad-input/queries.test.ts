import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// What may stand in the address of a request: references, ids, pages, filters.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let reference: string
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const get = (path: string) => api.get(`/api/v1${path}`, { key: business.keys.secretKey })

test('a reference that names nothing is not found, whatever it is made of', async () => {
  ;({ reference } = await givenPayment(api, business, { reference: 'Order-1' }))
  assert.equal((await get(`/transactions/verify/${reference}`)).status, 200)
  const names = [
    'order-1',
    'Order-1%20',
    'Order-1%00',
    '%00',
    'Order-1%2f',
    '..%2f',
    '%c3%a9',
    '%F0%9F%98%80',
    '%ef%bf%bd',
    'x'.repeat(1_900),
    "'%20or%20'1'='1",
    'Order-1;',
    '*',
    '_rder-1',
  ]
  for (const name of names) {
    const { status, body } = await get(`/transactions/verify/${name}`)
    assert.deepEqual([status, body.code], [404, 'transaction_not_found'], name)
  }
})

test('an address that is no address is not found', async () => {
  for (const path of [
    '/transactions/verify/%',
    '/transactions/verify/%zz',
    '/transactions/verify/%ff',
    '/transactions/verify/%c3%28',
    '/transactions/verify/%ed%a0%80',
    '/transactions/verify/a/b',
    '/transactions/verify/Order-1//',
    '//transactions',
    '/Transactions',
    '/banking',
    '/../../etc/passwd',
  ]) {
    const { status, body } = await get(path)
    assert.equal(status, 404, path)
    assert.match(body.code, /not_found$/, path)
  }
})

test('an id that is no UUID is not found', async () => {
  for (const id of ['1', 'null', 'a'.repeat(36), '%00', '0'.repeat(1_000), "'--"]) {
    const { status, body } = await get(`/transactions/${id}`)
    assert.deepEqual([status, body.code], [404, 'transaction_not_found'], id)
  }
})

test('an address of more than 2 KB is too long', async () => {
  for (const path of [
    `/transactions/verify/${'x'.repeat(2_048)}`,
    `/transactions?reference=${'x'.repeat(2_048)}`,
    `/nowhere/${'x'.repeat(2_048)}`,
    `/${'é'.repeat(1_000)}`,
  ]) {
    const { status, body } = await get(path)
    assert.deepEqual([status, body.code], [414, 'uri_too_long'])
  }
})

const LISTS = [
  '/transactions',
  '/deposits',
  '/balance/ledger',
  '/settlements',
  '/splits',
  '/subaccounts',
  '/refunds',
  '/identity',
  '/events',
  '/sandbox/messages',
  '/customers',
]
const WITHOUT_STATUS = [
  '/customers',
  '/sandbox/messages',
  '/subaccounts',
  '/splits',
  '/settlements',
  '/balance/ledger',
]
for (const path of LISTS) {
  test(`GET ${path} refuses a page that cannot be`, async () => {
    const wrong: [query: string, field: string][] = [
      ...['-1', '0', '1.5', 'abc', '', '1e9', '10000000000', '%00'].map(
        (page): [string, string] => [`page=${page}`, 'page'],
      ),
      ...['-1', '0', '101', '1000000', 'abc', ''].map((size): [string, string] => [
        `perPage=${size}`,
        'perPage',
      ]),
      ...['x', '', '%00', 'eyJpZCI6MX0', "'"].map((text): [string, string] => [
        `cursor=${text}`,
        'cursor',
      ]),
      ['page=1&page=2', 'page'],
    ]
    if (!WITHOUT_STATUS.includes(path)) {
      for (const status of ['paid', '', 'PAID', 'paid&status=paid', '%00']) {
        wrong.push([`status=${status}`, 'status'])
      }
    }
    for (const [query, field] of wrong) {
      const { status, body } = await get(`${path}?${query}`)
      assert.equal(status, 400, query)
      assert.deepEqual(
        body.errors.map((one: { field: string }) => one.field),
        [field],
        query,
      )
    }
    const all = await get(`${path}?page=0&perPage=0&cursor=x`)
    const fields = all.body.errors.map((one: { field: string }) => one.field)
    assert.deepEqual(fields, ['page', 'perPage', 'cursor'])
  })

  test(`GET ${path} gives at most 100, and beyond the end nothing`, async () => {
    assert.equal((await get(`${path}?page=1000000&perPage=100`)).body.data.length, 0)
    const { status, body } = await get(`${path}?unknown=1&__proto__=2&constructor=3`)
    assert.deepEqual(
      [status, body.errors[0].code, body.errors.length],
      [400, 'unknown_parameter', 3],
    )
  })
}

test('a filter that cannot be is refused by its name', async () => {
  const wrong: [query: string, field: string][] = [
    ['from=yesterday', 'from'],
    ['from=', 'from'],
    ['from=2026', 'from'],
    ['from=2026-13-01', 'from'],
    ['from=0000-01-01', 'from'],
    ['from=0000-01-01T00:00:00Z', 'from'],
    ['from=%2B275760-09-13', 'from'],
    ['to=2026-01-01T25:00:00Z', 'to'],
    ['to=%00', 'to'],
    ['to=2026-01-01&to=2026-01-02', 'to'],
    ['from=2026-06-01&to=2026-01-01', 'to'],
    ['customer=1', 'customer'],
    ['customer=cus_', 'customer'],
    ['customer=%00', 'customer'],
    ['customer=cus_1&customer=cus_2', 'customer'],
    ['payment_link=1', 'payment_link'],
    ['payment_link=lnk_', 'payment_link'],
    [`payment_link=cus_${'0'.repeat(32)}`, 'payment_link'],
    ['payment_link=%00', 'payment_link'],
    ['payment_link=lnk_1&payment_link=lnk_2', 'payment_link'],
    ['reference=a%20b', 'reference'],
    ['reference=%00', 'reference'],
  ]
  for (const [query, field] of wrong) {
    const { status, body } = await get(`/transactions?${query}`)
    assert.equal(status, 400, query)
    assert.deepEqual(
      body.errors.map((one: { field: string }) => one.field),
      [field],
      query,
    )
  }
})

test('a filter narrows, and a strange one finds nothing', async () => {
  const { body } = await get(`/transactions?reference=${reference}`)
  assert.deepEqual(
    body.data.map((one: { reference: string }) => one.reference),
    [reference],
  )
  for (const query of [
    'from=9999-12-31T23:59:59.999Z',
    'to=1000-01-01',
    'status=reversed',
    `customer=cus_${'0'.repeat(32)}`,
    `payment_link=lnk_${'0'.repeat(32)}`,
    'reference=none',
  ]) {
    const { status, body } = await get(`/transactions?${query}`)
    assert.equal(status, 200, query)
    assert.deepEqual([body.data, body.meta.total], [[], 0], query)
  }
})

test('each verb that a path does not take is answered with those that it takes', async () => {
  const paths: [path: string, allow: string][] = [
    ['/api/v1/transactions/initialize', 'POST'],
    ['/api/v1/transactions/initialize-public', 'GET, OPTIONS, POST'],
    ['/api/v1/payment-links', 'GET, HEAD, POST'],
    ['/api/v1/settings/checkout', 'GET, HEAD, PUT'],
    ['/api/v1/settings/fees', 'GET, HEAD'],
    ['/api/v1/transactions/verify/x', 'GET, HEAD'],
    ['/api/v1/transactions/x', 'GET, HEAD'],
    ['/api/v1/transactions', 'GET, HEAD'],
    ['/api/v1/transactions/export', 'GET'],
    ['/api/v1/transactions/x/timeline', 'GET, HEAD'],
    ['/api/v1/transactions/x/cancel', 'POST'],
    ['/api/v1/statistics', 'GET, HEAD'],
    ['/api/v1/customers', 'GET, HEAD, POST'],
    ['/api/v1/customers/x', 'GET, HEAD, PATCH'],
    ['/api/v1/sandbox/examples', 'GET, HEAD, POST'],
    ['/api/v1/refunds', 'GET, HEAD, POST'],
    ['/api/v1/refunds/x', 'GET, HEAD'],
    ['/api/v1/subaccounts', 'GET, HEAD, POST'],
    ['/api/v1/subaccounts/x', 'GET, HEAD, PATCH, PUT'],
    ['/api/v1/splits', 'GET, HEAD, POST'],
    ['/api/v1/splits/x', 'GET, HEAD, PATCH, PUT'],
    ['/api/v1/splits/calculate', 'POST'],
    ['/api/v1/splits/x/subaccounts', 'POST'],
    ['/api/v1/splits/x/subaccounts/x', 'DELETE'],
    ['/api/v1/settlements', 'GET, HEAD'],
    ['/api/v1/settlements/x', 'GET, HEAD'],
    ['/api/v1/settlements/x/items', 'GET, HEAD'],
    ['/api/v1/settlements/x/statement', 'GET'],
    ['/api/v1/sandbox/transactions/x/pay', 'POST'],
    ['/api/v1/sandbox/rails', 'GET, HEAD'],
    ['/api/v1/sandbox/rails/x', 'PUT'],
    ['/api/v1/sandbox/settlements/schedule', 'GET, HEAD, PUT'],
    ['/api/v1/sandbox/settlements', 'POST'],
    ['/api/v1/sandbox/suspense', 'POST'],
    ['/api/v1/sandbox/suspense/x/assign', 'POST'],
    ['/api/v1/identity', 'GET, HEAD'],
    ['/api/v1/identity/x', 'GET, HEAD'],
    ['/api/v1/identity/verify', 'POST'],
    ['/api/v1/bvn/validate', 'POST'],
    ['/api/v1/bvn/resend', 'POST'],
    ['/api/v1/sandbox/messages', 'GET, HEAD'],
    ['/api/v1/webhooks', 'GET, HEAD, PUT'],
    ['/api/v1/webhooks/test', 'POST'],
    ['/api/v1/events', 'GET, HEAD'],
    ['/api/v1/events/x', 'GET, HEAD'],
    ['/api/v1/events/x/resend', 'POST'],
    ['/api/v1/events/resend', 'POST'],
    ['/api/v1/events/stream', 'GET'],
    ['/api/v1/sandbox/wallet', 'POST'],
    ['/checkout/x/status', 'GET'],
    ['/checkout/x/card', 'POST'],
    ['/healthz', 'GET, HEAD'],
    ['/openapi.json', 'GET'],
  ]
  const before = await contentsOf(context)
  for (const [url, allow] of paths) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      if (allow.split(', ').includes(method)) continue
      const answer = await api.app.inject({ method: method as 'GET', url })
      assert.equal(answer.statusCode, 405, `${method} ${url}`)
      assert.equal(answer.headers['allow'], allow, `${method} ${url}`)
      if (method !== 'HEAD') assert.equal(answer.json().code, 'method_not_allowed')
    }
  }
  assert.deepEqual(await contentsOf(context), before)
})

test('a header does not make one verb another', async () => {
  const before = await contentsOf(context)
  const { status } = await api.get('/api/v1/transactions', {
    key: business.keys.secretKey,
    headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST' },
  })
  assert.equal(status, 200)
  const put = await api.post('/api/v1/webhooks', {
    key: business.keys.secretKey,
    headers: { 'x-http-method-override': 'PUT' },
    body: {},
  })
  assert.equal(put.status, 405)
  assert.deepEqual(await contentsOf(context), before)
})
