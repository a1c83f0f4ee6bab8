import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '../../../src/platform/ids.ts'
import { givenPayment, useApi } from '../../../test/api.ts'
import { contentsOf } from '../../../test/calls.ts'
import { listDeposits } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { payAsCustomer } from './pay.ts'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const pay = (reference: string, body: object) =>
  api.post(`/api/v1/sandbox/transactions/${reference}/pay`, { key: business.keys.secretKey, body })

test('a customer pays by transfer what was asked for', async () => {
  const { reference } = await givenPayment(api, business)

  const { status, body } = await pay(reference, { channel: 'bank_transfer' })

  assert.equal(status, 200)
  const { status: state, channel, amount, reference: paid } = body.data
  assert.deepEqual([state, channel, amount, paid], ['success', 'bank_transfer', 500_000, reference])
})

test('a customer who transfers another amount has not paid, and gets it back', async () => {
  for (const amount of [1, 499_999, 500_001]) {
    const { reference } = await givenPayment(api, business)

    const { status, body } = await pay(reference, { channel: 'bank_transfer', amount })

    assert.deepEqual([status, body.data.status], [200, 'ongoing'], String(amount))
    const [deposit] = await listDeposits(api, business)
    assert.deepEqual([deposit.status, deposit.amount], ['unmatched', amount])

    const right = await pay(reference, { channel: 'bank_transfer' })
    assert.equal(right.body.data.status, 'success', 'the right one still pays')
  }
})

test('a customer pays by a card that asks for its PIN and a code', async () => {
  const { reference } = await givenPayment(api, business)

  const { status, body } = await pay(reference, { channel: 'card' })

  assert.deepEqual([status, body.data.status, body.data.channel], [200, 'success', 'card'])
  assert.equal(body.data.authorization.last4, '6666')
})

for (const [save_card, isKept] of [
  ['offer', true],
  ['required', true],
  ['never', false],
] as const) {
  test(`save_card ${save_card}: the card is ${isKept ? '' : 'not '}kept without a browser`, async () => {
    const { reference } = await givenPayment(api, business, { save_card })

    const { body } = await pay(reference, { channel: 'card' })

    const { status, authorization } = body.data
    assert.deepEqual([status, authorization.reusable], ['success', isKept])
    if (!isKept) return
    const key = business.keys.secretKey
    const path = '/api/v1/customers/ada@example.com/authorizations'
    const { body: listed } = await api.get(path, { key })
    assert.equal(listed.data[0].authorization_code, authorization.authorization_code)
    assert.match(listed.data[0].consent.text, /may keep this card and charge it again/)
  })
}

test('a card that is declined leaves the payment open, until the fifth', async () => {
  const { reference } = await givenPayment(api, business)
  const states: string[] = []
  for (let time = 0; time < 5; time++) {
    const { body } = await pay(reference, { channel: 'card', outcome: 'declined' })
    states.push(body.data.status)
  }
  assert.deepEqual(states, ['ongoing', 'ongoing', 'ongoing', 'ongoing', 'failed'])
  const after = await pay(reference, { channel: 'card' })
  assert.deepEqual([after.status, after.body.code], [409, 'already_closed'])
})

test('a second try of a request whose answer was lost is one transfer', async () => {
  const { reference } = await givenPayment(api, business)
  const payment = { channel: 'bank_transfer', amount: null, outcome: 'success' } as const
  const effectId = newId(context.now())
  const tried = (by: string | null) => payAsCustomer(context, business, reference, payment, by)

  const first = await tried(effectId)
  const again = await tried(effectId)

  assert.deepEqual([first.status, again.status], ['success', 'success'])
  for (const by of [null, newId(context.now())]) {
    await assert.rejects(tried(by), { code: 'already_paid' }, 'another request')
  }
  assert.equal((await listDeposits(api, business)).length, 1)
})

test('ten who pay one payment at once pay it once', async () => {
  const { reference } = await givenPayment(api, business)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => pay(reference, { channel: 'bank_transfer' })),
  )
  for (const { status, text } of answers) assert([200, 409].includes(status), text)
  const deposits = (await listDeposits(api, business)) as { status: string }[]
  assert.equal(deposits.filter(({ status }) => status === 'matched').length, 1)
})

test('what the checkout refuses is refused, and what makes no sense', async () => {
  const { reference } = await givenPayment(api, business)
  const { reference: byCard } = await givenPayment(api, business, { channels: ['card'] })
  const { reference: paid } = await givenPayment(api, business)
  await pay(paid, { channel: 'card' })
  const { reference: over } = await givenPayment(api, business)
  await api.post(`/api/v1/sandbox/transactions/${over}/expire`, { key: business.keys.secretKey })
  const other = await givenBusiness(context, 'Other Store')
  const { reference: others } = await givenPayment(api, other)

  const rows: [reference: string, body: object, status: number, code: string, field?: string][] = [
    [byCard, { channel: 'bank_transfer' }, 422, 'channel_not_allowed'],
    [paid, { channel: 'bank_transfer' }, 409, 'already_paid'],
    [paid, { channel: 'card' }, 409, 'already_paid'],
    [over, { channel: 'bank_transfer' }, 409, 'already_closed'],
    [over, { channel: 'card', outcome: 'declined' }, 409, 'already_closed'],
    [others, { channel: 'card' }, 404, 'transaction_not_found'],
    ['none', { channel: 'card' }, 404, 'transaction_not_found'],
    ['%00', { channel: 'card' }, 404, 'transaction_not_found'],
    [reference, {}, 400, 'invalid_request', 'channel'],
    [reference, { channel: 'cash' }, 400, 'invalid_request', 'channel'],
    [reference, { channel: 'card', outcome: 'lost' }, 400, 'invalid_request', 'outcome'],
    [reference, { channel: 'card', amount: 500_000 }, 400, 'invalid_request', 'amount'],
    [reference, { channel: 'bank_transfer', amount: 0 }, 400, 'invalid_request', 'amount'],
    [reference, { channel: 'bank_transfer', amount: 1.5 }, 400, 'invalid_request', 'amount'],
    [
      reference,
      { channel: 'bank_transfer', outcome: 'declined' },
      400,
      'invalid_request',
      'outcome',
    ],
  ]
  const before = await contentsOf(context)
  for (const [name, body, status, code, field] of rows) {
    const answer = await pay(name, body)
    const said = [answer.status, answer.body.code, answer.body.errors?.[0]?.field]
    assert.deepEqual(said, [status, code, field], JSON.stringify([name, body]))
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing is left of what was refused')
})
