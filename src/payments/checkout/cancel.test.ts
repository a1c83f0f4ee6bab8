import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import {
  askForAccount,
  eventsOf,
  givenAccount,
  listDeposits,
  pay,
  runJobs,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { DAY } from '../../platform/clock.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { cancelIf } from '../transactions/expire.ts'
import { happening } from '../transactions/history.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'
import { cancelPayment } from './cancel.ts'

const AMOUNT = 500_000
const ROUNDS = 15

const context = useContext()
const api = useApi(context)
let worker: TestContext
before(async () => {
  await context.opened
  worker = contextOn(context.database)
})
after(() => disconnect(worker))

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const cancel = (name: string, by = business) =>
  api.post(`/api/v1/transactions/${name}/cancel`, { key: by.keys.secretKey })
const abandoned = async () =>
  (await eventsOf(context, business)).filter(({ type }) => type === 'transaction.abandoned')

test('a business cancels an unpaid payment by reference or id, once, with one event', async () => {
  const payment = await givenPayment(api, business)

  const first = await cancel(payment.reference)
  const again = await cancel(payment.id)

  assert.deepEqual([first.status, again.status], [200, 200])
  assert.equal(first.body.data.id, payment.id)
  assert.deepEqual(
    [first.body.data.status, first.body.data.message],
    ['abandoned', 'The business cancelled'],
  )
  assert.deepEqual(again.body.data, first.body.data)
  assert.deepEqual(await verifyPayment(api, business, payment.reference), first.body.data)
  assert.deepEqual(await abandoned(), [{ type: 'transaction.abandoned', data: first.body.data }])
  assert.equal((await pay(api, payment.access_code, 'success')).body.code, 'already_closed')
})

test('a transfer that arrives after the cancellation is returned, and pays nothing', async () => {
  const { account_number, reference } = await givenAccount(context, api, business)
  await cancel(reference)

  await transfer(api, business, { account_number, amount: AMOUNT })
  await runJobs(context)

  const [deposit] = await listDeposits(api, business)
  assert.deepEqual([deposit.status, deposit.amount], ['returned', AMOUNT])
  assert.equal((await verifyPayment(api, business, reference)).status, 'abandoned')
  await assertSettled(context)
})

test('a payment that has expired, and that no job has closed yet, is cancelled', async () => {
  const { reference } = await givenPayment(api, business)
  context.advance(1 * DAY + 1)

  const { status, body } = await cancel(reference)

  assert.deepEqual([status, body.data.status], [200, 'abandoned'])
  await runJobs(context)
  assert.equal((await abandoned()).length, 1)
})

test('a paid, a reversed and a failed payment cannot be cancelled, nor one that is not there', async () => {
  const paid = await givenPayment(api, business)
  await pay(api, paid.access_code, 'success')
  const failed = await givenPayment(api, business)
  for (let i = 0; i < 5; i++) await pay(api, failed.access_code, 'declined')
  const stranger = await givenBusiness(context)

  for (const [name, by, status, code] of [
    [paid.reference, business, 409, 'already_paid'],
    [failed.reference, business, 409, 'already_closed'],
    [paid.reference, stranger, 404, 'transaction_not_found'],
    ['nothing', business, 404, 'transaction_not_found'],
  ] as const) {
    const answer = await cancel(name, by)
    assert.deepEqual([answer.status, answer.body.code], [status, code])
  }
  const key = business.keys.secretKey
  await api.post('/api/v1/refunds', { key, body: { transaction: paid.id } })
  assert.equal((await cancel(paid.id)).body.code, 'already_paid')
})

for (const card of ['late_success', 'late_decline', 'page'] as const) {
  test(`while the outcome of a card is not known, the payment cannot be cancelled: ${card}`, async () => {
    const { access_code, reference } = await givenPayment(api, business)
    await pay(api, access_code, card)

    const refused = await cancel(reference)

    assert.deepEqual([refused.status, refused.body.code], [409, 'charge_in_progress'])
    assert.equal((await verifyPayment(api, business, reference)).status, 'ongoing')
    assert.deepEqual(await abandoned(), [])
  })
}

test('a card that waits for its PIN does not keep a payment from being cancelled', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'pin')

  assert.equal((await cancel(reference)).body.data.status, 'abandoned')
  const late = await api.post(`/checkout/${access_code}/card/pin`, { body: { pin: '1111' } })

  assert.notEqual(late.body.data?.status, 'success')
  await runJobs(context)
  assert.equal((await verifyPayment(api, business, reference)).status, 'abandoned')
  await assertSettled(context)
})

test('a transfer that pays between the look and the end of a payment wins', async () => {
  const payment = await givenPayment(api, business)
  const account_number = await askForAccount(api, payment.access_code)
  const key = { businessId: business.businessId, mode: 'test' as const, id: idOf(payment) }
  const seen: string[] = []

  await cancelIf(context, key, happening('cancelled_by_business'), async ({ status }) => {
    seen.push(status)
    if (seen.length === 1) await transfer(api, business, { account_number, amount: AMOUNT })
    return status === 'ongoing'
  })

  assert.deepEqual(seen, ['ongoing', 'success'])
  assert.equal((await verifyPayment(api, business, payment.reference)).status, 'success')
  assert.deepEqual(await abandoned(), [])
})

test('a card attempt that begins between the look and the end of a payment wins', async () => {
  const payment = await givenPayment(api, business)
  const key = { businessId: business.businessId, mode: 'test' as const, id: idOf(payment) }
  let looks = 0

  await cancelIf(context, key, happening('cancelled_by_business'), async ({ status }) => {
    looks += 1
    if (looks === 1) await pay(api, payment.access_code, 'late_success')
    return looks === 1 && status === 'pending'
  })

  assert.equal(looks, 2)
  assert.equal((await verifyPayment(api, business, payment.reference)).status, 'ongoing')
})

test('of a cancellation and a transfer at once, in two processes, exactly one ends the payment', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { account_number, reference } = await givenAccount(context, api, business)
    const elsewhere = { ...worker, rails: context.rails, now: context.now }
    const before = (await abandoned()).length

    const [end] = await Promise.all([
      cancelPayment(elsewhere, business, reference).catch((error) => error),
      transfer(api, business, { account_number, amount: AMOUNT }),
    ])

    const { status } = await verifyPayment(api, business, reference)
    const isCancelled = status === 'abandoned'
    assert(isCancelled || (end instanceof Refusal && end.code === 'already_paid'), status)
    assert.equal((await abandoned()).length - before, isCancelled ? 1 : 0)
  }
  await runJobs(context)
  const deposits = await listDeposits(api, business)
  const statuses = new Set(deposits.map(({ status }: { status: string }) => status))
  assert(statuses.isSubsetOf(new Set(['matched', 'returned'])))
  await assertSettled(context)
})

function idOf({ id }: { id: string }): TransactionId {
  return parsePublicId('transaction', id) as TransactionId
}
