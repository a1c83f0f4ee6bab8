import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { before, test } from 'node:test'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { type Answer, givenPayment, useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { givenNamesOf } from '../route-names.ts'
import { type Names, OPEN, type Row, SECRET_KEY } from '../routes.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// What a route does not know is refused by its name. Ignored, a misspelt filter lists everything
// and a misspelt split_code pays unsplit.

const API = /^(\/api\/v1|\/dashboard\/api|\/banks|\/accounts)\b/
/** Shops and browsers add fields of their own to links and forms, and banks to notifications. */
const LENIENT = [
  '/api/v1/transactions/initialize-public',
  '/api/v1/cells/:cell/rails/:rail/notifications',
  '/api/v1/cells/:cell/rails/:rail/notifications/:token',
  '/api/v1/rails/:rail/notifications',
  '/api/v1/rails/:rail/notifications/:token',
]

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean
}
type Route = { name: string; url: string; schema: FastifySchema }
const routes: Route[] = []
diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', (route: RouteOptions) => {
    const { method, url } = route
    // The methods that a path does not take are one route more.
    if (Array.isArray(method)) return
    route.schema ??= {}
    routes.push({ name: `${method} ${url}`, url, schema: route.schema })
  })
})

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let key: string
let names: Names
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  key = business.keys.secretKey
  ;({ names } = await givenNamesOf(context, api, business))
})

test('every route of the API says all that it takes, and takes nothing else', () => {
  const strict = routes.filter(({ url }) => API.test(url) && !LENIENT.includes(url))
  const open = strict.flatMap(({ name, schema: { querystring, body } }) => [
    ...(querystring === undefined ? [`${name} ?`] : openIn(querystring as Schema, `${name} ?`)),
    ...(body === undefined ? [] : openIn(body as Schema, name)),
  ])

  assert(strict.length > 150, 'the routes are found at all')
  assert.deepEqual(
    open.filter((one) => !one.endsWith('.metadata')),
    [],
  )
})

const rows = {
  ...SECRET_KEY,
  ...Object.fromEntries(
    Object.entries(OPEN).map(([route, query]): [string, Row] => {
      const path = `${route.split(' ')[1]}?${new URLSearchParams(query)}`
      return [route, { path: () => path }]
    }),
  ),
}
for (const [route, row] of Object.entries(rows)) {
  test(`${route} refuses a parameter that it does not know, and says its name`, async () => {
    const before = await contentsOf(context)
    const [method, pattern] = route.split(' ') as [string, string]
    const path = row.path?.(names) ?? pattern
    const body = row.bodyFor?.(names) ?? row.body
    const send = (url: string, sent?: object) =>
      api[method.toLowerCase() as 'post'](url, { key, ...(sent && { body: sent }) })

    const queried = await send(`${path}${path.includes('?') ? '&' : '?'}nonsense=1`, body)
    assert.deepEqual(said(queried), [400, 'unknown_parameter', ['nonsense']], queried.text)
    if (method !== 'GET') {
      const laden = await send(path, { ...body, nonsense: 1 })
      assert.deepEqual(said(laden), [400, 'unknown_parameter', ['nonsense']], laden.text)
    }
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  })
}

test('deposits that are narrowed by what is no filter are not listed', async () => {
  const { status, body } = await api.get('/api/v1/deposits?sender=2670625029', { key })

  assert.deepEqual(
    [status, body.code, body.errors[0].code, body.data],
    [400, 'invalid_request', 'unknown_parameter', undefined],
  )
  assert.equal(
    body.message,
    'Unknown parameter sender. Allowed here: page, perPage, cursor, status, account_number, ' +
      'session_id, customer, email, from, to.',
  )
})

test('a payment whose split_code is misspelt is not begun, unsplit', async () => {
  const before = await contentsOf(context)

  const { status, body } = await api.post('/api/v1/transactions/initialize', {
    key,
    body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example', splitCode: 'SPL_x' },
  })

  const message = 'Unknown parameter splitCode. Did you mean split_code?'
  assert.equal(status, 400)
  assert.deepEqual(
    [body.code, body.message, body.errors],
    ['invalid_request', message, [{ field: 'splitCode', code: 'unknown_parameter', message }]],
  )
  assert.deepEqual(await contentsOf(context), before)
})

test('an unknown field of an object within is named by its path', async () => {
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }
  const { body } = await api.post('/api/v1/dedicated-virtual-accounts', {
    key,
    body: { customer: { ...customer, bvm: '22222222222' } },
  })
  const shares = [{ subaccount_id: names.subaccountCode, share: 5, percent: 5 }]
  const { body: listed } = await api.post('/api/v1/splits', {
    key,
    body: { name: 'One', type: 'percentage', bearer_type: 'account', subaccounts: shares },
  })

  assert.equal(body.message, 'Unknown parameter customer.bvm. Did you mean customer.bvn?')
  assert.deepEqual(
    listed.errors.map(({ field }: { field: string }) => field),
    ['subaccounts.0.percent'],
  )
})

test('whatever is in metadata is taken', async () => {
  const metadata = { splitCode: 'SPL_x', inner: { anything: [{ goes: true }] } }
  const { reference } = await givenPayment(api, business, { metadata })

  const { body } = await api.get(`/api/v1/transactions/verify/${reference}`, { key })
  assert.deepEqual(body.data.metadata, metadata)
})

test('what is unknown and what is wrong are told at once', async () => {
  const { body } = await api.post('/api/v1/transactions/initialize', {
    key,
    body: { amout: 500_000, email: 'nobody', name: 'Ada Example' },
  })
  const { body: listed } = await api.get('/api/v1/transactions?per_page=5&page=0', { key })

  const told = ({ errors }: Answer['body']) =>
    Object.fromEntries(errors.map((one: { field: string; code: string }) => [one.field, one.code]))
  const more = '2 more fields are wrong.'
  assert.equal(body.message, `Unknown parameter amout. Did you mean amount? ${more}`)
  assert.deepEqual(told(body), {
    amout: 'unknown_parameter',
    amount: 'required',
    email: 'invalid_format',
  })
  assert.equal(
    listed.message,
    'Unknown parameter per_page. Did you mean perPage? 1 more field is wrong.',
  )
  assert.deepEqual(told(listed), { per_page: 'unknown_parameter', page: 'invalid' })
})

test('of many unknown fields a hundred are named, and of a long name its beginning', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, 1]))
  const { body, text } = await api.put('/api/v1/webhooks', { key, body: many })
  const long = await api.put('/api/v1/webhooks', { key, body: { ['x'.repeat(90_000)]: 1 } })

  assert.equal(body.errors.length, 100)
  assert(text.length < 20_000)
  assert.equal(long.body.errors[0].field, `${'x'.repeat(64)}…`)
})

test('links, forms and checkout pages take what shops and browsers add', async () => {
  const { access_code } = await givenPayment(api, business)
  const fields = `key=${business.keys.publicKey}&amount=500000&email=ada@example.com&utm_source=x`
  const statuses = [
    await api.get(`/api/v1/transactions/initialize-public?${fields}&fbclid=y`),
    await api.get(`/checkout/${access_code}?utm_source=x`),
    await api.get(`/checkout/${access_code}/status?_=1`),
    await api.post(`/checkout/${access_code}/cancel`, { body: { button: 'cancel' } }),
  ].map(({ status }) => status)

  assert.deepEqual(statuses, [303, 200, 200, 200])
})

/** Where an object of it takes more than it names, by its path. */
function openIn(schema: Schema, path: string): string[] {
  const own = schema.type === 'object' && schema.additionalProperties !== false ? [path] : []
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      openIn(one, `${path}.${name}`),
    ),
    ...(schema.anyOf ?? []).flatMap((one) => openIn(one, path)),
    ...(schema.items ? openIn(schema.items, path) : []),
  ]
}

function said({ status, body }: Answer) {
  const errors: { field: string; code: string }[] = body?.errors ?? []
  return [status, errors[0]?.code, errors.map(({ field }) => field)]
}
