import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { givenPayment, useApi } from '../api.ts'
import { countRows } from '../calls.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// What may come as the body of any endpoint that takes JSON: none of it is a fault, and none of it
// writes a row.

const context = useContext()
const api = useApi(context)

const JSON_BYTES_MAX = 100 * 1024

let business: GivenBusiness
let accessCode: string
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const ENDPOINTS = [
  'POST /api/v1/transactions/initialize',
  'PUT /api/v1/webhooks',
  'POST /api/v1/webhooks/roll-secret',
  'POST /api/v1/webhooks/test',
  'POST /api/v1/events/resend',
  'POST /api/v1/accounts/resolve',
  'POST /accounts/resolve',
  'POST /api/v1/dedicated-virtual-accounts',
  'POST /api/v1/bvn/verify',
  'POST /api/v1/bvn/validate',
  'POST /api/v1/bvn/resend',
  'POST /api/v1/identity/verify',
  'POST /api/v1/identity/validate',
  'POST /api/v1/identity/resend',
  'POST /api/v1/subaccounts',
  'PUT /api/v1/subaccounts/{subaccount_code}',
  'POST /api/v1/splits',
  'PUT /api/v1/splits/{split_code}',
  'POST /api/v1/splits/{split_code}/subaccounts',
  'POST /api/v1/payment-links',
  'PUT /api/v1/payment-links/{id}',
  'PUT /api/v1/settings/checkout',
  'POST /api/v1/payouts',
  'POST /api/v1/refunds',
  'POST /api/v1/sandbox/transfers',
  'POST /api/v1/sandbox/wallet',
  'PUT /api/v1/sandbox/settlement',
  'POST /checkout/{access_code}/card',
  'POST /checkout/{access_code}/card/pin',
  'POST /checkout/{access_code}/card/otp',
]

test('every endpoint that takes a JSON body is tried here', () => {
  const published = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations ?? {})
      .filter(([, operation]) => 'application/json' in (bodyOf(operation)?.content ?? {}))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(published.sort(), [...ENDPOINTS].sort())
})

type Case = [name: string, body: string | Buffer, code: string]
const BODIES: Case[] = [
  ['nothing', '', 'invalid_json'],
  ['no JSON', 'amount=500000', 'invalid_json'],
  ['null', 'null', 'invalid_request'],
  ['a list', '[]', 'invalid_request'],
  ['a text', '"x"', 'invalid_request'],
  ['a number', '1', 'invalid_request'],
  ['a text that is cut short', '{"amount": 5000', 'invalid_json'],
  ['a byte order mark', Buffer.from('\ufeff{}'), 'invalid_json'],
  ['UTF-16', Buffer.from('{"amount": 500000}', 'utf16le'), 'invalid_json'],
  [
    'bytes that are not UTF-8',
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    'invalid_json',
  ],
  ['a trailing comma', '{"amount": 500000,}', 'invalid_json'],
  ['a key twice', '{"amount": 100, "amount": 500000}', 'invalid_json'],
  ['__proto__', '{"__proto__": {"admin": true}}', 'invalid_json'],
  ['U+0000', '{"name": "a\\u0000b"}', 'invalid_json'],
  ['half a surrogate pair', '{"name": "\\ud83d"}', 'invalid_json'],
  ['100,000 lists in each other', '['.repeat(100_000), 'invalid_json'],
  ['as many keys as fit', `{${manyKeys()}}`, 'any'],
  ['a compressed body', gzipSync('{"amount": 500000}'), 'invalid_json'],
]
for (const endpoint of ENDPOINTS) {
  test(`${endpoint} refuses bodies that cannot be read`, async () => {
    ;({ access_code: accessCode } = await givenPayment(api, business))
    const before = await countRows(context)
    for (const [name, raw, code] of BODIES) {
      const answer = await send(endpoint, raw)
      if (code === 'any') {
        assert(answer.status < 500, `${name}: ${answer.text}`)
        continue
      }
      // Whoever may send nothing at all may also send an empty change.
      assert.deepEqual([answer.status, answer.body.code], [400, code], `${name}: ${answer.text}`)
      assert(!/node_modules|\.ts|select |insert /.test(answer.text), answer.text)
    }
    assert.deepEqual(await countRows(context), before, 'nothing was written')
  })

  test(`${endpoint} takes 100 KB, and not a byte more`, async () => {
    ;({ access_code: accessCode } = await givenPayment(api, business))
    const padded = (bytes: number) => `{${' '.repeat(bytes - 2)}}`
    assert.notEqual((await send(endpoint, padded(JSON_BYTES_MAX))).status, 413)
    for (const bytes of [JSON_BYTES_MAX + 1, 5_000_000]) {
      const answer = await send(endpoint, padded(bytes))
      assert.deepEqual([answer.status, answer.body.code], [413, 'body_too_large'])
    }
  })

  test(`${endpoint} takes JSON only`, async () => {
    ;({ access_code: accessCode } = await givenPayment(api, business))
    const before = await countRows(context)
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-ndjson',
      'application/jsonx',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-7',
      'application/json; charset="utf-16"',
      'application/json; charset=iso-8859-1',
    ]) {
      const answer = await send(endpoint, '{}', { 'content-type': type })
      assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'], type)
    }
    assert.deepEqual(await countRows(context), before, 'nothing was written')
    for (const type of ['application/json;charset=UTF-8', 'APPLICATION/JSON ; charset=utf8']) {
      assert.notEqual((await send(endpoint, '{}', { 'content-type': type })).status, 415, type)
    }
  })
}

test('a form is no JSON body', async () => {
  const type = 'application/x-www-form-urlencoded'
  for (const endpoint of ENDPOINTS.filter((one) => !one.includes('/checkout/'))) {
    const answer = await send(endpoint, 'amount=500000&email=ada@example.com&name=Ada', {
      'content-type': type,
    })
    assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'])
  }
})

test('extra fields never take effect', async () => {
  const columns = await context.sql<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns
    where table_schema = 'public'
  `
  const known = ['amount', 'email', 'name', 'callback_url', 'metadata', 'reference', 'currency']
  const others = ['channels', 'phone', 'fee_bearer', 'split_code']
  const names = [
    ...columns.map(({ name }) => name),
    ...['domain', 'isDeleted', 'amount_paid', 'fees', 'net_amount', 'clientId', 'businessId'],
  ].filter((name) => ![...known, ...others].includes(name))
  const key = business.keys.secretKey
  const body = { amount: 500_000, email: 'extra@example.com', name: 'Ada Example' }
  const extra = Object.fromEntries(names.map((name) => [name, 'success']))

  const plain = await api.post('/api/v1/transactions/initialize', { key, body })
  const laden = await api.post('/api/v1/transactions/initialize', {
    key,
    body: { ...extra, ...body },
  })

  assert.equal(laden.status, 200, laden.text)
  const [first, second] = await Promise.all(
    [plain, laden].map(async ({ body }) => {
      const path = `/api/v1/transactions/verify/${body.data.reference}`
      const { data } = (await api.get(path, { key })).body
      const { id, reference, created_at, expires_at, ...rest } = data
      return rest
    }),
  )
  assert.deepEqual(second, first)
})

test('where no body is wanted, none is right, whatever type it is said to be', async () => {
  const { secretKey: key } = business.keys
  const headers = { 'content-type': 'application/json' }

  const { status, text } = await api.post('/api/v1/sandbox/settlements', { key, raw: '', headers })

  assert.equal(status, 200, text)
})

function send(endpoint: string, payload: string | Buffer, headers: Record<string, string> = {}) {
  const [method, path] = endpoint.split(' ') as ['POST', string]
  return api.send({
    method,
    url: path.replace('{access_code}', accessCode),
    headers: {
      'content-type': 'application/json',
      ...(!path.startsWith('/checkout') && { authorization: `Bearer ${business.keys.secretKey}` }),
      ...headers,
    },
    payload,
  })
}

function bodyOf(operation: unknown) {
  return (operation as { requestBody?: { content?: Record<string, unknown> } }).requestBody
}

function manyKeys(): string {
  return Array.from({ length: 9_000 }, (_, i) => `"${i}":1`).join(',')
}
