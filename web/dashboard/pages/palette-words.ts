import type { IconName } from '../parts/icon.tsx'
import type { Found } from '../parts/record-picker.tsx'
import { paths } from '../paths.ts'
import {
  DISPUTE_STATES,
  REFUND_STATES,
  type Shown,
  STAGES,
  SUBSCRIPTION_STATES,
} from '../states.ts'

// How the search shows each kind of record, and where it leads.

type Kind = {
  title: string
  icon: IconName
  to: (id: string) => string
  states?: Shown<string>
}

export const KINDS: Record<Found['kind'], Kind> = {
  payment: {
    title: 'Payments',
    icon: 'transactions',
    to: paths.transaction,
    states: STAGES,
  },
  customer: { title: 'Customers', icon: 'customers', to: paths.customer },
  payout: { title: 'Payouts', icon: 'payout', to: paths.payout },
  refund: { title: 'Refunds', icon: 'refund', to: paths.refund, states: REFUND_STATES },
  dispute: { title: 'Disputes', icon: 'warning', to: paths.dispute, states: DISPUTE_STATES },
  subscription: {
    title: 'Subscriptions',
    icon: 'repeat',
    to: paths.subscription,
    states: SUBSCRIPTION_STATES,
  },
  subaccount: { title: 'Subaccounts', icon: 'business', to: paths.subaccount },
  payment_link: { title: 'Payment links', icon: 'link', to: paths.paymentLink },
  dedicated_account: {
    title: 'Dedicated accounts',
    icon: 'account',
    to: paths.dedicatedAccount,
  },
  wallet: { title: 'Wallet', icon: 'wallet', to: paths.wallet },
  plan: { title: 'Plans', icon: 'plan', to: paths.plan },
  split: { title: 'Splits', icon: 'split', to: paths.split },
  payout_batch: { title: 'Payout batches', icon: 'payout', to: paths.payoutBatch },
  settlement: { title: 'Settlements', icon: 'settlement', to: paths.settlement },
  event: { title: 'Events', icon: 'event', to: paths.event },
  verification: { title: 'Verifications', icon: 'identity', to: paths.verification },
  request: { title: 'Requests', icon: 'job', to: paths.request },
}

export function textOf({ kind, id, title, detail }: Found): string {
  if (title !== '') return title
  return detail ?? `${KINDS[kind].title} ${id}`
}
