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

// Money by bank in live mode with one provider alone: Paystack or Flutterwave. live-sweep.ts says
// how it is stopped.

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

const PROVIDERS = {
  paystack: {
    within: { at: AT },
    account: 'request: POST /charge',
    transfer: ['request: POST /transferrecipient', 'request: POST /transfer'],
    refund: 'request: POST /refund',
  },
  flutterwave: {
    within: {},
    account: 'request: POST /v3/virtual-account-numbers',
    transfer: ['request: POST /v3/accounts/resolve', 'request: POST /v3/transfers'],
    refund: 'request: POST /v3/transactions/',
  },
} as const

for (const first of ['paystack', 'flutterwave'] as const) {
  const { within, account, transfer, refund } = PROVIDERS[first]

  sweep({
    name: `${first}: a payment by transfer, from its account to its confirmation`,
    ...within,
    passes: ['bank rail: issueOneOffAccount', account],
    given: async () => {
      const shop = await givenShop(live, first)
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
    name: `${first}: a payout`,
    ...within,
    passes: ['bank rail: enquireBeneficiary', 'bank rail: transfer', ...transfer],
    given: async () => {
      const shop = await givenShop(live, first)
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
      const { transfers } = live.standIns[first].books
      assert.equal(transfers.paidTo(payee), 250_000n)
      if (!('recipients' in transfers)) return
      const own = transfers.recipients.filter(({ accountNumber }) => accountNumber === payee)
      assert.equal(own.length, 1)
    },
  })

  sweep({
    name: `${first}: a refund of a transfer`,
    ...within,
    passes: ['bank rail: returnCredit', refund],
    given: async () => {
      const shop = await givenShop(live, first)
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
      assert.equal(live.standIns[first].books.returnedTo(sender), 200_000n)
    },
  })
}
