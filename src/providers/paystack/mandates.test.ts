import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Instead } from '../../../test/providers/paper.ts'
import { CHARGE, charge, done, given, refused } from '../../../test/providers/paystack/on-paper.ts'
import { kobo } from '../../platform/money.ts'

// What Paystack answers about a mandate, and what it means.

const ASKED = {
  key: CHARGE.key,
  bank: { code: '058', nipCode: null },
  accountNumber: '0123456789',
  email: 'chi@example.com',
  returnUrl: 'https://shop.example/thanks',
}
const page = (redirect_url: unknown, reference: unknown = 'ref1') =>
  done({ redirect_url, access_code: 'xyz', reference })
const said = (message: string, status = 400) => new Instead(status, { status: false, message })

const OPENED = [
  ['their page', page('https://checkout.paystack.com/xyz'), 'accepted'],
  ['their page for links', page('https://link.paystack.com/xyz'), 'accepted'],
  ['a page elsewhere', page('https://evil.example/xyz'), 'unknown'],
  ['no page', page(null), 'unknown'],
  ['no reference', page('https://link.paystack.com/xyz', null), 'unknown'],
  ['a reference that is a path', page('https://link.paystack.com/xyz', '../..'), 'unknown'],
  ['a refusal with a code', refused('invalid_params'), 'rejected'],
  ['a refusal in words', said('Direct debit is not enabled'), 'rejected'],
  ['not let in', said('Invalid key', 401), 'unavailable'],
  ['too many requests', said('Rate limit exceeded', 429), 'unavailable'],
  ['broken', new Instead(502, {}), 'unknown'],
  ['lost', new Instead('lost'), 'unknown'],
] as const

for (const [what, answer, kind] of OPENED) {
  test(`a mandate is asked for once; ${what}: ${kind}`, async () => {
    const world = given({ 'POST /customer/authorization/initialize': answer })

    const outcome = await world.rail.openMandate!(ASKED)

    assert.equal(outcome.kind, kind)
    assert.equal(world.sent().length, 1)
  })
}

const mandate = (more: object = {}) =>
  done({
    authorization_code: 'AUTH_kept1',
    channel: 'direct_debit',
    bank: 'Guaranty Trust Bank',
    active: true,
    customer: { code: 'CUS_1', email: 'chi@example.com' },
    ...more,
  })
const NONE = 'Authorization does not exist or does not belong to integration'

const ENQUIRED = [
  ['active', mandate(), 'active'],
  ['not yet active', mandate({ active: false }), 'accepted'],
  ['not yet approved', said(NONE, 404), 'accepted'],
  ['without a state', mandate({ active: null }), 'unknown'],
  ['of a card', mandate({ channel: 'card' }), 'unknown'],
  ['without a code', mandate({ authorization_code: null }), 'unknown'],
  ['with a code that is none', mandate({ authorization_code: 'CARD_1' }), 'unknown'],
  ['not let in', said('Invalid key', 401), 'unavailable'],
  ['broken', new Instead(502, {}), 'unknown'],
  ['lost', new Instead('lost'), 'unknown'],
] as const

for (const [what, answer, kind] of ENQUIRED) {
  test(`what became of a mandate, ${what}: ${kind}`, async () => {
    const { rail } = given({ 'GET /customer/authorization/verify/ref1': answer })

    const outcome = await rail.enquireMandate!({ key: CHARGE.key, handle: 'ref1' })

    assert.equal(outcome.kind, kind)
  })
}

test('a mandate whose reference never came is not found, and Paystack is not asked', async () => {
  const world = given({})

  for (const handle of [undefined, '../..', '']) {
    const outcome = await world.rail.enquireMandate!({ key: 'k', ...(handle && { handle }) })
    assert.deepEqual(outcome, { kind: 'not_found' })
  }
  assert.equal(world.sent().length, 0)
})

test('a debit takes hours: it is pending, and its answer has no id or currency', async () => {
  const { key, id, amount } = CHARGE
  const short = done({ reference: key, status: 'pending_bank_transfer', amount: Number(amount) })
  const made = done(charge(id, 'processing', { reference: key, channel: 'direct_debit' }))
  const paid = done(
    charge(id, 'success', { reference: key, amount: Number(amount), channel: 'direct_debit' }),
  )
  const asked = { ...ASKED, amount: kobo(amount), token: 'AUTH_kept1' }

  const first = given({ 'POST /transaction/charge_authorization': short })
  const told = given({ [`GET /transaction/verify/${key}`]: made })
  const ended = given({ [`GET /transaction/verify/${key}`]: paid })

  const enquiry = { key, amount: kobo(amount), isOnce: true }
  assert.equal((await first.rail.chargeToken!(asked)).kind, 'unknown')
  assert.equal((await told.rail.enquire(enquiry)).kind, 'pending')
  const outcome = await ended.rail.enquire(enquiry)
  assert(outcome.kind === 'approved')
  assert.deepEqual([outcome.authorization, outcome.token], [null, undefined])
})
