import { type ChartName, chart, type EntryKind, type EntryReason } from '../ledger/ledger.ts'
import { type SubaccountId, subaccountCode } from '../splits/subaccounts.ts'

// The words of the ledger for whoever looks at a payment and keeps no books.

const ACCOUNTS: Record<ChartName, string> = {
  bank_clearing: 'the bank',
  card_clearing: 'the card network',
  available: 'available balance',
  pending: 'pending balance',
  fees: 'fees',
  vat: 'VAT',
  unmatched: 'money that goes back',
  suspense: 'money that is nobody’s',
  rail_fees: 'fees of providers',
  adjustments: 'play money',
}

/** `available balance`; `available balance of ACCT_…` where it is a subaccount's. */
export function accountInWords(name: string): string {
  const [kind = '', party] = name.split('/')
  const words = kind in chart ? ACCOUNTS[kind as ChartName] : kind
  return party === undefined ? words : `${words} of ${subaccountCode(party as SubaccountId)}`
}

const REASONS: Record<Exclude<EntryReason, `share/${number}`>, string> = {
  payment: 'what is left of the payment for you',
  payment_fee: 'our fee',
  payment_vat: 'VAT on our fee',
  settlement: 'settlement',
  payout: 'payout',
  payout_reversed: 'payout that came back',
  refund: 'refund',
  refund_pending: 'refund, out of what is pending',
  unmatched_payment: 'money that pays nothing',
  unmatched_return: 'money that went back',
  wallet_top_up: 'top-up of the wallet',
  suspense: 'money that is nobody’s',
  suspense_assigned: 'money that was assigned',
  identity_fee: 'fee of a verification',
  rail_fee: 'fee of a provider',
  rail_return_fee: 'fee of a provider',
  wallet_adjustment: 'play money',
}

export function reasonInWords(reason: EntryReason): string {
  return reason in REASONS ? REASONS[reason as keyof typeof REASONS] : 'part of a subaccount'
}

export const ENTRY_STATES: Record<EntryKind, 'posted' | 'held' | 'hold_posted' | 'hold_voided'> = {
  post: 'posted',
  hold: 'held',
  post_hold: 'hold_posted',
  void_hold: 'hold_voided',
}
