import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testCard } from '../../test/payments.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import type { Context } from '../core/context.ts'
import { rangeOf, statisticsOf } from '../operator/statistics/statistics.ts'
import { payByCard } from '../payments/checkout/checkout.ts'
import { expireNow } from '../payments/transactions/expire.ts'
import { initialize } from '../payments/transactions/initialize.ts'
import { readAccessCode } from '../payments/transactions/transactions.ts'
import { DAY, HOUR, later, MINUTE } from './clock.ts'
import { listKeptSums } from './day-sums.sql.ts'
import { naira } from './money.ts'

const context = useContext()
before(() => context.opened)

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

/** The same service at another moment. */
function at(moment: Date): Context {
  return { ...context, now: () => moment }
}

function rangeUntil(now: Date) {
  return rangeOf('day', { from: null, to: null }, now)
}

/** Noon in Lagos, three days ago. */
function noon(): Date {
  const { from } = rangeUntil(context.now())
  return later(from, 26 * DAY + 12 * HOUR)
}

/** The end of that day. */
function midnight(): Date {
  return rangeUntil(noon()).to
}

/** Made and paid at noon three days ago. */
async function payThen(business: GivenBusiness): Promise<void> {
  const { accessCode } = await initialize(at(noon()), business, PAYMENT)
  const key = readAccessCode(context.keys, accessCode)!
  await payByCard(at(later(noon(), MINUTE)), key, testCard('success'))
}

/** The sums of that day, read this long after its end. */
async function dayOf(business: GivenBusiness, afterMs = 2 * DAY) {
  const here = at(later(midnight(), afterMs))
  const { buckets } = await statisticsOf(here, business, rangeUntil(noon()))
  const { attempted, succeeded, volume } = buckets.at(-1)!
  return { attempted, succeeded, volume }
}

/** Which sums of that day are stored. */
async function keptOf({ businessId }: GivenBusiness, afterMs = 2 * DAY): Promise<string[]> {
  const scope = { businessId, mode: 'test' } as const
  const now = later(midnight(), afterMs)
  const rows = await listKeptSums(context.sql, scope, now, later(noon(), 1 - DAY), noon())
  return rows.map(({ subject }) => subject).sort()
}

const NOTHING = { attempted: 0, succeeded: 0, volume: 0n }
const ONE = { attempted: 1, succeeded: 1, volume: 500_000n }

test('a day that is over is counted once, and again when it is twice as old', async () => {
  const business = await givenBusiness(context)
  assert.deepEqual(await dayOf(business, 2 * HOUR), NOTHING)
  await payThen(business)

  const kept = await dayOf(business, 4 * HOUR - MINUTE)
  const then = await dayOf(business, 4 * HOUR + MINUTE)

  assert.deepEqual(kept, NOTHING, 'as it is kept')
  assert.deepEqual(then, ONE)
  await asOwner(
    context,
    (sql) => sql`
      update day_sums set sums = '{7,7,0,0,0}'
      where business_id = ${business.businessId} and subject = 'made'
    `,
  )
  assert.equal((await dayOf(business, 8 * HOUR)).attempted, 7, 'what is kept is what is answered')
  assert.deepEqual(await dayOf(business, 8 * HOUR + 3 * MINUTE), ONE)
})

test('of a part of a day nothing is kept, and nothing that is kept is read', async () => {
  const business = await givenBusiness(context)
  await payThen(business)
  const [here, end] = [at(later(midnight(), 2 * DAY)), later(noon(), MINUTE)]
  const attempted = async (from: Date, to: Date) =>
    (await statisticsOf(here, business, { by: 'day', from, to })).totals.attempted

  const parts = async () => [
    await attempted(later(midnight(), -DAY), noon()),
    await attempted(later(midnight(), -DAY), end),
    await attempted(end, midnight()),
  ]

  assert.deepEqual(await parts(), [0, 1, 0])
  assert.deepEqual(await keptOf(business), [])
  assert.deepEqual(await dayOf(business), ONE)
  assert.deepEqual(await parts(), [0, 1, 0], 'beside the sums of the whole day')
})

test('a payment that comes late is in its day after no more time than it was late', async () => {
  for (const late of [MINUTE, 3 * HOUR, 40 * HOUR]) {
    const business = await givenBusiness(context)
    for (let after = 0; after < late; after += late / 3) {
      assert.deepEqual(await dayOf(business, after), NOTHING)
    }
    await payThen(business)

    assert.deepEqual(await dayOf(business, 2 * late + 1), ONE)
  }
})

test('a day that is not over is not kept, nor one in which a payment is open', async () => {
  const business = await givenBusiness(context)
  const { reference } = await initialize(at(noon()), business, PAYMENT)
  assert.equal((await dayOf(business, -MINUTE)).attempted, 1)
  assert.deepEqual(await keptOf(business, MINUTE), [])
  assert.equal((await dayOf(business)).attempted, 1)
  assert.deepEqual(await keptOf(business), ['deposits', 'paid'])

  await expireNow(at(later(noon(), HOUR)), business, reference)

  await dayOf(business)
  assert.deepEqual(await keptOf(business), ['deposits', 'made', 'paid'])
})
