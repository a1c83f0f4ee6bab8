import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { judgeDue, take } from '../src/operator/notifications/notifications.ts'
import { returnDue } from '../src/payments/deposits/return.ts'
import { sendDue } from '../src/payments/refunds/send.ts'
import { enquireAboutOneOffs } from '../src/payments/virtual-accounts/enquire.ts'
import { DAY, HOUR, MINUTE } from '../src/platform/clock.ts'
import { givenPayment, useApi } from './api.ts'
import { type Offers, type StandIns, startStandIns } from './live-stand-ins.ts'
import { askForAccount, verifyPayment } from './payments.ts'
import { askToPay } from './payouts.ts'
import { RETURNING_ACCOUNT, type StandInTransfer } from './providers/paystack/transfers.ts'
import { askRefund } from './refunds.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from './support.ts'
import { untilDone } from './until-done.ts'

// Live mode with Paystack as the only provider: money comes in, goes out and comes back.

const AMOUNT = 500_000
const SENDER = '0123456789'

const context = useContext()
const api = useApi(context)
let standIns: StandIns
before(async () => {
  await context.opened
  standIns = await startStandIns(context)
})
after(() => standIns.close())

let business: GivenBusiness
beforeEach(async () => {
  const offers = { paystack: ['cards', 'accounts', 'payouts'] } satisfies Partial<Offers>
  context.rails.live = standIns.rails(standIns.send, ['paystack'], offers)
  const made = await givenBusiness(context)
  business = { ...made, mode: 'live', keys: await givenLive(context, made.businessId) }
  await changeSettings(context, business, { settlement: 'instant' })
})

/** Delivers what Paystack tells, and does what is due. */
async function jobs() {
  standIns.paystack.controls.tick()
  for (const { rail, request } of standIns.news()) await take(context, rail, request)
  const all = [judgeDue, returnDue, sendDue, concludePayouts, enquireAboutOneOffs]
  await untilDone(context, ...all)
}

async function get(path: string) {
  const { body, text } = await api.get(`/api/v1${path}`, { key: business.keys.secretKey })
  assert(body.data, text)
  return body.data
}

async function paidByTransfer() {
  const payment = await givenPayment(api, business, { amount: AMOUNT })
  const accountNumber = await askForAccount(api, payment.access_code)
  standIns.pay(accountNumber, AMOUNT, SENDER)
  await jobs()
  return payment
}

async function refunded(transaction: string): Promise<string> {
  const { body, text } = await askRefund(api, business, { transaction, amount: 200_000 })
  assert(body.data, text)
  return body.data.id
}

async function dedicated(body: object = {}) {
  const customer = {
    first_name: 'CHI',
    last_name: 'SAMPLE',
    email: 'chi@example.com',
    phone: '08030000001',
    bvn: '22222222222',
    ...body,
  }
  return api.post('/api/v1/dedicated-virtual-accounts', {
    key: business.keys.secretKey,
    body: { customer },
  })
}

test('settings show what Paystack offers alone', async () => {
  const { capabilities } = await get('/settings')

  const offered = Object.keys(capabilities).filter((one) => capabilities[one])
  const accounts = ['one_off_accounts', 'permanent_accounts', 'returns']
  const all = ['hosted_card', 'name_enquiry', 'payouts', ...accounts]
  assert.deepEqual(
    all.filter((one) => !offered.includes(one)),
    [],
  )
})

test('a transfer pays as soon as Paystack tells of it, and not before', async () => {
  const payment = await givenPayment(api, business, { amount: AMOUNT })
  const accountNumber = await askForAccount(api, payment.access_code)
  await jobs()
  assert.notEqual((await verifyPayment(api, business, payment.reference)).status, 'success')

  standIns.pay(accountNumber, AMOUNT, SENDER)
  await jobs()

  const paid = await verifyPayment(api, business, payment.reference)
  assert.deepEqual([paid.status, paid.channel], ['success', 'bank_transfer'])
})

test('a transfer whose notification is lost pays within minutes', async () => {
  const payment = await givenPayment(api, business, { amount: AMOUNT })
  const accountNumber = await askForAccount(api, payment.access_code)
  standIns.pay(accountNumber, AMOUNT, SENDER)
  standIns.news()

  context.advance(3 * MINUTE)
  await jobs()

  assert.equal((await verifyPayment(api, business, payment.reference)).status, 'success')
})

test('of another amount nothing arrives: Paystack sends it back', async () => {
  const payment = await givenPayment(api, business, { amount: AMOUNT })
  const accountNumber = await askForAccount(api, payment.access_code)

  assert.equal(standIns.pay(accountNumber, AMOUNT - 1, SENDER), null)
  await jobs()

  assert.notEqual((await verifyPayment(api, business, payment.reference)).status, 'success')
})

test('a payment by transfer is refunded to whoever paid, whose number Paystack keeps to itself', async () => {
  const before = standIns.paystack.books.returnedTo(SENDER)
  const payment = await paidByTransfer()

  const id = await refunded(payment.reference)
  assert.equal((await get(`/refunds/${id}`)).status, 'pending')
  context.advance(3 * DAY)
  await jobs()

  assert.equal((await get(`/refunds/${id}`)).status, 'processed')
  assert.equal(standIns.paystack.books.returnedTo(SENDER) - before, 200_000n)
})

test('a refund of a transfer that needs an account says so', async () => {
  const payment = await paidByTransfer()
  standIns.paystack.controls.nextRefund('needs-attention')
  const id = await refunded(payment.reference)

  context.advance(3 * DAY)
  await jobs()

  const refund = await get(`/refunds/${id}`)
  assert.deepEqual([refund.status, refund.needs_account], ['pending', true])
})

test('a permanent account receives, from whomever, and is the same when it is asked for again', async () => {
  const { body: opened, text } = await dedicated()
  assert(opened.data, text)
  const { account_number: accountNumber } = opened.data
  assert.equal((await dedicated()).body.data.account_number, accountNumber)

  standIns.pay(accountNumber, 300_000, SENDER)
  standIns.pay(accountNumber, 100_000, SENDER)
  await jobs()

  const amounts = (await get('/transactions')).map((one: { amount: number }) => one.amount)
  assert.deepEqual(amounts.sort(), [100_000, 300_000])
  assert.deepEqual(opened.data.bank.slug, 'titan-paystack')
})

test('a wallet is topped up, and pays out what is in it', async () => {
  const { account_number: accountNumber } = (await get('/balance')).account
  standIns.pay(accountNumber, 700_000, SENDER)
  await jobs()
  assert.equal((await get('/balance')).available, 700_000)

  const payee = '0300000001'
  const { body, text } = await askToPay(api, business, { account_number: payee })
  assert(body.data, text)
  await jobs()

  const payout = await get(`/payouts/${body.data.id}`)
  assert.equal(payout.status, 'success')
  assert.equal(Number(standIns.paystack.books.transfers.paidTo(payee)), payout.amount)
})

test('a payout that comes back is in the wallet again', async () => {
  await paidByTransfer()
  await jobs()
  const before = (await get('/balance')).available
  const { body, text } = await askToPay(api, business, { account_number: RETURNING_ACCOUNT })
  assert(body.data, text)
  await jobs()
  assert.equal((await get(`/payouts/${body.data.id}`)).status, 'success')

  context.advance(DAY + HOUR)
  await jobs()

  assert.equal((await get(`/payouts/${body.data.id}`)).status, 'reversed')
  assert.equal((await get('/balance')).available, before)
})

test('a payout whose answer is lost leaves once', async () => {
  await paidByTransfer()
  const payee = '0300000007'
  standIns.paystack.controls.fail('after', 'create_transfer')
  const { body, text } = await askToPay(api, business, { account_number: payee })
  assert(body.data, text)

  context.advance(10 * MINUTE)
  await jobs()

  assert.equal((await get(`/payouts/${body.data.id}`)).status, 'success')
  const made = standIns.paystack.books.transfers.all.filter(
    ({ recipient }: StandInTransfer) => recipient.accountNumber === payee,
  )
  assert.equal(made.length, 1)
})
