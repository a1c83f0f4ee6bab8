// paystack-node: resolves to got's response; an error status is thrown.

import { createRequire } from 'node:module'
import { ACCOUNT, call, KEY, keep, own, pay } from './shop.mjs'

const require = createRequire(`${process.cwd()}/`)
const Paystack = require('paystack-node')
const client = new Paystack(KEY, 'development')

const did = (name, asked) =>
  call(name, async () => (await client[name](asked)).body).then((answer) => answer?.data)
const refused = (name, asked) =>
  call(
    `${name}, refused`,
    async () => client[name](asked).catch((error) => error),
    ({ name }) => name === 'PayStackAPIError',
  )

// It refuses an empty query, and escapes dates twice: totals, settlements and the ledger need one.
const PAGE = { perPage: 2, page: 1 }
const reference = own('node-order')
await did('initializeTransaction', { email: 'ada@example.com', amount: 500_000, reference })
await pay(reference)
const paid = await did('verifyTransaction', { reference })
await did('getTransaction', { id: `${paid.id}` })
await did('listTransaction', PAGE)
await did('viewTransactionTimeline', { id: `${paid.id}` })
await did('exportTransaction', { currency: 'NGN' })
const { customer_code: code } = await did('createCustomer', {
  email: `${own('ada')}@example.com`,
  first_name: 'Ada',
})
await did('getCustomer', { email_or_id_or_customer_code: code })
await did('listCustomers', PAGE)
await did('updateCustomer', {
  id_or_customer_code: code,
  email: 'x@example.com',
  last_name: 'Sample',
})
const email = `${own('node-ada')}@example.com`
const authorization = await keep(email)
const { plan_code: plan } = await did('createPlan', {
  name: 'Membership',
  amount: 500_000,
  interval: 'monthly',
})
await did('listPlans', { perPage: 2, page: 1 })
await did('getPlan', { id_or_plan_code: plan })
await did('updatePlan', {
  id_or_plan_code: plan,
  name: 'Members',
  amount: 600_000,
  interval: 'monthly',
})
const made = await did('createSubscription', { customer: email, plan, authorization })
const { subscription_code, email_token: token } = made
await did('listSubscription', PAGE)
await did('getSubscription', { id_or_subscription_code: subscription_code })
await did('enableSubscription', { code: subscription_code, token })
await did('disableSubscription', { code: subscription_code, token })
await did('chargeAuthorization', { email, amount: 5_000, authorization_code: authorization })
const { id: account } = await did('createDedicatedNuban', { customer: code })
await did('fetchDedicatedNuban', { dedicated_account_id: `${account}` })
await did('listDedicatedNubans', { active: true, currency: 'NGN' })
const { subaccount_code } = await did('createSubaccount', {
  business_name: 'Cook',
  settlement_bank: ACCOUNT.bank_code,
  account_number: ACCOUNT.account_number,
  percentage_charge: 10,
})
await did('getSubaccount', { id_or_slug: subaccount_code })
await did('listSubaccount', PAGE)
await did('updateSubaccount', {
  id_or_slug: subaccount_code,
  business_name: 'Cooks',
  percentage_charge: 10,
})
const { recipient_code: recipient } = await did('createTransferRecipient', {
  type: 'nuban',
  name: 'Ada Example',
  ...ACCOUNT,
})
await did('listTransferRecipients', PAGE)
const sent = await did('initiateTransfer', {
  source: 'balance',
  amount: 10_000,
  recipient,
  reference: own('node-rent'),
})
await did('fetchTransfer', { id_or_code: sent.transfer_code })
await did('listTransfers', PAGE)
const refund = await did('createRefund', { transaction: reference, amount: 1_000 })
await did('getRefund', { reference: `${refund.id}` })
await did('listRefund', { reference })
await did('resolveAccountNumber', ACCOUNT)
await did('resolveCardBin', { bin: '506066' })
await did('listBanks', { perPage: 10, country: 'nigeria' })
await did('listCountries', {})
await did('listDisputes', PAGE)
await did('updatePaymentSessionTimeout', { timeout: 3_600 })
await did('getPaymentSessionTimeout', {})
await refused('deleteTransferRecipient', { recipient_code_or_id: recipient })
