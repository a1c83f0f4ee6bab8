import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { personOf } from '../../src/providers/sandbox/people.ts'
import { openApi, useApi } from '../api.ts'
import { stopNow } from '../stopped-clock.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'
import {
  availableOf,
  fetchVerification,
  freshNumber,
  givenVerification,
  initiate,
  messagesOf,
  said,
  validate,
} from './identity-calls.ts'

// The contract, "Identity verification by BVN or NIN": initiation, validation, the record field by
// field, and the fee. The life of a code: identity-codes. What one number may be asked for:
// identity-numbers. What is fetched and told: identity-reading.

const context = useContext()
stopNow(context)
const api = useApi(context)

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ID = /^idv_[0-9a-f]{32}$/
const FEE_KOBO = 5_000
const PREFIXES = ['bvn', 'identity'] as const
const TYPES = ['BVN', 'NIN'] as const

let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  business = await givenBusiness(context)
})

const fund = (amount: number) =>
  api.post('/api/v1/sandbox/wallet', { key: business.keys.secretKey, body: { amount } })

for (const prefix of PREFIXES) {
  for (const type of TYPES) {
    test(`"POST /api/v1/${prefix}/verify" and validate take a ${type}: "Same payload"`, async () => {
      const number = freshNumber()
      const begun = await initiate(api, business, { type, number }, { prefix })
      assert.equal(begun.status, 200, begun.text)
      const id = begun.body.verification_id

      const { status, body } = await validate(api, business, { id, type }, '123456', { prefix })

      assert.deepEqual([status, body.status, body.data.status], [200, 'success', 'SUCCESS'])
      assert.deepEqual([body.data.type, body.data.identityNumber], [type, number])
    })
  }
}

test('what was begun under one prefix is validated under the other', async () => {
  const given = await givenVerification(api, business)
  assert.equal((await validate(api, business, given, '123456', { prefix: 'bvn' })).status, 200)
})

test('initiation: "status, message, verification_id, provider_response", flat and in this order', async () => {
  const { status, body, text } = await initiate(api, business)

  assert.equal(status, 200)
  const { verification_id: id } = body
  assert.match(id, ID)
  assert.equal(
    text,
    JSON.stringify({
      status: 'success',
      message: 'A code was sent to the phone that is registered for this number',
      verification_id: id,
      provider_response: { _id: id, status: 'Pending' },
    }),
  )
})

test('"OTP sent to the phone number registered for the ID"', async () => {
  const { number } = await givenVerification(api, business)
  const phone = personOf('BVN', number).phoneNumber1

  const messages = await messagesOf(api, business)

  assert.deepEqual(
    messages.map(({ to, otp }) => [to, otp]),
    [[`${phone.slice(0, 4)}*****${phone.slice(-2)}`, '123456']],
  )
})

test('"Identity verification record": each field with its type, spelled and ordered as there', async () => {
  const given = await givenVerification(api, business, { number: '00000000101' })
  const { body: balance } = await api.get('/api/v1/balance', { key: business.keys.secretKey })

  const { body, text } = await validate(api, business, given)

  assert.deepEqual(Object.keys(body), ['status', 'message', 'data'])
  assert.deepEqual([body.status, body.message], ['success', 'The identity was verified'])
  const { data } = body
  const { createdAt, updatedAt, debitSessionId, otpId, providerResponse } = data
  const record = {
    _id: given.id,
    clientId: business.businessId,
    identityNumber: '00000000101',
    type: 'BVN',
    amount: 50,
    status: 'SUCCESS',
    debitAccountNumber: balance.data.account.account_number,
    vat: 0,
    stampDuty: 0,
    isDeleted: false,
    otpVerified: true,
    otpResendCount: 0,
    createdAt,
    updatedAt,
    __v: 0,
    debitMessage: 'Approved or completed successfully',
    debitResponsCode: 200,
    debitSessionId,
    otpId,
    // "Every record carries domain".
    domain: 'test',
    providerResponse,
  }
  // Text against text: order, spelling and whether it is a number.
  assert.equal(text, JSON.stringify({ ...body, data: record }))
  assert.match(data.debitAccountNumber, /^\d{10}$/)
  for (const time of [createdAt, updatedAt]) assert.match(time, ISO)
  assert(createdAt <= updatedAt)
  assert.match(debitSessionId, /^\d{30}$/)
  assert.match(otpId, /^otp_[0-9a-f]{32}$/)
})

test('"`providerResponse` fields": 25, "all strings; an empty string where a value is absent"', async () => {
  const given = await givenVerification(api, business, { number: '00000000102' })

  const { text, body } = await validate(api, business, given)

  const { imageBase64, ...details } = body.data.providerResponse
  const person = {
    bvn: '00000000102',
    fullName: 'Morenike Abosede Adegboyega',
    firstName: 'Morenike',
    middleName: 'Abosede',
    lastName: 'Adegboyega',
    dateOfBirth: '02-11-1990',
    phoneNumber1: '08000000002',
    phoneNumber2: '',
    gender: 'Female',
    enrollmentBank: '057',
    enrollmentBranch: 'Bodija',
    email: 'morenike.adegboyega@example.com',
    lgaOfOrigin: 'Ibadan North',
    lgaOfResidence: 'Ibadan North',
    maritalStatus: 'Married',
    nin: '00000000202',
    nationality: 'Nigeria',
    residentialAddress: '5 Almond Crescent, Bodija, Ibadan',
    stateOfOrigin: 'Oyo',
    stateOfResidence: 'Oyo',
    title: 'Mrs',
    watchListed: 'NO',
    levelOfAccount: 'Level 2 - Medium Level Accounts',
    registrationDate: null,
  }
  assert.deepEqual(details, person)
  const image = Buffer.from(imageBase64, 'base64')
  assert.equal(image.toString('base64'), imageBase64)
  assert.equal(image.subarray(1, 4).toString(), 'PNG')
  const whole = { ...person, imageBase64 }
  assert.equal(Object.keys(whole).length, 25)
  assert(
    text.includes(`"providerResponse":${JSON.stringify(whole)}`),
    'in the order of the contract',
  )
})

test('"registrationDate is null in the shape given": where the registry has one, it is a text', async () => {
  const { test: rails } = context.rails
  const registrationDate = '01-02-2020'
  const identity: typeof rails.identity = {
    ...rails.identity,
    async submitCode(request) {
      const outcome = await rails.identity.submitCode(request)
      if (outcome.kind !== 'verified') return outcome
      return { ...outcome, details: { ...outcome.details, registrationDate } }
    },
  }
  context.rails.test = { ...rails, identity }
  try {
    const given = await givenVerification(api, business)
    const { body } = await validate(api, business, given)
    assert.equal(body.data.providerResponse.registrationDate, registrationDate)
    const again = await validate(api, business, given)
    assert.deepEqual(again.body, body)
  } finally {
    context.rails.test = rails
  }
})

test('"type (string, required; must match initiation)", and a NIN is no BVN', async () => {
  for (const [type, other] of [TYPES, TYPES.toReversed()] as ['BVN' | 'NIN', 'BVN' | 'NIN'][]) {
    const given = await givenVerification(api, business, { type })
    const wrong = await validate(api, business, { ...given, type: other })
    assert.deepEqual(said(wrong), [422, 'type_mismatch'])
    assert.equal((await validate(api, business, given)).status, 200)
  }
})

for (const [call, body] of [
  ['verify', { type: 'BVN', number: '22222222222' }],
  ['validate', { verification_id: `idv_${'0'.repeat(32)}`, type: 'BVN', otp: '123456' }],
  ['resend', { verification_id: `idv_${'0'.repeat(32)}` }],
] as const) {
  test(`${call}: each of its fields is "required"`, async () => {
    for (const field of Object.keys(body)) {
      const { [field]: _, ...rest } = body as Record<string, unknown>
      for (const prefix of PREFIXES) {
        const answer = await api.post(`/api/v1/${prefix}/${call}`, {
          key: business.keys.secretKey,
          body: rest,
        })
        assert.deepEqual(said(answer), [400, 'invalid_request'])
        const message = `${field} is required.`
        assert.deepEqual(answer.body.errors, [{ field, code: 'required', message }])
      }
    }
  })
}

test('"BVN / NIN length: 11 digits", leading zeros kept', async () => {
  for (const number of ['2222222222', '222222222222']) {
    assert.deepEqual(said(await initiate(api, business, { number })), [400, 'invalid_request'])
  }
  const { body } = await validate(
    api,
    business,
    await givenVerification(api, business, { type: 'NIN', number: '00000000042' }),
  )
  assert.equal(body.data.identityNumber, '00000000042')
  assert.equal(body.data.providerResponse.nin, '00000000042')
})

test('"a standard fee of NGN 50.00, debited from the business’s available wallet balance": 50 on the wire is 5,000 kobo in the books', async () => {
  const before = await availableOf(api, business)
  const given = await givenVerification(api, business)
  assert.equal(await availableOf(api, business), before - FEE_KOBO, 'when the code has left')

  const { body } = await validate(api, business, given)
  await validate(api, business, given)

  assert.equal(body.data.amount, 50)
  assert.equal(await availableOf(api, business), before - FEE_KOBO, 'and once')
  const entries = await context.sql`
    select kind, debit_account, credit_account, amount::int as amount from ledger_entry
    where business_id = ${business.businessId} and mode = 'test' and reason = 'identity_fee'
    order by step
  `
  const legs = { debitAccount: 'available', creditAccount: 'fees', amount: FEE_KOBO }
  assert.deepEqual(
    [...entries],
    [
      { kind: 'hold', ...legs },
      { kind: 'post_hold', ...legs },
    ],
  )
})

test('"the balance must suffice before a request is initiated": 402, and nothing was sent or taken', async () => {
  const number = freshNumber()
  for (const amount of [0, FEE_KOBO - 1]) {
    await fund(amount)
    // More often than a number may be asked for: what was refused has not counted.
    for (let i = 0; i < 6; i++) {
      const answer = await initiate(api, business, { number })
      assert.deepEqual(said(answer), [402, 'insufficient_balance'])
    }
    assert.equal(await availableOf(api, business), amount)
  }
  assert.deepEqual(await messagesOf(api, business), [])
  const { body } = await api.get('/api/v1/identity', { key: business.keys.secretKey })
  assert.deepEqual(body.data, [])

  await fund(FEE_KOBO)
  await givenVerification(api, business, { number })
  assert.equal(await availableOf(api, business), 0)
  assert.deepEqual(said(await initiate(api, business)), [402, 'insufficient_balance'])
})

test('the debit is told as it stands: taken, held, or given back', async () => {
  const debitOf = async (id: string) => {
    const record = await fetchVerification(api, business, { id })
    const { status, amount, debitMessage, debitResponsCode, otpId } = record
    return { status, amount, debitMessage, debitResponsCode, hasOtp: otpId !== '' }
  }
  const taken = await givenVerification(api, business)
  assert.deepEqual(await debitOf(taken.id), {
    status: 'Pending',
    amount: 50,
    debitMessage: 'Approved or completed successfully',
    debitResponsCode: 200,
    hasOtp: true,
  })

  const { body: unknown } = await initiate(api, business, { number: '00000000505' })
  assert.deepEqual(await debitOf(unknown.verification_id), {
    status: 'Pending',
    amount: 50,
    debitMessage: 'Held: it is not known yet whether the code was sent',
    debitResponsCode: 202,
    hasOtp: false,
  })

  await initiate(api, business, { number: '44444444444' })
  const { body: failed } = await api.get('/api/v1/identity?status=FAILED', {
    key: business.keys.secretKey,
  })
  assert.deepEqual(await debitOf(failed.data[0]._id), {
    status: 'FAILED',
    amount: 0,
    debitMessage: 'Returned: no code was sent',
    debitResponsCode: 204,
    hasOtp: false,
  })
})

test('the same request again, with its Idempotency-Key, is the same answer and one fee', async () => {
  const before = await availableOf(api, business)
  const number = freshNumber()
  const headers = { 'idempotency-key': 'one-verification' }
  const first = await initiate(api, business, { number }, { headers })
  const again = await initiate(api, business, { number }, { headers })

  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(await availableOf(api, business), before - FEE_KOBO)
  assert.equal((await messagesOf(api, business)).length, 1)
})

test('a key begins so many a minute, under both prefixes together; validating is not counted', async () => {
  const limits = { ...context.config.limits, identityPerMinute: 2 }
  const narrow = await openApi({ ...context, config: { ...context.config, limits } })
  const other = await givenBusiness(context, 'Other Store')
  try {
    const given = await givenVerification(narrow, business)
    assert.equal((await initiate(narrow, business, {}, { prefix: 'bvn' })).status, 200)
    const third = await initiate(narrow, business, {}, { prefix: 'bvn' })
    assert.deepEqual(said(third), [429, 'rate_limited'])
    assert.equal(third.headers['retry-after'], '30')
    assert.match(String(third.headers['ratelimit-policy']), /q=2;w=60/)
    assert.equal((await initiate(narrow, other)).status, 200, 'another key is not slowed')
    assert.equal((await validate(narrow, business, given)).status, 200)

    context.advance(30_000)
    assert.equal((await initiate(narrow, business)).status, 200)
  } finally {
    await narrow.app.close()
  }
})
