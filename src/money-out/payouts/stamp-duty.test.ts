import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { givenBatch } from '../../../test/payout-batches.ts'
import {
  askToPay,
  FAILING_ACCOUNT,
  givenShare,
  givenSubaccount,
  LATE_ACCOUNT,
  payOut,
  payoutsOf,
  REVERSING_ACCOUNT,
} from '../../../test/payouts.ts'
import { withDuty } from '../../../test/stamp-duty.ts'
import {
  asOwner,
  contextOn,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import { countCodes, sorted, whileLocked } from '../../../test/verifications.ts'
import { HOUSE } from '../../core/context.ts'
import { balancesOf, listEntries, partyBalancesOf } from '../../core/ledger/ledger.ts'
import { reconcile } from '../../operator/reconciliation/reconciliation.ts'
import { kobo } from '../../platform/money.ts'
import { concludePayouts, enquireAboutTransfer } from './conclude.ts'
import type { Payout } from './payouts.sql.ts'
import { payDue } from './subaccounts.ts'
import { verifyPayouts } from './verify.ts'

// The stamp duty on payouts: held, taken and given back with the amount, by an entry of its own.

const AMOUNT = 1_000_000
const DUTY = 5_000

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

async function entriesOf({ payoutId, businessId, mode }: Payout): Promise<string[]> {
  const rows = await listEntries(context.sql, businessId, mode, payoutId)
  return rows.map(({ reason, kind, debit, credit, amount }) =>
    [reason, kind, debit, credit, amount].join(' '),
  )
}

async function purse() {
  const { available, stamp_duty, bank_clearing } = await balancesOf(context, business)
  return [available.available, stamp_duty.posted, bank_clearing.posted].map(Number)
}

test('a payout of ₦10,000.00 costs ₦50.00 beside it, and one of a kobo less costs nothing', async () => {
  await setWallet(context, business, kobo(3 * AMOUNT))

  const dear = await askToPay(api, business, { amount: AMOUNT })
  const free = await askToPay(api, business, { amount: AMOUNT - 1 })

  assert.equal(dear.body.data.stamp_duty, DUTY)
  assert.equal(dear.body.data.amount, AMOUNT)
  assert.equal(free.body.data.stamp_duty, 0)
  assert.deepEqual(await purse(), [AMOUNT + 1 - DUTY, DUTY, 2 * AMOUNT - 1])
  const [payout] = await payoutsOf(context, business)
  assert.deepEqual((await entriesOf(payout!)).sort(), [
    'payout hold available bank_clearing 1000000',
    'payout post_hold available bank_clearing 1000000',
    'payout_duty hold available stamp_duty 5000',
    'payout_duty post_hold available stamp_duty 5000',
  ])
})

test('a wallet that covers the amount and not the duty pays nothing', async () => {
  await setWallet(context, business, kobo(AMOUNT + DUTY - 1))
  const short = await askToPay(api, business, { amount: AMOUNT })
  assert.deepEqual([short.status, short.body.code], [402, 'insufficient_balance'])
  assert.deepEqual(await payoutsOf(context, business), [])

  await setWallet(context, business, kobo(AMOUNT + DUTY))
  const enough = await askToPay(api, business, { amount: AMOUNT })
  assert.equal(enough.body.data.status, 'success')
  assert.deepEqual((await purse())[0], 0)
})

test('of two payouts at once with a wallet for one and its duty, one is paid', async () => {
  await setWallet(context, business, kobo(2 * AMOUNT + DUTY))
  const other = contextOn(context.database)

  const all = await whileLocked(context, 'ledger_account', business, async (waiting) => {
    const begun = sorted([context, other].map((one) => payOut(one, business, { amount: AMOUNT })))
    await waiting(2)
    return { begun }
  })
  const { done, refused } = await all.begun

  assert.deepEqual([done.length, countCodes(refused)], [1, { insufficient_balance: 1 }])
  assert.deepEqual(await purse(), [AMOUNT, DUTY, AMOUNT])
})

test('the duty is held while the outcome is unknown, and given back if the payout fails', async () => {
  const late = await payOut(context, business, { amount: AMOUNT, accountNumber: LATE_ACCOUNT })
  assert.equal(late.state, 'pending')
  assert.deepEqual(await purse(), [9_000_000 - DUTY, 0, 0])

  const failed = await payOut(context, business, { amount: AMOUNT, accountNumber: FAILING_ACCOUNT })

  assert.equal(failed.state, 'failed')
  assert.deepEqual((await entriesOf(failed)).sort(), [
    'payout hold available bank_clearing 1000000',
    'payout void_hold available bank_clearing 1000000',
    'payout_duty hold available stamp_duty 5000',
    'payout_duty void_hold available stamp_duty 5000',
  ])
  assert.deepEqual(await purse(), [9_000_000 - DUTY, 0, 0])
})

for (const byProvider of [false, true]) {
  const keeps = byProvider ? 'a provider keeps what it took' : 'the duty comes back'
  test(`if a payout comes back, ${keeps}, once`, async () => {
    const process = byProvider ? withDuty(context, 'sandbox') : context
    const order = { amount: AMOUNT, accountNumber: REVERSING_ACCOUNT }
    const payout = await payOut(process, business, order)
    for (let looks = 0; looks < 3; looks++) {
      await enquireAboutTransfer(process, 'test', 'sandbox', payout.payoutId)
      await concludePayouts(process)
    }

    const [reversed] = await payoutsOf(context, business)
    assert.equal(reversed!.state, 'reversed')
    const lost = byProvider ? DUTY : 0
    assert.deepEqual(await purse(), [10_000_000 - lost, 0, lost])
  })
}

test('what the provider deducts itself leaves our money there, and is no fee of the house', async () => {
  const house = { businessId: HOUSE, mode: 'test' } as const
  const before = (await balancesOf(context, house)).rail_fees.posted
  const { bank } = context.rails.test
  const process = withDuty(context, 'sandbox')
  // ₦10.75 and the duty, in one sum.
  const charged = { kind: 'sent', sessionId: 'one session', fee: kobo(6_075) } as const
  const rails = { ...context.rails.test, bank: { ...bank, transfer: async () => charged } }

  const payout = await payOut({ ...process, rails: { ...process.rails, test: rails } }, business, {
    amount: AMOUNT,
  })

  assert.deepEqual([payout.duty, payout.dutyByProvider], [5_000n, true])
  assert.deepEqual(await purse(), [9_000_000 - DUTY, 0, AMOUNT + DUTY])
  assert.equal((await balancesOf(context, house)).rail_fees.posted, before - 1_075n)
  const books = { mode: 'test', rail: 'sandbox', statementId: null } as const
  const { ledger } = await reconcile(context, books)
  assert.equal(ledger.clearing, ledger.movements, 'and no movement of anybody’s')
})

test('with the duty switched off, a payout costs its amount', async () => {
  const payout = await payOut(withDuty(context, 'off'), business, { amount: AMOUNT })

  assert.equal(payout.duty, 0n)
  assert.deepEqual(await purse(), [9_000_000, 0, AMOUNT])
})

test('a subaccount gets its balance less the duty', async () => {
  const { subaccountId } = await givenSubaccount(context, business)
  await givenShare(context, business, subaccountId, kobo(AMOUNT + DUTY))

  await payDue(context)

  const [payout] = await payoutsOf(context, business)
  assert.deepEqual([payout!.amount, payout!.duty, payout!.state], [1_000_000n, 5_000n, 'success'])
  const [share] = await partyBalancesOf(context, business, [subaccountId])
  assert.equal(share!.available, 0n)
})

test('a batch shows its duty before it is sent, and needs a balance that covers it', async () => {
  const key = business.keys.secretKey
  const lines = [{ amount: AMOUNT }, { amount: AMOUNT - 1 }, { amount: 2 * AMOUNT }]
  const payouts = lines.map((line) => ({ bank_code: '058', account_number: '0000000018', ...line }))
  const checked = await api.post('/api/v1/payout-batches/check', { key, body: { payouts } })
  assert.equal(checked.body.data.stamp_duty, 2 * DUTY)

  await setWallet(context, business, kobo(4 * AMOUNT - 1 + 2 * DUTY - 1))
  const batch = await givenBatch(context, api, business, lines)
  const { progress } = await batch.read()
  assert.equal(progress.waiting.stamp_duty, 2 * DUTY)
  const short = await batch.send()
  assert.deepEqual([short.status, short.body.code], [402, 'insufficient_balance'])

  await setWallet(context, business, kobo(4 * AMOUNT - 1 + 2 * DUTY))
  assert.equal((await batch.send()).status, 200)
})

test('the statement and the statistics name the duty', async () => {
  const key = business.keys.secretKey
  await payOut(context, business, { amount: AMOUNT })
  await payOut(context, business, { amount: AMOUNT, accountNumber: FAILING_ACCOUNT })

  const path = '/api/v1/balance/ledger?type=payout_duty'
  const { body: statement } = await api.get(path, { key })
  const { body: statistics } = await api.get('/api/v1/statistics', { key })
  const { body: fees } = await api.get('/api/v1/settings/fees', { key })

  const [released, held, posted] = statement.data
  assert.deepEqual([released.amount, held.amount, posted.amount], [DUTY, -DUTY, -DUTY])
  assert.deepEqual([posted.state, posted.source_type], ['posted', 'payout'])
  assert.equal(statistics.data.totals.stamp_duty, DUTY)
  assert.deepEqual(fees.data.stamp_duty, { amount: DUTY, from_amount: AMOUNT })
})

test('the books report a duty that was not booked as its payout says', async () => {
  const { businessId } = await payOut(context, business, { amount: AMOUNT })
  const spoil = (duty: number) =>
    asOwner(
      context,
      (sql) => sql`update payout set duty = ${duty} where business_id = ${businessId}`,
    )

  await spoil(0)
  assert.equal((await verifyPayouts(context.sql)).length, 1)
  await spoil(4_999)
  assert.equal((await verifyPayouts(context.sql)).length, 1)
  await spoil(DUTY)
  assert.deepEqual(await verifyPayouts(context.sql), [])
})
