import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../api.ts'
import { startPublicly } from '../calls.ts'
import { askForAccount, pay, transfer, verifyPayment } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'
import { givenVerification, messagesOf, validate } from './identity-calls.ts'

// The contract, part "What the service does": payments, and the two steps of identity verification.
// Banks and dedicated accounts have their own files.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

test('"A server creates a payment with a secret key and receives a checkout address to send the customer to"', async () => {
  const { authorization_url } = await givenPayment(api, business)

  const page = await api.get(new URL(authorization_url).pathname)

  assert.equal(page.status, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(page.text, /5,000\.00/)
})

for (const [how, method] of [
  ['a link', 'GET'],
  ['an HTML form', 'POST'],
] as const) {
  test(`"or a page creates it with a public key through" ${how}`, async () => {
    const fields = { key: business.keys.publicKey, amount: '500000', email: 'ada@example.com' }

    const answer = await startPublicly(api, fields, { method, headers: { accept: 'text/html' } })

    assert.equal(answer.status, 303)
    const page = await api.get(new URL(String(answer.headers['location'])).pathname)
    assert.equal(page.status, 200)
  })
}

test('"After payment the customer returns to a callback address carrying a `reference` query parameter"', async () => {
  const { access_code, reference } = await givenPayment(api, business, {
    callback_url: 'https://shop.example/done?order=42&reference=mine#top',
  })

  const { body } = await pay(api, access_code, 'success')

  assert.equal(body.data.status, 'success')
  const back = new URL(body.data.return_url)
  assert.equal(back.origin + back.pathname, 'https://shop.example/done')
  assert.equal(back.hash, '#top')
  assert.deepEqual(back.searchParams.getAll('reference'), [reference], 'only ours')
  assert.equal(back.searchParams.get('trxref'), reference)
  assert.equal(back.searchParams.get('order'), '42')
})

test('"A transaction can then be verified by its reference"', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'success')

  const record = await verifyPayment(api, business, reference)

  assert.equal(record.reference, reference)
  assert.equal(record.status, 'success')
})

test('"Amounts in transaction endpoints are in kobo (1 naira = 100 kobo)"', async () => {
  const { access_code, reference, authorization_url } = await givenPayment(api, business, {
    amount: 123_456,
  })
  const page = await api.get(new URL(authorization_url).pathname)
  assert.match(page.text, /1,234\.56/)

  await transfer(api, business, {
    account_number: await askForAccount(api, access_code),
    amount: 123_456,
  })

  const record = await verifyPayment(api, business, reference)
  assert.equal(record.status, 'success')
  assert.equal(record.amount, 123_456)
})

test('"initiate (a one-time password, OTP, is sent …) and validate (the OTP is submitted and the identity details are returned)"', async () => {
  const given = await givenVerification(api, business, { type: 'NIN' })
  const [message] = await messagesOf(api, business)

  const { body } = await validate(api, business, given, message?.otp)

  assert.equal(body.data.status, 'SUCCESS')
  assert.equal(body.data.providerResponse.nin, given.number)
})
