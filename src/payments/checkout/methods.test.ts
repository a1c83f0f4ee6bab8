import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { eventsOf, pay, runJobsOnce, verifyPayment } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { MINUTE } from '../../platform/clock.ts'
import type { CardOutcome } from '../../providers/rails.ts'
import { findOpenAttempt } from './card-begin.ts'
import { record } from './card-outcome.ts'
import { keyOf, listAttemptsOf } from './checkout.ts'

// Payments by USSD, from a bank account and with OPay, in the sandbox.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

type Method = 'ussd' | 'bank' | 'opay'
const AMOUNT = 500_000

async function given(more: object = {}) {
  const { body, text } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { amount: AMOUNT, name: 'Ada Sample', email: 'ada@example.com', ...more },
  })
  assert(body.data, text)
  const { access_code: accessCode, reference } = body.data
  return { accessCode, reference, checkout: `/checkout/${accessCode}` }
}
type Given = Awaited<ReturnType<typeof given>>

const nextOf = async ({ checkout }: Given) => (await api.get(`${checkout}/status`)).body.data.next
const requestCode = ({ checkout }: Given, bank = '058') =>
  api.post(`${checkout}/ussd`, { body: { bank } })
const sandbox = (path: string, body: object = {}) =>
  api.post(`/api/v1/sandbox/${path}`, { key: business.keys.secretKey, body })
const verified = ({ reference }: Given) => verifyPayment(api, business, reference)

async function dial(payment: Given) {
  const { code } = await nextOf(payment)
  await dialCode(code)
}

async function dialCode(code: string) {
  assert.equal((await sandbox('ussd', { code })).status, 200)
  await runJobsOnce(context)
}

/** As a browser that leaves for the page, decides, and comes back. */
async function decideAt(url: string, decision: string) {
  const page = new URL(url).pathname
  const decided = await api.post(page, { body: { decision } })
  assert.equal(decided.status, 303)
  await api.get(new URL(String(decided.headers['location'])).pathname)
}

/** Begins to pay, and returns how the customer finishes it. */
const BEGIN: Record<Method, (payment: Given) => Promise<() => Promise<void>>> = {
  ussd: async (payment) => {
    const { body } = await requestCode(payment)
    return () => dialCode(body.data.next.code)
  },
  bank: async (payment) => onPage(payment, 'bank'),
  opay: async (payment) => onPage(payment, 'opay'),
}

async function onPage({ checkout }: Given, method: string) {
  const { body } = await api.post(`${checkout}/${method}/page`)
  return () => decideAt(body.data.next.url, 'approve')
}

test('a checkout offers every channel of the sandbox, and only those that the business names', async () => {
  const all = await api.get(`${(await given()).checkout}/status`)
  assert.deepEqual(all.body.data.channels, ['card', 'bank_transfer', 'ussd', 'bank', 'opay'])

  const some = await given({ channels: ['ussd', 'opay'] })
  const { text } = await api.get(some.checkout)
  const tabs = [...text.matchAll(/data-tab="(\w+)"/g)].map(([, tab]) => tab)
  assert.deepEqual(tabs, ['ussd', 'opay'])
  const refused = await api.post(`${some.checkout}/bank/page`)
  assert.deepEqual([refused.status, refused.body.code], [422, 'channel_not_allowed'])
})

for (const method of ['ussd', 'bank', 'opay'] as const) {
  test(`a payment by ${method} settles like a card payment, under its own channel`, async () => {
    const payment = await given({ channels: [method] })
    const finish = await BEGIN[method](payment)
    assert.equal((await verified(payment)).status, 'ongoing')

    await finish()

    const paid = await verified(payment)
    assert.deepEqual([paid.status, paid.channel, paid.amount], ['success', method, AMOUNT])
    assert.deepEqual(paid.authorization, {})
    assert.equal(paid.fees + paid.net_amount, AMOUNT)
    const events = await eventsOf(context, business)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['transaction.success'],
    )
    const { body } = await api.get(`/api/v1/transactions?channel=${method}`, {
      key: business.keys.secretKey,
    })
    assert.deepEqual(
      body.data.map((one: { reference: string }) => one.reference),
      [payment.reference],
    )
  })

  test(`a payment by ${method} is refunded by the provider that charged it`, async () => {
    const payment = await given({ channels: [method] })
    await (await BEGIN[method](payment))()
    const refund = await api.post('/api/v1/refunds', {
      key: business.keys.secretKey,
      body: { transaction: payment.reference, amount: 200_000 },
    })
    assert.equal(refund.body.data?.channel, method, refund.text)

    await runJobsOnce(context)

    const { body } = await api.get(`/api/v1/refunds/${refund.body.data.id}`, {
      key: business.keys.secretKey,
    })
    assert.deepEqual([body.data.status, body.data.stamp_duty], ['processed', 0])
    assert.equal((await verified(payment)).refunded_amount, 200_000)
  })

  test(`a ${method} payment that succeeds after the payment was paid by transfer goes back`, async () => {
    const payment = await given()
    const finish = await BEGIN[method](payment)
    const account = await api.post(`${payment.checkout}/bank-transfer`)
    const { account_number, amount } = account.body.data
    await sandbox('transfers', { account_number, amount })
    assert.equal((await verified(payment)).channel, 'bank_transfer')

    await finish()
    await runJobsOnce(context)
    context.advance(1 * MINUTE)
    await runJobsOnce(context)

    assert.deepEqual(await statesOf(payment), ['returned'])
    const { unmatched } = await balancesOf(context, business)
    assert.equal(unmatched.posted, 0n)
    assert.equal((await verified(payment)).channel, 'bank_transfer')
  })
}

async function statesOf({ accessCode }: Given) {
  const attempts = await listAttemptsOf(context.sql, keyOf(context, accessCode))
  return attempts.map(({ state }) => state)
}

test('a code is shown to dial, and is polled until it is paid', async () => {
  const payment = await given()

  const { body } = await requestCode(payment)

  const { kind, channel, code, url } = body.data.next
  assert.deepEqual([kind, channel], ['dial', 'ussd'])
  assert.match(code, /^\*737\*000\*\d{9}#$/)
  assert.equal(url, `tel:${code.replace('#', '%23')}`)
  const { text } = await api.get(payment.checkout)
  assert(text.includes(`href="${url}"`), 'a phone dials it at a tap')
  await runJobsOnce(context)
  assert.deepEqual(await nextOf(payment), body.data.next, 'not paid: still to dial')
})

// biome-ignore format: a table reads in columns
const BANKS: [bank: string, message: string, reason: string][] = [
  ['057', 'There is not enough money for this payment.', 'insufficient funds'],
  ['033', 'The payment was not confirmed at your bank.', 'timed out'],
]

for (const [bank, message, reason] of BANKS) {
  test(`after ${reason} at the bank, the customer can pay another way`, async () => {
    const payment = await given()
    await requestCode(payment, bank)
    await dial(payment)
    context.advance(16 * MINUTE)
    await runJobsOnce(context)

    const { body } = await api.get(`${payment.checkout}/status`)
    assert.equal(body.data.next.kind, 'none')
    assert(body.data.message.startsWith(message), body.data.message)
    const { log } = await verified(payment)
    assert.equal(log.history.at(-1)?.message, `Declined: ${reason}`)
    await pay(api, payment.accessCode, 'success')
    assert.equal((await verified(payment)).channel, 'card')
  })
}

test('a bank that does not answer is asked what became of the code, and then shows it', async () => {
  const payment = await given()
  const { status } = await requestCode(payment, '011')
  assert.equal(status, 504)
  assert.equal((await requestCode(payment)).body.code, 'already_in_progress')

  context.advance(1 * MINUTE)
  await runJobsOnce(context)
  await dial(payment)

  assert.equal((await verified(payment)).channel, 'ussd')
})

test('a bank that is down costs no attempt, and one that is not offered is refused by name', async () => {
  const payment = await given()

  const down = await requestCode(payment, '070')
  assert.deepEqual([down.status, down.body.code], [503, 'rail_unavailable'])
  const other = await requestCode(payment, '999')
  assert.deepEqual([other.status, other.body.errors[0].field], [400, 'bank'])
  assert.match(other.body.errors[0].message, /058/)
  assert.equal((await verified(payment)).log.attempts, 0)
})

test('a code that is paid after the payment has expired is returned', async () => {
  const payment = await given()
  await requestCode(payment, '044')
  await dial(payment)
  assert.equal((await verified(payment)).status, 'ongoing', 'the bank takes five minutes')
  await sandbox(`transactions/${payment.reference}/expire`)

  context.advance(6 * MINUTE)
  await runJobsOnce(context)
  context.advance(1 * MINUTE)
  await runJobsOnce(context)

  assert.equal((await verified(payment)).status, 'abandoned')
  assert.deepEqual(await statesOf(payment), ['returned'])
})

for (const [decision, left] of [
  ['decline', 'none'],
  ['cancel', 'none'],
  ['late', 'redirect'],
] as const) {
  test(`on the page of a bank, ${decision}: the customer comes back to an open payment`, async () => {
    const payment = await given()
    const { body } = await api.post(`${payment.checkout}/bank/page`)
    const again = await api.post(`${payment.checkout}/bank/page`)
    assert.deepEqual(again.body.data.next, body.data.next, 'one page')

    await decideAt(body.data.next.url, decision)

    assert.equal((await nextOf(payment)).kind, left)
    context.advance(6 * MINUTE)
    await runJobsOnce(context)
    const { status } = await verified(payment)
    assert.equal(status, decision === 'late' ? 'success' : 'ongoing')
  })
}

test('of two attempts by two methods one is open, and whichever is paid first counts', async () => {
  const payment = await given()
  await requestCode(payment)
  const { code } = await nextOf(payment)
  const { body } = await api.post(`${payment.checkout}/opay/page`)
  assert.deepEqual(await statesOf(payment), ['superseded', 'redirect'])

  // The customer dials the first code all the same, and then pays with OPay too.
  await sandbox('ussd', { code })
  context.advance(1 * MINUTE)
  await runJobsOnce(context)
  assert.equal((await verified(payment)).channel, 'ussd')
  await decideAt(body.data.next.url, 'approve')
  context.advance(1 * MINUTE)
  await runJobsOnce(context)
  context.advance(1 * MINUTE)
  await runJobsOnce(context)

  assert.deepEqual(await statesOf(payment), ['approved', 'returned'])
  assert.equal((await verified(payment)).channel, 'ussd')
})

test('of two methods begun at once, one reaches its provider', async () => {
  const payment = await given()

  const answers = await Promise.all([
    requestCode(payment),
    api.post(`${payment.checkout}/bank/page`),
    api.post(`${payment.checkout}/opay/page`),
  ])

  const open = await findOpenAttempt(context, keyOf(context, payment.accessCode))
  assert(open)
  const states = await statesOf(payment)
  assert.equal(states.filter((state) => state !== 'superseded').length, 1, states.join())
  for (const { status, body } of answers) {
    assert(status === 200 || body.code === 'already_in_progress', `${status} ${body.code}`)
  }
})

test('what a provider calls a code is dialled only if a phone can', async () => {
  for (const code of ['*737*1*2#', '*#', '*737*1#;alert(1)', 'javascript:alert(1)//#', '737', '']) {
    const payment = await given()
    await requestCode(payment)
    const open = await findOpenAttempt(context, keyOf(context, payment.accessCode))
    assert(open)
    const outcome: CardOutcome = { kind: 'dial', code }

    await record(context, open, outcome)

    const { kind } = await nextOf(payment)
    assert.equal(kind, code === '*737*1*2#' ? 'dial' : 'none', code)
  }
})

test('without script, a form leads to the code, and another to the page of OPay', async () => {
  const payment = await given({ channels: ['ussd', 'opay'] })
  const { text } = await api.get(payment.checkout)
  const [, plain = ''] = /<noscript><form([\s\S]*?)<\/noscript>/.exec(text) ?? []
  assert.match(plain, /action="\/checkout\/[^"]+\/opay\/page\?html=1"/)

  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = await api.post(`${payment.checkout}/ussd?html=1`, { raw: 'bank=058', headers })
  assert.deepEqual([sent.status, sent.headers['location']], [303, payment.checkout])
  const shown = await api.get(payment.checkout)
  assert.match(shown.text, /id="ussd-call"[^>]* href="tel:\*737\*000\*\d{9}%23"/)
})

for (const [channel, outcome, status] of [
  ['ussd', 'success', 'success'],
  ['ussd', 'declined', 'ongoing'],
  ['bank', 'success', 'success'],
  ['opay', 'declined', 'ongoing'],
] as const) {
  test(`a developer pays by ${channel} in one call: ${outcome}`, async () => {
    const payment = await given()

    const { body } = await sandbox(`transactions/${payment.reference}/pay`, { channel, outcome })

    assert.equal(body.data.status, status)
    const refused = await sandbox(`transactions/${payment.reference}/pay`, { channel, amount: 1 })
    assert.equal(refused.body.errors?.[0].field, 'amount')
  })
}

test('a code of another business, or of nobody, cannot be dialled', async () => {
  const payment = await given()
  await requestCode(payment)
  const { code } = await nextOf(payment)
  const key = (await givenBusiness(context)).keys.secretKey

  const others = await api.post('/api/v1/sandbox/ussd', { key, body: { code } })
  const nobodys = await sandbox('ussd', { code: '*737*000*000000000#' })

  assert.deepEqual([others.status, nobodys.status], [404, 404])
})
