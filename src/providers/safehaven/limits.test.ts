import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CREDIT,
  done,
  given,
  LOGIN,
  loggedIn,
  NOW,
  refused,
  transfer,
} from '../../../test/providers/safehaven/on-paper.ts'
import { DAY, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'

// Values exactly at each limit, and next to it.

const PORTRAIT_LENGTH_MAX = 700_000
const SUBMITTED = {
  type: 'BVN',
  number: '22222222221',
  onBehalfOf: 'business-1',
  session: 'session-1',
  code: '123456',
} as const

test('what they keep of a credit is a fee where it is more than nothing and less than all', async () => {
  const fees = [
    ['0.00', undefined],
    ['0.01', 1n],
    ['7000.98', 700_098n],
    ['7000.99', undefined],
    ['7001.00', undefined],
  ] as const
  for (const [taken, fee] of fees) {
    const { bank } = given({ 'POST /virtual-accounts/status': done(creditThatCost(taken)) })

    const said = await bank.confirmCredit({ reference: `va:${CREDIT.sessionId}` })

    assert(said.kind === 'credit' && said.credit.amount === 700_099n)
    assert.equal(said.fee, fee, taken)
  }
})

test('a credit of one kobo is one, of which nothing can be a fee', async () => {
  const record = { ...creditThatCost('0.01'), amount: '0.01' }
  const { bank } = given({ 'POST /virtual-accounts/status': done(record) })

  const said = await bank.confirmCredit({ reference: `va:${CREDIT.sessionId}` })

  assert(said.kind === 'credit')
  assert.deepEqual([said.credit.amount, said.fee], [1n, undefined])
})

test('a one-off account is asked for in whole seconds, a minute at least and a day at most', async () => {
  const times = [
    [-1, 60],
    [1 * MINUTE, 60],
    [1 * MINUTE + 1, 61],
    [1 * DAY - SECOND, 86_399],
    [1 * DAY, 86_400],
    [1 * DAY + 1, 86_400],
  ] as const
  for (const [ms, seconds] of times) {
    const { bank, sent } = given({ 'POST /virtual-accounts': done({}) })

    await bank.issueOneOffAccount({
      key: 'one-off',
      attempt: 0,
      accountName: 'Ada Stores',
      amount: kobo(1),
      expiresAt: later(NOW, ms),
      holder: { email: 'ada@example.com', phone: null },
    })

    const [[, body]] = sent() as [[string, Record<string, unknown>]]
    assert.equal(body['validFor'], `#${seconds}`)
  }
})

test('a portrait is kept to its longest, and one that is longer is left out', async () => {
  for (const [length, kept] of [
    [PORTRAIT_LENGTH_MAX, PORTRAIT_LENGTH_MAX],
    [PORTRAIT_LENGTH_MAX + 1, 0],
  ] as const) {
    const imageBase64 = 'A'.repeat(length)
    const person = { firstName: 'NGOZI', imageBase64 }
    const record = { status: 'SUCCESS', otpVerified: true, providerResponse: person }
    const { identity } = given({ 'POST /identity/v2/validate': done(record) })

    const said = await identity.submitCode(SUBMITTED)

    assert(said.kind === 'verified')
    assert.equal(said.details.imageBase64.length, kept)
  }
})

test('a token lives a day at most; one that would live longer is not used', async () => {
  for (const [seconds, kind] of [
    [86_400, 'wrong_code'],
    [86_401, 'unavailable'],
    [0, 'unavailable'],
  ] as const) {
    const { identity } = given({
      [LOGIN]: loggedIn('token', seconds),
      'POST /identity/v2/validate': refused(400, 'Invalid OTP'),
    })

    const said = await identity.submitCode(SUBMITTED)

    assert.equal(said.kind, kind, `${seconds}`)
  }
})

test('a code that we may not submit was not tried, and what else is refused is unknown', async () => {
  for (const [status, message, kind] of [
    [401, 'Unauthorized', 'unavailable'],
    [403, 'Forbidden', 'unavailable'],
    [400, 'Bad request', 'unknown'],
    [422, 'Invalid OTP', 'unknown'],
  ] as const) {
    const { identity } = given({ 'POST /identity/v2/validate': refused(status, message) })

    assert.deepEqual(await identity.submitCode(SUBMITTED), { kind }, `${status}`)
  }
})

/** A credit of ₦7,000.99 to a one-off account. */
function creditThatCost(fees: string) {
  return {
    ...transfer(23, 'Completed', '00', { vat: undefined, stampDuty: undefined }),
    fees,
    type: 'Inwards',
    sessionId: CREDIT.sessionId,
    amount: '7000.99',
    creditAccountNumber: CREDIT.accountNumber,
  }
}
