import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answers, Instead } from '../../../test/providers/paper.ts'
import { CHARGE, charge, done, given, refused } from '../../../test/providers/paystack/on-paper.ts'
import { kobo } from '../../platform/money.ts'

// What Paystack answers to the charge of a kept card, and what it means.

const { key, id, amount } = CHARGE
const ASKED = {
  key,
  amount: kobo(amount),
  email: 'chi@example.com',
  token: 'AUTH_kept1',
  returnUrl: 'https://pay.example.com/checkout/abc/card/return',
}
const LEAST = kobo(400_004n)
const made = (status: string, more: object = {}) =>
  done(charge(id, status, { reference: key, amount: Number(amount), ...more }))
const said = (message: string, status = 400) => new Instead(status, { status: false, message })
const NOT_THEIRS =
  'Email does not match Authorization code. Authorization may be inactive or belong to a ' +
  'different email. Please confirm.'
const paused = (url: string, reference: string = key) =>
  done({ authorization_url: url, access_code: 'xyz', reference, paused: true })

const ROWS: [what: string, answer: Answers[string], kind: string][] = [
  ['paid', made('success'), 'approved'],
  ['paid, of another reference', made('success', { reference: 'other' }), 'unknown'],
  ['paid, of the other domain', made('success', { domain: 'test' }), 'unknown'],
  ['paid, one kobo less', made('success', { amount: Number(amount) - 1 }), 'unknown'],
  ['no funds', made('failed', { gateway_response_code: 'insufficient_funds' }), 'declined'],
  ['expired', made('failed', { gateway_response: 'Expired card' }), 'declined'],
  ['at the bank', made('processing'), 'pending'],
  ['in the queue', made('queued'), 'pending'],
  ['another status', made('send_otp'), 'unknown'],
  ['refunded already', made('reversed'), 'unknown'],
  ['to be checked', paused('https://checkout.paystack.com/resume/xyz'), 'redirect_required'],
  ['to be checked elsewhere', paused('https://evil.example/resume/xyz'), 'unknown'],
  ['to be checked, another', paused('https://checkout.paystack.com/xyz', 'other'), 'unknown'],
  ['no such code', said('Authorization code is invalid'), 'declined'],
  ['of another email, or deactivated', said(NOT_THEIRS), 'declined'],
  ['sent before', refused('duplicate_reference'), 'unknown'],
  ['refused in other words', said('Partial debit is not enabled'), 'unknown'],
  ['not let in', said('Invalid key', 401), 'unavailable'],
  ['too many requests', said('Rate limit exceeded', 429), 'unavailable'],
  ['broken', new Instead(502, {}), 'unknown'],
  ['lost', new Instead('lost'), 'unknown'],
]

for (const [what, answer, kind] of ROWS) {
  test(`a kept card is charged once; ${what}: ${kind}`, async () => {
    const world = given({ 'POST /transaction/charge_authorization': answer! })

    const outcome = await world.rail.chargeToken!(ASKED)

    assert.equal(outcome.kind, kind)
    assert.equal(world.sent().length, 1)
  })
}

test('less than the least is never taken for a payment', async () => {
  const told: [number, string, bigint | undefined][] = [
    [900_009, 'approved', undefined],
    [900_008, 'approved', 900_008n],
    [400_004, 'approved', LEAST],
    [400_003, 'unknown', undefined],
    [900_010, 'unknown', undefined],
  ]
  for (const [much, kind, charged] of told) {
    const answers = { 'POST /transaction/partial_debit': made('success', { amount: much }) }
    const { rail } = given(answers)

    const outcome = await rail.chargeToken!({ ...ASKED, atLeast: LEAST })

    assert.equal(outcome.kind, kind, `${much}`)
    assert.equal('charged' in outcome ? outcome.charged : undefined, charged)
  }
})

test('a failure is final where nobody is on a page, and not where somebody may be', async () => {
  for (const [status, isOnce, kind] of [
    ['failed', true, 'declined'],
    ['failed', false, 'pending'],
    ['abandoned', true, 'pending'],
    ['processing', true, 'pending'],
  ] as const) {
    const { rail } = given({ [`GET /transaction/verify/${key}`]: made(status) })

    const outcome = await rail.enquire({ key, amount: kobo(amount), isOnce })

    assert.equal(outcome.kind, kind, `${status} ${isOnce}`)
  }
})

test('only a card that Paystack calls reusable has a token', async () => {
  const card = { authorization_code: 'AUTH_kept2', signature: 'SIG_1', reusable: true }
  for (const [changed, hasToken] of [
    [{}, true],
    [{ reusable: false }, false],
    [{ signature: null }, false],
    [{ authorization_code: 'CARD_4084' }, false],
    [{ authorization_code: `AUTH_${'x'.repeat(101)}` }, false],
  ] as const) {
    const authorization = { ...card, ...changed }
    const { rail } = given({
      [`GET /transaction/verify/${key}`]: made('success', { authorization }),
    })

    const outcome = await rail.enquire({ key, amount: kobo(amount) })

    assert(outcome.kind === 'approved')
    assert.equal(outcome.token !== undefined, hasToken, JSON.stringify(changed))
  }
})

for (const [what, answer, kind] of [
  ['deactivated', done(undefined), 'forgotten'],
  ['not known', said('Authorization code not found.', 404), 'not_found'],
  ['not let in', said('Invalid key', 401), 'unavailable'],
  ['broken', new Instead(502, {}), 'unknown'],
  ['lost', new Instead('lost'), 'unknown'],
] as const) {
  test(`a kept card is to be forgotten; ${what}: ${kind}`, async () => {
    const { rail } = given({ 'POST /customer/authorization/deactivate': answer })

    const outcome = await rail.forgetToken!({ token: 'AUTH_kept1' })

    assert.deepEqual(outcome, { kind })
  })
}
