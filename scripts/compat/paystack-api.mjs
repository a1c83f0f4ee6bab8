// paystack-api: resolves to the body; an error status is thrown.

import { createRequire } from 'node:module'
import { ACCOUNT, call, KEY, keep, own, pay, WEBHOOK } from './shop.mjs'

const require = createRequire(`${process.cwd()}/`)
const client = require('paystack-api')(KEY)

const did = (name, asked) => {
  const [group, method] = name.split('.')
  return call(name, async () => client[group][method](asked)).then((answer) => answer?.data)
}

const reference = own('api-order')
await did('transaction.initialize', { email: 'ada@example.com', amount: 500_000, reference })
await pay(reference)
const { id } = await did('transaction.verify', { reference })
await did('transaction.get', { id })
await did('transaction.list', { perPage: 2 })
await did('transaction.viewTimelineRef', { reference })
await did('transaction.totals')
await did('transaction.export')
const { customer_code: code } = await did('customer.create', { email: `${own('bo')}@example.com` })
await did('customer.get', { id: code })
await did('customer.update', { id: code, first_name: 'Bola', last_name: 'Sample' })
await did('customer.list')
const email = `${own('api-ada')}@example.com`
const authorization = await keep(email)
const terms = { name: 'Membership', amount: 500_000, interval: 'monthly' }
const { plan_code: plan } = await did('plan.create', terms)
await did('plan.list', { perPage: 2 })
await did('plan.get', { id: plan })
await did('plan.update', { id: plan, name: 'Members' })
const made = await did('subscription.create', { customer: email, plan, authorization })
const { subscription_code, email_token: token } = made
await did('subscription.list', { perPage: 2 })
await did('subscription.get', { id: subscription_code })
await did('subscription.enable', { code: subscription_code, token })
await did('subscription.disable', { code: subscription_code, token })
const nuban = await did('nuban.create', { customer: code })
await did('nuban.get', { id: nuban.id })
await did('nuban.list', { active: true, currency: 'NGN' })
const { subaccount_code } = await did('subaccount.create', {
  business_name: 'Cook',
  settlement_bank: ACCOUNT.bank_code,
  account_number: ACCOUNT.account_number,
  percentage_charge: 10,
})
await did('subaccount.get', { id: subaccount_code })
await did('subaccount.update', { id: subaccount_code, business_name: 'Cooks' })
await did('subaccount.list')
const to = { type: 'nuban', name: 'Ada Example', ...ACCOUNT }
const { recipient_code: recipient } = await did('transfer_recipient.create', to)
await did('transfer_recipient.list')
const order = { source: 'balance', amount: 10_000, recipient }
const sent = await did('transfer.create', { ...order, reference: own('api-rent') })
await did('transfer.get', { id: sent.transfer_code })
await did('transfer.verify', { reference: own('api-rent') })
await did('transfer.list')
await did('transfer.bulkTransfer', {
  source: 'balance',
  transfers: [{ amount: 10_000, recipient, reference: own('api-bulk') }],
})
await did('transfer_control.balance')
await did('transfer_control.disableOTP')
const refund = await did('refund.create', { transaction: reference, amount: 1_000 })
await did('refund.get', { trans_id: refund.id })
await did('refund.list', { reference })
await did('settlement.list')
await did('misc.list_banks', { perPage: 10 })
await did('verification.resolveAccount', ACCOUNT)
await did('verification.resolveBIN', { bin: '506066' })
await did('control_panel.getSessionTimeout')
await did('charge.charge', { email: 'ada@example.com', amount: 50_000, bank_transfer: {} })
// Its middleware signs the parsed body again.
await call(
  'Events.middleware',
  () =>
    new Promise((heard) => {
      client.Events.on('charge.success', heard)
      const request = {
        body: JSON.parse(WEBHOOK.body),
        headers: { 'x-paystack-signature': WEBHOOK.signature },
      }
      const response = { sendStatus: () => {}, status: () => response, send: () => {}, end() {} }
      client.Events.middleware(request, response, () => heard(null))
      setTimeout(() => heard(null), 1_000)
    }),
  (data) => data !== null,
)
