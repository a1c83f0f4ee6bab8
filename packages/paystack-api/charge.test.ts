import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { runJobs } from '../../test/payments.ts'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../../test/support.ts'

// Paystack's /charge, recipients, one-time passwords and settings.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
})
beforeEach(async () => {
  business = await givenBusiness(context)
})
after(() => open.close())

const ASKED = { email: 'ada@example.com', amount: 500_000 }
const card = (number: string, cvv: string) => ({
  card: { number, cvv, expiry_month: '09', expiry_year: '30' },
})
const PIN_AND_OTP = card('5060 6666 6666 6666 666', '123')

const send = (line: string, sent: Sent = {}) =>
  ask(open.app, line, { key: business.keys.secretKey, ...sent })

async function dataOf(line: string, sent: Sent = {}) {
  const { status, body } = await send(line, sent)
  assert(status < 300, `${line}: ${JSON.stringify(body)}`)
  return body.data
}

test('a charge by bank transfer answers the account, and is paid by a transfer to it', async () => {
  const body = { ...ASKED, reference: 'by-transfer', bank_transfer: {} }

  const charge = await dataOf('POST /charge', { body })
  const again = await dataOf('POST /charge', { body })

  assert.equal(charge.status, 'pending_bank_transfer')
  assert.match(charge.account_number, /^[0-9]{10}$/)
  assert.deepEqual([charge.amount, charge.bank.name], [500_000, 'Test Bank'])
  assert.deepEqual(again, charge)
  assert.equal((await dataOf('GET /charge/by-transfer')).status, 'ongoing')
  const paid = await open.app.inject({
    method: 'POST',
    url: '/api/v1/sandbox/transfers',
    headers: { authorization: `Bearer ${business.keys.secretKey}` },
    payload: { account_number: charge.account_number, amount: 500_000 },
  })
  assert.equal(paid.statusCode, 200, paid.payload)
  const { status, channel } = await dataOf('GET /charge/by-transfer')
  assert.deepEqual([status, channel], ['success', 'bank_transfer'])
})

test('a test card is asked for its PIN and code, step by step', async () => {
  const reference = 'by-card'

  const first = await dataOf('POST /charge', { body: { ...ASKED, reference, ...PIN_AND_OTP } })
  const second = await dataOf('POST /charge/submit_pin', { body: { reference, pin: '1234' } })
  const third = await dataOf('POST /charge/submit_otp', { body: { reference, otp: '123456' } })

  assert.deepEqual([first.status, second.status], ['send_pin', 'send_otp'])
  assert.deepEqual([third.status, third.channel, third.amount], ['success', 'card', 500_000])
  assert.equal((await dataOf(`GET /transaction/verify/${reference}`)).status, 'success')
})

test('a PIN can come with the card, a page has an address, and a declined card has failed', async () => {
  const charge = (reference: string, more: object) =>
    dataOf('POST /charge', { body: { ...ASKED, reference, ...more } })

  const withPin = await charge('with-pin', { ...PIN_AND_OTP, pin: '1234' })
  const page = await charge('page', card('5192602720584796', '123'))
  const done = await charge('at-once', card('4084084084084081', '408'))
  const declined = await charge('declined', card('4084080000005408', '001'))

  assert.deepEqual(
    [withPin, page, done, declined].map(({ status }) => status),
    ['send_otp', 'open_url', 'success', 'failed'],
  )
  assert.match(page.url, /^http/)
  assert.equal((await dataOf('GET /charge/declined')).status, 'failed')
})

test('by USSD, the answer has the code to dial, and the payment succeeds once it is paid', async () => {
  const by = (reference: string, ussd: unknown) =>
    send('POST /charge', { body: { ...ASKED, reference, ussd } })

  const { body } = await by('by-ussd', { type: '737' })
  const wrong = await by('no-ussd', { type: '111' })
  const notHere = await by('no-ussd', { type: '822' })
  const missing = await by('no-ussd', 'yes')

  const { status, ussd_code, display_text } = body.data
  assert.equal(status, 'pay_offline')
  assert.match(ussd_code, /^\*737\*.*#$/)
  assert(display_text.includes(ussd_code))
  for (const { body: refused } of [wrong, notHere])
    assert.match(refused.message, /^type must be one of 737/)
  assert.match(missing.body.message, /^type is required/)
  assert.equal((await send('GET /transaction/verify/no-ussd')).status, 400)
  const paid = await open.app.inject({
    method: 'POST',
    url: '/api/v1/sandbox/ussd',
    headers: { authorization: `Bearer ${business.keys.secretKey}` },
    payload: { code: ussd_code },
  })
  assert.equal(paid.statusCode, 200, paid.payload)
  context.advance(10 * 60_000)
  await runJobs(context)
  assert.equal((await dataOf('GET /charge/by-ussd')).status, 'success')
})

test('no card but a test card is taken, and none in live mode; no refusal repeats the number', async () => {
  context.rails.live = [context.rails.test]
  const live = (await givenLive(context, business.businessId)).secretKey
  const real = card('4111111111111111', '123')
  const cases: [sent: Sent, field: RegExp][] = [
    [{ body: { ...ASKED, ...real } }, /^card\.number must be a test card/],
    [{ body: { ...ASKED, ...PIN_AND_OTP }, key: live }, /^card is taken in test mode only/],
    [{ body: ASKED }, /^Send bank_transfer/],
    [
      { body: { ...ASKED, authorization_code: 'AUTH_x' } },
      /^Send it to POST .transaction.charge_authorization/,
    ],
    [{ body: { ...ASKED, card: { number: '' } } }, /^number is required/],
  ]

  for (const [sent, message] of cases) {
    const { status, body, text } = await send('POST /charge', sent)
    assert.equal(status, 400, text)
    assert.match(body.message, message)
    assert.doesNotMatch(text, /411111|506066/)
  }

  assert.deepEqual(await dataOf('GET /transaction'), [])
})

test('the recipients are the accounts that were paid, each once', async () => {
  const to = { type: 'nuban', name: 'Ada', bank_code: '058' }
  const codes: string[] = []
  for (const account_number of ['0000000018', '4444444444']) {
    const body = { ...to, account_number }
    codes.push((await dataOf('POST /transferrecipient', { body })).recipient_code)
  }
  assert.deepEqual(await dataOf('GET /transferrecipient'), [])
  for (const [i, code] of [codes[0], codes[1], codes[0]].entries()) {
    const body = { amount: 1_000, recipient: code, reference: `pay-${i}` }
    await dataOf('POST /transfer', { body })
  }
  const other = await givenBusiness(context)

  const { body } = await send('GET /transferrecipient')
  const first = await send('GET /transferrecipient?perPage=1')

  assert.deepEqual(
    body.data.map((one: { recipient_code: string }) => one.recipient_code),
    codes,
  )
  assert.deepEqual([body.meta.total, first.body.meta.pageCount], [2, 2])
  assert.equal(body.data[0].details.account_number, '0000000018')
  assert.deepEqual(await dataOf('GET /transferrecipient', { key: other.keys.secretKey }), [])
})

test('one-time passwords for transfers are off: nothing waits for one', async () => {
  const recipient = await dataOf('POST /transferrecipient', {
    body: { type: 'nuban', name: 'Ada', bank_code: '058', account_number: '0000000018' },
  })
  const { transfer_code } = await dataOf('POST /transfer', {
    body: { amount: 1_000, recipient: recipient.recipient_code, reference: 'one' },
  })

  for (const path of ['disable_otp', 'disable_otp_finalize']) {
    await dataOf(`POST /transfer/${path}`, { body: { otp: '123456' } })
  }

  for (const path of ['finalize_transfer', 'resend_otp']) {
    const known = await send(`POST /transfer/${path}`, { body: { transfer_code, otp: '1' } })
    assert.deepEqual(
      [known.status, known.body.message],
      [400, 'Transfer is not currently awaiting OTP'],
    )
    const none = await send(`POST /transfer/${path}`, { body: { transfer_code: 'TRF_x' } })
    assert.equal(none.status, 404)
  }
  const { status, body } = await send('POST /transfer/enable_otp')
  assert.deepEqual([status, body.code], [403, 'feature_unavailable'])
})

test('the payment session timeout is how long a checkout is open', async () => {
  const path = '/integration/payment_session_timeout'

  const set = await dataOf(`PUT ${path}`, { body: { timeout: 1_800 } })

  assert.deepEqual(set, { payment_session_timeout: 1_800 })
  assert.deepEqual(await dataOf(`GET ${path}`), set)
  for (const timeout of [0, 1_800.5, 'never', null]) {
    assert.equal((await send(`PUT ${path}`, { body: { timeout } })).status, 400, `${timeout}`)
  }
  assert.deepEqual(await dataOf(`GET ${path}`), set)
})

test('the first digits of a card tell its brand', async () => {
  const { bin, brand, bank } = await dataOf('GET /decision/bin/506066')
  assert.deepEqual([bin, brand, bank], ['506066', 'verve', ''])
  for (const wrong of ['5060', '506066666666', 'abcdef']) {
    assert.equal((await send(`GET /decision/bin/${wrong}`)).status, 400)
  }
})
