import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import {
  forgetPending,
  freeze,
  givenEvent,
  givenReceiver,
  givenUrl,
  type Receiver,
  verifies,
  verifiesStandard,
} from '../../../test/receiver.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../context.ts'
import {
  changeEndpoint,
  createEndpoint,
  ENDPOINTS_MAX,
  endpointNamed,
  listEndpointsAdded,
  removeEndpoint,
  revealEndpointSecret,
  rollEndpointSecret,
} from './endpoints.ts'
import { findEvent, resendEvent } from './events.ts'
import { changeWebhooks, deliverDue } from './webhooks.ts'

const context = useContext()

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => forgetPending(context))

async function givenAdded(url: string, events?: string[], scope: Scope = business) {
  const { endpoint, secret } = await createEndpoint(
    context,
    scope,
    { url, ...(events && { events }) },
    null,
  )
  return { ...endpoint, secret }
}

async function rowsOf(scope: Scope = business) {
  const rows = await context.sql<{ endpoint: string; state: string; attempts: number }[]>`
    select endpoint, state, attempts from delivery
    where business_id = ${scope.businessId} and mode = ${scope.mode}
    order by event_id, endpoint desc
  `
  return rows.map(({ endpoint, state, attempts }) => [endpoint, state, attempts])
}

const idsOf = (receiver: Receiver) => receiver.received.map(({ headers }) => headers['webhook-id'])

test('an event is sent once to each endpoint, signed with the secret of each', async () => {
  const [first, second] = [await givenReceiver(), await givenReceiver()]
  await givenUrl(context, business, first.url)
  const added = await givenAdded(second.url)

  const id = await givenEvent(context, business)
  assert.equal(await deliverDue(context), 2)
  assert.equal(await deliverDue(context), 0)

  assert.deepEqual(idsOf(first), [publicId('event', id)])
  assert.deepEqual(idsOf(second), [publicId('event', id)])
  assert.equal(first.received[0]!.body, second.received[0]!.body)
  assert.notEqual(added.secret, business.webhookSecret)
  for (const check of [verifies, verifiesStandard]) {
    assert.ok(await check(first.received[0]!, business.webhookSecret))
    assert.ok(await check(second.received[0]!, added.secret))
    assert.ok(!(await check(second.received[0]!, business.webhookSecret)))
  }
  assert.deepEqual(await rowsOf(), [
    [added.route, 'delivered', 1],
    ['standard', 'delivered', 1],
  ])
})

test('each endpoint gets the types that it subscribes to, and needs no URL in the settings', async () => {
  const [all, refunds] = [await givenReceiver(), await givenReceiver()]
  await givenAdded(all.url)
  const some = await givenAdded(refunds.url, ['refund.failed'])

  await givenEvent(context, business, { type: 'transaction.success' })
  await givenEvent(context, business, { type: 'refund.failed' })
  await givenEvent(context, business, { route: 'dedicated_virtual_account' })
  await deliverDue(context)

  // And one that tells that the second was added.
  const counts = Map.groupBy(all.received, ({ body }) => JSON.parse(body).event)
  assert.deepEqual([...counts].map(([type, sent]) => [type, sent.length]).toSorted(), [
    ['refund.failed', 1],
    ['transaction.success', 2],
    ['webhook.updated', 1],
  ])
  assert.deepEqual(
    refunds.received.map(({ body }) => JSON.parse(body).event),
    ['refund.failed'],
  )
  await changeEndpoint(context, business, some.route, { events: ['payout.failed'] })
  await givenEvent(context, business, { type: 'payout.failed' })
  await deliverDue(context)
  assert.equal(refunds.received.length, 2)
})

test('an endpoint that fails is retried alone, and the other is not sent to again', async () => {
  const { frozen, advance } = freeze(context)
  const well = await givenReceiver()
  const ill = await givenReceiver((n) => ({ status: n < 3 ? 500 : 200 }))
  await givenUrl(context, business, well.url)
  const added = await givenAdded(ill.url)
  const eventId = await givenEvent(frozen, business)

  await deliverDue(frozen)
  for (const wait of [10 * SECOND, 2 * MINUTE]) {
    advance(wait)
    await deliverDue(frozen)
  }

  assert.equal(well.received.length, 1)
  assert.equal(ill.received.length, 3)
  const { event, attempts } = await findEvent(context, { ...business, eventId })
  assert.deepEqual(
    event.deliveries.map(({ endpoint, state, attempts: n }) => [endpoint, state, n]),
    [
      ['standard', 'delivered', 1],
      [added.route, 'delivered', 3],
    ],
  )
  assert.deepEqual(
    attempts.map(({ endpoint, attempt, status }) => [endpoint, attempt, status]).toSorted(),
    [
      ['settings', 1, 200],
      [added.route, 1, 500],
      [added.route, 2, 500],
      [added.route, 3, 200],
    ],
  )
  assert.equal((await endpointNamed(context, business, added.route)).failures, 0)
})

test('a worker that dies before it recorded one of two sends only that one again', async () => {
  const { frozen, advance } = freeze(context)
  const [one, two] = [await givenReceiver(), await givenReceiver()]
  await givenUrl(context, business, one.url)
  const added = await givenAdded(two.url)
  await givenEvent(frozen, business)
  // Its lease is all that is left of the worker.
  await context.sql`
    update delivery
    set lease_until = ${later(frozen.now(), MINUTE)}, lease_token = gen_random_uuid()
    where business_id = ${business.businessId} and endpoint = ${added.route}
  `
  await deliverDue(frozen)
  assert.deepEqual([one.received.length, two.received.length], [1, 0])

  advance(2 * MINUTE)
  await deliverDue(frozen)

  assert.deepEqual([one.received.length, two.received.length], [1, 1])
})

test('a resend that no URL would get is refused, whatever other endpoints there are', async () => {
  const id = await givenEvent(context, business)
  const { url } = await givenReceiver()
  await givenAdded(url, ['refund.processed'])

  await assert.rejects(resendEvent(context, { ...business, eventId: id }), {
    code: 'no_webhook_address',
  })
  assert.deepEqual(await rowsOf(), [])
})

test('an endpoint deleted while a delivery is under way: that ends, and nothing else is sent', async () => {
  const { promise, resolve } = Promise.withResolvers<{ status: number }>()
  const receiver = await givenReceiver(() => promise)
  const added = await givenAdded(receiver.url)
  await givenEvent(context, business)
  const running = deliverDue(context)
  await receiver.arrived(1)
  await givenEvent(context, business)

  await removeEndpoint(context, business, added.route)
  resolve({ status: 500 })
  await running
  const { frozen, advance } = freeze(context)
  advance(10 * MINUTE)
  await deliverDue(frozen)

  assert.equal(receiver.received.length, 1)
  assert.deepEqual(
    (await rowsOf()).map(([, state]) => state),
    ['failed', 'failed'],
  )
  const [error] = await context.sql<{ lastError: string }[]>`
    select last_error from delivery where business_id = ${business.businessId} limit 1
  `
  assert.equal(error?.lastError, 'endpoint_deleted')
  assert.deepEqual(await listEndpointsAdded(context, business), [])
  await givenEvent(context, business)
  assert.equal((await rowsOf()).length, 2)
})

test('the row of a deleted endpoint goes once nothing is pending at it', async () => {
  const added = await givenAdded('https://books.example/hooks')
  for (let n = 0; n < 3; n++) await givenEvent(context, business)
  await context.sql`
    update webhook_endpoint set failures = 12, failing_since = ${context.now()}
    where business_id = ${business.businessId} and route = ${added.route}
  `
  await removeEndpoint(context, business, added.route)
  const exists = async () => {
    const rows = await context.sql`
      select 1 from webhook_endpoint
      where business_id = ${business.businessId} and route = ${added.route}
    `
    return rows.length === 1
  }

  await givenAdded('https://other.example/hooks')
  assert.ok(await exists())
  await deliverDue(context)
  await givenAdded('https://third.example/hooks')

  assert.ok(!(await exists()))
})

test('a paused endpoint gets nothing; switched on again, it gets what happens from then on', async () => {
  const receiver = await givenReceiver()
  const { route } = await givenAdded(receiver.url)
  await givenEvent(context, business)
  const paused = await changeEndpoint(context, business, route, { enabled: false })
  assert.equal(paused.disabledReason, 'paused')
  await givenEvent(context, business)
  await deliverDue(context)
  assert.equal(receiver.received.length, 0)

  const on = await changeEndpoint(context, business, route, { enabled: true })
  await givenEvent(context, business)
  await deliverDue(context)

  assert.equal(on.disabledAt, null)
  const types = receiver.received.map(({ body }) => JSON.parse(body).event)
  assert.deepEqual(types.toSorted(), ['transaction.success', 'webhook.enabled'])
})

test('a mode has at most ten added endpoints, also when they are added at once', async () => {
  const url = 'https://books.example/hooks'
  const asked = Array.from({ length: ENDPOINTS_MAX + 3 }, () => givenAdded(url))

  const results = await Promise.allSettled(asked)

  const refused = results.filter((result) => result.status === 'rejected')
  assert.equal(refused.length, 3)
  for (const { reason } of refused) {
    assert.ok(reason instanceof Refusal)
    assert.equal(reason.code, 'too_many_endpoints')
  }
  const [first] = await listEndpointsAdded(context, business)
  await removeEndpoint(context, business, first!.route)
  await givenAdded(url)
})

test('a repeated request adds one endpoint, whose shown secret is the valid one', async () => {
  const effectId = '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f'
  const sent = { url: 'https://books.example/hooks' }
  await createEndpoint(context, business, sent, effectId)
  const again = await createEndpoint(context, business, sent, effectId)

  const [only, ...others] = await listEndpointsAdded(context, business)

  assert.deepEqual(others, [])
  assert.equal(await revealEndpointSecret(context, business, only!.route), again.secret)
})

for (const url of ['ftp://books.example', 'http://10.0.0.1/hooks', 'books.example', '']) {
  test(`${JSON.stringify(url)} is refused as the URL of an endpoint`, async () => {
    await assert.rejects(givenAdded(url), (error: unknown) => {
      assert.ok(error instanceof Refusal)
      assert.deepEqual(
        [error.code, error.errors?.map(({ field }) => field)],
        ['invalid_request', ['url']],
      )
      return true
    })
  })
}

test('an endpoint is of one business and mode', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const receiver = await givenReceiver()
  const { route } = await givenAdded(receiver.url)
  const isUnknown = (error: unknown) =>
    error instanceof Refusal && error.code === 'endpoint_not_found'

  for (const scope of [other, { ...business, mode: 'live' as const }]) {
    await assert.rejects(endpointNamed(context, scope, route), isUnknown)
    await assert.rejects(changeEndpoint(context, scope, route, { enabled: false }), isUnknown)
    await assert.rejects(removeEndpoint(context, scope, route), isUnknown)
    await assert.rejects(rollEndpointSecret(context, scope, route, 0), isUnknown)
    await assert.rejects(revealEndpointSecret(context, scope, route), isUnknown)
  }
  await givenEvent(context, other)
  await deliverDue(context)
  assert.equal(receiver.received.length, 0)
})

test('during a roll, both secrets of an endpoint sign; after it, the new one', async () => {
  const { frozen, advance } = freeze(context)
  const receiver = await givenReceiver()
  const { route, secret: old } = await givenAdded(receiver.url, ['transaction.success'])
  const { secret } = await rollEndpointSecret(frozen, business, route, 1)

  await givenEvent(frozen, business)
  await deliverDue(frozen)
  advance(2 * HOUR)
  await givenEvent(frozen, business)
  await deliverDue(frozen)

  const [during, after] = receiver.received
  assert.ok(await verifies(during!, old))
  assert.ok(await verifiesStandard(during!, old))
  assert.ok(await verifiesStandard(during!, secret))
  assert.ok(await verifies(after!, secret))
  assert.ok(!(await verifiesStandard(after!, old)))
})

test('a second writer of an endpoint starts again from what the first wrote', async () => {
  const { route } = await givenAdded('https://books.example/hooks')

  await Promise.all([
    changeEndpoint(context, business, route, { description: 'Books' }),
    changeEndpoint(context, business, route, { events: ['refund.failed'] }),
    rollEndpointSecret(context, business, route, 0),
  ])

  const { description, events, version } = await endpointNamed(context, business, route)
  assert.deepEqual([description, events, version], ['Books', ['refund.failed'], 3])
})

test('another process claims what one has added', async () => {
  const receiver = await givenReceiver()
  await givenAdded(receiver.url)
  const other = contextOn(context.database)
  await givenEvent(other, business)

  const sent = await Promise.all([deliverDue(context), deliverDue(other)])

  assert.equal(sent[0] + sent[1], 1)
  assert.equal(receiver.received.length, 1)
  await disconnect(other)
})

test('a process of the version before sees the queues of the settings only', async () => {
  await changeWebhooks(context, business, { urls: { standard: 'https://shop.example/hooks' } })
  const { route } = await givenAdded('https://books.example/hooks')
  await givenEvent(context, business)
  const { businessId } = business
  const queuesIn = async (view: string) => {
    const rows = await context.sql<{ endpoint: string }[]>`
      select endpoint from ${context.sql(view)} where business_id = ${businessId} order by 1 desc
    `
    return rows.map(({ endpoint }) => endpoint)
  }

  assert.deepEqual(await queuesIn('webhook_queue'), [route, 'standard'])
  assert.deepEqual(await queuesIn('delivery_queue'), ['standard'])
})
