import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { concludeDue } from '../../src/identity/conclude.ts'
import { eraseDue, expireDue } from '../../src/identity/erase.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { type Answer, useApi } from '../api.ts'
import { stopNow } from '../stopped-clock.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'
import { untilDone } from '../until-done.ts'
import {
  fetchVerification,
  type Given,
  givenVerification,
  initiate,
  messagesOf,
  RIGHT,
  resend,
  said,
  validate,
  WRONG,
} from './identity-calls.ts'

// The contract, part "States and transitions", of a verification: what it shows, and "Other
// verification states and moves (wrong OTP, expiry, failure, resend): not shown". A test that lets
// time pass sees the same whether or not a job has seen it too.

const context = useContext()
stopNow(context)
const api = useApi(context)

const LOCKED = [422, 'otp_locked']
const EXPIRED = [422, 'otp_expired']
/** Real time that a test may lose between two calls. */
const SLACK_MS = 5 * SECOND

let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  business = await givenBusiness(context)
})

const guess = async (given: Given, otp: string) => said(await validate(api, business, given, otp))
const statusOf = async (given: Given) =>
  (await fetchVerification(api, business, given)).status as string

/** A verification with so many wrong guesses behind it. */
async function givenWrongGuesses(count: number, given?: Given): Promise<Given> {
  const verification = given ?? (await givenVerification(api, business))
  for (let i = 0; i < count; i++) await validate(api, business, verification, WRONG)
  return verification
}

async function runJobs(): Promise<void> {
  await untilDone(context, concludeDue, expireDue, eraseDue)
}

test('"request accepted": Pending; "correct OTP": SUCCESS, and "`otpVerified` becomes true"', async () => {
  const given = await givenVerification(api, business)
  const before = await fetchVerification(api, business, given)
  await validate(api, business, given)
  const after = await fetchVerification(api, business, given)

  assert.deepEqual([before.status, before.otpVerified], ['Pending', false])
  assert.deepEqual([after.status, after.otpVerified], ['SUCCESS', true])
})

test('five wrong codes: four are told how many are left, the fifth locks, and then the right one is locked out', async () => {
  const given = await givenVerification(api, business)
  const told = []
  for (let i = 0; i < 6; i++) told.push(await guess(given, WRONG))

  assert.deepEqual(told, [
    [422, 'invalid_otp', 4],
    [422, 'invalid_otp', 3],
    [422, 'invalid_otp', 2],
    [422, 'invalid_otp', 1],
    LOCKED,
    LOCKED,
  ])
  assert.deepEqual(await guess(given, RIGHT), LOCKED)
  const { status, otpVerified } = await fetchVerification(api, business, given)
  assert.deepEqual([status, otpVerified], ['LOCKED', false])
  assert.deepEqual(said(await resend(api, business, given)), LOCKED)
})

test('four wrong codes leave the fifth guess to be right', async () => {
  const given = await givenWrongGuesses(4)
  assert.equal((await validate(api, business, given)).status, 200)
})

test('a locked one stays locked when its time is over', async () => {
  const given = await givenWrongGuesses(5)
  context.advance(2 * DAY)
  await runJobs()
  assert.deepEqual(await guess(given, RIGHT), LOCKED)
  assert.equal(await statusOf(given), 'LOCKED')
})

for (const jobs of [false, true]) {
  test(`ten minutes after the code it is too late, ${jobs ? 'also' : 'even'} when ${jobs ? 'a' : 'no'} job has seen it`, async () => {
    const inTime = await givenVerification(api, business)
    const late = await givenVerification(api, business)
    context.advance(10 * MINUTE - SLACK_MS)
    assert.equal((await validate(api, business, inTime)).status, 200)
    assert.equal(await statusOf(late), 'Pending')

    context.advance(SLACK_MS)
    if (jobs) {
      context.advance(1 * MINUTE)
      await runJobs()
    }

    for (const otp of [RIGHT, WRONG]) assert.deepEqual(await guess(late, otp), EXPIRED)
    assert.equal(await statusOf(late), 'EXPIRED')
    assert.deepEqual(said(await resend(api, business, late)), EXPIRED)
    assert.equal((await messagesOf(api, business)).length, 2, 'nothing was sent again')
  })
}

test('a code that is not six digits is told as a wrong field and is not counted', async () => {
  const given = await givenVerification(api, business)
  for (const otp of ['12345', '1234567', '12345a', '']) {
    const { status, body } = await validate(api, business, given, otp)
    assert.deepEqual([status, body.code], [400, 'invalid_request'])
    assert.equal(body.errors[0].field, 'otp')
  }
  assert.deepEqual(await guess(given, WRONG), [422, 'invalid_otp', 4])
  assert.deepEqual(await guess(given, '012345'), [422, 'invalid_otp', 3], 'a leading zero is one')
})

test('a type that is not the initiation’s is refused before the code is looked at, and counts nothing', async () => {
  const given = await givenVerification(api, business)
  const answers: Answer[] = []
  for (const otp of [RIGHT, WRONG, RIGHT, WRONG, WRONG, WRONG]) {
    const headers = { 'x-request-id': 'the-same-for-all' }
    answers.push(await validate(api, business, { ...given, type: 'NIN' }, otp, { headers }))
  }
  for (const answer of answers) {
    assert.deepEqual(said(answer), [422, 'type_mismatch'])
    assert.equal(answer.text, answers[0]?.text, 'the same for a right and a wrong code')
  }
  assert.deepEqual(await guess(given, WRONG), [422, 'invalid_otp', 4])
})

test('a resend brings a new code a minute after the last: not at 59 s, but at 60', async () => {
  const given = await givenVerification(api, business)
  const before = await fetchVerification(api, business, given)

  const soon = await resend(api, business, given)
  assert.deepEqual(said(soon), [429, 'otp_too_soon'])
  const wait = Number(soon.headers['retry-after'])
  assert(wait > 60 - SLACK_MS / SECOND && wait <= 60, `${wait} s`)
  context.advance(wait * SECOND - SLACK_MS)
  assert.deepEqual(said(await resend(api, business, given)), [429, 'otp_too_soon'], 'at 55 s')
  assert.equal((await fetchVerification(api, business, given)).otpResendCount, 0)

  context.advance(SLACK_MS)
  const { status, body } = await resend(api, business, given)
  assert.deepEqual(
    [status, body.status, body.message],
    [200, 'success', 'A new code was sent to the registered phone'],
  )
  const { consent, accesses, ...fetched } = await fetchVerification(api, business, given)
  assert.deepEqual(body.data, fetched, 'the record, without details')
  assert.equal(fetched.otpResendCount, 1)
  assert.equal(fetched.status, 'Pending')
  assert.notEqual(fetched.otpId, before.otpId, 'another code')
  assert.deepEqual(
    (await messagesOf(api, business)).map(({ id }) => id.replace('msg', 'otp')),
    [fetched.otpId, before.otpId],
  )
})

test('exactly at 59 s it is too soon, and exactly at 60 it is not', async () => {
  const { now } = context
  const still = now()
  // The clock stands, so that a second is a second however slow the machine is.
  let shiftMs = 0
  context.now = () => new Date(still.getTime() + shiftMs)
  try {
    const given = await givenVerification(api, business)
    for (const [atMs, retryAfter] of [
      [0, '60'],
      [59_000, '1'],
      [59_999, '1'],
    ] as const) {
      shiftMs = atMs
      const answer = await resend(api, business, given)
      assert.deepEqual(said(answer), [429, 'otp_too_soon'], `${atMs} ms`)
      assert.equal(answer.headers['retry-after'], retryAfter)
    }
    shiftMs = 60_000
    assert.equal((await resend(api, business, given)).status, 200)
    shiftMs = 60_000 + 10 * MINUTE - 1
    assert.deepEqual(await guess(given, WRONG), [422, 'invalid_otp', 4], 'ten new minutes')
    shiftMs += 1
    assert.deepEqual(await guess(given, RIGHT), EXPIRED, 'and no more')
  } finally {
    context.now = now
  }
})

test('three resends, each with ten new minutes, and not a fourth', async () => {
  const before = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  const given = await givenVerification(api, business)
  for (const count of [1, 2, 3]) {
    context.advance(10 * MINUTE - SLACK_MS)
    const { status, body } = await resend(api, business, given)
    assert.deepEqual([status, body.data.otpResendCount], [200, count])
  }
  context.advance(2 * MINUTE)
  assert.deepEqual(said(await resend(api, business, given)), [422, 'resends_used_up'])

  const { body } = await validate(api, business, given)
  assert.deepEqual([body.data.status, body.data.otpResendCount], ['SUCCESS', 3])
  assert.equal((await messagesOf(api, business)).length, 4)
  const after = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  assert.equal(before.body.data.available - after.body.data.available, 5_000, 'one fee for all')
})

for (const prefix of ['bvn', 'identity'] as const) {
  test(`"${prefix}/resend" takes both types`, async () => {
    for (const type of ['BVN', 'NIN'] as const) {
      const given = await givenVerification(api, business, { type })
      context.advance(1 * MINUTE)
      assert.equal((await resend(api, business, given, { prefix })).status, 200)
    }
  })
}

test('wrong codes carry over to the next code', async () => {
  const given = await givenWrongGuesses(3)
  context.advance(1 * MINUTE)
  await resend(api, business, given)
  assert.deepEqual(await guess(given, WRONG), [422, 'invalid_otp', 1])
  context.advance(1 * MINUTE)
  await resend(api, business, given)
  assert.deepEqual(await guess(given, WRONG), LOCKED)
  assert.deepEqual(await guess(given, RIGHT), LOCKED)
})

test('after success there is nothing to send again', async () => {
  const given = await givenVerification(api, business)
  await validate(api, business, given)
  context.advance(2 * MINUTE)
  assert.deepEqual(said(await resend(api, business, given)), [409, 'already_verified'])
  assert.equal((await fetchVerification(api, business, given)).otpResendCount, 0)
})

test('the right code again within 24 h gives the same record, byte for byte', async () => {
  const given = await givenWrongGuesses(2)
  const headers = { 'x-request-id': 'the-same-for-all' }
  const first = await validate(api, business, given, RIGHT, { headers })
  const answers = [await validate(api, business, given, RIGHT, { headers })]
  // After the code's ten minutes too, and with a wrong one in between.
  context.advance(20 * MINUTE)
  await runJobs()
  await validate(api, business, given, WRONG)
  answers.push(await validate(api, business, given, RIGHT, { prefix: 'bvn', headers }))
  context.advance(24 * HOUR - 20 * MINUTE - SLACK_MS)
  await runJobs()
  answers.push(await validate(api, business, given, RIGHT, { headers }))

  assert.equal(first.status, 200)
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, first.text])
})

test('the record is the same again where the bank could not number the wallet at first', async () => {
  const { test: rails } = context.rails
  const headers = { 'x-request-id': 'the-same-for-all' }
  const given = await givenVerification(api, business)
  const bank: typeof rails.bank = {
    ...rails.bank,
    issueAccount: async () => ({ kind: 'unavailable' }),
  }
  context.rails.test = { ...rails, bank }
  const first = await validate(api, business, given, RIGHT, { headers }).finally(() => {
    context.rails.test = rails
  })
  const again = await validate(api, business, given, RIGHT, { headers })
  assert.deepEqual([first.status, again.text], [200, first.text])
})

test('a guess that the registry does not answer counts: after a wrong one, three are left', async () => {
  const { test: rails } = context.rails
  const given = await givenVerification(api, business)
  const identity: typeof rails.identity = {
    ...rails.identity,
    submitCode: async () => ({ kind: 'unknown' }),
  }
  context.rails.test = { ...rails, identity }
  const unheard = await validate(api, business, given).finally(() => {
    context.rails.test = rails
  })

  assert.deepEqual(said(unheard), [504, 'rail_timeout'])
  assert.deepEqual(await guess(given, WRONG), [422, 'invalid_otp', 3])
})

test('wrong codes after success count to the same five, and then the right one is locked out', async () => {
  const given = await givenWrongGuesses(2)
  assert.equal((await validate(api, business, given)).status, 200)

  assert.deepEqual(await guess(given, WRONG), [422, 'invalid_otp', 2])
  assert.equal((await validate(api, business, given)).status, 200, 'right ones do not count')
  assert.deepEqual(await guess(given, WRONG), [422, 'invalid_otp', 1])
  assert.deepEqual(await guess(given, WRONG), LOCKED)

  assert.deepEqual(await guess(given, RIGHT), LOCKED)
  const { status, otpVerified } = await fetchVerification(api, business, given)
  assert.deepEqual([status, otpVerified], ['SUCCESS', true], 'what was verified stays so')
})

for (const jobs of [false, true]) {
  test(`24 h after success no code gives the record, ${jobs ? 'also' : 'even'} when ${jobs ? 'a' : 'no'} job has erased it`, async () => {
    const given = await givenVerification(api, business)
    await validate(api, business, given)
    context.advance(24 * HOUR)
    if (jobs) await runJobs()

    assert.deepEqual(await guess(given, RIGHT), EXPIRED)
    assert.deepEqual(await guess(given, WRONG), EXPIRED)
    const { status, identityNumber } = await fetchVerification(api, business, given)
    assert.deepEqual([status, identityNumber], ['SUCCESS', `*******${given.number.slice(-4)}`])
  })
}

test('before the registry has answered no guess is taken and nothing sent again', async () => {
  const { status, body } = await initiate(api, business, { number: '00000000504' })
  assert.deepEqual([status, body.code], [504, 'rail_timeout'])
  const given: Given = { id: body.verification_id, type: 'BVN', number: '00000000504' }
  for (const otp of [RIGHT, WRONG]) assert.deepEqual(await guess(given, otp), [409, 'otp_pending'])
  assert.deepEqual(said(await resend(api, business, given)), [409, 'otp_pending'])

  context.advance(1 * MINUTE)
  await runJobs()

  assert.deepEqual(await guess(given, WRONG), [422, 'invalid_otp', 4], 'none was counted')
  assert.equal((await validate(api, business, given)).status, 200)
})

test('what failed takes no guess', async () => {
  await initiate(api, business, { number: '44444444444' })
  const { body } = await api.get('/api/v1/identity', { key: business.keys.secretKey })
  const given: Given = { id: body.data[0]._id, type: 'BVN', number: '44444444444' }
  assert.equal(await statusOf(given), 'FAILED')
  for (const otp of [RIGHT, WRONG]) assert.deepEqual(await guess(given, otp), [422, 'otp_not_sent'])
  assert.deepEqual(said(await resend(api, business, given)), [422, 'otp_not_sent'])
})
