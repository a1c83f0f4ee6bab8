import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  findDelivery,
  forgetPending,
  freeze,
  givenEvent,
  givenReceiver,
  givenUrl,
  verifies,
  verifiesStandard,
} from '../../../test/receiver.ts'
import { givenBusiness, until, useContext } from '../../../test/support.ts'
import { DAY, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Context, Scope } from '../context.ts'
import { RETRY_SECONDS, waitSeconds } from './deliver.ts'
import type { EventId } from './webhooks.sql.ts'
import { deliverDue, findWebhooks } from './webhooks.ts'

const context = useContext()
const exactly = { jitter: () => 0 }

afterEach(() => forgetPending(context))

test('an event is sent once, unchanged, with both signatures', async () => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  const id = await givenEvent(context, business)

  assert.equal(await deliverDue(context), 1)
  assert.equal(await deliverDue(context), 0)

  const [request] = receiver.received
  assert.ok(request)
  assert.match(request.body, /^\{"event":"transaction.success","data":\{"amount":1.0e2,.*😀/)
  assert.equal(request.body, await payloadOf(business, id))
  assert.ok(await verifies(request, business.webhookSecret))
  assert.ok(await verifiesStandard(request, business.webhookSecret))
  assert.equal(request.headers['content-type'], 'application/json')
  assert.equal(request.headers['user-agent'], 'Cowrie-Webhooks/1')
  assert.equal(request.headers['x-service-event-id'], `evt_${id.replaceAll('-', '')}`)
  assert.equal(request.headers['webhook-id'], request.headers['x-service-event-id'])
  assert.equal(request.headers['x-service-attempt'], '1')
  assert.equal(receiver.received.length, 1)
})

test('eleven attempts follow the table of waits, with one id and body and new signatures', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  const receiver = await givenReceiver(() => ({ status: 500, body: 'no' }))
  await givenUrl(frozen, business, receiver.url)
  const id = await givenEvent(frozen, business)

  const waits: number[] = []
  for (let due = true; due; ) {
    assert.equal(await deliverDue(frozen, exactly), 1)
    const { state, nextAt } = await findDelivery(context, business, id)
    due = state === 'pending'
    if (!nextAt) continue
    waits.push((nextAt.getTime() - frozen.now().getTime()) / SECOND)
    advance(nextAt.getTime() - frozen.now().getTime() - 1)
    assert.equal(await deliverDue(frozen, exactly), 0, 'not a millisecond early')
    advance(1)
  }

  assert.deepEqual(waits, [5, 60, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])
  const { received } = receiver
  assert.equal(received.length, 11)
  assert.equal(new Set(received.map(({ body }) => body)).size, 1)
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(received.map(({ headers }) => headers['x-service-timestamp'])).size, 11)
  assert.deepEqual(
    received.map(({ headers }) => Number(headers['x-service-attempt'])),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  )
  for (const request of received) {
    assert.ok(await verifies(request, business.webhookSecret))
    assert.ok(await verifiesStandard(request, business.webhookSecret))
  }
  const { state, attempts, lastStatus } = await findDelivery(context, business, id)
  assert.deepEqual(
    { state, attempts, lastStatus },
    { state: 'failed', attempts: 11, lastStatus: 500 },
  )
  const rows = await attemptsOf(business, id)
  assert.equal(rows.length, 11)
  assert.deepEqual([rows[0]!.status, rows[0]!.answer, rows[0]!.url], [500, 'no', receiver.url])
})

// Attempt, jitter, Retry-After, the wait in seconds.
const waits: [number, number, number | null, number | null][] = [
  [1, 0, null, 5],
  [1, 1, null, 6],
  [1, -1, null, 4],
  [10, -1, null, 69_120],
  [1, 0, 120, 120],
  // Jitter does not change Retry-After.
  [1, -1, 120, 120],
  [1, 1, 120, 120],
  [4, 0, 120, 1_800],
  [1, 0, 1_000_000, 86_400],
  [11, 0, 120, null],
]
for (const [number, jitter, asked, seconds] of waits) {
  test(`after attempt ${number}, jitter ${jitter}, Retry-After ${asked}: ${seconds} s`, () => {
    assert.equal(waitSeconds(number, jitter, asked), seconds)
  })
}

test('events that fail together are retried within ± 20 %, equally in every process', async () => {
  const { frozen } = freeze(context)
  const business = await givenBusiness(frozen)
  await givenUrl(frozen, business, (await givenReceiver(() => ({ status: 503 }))).url)
  const ids = await Promise.all(Array.from({ length: 10 }, () => givenEvent(frozen, business)))

  await deliverDue(frozen)

  const seconds = await Promise.all(ids.map((id) => secondsToNext(frozen, business, id)))
  assert.ok(seconds.every((wait) => wait >= 4 && wait <= 6))
  assert.ok(new Set(seconds).size > 5)
})

test('Retry-After is obeyed up to 24 hours', async () => {
  const { frozen } = freeze(context)
  const asks = ['120', '1000000', '1']
  for (const [i, seconds] of [120, RETRY_SECONDS.at(-1)!, 5].entries()) {
    const business = await givenBusiness(frozen)
    const answer = { status: 429, headers: { 'Retry-After': asks[i]! } }
    await givenUrl(frozen, business, (await givenReceiver(() => answer)).url)
    const id = await givenEvent(frozen, business)

    await deliverDue(frozen, exactly)

    assert.equal(await secondsToNext(frozen, business, id), seconds)
  }
})

test('410 turns the endpoint off; setting its URL again turns it on', async (t) => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver((n) => ({ status: n === 1 ? 410 : 200 }))
  await givenUrl(context, business, receiver.url)
  await givenEvent(context, business)
  const warn = t.mock.method(context.log, 'warn')
  await deliverDue(context)
  const { standard } = await findWebhooks(context.sql, business)
  assert.equal(standard.disabledReason, 'gone')
  assert.equal(warn.mock.callCount(), 1, 'the operator reads of it in the log')

  const kept = await givenEvent(context, business)
  assert.equal(await deliverDue(context), 0)
  assert.ok(await payloadOf(business, kept), 'kept though nobody was told')

  await givenUrl(context, business, receiver.url)
  await givenEvent(context, business)
  await deliverDue(context)
  assert.equal(receiver.received.length, 2)
})

test('pending deliveries of an endpoint that is turned off fail when due', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  const receiver = await givenReceiver(() => ({ status: 410 }))
  await givenUrl(frozen, business, receiver.url)
  const id = await givenEvent(frozen, business)
  await deliverDue(frozen, exactly)
  assert.equal((await findDelivery(context, business, id)).lastStatus, 410)

  advance(5 * SECOND)
  await deliverDue(frozen, exactly)

  const { state, lastError, attempts } = await findDelivery(context, business, id)
  assert.deepEqual(
    { state, lastError, attempts },
    { state: 'failed', lastError: 'endpoint_off', attempts: 1 },
  )
  assert.equal(receiver.received.length, 1)
})

test('five days and ten failures together, without a success, turn an endpoint off', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  let status = 500
  const receiver = await givenReceiver(() => ({ status }))
  await givenUrl(frozen, business, receiver.url)
  const fail = async (times: number) => {
    for (let i = 0; i < times; i++) {
      // By then the next probe is due.
      advance(1 * MINUTE)
      await givenEvent(frozen, business)
      await deliverDue(frozen, exactly)
      await forgetPending(context)
    }
    return (await findWebhooks(frozen.sql, business)).standard.disabledReason
  }

  assert.equal(await fail(12), null, 'many failures in no time')
  status = 200
  await fail(1)
  status = 500
  assert.equal(await fail(1), null)
  advance(5 * DAY)
  assert.equal(await fail(8), null, 'five days, nine failures')
  assert.equal(await fail(1), 'failing')
})

test('a success in between resets the count', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  let status = 500
  await givenUrl(frozen, business, (await givenReceiver(() => ({ status }))).url)
  const deliver = async (next: number) => {
    status = next
    await givenEvent(frozen, business)
    await deliverDue(frozen, exactly)
    await forgetPending(context)
  }

  for (let i = 0; i < 9; i++) await deliver(500)
  advance(4 * DAY)
  await deliver(200)
  await deliver(500)
  advance(2 * DAY)
  for (let i = 0; i < 8; i++) await deliver(500)

  assert.equal((await findWebhooks(frozen.sql, business)).standard.disabledAt, null)
})

test('a success that began before a failure and ended after it resets the count', async () => {
  const business = await givenBusiness(context)
  const failuresOf = async () => (await findWebhooks(context.sql, business)).standard.failures
  const receiver = await givenReceiver(async (n) => {
    if (n === 1) return { status: 500 }
    await until('the failure is recorded', async () => (await failuresOf()) === 1)
    return { status: 200 }
  })
  await givenUrl(context, business, receiver.url)
  await givenEvent(context, business)
  await givenEvent(context, business)

  assert.equal(await deliverDue(context, exactly), 2)

  assert.equal(await failuresOf(), 0)
})

test('a success at a healthy endpoint does not query its row', async () => {
  const business = await givenBusiness(context)
  let status = 200
  await givenUrl(context, business, (await givenReceiver(() => ({ status }))).url)
  let asked = 0
  const hot = new Proxy(context.hot, {
    get(target, name) {
      // Only the counts of endpoints need a transaction: they are written with their events.
      if (name === 'begin') asked += 1
      return Reflect.get(target, name)
    },
  })
  const askedBy = async (next: number) => {
    status = next
    asked = 0
    await givenEvent(context, business)
    assert.equal(await deliverDue({ ...context, hot }, exactly), 1)
    return asked
  }

  assert.equal(await askedBy(200), 0)
  assert.equal(await askedBy(500), 1)
  assert.equal(await askedBy(200), 1)
  assert.equal(await askedBy(200), 0)
})

test('a response from an old URL does not count for a new one', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  const answer = Promise.withResolvers<{ status: number }>()
  const old = await givenReceiver(() => answer.promise)
  await givenUrl(frozen, business, old.url)
  await givenEvent(frozen, business)
  const delivering = deliverDue(frozen, exactly)
  await old.arrived(1)

  const next = await givenReceiver()
  await givenUrl(frozen, business, next.url)
  answer.resolve({ status: 410 })
  await delivering
  advance(5 * SECOND)
  await deliverDue(frozen, exactly)

  assert.equal((await findWebhooks(frozen.sql, business)).standard.disabledAt, null)
  assert.equal(next.received.length, 1)
})

test('a delivery that times out is retried, and the reason is stored', async () => {
  const business = await givenBusiness(context)
  await givenUrl(context, business, (await givenReceiver(() => new Promise(() => {}))).url)
  const id = await givenEvent(context, business)

  await deliverDue(context, { deadlineMs: 50 })

  const { state, lastStatus, lastError } = await findDelivery(context, business, id)
  assert.deepEqual(
    { state, lastStatus, lastError },
    { state: 'pending', lastStatus: null, lastError: 'timeout' },
  )
})

test('a redirect is a failure and is not followed', async () => {
  const business = await givenBusiness(context)
  const inner = await givenReceiver()
  const headers = { Location: inner.url }
  await givenUrl(context, business, (await givenReceiver(() => ({ status: 308, headers }))).url)
  const id = await givenEvent(context, business)

  await deliverDue(context)

  assert.equal((await findDelivery(context, business, id)).state, 'pending')
  assert.equal(inner.received.length, 0)
})

test('loopback is refused if private webhooks are not allowed', async () => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  const id = await givenEvent(context, business)
  const config = { ...context.config, allowsPrivateWebhooks: false }
  const production = { ...context, config }

  await deliverDue(production)

  assert.equal((await findDelivery(context, business, id)).lastError, 'refused_address')
  assert.equal(receiver.received.length, 0)
  await assert.rejects(givenUrl(production, business, receiver.url), { code: 'invalid_request' })
})

async function secondsToNext(at: Context, scope: Scope, id: EventId): Promise<number> {
  const { nextAt } = await findDelivery(context, scope, id)
  assert.ok(nextAt, 'it is tried again')
  return (nextAt.getTime() - at.now().getTime()) / SECOND
}

async function attemptsOf({ businessId, mode }: Scope, id: EventId) {
  return context.sql<{ status: number; answer: string; url: string }[]>`
    select * from delivery_attempt
    where business_id = ${businessId} and mode = ${mode} and event_id = ${id}
    order by attempt
  `
}

async function payloadOf({ businessId, mode }: Scope, id: EventId) {
  const [row] = await context.sql<{ payload: string }[]>`
    select payload from event
    where business_id = ${businessId} and mode = ${mode} and event_id = ${id}
  `
  return row?.payload
}
