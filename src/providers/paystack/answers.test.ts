import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, later } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import type { ProviderAnswer } from '../client.ts'
import {
  declineReasonOf,
  readCharge,
  readHandle,
  readRefund,
  readSaid,
  refundRefusalOf,
  TRANSFER_STATES,
} from './answers.ts'

// Each row of the tables of Paystack's answers. Numbers are text, as json.ts reads them.

const NOW = new Date('2026-11-23T09:00:00Z')
const PAGE_MS = 24 * HOUR
const AMOUNT = kobo(500_000)

function answered(status: number, json: unknown): ProviderAnswer {
  return { kind: 'answered', status, json, text: '' }
}

test('what became of a call', () => {
  const lines: [ProviderAnswer, object][] = [
    [{ kind: 'not_sent' }, { kind: 'unavailable' }],
    [{ kind: 'lost' }, { kind: 'unknown' }],
    [answered(200, { status: true, data: 1 }), { kind: 'done', data: 1, meta: {} }],
    [answered(201, { status: true, data: 1 }), { kind: 'done', data: 1, meta: {} }],
    [answered(200, { status: false, message: 'Sorry' }), { kind: 'unknown' }],
    [answered(200, { status: 'true', data: 1 }), { kind: 'unknown' }],
    [answered(202, { status: true, data: 1 }), { kind: 'unknown' }],
    [answered(200, undefined), { kind: 'unknown' }],
    [answered(200, null), { kind: 'unknown' }],
    [answered(200, [{ status: true }]), { kind: 'unknown' }],
    [answered(401, { status: false, message: 'Invalid key' }), { kind: 'unavailable' }],
    [answered(403, undefined), { kind: 'unavailable' }],
    [answered(429, { status: false, code: 'rate_limited' }), { kind: 'unavailable' }],
    [answered(400, { status: false, message: 'Invalid key' }), { kind: 'unavailable' }],
    [answered(400, { status: false, code: 'any_code' }), { kind: 'refused', code: 'any_code' }],
    [answered(404, { status: false, code: 'not_found' }), { kind: 'refused', code: 'not_found' }],
    [answered(422, { status: false, code: 'x' }), { kind: 'refused', code: 'x' }],
    [answered(400, { status: true, code: 'any_code' }), { kind: 'unknown' }],
    [answered(400, { status: false, message: 'New words' }), { kind: 'unknown' }],
    [answered(404, undefined), { kind: 'unknown' }],
    [answered(500, { status: false, code: 'x' }), { kind: 'unknown' }],
    [answered(502, undefined), { kind: 'unknown' }],
    [answered(302, { status: true }), { kind: 'unknown' }],
  ]

  for (const [answer, said] of lines) {
    assert.deepEqual(readSaid(answer), said, JSON.stringify(answer))
  }
})

test('a refusal without a code is known by its words', () => {
  const lines = {
    'Transaction reference not found': 'transaction_not_found',
    'Transaction reference not found.': 'transaction_not_found',
    'Transaction not found': 'transaction_not_found',
    'Duplicate Transaction Reference': 'duplicate_reference',
    'Transaction has been fully reversed': 'transaction_reversed',
    'Insufficient balance to fulfill this refund. Please top up.': 'insufficient_balance',
    'Cannot refund less than NGN 50': 'refund_too_small',
  }

  for (const [message, code] of Object.entries(lines)) {
    const said = readSaid(answered(400, { status: false, message }))
    assert.deepEqual(said, { kind: 'refused', code }, message)
  }
})

const authorization = {
  bin: '408408',
  last4: '4081',
  exp_month: '12',
  exp_year: '2030',
  brand: 'visa',
  card_type: 'visa ',
  bank: 'TEST BANK',
  country_code: 'NG',
  reusable: true,
}
const charge = {
  id: '4099260516',
  domain: 'live',
  status: 'success',
  reference: 'k',
  amount: '500000',
  currency: 'NGN',
  fees: '17500',
  created_at: '2026-11-23T08:50:00.000Z',
  gateway_response: 'Approved',
  authorization,
}
const old = { created_at: later(NOW, -PAGE_MS - HOUR).toISOString() }

function outcomeOf(changes: object, asked = {}) {
  const data = { ...charge, ...changes }
  const question = { key: 'k', amount: AMOUNT, domain: 'live' as const, ...asked }
  return readCharge({ kind: 'done', data, meta: {} }, question, NOW, PAGE_MS).outcome
}

const CARD = {
  bin: '408408',
  last4: '4081',
  expMonth: '12',
  expYear: '2030',
  brand: 'visa',
  cardType: 'visa',
  bank: 'TEST BANK',
  countryCode: 'NG',
  reusable: true,
}

test('a charge that is paid is approved, with its fee and its number', () => {
  const outcome = outcomeOf({})

  const fee = kobo(17_500)
  const handle = '500000/4099260516'
  assert.deepEqual(outcome, { kind: 'approved', authorization: CARD, fee, handle })
})

test('where a charge stands', () => {
  const lines: [changes: object, kind: string][] = [
    [{ status: 'abandoned' }, 'pending'],
    [{ status: 'failed' }, 'pending'],
    [{ status: 'abandoned', ...old }, 'declined'],
    [{ status: 'failed', ...old }, 'declined'],
    [{ status: 'failed', created_at: undefined }, 'pending'],
    [{ status: 'failed', created_at: '1999' }, 'pending'],
    [{ status: 'ongoing', ...old }, 'pending'],
    [{ status: 'pending', ...old }, 'pending'],
    [{ status: 'processing', ...old }, 'pending'],
    [{ status: 'queued', ...old }, 'pending'],
    [{ status: 'reversed' }, 'unknown'],
    [{ status: 'brand_new', ...old }, 'unknown'],
    [{ status: undefined }, 'unknown'],
    [{ status: ['success'] }, 'unknown'],
  ]

  for (const [changes, kind] of lines) {
    assert.equal(outcomeOf(changes).kind, kind, JSON.stringify(changes))
  }
})

test('a try that failed ends nothing while the page is open, and says why it failed', () => {
  const failed = { status: 'failed', gateway_response_code: 'insufficient_funds' }

  assert.deepEqual(outcomeOf(failed), { kind: 'pending', declined: 'insufficient_funds' })
  assert.deepEqual(outcomeOf({ status: 'abandoned' }), { kind: 'pending' })
  const reason = 'insufficient_funds'
  assert.deepEqual(outcomeOf({ ...failed, ...old }), {
    kind: 'declined',
    reason,
    authorization: CARD,
  })
  const left = outcomeOf({ status: 'abandoned', ...old, authorization: {} })
  assert.deepEqual(left, { kind: 'declined', reason: 'declined', authorization: null })
})

test('what is not to the kobo what was asked is not approved', () => {
  const strange: object[] = [
    { reference: 'another' },
    { reference: undefined },
    { domain: 'test' },
    { currency: 'USD' },
    { currency: undefined },
    { amount: '499999' },
    { amount: '500001' },
    { amount: '500000.5' },
    { amount: '5e5' },
    { amount: '-500000' },
    { amount: null },
    { id: undefined },
    { id: '0x1' },
    { fees: '-1' },
    { fees: 'much' },
  ]

  for (const changes of strange) {
    assert.equal(outcomeOf(changes).kind, 'unknown', JSON.stringify(changes))
  }
  assert.equal(outcomeOf({}, { amount: null }).kind, 'approved', 'whose amount is lost')
})

test('of a fee that is not said nothing is said', () => {
  for (const fees of [null, undefined]) {
    const outcome = outcomeOf({ fees })
    assert(outcome.kind === 'approved')
    assert(!('fee' in outcome))
  }
})

test('of a charge that is not there, and of a refusal of another kind', () => {
  const asked = { key: 'k', amount: AMOUNT, domain: 'live' as const }
  const outcomeOf = (code: string) =>
    readCharge({ kind: 'refused', code }, asked, NOW, PAGE_MS).outcome.kind

  assert.equal(outcomeOf('transaction_not_found'), 'not_found')
  assert.equal(outcomeOf('something_else'), 'unknown')
})

test('why a card was declined, by the code of its network', () => {
  const lines: Record<string, string> = {
    insufficient_funds: 'insufficient_funds',
    invalid_pin: 'incorrect_pin',
    pin_tries_exceeded: 'incorrect_pin',
    cvv_verification_failed: 'incorrect_cvv',
    invalid_cvv: 'incorrect_cvv',
    honour_with_identification: 'authentication_failed',
    identification_required: 'authentication_failed',
    identification_cross_check_required: 'authentication_failed',
    do_not_honor: 'declined',
    expired_card: 'card_expired',
    pickup_lost_card: 'card_stolen',
    pickup_stolen_card: 'card_stolen',
    pickup_card: 'declined',
    daily_limit_exceeded: 'declined',
    unknown: 'declined',
    constructor: 'declined',
  }

  for (const [code, reason] of Object.entries(lines)) {
    assert.equal(declineReasonOf({ gateway_response_code: code }), reason, code)
  }
})

test('why a card was declined, by words where there is no code', () => {
  const lines: Record<string, string> = {
    'Insufficient Funds': 'insufficient_funds',
    'Incorrect PIN': 'incorrect_pin',
    'Invalid PIN': 'incorrect_pin',
    'Incorrect CVV': 'incorrect_cvv',
    'Invalid OTP': 'incorrect_otp',
    'Incorrect token': 'incorrect_otp',
    'Token Not Generated. Customer Not Registered on Token Platform': 'otp_not_sent',
    'Authentication failed': 'authentication_failed',
    '3D Secure failed': 'authentication_failed',
    Declined: 'declined',
    '': 'declined',
  }

  for (const [words, reason] of Object.entries(lines)) {
    assert.equal(declineReasonOf({ gateway_response: words }), reason, words)
  }
  assert.equal(declineReasonOf({ gateway_response: 7 }), 'declined')
})

test('nothing of a card is taken over but what may be kept', () => {
  const outcome = outcomeOf({
    authorization: {
      ...authorization,
      bin: '4084084084084081',
      last4: '84081',
      bank: 'Bank 4084084084084081',
      brand: 'vi\u0000sa\u202e',
      card_type: 'x'.repeat(500),
      country_code: 'Nigeria',
      exp_month: 12,
      reusable: 'yes',
    },
  })

  assert(outcome.kind === 'approved')
  const { brand, cardType, ...rest } = outcome.authorization!
  assert.equal(brand, 'visa')
  assert.equal(cardType.length, 64)
  const nothing = { bin: '', last4: '', bank: '', countryCode: '', expMonth: '' }
  assert.deepEqual(rest, { ...nothing, expYear: '2030', reusable: false })
})

test('what a refund stands at', () => {
  const refund = { id: '3018284', amount: '10000', merchant_note: 'cowrie k', transaction: '7' }
  const lines: [status: string, outcome: object][] = [
    ['pending', { kind: 'accepted', handle: '3018284' }],
    ['processing', { kind: 'accepted', handle: '3018284' }],
    ['needs-attention', { kind: 'accepted', handle: '3018284', needsAccount: true }],
    ['processed', { kind: 'returned', sessionId: 'refund-3018284', handle: '3018284' }],
    ['failed', { kind: 'refused', reason: 'refused_by_bank', said: 'failed' }],
    ['reversed', { kind: 'unknown', handle: '3018284' }],
  ]

  for (const [status, outcome] of lines) {
    const read = readRefund({ ...refund, status })
    assert.deepEqual(read?.outcome, outcome, status)
  }
})

test('a refund says its charge by number or as an object, and else is none', () => {
  const refund = { id: '1', amount: '10000', status: 'pending', merchant_note: 'x' }

  assert.equal(readRefund({ ...refund, transaction: '7' })?.charge, '7')
  assert.equal(readRefund({ ...refund, transaction: { id: '7' } })?.charge, '7')
  assert.equal(readRefund({ ...refund, merchant_note: null, transaction: '7' })?.key, null)
  const strange = [{ transaction: 'T1' }, { transaction: null }, { id: 'x' }, { amount: '1.5' }]
  for (const changes of [...strange, { status: 1 }]) {
    assert.equal(readRefund({ ...refund, transaction: '7', ...changes }), null)
  }
  for (const none of [null, [], 'refund', undefined]) assert.equal(readRefund(none), null)
})

test('why no refund was made', () => {
  const lines: Record<string, string> = {
    transaction_reversed: 'refused',
    transaction_not_found: 'refused',
    refund_too_small: 'refused',
    invalid_params: 'refused',
    missing_params: 'refused',
    insufficient_balance: 'unavailable',
    anything_else: 'unknown',
  }

  for (const [code, kind] of Object.entries(lines)) {
    assert.equal(refundRefusalOf(code).kind, kind, code)
  }
})

test('a handle is read as it was written, and what is none says nothing', () => {
  assert.deepEqual(readHandle('500000'), { amount: AMOUNT, id: null })
  assert.deepEqual(readHandle('500000/77'), { amount: AMOUNT, id: '77' })
  for (const text of [undefined, '', 'x', '5.0/1', '500000/', '500000/x', '-1']) {
    assert.deepEqual(readHandle(text), { amount: null, id: null }, `${text}`)
  }
})

test('every status of a transfer that Paystack lists has a meaning', () => {
  const listed = 'pending success failed otp abandoned reversed blocked rejected received'

  assert.deepEqual(listed.split(' ').sort(), Object.keys(TRANSFER_STATES).sort())
  const waiting = Object.keys(TRANSFER_STATES).filter((one) => TRANSFER_STATES[one] === 'accepted')
  assert.deepEqual(waiting.sort(), ['otp', 'pending', 'received'])
})
