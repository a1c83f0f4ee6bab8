import { test } from 'node:test'
import { useContext } from '../support.ts'
import { setUp } from './set-up.ts'
import { play, useWays, type Way } from './ways.ts'

// A payment link, as each change leaves it.

const context = useContext()
const ways = useWays(context, 'links.txt')

const LINK = {
  name: 'Adire workshop',
  description: 'One day in Abeokuta.',
  amount: 1_500_000,
  fields: [{ label: 'Your size', required: true }],
  callback_url: 'https://shop.example/thanks',
  channels: ['card'],
  fee_bearer: 'customer',
  expires_at: '2030-01-01T00:00:00.000Z',
  uses_max: 12,
  metadata: { course: 3 },
}

const WAYS: Record<string, (way: Way) => Promise<unknown>> = {
  async link(way) {
    way.step('the link is made')
    await way.post('/payment-links', { ...LINK, slug: `l-${way.business.businessId}` })
  },
  async 'link that is changed'(way) {
    way.step('the link is made')
    const slug = `l-${way.business.businessId}`
    const { id } = await way.post('/payment-links', { ...LINK, slug })
    way.step('it is changed')
    const body = { amount: null, min_amount: 100_000, max_amount: 200_000, active: false }
    await way.put(`/payment-links/${id}`, { ...body, description: null, uses_max: null })
  },
}

for (const [name, go] of Object.entries(WAYS)) {
  test(`every field of a payment link is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      await go(way)
      return setUp(way, [['/payment-links', 'id']])
    }))
}
