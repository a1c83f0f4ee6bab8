import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paystackWorld } from '../../../test/providers/paystack/world.ts'
import { naira } from '../../platform/money.ts'

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

for (const method of ['ussd', 'bank'] as const) {
  test(`a payment by ${method} is made on a page for it alone, and is no card`, async () => {
    const world = await paystackWorld()
    const returnUrl = 'https://pay.example/checkout/abc'
    const asked = { key: 'k', amount: naira(5_000), email: 'ada@example.com', returnUrl }
    await world.rail.openPage({ ...asked, method })
    assert.deepEqual(world.standIn.books.charges[0]!.channels, [method])

    world.customer.pays('k')

    const outcome = await world.rail.enquire({ key: 'k', amount: asked.amount })
    assert(outcome.kind === 'approved')
    assert.equal(outcome.authorization, null)
    await world.close()
  })
}

test('a page that nobody tried to pay on is declined when it is over', async () => {
  const world = await paystackWorld()
  const returnUrl = 'https://pay.example/checkout/abc'
  const asked = { key: 'k', amount: naira(5_000), email: 'ada@example.com', returnUrl }
  await world.rail.openPage(asked)

  world.pageIsOver()

  assert.equal((await world.rail.enquire({ key: 'k' })).kind, 'declined')
  await world.close()
})

test('the balance is what they hold in naira, and nothing where they do not say it', async () => {
  const world = await paystackWorld()
  const { books, controls } = world.standIn
  const said = await world.rail.balances!()
  const available = books.balance()
  assert.deepEqual(said, { kind: 'known', balances: [{ account: 'NGN', available }] })

  for (const data of [[], {}, null, [{ currency: 'USD', balance: 5 }], [{ currency: 'NGN' }]]) {
    const answer = (usual: string) => ({ body: JSON.stringify({ ...JSON.parse(usual), data }) })
    controls.fail({ answer }, 'balance')
    assert.deepEqual(await world.rail.balances!(), { kind: 'unknown' }, JSON.stringify(data))
  }
  await world.close()
})
