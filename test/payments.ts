import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Context, Scope } from '../src/core/context.ts'
import { concludeDue } from '../src/identity/conclude.ts'
import { eraseDue, expireDue } from '../src/identity/erase.ts'
import { runBatches } from '../src/money-out/batches/due.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { payDue } from '../src/money-out/payouts/subaccounts.ts'
import { mailNotices } from '../src/operator/notices/notices.ts'
import { judgeDue } from '../src/operator/notifications/notifications.ts'
import { reconcileNightly } from '../src/operator/reconciliation/nightly.ts'
import { enquireDue } from '../src/payments/checkout/checkout.ts'
import type { Deposit } from '../src/payments/deposits/deposits.sql.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { returnDue } from '../src/payments/deposits/return.ts'
import { sendReceipts } from '../src/payments/receipts/receipts.ts'
import { sendDue } from '../src/payments/refunds/send.ts'
import { abandonDue } from '../src/payments/transactions/expire.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { newId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import type { BankCredit } from '../src/providers/outcomes.ts'
import type { Card } from '../src/providers/rails.ts'
import { testCards } from '../src/providers/sandbox/sandbox.ts'
import { type Answer, type Api, givenPayment, recordIn } from './api.ts'
import { type GivenBusiness, givenBusiness, RAIL_SECRET, type TestContext } from './support.ts'
import { untilDone } from './until-done.ts'

// What customers and businesses do in many tests, through the API alone.

const ROUND_MS = 2 * MINUTE
const RUN_MS = 8 * ROUND_MS

export type Transfer = {
  account_number: string
  amount: number
  sender_name?: string
  sender_bank_code?: string
  sender_account_number?: string
  narration?: string
  session_id?: string
}

/** A payment with an account to pay into, of this business or a new one. */
export async function givenAccount(context: Context, api: Api, business?: GivenBusiness) {
  const owner = business ?? (await givenBusiness(context))
  const payment = await givenPayment(api, owner)
  return {
    business: owner,
    ...payment,
    account_number: await askForAccount(api, payment.access_code),
  }
}

/** A bank's notification of a transfer. */
export function creditTo(
  context: Context,
  accountNumber: string,
  amount: number | bigint,
  sessionId: string = newId(context.now()),
): BankCredit {
  return {
    sessionId,
    accountNumber,
    amount: kobo(amount),
    senderName: 'Ngozi Sample',
    senderBankCode: '001',
    senderAccountNumber: '1234567890',
    narration: '',
    occurredAt: context.now(),
  }
}

/** The deposit that a credit creates, now or earlier. */
export async function deposited(context: Context, credit: BankCredit): Promise<Deposit> {
  const received = await receive(context, 'test', credit)
  assert.equal(received.kind, 'credited')
  return (received as { deposit: Deposit }).deposit
}

/** The account number to pay into. */
export async function askForAccount(api: Api, accessCode: string): Promise<string> {
  const { body } = await api.post(`/checkout/${accessCode}/bank-transfer`)
  assert.equal(body.status, 'success', JSON.stringify(body))
  return body.data.account_number as string
}

export function transfer(api: Api, { keys }: GivenBusiness, body: Transfer): Promise<Answer> {
  return api.post('/api/v1/sandbox/transfers', { key: keys.secretKey, body })
}

type Customer = {
  first_name: string
  last_name: string
  email: string
  phone?: string
  bvn?: string
}
let customers = 0

/** A customer's permanent account, for a new customer unless one is given. */
/** Live mode needs one. */
const LIVE_BVN = '22222222223'

export async function givenDedicated(
  api: Api,
  { keys }: GivenBusiness,
  customer: Partial<Customer> = {},
) {
  customers += 1
  const email = `customer-${customers}@example.com`
  const isLive = keys.secretKey.startsWith('sk_live')
  const known = { first_name: 'Ada', last_name: 'Example', ...(isLive && { bvn: LIVE_BVN }), email }
  const answer = await api.post('/api/v1/dedicated-virtual-accounts', {
    key: keys.secretKey,
    body: { customer: { ...known, ...customer } },
  })
  assert.equal(answer.status, 200, answer.text)
  return recordIn(answer)
}

/** Sends the sandbox bank's notification of this credit. */
export function notify(
  api: Api,
  context: Context,
  credit: BankCredit,
  more: object = {},
): Promise<Answer> {
  const body = JSON.stringify({
    event: 'credit',
    data: {
      session_id: credit.sessionId,
      account_number: credit.accountNumber,
      amount: Number(credit.amount),
      sender_name: credit.senderName,
      sender_bank_code: credit.senderBankCode,
      sender_account_number: credit.senderAccountNumber,
      narration: credit.narration,
      occurred_at: credit.occurredAt.toISOString(),
      ...more,
    },
  })
  return notifyRaw(api, body, context.now())
}

/** Sends any body with the sandbox bank's signature, dated `at`. */
export function notifyRaw(api: Api, body: string | Buffer, at: Date): Promise<Answer> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signature = createHmac('sha512', RAIL_SECRET).update(`${timestamp}.`).update(body)
  return api.post('/api/v1/rails/sandbox/notifications', {
    raw: body,
    headers: {
      'x-service-timestamp': timestamp,
      'x-service-signature': signature.digest('hex'),
    },
  })
}

/** A sandbox card by its name in test-cards.ts. */
export function cardNamed(name: string) {
  const card = testCards.find((one) => one.name === name)
  assert(card, `the sandbox has a card ${name}`)
  return { number: card.number, exp_month: 12, exp_year: 99, cvv: card.cvv }
}

/** The card as the rail receives it. */
export function testCard(name: string): Card {
  const { number, cvv } = cardNamed(name)
  return { number: Buffer.from(number), expMonth: 12, expYear: 2099, cvv: Buffer.from(cvv) }
}

export function pay(api: Api, accessCode: string, card: string): Promise<Answer> {
  return api.post(`/checkout/${accessCode}/card`, { body: cardNamed(card) })
}

/** The customer decides on the bank's 3-D Secure page; `comeBack` returns them to the checkout. */
export async function decide(
  api: Api,
  url: string,
  decision: 'approve' | 'decline',
): Promise<{ comeBack: () => Promise<Answer> }> {
  const answer = await api.post(new URL(url).pathname, { body: { decision } })
  assert.equal(answer.status, 303, answer.text)
  const back = new URL(String(answer.headers['location']))
  return { comeBack: () => api.get(back.pathname) }
}

export async function verifyPayment(api: Api, { keys }: GivenBusiness, reference: string) {
  const { body } = await api.get(`/api/v1/transactions/verify/${reference}`, {
    key: keys.secretKey,
  })
  assert.equal(body.status, 'success', JSON.stringify(body))
  return body.data
}

export async function listDeposits(api: Api, { keys }: GivenBusiness, query = '') {
  const { body } = await api.get(`/api/v1/deposits${query}`, { key: keys.secretKey })
  assert.equal(body.status, 'success', JSON.stringify(body))
  return body.data
}

/**
 * Runs the worker's jobs until nothing is due, two minutes a round for sixteen minutes. While
 * nothing is due, the rounds get longer.
 */
export async function runJobs(context: TestContext): Promise<void> {
  let step = ROUND_MS
  for (let left = RUN_MS; left > 0; left -= step) {
    const handled = await runJobsOnce(context)
    step = handled > 0 || left === RUN_MS ? ROUND_MS : Math.min(2 * step, left)
    context.advance(step)
  }
}

/** Returns how much was due. */
export async function runJobsOnce(context: Context): Promise<number> {
  const jobs = [
    judgeDue,
    returnDue,
    enquireDue,
    abandonDue,
    concludeDue,
    expireDue,
    eraseDue,
    sendDue,
    concludePayouts,
    payDue,
    runBatches,
    sendReceipts,
    mailNotices,
    reconcileNightly,
  ]
  return untilDone(context, ...jobs)
}

const SET_UP = ['settings.updated', 'fees.updated', 'webhook.updated', 'live_mode.enabled']
/** All emitted events but those of the set-up, oldest first: [type, data]. */
export async function eventsOf({ sql }: Context, { businessId }: Pick<Scope, 'businessId'>) {
  const rows = await sql<{ type: string; payload: string }[]>`
    select type, payload from event
    where business_id = ${businessId} and type <> all(${SET_UP})
    order by created_at, event_id
  `
  return rows.map(({ type, payload }) => ({ type, data: JSON.parse(payload).data }))
}

/** Without the events of what has only begun: `….pending`. */
export async function endEventsOf(context: Context, business: Pick<Scope, 'businessId'>) {
  const events = await eventsOf(context, business)
  return events.filter(({ type }) => !type.endsWith('.pending'))
}
