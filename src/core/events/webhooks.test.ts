import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { givenEvent } from '../../../test/receiver.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refusals } from '../../platform/refusals.ts'
import type { Scope } from '../context.ts'
import { mount } from '../route.ts'
import { NEWEST_VERSION } from '../versions.ts'
import { ErrorBody } from '../wire.ts'
import { EVENT_TYPES, type EventType } from './types.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { changeWebhooks, emit, eventBody, openWebhookEndpoints } from './webhooks.ts'

const context = useContext()
const URL = 'https://shop.example/webhooks'

test('an event exists if and only if what it reports was committed', async () => {
  const business = await givenUrlAt(URL)
  const at = context.now()
  const { businessId, mode } = business
  const event = { businessId, mode, type: 'payout.failed', route: 'standard', at } as const
  const payload = eventBody('payout.failed', '{}', at)

  const rolledBack = context.sql.begin(async (sql) => {
    await emit(sql, [{ ...event, id: newId(at), payload }])
    throw new Error('the payment was not made after all')
  })
  await assert.rejects(rolledBack, /not made after all/)
  assert.deepEqual(await eventsOf(business), [])

  const id = newId<'event'>(at)
  await context.sql.begin((sql) => emit(sql, [{ ...event, id, payload }]))
  assert.deepEqual(await eventsOf(business), [{ eventId: id, payload, state: null }])
})

test('the body contains the data unchanged', () => {
  const at = new Date('2026-01-02T03:04:05.006Z')
  assert.equal(
    eventBody('transaction.success', '{"metadata":{"n":1.0e2, "n2":"ñ"}}', at),
    '{"event":"transaction.success","data":{"metadata":{"n":1.0e2, "n2":"ñ"}},' +
      '"created_at":"2026-01-02T03:04:05.006Z"}',
  )
})

test('every event is stored; subscribed ones get a delivery', async () => {
  const business = await givenBusiness(context)
  const change = { urls: { standard: URL }, events: ['refund.failed'] }
  await changeWebhooks(context, business, change)
  for (const type of EVENT_TYPES) await givenEvent(context, business, { type })

  const events = await eventsOf(business)

  assert.equal(events.length, EVENT_TYPES.length)
  const promised = events.filter(({ state }) => state !== null)
  assert.deepEqual(promised.map(typeOf), ['refund.failed'])
})

test('a new endpoint subscribes to the contract’s two events', async () => {
  const business = await givenUrlAt(URL)
  for (const type of EVENT_TYPES) await givenEvent(context, business, { type })

  const promised = (await eventsOf(business)).filter(({ state }) => state === 'pending')

  assert.deepEqual(promised.map(typeOf).sort(), ['transaction.success', 'transfer.received'])
})

test('without a URL, an event is stored without a delivery', async () => {
  const business = await givenBusiness(context)
  await givenEvent(context, business)

  assert.deepEqual(
    (await eventsOf(business)).map(({ state }) => state),
    [null],
  )
})

test('events of several businesses are emitted together, each to its own endpoint', async () => {
  const [first, second] = [await givenUrlAt(URL), await givenBusiness(context)]
  const at = context.now()
  const events = [first, second, first].map(({ businessId, mode }) => {
    const payload = eventBody('transfer.received', '{}', at)
    const id = newId<'event'>(at)
    return {
      businessId,
      mode,
      id,
      type: 'transfer.received',
      route: 'standard',
      payload,
      at,
    } as const
  })

  await context.sql.begin((sql) => emit(sql, events))

  const states = async (business: Scope) => (await eventsOf(business)).map(({ state }) => state)
  assert.deepEqual(await states(first), ['pending', 'pending'])
  assert.deepEqual(await states(second), [null])
})

test('neither the service nor the owner of the database can change an event by mistake', async () => {
  const business = await givenBusiness(context)
  await givenEvent(context, business)

  await assert.rejects(context.sql`update event set payload = '{}'`, { code: '42501' })
  await assert.rejects(context.sql`delete from event`, { code: '42501' })
  await assert.rejects(context.sql`delete from delivery_attempt`, { code: '42501' })
  await assert.rejects(
    asOwner(context, (sql) => sql`update event set payload = '{}'`),
    { code: '55000' },
  )
})

test('a secret is sealed in the database and bound to its row', async () => {
  const business = await givenBusiness(context)

  const rows = await context.sql<{ route: string; secret: string }[]>`
    select route, secret from webhook_endpoint
    where business_id = ${business.businessId} and mode = 'test' order by route desc
  `

  assert.notEqual(business.webhookSecret, business.dedicatedSecret)
  const bound = (route: string) => `webhook_endpoint.secret.${business.businessId}.test.${route}`
  for (const [i, secret] of [business.webhookSecret, business.dedicatedSecret].entries()) {
    const row = rows[i]!
    assert.ok(!row.secret.includes(secret.slice(6, 20)))
    assert.equal(context.keys.open(row.secret, bound(row.route)), secret)
    assert.throws(() => context.keys.open(row.secret, bound(rows[1 - i]!.route)))
  }
})

test('settings are empty at first and are returned as they were set', async () => {
  const business = await givenBusiness(context)
  const app = server(business)

  const before = await app.inject('/webhooks')
  assert.equal(before.statusCode, 200)
  assert.deepEqual(before.json(), {
    status: 'success',
    message: 'Webhook settings',
    data: {
      domain: 'test',
      url: null,
      dedicated_virtual_account_url: null,
      events: ['transaction.success', 'transfer.received'],
      format: 'standard',
      api_version: NEWEST_VERSION,
      endpoints: {
        standard: endpointWith(business.webhookSecret),
        dedicated_virtual_account: endpointWith(business.dedicatedSecret),
      },
      notices: [],
    },
  })

  const change = {
    url: URL,
    dedicated_virtual_account_url: 'http://localhost:3000/va',
    events: ['transfer.received', 'payout.failed', 'payout.failed'],
  }
  const put = await app.inject({ method: 'PUT', url: '/webhooks', payload: change })
  const after = (await app.inject('/webhooks')).json().data
  assert.deepEqual(put.json().data, after)
  assert.equal(after.url, change.url)
  assert.equal(after.dedicated_virtual_account_url, change.dedicated_virtual_account_url)
  assert.deepEqual(after.events, ['transfer.received', 'payout.failed'])
})

test('fields that are not sent keep their value; null clears', async () => {
  const business = await givenBusiness(context)
  const app = server(business)
  const put = async (payload: object) =>
    (await app.inject({ method: 'PUT', url: '/webhooks', payload })).json().data

  await put({ url: URL, dedicated_virtual_account_url: URL, events: ['payout.success'] })
  const some = await put({ dedicated_virtual_account_url: null })
  const none = await put({})

  assert.equal(some.url, URL)
  assert.equal(some.dedicated_virtual_account_url, null)
  assert.deepEqual(some.events, ['payout.success'])
  assert.deepEqual(none, some)
})

test('every invalid field is reported at once, and nothing changes', async () => {
  const business = await givenUrlAt(URL)
  const app = server(business)

  const refused = await app.inject({
    method: 'PUT',
    url: '/webhooks',
    payload: {
      url: 'http://169.254.169.254/',
      dedicated_virtual_account_url: 'ftp://x',
      events: ['payout.success', 'payout.maybe', '__proto__'],
    },
  })

  assert.equal(refused.statusCode, 400)
  const { errors } = refused.json()
  assert.deepEqual(
    errors.map(({ field, code }: { field: string; code: string }) => `${field}: ${code}`),
    [
      'url: invalid_url',
      'dedicated_virtual_account_url: invalid_url',
      'events.1: unknown_event',
      'events.2: unknown_event',
    ],
  )
  assert.equal((await app.inject('/webhooks')).json().data.url, URL)
})

test('live mode takes https only', async () => {
  const business = await givenBusiness(context)
  const live = { businessId: business.businessId, mode: 'live' } as const
  await context.sql.begin((sql) => openWebhookEndpoints(sql, context.keys, live, context.now()))
  const app = server(live)
  const put = async (url: string) =>
    (await app.inject({ method: 'PUT', url: '/webhooks', payload: { url } })).statusCode

  assert.equal(await put('http://shop.example/webhooks'), 400)
  assert.equal(await put('https://localhost/webhooks'), 400)
  assert.equal(await put('https://127.0.0.1/webhooks'), 400)
  assert.equal(await put('https://shop.example/webhooks'), 200)
  assert.equal((await server(business).inject('/webhooks')).json().data.url, null)
})

test('a new secret is returned once, and settings show only its end', async () => {
  const business = await givenBusiness(context)
  const app = server(business)
  const payload = { which: 'dedicated_virtual_account', overlap_hours: 24 }

  const rolled = await app.inject({ method: 'POST', url: '/webhooks/roll-secret', payload })

  assert.equal(rolled.statusCode, 200)
  const { secret, which, old_secret_until: until } = rolled.json().data
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(secret, business.dedicatedSecret)
  assert.equal(which, 'dedicated_virtual_account')
  const hours = (Date.parse(until) - context.now().getTime()) / HOUR
  assert.ok(hours > 23.9 && hours <= 24)
  const shown = await app.inject('/webhooks')
  assert.ok(!shown.body.includes(secret))
  const { endpoints } = shown.json().data
  assert.deepEqual(endpoints.dedicated_virtual_account, {
    ...endpointWith(secret),
    old_secret_until: until,
  })
  assert.deepEqual(endpoints.standard, endpointWith(business.webhookSecret))
})

test('a roll without overlap drops all old secrets', async () => {
  const business = await givenBusiness(context)
  const app = server(business)
  const roll = (overlap_hours: number) =>
    app.inject({
      method: 'POST',
      url: '/webhooks/roll-secret',
      payload: { which: 'standard', overlap_hours },
    })

  await roll(24)
  const last = await roll(0)

  assert.equal(last.json().data.old_secret_until, null)
  const [row] = await context.sql`
    select previous_secret, previous_until from webhook_endpoint
    where business_id = ${business.businessId} and mode = 'test' and route = 'standard'
  `
  assert.deepEqual({ ...row }, { previousSecret: null, previousUntil: null })
})

const refusedRolls: [string, object][] = [
  ['an overlap of 25 hours', { which: 'standard', overlap_hours: 25 }],
  ['an overlap below zero', { which: 'standard', overlap_hours: -1 }],
  ['half an hour', { which: 'standard', overlap_hours: 0.5 }],
  ['no overlap named', { which: 'standard' }],
  ['an address that there is not', { which: 'other', overlap_hours: 0 }],
]
for (const [name, payload] of refusedRolls) {
  test(`roll-secret refuses ${name}`, async () => {
    const app = server(await givenBusiness(context))
    const reply = await app.inject({ method: 'POST', url: '/webhooks/roll-secret', payload })
    assert.equal(reply.statusCode, 400)
  })
}

/** The routes alone, for any key. */
function server(scope: Scope) {
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false } } })
  app.addSchema(ErrorBody)
  app.decorateRequest('scope')
  app.addHook('onRequest', async (request) => {
    request.scope = { businessId: scope.businessId, mode: scope.mode }
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (!(error instanceof Refusal)) {
      const message = error.message
      return reply
        .status(error.statusCode ?? 500)
        .send({ status: 'error', code: '', message, request_id: '' })
    }
    const { code, errors } = error
    const { status, message } = refusals[code]
    return reply.status(status).send({ status: 'error', code, message, errors, request_id: '' })
  })
  app.register(mount(context, webhookRoutes))
  return app
}

async function givenUrlAt(url: string): Promise<GivenBusiness> {
  const business = await givenBusiness(context)
  await changeWebhooks(context, business, { urls: { standard: url } })
  return business
}

function endpointWith(secret: string) {
  return {
    secret_hint: `whsec_…${secret.slice(-4)}`,
    old_secret_until: null,
    failures: 0,
    failing_since: null,
    next_probe_at: null,
    disabled_at: null,
    disabled_reason: null,
  }
}

/** In the order of emission, with the states of deliveries. */
async function eventsOf({ businessId, mode }: Scope) {
  const rows = await context.sql<{ eventId: string; payload: string; state: string | null }[]>`
    select e.event_id, e.payload, d.state
    from event e
    left join delivery d using (business_id, mode, event_id)
    where e.business_id = ${businessId} and e.mode = ${mode}
    order by e.event_id
  `
  return rows.map((row) => ({ ...row }))
}

function typeOf({ payload }: { payload: string }): EventType {
  return JSON.parse(payload).event
}
