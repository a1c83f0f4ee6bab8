import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { endsOrWaits } from '../../../test/lock-waits.ts'
import { eventsOf } from '../../../test/payments.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import type { Sql } from '../../platform/db.ts'
import { momentOf, newId } from '../../platform/ids.ts'
import { kobo, naira } from '../../platform/money.ts'
import type { ChartName } from './chart.ts'
import type { Entry } from './ledger.sql.ts'
import { hold, post, setLowBelow, voidHold } from './ledger.ts'

// balance.low: the available balance falls below the threshold of the business.

const context = useContext()
stopNow(context)

/** Of ₦100,000.00. */
const THRESHOLD = naira(60_000)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
  await setLowBelow(context.sql, business, THRESHOLD)
})

function entryOf(debit: ChartName, credit: ChartName, amount: number): Entry {
  const { businessId, mode } = business
  const now = context.now()
  const [causeId, reason] = [newId(now), 'wallet_adjustment'] as const
  return {
    businessId,
    mode,
    causeId,
    reason,
    debit,
    credit,
    amount: naira(amount),
    occurredAt: now,
  }
}
async function spend(amount: number, sql: Sql = context.sql) {
  context.advance(1)
  await post(sql, context.now(), [entryOf('available', 'adjustments', amount)])
}
async function earn(amount: number) {
  context.advance(1)
  await post(context.sql, context.now(), [entryOf('adjustments', 'available', amount)])
}

const told = async () => (await eventsOf(context, business)).map(({ data }) => data.available)

test('it is told once when the balance falls below, and again after it was as high', async () => {
  await spend(40_000) // as high as the threshold
  assert.deepEqual(await told(), [])
  await spend(10_000)
  await spend(10_000)
  await earn(9_999)
  await spend(1)
  assert.deepEqual(await told(), [5_000_000])

  await earn(10_002) // as high again
  assert.deepEqual(await told(), [5_000_000])
  await spend(1)
  assert.deepEqual(await told(), [5_000_000, 5_999_900])
})

test('the event has every field, the time of the entry, and an id of that time', async () => {
  await spend(50_000)
  const at = context.now()

  const data = { domain: 'test', currency: 'NGN', available: 5_000_000, threshold: 6_000_000 }
  const [row] = await context.sql<[{ eventId: string; payload: string; createdAt: Date }]>`
    select event_id, payload, created_at from event
    where business_id = ${business.businessId} and mode = 'test' and type = 'balance.low'
  `
  const { eventId, payload, createdAt } = row
  assert.deepEqual(JSON.parse(payload), {
    event: 'balance.low',
    data,
    created_at: at.toISOString(),
  })
  assert.deepEqual([createdAt, momentOf(eventId)], [at, at])
  assert.match(eventId, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('a held amount counts, and its return is as good as earned', async () => {
  const held = entryOf('available', 'adjustments', 50_000)
  await hold(context.sql, context.now(), held)
  await voidHold(context.sql, context.now(), held)
  await spend(45_000)

  assert.deepEqual(await told(), [5_000_000, 5_500_000])
})

test('one statement that falls and rises again tells nothing', async () => {
  await post(context.sql, context.now(), [
    entryOf('available', 'adjustments', 90_000),
    entryOf('adjustments', 'available', 90_000),
  ])

  assert.deepEqual(await told(), [])
})

test('without a threshold, or below a new one already, nothing is told', async () => {
  await setLowBelow(context.sql, business, null)
  await spend(50_000)
  await setLowBelow(context.sql, business, THRESHOLD)
  await spend(1)

  assert.deepEqual(await told(), [])
})

test('two postings at once tell it once, and one that is undone tells nothing', async () => {
  for (const isUndone of [false, true]) {
    business = await givenBusiness(context)
    await setLowBelow(context.sql, business, THRESHOLD)
    const other = contextOn(context.database)
    const written = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const first = context.sql
      .begin(async (sql) => {
        await spend(45_000, sql)
        written.resolve()
        await go.promise
        if (isUndone) throw new Error('undone')
      })
      .catch((error: Error) => assert.equal(error.message, 'undone'))
    await written.promise

    const second = spend(50_000, other.sql)
    await endsOrWaits(context, second)
    go.resolve()
    await Promise.all([first, second])

    assert.deepEqual(await told(), [isUndone ? 5_000_000 : 5_500_000])
    await disconnect(other)
  }
})

test('a threshold is at least one kobo', async () => {
  await assert.rejects(setLowBelow(context.sql, business, kobo(0)), {
    constraint: 'ledger_account_low_below_check',
  })
})
