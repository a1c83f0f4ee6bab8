import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { type Answer, useApi } from '../../../test/api.ts'
import {
  findDelivery,
  forgetPending,
  freeze,
  givenEvent,
  givenEvents,
  givenReceiver,
  givenUrl,
  verifies,
  verifiesStandard,
} from '../../../test/receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, later, SECOND } from '../../platform/clock.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { RETRY_SECONDS } from './deliver.ts'
import { resendIds } from './events.sql.ts'
import type { EventId } from './webhooks.sql.ts'
import { changeWebhooks, deliverDue, findWebhooks, startDeliverer } from './webhooks.ts'

// Resending one event, or all of a time range.

const context = useContext()
const api = useApi(context)
const exactly = { jitter: () => 0 }

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => forgetPending(context))

test('a delivered event is resent with the same id and body and new signatures', async () => {
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  const id = await givenEvent(context, business)
  await deliverDue(context)
  context.advance(1 * DAY)

  const { status, body } = await resend(id)
  assert.equal(await deliverDue(context), 1)

  assert.equal(status, 200)
  assert.equal(body.data.id, publicId('event', id))
  const { status: state, attempts } = body.data.delivery
  assert.deepEqual([state, attempts], ['pending', 1])
  const [first, second] = receiver.received
  assert(first && second)
  assert.equal(second.body, first.body)
  assert.equal(second.headers['webhook-id'], first.headers['webhook-id'])
  assert.equal(second.headers['x-service-attempt'], '2')
  const times = [first, second].map(({ headers }) => Number(headers['x-service-timestamp']))
  assert.equal(times[1]! - times[0]! >= DAY / SECOND, true)
  assert(await verifies(second, business.webhookSecret))
  assert(await verifiesStandard(second, business.webhookSecret))
  assert.equal((await findDelivery(context, business, id)).state, 'delivered')
})

test('a resend gets eleven more attempts, and their numbers continue', async () => {
  const receiver = await givenReceiver(() => ({ status: 500 }))
  await givenUrl(context, business, receiver.url)
  const { frozen, advance } = freeze(context)
  const id = await givenEvent(frozen, business)
  for (const seconds of RETRY_SECONDS.slice(0, 3)) {
    assert.equal(await deliverDue(frozen, exactly), 1)
    advance(seconds * SECOND)
  }

  await resendIds(context.sql, business, [id], frozen.now())
  const waits: number[] = []
  for (let due = true; due; ) {
    assert.equal(await deliverDue(frozen, exactly), 1)
    const { nextAt } = await findDelivery(context, business, id)
    due = nextAt !== null
    if (!nextAt) continue
    waits.push((nextAt.getTime() - frozen.now().getTime()) / SECOND)
    // After ten failures in a row, there is one attempt a minute.
    advance(Math.max(nextAt.getTime() - frozen.now().getTime(), 60 * SECOND))
  }

  assert.deepEqual(waits, RETRY_SECONDS)
  const { state, attempts } = await findDelivery(context, business, id)
  assert.deepEqual({ state, attempts }, { state: 'failed', attempts: 14 })
  assert.deepEqual(
    receiver.received.map(({ headers }) => Number(headers['x-service-attempt'])),
    Array.from({ length: 14 }, (_, i) => i + 1),
  )
})

// The first result of an event, and how it came about.
const before: [what: string, arrange: (url: string) => Promise<EventId>][] = [
  [
    'that happened while no address was set',
    async (url) => {
      const id = await givenEvent(context, business)
      await givenUrl(context, business, url)
      return id
    },
  ],
  [
    'that nobody had subscribed to',
    async (url) => {
      await givenUrl(context, business, url)
      return givenEvent(context, business, { type: 'refund.failed' })
    },
  ],
  [
    'that had failed for good',
    async (url) => {
      await givenUrl(context, business, url)
      const id = await givenEvent(context, business)
      await forgetPending(context)
      return id
    },
  ],
  [
    'that waits for its next try',
    async (url) => {
      await givenUrl(context, business, (await givenReceiver(() => ({ status: 503 }))).url)
      const id = await givenEvent(context, business)
      await deliverDue(context)
      await givenUrl(context, business, url)
      return id
    },
  ],
  [
    'that happened while the endpoint was off, and it still is',
    async (url) => {
      await givenUrl(context, business, url)
      await turnOff('gone')
      return givenEvent(context, business)
    },
  ],
]
for (const [what, arrange] of before) {
  test(`an event ${what} is sent when it is asked for`, async () => {
    const receiver = await givenReceiver()
    const id = await arrange(receiver.url)
    assert.equal(await deliverDue(context), 0)

    await resend(id)

    assert.equal(await deliverDue(context), 1)
    assert.equal(receiver.received.length, 1)
    assert.equal((await findDelivery(context, business, id)).state, 'delivered')
  })
}

test('a resend does not change a pending delivery', async () => {
  const answer = Promise.withResolvers<{ status: number }>()
  const receiver = await givenReceiver(() => answer.promise)
  await givenUrl(context, business, receiver.url)
  const id = await givenEvent(context, business)
  const delivering = deliverDue(context)
  await receiver.arrived(1)

  const { status } = await resend(id)
  const range = await resendAll()
  answer.resolve({ status: 200 })
  await delivering

  assert.deepEqual([status, range], [200, 0])
  const { state, attempts } = await findDelivery(context, business, id)
  assert.deepEqual({ state, attempts }, { state: 'delivered', attempts: 1 })
  assert.equal(await deliverDue(context), 0)
})

test('a resend of a range does not wait for a delivery that is being recorded', async () => {
  await givenUrl(context, business, (await givenReceiver()).url)
  const [, second] = await givenEvents(context, business, 3)
  const { businessId } = business
  const asked = await context.sql.begin(async (sql) => {
    await sql`
      select from delivery
      where business_id = ${businessId} and mode = 'test' and event_id = ${second!} for update
    `
    return resendAll()
  })

  assert.equal(asked, 2)
})

test('a range includes its start and excludes its end', async () => {
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  const from = context.now()
  const [before, at, end] = [later(from, -1), from, later(from, 1 * SECOND)]
  for (const moment of [before, at, later(end, -1), end]) {
    await givenEvents(context, business, 1, { at: moment, type: 'refund.failed' })
  }
  const other = await givenBusiness(context, 'Other Store')
  await givenEvents(context, other, 1, { at })

  const count = await resendAll({ from: from.toISOString(), to: end.toISOString() })
  await deliverDue(context)

  assert.equal(count, 2)
  const moments = receiver.received.map(({ body }) => JSON.parse(body).created_at)
  assert.deepEqual(
    moments.sort(),
    [at, later(end, -1)].map((moment) => moment.toISOString()),
  )
})

test('a resend can be limited to failed deliveries', async () => {
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  const failed = await givenEvents(context, business, 2)
  await forgetPending(context)
  await givenEvents(context, business, 3)
  await deliverDue(context)
  await givenEvents(context, business, 1, { type: 'refund.failed' })

  assert.equal(await resendAll({ only_failed: true }), 2)
  await deliverDue(context)

  const again = receiver.received.slice(3).map(({ headers }) => headers['webhook-id'])
  assert.deepEqual(again.sort(), failed.map((id) => publicId('event', id)).sort())
  assert.equal(await resendAll({ only_failed: true }), 0)
  assert.equal(await resendAll({ only_failed: false }), 6)
})

test('what waits to be retried is undelivered too, and is resent once', async () => {
  let status = 500
  const receiver = await givenReceiver(() => ({ status }))
  await givenUrl(context, business, receiver.url)
  await givenEvents(context, business, 2)
  await deliverDue(context)
  status = 200
  await givenEvents(context, business, 1, { type: 'refund.failed' })

  assert.equal(await resendAll({ only_failed: true }), 2)
  assert.equal(await resendAll({ only_failed: true }), 0)
  await deliverDue(context)

  assert.equal(receiver.received.length, 4)
  assert.equal(await resendAll({ only_failed: true }), 0)
})

test('a range of 2,500 is resent in batches, each event once, oldest first', async () => {
  await givenUrl(context, business, (await givenReceiver()).url)
  for (const count of [1_000, 1_000, 500]) {
    await givenEvents(context, business, count, { type: 'refund.failed' })
    context.advance(1)
  }

  assert.equal(await resendAll(), 2_500)

  const [row] = await context.sql<[{ count: number; forced: number }]>`
    select count(*)::int as count, count(*) filter (where forced)::int as forced
    from delivery
    where business_id = ${business.businessId} and mode = 'test' and state = 'pending'
  `
  assert.deepEqual({ ...row }, { count: 2_500, forced: 2_500 })
})

for (const reason of ['gone', 'failing'] as const) {
  for (const isOnAgain of [true, false]) {
    const when = isOnAgain ? 'when it is on again' : 'while it is still off'
    test(`of 1,000 events while an endpoint was off (${reason}), all are sent ${when}`, async (t) => {
      const receiver = await givenReceiver()
      await givenUrl(context, business, receiver.url)
      await turnOff(reason)
      const ids = await givenEvents(context, business, 1_000)
      assert.equal(await deliverDue(context), 0, 'nobody is told')
      if (isOnAgain) await givenUrl(context, business, receiver.url)

      // That it is on again is an event too.
      const count = isOnAgain ? 1_001 : 1_000
      assert.equal(await resendAll(), count)
      const deliverer = startDeliverer(context)
      t.after(() => deliverer.stop())
      await receiver.arrived(count)
      await deliverer.stop()

      const received = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
      const missing = ids.filter((id) => !received.has(publicId('event', id)))
      assert.deepEqual(missing, [])
      assert.deepEqual([received.size, receiver.received.length], [count, count])
      assert(receiver.openMax() <= 10)
      const { standard } = await findWebhooks(context.sql, business)
      assert.equal(standard.disabledReason, isOnAgain ? null : reason)
    })
  }
}

test('a resend is attempted while the endpoint is off, and other deliveries fail', async () => {
  const statuses = [500, 500, 200]
  const receiver = await givenReceiver((n) => ({ status: statuses[n - 1]! }))
  await givenUrl(context, business, receiver.url)
  const [waits, asked] = await givenEvents(context, business, 2, { type: 'transfer.received' })
  await turnOff('failing')

  await resend(asked!)
  for (const seconds of [0, 5, 60]) {
    context.advance(seconds * SECOND)
    await deliverDue(context, exactly)
  }

  const failed = await findDelivery(context, business, waits!)
  assert.deepEqual([failed.state, failed.lastError], ['failed', 'endpoint_off'])
  const { state, attempts } = await findDelivery(context, business, asked!)
  assert.deepEqual({ state, attempts }, { state: 'delivered', attempts: 3 })
})

test('a resend takes over a delivery from the moment its lease ends, and probes only then', async () => {
  await givenUrl(context, business, (await givenReceiver()).url)
  const id = await givenEvent(context, business)
  await turnOff('gone')
  const { businessId } = business
  const now = context.now()
  const probeAt = later(now, 1 * DAY)
  await context.sql`
    update webhook_endpoint set probe_at = ${probeAt} where business_id = ${businessId}
  `
  const resendAt = async (leaseUntil: Date) => {
    await context.sql`
      update delivery set lease_until = ${leaseUntil}, lease_token = ${newId(now)}
      where business_id = ${businessId}
    `
    const count = await resendIds(context.sql, business, [id], now)
    const [endpoint] = await context.sql`
      select probe_at from webhook_endpoint where business_id = ${businessId} and mode = 'test'
        and route = 'standard'
    `
    return [count, endpoint!['probeAt']]
  }

  assert.deepEqual(await resendAt(later(now, 1)), [0, probeAt])
  assert.deepEqual(await resendAt(now), [1, null])
})

test('a resend without a URL is refused', async () => {
  const id = await givenEvent(context, business)
  for (const answer of [await resend(id), await askForAll()]) {
    assert.deepEqual([answer.status, answer.body.code], [409, 'no_webhook_address'])
  }

  const url = (await givenReceiver()).url
  await changeWebhooks(context, business, { urls: { dedicated_virtual_account: url } })
  const deposit = await givenEvent(context, business, { route: 'dedicated_virtual_account' })
  await forgetPending(context)

  assert.equal((await resend(id)).body.code, 'no_webhook_address')
  assert.equal((await resend(deposit)).status, 200)
  assert.equal(await resendAll(), 1, 'of both, the one that has an address')
})

function resend(id: EventId): Promise<Answer> {
  const path = `/api/v1/events/${publicId('event', id)}/resend`
  return api.post(path, { key: business.keys.secretKey })
}

function askForAll(change: object = {}): Promise<Answer> {
  const now = context.now()
  const range = { from: later(now, -1 * DAY).toISOString(), to: later(now, DAY).toISOString() }
  const body = { ...range, ...change }
  return api.post('/api/v1/events/resend', { key: business.keys.secretKey, body })
}

async function resendAll(change: object = {}): Promise<number> {
  const { status, body } = await askForAll(change)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.events
}

/** As the deliverer records it. */
async function turnOff(reason: 'gone' | 'failing'): Promise<void> {
  const failures = reason === 'gone' ? 1 : 10
  await context.sql`
    update webhook_endpoint
    set failures = ${failures}, failing_since = ${later(context.now(), -6 * DAY)},
      disabled_at = ${context.now()}, disabled_reason = ${reason}
    where business_id = ${business.businessId} and mode = 'test' and route = 'standard'
  `
}
