import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  forgetPending,
  givenEvents,
  givenReceiver,
  givenUrl,
  type Receiver,
} from '../../../test/receiver.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import type { Route } from './webhooks.sql.ts'
import { changeWebhooks, deliverDue, oldestDue } from './webhooks.ts'

// An endpoint with ten failures in a row is probed once a minute, and first attempts go before
// retries.

const context = useContext()
stopNow(context)
const api = useApi(context)
const exactly = { jitter: () => 0 }

let business: GivenBusiness
let receiver: Receiver
let status: number
beforeEach(async () => {
  business = await givenBusiness(context)
  status = 500
  receiver = await givenReceiver(() => ({ status }))
  await givenUrl(context, business, receiver.url)
})
afterEach(() => forgetPending(context))

test('after ten failures in a row, one of two workers makes one attempt a minute', async (t) => {
  const other = contextOn(context.database)
  t.after(() => disconnect(other))
  const both = () =>
    Promise.all([context, other].map((worker) => deliverDue({ ...worker, now }, exactly)))
  const now = () => context.now()
  await givenFailing()

  for (let minute = 0; minute < 5; minute++) {
    const sent = await both()
    assert.equal(sent[0]! + sent[1]!, 1, `in minute ${minute}`)
    context.advance(MINUTE - 5 * SECOND)
    assert.deepEqual(await both(), [0, 0], 'not before a minute is over')
    context.advance(5 * SECOND)
  }
  assert.equal(receiver.received.length, 15)
})

test('nine failures in a row do not limit an endpoint', async () => {
  await givenEvents(context, business, 9)
  await deliverDue(context, exactly)
  await givenEvents(context, business, 25)

  assert.equal(await deliverDue(context, exactly), 10)
})

test('a success removes the limit at once', async () => {
  await givenFailing()
  assert.equal(await deliverDue(context, exactly), 1)
  const failing = await standardOf(business)
  assert.equal(failing.failures, 11)
  assert.equal(typeof failing.failing_since, 'string')
  assert(Date.parse(failing.next_probe_at) <= context.now().getTime() + MINUTE)

  status = 200
  context.advance(1 * MINUTE)
  assert.equal(await deliverDue(context, exactly), 1)

  assert.equal(await deliverDue(context, exactly), 10)
  const well = await standardOf(business)
  assert.deepEqual([well.failures, well.failing_since, well.next_probe_at], [0, null, null])
})

test('a newly set URL gets events at once', async () => {
  await givenFailing()
  await deliverDue(context, exactly)

  await givenUrl(context, business, receiver.url)

  assert.equal(await deliverDue(context, exactly), 10)
})

test('a resend does not wait for the next probe', async () => {
  await givenFailing()
  await deliverDue(context, exactly)
  assert.equal(await deliverDue(context, exactly), 0)
  status = 200
  const [id] = await givenEvents(context, business, 1, { type: 'refund.failed' })

  await api.post(`/api/v1/events/${publicId('event', id!)}/resend`, {
    key: business.keys.secretKey,
  })

  assert.equal(await deliverDue(context, exactly), 1)
  assert.equal(await deliverDue(context, exactly), 10)
})

test('a failing endpoint does not slow a healthy one', async () => {
  await givenFailing()
  await deliverDue(context, exactly)
  const healthy = await givenBusiness(context, 'Other Store')
  const well = await givenReceiver()
  await givenUrl(context, healthy, well.url)
  await givenEvents(context, healthy, 10)

  assert.equal(await deliverDue(context, exactly), 10)
  assert.equal(well.received.length, 10)
})

test('deliveries to a failing endpoint do not count as late, and others do', async () => {
  const route = 'dedicated_virtual_account'
  await changeWebhooks(context, business, { urls: { [route]: receiver.url } })
  const at = context.now()
  await givenEvents(context, business, 1, { at: later(at, -MINUTE), route })
  await givenEvents(context, business, 1, { at })
  assert.deepEqual(await oldestDue(context), later(at, -MINUTE))

  await failTenTimes(route)
  assert.deepEqual(await oldestDue(context), at)

  await failTenTimes('standard')
  assert.equal(await oldestDue(context), null)
})

test('first attempts go before a thousand due retries', async () => {
  await givenEvents(context, business, 1_000)
  await context.sql`
    update delivery set attempts = 1 where business_id = ${business.businessId} and mode = 'test'
  `
  context.advance(1 * MINUTE)
  const [first] = await givenEvents(context, business, 1)

  // A probed endpoint gets a single delivery.
  await failTenTimes('standard')
  assert.equal(await deliverDue(context, exactly), 1)

  const [request] = receiver.received
  assert.equal(request?.headers['webhook-id'], publicId('event', first!))
})

test('resends count as first attempts', async () => {
  const retries = await givenEvents(context, business, 50)
  await context.sql`
    update delivery set attempts = 1 where business_id = ${business.businessId} and mode = 'test'
  `
  context.advance(1 * MINUTE)
  const asked = retries.at(-1)!
  await api.post(`/api/v1/events/${publicId('event', asked)}/resend`, {
    key: business.keys.secretKey,
  })

  assert.equal(await deliverDue(context, exactly), 10)

  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert(ids.includes(publicId('event', asked)))
})

/** With 25 events, ten of which have failed once. */
async function givenFailing(): Promise<void> {
  await givenEvents(context, business, 25)
  assert.equal(await deliverDue(context, exactly), 10)
}

async function failTenTimes(route: Route): Promise<void> {
  await context.sql`
    update webhook_endpoint set failures = 10, failing_since = ${context.now()}
    where business_id = ${business.businessId} and mode = 'test' and route = ${route}
  `
}

async function standardOf({ keys }: GivenBusiness) {
  const { body } = await api.get('/api/v1/webhooks', { key: keys.secretKey })
  return body.data.endpoints.standard
}
