import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenEvent, givenReceiver, givenUrl, verifiesStandard } from '../../../test/receiver.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { EVENTS_TOPIC, rollWebhookSecret, startDeliverer } from './webhooks.ts'

// A business learns its new secret from the response to the roll, and its receivers learn it
// later. A receiver with either secret rejects nothing.

const context = useContext()

const ROLLS = 30
const EVENTS_A_ROLL = 10

test('while secrets roll under load, receivers with one of the last two reject nothing', async (t) => {
  const business = await givenBusiness(context)
  let held = [business.webhookSecret]
  const rejected: string[] = []
  const receiver = await givenReceiver(async (n, received) => {
    // Half of the receivers still have the old one.
    const secret = held[n % held.length]!
    const isRight = await verifiesStandard(received, secret)
    if (!isRight) rejected.push(received.headers['webhook-id']!)
    return { status: isRight ? 200 : 401 }
  })
  await givenUrl(context, business, receiver.url)
  const deliverer = startDeliverer(context)
  t.after(() => deliverer.stop())

  for (let roll = 1; roll <= ROLLS; roll++) {
    const before = held.at(-1)!
    const { secret } = await rollWebhookSecret(context, business, 'standard', 24)
    held = [before, secret]
    await Promise.all(Array.from({ length: EVENTS_A_ROLL }, () => givenEvent(context, business)))
    context.pubSub.publish(EVENTS_TOPIC, business)
    // Everything signed with the last two has arrived before the older one is dropped.
    await receiver.arrived(roll * EVENTS_A_ROLL)
    assert.deepEqual(rejected, [])
  }

  assert.equal(receiver.received.length, ROLLS * EVENTS_A_ROLL)
})
