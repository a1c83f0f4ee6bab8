import assert from 'node:assert/strict'
import type { Context } from '../src/core/context.ts'
import { enquireDue } from '../src/payments/checkout/checkout.ts'
import { beginPeriods } from '../src/payments/subscriptions/bill.ts'
import { collectDue, recordPayments } from '../src/payments/subscriptions/collect.ts'
import { beginPaid } from '../src/payments/subscriptions/first-payment.ts'
import type { Invoice } from '../src/payments/subscriptions/invoices.sql.ts'
import type { Subscription } from '../src/payments/subscriptions/subscriptions.sql.ts'
import { abandonDue } from '../src/payments/transactions/expire.ts'
import { type Api, givenPayment } from './api.ts'
import { cardNamed, verifyPayment } from './payments.ts'
import type { GivenBusiness } from './support.ts'

// What businesses and customers do with subscriptions in many tests.

export const EMAIL = 'ada@example.com'

/** The code of a card that the customer let the business keep. */
export async function givenCard(
  api: Api,
  business: GivenBusiness,
  card = 'success',
  email = EMAIL,
): Promise<string> {
  const sent = { save_card: 'required', email }
  const { access_code, reference } = await givenPayment(api, business, sent)
  const answer = await api.post(`/checkout/${access_code}/card`, {
    body: { ...cardNamed(card), save_card: true },
  })
  assert.equal(answer.status, 200, answer.text)
  const { authorization } = await verifyPayment(api, business, reference)
  return authorization.authorization_code
}

export async function givenPlan(api: Api, business: GivenBusiness, more: object = {}) {
  const body = { name: 'Membership', amount: 500_000, interval: 'monthly', ...more }
  return send(api, business, 'POST', '/plans', body)
}

/** To a plan of its own, by a kept card, unless others are named. */
export async function givenSubscription(api: Api, business: GivenBusiness, more: object = {}) {
  const sent: Record<string, unknown> = { customer: EMAIL, ...more }
  sent['plan'] ??= (await givenPlan(api, business)).plan_code
  sent['authorization_code'] ??= await givenCard(api, business)
  return send(api, business, 'POST', '/subscriptions', sent)
}

/** Of a call that succeeds. */
export async function send(
  api: Api,
  { keys }: GivenBusiness,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
) {
  const sent = { key: keys.secretKey, ...(body && { body }) }
  const url = `/api/v1${path}`
  const {
    status,
    text,
    body: answer,
  } = await (method === 'GET'
    ? api.get(url, sent)
    : method === 'POST'
      ? api.post(url, sent)
      : api.patch(url, sent))
  assert(status < 300, text)
  return answer.data
}

/** Runs the jobs of subscriptions and payments to their end. False if nothing was due. */
export async function runSubscriptions(context: Context): Promise<boolean> {
  for (let rounds = 0; rounds < 1_000; rounds++) {
    let handled = 0
    for (const job of [
      enquireDue,
      abandonDue,
      beginPaid,
      recordPayments,
      beginPeriods,
      collectDue,
    ]) {
      handled += await job(context)
    }
    if (handled === 0) return rounds > 0
  }
  assert.fail('the jobs never rest')
}

export function subscriptionsOf({ sql }: Context, { businessId }: GivenBusiness) {
  return sql<Subscription[]>`
    select * from subscription where business_id = ${businessId} and mode = 'test'
    order by subscription_id
  `
}

/** By period. */
export function invoicesOf({ sql }: Context, { businessId }: GivenBusiness) {
  return sql<Invoice[]>`
    select * from invoice where business_id = ${businessId} and mode = 'test'
    order by subscription_id, period
  `
}

/** The payments that succeeded for each invoice: `invoice_id` of their metadata. */
export async function chargesOf({ sql }: Context, { businessId }: GivenBusiness) {
  const rows = await sql<{ metadata: string }[]>`
    select metadata from transaction
    where business_id = ${businessId} and mode = 'test' and status = 'success'
      and metadata like '%invoice_id%'
  `
  const counts = new Map<string, number>()
  for (const { metadata } of rows) {
    const { invoice_id: id } = JSON.parse(metadata) as { invoice_id: string }
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}
