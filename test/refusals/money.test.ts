import { RECOVERY } from '../../src/providers/switches.ts'
import { givenPayment } from '../api.ts'
import { freshNumber, givenVerification, resend, validate } from '../contract/identity-calls.ts'
import { transfer } from '../payments.ts'
import { askToPay } from '../payouts.ts'
import { askRefund, givenPaid } from '../refunds.ts'
import { type GivenBusiness, useContext } from '../support.ts'

import { refuseEach, useRefusals } from './refusals.ts'

// Payouts, refunds and verifications that are refused.

const context = useContext()
const { api, post, paystack } = useRefusals(context)

async function recipientOf(business: GivenBusiness): Promise<string> {
  const body = { type: 'nuban', name: 'Ada', account_number: '0000000018', bank_code: '058' }
  const answer = await paystack(business, '/transferrecipient', body)
  return answer.body.data.recipient_code
}

refuseEach(context, api, {
  'a refund of what is not paid': [
    422,
    'not_refundable',
    async (business) => {
      const { reference } = await givenPayment(api, business)
      return () => askRefund(api, business, { transaction: reference })
    },
  ],
  'a refund of more than is left': [
    422,
    'refund_too_large',
    async (business) => {
      const { id } = await givenPaid(api, business)
      await askRefund(api, business, { transaction: id, amount: 400_000 })
      return () => askRefund(api, business, { transaction: id, amount: 100_001 })
    },
  ],
  'a refund that the wallet does not cover': [
    402,
    'insufficient_balance',
    async (business) => {
      const { id } = await givenPaid(api, business)
      await post(business, '/sandbox/wallet', { amount: 0 })
      return () => askRefund(api, business, { transaction: id })
    },
  ],
  'a payout that the wallet does not cover': [
    402,
    'insufficient_balance',
    async (business) => () => askToPay(api, business, { amount: 10_000_001 }),
  ],
  'a payout to a bank that is down': [
    503,
    'rail_unavailable',
    async (business) => {
      const { bank } = context.rails.test
      const { enquireBeneficiary } = bank
      return async () => {
        bank.enquireBeneficiary = async () => ({ kind: 'unavailable' })
        const answer = await askToPay(api, business)
        bank.enquireBeneficiary = enquireBeneficiary
        return answer
      }
    },
  ],
  'a payout to an unknown bank': [
    422,
    'unknown_bank',
    async (business) => () => askToPay(api, business, { bank_code: '999' }),
  ],
  'a payout with a reference of another': [
    409,
    'duplicate_reference',
    async (business) => {
      await askToPay(api, business, { reference: 'rent' })
      return () => askToPay(api, business, { reference: 'rent', amount: 260_000 })
    },
  ],
  'a payout while outgoing money is stopped': [
    503,
    'in_recovery',
    async (business) => {
      return async () => {
        context.rails.off = new Set([RECOVERY])
        const answer = await askToPay(api, business)
        delete context.rails.off
        return answer
      }
    },
  ],
  'a refund while outgoing money is stopped': [
    503,
    'in_recovery',
    async (business) => {
      const { id } = await givenPaid(api, business)
      return async () => {
        context.rails.off = new Set([RECOVERY])
        const answer = await askRefund(api, business, { transaction: id })
        delete context.rails.off
        return answer
      }
    },
  ],
  'a verification that the wallet does not cover': [
    402,
    'insufficient_balance',
    async (business) => {
      await post(business, '/sandbox/wallet', { amount: 4_999 })
      const body = { type: 'BVN', number: freshNumber() }
      return () => post(business, '/identity/verify', body)
    },
  ],
  'a code for another type': [
    422,
    'type_mismatch',
    async (business) => {
      const { id } = await givenVerification(api, business)
      return () => validate(api, business, { id, type: 'NIN' })
    },
  ],
  'a code that is asked for again at once': [
    429,
    'otp_too_soon',
    async (business) => {
      const given = await givenVerification(api, business)
      return () => resend(api, business, given)
    },
  ],
  'a code for what is verified': [
    409,
    'already_verified',
    async (business) => {
      const given = await givenVerification(api, business)
      await validate(api, business, given)
      return () => resend(api, business, given)
    },
  ],
  'a transfer to nobody': [
    404,
    'account_not_found',
    async (business) => () =>
      transfer(api, business, { account_number: '0000000042', amount: 1_000 }),
  ],
  'Paystack: a transfer that the wallet does not cover': [
    400,
    'insufficient_balance',
    async (business) => {
      const recipient = await recipientOf(business)
      const body = { source: 'balance', amount: 10_000_001, recipient, reference: 'rent' }
      return () => paystack(business, '/transfer', body)
    },
  ],
  'Paystack: a refund of more than is left': [
    400,
    'refund_too_large',
    async (business) => {
      const { id } = await givenPaid(api, business)
      const body = { transaction: id, amount: 500_001 }
      return () => paystack(business, '/refund', body)
    },
  ],
})
