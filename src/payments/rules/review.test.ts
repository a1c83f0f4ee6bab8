import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { decide as approveAtBank, eventsOf, pay, verifyPayment } from '../../../test/payments.ts'
import { givenRule } from '../../../test/rules.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'

// Payments that a rule marks succeed, and a person decides about them once.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let key: string
beforeEach(async () => {
  business = await givenBusiness(context)
  key = business.keys.secretKey
})
afterEach(() => assertBooksTie(context))

/** A payment that waits for a review. Returns its reference. */
async function marked(): Promise<string> {
  await givenRule(api, business, { name: 'Large', kind: 'amount', action: 'review', amount: 100 })
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'success')
  return reference
}

/** A customer who approves the charge at the bank; `comeBack` ends it. */
async function atTheBank() {
  const { access_code, reference } = await givenPayment(api, business)
  const { body } = await pay(api, access_code, 'page')
  return { reference, ...(await approveAtBank(api, body.data.next.url, 'approve')) }
}

function decide(reference: string, decision: string) {
  return api.post(`/api/v1/transactions/${reference}/review`, { key, body: { decision } })
}

async function typesOf(): Promise<string[]> {
  return (await eventsOf(context, business)).map(({ type }) => type)
}

async function listed(review: string): Promise<string[]> {
  const { body } = await api.get(`/api/v1/transactions?review=${review}`, { key })
  return body.data.map(({ reference }: { reference: string }) => reference)
}

test('a marked payment succeeds, and its money is not held', async () => {
  const reference = await marked()

  const { status, risk } = await verifyPayment(api, business, reference)
  assert.equal(status, 'success')
  const { score, review, reviewed_by, reviewed_at } = risk
  assert.deepEqual([score, review, reviewed_by, reviewed_at], [40, 'pending', null, null])
  const { pending, available } = await balancesOf(context, business)
  assert((pending?.posted ?? 0n) + (available?.posted ?? 0n) > 0n)
  assert.deepEqual(await listed('pending'), [reference])
  assert.deepEqual((await typesOf()).sort(), ['transaction.review_opened', 'transaction.success'])
})

test('a payment that is not paid is not to be reviewed', async () => {
  await givenRule(api, business, { kind: 'amount', action: 'review', amount: 100 })
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'declined')

  const { risk } = await verifyPayment(api, business, reference)

  assert.equal(risk.review, null)
  assert.equal(risk.reasons.length, 1)
  assert.deepEqual(await listed('pending'), [])
  assert.equal((await decide(reference, 'approve')).body.code, 'review_closed')
})

test('a rule that is deleted while the customer is at the bank still marks the payment', async () => {
  const rule = await givenRule(api, business, { kind: 'amount', action: 'review', amount: 100 })
  const { comeBack, reference } = await atTheBank()

  await api.delete(`/api/v1/rules/${rule.id}`, { key })
  await comeBack()

  const { status, risk } = await verifyPayment(api, business, reference)
  assert.deepEqual([status, risk.review, risk.reasons.length], ['success', 'pending', 1])
})

test('a rule that begins while the customer is at the bank does not mark the payment', async () => {
  const { comeBack, reference } = await atTheBank()

  await givenRule(api, business, { kind: 'amount', action: 'review', amount: 100 })
  await comeBack()

  const { status, risk } = await verifyPayment(api, business, reference)
  assert.deepEqual([status, risk], ['success', null])
})

test('a person approves it: who and when are recorded, and the event is sent', async () => {
  const reference = await marked()

  const { status, body } = await decide(reference, 'approve')

  assert.equal(status, 200)
  const { review, reviewed_by, reviewed_at } = body.data.risk
  assert.equal(review, 'approved')
  assert.match(reviewed_by, /^the key sk_test_/)
  assert(Date.parse(reviewed_at) <= context.now().getTime())
  assert.deepEqual([await listed('pending'), await listed('approved')], [[], [reference]])
  assert((await typesOf()).includes('transaction.review_closed'))
  assert.equal((await decide(reference, 'refund')).body.code, 'review_closed')
})

test('a person refunds it: all of it, once', async () => {
  const reference = await marked()

  const { status, body, text } = await decide(reference, 'refund')

  assert.equal(status, 200, text)
  assert.equal(body.data.risk.review, 'refunded')
  assert.equal(body.data.refunded_amount, 500_000)
  const refunds = await api.get(`/api/v1/refunds?transaction=${reference}`, { key })
  assert.equal(refunds.body.data.length, 1)
  assert.equal((await decide(reference, 'refund')).body.code, 'review_closed')
})

test('of an approval and a refund at once, one happens', async () => {
  for (let round = 0; round < 3; round++) {
    const reference = await marked()

    const answers = await Promise.all([decide(reference, 'refund'), decide(reference, 'approve')])

    const codes = answers.map(({ body }) => body.code ?? 'decided')
    assert.deepEqual(codes.toSorted(), ['decided', 'review_closed'])
    const { risk, refunded_amount } = await verifyPayment(api, business, reference)
    assert.equal(refunded_amount, risk.review === 'refunded' ? 500_000 : 0)
  }
})

test('an unknown decision and an unknown payment are refused', async () => {
  const reference = await marked()

  assert.equal((await decide(reference, 'keep')).body.errors[0].field, 'decision')
  assert.equal((await decide('nothing', 'approve')).body.code, 'transaction_not_found')
})
