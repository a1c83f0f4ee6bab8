import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { settleNow } from '../../src/money-out/settlements/settlements.ts'
import { ask, openPaystackApi } from '../../test/paystack-clients.ts'
import { CALLS_DOCUMENTED, DIFFERENT } from '../../test/paystack-documented.ts'
import { keptCode } from '../../test/paystack-kept.ts'
import { givenLater } from '../../test/settlements.ts'
import { type GivenBusiness, useContext } from '../../test/support.ts'
import { CALLS } from './paystack.routes.ts'

// Every answer of a call has every field of Paystack's document, with its type.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  business = await givenLater(context)
})
after(() => open.close())

const ajv = new Ajv2020({ strict: false, allErrors: true })
const checks = new Map(
  Object.entries(CALLS_DOCUMENTED).map(([at, schema]) => [at, ajv.compile(loose(schema))]),
)
/** Calls without an answer of Paystack's document: a file, and what is always refused. */
const OWN = new Set([
  'GET /transaction/export/:token',
  'POST /transfer/finalize_transfer',
  'POST /transfer/resend_otp',
])

/** Fields beside the documented ones are allowed. */
function loose(schema: TSchema): object {
  const text = JSON.stringify(schema, (name, value) =>
    name === 'additionalProperties' ? undefined : value,
  )
  return JSON.parse(text) as object
}

/** The call of ours, by its path with parameters. */
function callAt(line: string): string {
  const [method, path] = line.split('?')[0]!.split(' ') as [string, string]
  const fits = (route: string) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  const found = CALLS.filter((call) => call.method === method && fits(call.path))
  const exact = found.find((call) => call.path === path) ?? found[0]
  assert(exact, line)
  return `${exact.method} ${exact.path}`
}

const tried = new Set<string>()

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects from a response.
async function send(line: string, sent?: object): Promise<any> {
  const key = business.keys.secretKey
  const { status, body } = await ask(open.app, line, { key, ...(sent && { body: sent }) })
  assert(status < 300, `${line}: ${JSON.stringify(body)}`)
  const at = callAt(line)
  const check = checks.get(at)
  assert(check, `${at} is in no table`)
  tried.add(at)
  check(body)
  const wrong = (check.errors ?? [])
    .map(({ instancePath, message, params }) => {
      const field = params['missingProperty'] ? `/${params['missingProperty']}` : ''
      const path = `${instancePath.replaceAll(/\/[0-9]+(?=\/|$)/g, '/*')}${field}`
      return { path, message }
    })
    .filter(({ path }) => !(path in DIFFERENT) && !(`${at} ${path}` in DIFFERENT))
  assert.deepEqual(wrong, [], at)
  return body.data
}

async function paid(reference: string, channel: 'card' | 'bank_transfer') {
  const asked = { email: 'ada@example.com', amount: 1_000_000, reference }
  await send('POST /transaction/initialize', asked)
  await send(`GET /transaction/verify/${reference}`)
  await ours(`/sandbox/transactions/${reference}/pay`, { channel })
  await send(`GET /transaction/verify/${reference}`)
}

async function ours(path: string, body: object) {
  const headers = {
    authorization: `Bearer ${business.keys.secretKey}`,
    'content-type': 'application/json',
  }
  const url = `/api/v1${path}`
  const answer = await open.app.inject({ method: 'POST', url, headers, payload: body })
  assert(answer.statusCode < 300, answer.payload)
}

test('each answer has the fields and types of Paystack’s document', async () => {
  const { customer_code } = await send('POST /customer', { email: 'ngozi@example.com' })
  const person = { first_name: 'Ngozi', last_name: 'Sample', metadata: { ours: 1 } }
  await send(`PUT /customer/${customer_code}`, person)
  await send('POST /dedicated_account', { customer: customer_code })
  const [account] = await send('GET /dedicated_account')
  await send(`GET /dedicated_account/${account.id}`)
  await send('GET /dedicated_account/available_providers')
  await send('POST /dedicated_account/assign', { ...person, email: 'ngozi@example.com' })
  await ours('/sandbox/transfers', { account_number: account.account_number, amount: 700_000 })
  await paid('by-card', 'card')
  await paid('by-transfer', 'bank_transfer')
  await send('POST /transaction/initialize', { email: 'ada@example.com', amount: 5_000 })
  const [transaction] = await send('GET /transaction')
  await send(`GET /transaction/${transaction.id}`)
  await send(`GET /transaction/timeline/${transaction.id}`)
  await send('GET /transaction/totals')
  await send('GET /transaction/export')
  for (const path of ['', `/${customer_code}`]) await send(`GET /customer${path}`)

  const made = { business_name: 'Two', settlement_bank: '058', account_number: '0000000018' }
  const { subaccount_code } = await send('POST /subaccount', { ...made, percentage_charge: 10 })
  const other = await send('POST /subaccount', { ...made, percentage_charge: 10.5 })
  await send(`PUT /subaccount/${subaccount_code}`, { business_name: 'One' })
  for (const path of ['', `/${subaccount_code}`]) await send(`GET /subaccount${path}`)
  const shares = [{ subaccount: subaccount_code, share: 20 }]
  const split = { name: 'Both', type: 'percentage', currency: 'NGN', subaccounts: shares }
  const { id, split_code } = await send('POST /split', split)
  const added = { subaccount: other.subaccount_code, share: 30 }
  await send(`POST /split/${id}/subaccount/add`, added)
  await send(`POST /split/${id}/subaccount/remove`, added)
  await send(`PUT /split/${id}`, { name: 'One' })
  for (const path of ['', `/${id}`]) await send(`GET /split${path}`)
  await send('POST /dedicated_account/split', { customer: customer_code, split_code })

  const refund = await send('POST /refund', { transaction: 'by-card', amount: 1_000 })
  for (const path of ['', `/${refund.id}`]) await send(`GET /refund${path}`)

  const to = { type: 'nuban', name: 'Ada', bank_code: '058', account_number: '0000000018' }
  const { recipient_code: recipient } = await send('POST /transferrecipient', to)
  await send('POST /transferrecipient/bulk', { batch: [to] })
  await send(`GET /transferrecipient/${recipient}`)
  const sent = await send('POST /transfer', { amount: 2_000, recipient, reference: 'one' })
  await send('POST /transfer/bulk', {
    transfers: [{ amount: 1_500_000, recipient, reference: 'two' }],
  })
  for (const path of ['', `/${sent.transfer_code}`, '/verify/one'])
    await send(`GET /transfer${path}`)

  await send('GET /transferrecipient')
  for (const path of ['disable_otp', 'disable_otp_finalize'])
    await send(`POST /transfer/${path}`, {})

  const charge = { email: 'ada@example.com', amount: 5_000 }
  await send('POST /charge', { ...charge, reference: 'charge-1', bank_transfer: {} })
  await send('GET /charge/charge-1')
  const card = { number: '5060666666666666666', cvv: '123', expiry_month: 9, expiry_year: 2099 }
  const reference = 'charge-2'
  await send('POST /charge', { ...charge, reference, card })
  await send('POST /charge/submit_pin', { reference, pin: '1234' })
  await send('POST /charge/submit_otp', { reference, otp: '123456' })
  await send('PUT /integration/payment_session_timeout', { timeout: 3_600 })
  await send('GET /integration/payment_session_timeout')
  await send('GET /decision/bin/506066')

  const kept = () => keptCode(open.app, business.keys.secretKey, 'success')
  const code = await kept()
  await send('POST /transaction/charge_authorization', { ...charge, authorization_code: code })
  const debit = { ...charge, authorization_code: code, currency: 'NGN', at_least: '1000' }
  await send('POST /transaction/partial_debit', debit)
  const at = { number: '3100000001', bank_code: '058' }
  const mandate = { email: charge.email, channel: 'direct_debit', account: at }
  await send('POST /customer/authorization/initialize', mandate)
  const { reference: asked } = await send(
    `POST /customer/${customer_code}/initialize-direct-debit`,
    mandate,
  )
  await send(`GET /customer/authorization/verify/${asked}`)
  await send(`GET /customer/${customer_code}/directdebit-mandate-authorizations`)
  await send('GET /directdebit/mandate-authorizations?per_page=1')
  const plan = await send('POST /plan', { name: 'Monthly', amount: 5_000, interval: 'monthly' })
  await send(`PUT /plan/${plan.plan_code}`, { name: 'Each month' })
  const subscription = await send('POST /subscription', { customer: charge.email, plan: plan.id })
  for (const path of ['', `/${plan.plan_code}`]) await send(`GET /plan${path}`)
  const { subscription_code, email_token: token } = subscription
  for (const path of ['', `/${subscription_code}`, `/${subscription_code}/manage/link`])
    await send(`GET /subscription${path}`)
  await send(`POST /subscription/${subscription_code}/manage/email`, {})
  for (const verb of ['enable', 'disable'])
    await send(`POST /subscription/${verb}`, { code: subscription_code, token })
  await send('POST /customer/deactivate_authorization', { authorization_code: code })
  const again = await kept()
  await send('POST /customer/authorization/deactivate', { authorization_code: again })
  await send('POST /charge', { ...charge, reference: 'charge-3', ussd: { type: '737' } })

  for (const reference of ['by-card', 'by-transfer'])
    await ours('/sandbox/disputes', { reference, outcome: 'won' })
  const disputes = await send('GET /dispute')
  await send(`GET /dispute/${disputes[0].id}`)
  await send('GET /dispute/transaction/by-card')
  await send(`POST /dispute/${disputes[0].id}/evidence`, {
    customer_email: 'ada@example.com',
    customer_name: 'Ada Example',
    customer_phone: '0800 000 0000',
    service_details: 'A dress',
  })
  for (const [i, resolution] of ['declined', 'merchant-accepted'].entries()) {
    const message = 'Delivered'
    await send(`PUT /dispute/${disputes[i].id}/resolve`, { resolution, message })
  }

  const page = await send('POST /page', { name: 'Workshop', description: 'Two hours' })
  await send('GET /page')
  await send(`GET /page/${page.slug}`)
  await send(`PUT /page/${page.id}`, { amount: 500_000 })
  await send('GET /page/check_slug_availability/nobody-has-this')

  await settleNow(context, business)
  const [settlement] = await send('GET /settlement')
  await send(`GET /settlement/${settlement.id}/transactions`)
  for (const path of ['', '/ledger']) await send(`GET /balance${path}`)
  for (const path of ['/bank', '/country']) await send(`GET ${path}`)
  await send('GET /bank/resolve?account_number=0000000018&bank_code=058')

  const all = CALLS.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(
    all.filter((call) => !tried.has(call) && !OWN.has(call)),
    [],
    'calls without an answer here',
  )
})
