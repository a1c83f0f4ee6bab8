import assert from 'node:assert/strict'
import { afterEach, type TestContext, test } from 'node:test'
import {
  forgetPending,
  freeze,
  givenEvent,
  givenEvents,
  givenReceiver,
  givenUrl,
} from '../../../test/receiver.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR, later, SECOND } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Context } from '../context.ts'
import { claimDeliveries } from './deliver.sql.ts'
import { deliverDue, EVENTS_TOPIC, startDeliverer } from './webhooks.ts'

const context = useContext()
const never = () => new Promise<never>(() => {})

afterEach(() => forgetPending(context))

test('events of this process are sent at once, those of another at the next scan', async (t) => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  const elsewhere = contextOn(context.database)
  t.mock.timers.enable({ apis: ['setInterval'] })
  await givenEvent(context, business)
  const deliverer = givenDeliverer(t, context)
  await receiver.arrived(1)

  await givenEvent(context, business)
  context.pubSub.publish(EVENTS_TOPIC, business)
  await receiver.arrived(2)
  await givenEvent(elsewhere, business)
  t.mock.timers.tick(SECOND)
  await receiver.arrived(3)

  await deliverer.stop()
  await disconnect(elsewhere)
})

test('a hanging endpoint with a backlog delays no other, and gets ten at once', async (t) => {
  const [hanging, healthy] = [await givenBusiness(context), await givenBusiness(context)]
  const hangs = await givenReceiver(never)
  const answers = await givenReceiver()
  await givenUrl(context, hanging, hangs.url)
  await givenUrl(context, healthy, answers.url)
  for (let i = 0; i < 30; i++) await givenEvent(context, hanging)
  const deliverer = givenDeliverer(t, context, { drainMs: 10, deadlineMs: HOUR })
  await hangs.arrived(10)

  for (let i = 1; i <= 25; i++) {
    await givenEvent(context, healthy)
    for (const one of [hanging, healthy]) context.pubSub.publish(EVENTS_TOPIC, one)
    await answers.arrived(i)
  }

  assert.equal(hangs.openMax(), 10)
  await deliverer.stop()
})

test('a backlog beyond the slots of an endpoint is sent as slots become free', async (t) => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  for (let i = 0; i < 45; i++) await givenEvent(context, business)

  // There is one scan, at the beginning.
  t.mock.timers.enable({ apis: ['setInterval'] })
  const deliverer = givenDeliverer(t, context)
  await receiver.arrived(45)
  await deliverer.stop()

  assert.ok(receiver.openMax() <= 10)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 45)
})

test('an endpoint with one delivery in flight gets nine more at once', async (t) => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver(never)
  await givenUrl(context, business, receiver.url)
  const deliverer = givenDeliverer(t, context, { drainMs: 10, deadlineMs: HOUR })
  await givenEvent(context, business)
  await receiver.arrived(1)

  await givenEvents(context, business, 20)
  await receiver.arrived(10)
  await deliverer.stop()

  assert.equal(receiver.openMax(), 10)
})

test('an endpoint that has failed ten times gets a single connection', async () => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver(() => ({ status: 500 }))
  await givenUrl(context, business, receiver.url)
  for (let i = 0; i < 25; i++) await givenEvent(context, business)

  assert.equal(await deliverDue(context), 10)
  assert.equal(await deliverDue(context), 1)
})

test('two workers share a backlog and send nothing twice', async () => {
  const businesses = await Promise.all(Array.from({ length: 8 }, () => givenBusiness(context)))
  const receiver = await givenReceiver()
  for (const business of businesses) {
    await givenUrl(context, business, receiver.url)
    for (let i = 0; i < 10; i++) await givenEvent(context, business)
  }
  const other = contextOn(context.database)

  const sent = await Promise.all([context, other, context, other].map((one) => deliverDue(one)))

  assert.equal(
    sent.reduce((sum, count) => sum + count),
    80,
  )
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 80)
  assert.equal(receiver.received.length, 80)
  await disconnect(other)
})

test('deliveries of a killed worker are sent when their lease expires', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  const receiver = await givenReceiver()
  await givenUrl(frozen, business, receiver.url)
  await givenEvent(frozen, business)
  const taken = await claimDeliveries(context.hot, {
    now: frozen.now(),
    leaseUntil: later(frozen.now(), 60 * SECOND),
    token: newId<'lease'>(frozen.now()),
    whose: null,
    busy: [],
    max: 10,
    perEndpointMax: 10,
    failuresMax: 10,
    probesMax: 10,
    nextProbeAt: later(frozen.now(), 60 * SECOND),
  })
  assert.equal(taken.length, 1)

  advance(59_999)
  assert.equal(await deliverDue(frozen), 0)
  advance(1)
  assert.equal(await deliverDue(frozen), 1)

  assert.equal(receiver.received[0]!.headers['x-service-attempt'], '1')
})

test('a worker that was frozen past its lease changes nothing', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  const late = Promise.withResolvers<{ status: number }>()
  const receiver = await givenReceiver((n) => (n === 1 ? late.promise : { status: 200 }))
  await givenUrl(frozen, business, receiver.url)
  const id = await givenEvent(frozen, business)
  const frozenWorker = deliverDue(frozen)
  await receiver.arrived(1)

  advance(60 * SECOND - 1)
  assert.equal(await deliverDue(frozen), 0, 'until then it may still answer')
  advance(1)
  assert.equal(await deliverDue(frozen), 1)
  late.resolve({ status: 500 })
  await frozenWorker

  const [row] = await context.sql`
    select state, attempts, last_status from delivery
    where business_id = ${business.businessId} and mode = 'test' and event_id = ${id}
  `
  assert.deepEqual({ ...row }, { state: 'delivered', attempts: 1, lastStatus: 200 })
  const [{ count }] = await context.sql<[{ count: bigint }]>`
    select count(*) from delivery_attempt
    where business_id = ${business.businessId} and mode = 'test'
  `
  assert.equal(count, 1n)
})

test('a worker that was frozen during its claim sends nothing of it', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  const receiver = await givenReceiver()
  await givenUrl(frozen, business, receiver.url)
  await givenEvent(frozen, business)
  const freezing = new Proxy(context.hot, {
    apply(target, self, args) {
      advance(60 * SECOND)
      return Reflect.apply(target as never, self, args)
    },
  })

  assert.equal(await deliverDue({ ...frozen, hot: freezing }), 0)
  assert.equal(receiver.received.length, 0)
  assert.equal(await deliverDue(frozen), 1)
})

test('a stopped deliverer claims no more and waits for deliveries in flight', async (t) => {
  const business = await givenBusiness(context)
  const answer = Promise.withResolvers<{ status: number }>()
  const receiver = await givenReceiver(() => answer.promise)
  await givenUrl(context, business, receiver.url)
  await givenEvent(context, business)
  const deliverer = givenDeliverer(t, context)
  await receiver.arrived(1)

  const stopped = deliverer.stop()
  await givenEvent(context, business)
  context.pubSub.publish(EVENTS_TOPIC, business)
  answer.resolve({ status: 200 })
  await stopped

  const rows = await context.sql`
    select state from delivery
    where business_id = ${business.businessId} and mode = 'test' order by event_id
  `
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['delivered', 'pending'],
  )
})

test('unfinished deliveries are released when the drain time is over', async (t) => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver((n) => (n === 1 ? never() : { status: 200 }))
  await givenUrl(context, business, receiver.url)
  await givenEvent(context, business)
  const deliverer = givenDeliverer(t, context, { drainMs: 10, deadlineMs: HOUR })
  await receiver.arrived(1)
  await deliverer.stop()

  assert.equal(await deliverDue(context), 1)
})

test('a worker that was frozen past its lease releases nothing that another has claimed', async (t) => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  const answer = Promise.withResolvers<{ status: number }>()
  const receiver = await givenReceiver((n) => (n === 1 ? never() : answer.promise))
  await givenUrl(frozen, business, receiver.url)
  await givenEvent(frozen, business)
  // There is one scan, at the beginning.
  t.mock.timers.enable({ apis: ['setInterval'] })
  const deliverer = givenDeliverer(t, frozen, { drainMs: 10, deadlineMs: HOUR })
  await receiver.arrived(1)
  advance(60 * SECOND)
  const other = deliverDue(frozen)
  await receiver.arrived(2)

  await deliverer.stop()

  assert.equal(await deliverDue(frozen), 0)
  answer.resolve({ status: 200 })
  assert.equal(await other, 1)
})

test('a deliverer survives an unavailable database', async (t) => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  let failures = 0
  const away = new Proxy(context.hot, {
    apply(target, self, args) {
      if (failures++ === 0) throw new Error('no connection')
      return Reflect.apply(target as never, self, args)
    },
  })
  const deliverer = givenDeliverer(t, { ...context, hot: away })
  await givenEvent(context, business)

  await receiver.arrived(1)
  await deliverer.stop()

  assert.ok(failures > 1)
})

/** Stops at the end of the test, even if it fails. */
function givenDeliverer(
  t: TestContext,
  at: Context,
  options: { drainMs?: number; deadlineMs?: number } = {},
) {
  const deliverer = startDeliverer(at, options)
  t.after(() => deliverer.stop())
  return deliverer
}
