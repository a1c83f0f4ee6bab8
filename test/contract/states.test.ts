import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { abandonDue } from '../../src/payments/transactions/expire.ts'
import { DAY } from '../../src/platform/clock.ts'
import { givenPayment, useApi } from '../api.ts'
import { askForAccount, eventsOf, pay, transfer, verifyPayment } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'
import { untilDone } from '../until-done.ts'

// The contract, part "States and transitions": "Transaction states and transitions: not shown",
// so these are the decided ones.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const statusOf = async (reference: string) =>
  (await verifyPayment(api, business, reference)).status as string

test('created, and nobody has acted: pending', async () => {
  const { reference } = await givenPayment(api, business)
  assert.equal(await statusOf(reference), 'pending')
})

test('money is awaited: ongoing; the money is there: success', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  const account_number = await askForAccount(api, access_code)
  assert.equal(await statusOf(reference), 'ongoing')

  await transfer(api, business, { account_number, amount: 500_000 })

  assert.equal(await statusOf(reference), 'success')
})

test('a declined card leaves it ongoing, until the fifth', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  const states: string[] = []
  for (let i = 0; i < 5; i++) {
    await pay(api, access_code, 'declined')
    states.push(await statusOf(reference))
  }
  assert.deepEqual(states, ['ongoing', 'ongoing', 'ongoing', 'ongoing', 'failed'])
})

test('not paid in 24 hours: abandoned, whether or not anybody has acted', async () => {
  const untouched = await givenPayment(api, business)
  const awaited = await givenPayment(api, business)
  await askForAccount(api, awaited.access_code)

  context.advance(1 * DAY + 1_000)
  await untilDone(context, abandonDue)

  assert.equal(await statusOf(untouched.reference), 'abandoned')
  assert.equal(await statusOf(awaited.reference), 'abandoned')
})

test('cancelled by the customer: abandoned at once, and told, whether or not anybody has acted', async () => {
  const untouched = await givenPayment(api, business)
  const awaited = await givenPayment(api, business)
  const account_number = await askForAccount(api, awaited.access_code)

  for (const { access_code } of [untouched, awaited, awaited]) {
    const { status, body } = await api.post(`/checkout/${access_code}/cancel`)
    assert.deepEqual([status, body.data.status], [200, 'abandoned'])
  }

  const record = await verifyPayment(api, business, awaited.reference)
  assert.deepEqual([record.status, record.message], ['abandoned', 'The customer cancelled'])
  assert.equal(await statusOf(untouched.reference), 'abandoned')
  const told = await eventsOf(context, business)
  assert.deepEqual(told.map(({ type }) => type).sort(), [
    'transaction.abandoned',
    'transaction.abandoned',
  ])
  assert.deepEqual(told[1]!.data, record)
  assert.equal((await pay(api, untouched.access_code, 'success')).body.code, 'already_closed')
  await transfer(api, business, { account_number, amount: 500_000 })
  assert.equal(await statusOf(awaited.reference), 'abandoned', 'the money goes back')
})

test('a customer without script cancels by a form, and reads on the page that it is cancelled', async () => {
  const { access_code, reference } = await givenPayment(api, business)

  const { status, headers } = await api.post(`/checkout/${access_code}/cancel?html=1`)

  assert.deepEqual([status, headers.location], [303, `/checkout/${access_code}`])
  assert.match((await api.get(`${headers.location}`)).text, /This payment was cancelled/)
  assert.equal(await statusOf(reference), 'abandoned')
  const unknown = await api.post(`/checkout/${access_code.slice(1)}/cancel?html=1`)
  assert.equal(unknown.status, 404)
  assert.match(unknown.text, /cannot find this payment/)
})

test('a closed payment is never left again', async () => {
  const paid = await givenPayment(api, business)
  await pay(api, paid.access_code, 'success')
  const { body } = await api.post(`/checkout/${paid.access_code}/cancel`)
  assert.equal(body.data.status, 'success')
  assert.equal((await pay(api, paid.access_code, 'declined')).status, 409)
  context.advance(2 * DAY)
  await untilDone(context, abandonDue)
  assert.equal(await statusOf(paid.reference), 'success')

  const late = await givenPayment(api, business)
  const account_number = await askForAccount(api, late.access_code)
  context.advance(2 * DAY)
  await untilDone(context, abandonDue)
  await transfer(api, business, { account_number, amount: 500_000 })
  assert.equal(await statusOf(late.reference), 'abandoned', 'late money goes back')
})
