import type { Schemas } from './api.ts'
import type { Tone } from './parts/values.tsx'

// Labels and colours of states that several pages show.

export type Shown<State extends string> = Record<State, { tone: Tone; text: string; hint?: string }>

/** The words of docs/statuses.md. The service says the stage of a payment. */
export const STAGES: Shown<Schemas['Transaction']['stage']> = {
  incomplete: { tone: 'plain', text: 'Incomplete' },
  awaiting_transfer: { tone: 'wait', text: 'Awaiting transfer' },
  processing: { tone: 'wait', text: 'Processing' },
  succeeded: { tone: 'good', text: 'Succeeded' },
  partly_refunded: { tone: 'warn', text: 'Partly refunded' },
  refunded: { tone: 'warn', text: 'Refunded' },
  declined: { tone: 'bad', text: 'Declined' },
  abandoned: { tone: 'plain', text: 'Abandoned' },
}

export const REVIEW_STATES: Shown<
  NonNullable<NonNullable<Schemas['Transaction']['risk']>['review']>
> = {
  pending: { tone: 'warn', text: 'To review' },
  approved: { tone: 'good', text: 'Approved' },
  refunded: { tone: 'plain', text: 'Refunded' },
}

export const MAKERS: Record<Schemas['Transaction']['made_with'], string> = {
  secret_key: 'Your server or your team',
  public_key: 'A page, with your public key',
  payment_link: 'A payment link',
  deposit: 'A transfer to a dedicated account',
}

type NotSubscribed = NonNullable<NonNullable<Schemas['Transaction']['plan']>['not_subscribed']>

export const NOT_SUBSCRIBED: Record<NotSubscribed, string> = {
  no_card: 'The card cannot be charged again. Refund the payment, or ask for another card.',
  already_subscribed:
    'The customer was subscribed already. Refund the payment if it was paid twice.',
  reversed: 'You refunded the payment before.',
}

export const REFUND_STATES: Shown<Schemas['Refund']['status']> = {
  pending: { tone: 'wait', text: 'Pending' },
  processed: { tone: 'good', text: 'Sent' },
  failed: { tone: 'bad', text: 'Failed' },
}

export const DISPUTE_STATES: Shown<Schemas['Dispute']['status']> = {
  needs_response: { tone: 'warn', text: 'Needs your answer' },
  under_review: { tone: 'wait', text: 'Under review' },
  won: { tone: 'good', text: 'Won' },
  lost: { tone: 'bad', text: 'Lost' },
  accepted: { tone: 'plain', text: 'Accepted' },
}

export const DISPUTE_CATEGORIES: Record<Schemas['Dispute']['category'], string> = {
  chargeback: 'Chargeback',
  recall: 'Recall by the bank',
  fraud_report: 'Fraud report by the bank',
}

export const SUBSCRIPTION_STATES: Shown<Schemas['Subscription']['status']> = {
  scheduled: { tone: 'wait', text: 'Scheduled' },
  trialing: { tone: 'wait', text: 'Trial' },
  active: { tone: 'good', text: 'Active' },
  past_due: { tone: 'warn', text: 'Past due' },
  paused: { tone: 'plain', text: 'Paused' },
  unpaid: { tone: 'bad', text: 'Unpaid' },
  cancelled: { tone: 'plain', text: 'Cancelled' },
  completed: { tone: 'plain', text: 'Completed' },
}

export const INVOICE_STATES: Shown<Schemas['Invoice']['status']> = {
  open: { tone: 'wait', text: 'Open' },
  paid: { tone: 'good', text: 'Paid' },
  uncollectible: { tone: 'bad', text: 'Not paid' },
  void: { tone: 'plain', text: 'Dropped' },
}

export const AUTHORIZATION_STATES: Shown<Schemas['Authorization']['status']> = {
  pending: { tone: 'wait', text: 'Pending' },
  active: { tone: 'good', text: 'Active' },
  rejected: { tone: 'bad', text: 'Rejected' },
  deactivated: { tone: 'plain', text: 'Removed' },
}

/** The state of a delivery. */
export const DELIVERY_STATES: Shown<'pending' | 'delivered' | 'failed' | 'none'> = {
  pending: { tone: 'wait', text: 'Sending' },
  delivered: { tone: 'good', text: 'Delivered' },
  failed: { tone: 'bad', text: 'Not delivered' },
  none: {
    tone: 'plain',
    text: 'Not sent',
    hint: 'No URL was set, or it was not subscribed to this event.',
  },
}

/** As DELIVERY_STATES, but tells apart pending deliveries that have failed before. */
export const DELIVERIES: Shown<keyof typeof DELIVERY_STATES | 'retrying'> = {
  ...DELIVERY_STATES,
  retrying: { tone: 'warn', text: 'Retrying' },
}

type Delivery = Schemas['Event']['deliveries'][number]

/** Why a receiver gave no response. */
const SILENCES: Record<string, string> = {
  dns: 'Unknown host',
  connect: 'No connection',
  tls: 'No secure connection',
  timeout: 'Too slow',
  reset: 'Connection lost',
  protocol: 'Not HTTP',
  refused_address: 'Private address',
  no_address: 'No URL',
  endpoint_off: 'Endpoint is off',
  endpoint_deleted: 'Endpoint deleted',
}

/** The HTTP code, or why there was no response; null before the first attempt. */
export function responseOf(last: Pick<Delivery, 'last_status' | 'last_error'>): string | null {
  const { last_status: status, last_error: error } = last
  if (status !== null) return String(status)
  return error === null ? null : (SILENCES[error] ?? error)
}

export function deliveryOf(delivery: Delivery): keyof typeof DELIVERIES {
  const hasFailed = delivery.last_status !== null || delivery.last_error !== null
  return delivery.status === 'pending' && hasFailed ? 'retrying' : delivery.status
}

/** The delivery that a person must know of first; undefined if the event was not sent. */
export function worstOf(deliveries: Delivery[]): Delivery | undefined {
  const order = ['failed', 'retrying', 'pending', 'delivered']
  return deliveries.toSorted(
    (a, b) => order.indexOf(deliveryOf(a)) - order.indexOf(deliveryOf(b)),
  )[0]
}

export function eventState({ deliveries }: Pick<Schemas['Event'], 'deliveries'>) {
  const worst = worstOf(deliveries)
  return worst === undefined ? 'none' : deliveryOf(worst)
}

export const CHANNELS: Record<NonNullable<Schemas['Transaction']['channel']>, string> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  ussd: 'USSD',
  bank: 'Pay with bank',
  opay: 'OPay',
  dedicated_virtual_account: 'Dedicated account',
}

/** Refunded by the provider that charged it, not by a transfer. */
export function isCharged(channel: Schemas['Transaction']['channel']): boolean {
  return channel !== null && !/^(bank_transfer|dedicated_virtual_account)$/.test(channel)
}

/** The options of a filter. */
export function wordsOf<State extends string>(states: Shown<State>): Record<State, string> {
  const words = Object.entries<{ text: string }>(states).map(([state, { text }]) => [state, text])
  return Object.fromEntries(words) as Record<State, string>
}
