import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { forgetPending, givenEvents, givenReceiver, givenUrl } from '../../../test/receiver.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import { forgetOld } from './events.sql.ts'
import { forgetEvents } from './events.ts'
import type { EventId } from './webhooks.sql.ts'
import { deliverDue } from './webhooks.ts'

// Events are kept for thirty days, by the clock of the database.

const context = useContext({ isNew: true })
const api = useApi(context)

afterEach(() => forgetPending(context))

test('an event is deleted after thirty days with its delivery and attempts; younger ones stay', async () => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver((n) => ({ status: n % 2 === 0 ? 200 : 500 }))
  await givenUrl(context, business, receiver.url)
  const [old] = await givenEvents(context, business, 1, { at: daysAgo(31) })
  const [ripe] = await givenEvents(context, business, 1, { at: later(daysAgo(30), -1 * MINUTE) })
  const [young] = await givenEvents(context, business, 1, { at: later(daysAgo(30), 1 * HOUR) })
  const [fresh] = await givenEvents(context, business, 1)
  await deliverDue(context)

  assert.equal(await forgetEvents(context), 2)
  assert.equal(await forgetEvents(context), 0)

  for (const [id, status] of [
    [old, 404],
    [ripe, 404],
    [young, 200],
    [fresh, 200],
  ] as const) {
    const answer = await fetchEvent(business, id!)
    assert.equal(answer.status, status)
    if (status === 404) assert.equal(answer.body.code, 'event_not_found')
    const rows = status === 404 ? 0 : 1
    assert.deepEqual(await rowsOf(id!), { event: rows, delivery: rows, delivery_attempt: rows })
  }
  const { body } = await api.get('/api/v1/events', { key: business.keys.secretKey })
  assert.equal(body.meta.total, 2)
})

test('events without a delivery are deleted too, of every business and mode', async () => {
  const [first, second] = [await givenBusiness(context), await givenBusiness(context)]
  const live = { businessId: first.businessId, mode: 'live' } as const
  for (const scope of [first, second, live]) {
    await givenEvents(context, scope, 1, { at: daysAgo(40) })
  }

  assert.equal(await forgetEvents(context), 3)
})

test('a thousand are deleted at a time, oldest first', async () => {
  const business = await givenBusiness(context)
  await givenEvents(context, business, 600, { at: daysAgo(31) })
  const [last] = await givenEvents(context, business, 1, { at: later(daysAgo(31), 1 * HOUR) })
  await givenEvents(context, business, 600, { at: daysAgo(32) })

  assert.equal(await forgetEvents(context), 1_000)

  assert.equal((await rowsOf(last!)).event, 1)
  assert.equal(await forgetEvents(context), 201)
  assert.equal((await rowsOf(last!)).event, 0)
})

test('finding old events reads no younger one', async () => {
  const business = await givenBusiness(context)
  await givenEvents(context, business, 500)
  await givenEvents(context, business, 2, { at: daysAgo(31) })

  const read = await context.sql.begin(async (sql) => {
    assert.equal(await forgetOld(sql, 1_000), 2)
    const [row] = await sql<[{ count: number }]>`
      select (seq_tup_read + idx_tup_fetch)::float8 as count
      from pg_stat_xact_user_tables where relname = 'event'
    `
    return row.count
  })

  // Once to find each, and once to delete it.
  assert(read <= 4, `${read} were read`)
})

test('the clock of the service does not make events old', async () => {
  const business = await givenBusiness(context)
  await givenEvents(context, business, 1)
  const tomorrow = { ...context, now: () => later(context.now(), 365 * DAY) }

  assert.equal(await forgetEvents(tomorrow), 0)
})

test('the service cannot delete events, deliveries or attempts', async () => {
  const business = await givenBusiness(context)
  await givenUrl(context, business, (await givenReceiver()).url)
  await givenEvents(context, business, 1)
  await deliverDue(context)
  const { sql } = context

  await assert.rejects(sql`delete from event`, { code: '42501' })
  await assert.rejects(sql`delete from delivery_attempt`, { code: '42501' })
  await assert.rejects(sql`truncate event`, { code: '42501' })
  await assert.rejects(sql`update event set created_at = created_at`, { code: '42501' })
})

test('a temporary table of the same name is not cleared instead', async () => {
  const business = await givenBusiness(context)
  const [old] = await givenEvents(context, business, 1, { at: daysAgo(31) })

  await context.sql.begin(async (sql) => {
    await sql`create temporary table event (like public.event) on commit drop`
    await sql`select event_forget(10)`
  })

  assert.equal((await rowsOf(old!)).event, 0)
})

function fetchEvent({ keys }: GivenBusiness, id: EventId) {
  return api.get(`/api/v1/events/${publicId('event', id)}`, { key: keys.secretKey })
}

/** By the real clock. */
function daysAgo(days: number): Date {
  return later(context.now(), -days * DAY)
}

async function rowsOf(id: EventId) {
  return asOwner(context, async (sql) => {
    const counts: Record<string, number> = {}
    for (const table of ['event', 'delivery', 'delivery_attempt']) {
      const rows = await sql`select from ${sql(table)} where event_id = ${id}`
      counts[table] = rows.length
    }
    return counts
  })
}
