import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { forgetPending, givenEvents, givenReceiver, givenUrl } from '../../../test/receiver.ts'
import { asOwner, givenBusiness, useContext } from '../../../test/support.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Scope } from '../context.ts'
import { claimDeliveries } from './deliver.sql.ts'
import { changeWebhooks } from './webhooks.ts'

const context = useContext({ isNew: true })
const DEDICATED = 'dedicated_virtual_account'

afterEach(() => forgetPending(context))

test('a plan made without events reads only the events that it claims', async () => {
  const business = await givenBusiness(context)
  await givenUrl(context, business, (await givenReceiver()).url)
  await asOwner(context, (sql) => sql`vacuum analyze event, delivery`)

  // One connection, because plans belong to connections.
  await context.hot.begin(async (sql) => {
    assert.equal((await claim(sql)).length, 0)
    await givenEvents(context, business, 500)
    const before = await eventsRead(sql)

    assert.equal((await claim(sql)).length, 10)

    assert.equal((await eventsRead(sql)) - before, 10n)
  })
})

test('a poll of one business costs no more beside five thousand with pending retries', async () => {
  const business = await givenBusiness(context)
  await givenUrl(context, business, (await givenReceiver()).url)
  // One connection, whose plans are made while there is one queue.
  await context.hot.begin(async (sql) => {
    await givenEvents(context, business, 3)
    assert.equal((await claim(sql, [business])).length, 3)
    assert.equal((await claim(sql)).length, 0)
    await givenWaiting(business, 5_000)
    await givenEvents(context, business, 3)

    const before = await probes(sql)
    assert.equal((await claim(sql, [business])).length, 3)
    const ofOne = (await probes(sql)) - before
    assert.equal((await claim(sql)).length, 0)
    const ofAll = (await probes(sql)) - before - ofOne

    assert(ofOne > 0 && ofOne < 10, `${ofOne} probes for one`)
    assert(ofAll > 5_000, `${ofAll} probes for all`)
  })
})

test('a poll of some businesses claims from both their endpoints, first attempts and retries, and none of others', async () => {
  const [one, other] = [await givenBusiness(context), await givenBusiness(context)]
  const { url } = await givenReceiver()
  for (const business of [one, other]) {
    await changeWebhooks(context, business, { urls: { standard: url, [DEDICATED]: url } })
    await givenEvents(context, business, 2)
    await context.sql`update delivery set attempts = 1 where business_id = ${business.businessId}`
    await givenEvents(context, business, 2, { route: DEDICATED })
  }
  await context.hot.begin(async (sql) => {
    assert.equal((await claim(sql, [{ ...one, mode: 'live' }])).length, 0)
    const taken = await claim(sql, [one])
    assert.deepEqual(
      taken.map(({ businessId }) => businessId),
      Array(4).fill(one.businessId),
    )
  })
})

/** Businesses with one failed delivery each; only the rows of queues exist. */
async function givenWaiting({ businessId }: Scope, count: number): Promise<void> {
  await asOwner(context, (owner) =>
    owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      const rows = await sql`
        with waiting as (
          insert into webhook_endpoint
          select copy.*
          from webhook_endpoint w
          cross join (select gen_random_uuid() as id from generate_series(1, ${count})) other
          cross join lateral jsonb_populate_record(
            w, jsonb_build_object('business_id', other.id)
          ) copy
          where w.business_id = ${businessId} and w.mode = 'test' and w.route = 'standard'
          returning business_id, mode, route
        )
        insert into delivery
          (business_id, mode, event_id, endpoint, attempts, next_at, created_at, updated_at)
        select business_id, mode, gen_random_uuid(), route, 1, now() + interval '1 hour', now(),
          now()
        from waiting
        returning 1
      `
      assert.equal(rows.length, count)
    }),
  )
}

/** How often this database transaction searched the index of pending deliveries. */
async function probes(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select pg_stat_get_xact_numscans('delivery_pending'::regclass)::integer as count
  `
  return row.count
}

async function eventsRead(sql: Sql): Promise<bigint> {
  const [row] = await sql<[{ read: bigint }]>`
    select seq_tup_read + idx_tup_fetch as read
    from pg_stat_xact_user_tables where relname = 'event'
  `
  return row.read
}

function claim(sql: Sql, whose: Scope[] | null = null) {
  const now = later(context.now(), 1)
  return claimDeliveries(sql, {
    now,
    leaseUntil: later(now, MINUTE),
    token: newId<'lease'>(now),
    whose,
    busy: [],
    max: 200,
    perEndpointMax: 10,
    failuresMax: 10,
    probesMax: 200,
    nextProbeAt: later(now, MINUTE),
  })
}
