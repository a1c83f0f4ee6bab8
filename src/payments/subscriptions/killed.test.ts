import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { type Breakable, breakable } from '../../../test/faults.ts'
import { eventsOf } from '../../../test/payments.ts'
import { scaled } from '../../../test/scale.ts'
import {
  chargesOf,
  givenCard,
  givenSubscription,
  invoicesOf,
  runSubscriptions,
  subscriptionsOf,
} from '../../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'
import { enquireDue } from '../checkout/checkout.ts'
import { beginPeriods } from './bill.ts'
import { collectDue, recordPayments } from './collect.ts'

// A process that is killed before and after each statement and call with which it charges a period.

const context = useContext()
const api = useApi(context)
let broken: Breakable
before(async () => {
  await context.opened
  broken = breakable(context)
})
afterEach(() => assertBooksTie(context))

for (const [card, expected] of [
  ['success', { state: 'paid', failures: 0, charges: [1], status: 'active' }],
  ['kept_late', { state: 'paid', failures: 0, charges: [1], status: 'active' }],
  ['kept_no_funds', { state: 'open', failures: 1, charges: [], status: 'past_due' }],
] as const) {
  test(`killed at any statement, a period is charged once: the card ${card}`, async () => {
    const given = async () => {
      const business = await givenBusiness(context)
      const authorization_code = await givenCard(api, business, card)
      await givenSubscription(api, business, { authorization_code })
      return business
    }
    const run = async () => {
      for (const job of [beginPeriods, collectDue, recordPayments]) await job(broken.context)
    }
    const first = await given()
    broken.arm(null)
    await run()
    const points = broken.disarm()
    assert(points.length >= 20, points.join('\n'))
    assert.deepEqual(await outcomeOf(first), expected)

    const size = scaled(points.length, 10)
    for (const [i, name] of points.entries()) {
      if ((i * size) % points.length >= size) continue
      for (const when of ['before', 'after'] as const) {
        const business = await given()
        broken.arm({ point: i + 1, when, does: 'dies' })
        await run().catch(() => null)
        broken.disarm()
        assert.deepEqual(await outcomeOf(business), expected, `${when} ${name}`)
      }
    }
  })
}

test('of two workers that find the same payment ended, one records it', async () => {
  const business = await givenBusiness(context)
  const authorization_code = await givenCard(api, business, 'kept_late')
  await givenSubscription(api, business, { authorization_code })
  for (const job of [beginPeriods, collectDue]) await job(context)
  context.advance(2 * MINUTE)
  await enquireDue(context)
  let others = 0
  const meanwhile = async () => {
    others = await recordPayments(context)
  }

  broken.arm({ point: 1, name: 'begin', when: 'before', does: meanwhile })
  const recorded = await recordPayments(broken.context)
  broken.disarm()

  assert.deepEqual([recorded, others], [0, 1])
  const told = (await eventsOf(context, business)).filter(({ type }) => type === 'invoice.paid')
  assert.equal(told.length, 1)
})

/** After the other processes have gone on. */
async function outcomeOf(business: GivenBusiness) {
  for (let round = 0; round < 8; round++) {
    await runSubscriptions(context)
    context.advance(2 * MINUTE)
  }
  const [subscription] = await subscriptionsOf(context, business)
  const [invoice, ...others] = await invoicesOf(context, business)
  assert.equal(others.length, 0)
  const told = (await eventsOf(context, business)).filter(({ type }) => /^invoice/.test(type))
  assert.equal(told.length, 2, 'each event is emitted once')
  return {
    ...{ state: invoice!.state, failures: invoice!.failures, status: subscription!.state },
    charges: [...(await chargesOf(context, business)).values()],
  }
}
