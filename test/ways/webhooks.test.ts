import { test } from 'node:test'
import { deliverDue, rollWebhookSecret } from '../../src/core/events/webhooks.ts'
import { HOUR } from '../../src/platform/clock.ts'
import { givenReceiver } from '../receiver.ts'
import { useContext } from '../support.ts'
import { byCard } from './acts.ts'
import { play, useWays, type Way } from './ways.ts'

// An event and its delivery, on each way to each state, and the address that it is sent to.

const context = useContext()
const ways = useWays(context, 'webhooks.txt')

/** A receiver that answers so, one after the other. */
async function receives(way: Way, ...statuses: number[]): Promise<void> {
  const { url } = await givenReceiver((n) => ({ status: statuses[n - 1] ?? 200, body: `no ${n}` }))
  way.call(url, 'the address')
  way.step('the address is set')
  await way.put('/webhooks', { url })
  await byCard(ways, way, 'success')
}

async function deliveries(way: Way, ...times: string[]): Promise<void> {
  for (const time of times) {
    context.advance(6 * HOUR)
    way.step(`it is sent the ${time} time`)
    await deliverDue(context)
  }
}

const WAYS: Record<string, (way: Way) => Promise<unknown>> = {
  waiting: (way) => receives(way),
  async delivered(way) {
    await receives(way)
    await deliveries(way, 'first')
  },
  async 'failed once'(way) {
    await receives(way, 500)
    await deliveries(way, 'first')
  },
  async 'failed, then delivered'(way) {
    await receives(way, 500, 404)
    await deliveries(way, 'first', 'second', 'third')
  },
  async gone(way) {
    await receives(way, 410)
    await deliveries(way, 'first')
  },
  async 'delivered, and sent again'(way) {
    await receives(way)
    await deliveries(way, 'first')
    way.step('it is asked for again')
    const [{ id }] = await way.get('/events')
    await way.post(`/events/${id}/resend`)
    await deliveries(way, 'second')
  },
  async 'the secret is rolled'(way) {
    await receives(way)
    way.step('the secret is rolled')
    await rollWebhookSecret(context, way.business, 'standard', 12)
  },
}

for (const [name, go] of Object.entries(WAYS)) {
  test(`every field of a delivery is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      await go(way)
      const settings = await way.get('/webhooks')
      for (const { secret_hint } of Object.values<{ secret_hint: string }>(settings.endpoints)) {
        way.call(secret_hint, 'the end of a secret')
      }
      const [{ id }] = await way.get('/events?type=transaction.success')
      const { attempts, ...event } = await way.get(`/events/${id}`)
      const rows = await way.rows(['delivery', 'delivery_attempt', 'webhook_endpoint'])
      return {
        settings,
        event: timed({ ...event, body: '', data: {} }),
        attempts: timed(attempts),
        rows: timed(rows),
      }
    }))
}

/** How long an answer took, and how long is waited after it, are matters of chance. */
function timed(value: object): object {
  return JSON.parse(JSON.stringify(value), (name, one) => {
    if (name === 'latency_ms' && Number.isInteger(one)) return 'some'
    const isRetried = one?.next_at && one.attempts > 0
    return isRetried ? { ...one, next_at: 'later' } : one
  })
}
