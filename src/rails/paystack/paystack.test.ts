import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostedConformance } from '../../../test/hosted-conformance.ts'
import { paystackWorld } from '../../../test/providers/paystack-world.ts'
import { naira } from '../../lib/money.ts'

hostedConformance('paystack', paystackWorld)

test('a page is for cards alone, of our amount, and leads back to us', async () => {
  const world = await paystackWorld()
  const returnUrl = 'https://pay.example/checkout/abc'
  const asked = { key: 'k', amount: naira(5_000), email: 'ada@example.com', returnUrl }

  await world.rail.openPage(asked)

  const { channels, amount, email, callbackUrl, cancelUrl } = world.standIn.books.charges[0]!
  const back = { callbackUrl: returnUrl, cancelUrl: returnUrl }
  const wanted = { channels: ['card'], amount: naira(5_000), email: 'ada@example.com', ...back }
  assert.deepEqual({ channels, amount, email, callbackUrl, cancelUrl }, wanted)
  await world.close()
})
