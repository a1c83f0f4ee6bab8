import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { type Breakable, breakable } from '../../../test/faults.ts'
import { cardNamed, eventsOf } from '../../../test/payments.ts'
import { scaled } from '../../../test/scale.ts'
import {
  EMAIL,
  givenPlan,
  invoicesOf,
  runSubscriptions,
  subscriptionsOf,
} from '../../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'
import { checkCard } from '../../providers/cards.ts'
import { keyOf, payByCard } from '../checkout/checkout.ts'
import { beginPaid } from './first-payment.ts'

// A process that is killed before and after each statement and call, from the card at the checkout
// to the subscription.

const context = useContext()
const api = useApi(context)
let broken: Breakable
before(async () => {
  await context.opened
  broken = breakable(context)
})
afterEach(() => assertBooksTie(context))

async function given() {
  const business = await givenBusiness(context)
  const { plan_code: plan } = await givenPlan(api, business)
  const { access_code } = await givenPayment(api, business, { amount: 500_000, email: EMAIL, plan })
  return { business, code: access_code as string }
}

async function pay(code: string): Promise<void> {
  const typed = cardNamed('success')
  const digits = { number: Buffer.from(typed.number), cvv: Buffer.from(typed.cvv) }
  const card = checkCard(typed, context.now(), digits)
  assert(!Array.isArray(card))
  const words = { offer: '', required: 'Kept and charged each month.' }
  const payer = { address: '203.0.113.7', saving: { isTicked: false, words: () => words } }
  await payByCard(broken.context, keyOf(context, code), card, payer)
}

for (const [part, pointsMin] of [
  ['the charge', 8],
  ['the subscription', 6],
] as const) {
  test(`killed at any statement of ${part}, who paid has one subscription`, async () => {
    const steps = [pay, () => beginPaid(broken.context)]
    const [prepare, run] = part === 'the charge' ? [async () => {}, steps[0]!] : steps
    const first = await given()
    await prepare!(first.code)
    broken.arm(null)
    await run!(first.code)
    const points = broken.disarm()
    assert(points.length >= pointsMin, points.join('\n'))
    const expected = await outcomeOf(first.business)
    assert.deepEqual(expected.states, ['paid'])

    const size = scaled(points.length, 10)
    for (const [i, name] of points.entries()) {
      if ((i * size) % points.length >= size) continue
      for (const when of ['before', 'after'] as const) {
        const one = await given()
        await prepare!(one.code)
        broken.arm({ point: i + 1, when, does: 'dies' })
        await run!(one.code).catch(() => null)
        broken.disarm()
        const { succeeded, ...outcome } = await outcomeOf(one.business)
        // Killed before its charge was asked for, nobody has paid.
        const meant = succeeded === 0 ? { subscriptions: 0, states: [], events: 0 } : expected
        assert.deepEqual({ ...outcome, succeeded }, { ...meant, succeeded }, `${when} ${name}`)
        if (part === 'the subscription') assert.equal(succeeded, 1)
      }
    }
  })
}

test('of two workers that find the same payment, one begins the subscription', async () => {
  const { business, code } = await given()
  await pay(code)
  let others = 0
  const meanwhile = async () => {
    others = await beginPaid(context)
  }

  broken.arm({ point: 1, name: 'begin', when: 'before', does: meanwhile })
  const handled = await beginPaid(broken.context)
  broken.disarm()

  assert.deepEqual([handled, others], [0, 1])
  assert.equal((await outcomeOf(business)).subscriptions, 1)
})

/** After the other processes have gone on. */
async function outcomeOf(business: GivenBusiness) {
  for (let round = 0; round < 4; round++) {
    await runSubscriptions(context)
    context.advance(2 * MINUTE)
  }
  const [{ succeeded }] = await context.sql<[{ succeeded: number }]>`
    select count(*)::int as succeeded from transaction
    where business_id = ${business.businessId} and mode = 'test' and status = 'success'
  `
  const told = (await eventsOf(context, business)).map(({ type }) => type)
  return {
    succeeded,
    subscriptions: (await subscriptionsOf(context, business)).length,
    states: (await invoicesOf(context, business)).map(({ state }) => state),
    events: told.filter((type) => /^(subscription|invoice)\./.test(type)).length,
  }
}
