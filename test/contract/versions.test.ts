import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fastify from 'fastify'
import { Type } from 'typebox'
import { createBusiness, openLive } from '../../src/accounts/businesses/businesses.ts'
import { deliverDue, openWebhookEndpoints } from '../../src/core/events/webhooks.ts'
import { mount, record } from '../../src/core/route.ts'
import { API_VERSIONS, NEWEST_VERSION } from '../../src/core/versions.ts'
import { CHANGES } from '../../src/http/versions/changes.ts'
import { eventIn, type Versions, versioned } from '../../src/http/versions/versions.ts'
import { useApi } from '../api.ts'
import { givenEvent, givenReceiver, givenUrl, verifies } from '../receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Dated versions of the API. The example is a real change: until 2026-12-01, a request whose only
// fault was an unknown field had a code of its own, and `card_testing.detected` another name.
// Nobody depends on the version before, so the service does not offer it; here it does.

const BEFORE = '2026-11-01'
const EXAMPLE: Versions = {
  known: [BEFORE, NEWEST_VERSION],
  changes: [
    {
      date: NEWEST_VERSION,
      breaks: [],
      answer: (body) => {
        const errors = (body['errors'] ?? []) as { code: string }[]
        const isOther = errors.length === 0 || errors.some(({ code }) => code !== UNKNOWN)
        return isOther ? body : { ...body, code: UNKNOWN }
      },
      event: (body) =>
        body['event'] === 'card_testing.detected'
          ? { ...body, event: 'card_testing.stopped' }
          : body,
    },
  ],
}
const UNKNOWN = 'unknown_parameter'
const HEADER = 'x-service-version'

const context = useContext()
const api = useApi(context, EXAMPLE)

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const PAYMENT = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

type Sent = {
  version?: string
  key?: string
  body?: object
  path?: string
  idempotencyKey?: string
}

async function initialize({ version, key, body = {}, idempotencyKey }: Sent = {}) {
  const { statusCode, headers, payload } = await api.app.inject({
    method: 'POST',
    url: '/api/v1/transactions/initialize',
    headers: {
      authorization: `Bearer ${key ?? business.keys.secretKey}`,
      ...(version !== undefined && { [HEADER]: version }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    payload: { ...PAYMENT, ...body },
  })
  return { status: statusCode, version: headers[HEADER], text: payload, body: JSON.parse(payload) }
}

async function pinned(to: string): Promise<GivenBusiness> {
  const one = await givenBusiness(context)
  await context.sql`
    update business_mode set api_version = ${to}
    where business_id = ${one.businessId} and mode = 'test'
  `
  return one
}

test('each version but the first has its change, in order', () => {
  assert.deepEqual(API_VERSIONS, [...API_VERSIONS].sort())
  assert.deepEqual(
    CHANGES.map(({ date }) => date),
    API_VERSIONS.slice(1),
  )
})

test('every answer says its version, which is the newest for a new business', async () => {
  const { secretKey: key } = business.keys

  const answers = [
    await api.get('/api/v1/transactions', { key }),
    await api.get('/api/v1/transactions/verify/none', { key }),
    await api.get('/api/v1/transactions'),
    await api.get('/banks'),
    await api.get('/api/v1/transactions/initialize-public?key=pk_test_x', {
      headers: { accept: 'application/json' },
    }),
  ]

  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers[HEADER]]),
    [200, 404, 401, 200, 401].map((status) => [status, NEWEST_VERSION]),
  )
  const { body } = await api.get('/api/v1/settings', { key })
  assert.equal(body.data.api_version, NEWEST_VERSION)
})

test('a version that does not exist is refused with the header and the known ones', async () => {
  for (const version of ['2026-12-02', '2026-1-1', 'latest', '']) {
    const { status, body } = await initialize({ version })

    assert.equal(status, 400, version)
    assert.equal(body.code, 'invalid_request')
    assert.deepEqual(body.errors, [
      {
        field: 'X-Service-Version',
        code: 'not_allowed',
        message: `X-Service-Version must be one of ${BEFORE}, ${NEWEST_VERSION}.`,
      },
    ])
  }
})

test('a business keeps the version it began with, and the header overrides it', async () => {
  const { keys } = await pinned(BEFORE)
  const wrong = { key: keys.secretKey, body: { colour: 'red' } }

  const asPinned = await initialize(wrong)
  const newest = await initialize({ ...wrong, version: NEWEST_VERSION })
  const older = await initialize({ ...wrong, key: business.keys.secretKey, version: BEFORE })

  assert.deepEqual([asPinned.status, asPinned.version, asPinned.body.code], [400, BEFORE, UNKNOWN])
  assert.deepEqual([newest.version, newest.body.code], [NEWEST_VERSION, 'invalid_request'])
  assert.deepEqual([older.version, older.body.code], [BEFORE, UNKNOWN])
  assert.deepEqual(older.body.errors, newest.body.errors)
})

test('what did not change is the same in every version, to the digit', async () => {
  const metadata = '{"rate":1.50,"order":98765432109876543210,"n":1e2}'
  const body = { reference: 'order-1', metadata: JSON.parse('{}') }
  const raw = JSON.stringify({ ...PAYMENT, ...body }).replace('{}', metadata)
  const { secretKey: key } = business.keys
  await api.post('/api/v1/transactions/initialize', { key, raw })

  const [newest, older] = await Promise.all(
    [NEWEST_VERSION, BEFORE].map((version) =>
      api.get('/api/v1/transactions/verify/order-1', { key, headers: { [HEADER]: version } }),
    ),
  )

  assert.equal(older!.headers[HEADER], BEFORE)
  assert.equal(older!.text, newest!.text)
  assert(newest!.text.includes(metadata), newest!.text)
})

test('a response that is sent again has the bytes of the first, whatever the version', async () => {
  const idempotencyKey = 'order-2-attempt'

  const first = await initialize({ idempotencyKey, version: BEFORE })
  const again = await initialize({ idempotencyKey, version: NEWEST_VERSION })

  assert.deepEqual([first.status, again.status], [200, 200])
  assert.equal(again.text, first.text)
})

test('a business moves to another version in its settings, and live mode begins there', async () => {
  const one = await pinned(BEFORE)
  const { secretKey: key } = one.keys

  const none = await api.put('/api/v1/settings', { key, body: { api_version: '2020-01-01' } })
  const moved = await api.put('/api/v1/settings', { key, body: { api_version: NEWEST_VERSION } })

  assert.deepEqual([none.status, none.body.errors[0].field], [400, 'api_version'])
  assert.equal(moved.body.data.api_version, NEWEST_VERSION)
  assert.equal((await initialize({ key })).version, NEWEST_VERSION)

  const trying = { name: 'Ada’s Shop', email: 'owner@example.com' }
  const businessId = await context.sql.begin(async (sql) => {
    const { businessId: opened } = await createBusiness(sql, context.now(), trying)
    const [test, live] = (['test', 'live'] as const).map((mode) => ({ businessId: opened, mode }))
    await openWebhookEndpoints(sql, context.keys, test!, context.now())
    await sql`update business_mode set api_version = ${BEFORE} where business_id = ${opened}`
    await sql`update webhook_endpoint set api_version = ${BEFORE} where business_id = ${opened}`
    await openLive(sql, context.now(), opened)
    await openWebhookEndpoints(sql, context.keys, live!, context.now())
    return opened
  })
  const versions = await context.sql`
    select api_version from business_mode where business_id = ${businessId} and mode = 'live'
    union all
    select api_version from webhook_endpoint where business_id = ${businessId} and mode = 'live'
  `
  assert.deepEqual(
    versions.map((row) => row['apiVersion']),
    [BEFORE, BEFORE, BEFORE],
  )
})

test('events are sent in the version of the webhook settings, and stored as they were', async () => {
  const one = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, one, receiver.url)
  const payload = '{"event":"card_testing.detected","data":{"n":1.50},"created_at":"2026-12-02"}'
  const inVersion = (version: string, text: string) => eventIn(version, text, EXAMPLE)
  await givenEvent(context, one, { payload })
  await deliverDue(context, { inVersion })
  await context.sql`
    update webhook_endpoint set api_version = ${BEFORE} where business_id = ${one.businessId}
  `

  const eventId = await givenEvent(context, one, { payload })
  await deliverDue(context, { inVersion })

  const [newest, older] = receiver.received
  assert.deepEqual([newest!.headers[HEADER], newest!.body], [NEWEST_VERSION, payload])
  assert.equal(older!.headers[HEADER], BEFORE)
  assert.equal(older!.body, payload.replace('detected', 'stopped'))
  assert.ok(await verifies(older!, one.webhookSecret))
  const [stored] = await context.sql`
    select payload from event where business_id = ${one.businessId} and event_id = ${eventId}
  `
  assert.equal(stored!['payload'], payload)
})

test('a deprecated route says since when, and when it ends', async () => {
  const app = fastify()
  app.decorateRequest('apiVersion', '')
  versioned(app)
  const old = record('/old', {
    needs: 'anyone',
    deprecated: '2027-03-01',
    operationId: 'getOld',
    summary: 'Fetch the old form',
    answer: Type.Object({}),
    handle: async () => ({}),
  })
  const schemas: unknown[] = []
  app.addHook(
    'onRoute',
    ({ schema }) => void schemas.push((schema as { deprecated?: boolean }).deprecated),
  )
  app.register(mount(context, [{ ...old, schema: {} }]))

  const { headers } = await app.inject('/old')

  assert.equal(headers['deprecation'], `@${Date.UTC(2027, 2, 1) / 1000}`)
  assert.equal(headers['sunset'], 'Wed, 01 Mar 2028 00:00:00 GMT')
  assert.match(String(headers['link']), /rel="deprecation"/)
  assert(schemas.includes(true), 'in the document too')
  await app.close()
})

test('the webhook settings have a version of their own', async () => {
  const { secretKey: key } = business.keys

  const before = await api.get('/api/v1/webhooks', { key })
  const after = await api.put('/api/v1/webhooks', { key, body: { api_version: NEWEST_VERSION } })
  const none = await api.put('/api/v1/webhooks', { key, body: { api_version: 'latest' } })

  assert.equal(before.body.data.api_version, NEWEST_VERSION)
  assert.equal(after.body.data.api_version, NEWEST_VERSION)
  assert.deepEqual([none.status, none.body.errors[0].field], [400, 'api_version'])
})
