import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, mock, test } from 'node:test'
import { deliverDue, rollWebhookSecret } from '../../src/core/events/webhooks.ts'
import { webhookFormats } from '../../src/http/paystack.ts'
import { settleNow } from '../../src/money-out/settlements/settlements.ts'
import {
  communityClient,
  leadTheirHostTo,
  officialClient,
  openPaystackApi,
} from '../../test/paystack-clients.ts'
import { givenReceiver } from '../../test/receiver.ts'
import { givenLater } from '../../test/settlements.ts'
import { givenBusiness, useContext } from '../../test/support.ts'

// A shop written for Paystack, with published clients. Only the host that they know leads
// elsewhere.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  leadTheirHostTo(open.url)
})
after(async () => {
  mock.restoreAll()
  await open.close()
})

const EMAIL = 'ada@example.com'

async function ours(key: string, path: string, body?: object, method = 'POST') {
  const base = open.url.replace('/paystack', '/api/v1')
  const response = await fetch(`${base}${path}`, {
    method: body === undefined ? 'GET' : method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { status: string; data: Record<string, string> }
  assert.equal(answer.status, 'success', JSON.stringify(answer))
  return answer.data
}

test('the community’s client runs a whole shop', async () => {
  const business = await givenLater(context)
  const { secretKey } = business.keys
  const paystack = communityClient(secretKey)
  const customer = await paystack['customer']!['create']!({
    email: EMAIL,
    first_name: 'Ada',
    last_name: 'Example',
    phone: '+2348030000000',
  })
  assert.equal(customer.status, true)
  const code = customer.data.customer_code

  const begun = await paystack['transaction']!['initialize']!({
    email: EMAIL,
    amount: '500000',
    reference: 'order-1',
    metadata: { cart_id: 398 },
  })
  assert.equal(begun.message, 'Authorization URL created')
  assert.match(begun.data.authorization_url, /\/checkout\//)
  const waiting = await paystack['transaction']!['verify']!('order-1')
  assert.equal(waiting.data.status, 'pending')

  await ours(secretKey, '/sandbox/transactions/order-1/pay', { channel: 'bank_transfer' })
  const { data: paid } = await paystack['transaction']!['verify']!('order-1')
  assert.equal(paid.status, 'success')
  assert.deepEqual(
    [paid.amount, paid.metadata, paid.customer.customer_code],
    [500_000, { cart_id: 398 }, code],
  )
  assert(Number.isSafeInteger(paid.id))
  const listedPaid = { ...paid, plan: {}, helpdesk_link: null }
  assert.deepEqual((await paystack['transaction']!['fetch']!(paid.id)).data, listedPaid)
  const listed = await paystack['transaction']!['list']!({ perPage: 10, customer: code })
  assert.deepEqual(listed.data, [listedPaid])
  assert.deepEqual([listed.meta.total, listed.meta.page, listed.meta.perPage], [1, 1, 10])

  const refund = await paystack['refund']!['create']!({ transaction: 'order-1', amount: 100_000 })
  assert.equal(refund.message, 'Refund has been queued for processing')
  assert.equal(refund.data.transaction.reference, 'order-1')
  const refunded = await paystack['refund']!['fetch']!(refund.data.id)
  assert.deepEqual([refunded.data.amount, refunded.data.status], [100_000, 'processed'])
  assert.equal((await paystack['refund']!['list']!({ transaction: paid.id })).data.length, 1)

  const account = { bank_code: '058', account_number: '0000000018' }
  const named = await paystack['verification']!['resolveAccount']!(account)
  const recipient = await paystack['recipient']!['create']!({
    type: 'nuban',
    name: 'Ada Example',
    currency: 'NGN',
    ...account,
  })
  const details = recipient.data.details
  assert.equal(details.account_name, named.data.account_name)
  const order = { source: 'balance', amount: 250_000, reason: 'Invoice 77', reference: 'pay-1' }
  const sent = await paystack['transfer']!['initiate']!({
    ...order,
    recipient: recipient.data.recipient_code,
  })
  assert.deepEqual([sent.data.status, sent.data.amount], ['success', 250_000])
  const again = await paystack['transfer']!['initiate']!({
    ...order,
    recipient: recipient.data.recipient_code,
  })
  assert.equal(again.data.id, sent.data.id)
  const fetched = await paystack['transfer']!['fetch']!(sent.data.transfer_code)
  assert.equal(fetched.data.recipient.recipient_code, recipient.data.recipient_code)

  await settleNow(context, business)
  const settlements = await paystack['settlement']!['list']!({})
  assert.equal(settlements.data[0].status, 'success')
  const items = await paystack['settlement']!['transactions']!(settlements.data[0].id, {})
  assert.deepEqual(
    items.data.map(({ reference }: { reference: string }) => reference),
    ['order-1'],
  )

  const { data: dedicated } = await paystack['dedicated']!['create']!({
    customer: code,
    preferred_bank: 'test-bank',
  })
  assert.match(dedicated.account_number, /^[0-9]{10}$/)
  await ours(secretKey, '/sandbox/transfers', {
    account_number: dedicated.account_number,
    amount: 700_000,
  })
  const [deposit] = (await paystack['transaction']!['list']!({ customer: code })).data
  assert.deepEqual([deposit.amount, deposit.channel], [700_000, 'dedicated_nuban'])
  assert.equal(deposit.authorization.brand, 'Managed Account')
  assert.equal((await paystack['dedicated']!['fetch']!(dedicated.id)).data.id, dedicated.id)
})

test('Paystack’s own client shares payments, pages through them and pays many at once', async () => {
  const business = await givenBusiness(context)
  const { secretKey } = business.keys
  const paystack = officialClient(secretKey)
  const subaccount = await paystack['subaccount']!['create']!({
    business_name: 'Ada Example Foods',
    settlement_bank: '058',
    account_number: '0000000018',
    percentage_charge: 20,
  })
  assert.equal(subaccount.data.settlement_bank, 'Guaranty Trust Bank')
  const code = subaccount.data.subaccount_code

  const split = await paystack['split']!['create']!({
    name: 'Two cooks',
    type: 'percentage',
    currency: 'NGN',
    subaccounts: [{ subaccount: code, share: 12.5 }],
    bearer_type: 'account',
  })
  const asked = { email: EMAIL, amount: 1_000_000 }
  await paystack['transaction']!['initialize']!({
    ...asked,
    reference: 'by-split',
    split_code: split.data.split_code,
  })
  await paystack['transaction']!['initialize']!({ ...asked, reference: 'by-sub', subaccount: code })
  for (const reference of ['by-split', 'by-sub']) {
    await ours(secretKey, `/sandbox/transactions/${reference}/pay`, { channel: 'card' })
  }
  const bySplit = await paystack['transaction']!['verify']!({ reference: 'by-split' })
  const bySub = await paystack['transaction']!['verify']!({ reference: 'by-sub' })
  assert.equal(bySplit.data.split.shares.subaccounts[0].amount, 125_000)
  assert.equal(bySub.data.split.shares.subaccounts[0].amount, 800_000)

  const first = await paystack['transaction']!['list']!({ perPage: 1, page: 1 })
  const second = await paystack['transaction']!['list']!({ perPage: 1, page: 2 })
  assert.deepEqual([first.data[0].id, second.data[0].id], [bySub.data.id, bySplit.data.id])

  const made = await paystack['transferrecipient']!['create']!({
    type: 'nuban',
    name: 'Ada Example',
    account_number: '0000000018',
    bank_code: '058',
  })
  const recipient = made.data.recipient_code
  const transfers = [1, 2].map((n) => ({ amount: 100_000 * n, recipient, reference: `many-${n}` }))
  const many = await paystack['transfer']!['bulk']!({ source: 'balance', transfers })
  assert.deepEqual(
    many.data.map(({ status }: { status: string }) => status),
    ['success', 'success'],
  )
  const verified = await paystack['transfer']!['verify']!({ reference: 'many-2' })
  assert.equal(verified.data.amount, 200_000)
  const balance = await paystack['balance']!['fetch']!()
  assert.equal(balance.data[0].currency, 'NGN')
})

/** As in Paystack's documentation: over the body, parsed and serialized again. */
function isSigned(
  secret: string,
  { headers, body }: { headers: Record<string, string>; body: string },
) {
  const parsed = JSON.stringify(JSON.parse(body))
  const hash = createHmac('sha512', secret).update(parsed).digest('hex')
  return hash === headers['x-paystack-signature']
}

test('events look like Paystack’s, and its own recipe verifies the signature', async () => {
  const business = await givenBusiness(context)
  const { secretKey } = business.keys
  const receiver = await givenReceiver()
  const settings = {
    url: receiver.url,
    format: 'paystack',
    events: ['transaction.success', 'refund.processed', 'payout.success'],
  }
  assert.equal((await ours(secretKey, '/webhooks', settings, 'PUT'))['format'], 'paystack')
  const paystack = communityClient(secretKey)
  await paystack['transaction']!['initialize']!({
    email: EMAIL,
    amount: 500_000,
    reference: 'told',
    metadata: { 2: 'b', 1: 'a', é: '\u2028' },
  })
  await ours(secretKey, '/sandbox/transactions/told/pay', { channel: 'bank_transfer' })
  await paystack['refund']!['create']!({ transaction: 'told', amount: 100_000 })
  const recipient = await paystack['recipient']!['create']!({
    type: 'nuban',
    name: 'Ada Example',
    account_number: '0000000018',
    bank_code: '058',
  })
  const { recipient_code } = recipient.data
  await paystack['transfer']!['initiate']!({
    source: 'balance',
    amount: 100_000,
    recipient: recipient_code,
    reference: 'told-1',
  })

  const sending = { formats: webhookFormats(context) }
  await deliverDue(context, sending)
  await receiver.arrived(3)

  const told = receiver.received.map(({ body }) => JSON.parse(body))
  const names = told.map(({ event }) => event).sort()
  assert.deepEqual(names, ['charge.success', 'refund.processed', 'transfer.success'])
  for (const one of receiver.received) assert(isSigned(business.webhookSecret, one), one.body)
  const paid = told.find(({ event }) => event === 'charge.success').data
  const verified = (await paystack['transaction']!['verify']!('told')).data
  assert.deepEqual(paid, { ...verified, plan: {}, helpdesk_link: null })
  const sent = told.find(({ event }) => event === 'transfer.success').data
  assert.equal(sent.recipient.recipient_code, recipient_code)

  const before = receiver.received.length
  const { secret } = await rollWebhookSecret(context, business, 'standard', 0)
  await ours(secretKey, '/webhooks/test', { which: 'standard' }, 'POST')
  await deliverDue(context, sending)
  await receiver.arrived(before + 1)
  // An event that Paystack does not have keeps our name.
  assert.equal(JSON.parse(receiver.received.at(-1)!.body).event, 'webhook.test')
  assert(isSigned(secret, receiver.received.at(-1)!))
  assert(!isSigned(business.webhookSecret, receiver.received.at(-1)!))
})
