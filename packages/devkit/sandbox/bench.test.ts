import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { deliverDue } from '../../../src/core/events/webhooks.ts'
import { verifyFromFirst, verifySinceSeal } from '../../../src/operator/books.ts'
import { DAY, HOUR } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { addDays, type Day, dayOf } from '../../../src/platform/lagos.ts'
import { isWorkingDay } from '../../../src/platform/working-days.ts'
import { runDueJobs } from '../../../src/start/jobs.ts'
import { givenPayment, useApi } from '../../../test/api.ts'
import { givenReceiver } from '../../../test/receiver.ts'
import { chargesOf, givenCard, givenSubscription, send } from '../../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { createBench } from './clock.ts'
import { EMPTIED, KEPT } from './reset.sql.ts'
import { createSeeds } from './seeds.ts'

// What a test suite may do to a service that was started for it: businesses, resets, the clock.

const FRIDAY = 5

const context = useContext()
const api = useApi(context)
let movedMs = 0

before(async () => {
  await context.opened
  const nothing = { start() {}, stop: async () => {} }
  const advance = (ms: number) => {
    movedMs += ms
    context.advance(ms)
  }
  const runDue = async () => {
    const ran = await runDueJobs(context)
    const count = await deliverDue(context)
    return count === 0 ? ran : [...ran, { job: 'send webhooks', count }]
  }
  const work = { jobs: nothing, deliverer: nothing, runDue }
  context.bench = createBench({ isMoved: () => movedMs > 0, advance }, work, createSeeds(null))
})

test('a worker makes a business of its own without a key, and takes a payment with it', async () => {
  const { status, body } = await api.post('/api/v1/sandbox/businesses', {
    body: { name: 'Worker One', webhook_url: 'http://127.0.0.1:9/hooks' },
  })

  assert.equal(status, 201)
  assert.equal(body.data.webhook_url, 'http://127.0.0.1:9/hooks')
  assert.match(body.data.webhook_secret, /^whsec_/)
  const key = body.data.secret_key
  assert.equal((await initialize(key, 'order-1')).status, 200)
  assert.equal((await pay(key, 'order-1')).body.data.status, 'success')
  const unnamed = await api.post('/api/v1/sandbox/businesses', { body: {} })
  assert.notEqual(unnamed.body.data.secret_key, key)
})

test('a name that another business has is refused, and a webhook address that cannot be', async () => {
  await api.post('/api/v1/sandbox/businesses', { body: { name: 'Worker Two' } })

  const again = await api.post('/api/v1/sandbox/businesses', { body: { name: ' worker two' } })
  const body = { name: 'Worker Three', webhook_url: 'ftp://shop.example' }
  const elsewhere = await api.post('/api/v1/sandbox/businesses', { body })

  assert.deepEqual([again.status, again.body.code], [409, 'name_taken'])
  assert.equal(elsewhere.status, 400)
  assert.equal(elsewhere.body.errors[0].field, 'webhook_url')
  const { status } = await api.post('/api/v1/sandbox/businesses', {
    body: { name: 'Worker Three' },
  })
  assert.equal(status, 201, 'the refused request has not taken the name')
})

test('after a reset, a business is as new, and another keeps what it has', async () => {
  const [one, other] = [await givenBusiness(context), await givenBusiness(context)]
  const asNew = await stateOf(one)
  for (const { keys } of [one, other]) {
    await initialize(keys.secretKey, 'order-7')
    await pay(keys.secretKey, 'order-7')
  }
  const body = { schedule: 'T+1' }
  await api.put('/api/v1/sandbox/settlements/schedule', { key: one.keys.secretKey, body })
  const before = await stateOf(other)

  const { status } = await reset(one.keys.secretKey)

  assert.equal(status, 200)
  assert.deepEqual(await stateOf(one), asNew)
  assert.deepEqual(await stateOf(other), before)
  const again = await initialize(one.keys.secretKey, 'order-7')
  assert.equal(again.status, 200, 'the reference is free')
  assert.equal((await pay(one.keys.secretKey, 'order-7')).body.data.status, 'success')
})

test('a reset of a business after its days were sealed leaves the books right', async () => {
  const business = await givenBusiness(context)
  await initialize(business.keys.secretKey, 'order-8')
  await pay(business.keys.secretKey, 'order-8')
  context.advance(2 * DAY)
  const { wrong: before } = await verifySinceSeal(context)
  const [{ slices }] = await context.sql<[{ slices: number }]>`
    select count(*)::int as slices from ledger_slice
  `

  await api.post('/api/v1/sandbox/reset', { key: business.keys.secretKey })

  const sealed = await verifyFromFirst(context)
  const again = await verifyFromFirst(context)
  assert(slices > 0)
  assert.deepEqual([before, sealed.wrong, again.wrong], [[], [], []])
})

test('a reset with an Idempotency-Key is answered, and the key is free for the next test', async () => {
  const { keys } = await givenBusiness(context)
  const call = { key: keys.secretKey, headers: { 'idempotency-key': 'between-tests' } }

  const answers = [
    await api.post('/api/v1/sandbox/reset', call),
    await api.post('/api/v1/sandbox/reset', call),
  ]

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
})

test('work that was under way for a business brings nothing back after its reset', async () => {
  const business = await givenBusiness(context)
  const held = Promise.withResolvers<void>()
  const receiver = await givenReceiver(async () => {
    await held.promise
    return { status: 200 }
  })
  const key = business.keys.secretKey
  await api.put('/api/v1/webhooks', { key, body: { url: receiver.url } })
  await initialize(key, 'order-9')
  await pay(key, 'order-9')
  const delivering = deliverDue(context)
  await receiver.arrived(1)

  await reset(key)
  held.resolve()
  await delivering
  await runDueJobs(context)

  const left = await rowsOf(business)
  assert.deepEqual(left.delivery, 0)
  assert.deepEqual(left.delivery_attempt, 0)
  assert.deepEqual(left.event, 0)
})

test('each table of a business is either emptied by a reset or kept by name', async () => {
  const tables = await context.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and 2 = (
        select count(*) from pg_attribute
        where attrelid = pg_class.oid and attname in ('business_id', 'mode')
      )
    order by 1
  `

  const known = [...EMPTIED, ...KEPT].sort()
  assert.deepEqual(known, tables.map(({ name }) => name).sort())
})

test('a reset needs the secret test key of the business', async () => {
  const { keys } = await givenBusiness(context)

  const byPublic = await reset(keys.publicKey)
  const byNobody = await api.post('/api/v1/sandbox/reset')

  assert.deepEqual([byPublic.status, byPublic.body.code], [403, 'wrong_key_type'])
  assert.equal(byNobody.status, 401)
})

test('the clock runs what is due on the way, in order and at its time', async () => {
  const business = await givenBusiness(context)
  const begun = context.now()
  const key = business.keys.secretKey
  const { body: sent } = await api.post('/api/v1/payouts', {
    key,
    body: {
      amount: 50_000,
      reference: 'payout-1',
      bank_code: '058',
      account_number: '5555555555',
    },
  })
  assert.equal(sent.status, 'success', JSON.stringify(sent))
  await givenPayment(api, business, { reference: 'order-11' })

  const { status, body } = await move(key, { advance: '2 days' })

  assert.equal(status, 200)
  assert(Date.parse(body.data.now) - begun.getTime() >= 2 * DAY)
  const events = body.data.events as { event: string; created_at: string }[]
  const at = (event: string) =>
    Date.parse(events.find((one) => one.event === event)!.created_at) - begun.getTime()
  assert(at('payout.reversed') >= HOUR && at('payout.reversed') < 2 * HOUR)
  assert(at('transaction.abandoned') >= DAY && at('transaction.abandoned') < DAY + HOUR)
  const moments = body.data.happened.map((one: { at: string }) => one.at)
  assert.deepEqual(moments, [...moments].sort())
  const { body: payment } = await api.get('/api/v1/transactions/verify/order-11', { key })
  assert.equal(payment.data.status, 'abandoned')
})

/** The next one whose Monday is a working day. */
function nextFriday(): Day {
  let day = addDays(dayOf(context.now()), 1)
  const isFriday = () => new Date(day).getUTCDay() === FRIDAY
  while (!isFriday() || !isWorkingDay(addDays(day, 3), new Map())) day = addDays(day, 1)
  return day
}

test('payments settle on the next working day of the moved clock', async () => {
  const { keys } = await givenBusiness(context)
  const key = keys.secretKey
  const friday = nextFriday()
  const at = (days: number, hour: number) => `${addDays(friday, days)}T${hour}:00:00.000Z`
  assert.equal((await move(key, { now: at(0, 10) })).status, 200)
  await api.put('/api/v1/sandbox/settlements/schedule', { key, body: { schedule: 'T+1' } })
  await initialize(key, 'order-13')
  await pay(key, 'order-13')

  const saturday = await move(key, { now: at(1, 12) })
  const before = await api.get('/api/v1/balance', { key })
  const monday = await move(key, { now: at(3, 22) })
  const after = await api.get('/api/v1/balance', { key })

  const settled = ({ body }: typeof monday) =>
    body.data.events.filter(({ event }: { event: string }) => event.startsWith('settlement'))
  assert.equal(settled(saturday).length, 0)
  assert.equal(settled(monday).length, 1, JSON.stringify(monday.body.data))
  assert.notDeepEqual(after.body.data, before.body.data)
})

test('a webhook that fails is sent again at each of its times', async () => {
  const { keys } = await givenBusiness(context)
  const key = keys.secretKey
  const receiver = await givenReceiver(async () => ({ status: 500 }))
  await api.put('/api/v1/webhooks', {
    key,
    body: { url: receiver.url, events: ['transaction.success'] },
  })
  await initialize(key, 'order-15')
  await pay(key, 'order-15')

  await move(key, { advance: '1 hour' })

  // At once, and after 5 s, 1 min, 5 min and 30 min.
  await receiver.arrived(5)
})

test('over the ends of three months, a subscription is charged once a period, and the answers list it', async () => {
  const business = await givenBusiness(context)
  const key = business.keys.secretKey
  const year = context.now().getUTCFullYear() + 1
  const authorization_code = await givenCard(api, business)
  const sent = { start_date: `${year}-01-31`, authorization_code }
  const { subscription_code } = await givenSubscription(api, business, sent)

  const first = await move(key, { now: `${year}-01-31T12:00:00.000Z` })
  const months = await move(key, { now: `${year}-03-31T12:00:00.000Z` })

  const paid = ({ body }: typeof first) =>
    body.data.events.filter(({ event }: { event: string }) => event === 'invoice.paid').length
  const jobs = months.body.data.happened.map(({ job }: { job: string }) => job)
  assert.deepEqual([paid(first), paid(months)], [1, 2], months.text)
  assert(jobs.includes('begin periods of subscriptions'), months.text)
  const path = `/subscriptions/${subscription_code}/invoices`
  const invoices = await send(api, business, 'GET', path)
  const lastOfFebruary = new Date(Date.UTC(year, 2, 0)).getUTCDate()
  // Midnight in Lagos.
  const days = ['01-30', `02-${lastOfFebruary - 1}`, '03-30']
  assert.deepEqual(
    invoices.map((one: Record<string, string>) => [one['status'], one['period_start']]).reverse(),
    days.map((day) => ['paid', `${year}-${day}T23:00:00.000Z`]),
  )
  assert.deepEqual([...(await chargesOf(context, business)).values()], [1, 1, 1])
})

test('every answer says the time of a clock that was moved', async () => {
  const { keys } = await givenBusiness(context)
  await move(keys.secretKey, { advance: '1 second' })

  const { headers, body } = await api.get('/api/v1/sandbox/clock', { key: keys.secretKey })

  assert.equal(body.data.is_moved, true)
  assert.match(String(headers['x-cowrie-clock']), /^2\d{3}-\d\d-\d\dT/)
})

test('the clock never goes back, nor to a moment that is none', async () => {
  const { keys } = await givenBusiness(context)
  const wrong = [
    { now: new Date(context.now().getTime() - HOUR).toISOString() },
    { now: '2027-01-04' },
    { now: '2027-01-04T10:00:00' },
    { advance: '-1 day' },
    { advance: '1 month' },
    { advance: '9999 days' },
    { advance: '1 day', now: '2099-01-04T10:00:00Z' },
    {},
  ]
  for (const body of wrong) {
    const before = context.now()
    const answer = await move(keys.secretKey, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.match(answer.body.errors[0].field, /^(now|advance)$/)
    assert(context.now().getTime() - before.getTime() < HOUR)
  }
})

test('a service that was not started for tests has none of it', async () => {
  const { keys } = await givenBusiness(context)
  const { bench } = context
  delete context.bench
  const other = useless()
  try {
    for (const call of other) {
      const { status, body } = await call(keys.secretKey)
      assert.deepEqual([status, body.code], [403, 'not_started_for_tests'])
    }
  } finally {
    context.bench = bench!
  }
})

test('production, live mode, an own database and several processes refuse the clock by name', () => {
  const refused: [Record<string, string>, RegExp][] = [
    [{ COWRIE_ENV: 'production' }, /COWRIE_SANDBOX_CLOCK is for test suites: not in production/],
    [{ BASE_URL: 'https://pay.example.com' }, /not in production/],
    [{ COWRIE_PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef' }, /not beside live mode.*paystack/],
    [{ DATABASE_URL: 'postgres://127.0.0.1/shop' }, /Remove DATABASE_URL/],
    [{ COWRIE_PROCESSES: '2' }, /COWRIE_PROCESSES=1/],
  ]
  for (const [environment, sentence] of refused) {
    assert.throws(() => readConfig({ COWRIE_SANDBOX_CLOCK: '1', ...environment }), sentence)
  }
  assert.throws(
    () => readConfig({ COWRIE_EPHEMERAL: '1', COWRIE_ENV: 'production' }),
    /COWRIE_EPHEMERAL is for test suites/,
  )
  assert.equal(readConfig({ COWRIE_SANDBOX_CLOCK: '1' }).isForTests, true)
  assert.equal(readConfig({}).isForTests, false)
})

function useless() {
  return [
    () => api.post('/api/v1/sandbox/businesses', { body: {} }),
    (key: string) => reset(key),
    (key: string) => move(key, { advance: '1 day' }),
  ]
}

function initialize(key: string, reference: string) {
  const body = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example', reference }
  return api.post('/api/v1/transactions/initialize', { key, body })
}

function pay(key: string, reference: string) {
  const body = { channel: 'bank_transfer' }
  return api.post(`/api/v1/sandbox/transactions/${reference}/pay`, { key, body })
}

function reset(key: string) {
  return api.post('/api/v1/sandbox/reset', { key })
}

function move(key: string, body: object) {
  return api.put('/api/v1/sandbox/clock', { key, body })
}

/** The number of rows in each table that a reset empties. */
async function rowsOf({ businessId }: GivenBusiness): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const table of EMPTIED) {
    const [row] = await context.sql<{ rows: number }[]>`
      select count(*)::integer as rows from ${context.sql(table)}
      where business_id = ${businessId} and mode = 'test'
    `
    counted[table] = row!.rows
  }
  return counted
}

async function stateOf(business: GivenBusiness) {
  const key = business.keys.secretKey
  // Its account number is issued when it is first asked for.
  const { account: _account, ...balance } = (await api.get('/api/v1/balance', { key })).body.data
  const schedule = (await api.get('/api/v1/sandbox/settlements/schedule', { key })).body.data
  const { idempotency_key: _, ...rows } = await rowsOf(business)
  return { rows, balance, schedule }
}
