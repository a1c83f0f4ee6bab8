import assert from 'node:assert/strict'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { take } from '../src/operator/notifications/notifications.ts'
import { returnDue } from '../src/payments/deposits/return.ts'
import { DAY, later, MINUTE } from '../src/platform/clock.ts'
import { givenPayment } from './api.ts'
import {
  AMOUNT,
  AT,
  assertPaid,
  givenShop,
  goneTo,
  ONCE,
  paidByTransfer,
  refundsOf,
  tellAll,
  timeGoesBy,
  untilTaken,
  useLiveSweep,
} from './live-sweep.ts'
import { askForAccount, verifyPayment } from './payments.ts'
import { askToPay } from './payouts.ts'
import { askRefund } from './refunds.ts'

// Money by bank in live mode, of each of two banks; live-sweep.ts says how it is stopped.

const { live, process, broken, sweep } = useLiveSweep()
const { context, api } = live

for (const first of ['monnify', 'safehaven'] as const) {
  const isMonnify = first === 'monnify'
  const login = isMonnify ? 'request: POST /api/v1/auth/login' : 'request: POST /oauth2/token'

  sweep({
    name: `${first}: an account for one payment`,
    at: AT,
    passes: [
      'bank rail: issueOneOffAccount',
      login,
      ...(isMonnify
        ? [
            'request: POST /api/v1/merchant/transactions/init-transaction',
            'request: POST /api/v1/merchant/bank-transfer/init-payment',
          ]
        : ['request: POST /virtual-accounts']),
    ],
    given: async () => {
      const shop = await givenShop(live, first)
      return { ...shop, payment: await givenPayment(api, shop.business, { amount: AMOUNT }) }
    },
    run: ({ payment }) => broken.post(`/checkout/${payment.access_code}/bank-transfer`),
    again: ({ payment }) =>
      untilTaken(live, () => api.post(`/checkout/${payment.access_code}/bank-transfer`)),
    check: async (given) => {
      const { payment, business, sender } = given
      const { status } = await verifyPayment(api, business, payment.reference)
      // The jobs take longer than the account lives: the customer asks for it again.
      assert.notEqual(status, 'success')
      const rows = await context.sql<{ accountNumber: string }[]>`
        select account_number from virtual_account where business_id = ${business.businessId}
          and mode = 'live' and account_number is not null
      `
      assert.equal(rows.length, 1)
      live.standIns.pay(rows[0]!.accountNumber, AMOUNT, sender)
      await tellAll(live)
      const deposits = await context.sql`
        select from deposit where business_id = ${business.businessId} and mode = 'live'
      `
      assert.equal(deposits.length, 1)
    },
  })

  sweep({
    name: `${first}: the notification of a transfer that pays`,
    at: isMonnify ? /^/ : AT,
    passes: isMonnify
      ? ['insert into rail_notification']
      : ['bank rail: confirmCredit', 'request: POST /virtual-accounts/status'],
    given: async () => {
      const shop = await givenShop(live, first)
      const payment = await givenPayment(api, shop.business, { amount: AMOUNT })
      const accountNumber = await askForAccount(api, payment.access_code)
      live.standIns.pay(accountNumber, AMOUNT, shop.sender)
      return { ...shop, payment, told: live.standIns.news() }
    },
    run: async ({ told }) => {
      for (const { rail, request } of told) await take(process.context, rail, request)
    },
    again: async ({ told }) => {
      for (const { rail, request } of told) await take(context, rail, request)
      await timeGoesBy(live)
    },
    check: (given) => assertPaid(live, given, given.payment.reference),
  })

  sweep({
    name: `${first}: a payout`,
    at: AT,
    passes: [
      login,
      'bank rail: enquireBeneficiary',
      'bank rail: transfer',
      `request: POST ${isMonnify ? '/api/v2/disbursements/single' : '/transfers'}`,
    ],
    given: async () => {
      const shop = await givenShop(live, first)
      await paidByTransfer(live, shop)
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
      assert.equal(goneTo(live, payee), 250_000)
    },
  })

  sweep({
    name: `${first}: asking about a payout whose answer was lost`,
    at: AT,
    passes: ['bank rail: enquireTransfer'],
    given: async () => {
      const shop = await givenShop(live, first)
      await paidByTransfer(live, shop)
      const payee = String(3_000_000_000 + ++live.serial)
      const call = isMonnify ? 'transfer' : 'POST /transfers'
      if (isMonnify) live.standIns.monnify.controls.fail('502_after', call)
      else live.standIns.safehaven.controls.fail({ call, how: 'text_502_after' })
      await askToPay(api, shop.business, { account_number: payee })
      context.advance(1 * MINUTE)
      // The job is to enquire about this one only.
      await context.sql`
        update payout set next_at = ${later(context.now(), 1 * DAY)}
        where business_id <> ${shop.business.businessId} and next_at is not null
      `
      return { ...shop, payee }
    },
    run: () => concludePayouts(process.context),
    again: () => timeGoesBy(live),
    check: async ({ business, payee }) => {
      const { body } = await api.get('/api/v1/payouts', { key: business.keys.secretKey })
      assert.equal(body.data[0].status, 'success')
      assert.equal(goneTo(live, payee), 250_000)
    },
  })

  sweep({
    name: `${first}: the return of a wrong amount`,
    at: AT,
    passes: [login, 'bank rail: returnCredit'],
    given: async () => {
      const shop = await givenShop(live, first)
      // One with kobo is taken by an account for less, too.
      const amount = isMonnify ? AMOUNT - 100_000 : AMOUNT
      const payment = await givenPayment(api, shop.business, { amount: AMOUNT })
      const accountNumber = await askForAccount(api, payment.access_code)
      if (!isMonnify) context.advance(29 * MINUTE)
      if (!isMonnify) await api.post(`/checkout/${payment.access_code}/cancel`)
      live.standIns.pay(accountNumber, amount, shop.sender)
      await context.sql`
        update transaction set status = 'abandoned' where business_id = ${shop.business.businessId}
          and mode = 'live'
      `
      await tellAll(live)
      return { ...shop, amount }
    },
    run: () => returnDue(process.context),
    again: () => timeGoesBy(live),
    check: async ({ business, sender, amount }) => {
      const rows = await context.sql<{ state: string }[]>`
        select state from deposit where business_id = ${business.businessId} and mode = 'live'
      `
      assert.deepEqual([...rows], [{ state: 'returned' }])
      assert.equal(goneTo(live, sender), amount)
    },
  })

  sweep({
    name: `${first}: a refund to a bank account`,
    at: AT,
    passes: [login, 'bank rail: returnCredit'],
    given: async () => {
      const shop = await givenShop(live, first)
      return { ...shop, payment: await paidByTransfer(live, shop) }
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
      assert.equal(goneTo(live, sender), 200_000)
    },
  })
}
