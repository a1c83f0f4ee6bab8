import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import {
  creditTo,
  givenAccount,
  givenDedicated,
  notify,
  runJobs,
  transfer,
} from '../../../test/payments.ts'
import { payOut } from '../../../test/payouts.ts'
import { givenPaid, refundIn, watched } from '../../../test/refunds.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { concludePayouts, enquireAboutTransfer } from '../../money-out/payouts/conclude.ts'
import { verifyBooks } from '../../operator/books.ts'
import { reconcile } from '../../operator/reconciliation/reconciliation.ts'
import { findPayingAttempt } from '../../payments/checkout/checkout.ts'
import { receive } from '../../payments/deposits/receive.ts'
import { assign, listWaiting } from '../../payments/deposits/suspend.ts'
import type { Sql } from '../../platform/db.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { HOUSE, type Scope } from '../context.ts'
import { balancesOf, listEntries, openAccounts, post } from './ledger.ts'
import { bookRailFee, verifyRailFees } from './rail-fees.ts'

// Fees of rails are costs of the house, booked once each.

type Run = (sql: Sql) => Promise<unknown>

const CHARGING_ACCOUNT = '4444444444'
const FEE = 1_075n
const BOOKS = { mode: 'test', rail: 'sandbox', statementId: null } as const

const context = useContext()
const api = useApi(context)
const house: Scope = { businessId: HOUSE, mode: 'test' }

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
  assert.deepEqual(await verifyBooks(context.sql), [])
})

test('a bank’s fee for a payout is booked once as a cost of the house, however often it is reported', async () => {
  const before = await balancesOf(context, house)

  const payout = await payOut(context, business, { accountNumber: CHARGING_ACCOUNT })
  for (let looks = 0; looks < 3; looks++) {
    await enquireAboutTransfer(context, 'test', payout.rail, payout.payoutId)
    await concludePayouts(context)
  }

  assert.deepEqual(await feesOf(payout.payoutId), [
    ['rail_fee', 'post', 'rail_fees', 'bank_clearing', FEE],
  ])
  const after = await balancesOf(context, house)
  assert.equal(after.rail_fees.posted, before.rail_fees.posted - FEE)
  const own = await balancesOf(context, business)
  assert.equal(own.available.posted, 10_000_000n - payout.amount, 'the business pays nothing of it')
})

test('fees for returns and refunds are booked too', async () => {
  const { account_number } = await givenAccount(context, api, business)
  const sent = { account_number, amount: 5, sender_account_number: CHARGING_ACCOUNT }
  await transfer(api, business, sent)
  await runJobs(context)
  const [deposit] = await context.sql<{ depositId: string }[]>`
    select deposit_id from deposit where business_id = ${business.businessId}
  `
  const paid = await givenPaid(api, business, 'bank_transfer', { sender: CHARGING_ACCOUNT })
  const { refundId } = await refundIn(context, business, paid, 1_000)

  assert.deepEqual(await feesOf(deposit!.depositId), [
    ['rail_return_fee', 'post', 'rail_fees', 'bank_clearing', FEE],
  ])
  assert.deepEqual(await feesOf(refundId), [
    ['rail_fee', 'post', 'rail_fees', 'bank_clearing', FEE],
  ])
})

test('card fees are booked under the charge or the refund', async () => {
  const paid = await givenPaid(api, business, 'card', { card: 'fee' })
  const attempt = await findPayingAttempt(context.sql, { ...business, id: paid.id })
  const charging = watched(context, async (_, real) => ({ ...(await real()), fee: FEE }) as never)
  const { refundId } = await refundIn(charging, business, paid, 1_000)

  const entry = ['rail_fee', 'post', 'rail_fees', 'card_clearing', FEE]
  assert.deepEqual(await feesOf(attempt!.attemptId), [entry])
  assert.deepEqual(await feesOf(refundId), [entry])
})

test('the ledger matches the movements at the bank, fees excluded', async () => {
  const before = await reconcile(context, BOOKS)
  await payOut(context, business, { accountNumber: CHARGING_ACCOUNT })

  const { ledger } = await reconcile(context, BOOKS)

  assert.equal(ledger.clearing, before.ledger.clearing + 250_000n)
  assert.equal(ledger.clearing, ledger.movements)
})

// After the one above: in test mode, reconciliation counts no movement for such a refund.
test('a card payment that is refunded to an account has the fee of the bank that sends it', async () => {
  const paid = await givenPaid(api, business, 'card')
  const destination = { bankCode: '058', accountNumber: CHARGING_ACCOUNT }
  const { refundId } = await refundIn(context, business, paid, 1_000, { destination })

  assert.deepEqual(await feesOf(refundId), [
    ['rail_fee', 'post', 'rail_fees', 'bank_clearing', FEE],
  ])
})

for (const [what, spoil] of [
  [
    'of nothing',
    "update ledger_entry set cause_id = business_id where reason = 'rail_fee' and cause_id in \
    (select cause_id from ledger_entry where reason = 'rail_fee' limit 1)",
  ],
  [
    'at the other clearing',
    "update ledger_entry set credit_account = 'card_clearing' where credit_account = \
    'bank_clearing' and reason = 'rail_fee'",
  ],
  ['under another reason', "update ledger_entry set reason = 'x' where reason = 'rail_fee'"],
  [
    'of a business',
    "update ledger_entry set business_id = (select business_id from business limit 1) \
    where reason = 'rail_fee'",
  ],
  ['that is held', "update ledger_entry set kind = 'hold' where reason = 'rail_fee'"],
  [
    'from another account',
    "update ledger_entry set debit_account = 'fees' where reason = 'rail_fee'",
  ],
] as const) {
  test(`a fee ${what} is found`, async () => {
    await payOut(context, business, { accountNumber: CHARGING_ACCOUNT })
    await asOwner(context, async (owner) => {
      const undone = new Error('undone')
      const run = owner.begin(async (sql) => {
        await sql.unsafe('alter table ledger_entry disable trigger user')
        await sql.unsafe(spoil)
        const [wrong] = await verifyRailFees(sql)
        assert.equal(wrong?.what, 'a fee of a rail is not booked as one')
        throw undone
      })
      await assert.rejects(run, undone)
    })
  })
}

test('stamp duty on a return that was not made is found', async () => {
  const { account_number } = await givenDedicated(api, business)
  const received = await receive(context, 'test', creditTo(context, account_number, 500_000))
  assert(received.kind === 'credited')
  const { depositId: causeId } = received.deposit
  await context.sql
    .begin(async (sql) => {
      const at = context.now()
      const of = { ...house, causeId, reason: 'rail_return_duty' as const, occurredAt: at }
      await openAccounts(sql, at, house)
      await post(sql, at, [{ ...of, debit: 'rail_fees', credit: 'stamp_duty', amount: kobo(1) }])
      const [wrong] = await verifyRailFees(sql)
      assert.equal(wrong?.expected, 'post rail_fees nothing')
      throw new Error('undone')
    })
    .catch((error: Error) => assert.equal(error.message, 'undone'))
})

test('a report of wrong fees ends after a hundred', async () => {
  const { businessId, mode } = business
  const entries = Array.from({ length: 101 }, () => ({
    ...{ businessId, mode, causeId: newId(context.now()), reason: 'rail_fee' as const },
    ...{ debit: 'bank_clearing' as const, credit: 'available' as const, amount: kobo(1) },
    occurredAt: context.now(),
  }))

  const undone = new Error('undone')
  const run = context.sql.begin(async (sql) => {
    await post(sql, context.now(), entries)
    assert.equal((await verifyRailFees(sql)).length, 100)
    throw undone
  })

  await assert.rejects(run, undone)
})

async function feesOf(causeId: string) {
  const entries = await listEntries(context.sql, HOUSE, 'test', causeId)
  return entries.map(({ reason, kind, debit, credit, amount }) => [
    reason,
    kind,
    debit,
    credit,
    amount,
  ])
}

test('a fee kept from a credit is booked once as a cost of the house, whoever gets the credit', async () => {
  const { account_number } = await givenDedicated(api, business)
  const before = await balancesOf(context, house)
  const credit = creditTo(context, account_number, 500_000)
  const nobodys = creditTo(context, '0000000001', 500_000)

  for (let times = 0; times < 2; times++) {
    await receive(context, 'test', credit, 'sandbox', kobo(FEE))
    await receive(context, 'test', nobodys, 'sandbox', kobo(FEE))
  }
  const { suspendedCreditId } = (await listWaiting(context, 'test')).at(-1)!
  const suspendedCredit = publicId('suspended_credit', suspendedCreditId)
  const by = 'an operator'
  await assign(context, 'test', { suspendedCredit, accountNumber: account_number, by })
  const again = await receive(context, 'test', nobodys, 'sandbox', kobo(FEE))

  const after = await balancesOf(context, house)
  assert.equal(before.rail_fees.posted - after.rail_fees.posted, 2n * FEE)
  assert(again.kind === 'credited')
  assert.equal(again.deposit.amount, 500_000n, 'the business has all of it')
})

test('a fee lost in a crash is booked when the bank reports it again', async () => {
  const { account_number } = await givenDedicated(api, business)
  const credit = creditTo(context, account_number, 500_000)
  await receive(context, 'test', credit, 'sandbox')
  const before = await balancesOf(context, house)

  await receive(context, 'test', credit, 'sandbox', kobo(FEE))

  const after = await balancesOf(context, house)
  assert.equal(before.rail_fees.posted - after.rail_fees.posted, FEE)
})

test('a fee of one kobo is booked, a fee of zero is not, and a fault is thrown', async () => {
  const causeId = newId(context.now())
  const fee = { mode: 'test', causeId, reason: 'rail_fee', clearing: 'bank_clearing' } as const
  const booked = async () => (await listEntries(context.sql, HOUSE, 'test', causeId)).length

  await context.sql
    .begin(async (sql) => {
      const undone = new Error('undone')
      const inside = { ...context, sql: { begin: (run: never) => (run as Run)(sql) } } as never
      await bookRailFee(inside, fee, {})
      await bookRailFee(inside, fee, { fee: kobo(0) })
      assert.equal((await listEntries(sql, HOUSE, 'test', causeId)).length, 0)
      await bookRailFee(inside, fee, { fee: kobo(1) })
      assert.equal((await listEntries(sql, HOUSE, 'test', causeId)).length, 1)
      throw undone
    })
    .catch((error: Error) => assert.equal(error.message, 'undone'))

  assert.equal(await booked(), 0)
  const wrong = { ...fee, causeId: 'no id' }
  await assert.rejects(bookRailFee(context, wrong, { fee: kobo(1) }), /uuid/)
})

test('no fee is booked for a quarantined credit', async () => {
  const { account_number } = await givenDedicated(api, business)
  const credit = creditTo(context, account_number, 500_000)
  await receive(context, 'test', credit, 'sandbox')
  const before = await balancesOf(context, house)

  const altered = { ...credit, amount: kobo(600_000) }
  const { kind } = await receive(context, 'test', altered, 'sandbox', kobo(FEE))

  assert.equal(kind, 'quarantined')
  assert.deepEqual(await balancesOf(context, house), before)
})

test('a notification with a fee books it', async () => {
  const { account_number } = await givenDedicated(api, business)
  const before = await balancesOf(context, house)

  for (const fee of [1_075, 500_000, -1, 0.5, '1075']) {
    await notify(api, context, creditTo(context, account_number, 500_000), { fee })
  }

  const after = await balancesOf(context, house)
  assert.equal(before.rail_fees.posted - after.rail_fees.posted, FEE)
})
