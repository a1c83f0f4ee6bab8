import { signingKeyOf } from '../../src/accounts/businesses/signing.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { bodySignature, type Formatter } from '../../src/core/events/webhooks.ts'
import type { toWirePayout } from '../../src/money-out/payouts/payouts.ts'
import type { toWireDispute } from '../../src/payments/disputes/disputes.ts'
import type { toWireRefund } from '../../src/payments/refunds/refunds.ts'
import type { toWireDedicated } from '../../src/payments/virtual-accounts/dedicated.ts'
import { readExactly } from '../../src/platform/json.ts'
import { paystackDispute } from './dispute-record.ts'
import { paystackAccount, paystackRefund, paystackTransfer } from './records.ts'
import { recurringEvent } from './recurring-events.ts'
import { listed, type OurTransaction, paystackTransaction } from './transaction-record.ts'

// Events as Paystack sends them, for endpoints with the format `paystack`. The stored event is
// ours; each attempt makes the body from it, and from what recurring-events.ts reads. An event that
// Paystack does not have keeps our name and data: receivers written for Paystack ignore it.
//
// `x-paystack-signature` is the HMAC-SHA512 of the body, as Paystack's. Its key is the secret key
// that the business has named, or else the webhook secret. Paystack's published recipe signs the
// body after parsing and serializing it again, so the body is what JSON.stringify writes.

type Keys = Pick<Context, 'keys'>
type Made = { event: string; data: object }
type OurDispute = ReturnType<typeof toWireDispute>
type Ours = { event: string; data: unknown }

export function paystackFormat(context: Context): Formatter {
  return {
    bodyOf: async (payload, whose) => {
      const ours = readExactly(payload) as Ours
      const recurring = await recurringEvent(context, whose, ours.event, ours.data)
      return JSON.stringify(recurring ?? told(context, whose, ours))
    },
    headersOf: async (body, whose, { ours }) => {
      const key = (await signingKeyOf(context, whose)) ?? ours
      return { 'x-paystack-signature': bodySignature(body, key) }
    },
  }
}

function told(context: Keys, whose: Scope, ours: Ours): Made | Ours {
  const { event, data } = ours
  switch (event) {
    case 'transaction.success':
      return { event: 'charge.success', data: listed(paystackTransaction(data as OurTransaction)) }
    case 'transaction.failed':
      return { event: 'charge.failed', data: listed(paystackTransaction(data as OurTransaction)) }
    case 'refund.pending':
    case 'refund.processed':
    case 'refund.failed':
      return { event, data: paystackRefund(whose, data as ReturnType<typeof toWireRefund>) }
    case 'payout.success':
    case 'payout.failed':
    case 'payout.reversed': {
      const payout = data as ReturnType<typeof toWirePayout>
      const name = event.replace('payout', 'transfer')
      return { event: name, data: paystackTransfer(context, whose, payout) }
    }
    case 'dedicated_virtual_account.created': {
      const account = paystackAccount(context, whose, data as ReturnType<typeof toWireDedicated>)
      const { customer, ...dedicated_account } = account
      const identification = { status: 'success' }
      const name = 'dedicatedaccount.assign.success'
      return { event: name, data: { customer, dedicated_account, identification } }
    }
    case 'dispute.created':
      return { event: 'charge.dispute.create', data: paystackDispute(data as OurDispute, null) }
    case 'dispute.closed':
      return { event: 'charge.dispute.resolve', data: paystackDispute(data as OurDispute, null) }
    case 'dispute.updated':
      return isReminder(data as OurDispute)
        ? { event: 'charge.dispute.remind', data: paystackDispute(data as OurDispute, null) }
        : ours
    case 'bank_transfer.rejected':
      return { event: 'bank.transfer.rejected', data: data as object }
    default:
      return ours
  }
}

/** The other updates have no event at Paystack. */
function isReminder({ status, reminded_at, updated_at }: OurDispute): boolean {
  return status === 'needs_response' && reminded_at !== null && reminded_at === updated_at
}
