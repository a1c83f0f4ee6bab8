import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { givenPayment, useApi } from '../../../test/api.ts'
import { disputed } from '../../../test/disputes.ts'
import { givenDedicated, pay, testCard, transfer } from '../../../test/payments.ts'
import { givenPaid, type Paid, refundIn } from '../../../test/refunds.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import type { Context } from '../../core/context.ts'
import { payByCard } from '../../payments/checkout/checkout.ts'
import { closeDispute } from '../../payments/disputes/close.ts'
import { expireNow } from '../../payments/transactions/expire.ts'
import { initialize } from '../../payments/transactions/initialize.ts'
import { readAccessCode } from '../../payments/transactions/transactions.ts'
import { DAY, HOUR } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'
import { statisticsOf } from './statistics.ts'

const context = useContext()
const api = useApi(context)

const PAYMENT = {
  amount: naira(5_000),
  email: 'ada@example.com',
  name: 'Ada Example',
  phone: null,
  reference: null,
  callbackUrl: null,
  metadata: null,
  channels: null,
  feeBearer: 'business',
  splitCode: null,
  ipAddress: null,
  madeWith: 'secret',
  effectId: null,
} as const

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

async function statistics(query = '', owner = business) {
  const { status, body, text } = await api.get(`/api/v1/statistics${query}`, {
    key: owner.keys.secretKey,
  })
  assert.equal(status, 200, text)
  return body.data
}

/** The same service at another time. */
function at(moment: string): Context {
  return { ...context, now: () => new Date(moment) }
}

test('a store without payments has thirty days of zeros, and no rate', async () => {
  const { by, totals, buckets, from, to } = await statistics()
  assert.equal(by, 'day')
  assert.equal(buckets.length, 30)
  assert.equal(Date.parse(to) - Date.parse(from), 30 * DAY)
  assert(Date.parse(to) > context.now().getTime())
  assert.match(from, /T23:00:00.000Z$/, 'a day begins at midnight in Lagos')
  assert.equal(totals.success_rate_basis_points, null)
  assert.deepEqual([totals.volume, totals.attempted, totals.refunded], [0, 0, 0])
  for (const bucket of buckets) {
    assert.deepEqual([bucket.volume, bucket.deposits], [0, { count: 0, amount: 0 }])
  }
})

test('each payment counts once in each sum, and what is another business’s in none', async () => {
  const owner = await givenBusiness(context)
  const codes: string[] = []
  for (let i = 0; i < 4; i++) codes.push((await givenPayment(api, owner)).access_code)
  await pay(api, codes[0]!, 'success')
  for (let i = 0; i < 5; i++) await pay(api, codes[1]!, 'declined')
  const { reference } = await givenPayment(api, owner)
  await expireNow(context, owner, reference)
  const { account_number } = await givenDedicated(api, owner)
  await transfer(api, owner, { account_number, amount: 1_000_000 })
  await pay(api, codes[2]!, 'success')
  const { body: list } = await api.get('/api/v1/transactions?channel=card&status=success', {
    key: owner.keys.secretKey,
  })
  const body = { transaction: list.data[0].id, amount: 100_000 }
  await api.post('/api/v1/refunds', { key: owner.keys.secretKey, body })

  const { totals, buckets } = await statistics('', owner)

  assert.deepEqual(totals, {
    volume: 2_000_000,
    succeeded: 3,
    attempted: 6,
    fees: 2 * 18_813 + 10_750,
    deposits: { count: 1, amount: 1_000_000 },
    failed: 1,
    abandoned: 1,
    pending: 1,
    refunded: 100_000,
    disputes: { opened: 0, amount: 0, won: 0, lost: 0, accepted: 0 },
    stamp_duty: 0,
    success_rate_basis_points: 6_000,
  })
  assert.deepEqual(
    [buckets.at(-1).volume, buckets.at(-1).attempted, buckets.at(-2).attempted],
    [2_000_000, 6, 0],
  )
  assert.equal((await statistics()).totals.attempted, 0)
})

test('midnight is that of Lagos: a payment may be begun on one day and paid on the next', async () => {
  // 23:59:59 on the 10th in Lagos, and midnight.
  const { accessCode } = await initialize(at('2026-03-10T22:59:59.999Z'), business, PAYMENT)
  const key = readAccessCode(context.keys, accessCode)!
  await payByCard(at('2026-03-10T23:00:00.000Z'), key, testCard('success'))

  const days = await statistics('?from=2026-03-10&to=2026-03-11')

  assert.deepEqual(
    days.buckets.map((one: Record<string, unknown>) => [
      one['start'],
      one['attempted'],
      one['succeeded'],
      one['volume'],
    ]),
    [
      ['2026-03-09T23:00:00.000Z', 1, 0, 0],
      ['2026-03-10T23:00:00.000Z', 0, 1, 500_000],
    ],
  )
  const asked = ['2026-03-10T21:30:00.000Z', '2026-03-10T23:30:00.000Z']
  const hours = await statistics(`?by=hour&from=${asked[0]}&to=${asked[1]}`)
  assert.deepEqual(
    hours.buckets.map(({ attempted, succeeded }: Record<string, number>) => [attempted, succeeded]),
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
  )
  assert.deepEqual([hours.from, hours.to], asked, 'no more than was asked for')
})

test('a refund at midnight in Lagos counts on the day that begins', async () => {
  const owner = await givenBusiness(context)
  const midnight = at('2026-03-10T23:00:00.000Z')
  const { accessCode } = await initialize(midnight, owner, PAYMENT)
  const key = readAccessCode(context.keys, accessCode)!
  await payByCard(midnight, key, testCard('success'))
  await refundIn(midnight, owner, key, 100_000)

  const before = await statistics('?from=2026-03-10&to=2026-03-10', owner)
  const after = await statistics('?from=2026-03-11&to=2026-03-11', owner)

  assert.deepEqual([before.totals.refunded, after.totals.refunded], [0, 100_000])
})

test('disputes are counted on the day they were opened, by their outcome', async () => {
  const owner = await givenBusiness(context)
  const paid = [
    await givenPaid(api, owner),
    await givenPaid(api, owner),
    await givenPaid(api, owner),
  ]
  const open = async (status: 'won' | 'lost' | null, { id }: Paid, amount: bigint) => {
    const dispute = await disputed(context, owner, { id }, { amount: kobo(amount) })
    if (status) await closeDispute(context, dispute, { status, by: 'operator' })
  }
  await open('won', paid[0]!, 100n)
  await open('lost', paid[1]!, 20n)
  await open(null, paid[2]!, 3n)

  const { totals } = await statistics('', owner)
  const before = await statistics('?from=2026-03-10&to=2026-03-10', owner)

  const expected = { opened: 3, amount: 123, won: 1, lost: 1, accepted: 0 }
  assert.deepEqual([totals.disputes, before.totals.disputes.opened], [expected, 0])
})

test('what was paid and went back whole counts as paid, and as refunded', async () => {
  const owner = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, owner)
  await pay(api, access_code, 'success')
  const { secretKey: key } = owner.keys
  await api.post('/api/v1/refunds', { key, body: { transaction: reference } })

  const { totals } = await statistics('?by=hour', owner)

  assert.deepEqual(
    [totals.volume, totals.refunded, totals.succeeded, totals.success_rate_basis_points],
    [500_000, 500_000, 1, 10_000],
  )
})

test('a range that cannot be is refused by its name', async () => {
  const wrong: [query: string, fields: string[]][] = [
    ['from=yesterday', ['from']],
    ['from=2026-02-30', ['from']],
    ['to=2026', ['to']],
    ['from=0000-01-01', ['from']],
    ['from=2999-01-01', ['from']],
    ['from=2026-03-10T00:00:00', ['from']],
    ['by=week', ['by']],
    ['from=2026-03-10&to=2026-03-09', ['to']],
    ['from=2026-03-10T00:00:00Z&to=2026-03-10T00:00:00Z', ['to']],
    ['from=2026-01-01&to=2026-04-04', ['from']],
    ['by=hour&from=2026-01-01&to=2026-01-08', ['from']],
    ['from=2026-01-01&from=2026-01-02', ['from']],
  ]
  for (const [query, fields] of wrong) {
    const { status, body, text } = await api.get(`/api/v1/statistics?${query}`, {
      key: business.keys.secretKey,
    })
    assert.equal(status, 400, `${query}: ${text}`)
    const named = body.errors.map((one: { field: string }) => one.field)
    assert.deepEqual(named, fields, query)
  }
  assert.equal((await statistics('?from=2026-01-01&to=2026-04-03')).buckets.length, 93)
  assert.equal((await statistics('?by=hour&from=2026-01-01&to=2026-01-07')).buckets.length, 168)
})

test('however a range is cut, its parts sum to the whole, and to what a count of the rows says', async () => {
  const owner = await givenBusiness(context)
  const first = Date.UTC(2026, 4, 1)
  await asOwner(
    context,
    (sql) => sql`
      insert into transaction (business_id, mode, id, reference, status, amount, requested_amount,
        fee, vat, channel, channels, customer_id, email, customer_name, made_with, created_at,
        expires_at, paid_at)
      select ${owner.businessId}, 'test',
        (lpad(to_hex(ms), 12, '0') || '70008' || lpad(to_hex(i), 15, '0'))::uuid, 'r' || i, status,
        100 + i, 100 + i, 7, 1, case when status = 'success' then 'card' end, 'card',
        gen_random_uuid(), 'ada@example.com', 'Ada', 'secret', at, at,
        case when status = 'success' then at + i * interval '1 minute' end
      from generate_series(1, 500) i,
        lateral (select ${first}::bigint + i::bigint * 7919000 as ms) m,
        lateral (select to_timestamp(ms / 1000.0) as at,
          (array['success', 'success', 'failed', 'abandoned', 'pending'])[1 + i % 5] as status) s
    `,
  )
  const count = async (from: Date, to: Date) => {
    const [row] = await context.sql`
      select count(*) filter (where created_at >= ${from} and created_at < ${to})::int as attempted,
        count(*) filter (where paid_at >= ${from} and paid_at < ${to})::int as succeeded,
        coalesce(sum(amount) filter (where paid_at >= ${from} and paid_at < ${to}), 0)::bigint
          as volume
      from transaction where business_id = ${owner.businessId} and mode = 'test'
    `
    return row!
  }
  const moment = fc.integer({ min: -2 * DAY, max: 50 * DAY }).map((ms) => new Date(first + ms))
  await fc.assert(
    fc.asyncProperty(
      moment,
      fc.integer({ min: 1, max: 160 }),
      fc.boolean(),
      async (at, n, days) => {
        const unit = days ? DAY : HOUR
        const to = new Date(at.getTime() + n * (days ? DAY / 4 : HOUR))
        const range = { by: days ? 'day' : 'hour', from: at, to } as const
        const { totals, buckets } = await statisticsOf(context, owner, range)
        const { attempted, succeeded, volume } = await count(range.from, range.to)
        assert.deepEqual(
          [totals.attempted, totals.succeeded, totals.volume],
          [attempted, succeeded, volume],
        )
        assert.equal(
          buckets.reduce((sum, bucket) => sum + bucket.attempted, 0),
          attempted,
        )
        assert.deepEqual(buckets[0]!.start, at)
        const starts = buckets.slice(1).map(({ start }) => start.getTime() + HOUR)
        const begun = Math.floor((at.getTime() + HOUR) / unit)
        assert.deepEqual(
          starts,
          starts.map((_, i) => (begun + 1 + i) * unit),
        )
        assert(to.getTime() + HOUR - (starts.at(-1) ?? begun * unit) <= unit)
      },
    ),
    { numRuns: 40 },
  )
  await asOwner(
    context,
    (sql) => sql`delete from transaction where business_id = ${owner.businessId}`,
  )
})
