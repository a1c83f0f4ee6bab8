import assert from 'node:assert/strict'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import { concludePayouts, enquireAboutTransfer } from '../src/money-out/payouts/conclude.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { assign, listWaiting } from '../src/payments/deposits/suspend.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { parsePublicId, publicId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import { LATE_NUMBER, LOST_NUMBER, UNKNOWN_NUMBER } from '../src/providers/sandbox/identity.ts'
import { givenPayment, useApi } from './api.ts'
import {
  askForAccount,
  creditTo,
  decide,
  deposited,
  givenDedicated,
  pay,
  runJobs,
  transfer,
} from './payments.ts'
import { type GivenBusiness, useContext } from './support.ts'
import { verificationsOf } from './verifications.ts'

// The flows of docs/ledger.md, played through the API.

const REFUSING_ACCOUNT = '9999999999'

export const context = useContext()
export const api = useApi(context)

/** Each flow by its title in the document. Returns the causes' ids by their names there. */
export const flows: Record<string, (business: GivenBusiness) => Promise<Record<string, string>>> = {
  'A payment by transfer': async (business) => {
    const payment = await givenTransfer(business)
    await payment.arrives(500_000)
    return { payment: payment.id }
  },
  'A payment by card': async (business) => {
    const { access_code, id } = await given(business)
    await pay(api, access_code, 'success')
    return { payment: id }
  },
  'A fee borne by the customer': async (business) => {
    const payment = await givenTransfer(business, { fee_bearer: 'customer' })
    await payment.arrives(519_121)
    return { payment: payment.id }
  },
  'A payment settled the next day': async (business) => {
    await changeSettings(context, business, { settlement: 'T+1' })
    const { access_code, id } = await given(business)
    await pay(api, access_code, 'success')
    return { payment: id, ...(await settled(business)) }
  },
  'A payment split three ways': (business) => shared(business, 'account'),
  'A split with the fee borne by a subaccount': (business) => shared(business, 'subaccount'),
  'A split with the fee shared equally': (business) => shared(business, 'all'),
  'A split with the fee shared proportionally': (business) => shared(business, 'all-proportional'),
  'A split settled the next day': async (business) => {
    await changeSettings(context, business, { settlement: 'T+1' })
    const { payment } = await shared(business, 'account')
    const settlements = await settled(business)
    await runJobs(context)
    return { payment: payment!, ...settlements, ...(await payoutsOf(business)) }
  },
  'An accepted overpayment': async (business) => {
    await changeSettings(context, business, { acceptOverpayment: true })
    const payment = await givenTransfer(business)
    await payment.arrives(600_000)
    return { payment: payment.id }
  },
  'A wrong amount, returned': async (business) => {
    const payment = await givenTransfer(business)
    return { transfer: await payment.arrives(499_999) }
  },
  'A late transfer, returned': async (business) => {
    const payment = await givenTransfer(business)
    context.advance(31 * MINUTE)
    return { transfer: await payment.arrives(500_000) }
  },
  'A duplicate transfer, returned': async (business) => {
    const payment = await givenTransfer(business)
    await payment.arrives(500_000)
    return { payment: payment.id, transfer: await payment.arrives(500_000) }
  },
  'A deposit to a dedicated account': async (business) => {
    const { account_number } = await givenDedicated(api, business)
    const { transactionId } = await deposited(context, creditTo(context, account_number, 500_000))
    return { payment: transactionId! }
  },
  'A wallet top-up': async (business) => {
    const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
    const { account_number } = body.data.account
    const { depositId } = await deposited(context, creditTo(context, account_number, 500_000))
    return { transfer: depositId }
  },
  'Money for an unknown account, assigned': async (business) => {
    const { account_number: accountNumber } = await givenDedicated(api, business)
    await receive(context, 'test', creditTo(context, '0000000001', 500_000))
    const [waiting] = await listWaiting(context, 'test')
    const { suspendedCreditId } = waiting!
    const suspendedCredit = publicId('suspended_credit', suspendedCreditId)
    const by = 'an operator'
    const assigned = await assign(context, 'test', { suspendedCredit, accountNumber, by })
    return { 'suspended credit': suspendedCreditId, payment: assigned.transactionId! }
  },
  'A surplus card charge, reversed': async (business) => {
    const payment = await givenTransfer(business)
    const { body } = await pay(api, payment.access_code, 'page')
    await payment.arrives(500_000)
    const { comeBack } = await decide(api, body.data.next.url, 'approve')
    await comeBack()
    const [attempt] = await context.sql<{ attemptId: string }[]>`
      select attempt_id from card_attempt where transaction_id = ${payment.id}
    `
    return { payment: payment.id, card: attempt!.attemptId }
  },
  'A return that the bank rejects': async (business) => {
    const payment = await givenTransfer(business)
    return { transfer: await payment.arrives(77, { sender_account_number: REFUSING_ACCOUNT }) }
  },
  'A payout': (business) => paidOut(business, '0123456789'),
  'A payout with stamp duty': (business) => paidOut(business, '0123456789', 1_000_000),
  'A failed payout': (business) => paidOut(business, '9999999999'),
  'A payout for which the bank takes a fee': async (business) => {
    const { payout } = await paidOut(business, '4444444444')
    return { payout, 'fee of the payout': payout }
  },
  'A deposit of which the bank keeps a fee': async (business) => {
    const { account_number } = await givenDedicated(api, business)
    const credit = creditTo(context, account_number, 500_000)
    const received = await receive(context, 'test', credit, 'sandbox', kobo(1_075))
    assert(received.kind === 'credited')
    const { transactionId, depositId } = received.deposit
    return { payment: transactionId!, 'fee of the deposit': depositId }
  },
  'A return for which the bank takes a fee': async (business) => {
    const payment = await givenTransfer(business)
    const transfer = await payment.arrives(77, { sender_account_number: '4444444444' })
    return { transfer, 'fee of the return': transfer }
  },
  'A return with stamp duty': async (business) => {
    const payment = await givenTransfer(business)
    const transfer = await payment.arrives(1_000_000)
    return { transfer, 'duty of the return': transfer }
  },
  'A payout that comes back': async (business) => {
    const { payout } = await paidOut(business, '5555555555', 1_000_000)
    for (let looks = 0; looks < 2; looks++) {
      await enquireAboutTransfer(context, 'test', 'sandbox', payout)
      await concludePayouts(context)
    }
    return { payout }
  },
  'A payout that the bank confirms late': (business) => paidOut(business, '8888888888'),
  'Two partial refunds': async (business) => {
    const payment = await givenTransfer(business)
    await payment.arrives(500_000)
    return {
      payment: payment.id,
      'first refund': await refunded(business, payment.id, 200_000),
      'second refund': await refunded(business, payment.id),
    }
  },
  'A refund with stamp duty': async (business) => {
    const payment = await givenTransfer(business, { amount: 1_000_000 })
    await payment.arrives(1_000_000)
    return { payment: payment.id, refund: await refunded(business, payment.id) }
  },
  'A refund after a split': async (business) => {
    const { payment, ...payouts } = await shared(business, 'account')
    return { payment: payment!, ...payouts, refund: await refunded(business, payment!) }
  },
  'A refund from the pending balance': async (business) => {
    await changeSettings(context, business, { settlement: 'T+1' })
    const { access_code, id } = await given(business)
    await pay(api, access_code, 'success')
    await post(business, '/sandbox/wallet', { amount: 50_000 }, 200)
    const [first, second] = await causesOf(business, 'wallet_adjustment')
    const refund = await refunded(business, id, 150_000)
    const settlements = await settled(business)
    return { payment: id, business: first!, wallet: second!, refund, ...settlements }
  },
  'A refund that the bank rejects': async (business) => {
    const payment = await givenTransfer(business)
    await payment.arrives(500_000, { sender_account_number: REFUSING_ACCOUNT })
    return { payment: payment.id, refund: await refunded(business, payment.id) }
  },
  'A verification fee': async (business) => {
    return { verification: await verify(business, '22222222222', 200) }
  },
  'A verification fee when no code is sent': async (business) => {
    return { verification: await verify(business, UNKNOWN_NUMBER, 422) }
  },
  'Verification fees when the registry does not answer': async (business) => {
    const [first, second] = [LATE_NUMBER, LOST_NUMBER]
    return {
      'first verification': await verify(business, first, 504),
      'second verification': await verify(business, second, 504),
    }
  },
  'Test money': async (business) => {
    const set = (amount: number) =>
      api.post('/api/v1/sandbox/wallet', { key: business.keys.secretKey, body: { amount } })
    await set(2_500_000)
    await set(3_000_000)
    const [opening, first, second] = await causesOf(business, 'wallet_adjustment')
    return { business: opening!, 'first wallet': first!, 'second wallet': second! }
  },
}

async function post(
  { keys }: GivenBusiness,
  path: string,
  body: object | undefined,
  status: number,
) {
  const answer = await api.post(`/api/v1${path}`, { key: keys.secretKey, body })
  assert.equal(answer.status, status, answer.text)
  return answer.body.data
}

/** ₦10,000.00 by card; A gets 20 percent and B 30. */
async function shared(business: GivenBusiness, bearer_type: string) {
  const named = async (business_name: string, account_number: string) => {
    const body = { business_name, bank_code: '001', account_number }
    return (await post(business, '/subaccounts', body, 201)).subaccount_code as string
  }
  const [a, b] = [await named('A', '0123456789'), await named('B', '0123456780')]
  const split = {
    name: 'Three',
    type: 'percentage',
    bearer_type,
    ...(bearer_type === 'subaccount' && { bearer_subaccount_id: a }),
    subaccounts: [
      { subaccount_id: a, share: 20 },
      { subaccount_id: b, share: 30 },
    ],
  }
  const { split_code } = await post(business, '/splits', split, 201)
  const { access_code, id } = await given(business, { amount: 1_000_000, split_code })
  await pay(api, access_code, 'success')
  await runJobs(context)
  return { payment: id, ...(await payoutsOf(business)) } as Record<string, string>
}

async function payoutsOf({ businessId }: GivenBusiness): Promise<Record<string, string>> {
  const rows = await context.sql<{ name: string; payoutId: string }[]>`
    select s.business_name as name, p.payout_id
    from payout p
    join subaccount s using (business_id, mode, subaccount_id)
    where p.business_id = ${businessId}
    order by s.business_name
  `
  return Object.fromEntries(rows.map(({ name, payoutId }) => [`payout to ${name}`, payoutId]))
}

/** Settles pending money as if its date had come. */
async function settled(business: GivenBusiness): Promise<Record<string, string>> {
  await post(business, '/sandbox/settlements', undefined, 200)
  const rows = await context.sql<{ name: string | null; settlementId: string }[]>`
    select b.business_name as name, s.settlement_id
    from settlement s
    left join subaccount b using (business_id, mode, subaccount_id)
    where s.business_id = ${business.businessId}
    order by b.business_name nulls first
  `
  const nameOf = (name: string | null) => (name === null ? 'settlement' : `settlement of ${name}`)
  return Object.fromEntries(rows.map(({ name, settlementId }) => [nameOf(name), settlementId]))
}

async function paidOut(business: GivenBusiness, account_number: string, amount = 250_000) {
  const body = { amount, bank_code: '001', account_number }
  const { id } = await post(business, '/payouts', body, 201)
  return { payout: parsePublicId('payout', id)! as string }
}

async function refunded(business: GivenBusiness, transaction: string, amount?: number) {
  const { id } = await post(business, '/refunds', { transaction, amount }, 201)
  return parsePublicId('refund', id)! as string
}

async function causesOf({ businessId }: GivenBusiness, reason: string): Promise<string[]> {
  const rows = await context.sql<{ causeId: string }[]>`
    select cause_id from ledger_entry
    where business_id = ${businessId} and reason = ${reason}
    order by created_at, cause_id
  `
  return rows.map(({ causeId }) => causeId)
}

async function given(business: GivenBusiness, body = {}) {
  const payment = await givenPayment(api, business, body)
  const { body: verified } = await api.get(`/api/v1/transactions/verify/${payment.reference}`, {
    key: business.keys.secretKey,
  })
  return { ...payment, id: parsePublicId('transaction', verified.data.id)! as string }
}

/** `arrives` returns the id of the deposit. */
async function givenTransfer(business: GivenBusiness, body = {}) {
  const payment = await given(business, body)
  const account_number = await askForAccount(api, payment.access_code)
  return {
    ...payment,
    arrives: async (amount: number, more = {}) => {
      const answer = await transfer(api, business, { account_number, amount, ...more })
      return parsePublicId('deposit', answer.body.data.id)!
    },
  }
}

async function verify(business: GivenBusiness, number: string, status: number): Promise<string> {
  const { keys } = business
  const body = { type: 'BVN', number }
  const answer = await api.post('/api/v1/bvn/verify', { key: keys.secretKey, body })
  assert.equal(answer.status, status, answer.text)
  return (await verificationsOf(context, business)).at(-1)!.verificationId
}
