import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'

// Paystack's records, with the fields that we only fill in.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  business = await givenBusiness(context)
})
after(() => open.close())

const ASKED = { email: 'ada@example.com', amount: 1_000_000 }
const PERSON = { email: ASKED.email, first_name: 'Ada', last_name: 'Example' }
const BANK = { settlement_bank: '058', account_number: '0000000018' }

async function dataOf(line: string, sent: Sent = {}) {
  const { status, body } = await ask(open.app, line, { key: business.keys.secretKey, ...sent })
  assert(status < 300, JSON.stringify(body))
  return body.data
}

/** Paid by a bank transfer, if not otherwise. */
async function paid(reference: string, more: object = {}, channel = 'bank_transfer') {
  await dataOf('POST /transaction/initialize', { body: { ...ASKED, ...more, reference } })
  const { secretKey } = business.keys
  const url = open.url.replace('/paystack', `/api/v1/sandbox/transactions/${reference}/pay`)
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel }),
  })
  assert.equal(response.status, 200, await response.text())
  return dataOf(`GET /transaction/verify/${reference}`)
}

test('USSD, a bank and a wallet have the names that Paystack gives them', async () => {
  const channels = ['ussd', 'bank', 'mobile_money', 'qr']
  for (const [ours, theirs] of [
    ['ussd', 'ussd'],
    ['bank', 'bank'],
    ['opay', 'mobile_money'],
  ] as const) {
    const { channel, authorization, status } = await paid(`by-${ours}`, { channels }, ours)
    assert.deepEqual([status, channel, authorization.channel], ['success', theirs, theirs])
    assert.deepEqual([authorization.last4, authorization.reusable], [null, false])
  }
})

test('a bank is active, takes transfers and is no way to pay', async () => {
  const banks = await dataOf('GET /bank')
  const { id, ...bank } = banks.find(({ code }: { code: string }) => code === '058')

  assert(Number.isSafeInteger(id))
  assert.deepEqual(bank, {
    name: 'Guaranty Trust Bank',
    slug: 'guaranty-trust-bank',
    code: '058',
    longcode: '000013',
    nip_sort_code: '000013',
    gateway: null,
    pay_with_bank: false,
    pay_with_bank_transfer: false,
    supports_transfer: true,
    active: true,
    is_deleted: false,
    country: 'Nigeria',
    currency: 'NGN',
    type: 'nuban',
    available_for_direct_debit: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  })
})

test('a recipient is active and has the name of its bank', async () => {
  const { details, ...recipient } = await dataOf('POST /transferrecipient', {
    body: { type: 'nuban', name: 'Ada', bank_code: '058', account_number: '0000000018' },
  })

  assert.equal(details.bank_name, 'Guaranty Trust Bank')
  const { active, is_deleted, isDeleted } = recipient
  assert.deepEqual([active, is_deleted, isDeleted], [true, false, false])
})

test('a dedicated account is assigned, active and does not expire', async () => {
  const { customer_code } = await dataOf('POST /customer', { body: PERSON })
  const account = await dataOf('POST /dedicated_account', { body: { customer: customer_code } })

  const { assigned, active, assignment } = account
  assert.deepEqual([assigned, active, assignment.expired], [true, true, false])
})

test('the log of a transaction begins when it was made and says whether it was paid', async () => {
  await dataOf('POST /transaction/initialize', { body: { ...ASKED, reference: 'waits' } })
  const waits = await dataOf('GET /transaction/verify/waits')
  const done = await paid('log')
  await dataOf('POST /refund', { body: { transaction: 'log' } })
  const reversed = await dataOf('GET /transaction/verify/log')

  assert.deepEqual(
    [waits, done, reversed].map(({ status, log }) => [status, log.success, log.mobile]),
    [
      ['pending', false, false],
      ['success', true, false],
      ['reversed', true, false],
    ],
  )
  assert.equal(done.log.start_time, Math.floor(Date.parse(done.created_at) / 1_000))
  const { last4, sender_bank_account_number: sender } = done.authorization
  assert.match(last4, /^[0-9]{4}$/)
  assert.equal(last4, sender.slice(-4))
})

test('a payment shares by a split of its own', async () => {
  const made = { ...BANK, business_name: 'Ada', percentage_charge: 5 }
  const { subaccount_code } = await dataOf('POST /subaccount', { body: made })
  const subaccounts = [{ subaccount: subaccount_code, share: 25 }]
  const split = { type: 'percentage', bearer_type: 'account', subaccounts }

  const { fees, split: shown } = await paid('split', { split })

  assert.deepEqual(shown.shares, {
    paystack: fees,
    integration: 750_000 - fees,
    subaccounts: [{ amount: 250_000, subaccount_code }],
  })
})

test('metadata that PHP sends as an empty array is an empty object', async () => {
  await dataOf('POST /transaction/initialize', {
    body: { ...ASKED, reference: 'php', metadata: [] },
  })

  assert.deepEqual((await dataOf('GET /transaction/verify/php')).metadata, {})
})

test('metadata of any JSON kind comes back as it was sent', async () => {
  const kinds = [[1, 'two', null], 'a note', '[3]', 4.5, true, { cart: [1] }, '{"cart":{"id":1}}']
  const read = async (reference: string) =>
    (await dataOf(`GET /transaction/verify/${reference}`)).metadata

  for (const [i, metadata] of kinds.entries()) {
    await dataOf('POST /transaction/initialize', {
      body: { ...ASKED, reference: `kind-${i}`, metadata },
    })
  }

  const shown = await Promise.all(kinds.map((_, i) => read(`kind-${i}`)))
  const sent: unknown[] = [...kinds]
  sent[2] = [3]
  sent[6] = { cart: { id: 1 } }
  assert.deepEqual(shown, sent)
})

test('an amount a little off a whole kobo is that kobo; any other fraction is refused', async () => {
  const amounts = [1998.9999999999998, '2000.0000000000002', 199_900.00000000003]
  for (const [i, amount] of amounts.entries()) {
    const body = { ...ASKED, amount, reference: `dust-${i}` }
    await dataOf('POST /transaction/initialize', { body })
    const { requested_amount } = await dataOf(`GET /transaction/verify/dust-${i}`)
    assert.equal(requested_amount, [1_999, 2_000, 199_900][i])
  }

  for (const amount of [1998.5, '1999.01', 1999.9999]) {
    const key = business.keys.secretKey
    const sent = { key, body: { ...ASKED, amount } }
    const { status, body } = await ask(open.app, 'POST /transaction/initialize', sent)
    assert.equal(status, 400)
    assert.equal(body.message, 'amount must be a whole number of kobo: 500000 is ₦5,000.00.')
  }
})

test('a deposit names the account that received it, where receivers for Paystack look', async () => {
  const { customer_code } = await dataOf('POST /customer', { body: PERSON })
  const made = await dataOf('POST /dedicated_account', { body: { customer: customer_code } })
  const response = await open.app.inject({
    method: 'POST',
    url: '/api/v1/sandbox/transfers',
    headers: { authorization: `Bearer ${business.keys.secretKey}` },
    payload: { account_number: made.account_number, amount: 700_000 },
  })
  assert.equal(response.statusCode, 200, response.payload)

  const [deposit] = await dataOf(`GET /transaction?customer=${customer_code}&amount=700000`)

  assert.deepEqual(deposit.metadata, {
    receiver_account_number: made.account_number,
    receiver_bank: 'Test Bank',
    custom_fields: [],
  })
  const { receiver_bank_account_number, receiver_bank } = deposit.authorization
  assert.deepEqual(
    [receiver_bank_account_number, receiver_bank],
    [made.account_number, 'Test Bank'],
  )
})

test('a list of payments tells their volume, and a customer what was paid', async () => {
  const email = 'bola@example.com'
  await paid('volume-1', { email, amount: 30_000 })
  await paid('volume-2', { email, amount: 12_000 })
  await dataOf('POST /transaction/initialize', { body: { email, amount: 90_000 } })

  const key = business.keys.secretKey
  const { body } = await ask(open.app, `GET /transaction?customer=${email}&perPage=1`, { key })
  const customer = await dataOf(`GET /customer/${email}`)

  assert.deepEqual([body.meta.total, body.meta.total_volume], [3, 132_000])
  const { total_transactions, total_transaction_value } = customer
  assert.deepEqual(
    [total_transactions, total_transaction_value],
    [2, [{ currency: 'NGN', amount: 42_000 }]],
  )
})

test('a customer whom a payment has named after the email address gets the names sent later', async () => {
  const email = 'ngozi.first@example.com'
  await dataOf('POST /transaction/initialize', { body: { email, amount: 5_000 } })
  const before = await dataOf(`GET /customer/${email}`)
  const more = { phone: '+2348030000002', metadata: { tier: 'gold' } }

  const named = await dataOf('POST /customer', {
    body: { email, first_name: 'Ngozi', last_name: 'Sample', ...more },
  })
  const again = await dataOf('POST /customer', {
    body: { email, first_name: 'Other', last_name: 'Name', metadata: { tier: 'none' } },
  })

  assert.deepEqual([before.first_name, before.phone], ['ngozi.first', null])
  const { first_name, last_name, phone, metadata } = again
  assert.deepEqual([first_name, last_name], ['Ngozi', 'Sample'], 'names that were sent stay')
  assert.deepEqual({ phone, metadata }, more)
  assert.deepEqual(again, named)
})

test('the bank that is offered for accounts is the bank of the accounts', async () => {
  const other = await givenBusiness(context)
  const as = { key: other.keys.secretKey }
  const providers = 'GET /dedicated_account/available_providers'
  const [before] = await dataOf(providers, as)
  const { customer_code: customer } = await dataOf('POST /customer', { ...as, body: PERSON })

  const { bank } = await dataOf('POST /dedicated_account', { ...as, body: { customer } })

  assert.deepEqual(before, {
    id: bank.id,
    bank_id: bank.id,
    bank_name: bank.name,
    provider_slug: bank.slug,
  })
  assert.deepEqual(await dataOf(providers, as), [before])
})

test('a page in a browser reads the banks and countries, and nothing that needs a secret key', async () => {
  const origin = { origin: 'https://shop.example' }
  const wanted = {
    ...origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  }
  const inject = (method: 'GET' | 'OPTIONS', url: string, headers: object) =>
    open.app.inject({ method, url, headers: headers as Record<string, string> })

  for (const path of ['/paystack/bank?country=nigeria', '/paystack/country']) {
    const before = await inject('OPTIONS', path, wanted)
    assert.deepEqual([before.statusCode, before.payload], [204, ''])
    assert.match(String(before.headers['access-control-allow-headers']), /authorization/)
    const read = await inject('GET', path, { ...origin, authorization: 'Bearer pk_test_x' })
    assert.equal(read.statusCode, 200)
    for (const { headers } of [before, read]) {
      assert.equal(headers['access-control-allow-origin'], '*')
    }
  }
  const authorization = `Bearer ${business.keys.secretKey}`
  const { headers, statusCode } = await inject('GET', '/paystack/balance', {
    ...origin,
    authorization,
  })
  assert.deepEqual([statusCode, headers['access-control-allow-origin']], [403, undefined])
})
