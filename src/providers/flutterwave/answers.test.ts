import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kobo } from '../../platform/money.ts'
import type { ProviderAnswer } from '../client.ts'
import {
  declineReasonOf,
  handleOf,
  readBalance,
  readCharge,
  readFee,
  readHandle,
  readRefund,
  readSaid,
} from './answers.ts'

// Each row of the tables of Flutterwave's answers. Numbers are text, as json.ts reads them.

const AMOUNT = kobo(500_050)

function answered(status: number, json: unknown): ProviderAnswer {
  return { kind: 'answered', status, json, text: '' }
}

test('what became of a call', () => {
  const refused = (message: string, code: string | null) => ({
    kind: 'refused',
    code,
    said: message,
  })
  const error = (message: string) => ({ status: 'error', message, data: null })
  const lines: [ProviderAnswer, object][] = [
    [{ kind: 'not_sent' }, { kind: 'unavailable' }],
    [{ kind: 'lost' }, { kind: 'unknown' }],
    [answered(200, { status: 'success', data: 1 }), { kind: 'done', data: 1, meta: {} }],
    [answered(201, { status: 'success', data: 1 }), { kind: 'done', data: 1, meta: {} }],
    [answered(202, { status: 'success', data: 1 }), { kind: 'unknown' }],
    [answered(200, error('Sorry')), { kind: 'unknown' }],
    [answered(200, { status: true, data: 1 }), { kind: 'unknown' }],
    [answered(200, undefined), { kind: 'unknown' }],
    [answered(401, error('Invalid authorization key')), { kind: 'unavailable' }],
    [answered(403, undefined), { kind: 'unavailable' }],
    [answered(429, undefined), { kind: 'unavailable' }],
    [answered(503, error('upstream request timeout')), { kind: 'unknown' }],
    [answered(500, error('No transaction was found for this id')), { kind: 'unknown' }],
    [answered(400, error('Sorry')), refused('Sorry', null)],
    [answered(409, error('Sorry')), refused('Sorry', null)],
    [answered(400, { status: 'success' }), { kind: 'unknown' }],
    [answered(400, undefined), { kind: 'unknown' }],
    [answered(400, error('Invalid secret key passed')), { kind: 'unavailable' }],
    [answered(400, error('Merchant is not enabled for this')), { kind: 'unavailable' }],
    [
      answered(404, error('No transaction was found for this id')),
      refused('No transaction was found for this id', 'transaction_not_found'),
    ],
    [
      answered(400, error('Insufficient balance')),
      refused('Insufficient balance', 'insufficient_balance'),
    ],
    [answered(400, error('Duplicate tx_ref')), refused('Duplicate tx_ref', 'duplicate_reference')],
  ]

  for (const [answer, said] of lines) {
    assert.deepEqual(readSaid(answer), said, JSON.stringify(answer))
  }
})

const card = {
  first_6digits: '553188',
  last_4digits: '2950',
  issuer: 'TEST BANK',
  country: 'NIGERIA NG',
  type: 'MASTERCARD',
  expiry: '09/32',
}
const charge = {
  id: '4975363',
  tx_ref: 'k',
  amount: '5000.5',
  currency: 'NGN',
  charged_amount: '5000.5',
  app_fee: '70.007',
  amount_settled: '4930.493',
  status: 'successful',
  card,
}
const CARD = {
  bin: '553188',
  last4: '2950',
  expMonth: '09',
  expYear: '32',
  brand: 'mastercard',
  cardType: '',
  bank: 'TEST BANK',
  countryCode: 'NG',
  reusable: false,
}
const outcomeOf = (changes: object, asked = {}) =>
  readCharge({ ...charge, ...changes }, { key: 'k', amount: AMOUNT, ...asked }).outcome

test('a charge that is paid is approved, with what they keep and its number', () => {
  const outcome = outcomeOf({})

  const handle = '500050/4975363'
  assert.deepEqual(outcome, { kind: 'approved', authorization: CARD, fee: kobo(7_001), handle })
})

test('where a charge stands', () => {
  const lines: [changes: object, kind: string][] = [
    [{ status: 'pending' }, 'pending'],
    [{ status: 'failed' }, 'declined'],
    [{ status: 'SUCCESSFUL' }, 'unknown'],
    [{ status: 'refunded' }, 'unknown'],
    [{ status: ['successful'] }, 'unknown'],
    [{ status: undefined }, 'unknown'],
  ]

  for (const [changes, kind] of lines) {
    assert.equal(outcomeOf(changes).kind, kind, JSON.stringify(changes))
  }
})

test('what is not to the kobo what was asked is not approved', () => {
  const strange: object[] = [
    { tx_ref: 'another' },
    { tx_ref: undefined },
    { currency: 'USD' },
    { currency: undefined },
    { amount: '5000.49' },
    { amount: '5000.51' },
    { amount: '500050' },
    { amount: '6000', charged_amount: '6000' },
    { amount: '5000.501' },
    { amount: '-5000.5' },
    { amount: null },
    { charged_amount: '5000.49' },
    { charged_amount: null },
    { id: undefined },
    { id: '0x1' },
  ]

  for (const changes of strange) {
    assert.equal(outcomeOf(changes).kind, 'unknown', JSON.stringify(changes))
  }
  assert.equal(outcomeOf({}, { amount: null }).kind, 'approved', 'whose amount is lost')
  assert.equal(outcomeOf({ charged_amount: '5070.51' }).kind, 'approved', 'with their fee')
})

test('their fee is what they do not settle, or else what they name; or nothing is said', () => {
  const feeOf = (changes: object) => {
    const outcome = outcomeOf(changes)
    assert(outcome.kind === 'approved')
    return outcome.fee
  }

  assert.equal(feeOf({ amount_settled: '4880.5' }), 12_000n, 'with stamp duty')
  assert.equal(feeOf({ amount_settled: null }), 7_001n)
  assert.equal(feeOf({ amount_settled: '6000' }), 7_001n)
  assert.equal(feeOf({ amount_settled: null, app_fee: null }), undefined)
})

test('fractions of a kobo make a fee larger, and a balance smaller', () => {
  assert.equal(readFee('26.875'), 2_688n)
  assert.equal(readFee('26.870'), 2_687n)
  assert.equal(readFee('26'), 2_600n)
  assert.equal(readFee('-1'), null)
  assert.equal(readBalance('26.879'), 2_687n)
  assert.equal(readBalance('2367840'), 236_784_000n)
  assert.equal(readBalance('much'), null)
})

test('nothing of a card is taken over but what may be kept', () => {
  const outcome = outcomeOf({
    card: {
      first_6digits: '5531882950',
      last_4digits: '82950',
      issuer: 'Bank 5531886652142950',
      country: 'Nigeria',
      type: 'MASTER\u0000CARD',
      expiry: '2032',
      token: 'flw-t1nf-0000000000-m03k',
    },
  })

  assert(outcome.kind === 'approved')
  const nothing = { bin: '', last4: '', bank: '', countryCode: '', expMonth: '', expYear: '' }
  const brand = 'master card'
  assert.deepEqual(outcome.authorization, { ...nothing, brand, cardType: '', reusable: false })
})

test('why a card was declined', () => {
  const lines: Record<string, string> = {
    'Insufficient Funds': 'insufficient_funds',
    'Incorrect PIN': 'incorrect_pin',
    'Invalid CVV': 'incorrect_cvv',
    'Invalid OTP': 'incorrect_otp',
    'Token Not Generated. Customer Not Registered on Token Platform': 'otp_not_sent',
    '3D Secure failed': 'authentication_failed',
    'Declined by Financial Institution': 'declined',
    '': 'declined',
  }

  for (const [words, reason] of Object.entries(lines)) {
    assert.equal(declineReasonOf(words), reason, words)
  }
  assert.equal(declineReasonOf(7), 'declined')
})

test('what a refund stands at', () => {
  const refund = { id: '75923', amount_refunded: '69.5', comments: 'cowrie k', tx_id: '7' }
  const accepted = { kind: 'accepted', handle: '75923' }
  const returned = { kind: 'returned', sessionId: 'refund-75923', handle: '75923' }
  const refused = (said: string) => ({ kind: 'refused', reason: 'refused_by_bank', said })
  const lines: [changes: object, outcome: object][] = [
    [{ status: 'new' }, accepted],
    [{ status: 'pending' }, accepted],
    [{ status: 'processing' }, accepted],
    [{ status: 'pending-momo' }, accepted],
    [{ status: 'completed' }, accepted],
    [{ status: 'completed', meta: { disburse_status: 'SUCCESSFUL' } }, returned],
    [{ status: 'completed', meta: { disburse_status: 'failed' } }, refused('completed')],
    [{ status: 'completed-mpgs' }, returned],
    [{ status: 'completed-bank-transfer' }, returned],
    [{ status: 'completed-momo' }, returned],
    [{ status: 'completed-offline' }, returned],
    [{ status: 'completed-preauth' }, returned],
    [{ status: 'failed' }, refused('failed')],
    [{ status: 'constructor' }, { kind: 'unknown', handle: '75923' }],
  ]

  for (const [changes, outcome] of lines) {
    const read = readRefund({ ...refund, ...changes })
    assert.deepEqual(read?.outcome, outcome, JSON.stringify(changes))
  }
})

test('a refund is read in each of their spellings, in naira, and else is none', () => {
  const outcome = { kind: 'accepted', handle: '1' }
  const read = { id: '1', amount: kobo(6_950), key: 'k', charge: '7', outcome }
  const common = { id: '1', status: 'completed' }
  const spellings = [
    { ...common, amount_refunded: '69.50', comments: 'cowrie k', tx_id: '7' },
    { ...common, amount_refunded: '69.5', comment: 'cowrie k', transaction_id: '7' },
    { ...common, AmountRefunded: '69.5', comment: 'cowrie k', TransactionId: '7' },
  ]

  for (const one of spellings) assert.deepEqual(readRefund(one), read)
  for (const changes of [
    { id: 'x' },
    { amount_refunded: '69.505' },
    { tx_id: '' },
    { status: 1 },
  ]) {
    assert.equal(readRefund({ ...spellings[0], ...changes }), null)
  }
  for (const none of [null, [], 'refund', undefined]) assert.equal(readRefund(none), null)
})

test('a handle is read as it was written, and what is none says nothing', () => {
  const openedAt = new Date('2026-11-23T09:00:00.000Z')
  for (const handle of [
    { amount: AMOUNT, openedAt },
    { amount: AMOUNT, id: '77' },
  ]) {
    assert.deepEqual(readHandle(handleOf(handle)), handle)
  }
  for (const text of [undefined, '', 'x', '500050', '5.0/1', '500000/', '500000/x', '-1@2']) {
    assert.equal(readHandle(text), null, `${text}`)
  }
})
