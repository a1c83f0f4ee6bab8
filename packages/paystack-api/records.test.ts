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

/** Paid by a bank transfer. */
async function paid(reference: string, more: object = {}) {
  await dataOf('POST /transaction/initialize', { body: { ...ASKED, ...more, reference } })
  const { secretKey } = business.keys
  const url = open.url.replace('/paystack', `/api/v1/sandbox/transactions/${reference}/pay`)
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'bank_transfer' }),
  })
  assert.equal(response.status, 200, await response.text())
  return dataOf(`GET /transaction/verify/${reference}`)
}

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
    createdAt: null,
    updatedAt: null,
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
