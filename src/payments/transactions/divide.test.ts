import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { type SubaccountId, subaccountCode } from '../splits/subaccounts.ts'
import { divide } from './settle.ts'
import type { Channel, Transaction } from './transactions.rows.ts'

// Worked by hand: ₦5,000.00 by 1.5 % and ₦100.00, 7.5 % VAT; 20 % and 10 % to two cooks.

const now = new Date('2026-11-23T10:00:00Z')
const [first, second] = [newId<'subaccount'>(now), newId<'subaccount'>(now)] as SubaccountId[]
const settings = {
  settlement: 'T+1',
  checkoutFeeBasisPoints: 150,
  checkoutFeeFlat: kobo(10_000),
  checkoutFeeFlatFrom: kobo(250_000),
  checkoutFeeMax: kobo(200_000),
  dedicatedFeeBasisPoints: 0,
  dedicatedFeeMax: kobo(0),
} as ModeSettings
const split = JSON.stringify({
  type: 'percentage',
  bearer_type: 'account',
  bearer_subaccount: null,
  formula: {
    subaccounts: [
      { subaccount: subaccountCode(first!), share: 20 },
      { subaccount: subaccountCode(second!), share: 10 },
    ],
  },
})

function legsOf(channel: Channel, transaction: Partial<Transaction>, own = settings) {
  const payment = {
    channel,
    amount: kobo(500_000),
    paidAt: now,
    clearing: 'bank_clearing',
  } as const
  const { legs } = divide(own, { split: null, ...transaction } as Transaction, payment)
  return legs.map(({ reason, debit, credit, amount }) => [reason, debit, credit, Number(amount)])
}

test('a shared payment is a leg for the business, each charge and each party, in this order', () => {
  assert.deepEqual(legsOf('bank_transfer', { split }), [
    ['payment', 'bank_clearing', 'pending', 331_187],
    ['payment_fee', 'bank_clearing', 'fees', 17_500],
    ['payment_vat', 'bank_clearing', 'vat', 1_313],
    ['share/1', 'bank_clearing', `pending/${first}`, 100_000],
    ['share/2', 'bank_clearing', `pending/${second}`, 50_000],
  ])
})

test('with instant settlement the money is available at once, and legs of 0 are left out', () => {
  const instant = { ...settings, settlement: 'instant' } as const
  assert.deepEqual(legsOf('dedicated_virtual_account', {}, instant), [
    ['payment', 'bank_clearing', 'available', 500_000],
  ])
})
