import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { payDue } from '../src/money-out/payouts/subaccounts.ts'
import { subaccountCode } from '../src/payments/splits/subaccounts.ts'
import { kobo } from '../src/platform/money.ts'
import { useApi } from './api.ts'
import { runJobs } from './payments.ts'
import { askToPay, givenShare, givenSubaccount, LATE_ACCOUNT } from './payouts.ts'
import { askRefund, givenPaid, NET, PLAY_MONEY } from './refunds.ts'
import { subaccountOf } from './splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'
import { untilDone } from './until-done.ts'

// The figures that people read, while something is held: what is on its way is not there any more.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const get = async (path: string) =>
  (await api.get(path, { key: business.keys.secretKey })).body.data
const balance = async () => {
  const { available, pending } = await get('/api/v1/balance')
  return [available, pending]
}
const lines = async (account: string) =>
  (await get(`/api/v1/balance/ledger?account=${account}`)).map(
    ({ state, amount, balance: after }: Record<string, unknown>) => [state, amount, after],
  )

test('a payout on its way has left the balance and stands in the statement, and nothing twice', async () => {
  await askToPay(api, business, { account_number: LATE_ACCOUNT, amount: 250_000 })
  const after = PLAY_MONEY - 250_000
  assert.deepEqual(await balance(), [after, 0])
  assert.deepEqual((await lines('available'))[0], ['held', -250_000, after])

  await runJobs(context)

  assert.deepEqual(await balance(), [after, 0])
  assert.deepEqual((await lines('available'))[0], ['posted', -250_000, after])
})

test('a payout that fails comes back to the balance, and the statement says so', async () => {
  const { bank } = context.rails.test
  const { transfer } = bank
  bank.transfer = async () => ({ kind: 'failed', reason: 'account_closed' })
  await askToPay(api, business, { amount: 250_000 })
  bank.transfer = transfer

  assert.deepEqual(await balance(), [PLAY_MONEY, 0])
  assert.deepEqual((await lines('available')).slice(0, 2), [
    ['released', 250_000, PLAY_MONEY],
    ['released', -250_000, PLAY_MONEY - 250_000],
  ])
})

test('what a refund holds of pending money is in neither balance', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  await api.post('/api/v1/sandbox/wallet', {
    key: business.keys.secretKey,
    body: { amount: 1_000 },
  })
  const { id } = await givenPaid(api, business, 'card', { card: 'refund_unknown' })
  assert.deepEqual(await balance(), [1_000, NET.checkout])

  await askRefund(api, business, { transaction: id, amount: 201_000 })

  assert.deepEqual(await balance(), [0, NET.checkout - 200_000])
  assert.deepEqual((await lines('available'))[0], ['held', -1_000, 0])
  assert.deepEqual((await lines('pending'))[0], ['held', -200_000, NET.checkout - 200_000])
})

test('the fee of a verification whose code may have left is held', async () => {
  await api.post('/api/v1/bvn/verify', {
    key: business.keys.secretKey,
    body: { type: 'BVN', number: '00000000504' },
  })
  assert.deepEqual(await balance(), [PLAY_MONEY - 5_000, 0])
  assert.deepEqual((await lines('available'))[0], ['held', -5_000, PLAY_MONEY - 5_000])
})

test('a subaccount whose money is on its way has none of it, and what came since is its own', async () => {
  const account = { accountNumber: LATE_ACCOUNT }
  const { subaccountId } = await givenSubaccount(context, business, account)
  const code = subaccountCode(subaccountId)
  const shown = async () => {
    const { available, pending } = await subaccountOf(api, business, code)
    const [listed] = await get('/api/v1/subaccounts')
    assert.deepEqual([listed.available, listed.pending], [available, pending])
    return [available, pending]
  }
  await givenShare(context, business, subaccountId, kobo(70_000))
  assert.deepEqual(await shown(), [70_000, 0])

  await untilDone(context, payDue)
  assert.deepEqual(await shown(), [0, 0])
  await givenShare(context, business, subaccountId, kobo(1_234))
  assert.deepEqual(await shown(), [1_234, 0])

  context.advance(600_000)
  await untilDone(context, concludePayouts)
  assert.deepEqual(await shown(), [1_234, 0])
})
