import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { authenticate, listKeys, rollKey } from '../src/accounts/businesses/businesses.ts'
import { expireDue } from '../src/identity/erase.ts'
import { HOUR, later, MINUTE } from '../src/platform/clock.ts'
import { givenPayment, useApi } from './api.ts'
import { givenVerification, resend, said, validate, WRONG } from './contract/identity-calls.ts'
import { givenLink } from './links.ts'
import { creditTo, deposited, givenAccount, pay, verifyPayment } from './payments.ts'
import { askRefund, givenPaid, NET, PLAY_MONEY } from './refunds.ts'
import { arrives, givenLater, givenNumber, settleAt, standing } from './settlements.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'
import { untilDone } from './until-done.ts'

// Exactly at the limit: the last that is taken and the first that is not, and moments to the
// millisecond. The clock stands still.

const context = useContext()
const api = useApi(context)

let at: Date
let business: GivenBusiness
beforeEach(async () => {
  at = new Date(Math.max(Date.now(), at?.getTime() ?? 0) + HOUR)
  context.now = () => at
  context.monotonicMs = () => at.getTime()
  business = await givenBusiness(context)
})
const wait = (ms: number) => {
  at = later(at, ms)
}

test('five cards are taken, and a sixth is not, though none of them was declined', async () => {
  const { access_code } = await givenPayment(api, business)
  for (let card = 1; card <= 5; card++) {
    assert.equal((await pay(api, access_code, 'page')).status, 200, `card ${card}`)
  }
  const sixth = await pay(api, access_code, 'success')
  assert.deepEqual(said(sixth).slice(0, 2), [409, 'already_closed'])
})

test('a fifth guess is judged and a sixth is not, though the registry has answered none', async () => {
  const given = await givenVerification(api, business)
  const { identity } = context.rails.test
  const { submitCode } = identity
  let asked = 0
  identity.submitCode = async () => {
    asked += 1
    return { kind: 'unknown' }
  }
  for (let guess = 1; guess <= 5; guess++) {
    assert.equal((await validate(api, business, given)).status, 504, `guess ${guess}`)
  }
  const sixth = await validate(api, business, given)
  identity.submitCode = submitCode
  assert.deepEqual([...said(sixth).slice(0, 2), asked], [422, 'otp_locked', 5])
  wait(MINUTE)
  const again = await resend(api, business, given)
  assert.deepEqual(said(again).slice(0, 2), [422, 'otp_locked'], 'and no code is sent again')
})

test('a code that was sent again has ten minutes of its own, to the last millisecond', async () => {
  const given = await givenVerification(api, business)
  wait(10 * MINUTE - 1)
  assert.equal((await resend(api, business, given)).status, 200)
  wait(10 * MINUTE - 1)
  await untilDone(context, expireDue)
  assert.equal((await validate(api, business, given)).status, 200)
})

test('a code that was given back by the registry is not given back for a guess that was wrong', async () => {
  const given = await givenVerification(api, business)
  for (let guess = 1; guess <= 4; guess++) await validate(api, business, given, WRONG)
  const { identity } = context.rails.test
  const { submitCode } = identity
  identity.submitCode = async () => ({ kind: 'unavailable' })
  for (let guess = 1; guess <= 3; guess++) {
    assert.equal((await validate(api, business, given)).status, 503)
  }
  identity.submitCode = submitCode
  const last = await validate(api, business, given, WRONG)
  assert.deepEqual(said(last).slice(0, 2), [422, 'otp_locked'])
})

const made = { atTheEnd: 0, beforeIt: -1, behindIt: 1 }
for (const [when, ms] of Object.entries(made)) {
  test(`a transfer ${ms} ms from the end of its account, told at once (${when})`, async () => {
    const { account_number } = await givenAccount(context, api, business)
    wait(30 * MINUTE + ms)
    const { state, reason } = await deposited(context, creditTo(context, account_number, 500_000))
    assert.deepEqual([state, reason], ms > 0 ? ['unmatched', 'late'] : ['matched', null])
  })
}

for (const [ms, isOpen] of [
  [-1, true],
  [0, false],
] as const) {
  test(`a payment ${isOpen ? 'is open to its last millisecond' : 'is closed at its end'}`, async () => {
    const { account_number, access_code, reference } = await givenAccount(context, api, business)
    const credit = creditTo(context, account_number, 500_000)
    const { expires_at } = await verifyPayment(api, business, reference)
    at = later(new Date(expires_at), ms)

    if (isOpen) return assert.equal((await pay(api, access_code, 'success')).status, 200)
    assert.deepEqual(said(await pay(api, access_code, 'success')).slice(0, 2), [
      409,
      'already_closed',
    ])
    const { state, reason } = await deposited(context, credit)
    assert.deepEqual([state, reason], ['unmatched', 'late'])
  })
}

test('a rolled key is good to its last millisecond, and at its end it is not', async () => {
  const { secretKey } = business.keys
  const secret = (await listKeys(context.sql, business)).find(({ kind }) => kind === 'secret')
  await rollKey(context, business, secret!.keyId, 1)
  wait(HOUR - 1)
  assert(await authenticate(context, secretKey))
  wait(1)
  assert.equal(await authenticate(context, secretKey), null)
})

test('of two payments on either side of midnight in Lagos the first alone is settled', async () => {
  const owner = await givenLater(context)
  const number = await givenNumber(api, owner)
  const midnight = new Date('2026-11-16T23:00:00.000Z')
  await arrives(context, number, 500_000, later(midnight, -1))
  await arrives(context, number, 500_000, midnight)

  await settleAt(context, midnight)

  const { dedicated: net } = NET
  assert.deepEqual(await standing(context, owner), [[PLAY_MONEY + net, net]])
})

test('a payment link is open to its last millisecond, and at its end it is not', async () => {
  const { slug } = await givenLink(api, business, { expires_at: later(at, HOUR).toISOString() })
  wait(HOUR - 1)
  assert.equal((await api.get(`/pay/${slug}`)).status, 200)
  wait(1)
  assert.equal((await api.get(`/pay/${slug}`)).status, 410)
})

test('all that is left of a payment can be refunded, and not a kobo more', async () => {
  const { id } = await givenPaid(api, business)
  const refund = (amount: number) => askRefund(api, business, { transaction: id, amount })
  assert.equal((await refund(499_900)).status, 201)
  assert.deepEqual(said(await refund(101)).slice(0, 2), [422, 'refund_too_large'])
  assert.equal((await refund(100)).status, 201)
  assert.deepEqual(said(await refund(100)).slice(0, 2), [422, 'refund_too_large'])
})
