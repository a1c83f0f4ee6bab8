import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, givenPayment, useApi } from '../../../test/api.ts'
import { decide, transfer } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'

// A customer controls every field of every request of the page. The server shows, charges and books
// what it stored when the payment started, whatever they change.

const context = useContext()
const api: Api = useApi(context)

const AMOUNT = 500_000
const CARD = { number: '5060666666666666666', cvv: '123', exp_month: 12, exp_year: 99 }
const OTHER_REFERENCE = 'ANOTHER-1'

/** Fields that an attacker could add to a request of the page. */
const LIES: Record<string, unknown> = {
  amount: 100,
  requested_amount: 100,
  currency: 'USD',
  fees: 0,
  fee_bearer: 'customer',
  business: 'somebody-else',
  business_id: '00000000-0000-7000-8000-000000000000',
  businessId: '00000000-0000-7000-8000-000000000000',
  business_name: 'Somebody Else',
  mode: 'live',
  domain: 'live',
  reference: OTHER_REFERENCE,
  transaction: OTHER_REFERENCE,
  transaction_id: '00000000-0000-7000-8000-000000000000',
  access_code: 'another',
  email: 'thief@example.com',
  name: 'A Thief',
  customer: { email: 'thief@example.com' },
  channels: ['card'],
  channel: 'dedicated_virtual_account',
  status: 'success',
  paid_at: '2020-01-01T00:00:00.000Z',
  attempts: 0,
  attempts_left: 99,
  callback_url: 'https://evil.example/thanks',
  return_url: 'https://evil.example/thanks',
  metadata: { custom_fields: [{ display_name: 'Paid', value: 'yes' }], cancel_action: 'x' },
  split_code: 'SPL_stolen',
  split: { subaccounts: [] },
  key: 'pk_test_another',
  expires_at: '2099-01-01T00:00:00.000Z',
  account_number: '0000000000',
  next: { kind: 'none' },
  authorization: { last4: '0000' },
}

/** All that an attacker could gain by changing a payment. */
async function truthOf(business: GivenBusiness, reference: string) {
  const path = `/api/v1/transactions/verify/${reference}`
  const { body } = await api.get(path, { key: business.keys.secretKey })
  const { data } = body
  return {
    reference: data.reference,
    domain: data.domain,
    requested: data.requested_amount,
    amount: data.amount,
    fees: data.fees,
    currency: data.currency,
    email: data.customer.email,
    metadata: data.metadata,
    callback: data.callback_url,
    split: data.split,
    expires: data.expires_at,
    status: data.status,
  }
}

/** In kobo: what the wallet of the business received, and what the service keeps. */
async function bookedFor(business: GivenBusiness, reference: string) {
  const rows = await context.sql<{ account: string; amount: number }[]>`
    select e.credit_account as account, sum(e.amount)::int as amount
    from ledger_entry e
    join transaction t on t.id = e.cause_id and t.business_id = e.business_id and t.mode = e.mode
    where t.business_id = ${business.businessId} and t.mode = 'test'
      and t.reference = ${reference}
    group by e.credit_account
  `
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

async function honest(pay: Pay) {
  const business = await givenBusiness(context)
  const payment = await givenPayment(api, business, { reference: 'HONEST-1', amount: AMOUNT })
  await pay(payment.access_code, business, {}, '')
  const { reference: _, expires: __, ...truth } = await truthOf(business, 'HONEST-1')
  return { truth, booked: await bookedFor(business, 'HONEST-1') }
}

type Pay = (
  accessCode: string,
  business: GivenBusiness,
  lies: Record<string, unknown>,
  query: string,
) => Promise<void>

async function byCard(
  accessCode: string,
  _business: GivenBusiness,
  lies: Record<string, unknown>,
  query: string,
): Promise<void> {
  const call = async (path: string, body: object) => {
    const { body: answer } = await api.post(`/checkout/${accessCode}${path}${query}`, { body })
    assert.equal(answer.status, 'success', JSON.stringify(answer))
    assert.equal(answer.data.amount, AMOUNT)
    return answer.data
  }
  await call('/card', { ...lies, ...CARD })
  await call('/card/pin', { ...lies, pin: '1234' })
  await call('/card/otp', { ...lies, otp: '123456' })
}

async function byTransfer(
  accessCode: string,
  business: GivenBusiness,
  lies: Record<string, unknown>,
  query: string,
): Promise<void> {
  const path = `/checkout/${accessCode}/bank-transfer${query}`
  const { body } = await api.post(path, { body: lies })
  assert.equal(body.data.amount, AMOUNT, JSON.stringify(body))
  const { account_number } = body.data
  // Too small an amount pays nothing, whatever the request for the account said.
  await transfer(api, business, { account_number, amount: 100 })
  const again = await api.get(`/checkout/${accessCode}/status`)
  assert.notEqual(again.body.data.status, 'success')
  await transfer(api, business, { account_number, amount: AMOUNT })
}

async function byBankPage(
  accessCode: string,
  _business: GivenBusiness,
  lies: Record<string, unknown>,
  query: string,
): Promise<void> {
  const card = { ...CARD, number: '5192602720584796', cvv: '123' }
  const path = `/checkout/${accessCode}/card${query}`
  const { body } = await api.post(path, { body: { ...lies, ...card } })
  await decide(api, body.data.next.url, 'approve')
  await api.get(`/checkout/${accessCode}/card/return${query}`)
}

for (const [way, pay] of Object.entries({ byCard, byTransfer, byBankPage })) {
  test(`no field added to a request changes what is paid ${way}`, async () => {
    const { truth, booked } = await honest(pay)
    assert.equal(truth.status, 'success')
    assert(booked['available']! > 0 && booked['fees']! > 0, 'both are booked at all')
    const names = Object.keys(LIES)
    for (const [i, name] of [...names, 'all of them'].entries()) {
      const lies = name === 'all of them' ? LIES : { [name]: LIES[name] }
      const texts = Object.entries(lies).map(([key, value]): [string, string] => [key, `${value}`])
      const business = await givenBusiness(context)
      await givenPayment(api, business, { reference: OTHER_REFERENCE, amount: 100 })
      const reference = `TAMPERED-${i}`
      const { access_code } = await givenPayment(api, business, { reference, amount: AMOUNT })
      const before = await truthOf(business, reference)
      const other = await truthOf(business, OTHER_REFERENCE)

      await pay(access_code, business, lies, `?${new URLSearchParams(texts)}`)

      const { reference: _, expires, ...after } = await truthOf(business, reference)
      assert.deepEqual(after, truth, name)
      assert.equal(expires, before.expires, name)
      assert.deepEqual(await bookedFor(business, reference), booked, name)
      assert.deepEqual(await truthOf(business, OTHER_REFERENCE), other, `${name}: the other one`)
    }
  })
}

test('a page shows what the server stored, whatever its URL says', async () => {
  const business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business, { amount: AMOUNT })
  const texts = Object.entries(LIES).map(([key, value]): [string, string] => [key, `${value}`])
  const { text } = await api.get(`/checkout/${access_code}?${new URLSearchParams(texts)}`)

  assert.match(text, /₦5,000<small>\.00/)
  assert.match(text, /Demo Store/)
  for (const lie of [
    'Somebody Else',
    'thief@example.com',
    'evil.example',
    '₦1.00',
    OTHER_REFERENCE,
  ]) {
    assert(!text.includes(lie), lie)
  }
})

test('an access code with any letter changed opens nothing', async () => {
  const business = await givenBusiness(context)
  const { access_code: code } = await givenPayment(api, business)
  const codes = [...code].map((letter, i) => {
    const other = letter === 'A' ? 'B' : 'A'
    return code.slice(0, i) + other + code.slice(i + 1)
  })
  for (const wrong of [...codes, code.slice(0, -1), `${code}A`, code.toLowerCase()]) {
    if (wrong === code) continue
    for (const path of ['/card', '/bank-transfer', '/cancel']) {
      const { status } = await api.post(`/checkout/${wrong}${path}`, { body: CARD })
      // A key of a mode that is not enabled, or an unknown one.
      assert([403, 404].includes(status), `${wrong}${path}: ${status}`)
    }
    const { status } = await api.get(`/checkout/${wrong}/status`)
    assert([403, 404].includes(status), `${wrong}: ${status}`)
  }
})

test('a public form controls only the fields of the customer', async () => {
  const business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  const fields = {
    key: business.keys.publicKey,
    amount: String(AMOUNT),
    email: 'ada@example.com',
    reference: 'FORM-1',
  }
  const start = (more: Record<string, string>) =>
    api.send({
      method: 'POST',
      url: '/api/v1/transactions/initialize-public',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      payload: String(new URLSearchParams({ ...fields, ...more })),
    })
  const free = ['amount', 'email', 'name', 'reference', 'callback_url', 'key', 'metadata']
  const checked = ['channels', 'channel', 'split_code', 'currency', 'fee_bearer']
  const lies = Object.entries(LIES).filter(([name]) => ![...free, ...checked].includes(name))
  for (const [i, [name, value]] of lies.entries()) {
    const reference = `FORM-${i + 10}`
    const answer = await start({ reference, [name]: `${value}` })
    assert.equal(answer.status, 303, `${name}: ${answer.text}`)
    const truth = await truthOf(business, reference)
    assert.deepEqual(
      { ...truth, expires: null },
      {
        reference,
        domain: 'test',
        requested: AMOUNT,
        amount: AMOUNT,
        fees: truth.fees,
        currency: 'NGN',
        email: 'ada@example.com',
        metadata: null,
        callback: null,
        split: null,
        expires: null,
        status: 'pending',
      },
      name,
    )
  }
  // A customer who changes the amount of a form pays that amount. The business sees it in the
  // payment.
  const cheaper = await start({ reference: 'CHEAPER-1', amount: '10000' })
  const code = String(cheaper.headers['location']).split('/').at(-1)!
  await api.post(`/checkout/${code}/card`, {
    body: { number: '4084084084084081', cvv: '408', exp_month: 12, exp_year: 99, amount: AMOUNT },
  })
  const truth = await truthOf(business, 'CHEAPER-1')
  assert.deepEqual([truth.amount, truth.requested, truth.status], [10_000, 10_000, 'success'])
  // With another amount or email it is a different payment.
  for (const change of [{ amount: '20000' }, { email: 'thief@example.com' }]) {
    const again = await start({ reference: 'CHEAPER-1', ...change })
    assert.equal(again.status, 409, again.text)
  }
  // The key decides for which business a payment starts.
  const stranger = await start({ reference: 'FORM-1', key: other.keys.publicKey })
  assert.equal(stranger.status, 303)
  assert.equal(
    (await api.get('/api/v1/transactions/verify/FORM-1', { key: business.keys.secretKey })).status,
    404,
  )
})
