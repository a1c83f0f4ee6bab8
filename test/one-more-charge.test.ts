import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { EntryReason } from '../src/core/ledger/ledger.sql.ts'
import { balancesOf, listEntries } from '../src/core/ledger/ledger.ts'
import { approveMany } from '../src/payments/checkout/card.sql.ts'
import { payByCard } from '../src/payments/checkout/checkout.ts'
import { collectIn, workedOut } from '../src/payments/deposits/collect.ts'
import { matchedDeposit } from '../src/payments/deposits/deposits.ts'
import { insertMatches } from '../src/payments/deposits/match.sql.ts'
import { settlementOf } from '../src/payments/transactions/settle.ts'
import type { Channel, Settlement } from '../src/payments/transactions/transactions.rows.ts'
import { findByReference, readAccessCode } from '../src/payments/transactions/transactions.ts'
import type {
  DedicatedAccount,
  Issued,
  OneOffAccount,
} from '../src/payments/virtual-accounts/virtual-accounts.rows.ts'
import { findByNumber } from '../src/payments/virtual-accounts/virtual-accounts.ts'
import { kobo } from '../src/platform/money.ts'
import { useApi } from './api.ts'
import { assertBooksTie } from './books.ts'
import { creditTo, givenAccount, givenDedicated, testCard } from './payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// A charge that the service does not have: stamp duty, as one more leg of what is settled. Every
// flow books the legs as they are, so each shows it without a line of its own.

const AMOUNT = 500_000
const DUTY = kobo(5_000)
const DUTY_REASON = 'payment_stamp_duty' as EntryReason

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

test('a stamp duty is booked for a payment by transfer, out of what the business gets', async () => {
  const { business, reference, account_number } = await givenAccount(context, api)
  const account = (await findByNumber(context, 'test', account_number)) as Issued<OneOffAccount>
  const transaction = await findByReference(context, business, reference)
  const credit = creditTo(context, account_number, AMOUNT)
  const paid = { ...payment('bank_transfer'), paidAt: credit.occurredAt }
  const settlement = withDuty(await settlementOf(context, transaction, paid))
  const deposit = matchedDeposit('sandbox', account, credit, transaction.id, context.now())

  await insertMatches(context.hot, context.now(), [{ deposit, settlement }])

  await assertDutyBooked(business, settlement)
})

test('a stamp duty is booked for a payment by card', async () => {
  const { business, reference, access_code } = await givenAccount(context, api)
  const key = readAccessCode(context.keys, access_code)!
  await payByCard(context, key, testCard('page'))
  const [attempt] = await context.sql`
    select attempt_id from card_attempt where transaction_id = ${key.id}
  `
  const transaction = await findByReference(context, business, reference)
  const settlement = withDuty(await settlementOf(context, transaction, payment('card')))

  await approveMany(context.hot, context.now(), [{ attemptId: attempt?.['attemptId'], settlement }])

  await assertDutyBooked(business, settlement)
})

test('a stamp duty is booked for a deposit to a dedicated account', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const account = (await findByNumber(context, 'test', account_number)) as Issued<DedicatedAccount>
  const credit = creditTo(context, account_number, AMOUNT)
  const collection = await workedOut(context, 'sandbox', account, credit, true)
  const settlement = withDuty(collection.settlement)

  await context.sql.begin((sql) => collectIn(sql, context.now(), { ...collection, settlement }))

  await assertDutyBooked(business, settlement)
})

function payment(channel: Channel) {
  return {
    channel,
    amount: kobo(AMOUNT),
    authorizationDetails: '{}',
    gatewayResponse: 'Approved',
    note: 'Successfully paid',
    paidAt: context.now(),
    clearing: channel === 'card' ? ('card_clearing' as const) : ('bank_clearing' as const),
  }
}

/** The duty is owed to the revenue service, as VAT is. */
function withDuty(settlement: Settlement): Settlement {
  const [first, ...others] = settlement.legs
  assert(first?.reason === 'payment')
  const duty = { ...first, reason: DUTY_REASON, credit: 'vat' as const, amount: DUTY }
  return {
    ...settlement,
    legs: [{ ...first, amount: kobo(first.amount - DUTY) }, ...others, duty],
  }
}

async function assertDutyBooked(
  { businessId, mode }: GivenBusiness,
  { transaction, legs }: Settlement,
): Promise<void> {
  const entries = await listEntries(context.sql, businessId, mode, transaction.id)
  const written = entries.map(({ reason, credit, amount }) => [reason, credit, amount])
  const expected = legs.map(({ reason, credit, amount }) => [reason, credit, amount])
  assert.deepEqual(written.toSorted(), expected.toSorted())
  assert(written.some(([reason, , amount]) => reason === DUTY_REASON && amount === DUTY))
  const { vat } = await balancesOf(context, { businessId, mode })
  assert.equal(vat.posted, (transaction.vat ?? 0n) + DUTY)
}
