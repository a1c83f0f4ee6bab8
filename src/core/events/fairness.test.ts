import assert from 'node:assert/strict'
import { afterEach, before, type TestContext, test } from 'node:test'
import { forgetPending, givenEvents, givenReceiver, givenUrl } from '../../../test/receiver.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  until,
  useContext,
} from '../../../test/support.ts'
import { HOUR, later, MINUTE } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { claimDeliveries } from './deliver.sql.ts'
import { EVENTS_TOPIC, startDeliverer } from './webhooks.ts'

// A receiver that hangs, fails or has a long queue delays no other. The bench measures speed;
// these tests show what arrives while others are still stuck.

const context = useContext({ isNew: true })
const SLOTS = 1_000
const SLOTS_PER_ENDPOINT = 10

// No lease or deadline ends during a test on a slow machine.
before(async () => {
  await context.opened
  const moment = context.now()
  context.now = () => moment
})
afterEach(() => forgetPending(context))

test('while half of a hundred endpoints hang, the other half gets everything', async (t) => {
  const hanging = await givenHanging(t)
  const healthy = await givenReceiver()
  for (const one of await givenSubscribed(50, hanging.url)) await givenEvents(context, one, 12)
  const others = await givenSubscribed(50, healthy.url)
  givenDeliverer(t)
  await hanging.arrived(50 * SLOTS_PER_ENDPOINT)

  for (let round = 1; round <= 4; round++) {
    for (const one of others) {
      await givenEvents(context, one, 3)
      context.pubSub.publish(EVENTS_TOPIC, one)
    }
    await healthy.arrived(150 * round)
  }

  // No hanging delivery has ended meanwhile, and no endpoint has more than its slots.
  assert.equal(hanging.open(), 50 * SLOTS_PER_ENDPOINT)
  assert.deepEqual(new Set(await leasesOf(hanging.url)), new Set([SLOTS_PER_ENDPOINT]))
})

test('a hundred hanging endpoints leave slots for others', async (t) => {
  const hanging = await givenHanging(t)
  const healthy = await givenReceiver()
  for (const one of await givenSubscribed(100, hanging.url)) await givenEvents(context, one, 12)
  const [other] = await givenSubscribed(1, healthy.url)
  givenDeliverer(t)
  await until('all of them hang', async () => (await leasesOf(hanging.url)).length === 100)

  for (let i = 1; i <= 5; i++) {
    await givenEvents(context, other!, 1)
    await until('it arrives', async () => healthy.received.length === i)
  }

  const leases = await leasesOf(hanging.url)
  assert(Math.max(...leases) <= SLOTS_PER_ENDPOINT)
  const taken = leases.reduce((sum, count) => sum + count, 0)
  assert(taken > SLOTS / 2 && taken < SLOTS, `${taken} slots are taken`)
})

test('a slow endpoint with many events gets ten at once, beside others', async (t) => {
  let answered = Promise.withResolvers<{ status: number }>()
  const answer = () => answered.resolve({ status: 200 })
  t.after(answer)
  const slow = await givenReceiver(() => answered.promise)
  const fast = await givenReceiver()
  const [storm] = await givenSubscribed(1, slow.url)
  const others = await givenSubscribed(20, fast.url)
  for (let i = 0; i < 10; i++) await givenEvents(context, storm!, 500)
  givenDeliverer(t)
  await slow.arrived(SLOTS_PER_ENDPOINT)

  for (let round = 1; round <= 5; round++) {
    for (const one of others) {
      await givenEvents(context, one, 1)
      context.pubSub.publish(EVENTS_TOPIC, one)
    }
    await fast.arrived(20 * round)
    answer()
    answered = Promise.withResolvers()
    await slow.arrived(SLOTS_PER_ENDPOINT * (round + 1))
  }

  assert.equal(slow.openMax(), SLOTS_PER_ENDPOINT)
})

test('a claim reads no backlog of first attempts or retries', async () => {
  const [large, ...small] = await givenSubscribed(21, 'http://127.0.0.1:9/webhooks')
  for (let i = 0; i < 20; i++) await givenEvents(context, large!, 500)
  await asOwner(context, async (sql) => {
    await sql`update delivery set attempts = 1 where abs(hashtext(event_id::text)) % 2 = 0`
    await sql`vacuum analyze delivery`
  })
  for (const one of small) await givenEvents(context, one, 1)

  const { claimed, scanned, fetched } = await readToClaim()

  assert.equal(claimed, SLOTS_PER_ENDPOINT + 20)
  assert.equal(scanned, 0n, 'no table is scanned')
  assert(fetched < 2_000n, `${fetched} rows are read by their index`)
})

test('failing endpoints are probed in turn if there are too many', async () => {
  const failing = await givenSubscribed(5, 'http://127.0.0.1:9/webhooks')
  for (const one of failing) await givenEvents(context, one, 3)
  await context.sql`
    update webhook_endpoint set failures = 10, failing_since = ${context.now()}
    where business_id = any(${failing.map(({ businessId }) => businessId)}) and mode = 'test'
  `

  const probed: string[] = []
  for (const expected of [2, 2, 1, 0]) {
    const claims = await claim({ probesMax: 2 })
    assert.equal(claims.length, expected)
    assert(claims.every(({ isProbe }) => isProbe))
    probed.push(...claims.map(({ businessId }) => businessId))
  }
  assert.equal(new Set(probed).size, 5)
})

async function givenSubscribed(count: number, url: string): Promise<GivenBusiness[]> {
  const all: GivenBusiness[] = []
  for (let i = 0; i < count; i++) {
    const business = await givenBusiness(context)
    await givenUrl(context, business, url)
    all.push(business)
  }
  return all
}

/** Does not respond until the end of the test. */
function givenHanging(t: TestContext) {
  const end = Promise.withResolvers<{ status: number }>()
  t.after(() => end.resolve({ status: 200 }))
  return givenReceiver(() => end.promise)
}

/** Stops at the end of the test, even if it fails. */
function givenDeliverer(t: TestContext): void {
  const deliverer = startDeliverer(context, { deadlineMs: HOUR })
  t.after(() => deliverer.stop())
}

/** The deliveries in flight of each endpoint with this URL. */
async function leasesOf(url: string): Promise<number[]> {
  const rows = await context.sql<{ count: number }[]>`
    select count(*)::int as count
    from delivery d
    join webhook_endpoint w on w.business_id = d.business_id and w.mode = d.mode
      and w.route = d.endpoint
    where w.url = ${url} and d.lease_token is not null
    group by d.business_id
  `
  return rows.map(({ count }) => count)
}

/** The rows of deliveries that a claim reads. The claim is rolled back. */
async function readToClaim() {
  let read = { claimed: 0, scanned: 0n, fetched: 0n }
  const undo = new Error('undone')
  const reading = context.hot.begin(async (sql) => {
    const { length } = await claim({}, sql)
    const [row] = await sql<[{ scanned: bigint; fetched: bigint }]>`
      select seq_tup_read as scanned, idx_tup_fetch as fetched
      from pg_stat_xact_user_tables where relname = 'delivery'
    `
    read = { ...row, claimed: length }
    throw undo
  })
  await assert.rejects(reading, undo)
  return read
}

function claim(change: { probesMax?: number }, sql: Sql = context.hot) {
  const now = context.now()
  return claimDeliveries(sql, {
    now,
    leaseUntil: later(now, MINUTE),
    token: newId<'lease'>(now),
    whose: null,
    busy: [],
    max: 200,
    perEndpointMax: SLOTS_PER_ENDPOINT,
    failuresMax: 10,
    probesMax: 200,
    nextProbeAt: later(now, MINUTE),
    ...change,
  })
}
