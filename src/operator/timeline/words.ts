import { type ChartName, chart } from '../../core/ledger/chart.ts'
import type { EntryKind, EntryReason } from '../../core/ledger/ledger.sql.ts'

import { type SubaccountId, subaccountCode } from '../../payments/splits/subaccounts.ts'

// Ledger terms in words for people who do not keep books.

const ACCOUNTS: Record<ChartName, string> = {
  bank_clearing: 'the bank',
  card_clearing: 'the card network',
  available: 'available balance',
  pending: 'pending balance',
  fees: 'fees',
  vat: 'VAT',
  stamp_duty: 'stamp duty',
  unmatched: 'money being returned',
  disputed: 'disputed money',
  debt: 'debt for disputes',
  suspense: 'suspense',
  rail_fees: 'provider fees',
  adjustments: 'sandbox money',
}

/** `available balance`, or `available balance of ACCT_…` for a subaccount. */
export function accountInWords(name: string): string {
  const [kind = '', party] = name.split('/')
  const words = kind in chart ? ACCOUNTS[kind as ChartName] : kind
  return party === undefined ? words : `${words} of ${subaccountCode(party as SubaccountId)}`
}

const REASONS: Record<Exclude<EntryReason, `${string}/${number}`>, string> = {
  payment: 'your share of the payment',
  payment_fee: 'our fee',
  payment_vat: 'VAT on our fee',
  settlement: 'settlement',
  payout: 'payout',
  payout_reversed: 'reversed payout',
  payout_duty: 'stamp duty',
  payout_duty_reversed: 'stamp duty of the reversed payout',
  refund: 'refund',
  refund_pending: 'refund from the pending balance',
  refund_duty: 'stamp duty',
  unmatched_payment: 'unmatched transfer',
  unmatched_return: 'returned transfer',
  wallet_top_up: 'wallet top-up',
  suspense: 'suspense',
  suspense_assigned: 'assigned transfer',
  identity_fee: 'verification fee',
  rail_fee: 'provider fee',
  rail_return_fee: 'provider fee',
  rail_return_duty: 'stamp duty',
  wallet_adjustment: 'sandbox money',
  dispute: 'disputed',
  dispute_pending: 'disputed, from the pending balance',
  dispute_debt: 'disputed, and owed by the business',
  dispute_won: 'won dispute',
  dispute_won_pending: 'won dispute, to the pending balance',
  dispute_lost: 'lost dispute',
  dispute_return: 'disputed money, sent back to the payer',
  debt_paid: 'debt for a dispute, paid',
}

const PARTS: Record<string, string> = {
  dispute: 'disputed share of a subaccount',
  dispute_pending: 'disputed share of a subaccount, from its pending balance',
  dispute_won: 'won dispute: share of a subaccount',
  dispute_won_pending: 'won dispute: share of a subaccount, to its pending balance',
}

export function reasonInWords(reason: EntryReason): string {
  if (reason in REASONS) return REASONS[reason as keyof typeof REASONS]
  return PARTS[reason.split('/')[0]!] ?? 'share of a subaccount'
}

export const ENTRY_STATES: Record<EntryKind, 'posted' | 'held' | 'hold_posted' | 'hold_voided'> = {
  post: 'posted',
  hold: 'held',
  post_hold: 'hold_posted',
  void_hold: 'hold_voided',
}
