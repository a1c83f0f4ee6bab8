import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { givenDedicated, pay, transfer } from '../../../test/payments.ts'
import { givenRule, tryRule } from '../../../test/rules.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, HOUR } from '../../platform/clock.ts'

// What a rule would have stopped, tried on the last thirty days.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

async function paid(reference: string, body: object = {}, card = 'success'): Promise<void> {
  const { access_code } = await givenPayment(api, business, { reference, ...body })
  await pay(api, access_code, card)
}

async function tried(body: Record<string, unknown>) {
  const { status, body: answer, text } = await tryRule(api, business, body)
  assert.equal(status, 200, text)
  const { stopped, of, references } = answer.data
  return { stopped, of, references }
}

test('an amount: payments that were tried or paid, and not those that nobody tried', async () => {
  await paid('small', { amount: 100_000 })
  await paid('large', { amount: 100_001 })
  await paid('declined', { amount: 900_000 }, 'declined')
  await givenPayment(api, business, { amount: 900_000 })
  const { account_number } = await givenDedicated(api, business)
  await transfer(api, business, { account_number, amount: 200_000 })

  const by = async (body: object) => tried({ kind: 'amount', amount: 100_000, ...body })

  const { stopped, of } = await by({})
  assert.deepEqual([stopped, of], [3, 4])
  assert.deepEqual(await by({ channels: ['card'] }), {
    stopped: 2,
    of: 4,
    references: ['declined', 'large'],
  })
})

test('payments of more than thirty days ago, of other businesses and of live mode do not count', async () => {
  await paid('old')
  context.advance(30 * DAY + 1)
  await paid('new')
  const other = await givenBusiness(context)
  const { access_code } = await givenPayment(api, other)
  await pay(api, access_code, 'success')

  const all = await tried({ kind: 'amount', amount: 100 })

  assert.deepEqual(all, { stopped: 1, of: 1, references: ['new'] })
})

test('payments of a customer or from an address in an hour, without any rule before', async () => {
  await paid('one', { email: 'ada@example.com' })
  await paid('two', { email: 'ada@example.com' })
  await paid('three', { email: 'bola@example.com' })
  context.advance(HOUR + 1)
  await paid('four', { email: 'ada@example.com' })

  const customers = await tried({ kind: 'payments_per_customer', limit: 1 })
  const addresses = await tried({ kind: 'payments_per_ip', limit: 2 })

  assert.deepEqual(customers, { stopped: 1, of: 4, references: ['two'] })
  // Nobody opened the page of these payments, so no address was recorded.
  assert.equal(addresses.stopped, 0)
})

test('payments from an address are counted once rules exist, or the page was opened', async () => {
  await givenRule(api, business, { kind: 'amount', amount: 9_000_000, active: false })
  for (const reference of ['one', 'two', 'three']) await paid(reference)

  const addresses = await tried({ kind: 'payments_per_ip', limit: 2 })

  assert.deepEqual(addresses, { stopped: 1, of: 3, references: ['three'] })
})

test('different cards in a day, of one customer', async () => {
  await paid('one')
  await paid('two')
  await paid('three', {}, 'refund_refused')
  context.advance(DAY + 1)
  await paid('four', {}, 'refund_unknown')

  const cards = await tried({ kind: 'cards_per_customer', limit: 1 })

  assert.deepEqual(cards, { stopped: 1, of: 4, references: ['three'] })
})

test('lists of countries, emails, networks and cards', async () => {
  await givenRule(api, business, { kind: 'amount', amount: 9_000_000, active: false })
  await paid('home')
  await paid('abroad', { email: 'bola@example.com' }, 'foreign')
  const opened = await givenPayment(api, business, { reference: 'opened' })
  await api.get(`/checkout/${opened.access_code}`)
  await pay(api, opened.access_code, 'success')
  const references = async (kind: string, ...values: string[]) =>
    (await tried({ kind, values })).references

  assert.deepEqual(await references('card_country_in', 'GB'), ['abroad'])
  assert.deepEqual(await references('card_country_not_in', 'GB'), ['opened', 'home'])
  assert.deepEqual(await references('email', 'BOLA@example.com'), ['abroad'])
  assert.deepEqual(await references('ip', '127.0.0.1'), ['opened'])
  assert.deepEqual(await references('ip', '10.0.0.0/8', '2001:db8::/32'), [])
  assert.deepEqual(await references('card', 'home'), ['opened', 'home'])
})

test('at most twenty references, the newest first', async () => {
  for (let i = 1; i <= 21; i++) await paid(`order-${i}`)

  const { stopped, references } = await tried({ kind: 'amount', amount: 100 })

  assert.equal(stopped, 21)
  assert.equal(references.length, 20)
  assert.deepEqual([references[0], references.at(-1)], ['order-21', 'order-2'])
})

test('without payments, a rule would have stopped none of none', async () => {
  const none = { stopped: 0, of: 0, references: [] }

  for (const kind of ['cards_per_customer', 'payments_per_customer', 'payments_per_ip'])
    assert.deepEqual(await tried({ kind, limit: 1 }), none)
})
