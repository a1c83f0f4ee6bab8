import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { settingsOf } from '../../src/accounts/businesses/businesses.ts'
import { openAlarms } from '../../src/operator/notices/alarms.ts'
import { watchRails } from '../../src/operator/operation/watch.ts'
import { rangeOf, statisticsOf } from '../../src/operator/statistics/statistics.ts'
import { DAY } from '../../src/platform/clock.ts'
import { parsePublicId } from '../../src/platform/ids.ts'
import { givenPayment, useApi } from '../../test/api.ts'
import { contentsOf } from '../../test/calls.ts'
import { transfer } from '../../test/payments.ts'
import { contextOn, disconnect, givenBusiness, until, useContext } from '../../test/support.ts'
import { claimRun } from './seed.sql.ts'
import { examplesOf, PAYMENTS_MAX, seedStore } from './seed.ts'
import { drawFrom, paymentsOf } from './seed-plan.ts'

const context = useContext()
const api = useApi(context)
before(() => context.opened)

const key = (owner: { keys: { secretKey: string } }) => ({ key: owner.keys.secretKey })

test('examples are days of payments of every kind, each on its day, with settings as they were', async () => {
  const owner = await givenBusiness(context)
  const before = await settingsOf(context, owner)
  const told: string[] = []

  await seedStore(context, owner, {
    days: 12,
    tell: ({ state, done, total }) => told.push(`${state} ${done}/${total}`),
  })

  const { totals, buckets } = await statisticsOf(
    context,
    owner,
    rangeOf('day', { from: null, to: null }, context.now()),
  )
  assert.deepEqual(
    [told.length, told[0], told.at(-2), told.at(-1)],
    [13, 'running 1/12', 'running 12/12', 'done 12/12'],
  )
  assert(totals.attempted > 100 && totals.succeeded > 80, JSON.stringify(totals.attempted))
  assert(totals.failed > 0 && totals.abandoned > 0 && totals.refunded > 0n)
  assert(totals.deposits.count > 20)
  assert.equal(totals.pending, 0)
  // The last day may have only just begun.
  for (const bucket of buckets.slice(-12, -1)) assert(bucket.succeeded > 3, `${bucket.start}`)
  for (const bucket of buckets.slice(0, -12)) assert.equal(bucket.attempted, 0)
  const { body: settlements } = await api.get('/api/v1/settlements', key(owner))
  assert(settlements.meta.total > 5)
  const { body: verified } = await api.get('/api/v1/identity', key(owner))
  assert.equal(verified.data[0].status, 'SUCCESS')
  const { body: splits } = await api.get('/api/v1/splits', key(owner))
  assert.equal(splits.data[0].subaccounts.length, 2)
  const after = await settingsOf(context, owner)
  assert.deepEqual([after.settlement, after.receipts], [before.settlement, before.receipts])
  const [deliveries] = await context.sql`
    select count(*)::int as count from delivery where business_id = ${owner.businessId}
  `
  assert.equal(deliveries!['count'], 0, 'nobody is told of the past')
})

test('statistics that were looked at before and while examples are made show all of them', async () => {
  const owner = await givenBusiness(context)
  const looks: Promise<unknown>[] = []
  const look = async () => {
    const range = rangeOf('day', { from: null, to: null }, context.now())
    return (await statisticsOf(context, owner, range)).totals.attempted
  }
  assert.equal(await look(), 0)
  await seedStore(context, owner, { days: 4, tell: () => void looks.push(look()) })
  await Promise.all(looks)

  const attempted = await look()

  const [row] = await context.sql<[{ count: number }]>`
    select count(*)::int as count from transaction
    where business_id = ${owner.businessId} and mode = 'test'
  `
  assert(row.count > 30)
  assert.equal(attempted, row.count)
})

test('while and after examples are made, the clock of the service stays its own', async () => {
  const owner = await givenBusiness(context)
  await seedStore(context, owner, { days: 3 })
  const { body: accounts } = await api.get('/api/v1/dedicated-virtual-accounts', key(owner))
  const { account_number } = accounts.data[0]
  const { body } = await transfer(api, owner, { account_number, amount: 100_000 })
  const [row] = await context.sql`
    select min(created_at) as first from ledger_entry
    where business_id = ${owner.businessId}
      and cause_id = ${parsePublicId('transaction', body.data.transaction_id)}
  `
  assert(context.now().getTime() - row!['first'].getTime() < DAY / 24)
})

test('a provider is not said to leave examples unanswered because they are dated long ago', async (t) => {
  const owner = await givenBusiness(context)
  const { card } = context.rails.test
  assert(card && 'mock' in t)
  const told = t.mock.method(context.log, 'error', () => {})
  const { charge } = card
  const charging = t.mock.method(card, 'charge', async (...asked: Parameters<typeof charge>) => {
    // The first one is dated yesterday, and has no outcome yet.
    if (charging.mock.callCount() === 0) await watchRails(context)
    return charge(...asked)
  })

  await seedStore(context, owner, { days: 2 })
  await watchRails(context)

  assert(charging.mock.callCount() > 0)
  assert.equal(told.mock.callCount(), 0)
  assert.deepEqual(await openAlarms(context), [])
})

test('the same day is planned the same each time, and two days are not', () => {
  assert.deepEqual(paymentsOf(1, 5, 3), paymentsOf(1, 5, 3))
  assert.notDeepEqual(paymentsOf(1, 5, 3), paymentsOf(1, 6, 3))
  const draw = drawFrom(1)
  const drawn = Array.from({ length: 1_000 }, () => draw(10))
  assert.equal(new Set(drawn).size, 10)
  assert(drawn.every((one) => Number.isInteger(one) && one >= 0 && one < 10))
})

test('a store with payments of its own gets examples only if that is said', async () => {
  const owner = await givenBusiness(context)
  for (let i = 0; i <= PAYMENTS_MAX; i++) await givenPayment(api, owner)
  const before = await contentsOf(context)
  await assert.rejects(seedStore(context, owner, { days: 1 }), { code: 'store_not_empty' })
  assert.deepEqual(await contentsOf(context), before)
  assert.equal(await seedStore(context, owner, { days: 1, again: true }), true)
  assert.equal(await seedStore(context, owner, { days: 1, again: true }), true)
})

test('a store that would be told of everything gets none, and live mode never', async () => {
  const owner = await givenBusiness(context)
  const body = { url: 'https://shop.example/hooks' }
  await api.put('/api/v1/webhooks', { ...key(owner), body })
  const refused = await api.post('/api/v1/sandbox/examples', { ...key(owner), body: { days: 1 } })
  assert.deepEqual([refused.status, refused.body.code], [409, 'webhook_address_set'])
  await assert.rejects(seedStore(context, { ...owner, mode: 'live' }, { days: 1 }), {
    code: 'test_mode_only',
  })
})

test('the sandbox makes them while nobody waits, and says how far they are', async () => {
  const owner = await givenBusiness(context)
  const none = await api.get('/api/v1/sandbox/examples', key(owner))
  assert.deepEqual(none.body.data, { state: 'none', done: 0, total: 0 })

  const begun = await api.post('/api/v1/sandbox/examples', { ...key(owner), body: { days: 2 } })
  const again = await api.post('/api/v1/sandbox/examples', { ...key(owner), body: { days: 60 } })

  assert.deepEqual([begun.body.data.state, begun.body.data.total], ['running', 2])
  assert.equal(again.body.data.total, 2, 'a second call finds the first at work')
  await until('they are all there', async () => {
    const { body } = await api.get('/api/v1/sandbox/examples', key(owner))
    return body.data.state === 'done' && body.data.done === 2
  })
  for (const days of [0, 61, 1.5, '3']) {
    const { status } = await api.post('/api/v1/sandbox/examples', { ...key(owner), body: { days } })
    assert.equal(status, 400)
  }
})

test('of two processes that make examples at once, one does; what a dead one left is begun anew', async () => {
  const owner = await givenBusiness(context)
  const { businessId } = owner
  const twin = contextOn(context.database)
  const made = await Promise.all([
    seedStore(context, owner, { days: 1, again: true }),
    seedStore(twin, owner, { days: 1, again: true }),
  ])
  assert.deepEqual(made.sort(), [false, true])
  await disconnect(twin)

  const scope = { businessId, mode: 'test' } as const
  const past = new Date(context.now().getTime() - DAY)
  const token = '01990000-0000-7000-8000-000000000001'
  assert(await claimRun(context.sql, scope, token, 9, past, new Date(past.getTime() + 1)))
  assert.deepEqual(await examplesOf(context, scope), { state: 'failed', done: 0, total: 9 })
  assert.equal(await seedStore(context, owner, { days: 1, again: true }), true)
  assert.equal((await examplesOf(context, scope)).state, 'done')
})
