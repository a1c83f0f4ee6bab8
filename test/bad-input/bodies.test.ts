import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../api.ts'
import {
  bytesMaxOf,
  refusesLong,
  refusesOtherTypes,
  refusesUnreadable,
  takesJsonHoweverWritten,
  takingJson,
} from '../bad-bodies.ts'
import { contentsOf, inHundreds } from '../calls.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// What may come as the body of any endpoint that takes JSON: none of it is a fault, and none of it
// writes a row. What people have to themselves is in login-bodies.test.ts, and initialize-public,
// which takes forms too, in public.test.ts.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let accessCode: string
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const ENDPOINTS = [
  'POST /api/v1/transactions/initialize',
  'POST /api/v1/transactions/charge-authorization',
  'POST /api/v1/customers/{id}/mandates',
  'POST /api/v1/plans',
  'POST /api/v1/rules',
  'POST /api/v1/rules/try',
  'PATCH /api/v1/rules/{id}',
  'POST /api/v1/transactions/{id}/review',
  'PATCH /api/v1/plans/{id}',
  'POST /api/v1/subscriptions',
  'PATCH /api/v1/subscriptions/{id}',
  'POST /api/v1/subscriptions/{id}/cancel',
  'POST /api/v1/disputes/{id}/evidence',
  'POST /api/v1/sandbox/disputes',
  'PUT /api/v1/webhooks',
  'PUT /api/v1/webhooks/signing-key',
  'POST /api/v1/webhooks/roll-secret',
  'POST /api/v1/webhooks/test',
  'POST /api/v1/webhooks/endpoints',
  'PATCH /api/v1/webhooks/endpoints/{id}',
  'POST /api/v1/webhooks/endpoints/{id}/roll-secret',
  'POST /api/v1/events/resend',
  'POST /api/v1/accounts/resolve',
  'POST /accounts/resolve',
  'POST /api/v1/dedicated-virtual-accounts',
  'PATCH /api/v1/dedicated-virtual-accounts/{id}',
  'POST /api/v1/customers',
  'PATCH /api/v1/customers/{id}',
  'POST /api/v1/bvn/verify',
  'POST /api/v1/bvn/validate',
  'POST /api/v1/bvn/resend',
  'POST /api/v1/identity/verify',
  'POST /api/v1/identity/validate',
  'POST /api/v1/identity/resend',
  'POST /api/v1/subaccounts',
  'PATCH /api/v1/subaccounts/{id}',
  'PUT /api/v1/subaccounts/{id}',
  'POST /api/v1/splits',
  'POST /api/v1/splits/calculate',
  'PATCH /api/v1/splits/{id}',
  'PUT /api/v1/splits/{id}',
  'POST /api/v1/splits/{id}/subaccounts',
  'POST /api/v1/payment-links',
  'PATCH /api/v1/payment-links/{id}',
  'PUT /api/v1/payment-links/{id}',
  'PUT /api/v1/settings/checkout',
  'POST /api/v1/payouts',
  'POST /api/v1/payout-batches',
  'POST /api/v1/payout-batches/check',
  'POST /api/v1/refund-links',
  'POST /api/v1/refunds',
  'POST /api/v1/sandbox/transfers',
  'POST /api/v1/sandbox/wallet',
  'POST /api/v1/sandbox/ussd',
  'POST /api/v1/sandbox/suspense',
  'POST /api/v1/sandbox/suspense/{id}/assign',
  'POST /api/v1/sandbox/transactions/{reference}/pay',
  'PUT /api/v1/sandbox/rails/{rail}',
  'PUT /api/v1/sandbox/settlements/schedule',
  'PUT /api/v1/sandbox/card-limits',
  'POST /api/v1/sandbox/businesses',
  'PUT /api/v1/sandbox/clock',
  'PUT /api/v1/settings',
  'POST /api/v1/sandbox/examples',
  'POST /checkout/{access_code}/ussd',
  'POST /checkout/{access_code}/card',
  'POST /checkout/{access_code}/card/pin',
  'POST /checkout/{access_code}/card/otp',
  'POST /checkout/{access_code}/kept-cards',
  'POST /checkout/{access_code}/kept-cards/pay',
  'POST /checkout/{access_code}/kept-cards/remove',
]

test('every endpoint that takes a JSON body is tried here, or is for logins alone', () => {
  const published = takingJson(api).filter(
    (one) => !one.includes(' /dashboard/api/') && !one.endsWith('/initialize-public'),
  )
  assert.deepEqual(published.sort(), [...ENDPOINTS].sort())
})

for (const endpoint of ENDPOINTS) {
  const sendTo = (body: string | Buffer, headers?: Record<string, string>) =>
    send(endpoint, body, headers)

  test(`${endpoint} refuses bodies that cannot be read`, async () => {
    ;({ access_code: accessCode } = await givenPayment(api, business))
    const before = await contentsOf(context)
    await refusesUnreadable(sendTo)
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  })

  test(`${endpoint} takes ${bytesMaxOf(endpoint) / 1024} KB, and not a byte more`, async () => {
    ;({ access_code: accessCode } = await givenPayment(api, business))
    await refusesLong(sendTo, bytesMaxOf(endpoint))
  })

  test(`${endpoint} takes JSON only`, async () => {
    ;({ access_code: accessCode } = await givenPayment(api, business))
    const before = await contentsOf(context)
    await refusesOtherTypes(sendTo)
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
    await takesJsonHoweverWritten(sendTo)
  })
}

test('a form is no JSON body', async () => {
  const type = 'application/x-www-form-urlencoded'
  // A plain form of the page chooses the bank.
  for (const endpoint of ENDPOINTS.filter(
    (one) => !one.endsWith('/ussd') || one.includes('/api/'),
  )) {
    const answer = await send(endpoint, 'amount=500000&email=ada@example.com&name=Ada', {
      'content-type': type,
    })
    assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'])
  }
})

test('no column of the database is a field of a payment that is asked for', async () => {
  const columns = await context.sql<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns
    where table_schema = 'public'
  `
  const known = ['amount', 'email', 'name', 'callback_url', 'metadata', 'reference', 'currency']
  const others = ['channels', 'save_card', 'phone', 'fee_bearer', 'split_code', 'quantity']
  const names = [
    ...columns.map(({ name }) => name),
    ...['domain', 'isDeleted', 'amount_paid', 'fees', 'net_amount', 'clientId', 'businessId'],
  ].filter((name) => ![...known, ...others].includes(name))
  const { secretKey: key } = business.keys
  const right = { amount: 500_000, email: 'extra@example.com', name: 'Ada Example' }
  const before = await contentsOf(context)

  for (const extra of inHundreds(Object.fromEntries(names.map((name) => [name, 'success'])))) {
    const { status, body } = await api.post('/api/v1/transactions/initialize', {
      key,
      body: { ...extra, ...right },
    })
    const told = body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(
      [status, body.errors[0].code, told],
      [400, 'unknown_parameter', Object.keys(extra)],
    )
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
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
