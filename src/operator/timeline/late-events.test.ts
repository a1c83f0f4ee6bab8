import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { startPublicly } from '../../../test/calls.ts'
import { pay } from '../../../test/payments.ts'
import { askRefund, givenPaid } from '../../../test/refunds.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { sendDue } from '../../payments/refunds/send.ts'
import { DAY, MINUTE, SECOND } from '../../platform/clock.ts'

// Events and ends that come long after the payment, or without its customer.

const context = useContext()
const api = useApi(context)

for (const [what, isPaid, event] of [
  ['not paid yet is abandoned', false, 'transaction.abandoned'],
  ['already paid is told of', true, 'transaction.displaced'],
] as const) {
  test(`a payment that the server displaces and that is ${what} at that moment`, async () => {
    const business = await givenBusiness(context)
    const key = business.keys.secretKey
    const reference = 'order-1'
    const ada = { email: 'ada@example.com', name: 'Ada Example' }
    const form = { key: business.keys.publicKey, amount: '500000', ...ada }
    const headers = { origin: 'https://shop.example' }
    const begun = await startPublicly(api, { ...form, reference }, { headers })
    if (isPaid) await pay(api, begun.body.data.access_code, 'success')
    context.advance(10 * MINUTE)

    await givenPayment(api, business, { reference })

    const { body } = await api.get('/api/v1/transactions?displaced=true', { key })
    const path = `/api/v1/transactions/${body.data[0].id}/timeline`
    const { steps, events } = (await api.get(path, { key })).body.data
    const types = events.map(({ type }: { type: string }) => type)
    assert(types.includes(event), `events: ${types}`)
    const late = steps.filter(
      ({ at }: { at: string }) => Date.parse(at) > context.now().getTime() + SECOND,
    )
    assert.deepEqual(late, [], 'nothing has happened that is yet to come')
  })
}

test('a refund that fails a day after it was asked for is told of with its event', async (t) => {
  const business = await givenBusiness(context)
  const { card } = context.rails.test
  t.after(() => {
    context.rails.test.card = card
  })
  context.rails.test.card = {
    ...card,
    refund: async () => ({ kind: 'accepted', handle: 'R1' }),
    enquireRefund: async () => ({ kind: 'refused', reason: 'refused_by_bank' }),
  }
  const { id } = await givenPaid(api, business)
  await askRefund(api, business, { transaction: id, amount: 100_000 })
  context.advance(1 * DAY)
  assert.equal(await sendDue(context), 1)

  const key = business.keys.secretKey
  const { body } = await api.get(`/api/v1/transactions/${id}/timeline`, { key })

  const types = body.data.events.map(({ type }: { type: string }) => type)
  assert.deepEqual(types, ['transaction.success', 'refund.pending', 'refund.failed'])
})
