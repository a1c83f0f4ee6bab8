import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testCard } from '../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { payByCard } from '../checkout/checkout.ts'
import type { Context } from '../context.ts'
import { rangeUntil, statisticsOf } from '../statistics/statistics.ts'
import { expireNow } from '../transactions/expire.ts'
import { initialize } from '../transactions/initialize.ts'
import { readAccessCode } from '../transactions/transactions.ts'
import { DAY, HOUR, later, MINUTE } from './clock.ts'
import { listKeptSums } from './day-sums.sql.ts'
import { sumsOfDays } from './day-sums.ts'
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

/** Noon in Lagos, three days ago. */
function noon(): Date {
  const { from } = rangeUntil('day', context.now())
  return later(from, 26 * DAY + 12 * HOUR)
}

/** Made and paid at noon three days ago, of which the service learns now. */
async function payThen(business: GivenBusiness): Promise<void> {
  const { accessCode } = await initialize(at(noon()), business, PAYMENT)
  const key = readAccessCode(context.keys, accessCode)!
  await payByCard(at(later(noon(), MINUTE)), key, testCard('success'))
}

async function dayOf(business: GivenBusiness) {
  const { buckets } = await statisticsOf(context, business, rangeUntil('day', context.now()))
  const { attempted, succeeded, volume } = buckets.at(-4)!
  return { attempted, succeeded, volume }
}

/** Of that day, which sums are kept. */
async function keptOf({ businessId }: GivenBusiness): Promise<string[]> {
  const scope = { businessId, mode: 'test' }
  const rows = await listKeptSums(context.sql, scope, later(noon(), 1 - DAY), noon())
  return rows.map(({ subject }) => subject).sort()
}

/** As if all that has changed a day had done so long ago. */
async function letTimePass({ businessId }: GivenBusiness): Promise<void> {
  await context.sql`
    update day_change set changed_at = changed_at - interval '21 minutes'
    where business_id = ${businessId} and mode = 'test'
  `
}

test('a day that is over is counted once, and again when something comes to it', async () => {
  const business = await givenBusiness(context)
  const one = { attempted: 1, succeeded: 1, volume: 500_000n }
  await payThen(business)
  assert.deepEqual(await dayOf(business), one)
  assert.deepEqual(await keptOf(business), ['deposits'], 'not while others may be counting')
  await letTimePass(business)
  assert.deepEqual(await dayOf(business), one)
  assert.deepEqual(await keptOf(business), ['deposits', 'made', 'paid'])
  assert.deepEqual(await dayOf(business), one, 'as it is kept')

  await payThen(business)

  assert.deepEqual(await keptOf(business), ['deposits'])
  assert.deepEqual(await dayOf(business), { attempted: 2, succeeded: 2, volume: 1_000_000n })
  await letTimePass(business)
  await dayOf(business)
  await context.sql`
    update day_sums set sums = '{7,7,0,0,0}'
    where business_id = ${business.businessId} and mode = 'test' and subject = 'made'
      and day_start <= ${noon()} and day_start > ${later(noon(), -DAY)}
  `
  assert.equal((await dayOf(business)).attempted, 7, 'what is kept is what is answered')
})

test('today is not kept, nor is a day in which a payment is open', async () => {
  const business = await givenBusiness(context)
  const { reference } = await initialize(at(noon()), business, PAYMENT)
  for (let i = 0; i < 2; i++) {
    assert.equal((await dayOf(business)).attempted, 1)
    await letTimePass(business)
  }
  assert.deepEqual(await keptOf(business), ['deposits', 'paid'])

  await expireNow(at(later(noon(), HOUR)), business, reference)

  await dayOf(business)
  assert.deepEqual(await keptOf(business), ['deposits', 'made', 'paid'])
  const [last] = await context.sql<{ dayStart: Date }[]>`
    select max(day_start) as day_start from day_sums
    where business_id = ${business.businessId} and mode = 'test'
  `
  assert(last!.dayStart.getTime() + DAY <= context.now().getTime() - HOUR)
})

test('who counts a day while something comes to it does not keep what was there before', async () => {
  const business = await givenBusiness(context)
  const { from } = rangeUntil('day', noon())
  const days = Array.from({ length: 30 }, (_, i) => ({
    from: later(from, i * DAY),
    to: later(from, (i + 1) * DAY),
  }))
  await sumsOfDays(context.sql, business, context.now(), days, [
    {
      subject: 'made',
      count: async (missing) => {
        if (missing.at(-1)!.to > noon()) await payThen(business)
        return missing.map(() => [0n, 0n, 0n, 0n, 0n])
      },
    },
  ])

  assert.deepEqual(await keptOf(business), [])
  assert.deepEqual(await dayOf(business), { attempted: 1, succeeded: 1, volume: 500_000n })
})
