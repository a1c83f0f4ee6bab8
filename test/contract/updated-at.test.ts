import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { concludePayouts } from '../../src/money-out/payouts/conclude.ts'
import { sendDue } from '../../src/payments/refunds/send.ts'
import { DAY, MINUTE } from '../../src/platform/clock.ts'
import { parsePublicId } from '../../src/platform/ids.ts'
import { givenPayment, useApi } from '../api.ts'
import { givenLink } from '../links.ts'
import {
  askForAccount,
  eventsOf,
  givenAccount,
  givenDedicated,
  listDeposits,
  pay,
  runJobs,
  transfer,
} from '../payments.ts'
import { askToPay, LATE_ACCOUNT } from '../payouts.ts'
import { givenPaid, refunded } from '../refunds.ts'
import { changeSplit, changeSubaccount, givenSplit, givenSubaccount } from '../splits.ts'
import { stopNow } from '../stopped-clock.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// `updated_at` moves with each change of a record that a business can see, and only then.

const context = useContext()
const api = useApi(context)

stopNow(context)
let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  business = await givenBusiness(context)
})

const get = async (path: string) =>
  (await api.get(`/api/v1${path}`, { key: business.keys.secretKey })).body.data

/** A minute later, `act` changes the record at `path`; then nothing does. */
async function assertMoves(path: string, act: () => Promise<unknown>): Promise<void> {
  const first = await get(path)
  context.advance(1 * MINUTE)
  await act()
  const second = await get(path)
  const { updated_at: _, ...wasBefore } = first
  const { updated_at, ...isNow } = second
  assert.notDeepEqual(isNow, wasBefore, 'it has changed')
  assert.equal(updated_at, context.now().toISOString())
  context.advance(1 * MINUTE)
  assert.deepEqual(await get(path), second)
}

test('of a payment: requested, paid, refunded in part, reversed; and told by its event', async () => {
  const { access_code, id } = await givenPayment(api, business)
  const path = `/transactions/${id}`
  assert.equal((await get(path)).updated_at, (await get(path)).created_at)
  let number = ''
  await assertMoves(path, async () => {
    number = await askForAccount(api, access_code)
  })
  await assertMoves(path, () =>
    transfer(api, business, { account_number: number, amount: 500_000 }),
  )
  const [told] = await eventsOf(context, business)
  assert.deepEqual(told?.data, await get(path))
  await assertMoves(path, () => refunded(api, business, { id: id as never }, 100_000))
  await assertMoves(path, () => refunded(api, business, { id: id as never }))
})

test('of a payment by card, a deposit to a dedicated account, and one that is cancelled', async () => {
  const { access_code, id } = await givenPayment(api, business)
  await assertMoves(`/transactions/${id}`, () => pay(api, access_code, 'declined'))
  await assertMoves(`/transactions/${id}`, () => pay(api, access_code, 'success'))
  const open = await givenPayment(api, business)
  await assertMoves(`/transactions/${open.id}`, () =>
    api.post(`/api/v1/transactions/${open.id}/cancel`, { key: business.keys.secretKey }),
  )
  const paid = await givenPaid(api, business, 'dedicated_virtual_account')
  const { data } = (await eventsOf(context, business)).find(
    ({ type, data: told }) =>
      type === 'transaction.success' && parsePublicId('transaction', told.id) === paid.id,
  )!
  assert.deepEqual(data, await get(`/transactions/${paid.id}`))
})

test('of a payout and a refund that end later', async () => {
  const { body } = await askToPay(api, business, { account_number: LATE_ACCOUNT })
  const paid = await givenPaid(api, business, 'bank_transfer', { sender: LATE_ACCOUNT })
  const refund = await refunded(api, business, paid, 1_000)
  assert.equal(body.data.updated_at, body.data.created_at)
  await assertMoves(`/payouts/${body.data.id}`, async () => {
    await concludePayouts(context)
    context.advance(1 * MINUTE)
    await concludePayouts(context)
  })
  await assertMoves(`/refunds/${refund.id}`, () => sendDue(context))
})

test('of a refund that fails', async () => {
  const paid = await givenPaid(api, business, 'card', { card: 'refund_fails_late' })
  const refund = await refunded(api, business, paid, 1_000)
  assert.deepEqual([refund.status, refund.updated_at], ['pending', refund.created_at])

  await assertMoves(`/refunds/${refund.id}`, async () => {
    await sendDue(context)
    context.advance(3 * DAY)
    await sendDue(context)
  })
  assert.equal((await get(`/refunds/${refund.id}`)).status, 'failed')
})

test('of a deposit that is returned', async () => {
  const { account_number } = await givenAccount(context, api, business)
  await transfer(api, business, { account_number, amount: 1_000 })
  const [before] = await listDeposits(api, business)
  context.advance(1 * MINUTE)

  await runJobs(context)

  const [after] = await listDeposits(api, business)
  assert.deepEqual([before.status, after.status], ['unmatched', 'returned'])
  assert.equal(before.updated_at < after.updated_at, true)
})

test('of a customer, a dedicated account, a split, a subaccount and a link', async () => {
  const { email, id: customer } = (await givenDedicated(api, business)).customer
  const account = await givenDedicated(api, business, { email })
  const put = (path: string, body: object) =>
    api.put(`/api/v1${path}`, { key: business.keys.secretKey, body })
  await assertMoves(`/dedicated-virtual-accounts/${account.id}`, () =>
    givenDedicated(api, business, { email, bvn: '22298765431' }),
  )
  assert.equal((await get(`/customers/${customer}`)).updated_at <= account.updated_at, true)
  const subaccount = await givenSubaccount(api, business)
  const split = await givenSplit(api, business, [{ subaccount_id: subaccount, share: 5 }])
  await assertMoves(`/splits/${split}`, () => changeSplit(api, business, split, { name: 'Later' }))
  await assertMoves(`/subaccounts/${subaccount}`, () =>
    changeSubaccount(api, business, subaccount, { business_name: 'Later' }),
  )
  const { id } = await givenLink(api, business)
  await assertMoves(`/payment-links/${id}`, () => put(`/payment-links/${id}`, { name: 'Later' }))
})
