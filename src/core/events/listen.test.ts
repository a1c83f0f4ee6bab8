import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, beforeEach, type TestContext, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  givenEvent,
  givenEvents,
  type Received,
  verifies,
  verifiesStandard,
} from '../../../test/receiver.ts'
import {
  type GivenBusiness,
  givenBusiness,
  givenLive,
  until,
  useContext,
} from '../../../test/support.ts'
import { givenVisitors, listenerOf } from '../../../test/visitors.ts'
import { HOUR, later, SECOND } from '../../platform/clock.ts'
import { newId, publicId } from '../../platform/ids.ts'
import type { Scope } from '../context.ts'
import { endStreams } from '../streaming.ts'
import { listen } from './listen.ts'
import type { EventId } from './webhooks.sql.ts'
import {
  changeWebhooks,
  EVENTS_TOPIC,
  openWebhookEndpoints,
  rollWebhookSecret,
} from './webhooks.ts'

// A developer's stream of events: what it contains, how often, and when it ends.

const LISTENERS_MAX_OF_BUSINESS = 20

const context = useContext()
const api = useApi(context)

let base: string
let business: GivenBusiness
before(async () => {
  await context.opened
  await until('there is an app', async () => api.app !== undefined)
  base = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  business = await givenBusiness(context)
})

type Told = Received & { id: string }

test('a stream has the id, body and signatures of a delivery', async (t) => {
  const listener = await givenListener(t)

  const id = await happen(business)
  const [told] = await listener.told(1)

  const [row] = await context.sql<[{ payload: string }]>`
    select payload from event
    where business_id = ${business.businessId} and mode = 'test' and event_id = ${id}
  `
  assert(told)
  assert.equal(told.id, publicId('event', id))
  assert.equal(told.headers['x-service-event-id'], told.id)
  assert.equal(told.headers['x-service-attempt'], '1')
  assert.equal(told.body, row.payload)
  assert(await verifies(told, business.webhookSecret))
  assert(await verifiesStandard(told, business.webhookSecret))
})

test('a stream needs no URL and no subscription, and does not change the event', async (t) => {
  const listener = await givenListener(t)

  const id = await happen(business, 'refund.failed')
  await listener.told(1)

  const path = `/api/v1/events/${publicId('event', id)}`
  const { body } = await api.get(path, { key: business.keys.secretKey })
  assert.equal(body.data.delivery, null)
})

test('the second URL has its own secret once it is set', async (t) => {
  const listener = await givenListener(t)
  const deposit = async () => {
    await givenEvent(context, business, { route: 'dedicated_virtual_account' })
    context.pubSub.publish(EVENTS_TOPIC)
  }
  await deposit()
  const [withoutIts] = await listener.told(1)

  const urls = { dedicated_virtual_account: 'https://shop.example/deposits' }
  await changeWebhooks(context, business, { urls })
  await deposit()
  const [, withIts] = await listener.told(2)

  assert(await verifies(withoutIts!, business.webhookSecret))
  assert(await verifies(withIts!, business.dedicatedSecret))
})

test('during a roll, both secrets verify as in a delivery', async (t) => {
  const { secret } = await rollWebhookSecret(context, business, 'standard', 1)
  const listener = await givenListener(t)

  await happen(business)
  const [during] = await listener.told(1)
  context.advance(1 * HOUR)
  await happen(business)
  const [, afterwards] = await listener.told(2)

  assert(await verifies(during!, business.webhookSecret))
  for (const one of [business.webhookSecret, secret]) assert(await verifiesStandard(during!, one))
  assert(await verifies(afterwards!, secret))
  assert(!(await verifiesStandard(afterwards!, business.webhookSecret)))
})

test('a live key gets no stream', async () => {
  context.rails.live = [context.rails.test]
  const live = await givenLive(context, business.businessId)
  const { status, body } = await api.get('/api/v1/events/stream', { key: live.secretKey })
  assert.deepEqual([status, body.code], [403, 'test_mode_only'])
})

test('a stream has no events of other businesses or of live mode', async (t) => {
  const other = await givenBusiness(context, 'Other Store')
  const live = { businessId: business.businessId, mode: 'live' } as const
  await openWebhookEndpoints(context.sql, context.keys, live, context.now())
  const [mine, theirs] = [await givenListener(t), await givenListener(t, { business: other })]

  await happen(live)
  const foreign = await happen(other)
  const own = await happen(business)

  assert.deepEqual(idsOf(await mine.told(1)), [publicId('event', own)])
  assert.deepEqual(idsOf(await theirs.told(1)), [publicId('event', foreign)])
})

test('an event with a late commit is sent once', async (t) => {
  const listener = await givenListener(t)
  const late = newId<'event'>(later(context.now(), 1))
  context.advance(5 * SECOND)
  const first = await happen(business)
  await listener.told(1)

  await givenEvent(context, business, { id: late })
  context.pubSub.publish(EVENTS_TOPIC)
  await listener.told(2)
  const last = await happen(business)

  const told = idsOf(await listener.told(3))
  assert.deepEqual(
    told,
    [first, late, last].map((id) => publicId('event', id)),
  )
})

test('a client that reconnects with the last time gets what it missed', async (t) => {
  const since = context.now().toISOString()
  const missed = await givenEvents(context, business, 3, { at: later(context.now(), 1) })
  context.advance(1 * HOUR)

  const listener = await givenListener(t, { since })
  const next = await happen(business)

  const expected = [...missed, next].map((id) => publicId('event', id))
  assert.deepEqual(idsOf(await listener.told(4)).sort(), expected.sort())
  const fromNowOn = await givenListener(t)
  const last = await happen(business)
  assert.deepEqual(idsOf(await fromNowOn.told(1)), [publicId('event', last)])
})

test('a backlog of several batches arrives in order, without duplicates', async (t) => {
  const since = later(context.now(), -1).toISOString()
  const ids: EventId[] = []
  for (let i = 0; i < 3; i++) {
    ids.push(...(await givenEvents(context, business, 1_000)))
    context.advance(1)
  }

  const listener = await givenListener(t, { since })
  await listener.told(3_000)
  for (let i = 0; i < 20; i++) context.pubSub.publish(EVENTS_TOPIC)
  context.advance(30 * SECOND)
  const last = await happen(business)

  const told = idsOf(await listener.told(3_001))
  assert.deepEqual(
    told,
    [...ids, last].map((id) => publicId('event', id)),
  )
})

test('two clients with one key both get the events', async (t) => {
  const listeners = [await givenListener(t), await givenListener(t)]
  const id = await happen(business)
  for (const one of listeners) assert.deepEqual(idsOf(await one.told(1)), [publicId('event', id)])
})

test('a slow reader gets events at its own speed, with little buffering', async (t) => {
  const since = later(context.now(), -1)
  const payload = JSON.stringify({ event: 'payout.failed', data: { note: 'x'.repeat(10_000) } })
  for (let i = 0; i < 3; i++) await givenEvents(context, business, 1_000, { payload })
  const responses: http.ServerResponse[] = []
  const server = http.createServer((_request, response) => {
    listen(context, business, since, listenerOf(response))
    responses.push(response)
  })
  t.after(() => server.close())
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const { promise: answered, resolve } = Promise.withResolvers<http.IncomingMessage>()
    const request = http.get({ port, host: '127.0.0.1' }, resolve)
    t.after(() => request.destroy())
    return (await answered).setEncoding('utf8')
  }

  const slow = await open()
  await readEvents(await open(), 3_000)

  const [response] = responses
  assert(response?.writableNeedDrain)
  assert(response.writableLength < 10_000_000, `${response.writableLength} bytes are held`)
  await readEvents(slow, 3_000)
})

test(`${LISTENERS_MAX_OF_BUSINESS} may listen to one business; the next is told to come again`, async (t) => {
  const leaving = new AbortController()
  await givenListener(t, { signal: leaving.signal })
  const others = Array.from({ length: LISTENERS_MAX_OF_BUSINESS - 1 }, () => givenListener(t))
  await Promise.all(others)

  const answer = await open()
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('retry-after'), '5')

  leaving.abort()
  await until('there is room again', async () => {
    const signal = new AbortController()
    t.after(() => signal.abort())
    return (await open({ signal: signal.signal })).status === 200
  })
})

test('a client that left before the first byte takes no slot', async (t) => {
  const scope: Scope = { businessId: business.businessId, mode: 'test' }
  const gone = await givenVisitors(t, LISTENERS_MAX_OF_BUSINESS)
  await Promise.all(gone.map(({ leave }) => leave()))

  for (const { listener } of gone) listen(context, scope, context.now(), listener('127.0.0.1'))

  await givenListener(t)
})

test('streams end when the service stops', async (t) => {
  const listener = await givenListener(t)

  endStreams()

  await listener.ended
})

type Options = { business?: GivenBusiness; since?: string; signal?: AbortSignal }

function open(options: Options = {}): Promise<Response> {
  const query = options.since === undefined ? '' : `?since=${options.since}`
  return fetch(`${base}/api/v1/events/stream${query}`, {
    headers: { authorization: `Bearer ${(options.business ?? business).keys.secretKey}` },
    ...(options.signal && { signal: options.signal }),
  })
}

/** Disconnects at the end of the test. */
async function givenListener(t: TestContext, options: Options = {}) {
  const leaving = new AbortController()
  t.after(() => leaving.abort())
  const signal = AbortSignal.any([leaving.signal, ...(options.signal ? [options.signal] : [])])
  const answer = await open({ ...options, signal })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const since = answer.headers.get('x-service-since')!
  assert.equal(since, new Date(options.since ?? since).toISOString())

  const told: Told[] = []
  const ended = read(answer, (one) => told.push(one)).catch((error) => {
    if (!signal.aborted) throw error
  })
  return {
    ended,
    async told(count: number): Promise<Told[]> {
      await until(`${count} events are told`, async () => told.length >= count)
      assert.equal(told.length, count, 'and no more')
      return told
    },
  }
}

async function read(answer: Response, tell: (told: Told) => void): Promise<void> {
  let text = ''
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + part).split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const [id, data] = block.split('\n')
      if (!id?.startsWith('id: ')) continue
      const { headers, body } = JSON.parse(data!.slice('data: '.length)) as Received
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      tell({ id: id.slice('id: '.length), headers: Object.fromEntries(lower), body })
    }
  }
}

/** An id, its data and an empty line for each, after two lines of greeting. */
async function readEvents(stream: AsyncIterable<string>, count: number): Promise<void> {
  let lines = 0
  for await (const part of stream) {
    lines += part.split('\n').length - 1
    if (lines >= 2 + 3 * count) return
  }
}

function idsOf(told: Told[]): string[] {
  return told.map(({ id }) => id)
}

async function happen(scope: Scope, type: 'payout.failed' | 'refund.failed' = 'payout.failed') {
  const id = await givenEvent(context, scope, { type })
  context.pubSub.publish(EVENTS_TOPIC)
  return id
}
