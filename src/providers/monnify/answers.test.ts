import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monnifyWorld } from '../../../test/providers/monnify/world.ts'
import { naira } from '../../platform/money.ts'
import type { ProviderAnswer } from '../client.ts'
import type { FailureReason } from '../failures.ts'
import { readAnswer } from '../json.ts'
import type { ReturnOutcome } from '../outcomes.ts'
import type { TransferOutcome } from '../rails.ts'
import { saidIn } from './client.ts'

// Each row of the tables of Monnify's answers.

const AMOUNT = naira(5_000)
const ok = (responseBody: object) =>
  JSON.stringify({
    requestSuccessful: true,
    responseMessage: 'success',
    responseCode: '0',
    responseBody,
  })
const no = (code: string, message = 'x') =>
  JSON.stringify({ requestSuccessful: false, responseMessage: message, responseCode: code })

const GTB = { code: '058', nipCode: '000013' }
const TRANSFER = {
  key: 'k',
  enquiry: '058/0123456789',
  bank: GTB,
  accountNumber: '0123456789',
  accountName: 'ADA',
  amount: AMOUNT,
  narration: 'rent',
}
const transferBody = (status: string) => ({
  amount: 5000,
  reference: 'k',
  status,
  transactionReference: 'MFDS|1',
  destinationAccountNumber: '0123456789',
  fee: 10,
})

const sent = { kind: 'sent', sessionId: 'MFDS|1', fee: naira(10) } as const
const failed = (said: string) => ({ kind: 'failed', reason: 'refused_by_bank', said }) as const
const STATES: [string, TransferOutcome][] = [
  ['PENDING', { kind: 'accepted' }],
  ['AWAITING_PROCESSING', { kind: 'accepted' }],
  ['IN_PROGRESS', { kind: 'accepted' }],
  ['PENDING_AUTHORIZATION', { kind: 'accepted' }],
  ['OTP_EMAIL_DISPATCH_FAILED', { kind: 'accepted' }],
  ['SUCCESS', sent],
  ['COMPLETED', sent],
  ['FAILED', failed('FAILED')],
  ['EXPIRED', failed('EXPIRED')],
  ['REVERSED', { kind: 'reversed', reason: 'reversed_by_bank', said: 'REVERSED' }],
  ['success', { kind: 'unknown' }],
  ['SOMETHING', { kind: 'unknown' }],
  ['constructor', { kind: 'unknown' }],
  ['', { kind: 'unknown' }],
]
for (const [state, outcome] of STATES) {
  test(`a transfer that is ${state || 'nothing'} is ${outcome.kind}`, async () => {
    const { rails, controls } = await monnifyWorld()
    const answer = () => ({ status: 200, body: ok(transferBody(state)) })

    controls.fail({ answer }, 'transfer')
    assert.deepEqual(await rails.bank.transfer(TRANSFER), outcome)
    controls.fail({ answer }, 'summary')
    assert.deepEqual(await rails.bank.enquireTransfer({ key: 'k' }), outcome)
  })
}

/** The outcome of a refused transfer that does not exist. */
const TRANSFER_CODES: [string, TransferOutcome][] = [
  ['D01', failed('D01 x')],
  ['D03', { kind: 'failed', reason: 'account_invalid', said: 'D03 x' }],
  ['D04', { kind: 'failed', reason: 'rail_balance_too_low', said: 'D04 x' }],
  ['D05', { kind: 'unknown' }],
  ['D06', { kind: 'unavailable' }],
  ['D07', { kind: 'unknown' }],
  ['D02', { kind: 'unknown' }],
  ['D99', { kind: 'unknown' }],
]
for (const [code, outcome] of TRANSFER_CODES) {
  test(`a transfer refused by ${code} is ${outcome.kind}`, async () => {
    for (const status of [200, 400, 422, 500]) {
      const { rails, controls } = await monnifyWorld()
      controls.fail({ answer: () => ({ status, body: no(code) }) }, 'transfer')
      controls.fail({ answer: () => ({ status, body: no('D02') }) }, 'summary')
      assert.deepEqual(await rails.bank.transfer(TRANSFER), outcome, `${status}`)
    }
  })
}

/** Code 99 by status and sentence. */
const SAID: [number, string, FailureReason | null][] = [
  [400, 'destinationAccountName is required', 'request_rejected'],
  [404, 'Invalid account details supplied', 'account_invalid'],
  [422, 'Beneficiary account name mismatch', 'enquiry_differs'],
  [400, 'Dormant beneficiary account', 'account_dormant'],
  [400, 'Unknown destination bank code', 'bank_unknown'],
  [400, 'Post No Credit restriction on beneficiary account', 'account_blocked'],
  [400, 'Suspected fraud', 'security_check'],
  [400, 'Beneficiary account limit exceeded', 'limit_exceeded'],
  [400, 'Sender not permitted to credit beneficiary', 'not_permitted'],
  [400, 'Insufficient wallet balance', 'rail_balance_too_low'],
  // What may be under way, or was never tried, is enquired about.
  [422, 'Duplicate reference', null],
  [400, 'The reference was already used', null],
  [400, 'Unable to process request at the moment. Please try again.', null],
  [400, 'Transaction processing in progress', null],
  [200, 'Suspected fraud', null],
  [500, 'Suspected fraud', null],
]
for (const [status, sentence, reason] of SAID) {
  test(`a transfer refused by ${status} "${sentence}" is ${reason ?? 'unknown'}`, async () => {
    const { rails, controls } = await monnifyWorld()
    controls.fail({ answer: () => ({ status, body: no('99', sentence) }) }, 'transfer')
    controls.fail({ answer: () => ({ status: 404, body: no('D02') }) }, 'summary')

    const outcome = await rails.bank.transfer(TRANSFER)

    const said = `99 ${sentence}`
    assert.deepEqual(outcome, reason ? { kind: 'failed', reason, said } : { kind: 'unknown' })
  })
}

test('a transfer that failed later says why, in the words of its description', async () => {
  const { rails, controls } = await monnifyWorld()
  const body = { ...transferBody('FAILED'), transactionDescription: 'Dormant beneficiary account' }
  controls.fail({ answer: () => ({ status: 200, body: ok(body) }) }, 'summary')

  const outcome = await rails.bank.enquireTransfer({ key: 'k' })

  assert.deepEqual(outcome, { kind: 'failed', reason: 'account_dormant', said: 'FAILED' })
})

test('an operator reads the sentence of a refusal without account numbers', async () => {
  const { rails, controls } = await monnifyWorld()
  const sentence = 'Account 0123456789 is dormant'
  controls.fail({ answer: () => ({ status: 400, body: no('D01', sentence) }) }, 'transfer')
  controls.fail({ answer: () => ({ status: 404, body: no('D02') }) }, 'summary')

  const outcome = await rails.bank.transfer(TRANSFER)

  assert(outcome.kind === 'failed')
  assert.equal(outcome.said, 'D01 Account … is dormant')
})

test('a transfer that is refused is what the enquiry says, where it is there', async () => {
  for (const code of ['D01', 'D03', 'D04', 'D07', '99']) {
    const { rails, controls } = await monnifyWorld()
    controls.fail({ answer: () => ({ status: 200, body: no(code) }) }, 'transfer')
    controls.fail({ answer: () => ({ status: 200, body: ok(transferBody('SUCCESS')) }) }, 'summary')
    assert.deepEqual(await rails.bank.transfer(TRANSFER), sent, code)
  }
})

test('an enquiry is not_found by D02, or by their sentence', async () => {
  for (const [code, sentence, kind] of [
    ['D02', 'x', 'not_found'],
    ['99', 'Transaction does not exist', 'not_found'],
    ['99', 'x', 'unknown'],
    ['99', 'Not found at the moment. Please try again.', 'unknown'],
    ['D01', 'x', 'unknown'],
    ['R7', 'x', 'unknown'],
  ]) {
    const { rails, controls } = await monnifyWorld()
    controls.fail({ answer: () => ({ status: 404, body: no(code!, sentence) }) }, 'summary')
    assert.deepEqual(await rails.bank.enquireTransfer({ key: 'k' }), { kind })
  }
})

const refused = (reason: FailureReason, said: string) =>
  ({ kind: 'refused', reason, said }) as const
const REFUND_CODES: [string, ReturnOutcome][] = [
  ['R1', refused('payment_unknown', 'R1 x')],
  ['R2', refused('not_permitted', 'R2 x')],
  ['R3', refused('amount_too_high', 'R3 x')],
  ['R4', refused('amount_too_low', 'R4 x')],
  ['R5', { kind: 'unavailable' }],
  ['R6', refused('account_invalid', 'R6 x')],
  ['R7', { kind: 'unknown' }],
  ['R8', refused('request_rejected', 'R8 x')],
  ['R10', { kind: 'unavailable' }],
  ['R11', { kind: 'unavailable' }],
  ['R12', refused('amount_too_high', 'R12 x')],
  ['M01', { kind: 'unknown' }],
  ['M02', { kind: 'unknown' }],
  ['99', { kind: 'unknown' }],
]
const CREDIT = {
  sessionId: 'MNFY|1',
  accountNumber: '5000000001',
  amount: AMOUNT,
  senderName: '',
  senderBankCode: '',
  senderAccountNumber: '',
  narration: '',
  occurredAt: new Date(0),
}
const refundBody = (refundStatus: string) => ({
  refundReference: 'r',
  transactionReference: 'MNFY|1',
  refundAmount: '5000.00',
  refundStatus,
})
for (const [code, outcome] of REFUND_CODES) {
  test(`a return refused by ${code} is ${outcome.kind}`, async () => {
    const { rails, controls } = await monnifyWorld()
    controls.fail({ answer: () => ({ status: 200, body: no(code) }) }, 'refund')
    const request = { key: 'r', credit: CREDIT, amount: AMOUNT }
    assert.deepEqual(await rails.bank.returnCredit(request), outcome)
  })
}

const REFUND_STATES: [string, ReturnOutcome][] = [
  ['PENDING', { kind: 'accepted' }],
  ['IN_PROGRESS', { kind: 'accepted' }],
  ['COMPLETED', { kind: 'returned', sessionId: 'r' }],
  ['FAILED', refused('refused_by_bank', 'FAILED')],
  ['SUCCESS', { kind: 'unknown' }],
  ['', { kind: 'unknown' }],
]
for (const [state, outcome] of REFUND_STATES) {
  test(`a return that is ${state || 'nothing'} is ${outcome.kind}`, async () => {
    const { rails, controls } = await monnifyWorld()
    const answer = () => ({ status: 200, body: ok(refundBody(state)) })
    controls.fail({ answer }, 'refund')
    const request = { key: 'r', credit: CREDIT, amount: AMOUNT }
    assert.deepEqual(await rails.bank.returnCredit(request), outcome)
    // Refused as a duplicate: the outcome is that of the enquiry.
    controls.fail({ answer: () => ({ status: 200, body: no('R9') }) }, 'refund')
    controls.fail({ answer }, 'refund state')
    assert.deepEqual(await rails.bank.returnCredit(request), outcome)
  })
}

const answered = (status: number, text: string): ProviderAnswer => ({
  ...{ kind: 'answered', status, json: readAnswer(text), text },
})
const ANSWERS: [ProviderAnswer, string][] = [
  [answered(200, ok({})), 'done'],
  [answered(201, ok({})), 'done'],
  [answered(200, no('99')), 'refused'],
  [answered(422, no('R1')), 'refused'],
  [answered(500, no('99')), 'refused'],
  [answered(302, ok({})), 'unknown'],
  [answered(500, ok({})), 'unknown'],
  [answered(200, no('a code with spaces')), 'unknown'],
  [answered(200, '{"requestSuccessful":"true","responseCode":"0","responseBody":{}}'), 'unknown'],
  [answered(200, '{"requestSuccessful":true,"responseCode":"99","responseBody":{}}'), 'unknown'],
  [answered(502, 'error code: 502'), 'unknown'],
  [answered(404, '{"timestamp":"x","status":404,"error":"Not Found","path":"/"}'), 'unknown'],
  [answered(403, '{"timestamp":"x","status":403}'), 'unavailable'],
  [answered(429, ''), 'unavailable'],
  [{ kind: 'not_sent' }, 'unavailable'],
  [{ kind: 'lost' }, 'unknown'],
]
for (const [answer, kind] of ANSWERS) {
  const what = answer.kind === 'answered' ? `${answer.status} ${answer.text}` : answer.kind
  test(`${what} is ${kind}`, () => {
    assert.equal(saidIn(answer).kind, kind)
  })
}
