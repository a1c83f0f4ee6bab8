// medusa-payment-paystack: a payment provider of a Medusa shop. What it imports of Medusa is
// replaced by stand-ins: a base class and three lists.

import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { call, KEY, pay, WEBHOOK } from './shop.mjs'

const STAND_INS = `
const named = (...names) => Object.fromEntries(names.map((name) => [name, name.toLowerCase()]))
exports.AbstractPaymentProvider = class {}
exports.MedusaError = Object.assign(class extends Error {}, { Types: {} })
exports.PaymentSessionStatus = named('AUTHORIZED', 'CAPTURED', 'ERROR', 'PENDING')
exports.PaymentActions = named('AUTHORIZED', 'NOT_SUPPORTED')
`
const framework = `${process.cwd()}/node_modules/@medusajs/framework`
mkdirSync(framework, { recursive: true })
writeFileSync(`${framework}/utils.js`, STAND_INS)

const require = createRequire(`${process.cwd()}/`)
const Provider = require('medusa-payment-paystack/dist/services/paystack-payment-processor').default
const provider = new Provider({}, { secret_key: KEY })

const asked = {
  amount: 5_000,
  currency_code: 'ngn',
  context: { email: 'ada@example.com', session_id: 'session-1' },
}
const begun = await call(
  'initiatePayment',
  () => provider.initiatePayment(asked),
  ({ data }) => data.paystackTxAccessCode !== undefined,
)
const waits = ({ status }) => status === 'pending'
await call('authorizePayment, unpaid', () => provider.authorizePayment(begun.data), waits)
await pay(begun.data.paystackTxRef)
const paid = await call(
  'authorizePayment',
  () => provider.authorizePayment(begun.data),
  ({ status, data }) => status === 'captured' && data.paystackTxData.amount === 500_000,
)
await call(
  'getPaymentStatus',
  () => provider.getPaymentStatus(paid.data),
  (it) => it === 'authorized',
)
await call(
  'retrievePayment',
  () => provider.retrievePayment(paid.data),
  (it) => it.error === undefined,
)
await call(
  'refundPayment',
  () => provider.refundPayment(paid.data, 1_000),
  (it) => it.error === undefined,
)
const told = {
  data: JSON.parse(WEBHOOK.body),
  rawData: WEBHOOK.body,
  headers: { 'x-paystack-signature': WEBHOOK.signature },
}
await call(
  'getWebhookActionAndData',
  () => provider.getWebhookActionAndData(told),
  ({ action, data }) => action === 'authorized' && data.session_id === 'session-1',
)
await call(
  'getWebhookActionAndData, forged',
  () => provider.getWebhookActionAndData({ ...told, rawData: `${told.rawData} ` }),
  ({ action }) => action === 'not_supported',
)
