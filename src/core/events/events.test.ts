import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  forgetPending,
  givenEvent,
  givenReceiver,
  givenUrl,
  verifies,
  verifiesStandard,
} from '../../../test/receiver.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import type { EventId } from './webhooks.sql.ts'
import { changeWebhooks, deliverDue, findWebhooks } from './webhooks.ts'

// Listing and fetching events and their deliveries.

const context = useContext()
const api = useApi(context)
const exactly = { jitter: () => 0 }

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => forgetPending(context))

type Shown = { id: string; type: string; domain: string; body: string; delivery: object | null }

const get = async (path: string, key = business.keys.secretKey) => {
  const { status, body } = await api.get(`/api/v1/events${path}`, { key })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const idsOf = (events: Shown[]) => events.map(({ id }) => id)
const publicEventId = (id: EventId) => publicId('event', id)

test('events are listed newest first, with the exact body that is sent', async () => {
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  const first = await givenEvent(context, business)
  await deliverDue(context)
  context.advance(1)
  const second = await givenEvent(context, business, { type: 'payout.failed' })

  const { data, meta } = await get('')

  assert.deepEqual(idsOf(data), [publicEventId(second), publicEventId(first)])
  assert.deepEqual(meta, {
    total: 2,
    total_capped: false,
    page: 1,
    perPage: 50,
    pageCount: 1,
    next: null,
  })
  assert.deepEqual(data[0].delivery, null)
  assert.equal(data[1].body, receiver.received[0]!.body)
  assert.equal(data[1].created_at, JSON.parse(data[1].body).created_at)
  assert.deepEqual(data[1].delivery, {
    status: 'delivered',
    address: 'standard',
    attempts: 1,
    next_at: null,
    last_status: 200,
    last_error: null,
  })
})

test('a list is filtered by type, delivery state and time', async () => {
  const statuses = [200, 410, 200]
  const receiver = await givenReceiver((n) => ({ status: statuses[n - 1]! }))
  await givenUrl(context, business, receiver.url)
  const from = context.now().toISOString()
  const delivered = await givenEvent(context, business)
  await deliverDue(context)
  context.advance(1 * MINUTE)
  const failed = await givenEvent(context, business, { type: 'transfer.received' })
  await deliverDue(context, exactly)
  context.advance(5 * SECOND)
  await deliverDue(context)
  const to = context.now().toISOString()
  const none = await givenEvent(context, business)
  context.advance(1 * MINUTE)
  await givenUrl(context, business, receiver.url)
  const pending = await givenEvent(context, business)

  const told = await context.sql<{ eventId: EventId }[]>`
    select event_id from event
    where business_id = ${business.businessId} and mode = 'test' and type like 'webhook.%'
    order by event_id
  `
  const [off, on] = told.map(({ eventId }) => eventId) as [EventId, EventId]

  const expected: [query: string, ids: EventId[]][] = [
    ['', [pending, on, none, off, failed, delivered]],
    ['type=transaction.success', [pending, none, delivered]],
    ['type=transfer.received', [failed]],
    ['type=webhook.test', []],
    ['status=pending', [pending]],
    ['status=delivered', [delivered]],
    ['status=failed', [failed]],
    ['status=none', [on, none, off]],
    [`from=${from}&to=${to}`, [off, failed, delivered]],
    [`from=${to}`, [pending, on, none]],
    [`to=${from}`, []],
    [`status=none&type=transaction.success&from=${to}`, [none]],
    ['perPage=1&page=3', [none]],
  ]
  for (const [query, ids] of expected) {
    const { data, meta } = await get(`?${query}`)
    assert.deepEqual(idsOf(data), ids.map(publicEventId), query)
    if (!query.includes('perPage')) assert.equal(meta.total, ids.length, query)
  }
})

test('pages by cursor miss and repeat no event while new ones arrive', async () => {
  const ids: string[] = []
  for (let i = 0; i < 7; i++) ids.push(publicEventId(await givenEvent(context, business)))

  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, meta } = await get(`?perPage=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...idsOf(data))
    cursor = meta.next
    context.advance(1)
    await givenEvent(context, business)
  }

  assert.deepEqual(seen, ids.sort().reverse())
})

test('a list shows neither another business nor the other mode', async () => {
  const other = await givenBusiness(context, 'Other Store')
  context.rails.live = [context.rails.test]
  const live = await givenLive(context, business.businessId)
  const liveScope = { businessId: business.businessId, mode: 'live' } as const
  const mine = await givenEvent(context, business)
  const liveOne = await givenEvent(context, liveScope)
  const theirs = await givenEvent(context, other)

  const lists: [key: string, domain: string, id: EventId][] = [
    [business.keys.secretKey, 'test', mine],
    [live.secretKey, 'live', liveOne],
    [other.keys.secretKey, 'test', theirs],
  ]
  for (const [key, domain, id] of lists) {
    const { data, meta } = await get('?type=transaction.success', key)
    assert.deepEqual([idsOf(data), meta.total], [[publicEventId(id)], 1])
    assert.equal(data[0].domain, domain)
    for (const [, , foreign] of lists.filter(([one]) => one !== key)) {
      const { body } = await api.get(`/api/v1/events/${publicEventId(foreign)}`, { key })
      assert.equal(body.code, 'event_not_found')
    }
  }
})

test('an event is fetched with its attempts, newest first, each with its response', async () => {
  const long = 'é'.repeat(5_000)
  const receiver = await givenReceiver((n) =>
    n === 1 ? { status: 500, body: long } : { status: 204 },
  )
  await givenUrl(context, business, receiver.url)
  const id = await givenEvent(context, business)
  await deliverDue(context, exactly)
  context.advance(5 * SECOND)
  await deliverDue(context)

  const { data } = await get(`/${publicEventId(id)}`)

  assert.equal(data.id, publicEventId(id))
  assert.equal(data.delivery.attempts, 2)
  assert.deepEqual(
    data.attempts.map((one: { attempt: number; status: number }) => [one.attempt, one.status]),
    [
      [2, 204],
      [1, 500],
    ],
  )
  const [last, first] = data.attempts
  assert.equal(first.answer, 'é'.repeat(1_024), 'the first 2 KB of it')
  assert.equal(last.answer, '')
  for (const { url, error, latency_ms } of data.attempts) {
    assert.deepEqual([url, error], [receiver.url, null])
    assert(Number.isInteger(latency_ms) && latency_ms >= 0 && latency_ms < 15_000)
  }
  assert(Date.parse(last.created_at) >= Date.parse(first.created_at) + 5 * SECOND)
})

test('an attempt without a response has the reason', async () => {
  await givenUrl(context, business, (await givenReceiver(() => new Promise(() => {}))).url)
  const id = await givenEvent(context, business)
  await deliverDue(context, { ...exactly, deadlineMs: 50 })

  const { data } = await get(`/${publicEventId(id)}`)

  const [attempt] = data.attempts
  assert.deepEqual([attempt.status, attempt.error, attempt.answer], [null, 'timeout', ''])
  assert(attempt.latency_ms >= 50)
  const { status, last_error, next_at } = data.delivery
  assert.deepEqual([status, last_error], ['pending', 'timeout'])
  assert(Date.parse(next_at) <= later(context.now(), 5 * SECOND).getTime())
})

test('a test event is sent at once, regardless of subscriptions, and is stored like any other', async () => {
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)

  const { status, body } = await sendTest({})
  assert.equal(await deliverDue(context), 1)

  assert.equal(status, 200)
  assert.deepEqual([body.data.type, body.data.delivery.status], ['webhook.test', 'pending'])
  const [request] = receiver.received
  assert(request && (await verifies(request, business.webhookSecret)))
  assert(await verifiesStandard(request, business.webhookSecret))
  assert.equal(request.body, body.data.body)
  const { event, data } = JSON.parse(request.body)
  assert.equal(event, 'webhook.test')
  assert.match(data.message, /^This is a test\./)
  const { data: listed } = await get('?type=webhook.test&status=delivered')
  assert.deepEqual(idsOf(listed), [body.data.id])
})

test('a test of the second URL is sent there, signed with its secret', async () => {
  const [standard, dedicated] = [await givenReceiver(), await givenReceiver()]
  const urls = { standard: standard.url, dedicated_virtual_account: dedicated.url }
  await changeWebhooks(context, business, { urls })

  await sendTest({ which: 'dedicated_virtual_account' })
  await sendTest({ which: 'standard' })
  assert.equal(await deliverDue(context), 2)

  assert(await verifies(dedicated.received[0]!, business.dedicatedSecret))
  assert(await verifies(standard.received[0]!, business.webhookSecret))
})

test('an endpoint that is off can be tested and stays off', async () => {
  const receiver = await givenReceiver((n) => ({ status: n === 1 ? 410 : 200 }))
  await givenUrl(context, business, receiver.url)
  await sendTest({})
  await deliverDue(context)

  const { body } = await sendTest({})
  await deliverDue(context)

  const { data } = await get(`/${body.data.id}`)
  assert.equal(data.delivery.status, 'delivered')
  assert.equal((await findWebhooks(context.sql, business)).standard.disabledReason, 'gone')
})

test('a test without a URL is refused and leaves no event', async () => {
  for (const body of [{}, { which: 'standard' }, { which: 'dedicated_virtual_account' }]) {
    const answer = await sendTest(body)
    assert.deepEqual([answer.status, answer.body.code], [409, 'no_webhook_address'])
  }
  assert.equal((await get('')).meta.total, 0)
})

function sendTest(body: object) {
  return api.post('/api/v1/webhooks/test', { key: business.keys.secretKey, body })
}
