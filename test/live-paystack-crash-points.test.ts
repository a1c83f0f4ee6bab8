import assert from 'node:assert/strict'
import { enquireAboutOneOffs } from '../src/payments/virtual-accounts/enquire.ts'
import { givenPayment } from './api.ts'
import {
  AMOUNT,
  AT,
  assertPaid,
  givenShop,
  type LiveShop,
  ONCE,
  refundsOf,
  tellAll,
  timeGoesBy,
  untilTaken,
  useLiveSweep,
} from './live-sweep.ts'
import { askForAccount } from './payments.ts'
import { askToPay } from './payouts.ts'
import { askRefund } from './refunds.ts'
import { untilDone } from './until-done.ts'

// Money by bank in live mode with Paystack alone; live-sweep.ts says how it is stopped.

const { live, broken, sweep } = useLiveSweep()
const { context, api } = live

async function paidByTransfer({ business, sender }: LiveShop) {
  const payment = await givenPayment(api, business, { amount: AMOUNT })
  const accountNumber = await askForAccount(api, payment.access_code)
  live.standIns.pay(accountNumber, AMOUNT, sender)
  await tellAll(live)
  await untilDone(context, enquireAboutOneOffs)
  return payment
}

sweep({
  name: 'paystack: a payment by transfer, from its account to its confirmation',
  at: AT,
  passes: ['bank rail: issueOneOffAccount', 'request: POST /charge'],
  given: async () => {
    const shop = await givenShop(live, 'paystack')
    return { ...shop, payment: await givenPayment(api, shop.business, { amount: AMOUNT }) }
  },
  run: ({ payment }) => broken.post(`/checkout/${payment.access_code}/bank-transfer`),
  again: ({ payment }) =>
    untilTaken(live, () => api.post(`/checkout/${payment.access_code}/bank-transfer`)),
  check: async (given) => {
    const { payment, business, sender } = given
    const rows = await context.sql<{ accountNumber: string }[]>`
      select account_number from virtual_account where business_id = ${business.businessId}
        and mode = 'live' and account_number is not null
    `
    assert.equal(rows.length, 1)
    live.standIns.pay(rows[0]!.accountNumber, AMOUNT, sender)
    await tellAll(live)
    await untilDone(context, enquireAboutOneOffs)
    await assertPaid(live, given, payment.reference)
  },
})

sweep({
  name: 'paystack: a payout',
  at: AT,
  passes: [
    'bank rail: enquireBeneficiary',
    'bank rail: transfer',
    'request: POST /transferrecipient',
    'request: POST /transfer',
  ],
  given: async () => {
    const shop = await givenShop(live, 'paystack')
    await paidByTransfer(shop)
    const payee = String(3_000_000_000 + ++live.serial)
    return { ...shop, payee, body: { reference: `OUT-${live.serial}`, account_number: payee } }
  },
  run: ({ business, body }) => askToPay(broken, business, body),
  again: async ({ business, body }) => {
    await untilTaken(live, () => askToPay(api, business, body))
    await timeGoesBy(live)
  },
  check: async ({ business, payee }) => {
    const { body } = await api.get('/api/v1/payouts', { key: business.keys.secretKey })
    assert.deepEqual(
      body.data.map(({ status, amount }: { status: string; amount: number }) => [status, amount]),
      [['success', 250_000]],
    )
    const { transfers } = live.standIns.paystack.books
    assert.equal(transfers.paidTo(payee), 250_000n)
    const own = transfers.recipients.filter(({ accountNumber }) => accountNumber === payee)
    assert.equal(own.length, 1)
  },
})

sweep({
  name: 'paystack: a refund of a transfer',
  at: AT,
  passes: ['bank rail: returnCredit', 'request: POST /refund'],
  given: async () => {
    const shop = await givenShop(live, 'paystack')
    return { ...shop, payment: await paidByTransfer(shop) }
  },
  run: ({ business, payment }) =>
    askRefund(broken, business, { transaction: payment.reference, amount: 200_000 }, ONCE),
  again: async ({ business, payment }) => {
    const body = { transaction: payment.reference, amount: 200_000 }
    await untilTaken(live, () => askRefund(api, business, body, ONCE))
    await timeGoesBy(live)
  },
  check: async ({ business, sender }) => {
    assert.deepEqual(await refundsOf(live, business), [['processed', 200_000]])
    assert.equal(live.standIns.paystack.books.returnedTo(sender), 200_000n)
  },
})
