import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { useKeptCards } from '../../../test/kept-cards.ts'
import {
  askForAccount,
  eventsOf,
  givenDedicated,
  pay,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import { givenRule } from '../../../test/rules.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, HOUR } from '../../platform/clock.ts'

// What rules do to attempts: every kind, at its limit.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))
const kept = useKeptCards(context, api, () => business)

const NOT_ACCEPTED = 'This payment was not accepted. Try another way to pay.'

/** What a customer reads, and what the business reads of the payment. */
async function paid(card = 'success', body: object = {}) {
  const payment = await givenPayment(api, business, { ...body })
  const { body: answer } = await pay(api, payment.access_code, card)
  const record = await verifyPayment(api, business, payment.reference)
  return { ...payment, message: answer.data.message, record }
}

function names(risk: { reasons: { name: string }[] } | null): string[] {
  return risk?.reasons.map(({ name }) => name) ?? []
}

test('a payment above the amount of a rule is declined, and no provider is asked', async () => {
  await givenRule(api, business, { name: 'Large', kind: 'amount', amount: 500_000 })
  const { card } = context.rails.test
  const { charge } = card
  const charges: string[] = []
  card.charge = (request) => {
    charges.push(request.key)
    return charge(request)
  }

  const exact = await paid('success', { amount: 500_000 })
  const above = await paid('success', { amount: 500_001 })
  card.charge = charge

  assert.equal(exact.record.status, 'success')
  assert.equal(exact.record.risk, null)
  assert.equal(above.message, NOT_ACCEPTED)
  assert.equal(above.record.status, 'ongoing')
  assert.equal(above.record.gateway_response, 'Declined')
  assert.equal(charges.length, 1)
  const { score, reasons, review } = above.record.risk
  assert.deepEqual([score, review], [40, null])
  const [{ rule_id: _, ...reason }] = reasons
  assert.deepEqual(reason, { name: 'Large', action: 'refuse', points: 40, attempt: 1 })
})

test('an amount for cards holds for cards only', async () => {
  await givenRule(api, business, { kind: 'amount', amount: 100, channels: ['card'] })
  const { access_code, reference } = await givenPayment(api, business)

  const byCard = await pay(api, access_code, 'success')
  await api.post(`/checkout/${access_code}/ussd`, { body: { bank: '058' } })

  assert.equal(byCard.body.data.message, NOT_ACCEPTED)
  const { log, risk } = await verifyPayment(api, business, reference)
  assert.equal(log.attempts, 2)
  assert.deepEqual(
    risk.reasons.map(({ attempt }: { attempt: number }) => attempt),
    [1],
  )
})

test('a rule that is switched off, or of another business or mode, stops nothing', async () => {
  await givenRule(api, business, { kind: 'amount', amount: 100, active: false })
  await givenRule(api, await givenBusiness(context), { kind: 'amount', amount: 100 })

  const { record } = await paid()

  assert.deepEqual([record.status, record.risk], ['success', null])
})

test('two payments of a customer in an hour are let through, and a third after the hour', async () => {
  await givenRule(api, business, { kind: 'payments_per_customer', limit: 2 })
  const statuses = async (email: string) => (await paid('success', { email })).record.status

  assert.equal(await statuses('ada@example.com'), 'success')
  assert.equal(await statuses('ADA@example.com'), 'success')
  assert.equal(await statuses('ada@example.com'), 'ongoing')
  assert.equal(await statuses('bola@example.com'), 'success')
  context.advance(HOUR + 1)
  assert.equal(await statuses('ada@example.com'), 'success')
})

test('a payment counts in the hour in which it is paid, however long ago it was made', async () => {
  await givenRule(api, business, { kind: 'payments_per_customer', limit: 1 })
  const { access_code } = await givenPayment(api, business)
  context.advance(2 * HOUR)
  const account_number = await askForAccount(api, access_code)
  await transfer(api, business, { account_number, amount: 500_000 })

  const { message } = await paid()

  assert.equal(message, NOT_ACCEPTED)
})

test('another attempt of the same payment does not count against it', async () => {
  await givenRule(api, business, { kind: 'payments_per_customer', limit: 1 })
  const { access_code, reference } = await givenPayment(api, business)

  await pay(api, access_code, 'declined')
  await pay(api, access_code, 'success')

  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
})

test('payments from one address are counted, whoever the customer is', async () => {
  await givenRule(api, business, { kind: 'payments_per_ip', limit: 1 })

  const first = await paid('success', { email: 'ada@example.com' })
  const second = await paid('success', { email: 'bola@example.com' })

  assert.equal(first.record.status, 'success')
  assert.equal(second.message, NOT_ACCEPTED)
})

test('different cards of a customer are counted for a day', async () => {
  await givenRule(api, business, { kind: 'cards_per_customer', limit: 1 })
  const tried = async (card: string) => (await paid(card)).message

  assert.equal(await tried('success'), '')
  assert.equal(await tried('success'), '')
  assert.equal(await tried('refund_refused'), NOT_ACCEPTED)
  context.advance(DAY + 1)
  assert.equal(await tried('refund_refused'), '')
})

test('listed emails and addresses are refused', async () => {
  const values = ['ADA@example.com']
  const rule = await givenRule(api, business, { kind: 'email', values })
  assert.deepEqual(rule.values, ['ada@example.com'])

  assert.equal((await paid('success', { email: 'Ada@Example.com' })).message, NOT_ACCEPTED)
  assert.equal((await paid('success', { email: 'bola@example.com' })).message, '')
  await givenRule(api, business, { kind: 'ip', values: ['127.0.0.0/8'] })
  assert.equal((await paid('success', { email: 'bola@example.com' })).message, NOT_ACCEPTED)
})

test('what one rule marks for a review and another refuses is refused', async () => {
  await givenRule(api, business, { kind: 'amount', action: 'review', amount: 100 })
  await givenRule(api, business, { kind: 'amount', action: 'refuse', amount: 200 })

  assert.equal((await paid()).message, NOT_ACCEPTED)
})

test('an allow rule lets a customer through, whatever else matches, and shows both', async () => {
  await givenRule(api, business, { name: 'All', kind: 'amount', amount: 100 })
  const values = ['ada@example.com']
  await givenRule(api, business, { name: 'Ada', kind: 'email', action: 'allow', values })

  const { record } = await paid('success', { email: 'ada@example.com' })

  assert.equal(record.status, 'success')
  assert.deepEqual(names(record.risk), ['All', 'Ada'])
  assert.deepEqual([record.risk.score, record.risk.review], [80, null])
})

test('what an allow rule says of one card holds for no other card of the payment', async () => {
  await givenRule(api, business, { kind: 'amount', action: 'review', amount: 100 })
  const { reference: tried } = await paid('declined')
  await givenRule(api, business, { kind: 'card', action: 'allow', values: [tried] })
  const { access_code, reference } = await givenPayment(api, business)

  await pay(api, access_code, 'declined')
  await pay(api, access_code, 'success')

  const { status, risk } = await verifyPayment(api, business, reference)
  assert.deepEqual([status, risk.review], ['success', 'pending'])
})

test('a card is listed by a payment that it tried, and kept as a digest', async () => {
  await givenRule(api, business, { kind: 'payments_per_ip', limit: 1_000 })
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'declined')
  await pay(api, access_code, 'success')
  const rule = await givenRule(api, business, { kind: 'card', values: [reference] })

  const last = await paid('success', { email: 'bola@example.com' })
  const first = await paid('declined', { email: 'bola@example.com' })
  const other = await paid('refund_refused', { email: 'bola@example.com' })

  assert.match(rule.values[0], /^crd_[\w-]{22}$/)
  assert.equal(last.message, NOT_ACCEPTED)
  assert.notEqual(first.message, NOT_ACCEPTED)
  assert.equal(other.message, '')
})

test('a kept card of another country is refused before it is charged', async () => {
  const authorization_code = await kept.givenCode('foreign')
  const home = await kept.givenCode('success')
  await givenRule(api, business, { name: 'Home', kind: 'card_country_not_in', values: ['NG'] })

  const abroad = await kept.charge({ authorization_code, reference: 'abroad' })
  const again = await kept.charge({ authorization_code, reference: 'abroad' })

  assert.deepEqual([abroad.data.status, abroad.data.decline_reason], ['failed', 'rule_matched'])
  assert.deepEqual(names(abroad.data.transaction.risk), ['Home'])
  assert.deepEqual(again.data, abroad.data)
  assert.equal((await kept.charge({ authorization_code: home })).data.status, 'success')
})

test('a country that is known only with the outcome asks for a review', async () => {
  await givenRule(api, business, { kind: 'card_country_in', values: ['GB'] })

  const { record } = await paid('foreign')
  const { record: home } = await paid('success')

  assert.deepEqual([record.status, record.risk.review], ['success', 'pending'])
  assert.equal(home.risk, null)
})

test('a transfer that has arrived is never refused: it waits for a review', async () => {
  await givenRule(api, business, { name: 'Large', kind: 'amount', amount: 100 })
  const { access_code, reference } = await givenPayment(api, business)
  const account_number = await askForAccount(api, access_code)

  await transfer(api, business, { account_number, amount: 500_000 })

  const { status, risk } = await verifyPayment(api, business, reference)
  assert.deepEqual([status, risk.review], ['success', 'pending'])
  assert.equal(risk.reasons[0].attempt, null)
})

test('a deposit to a dedicated account is reviewed too', async () => {
  await givenRule(api, business, { kind: 'amount', amount: 100 })
  const { account_number } = await givenDedicated(api, business)

  await transfer(api, business, { account_number, amount: 500_000 })

  const key = business.keys.secretKey
  const { body } = await api.get('/api/v1/transactions?review=pending', { key })
  assert.equal(body.data.length, 1)
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert(types.includes('transaction.review_opened'))
})

test('the fifth attempt that a rule refuses fails the payment, with its event', async () => {
  await givenRule(api, business, { kind: 'amount', amount: 100 })
  const { access_code, reference } = await givenPayment(api, business)

  for (let i = 0; i < 5; i++) await pay(api, access_code, 'success')

  assert.equal((await verifyPayment(api, business, reference)).status, 'failed')
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert.deepEqual(types, ['transaction.failed'])
})

test('a business without rules keeps nothing for them to count', async () => {
  await paid()

  const rows = await context.sql`
    select customer_id, network, card from card_attempt
    where business_id = ${business.businessId} and mode = 'test'
  `
  assert.deepEqual(rows, [{ customerId: null, network: null, card: null }])
})
