import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import type { Entry } from '../../core/ledger/ledger.sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { METHODS, type Method } from '../../providers/rails.ts'
import type { PlanId } from '../plans/plans.sql.ts'
import type { Sent } from './sent.ts'

export const CHANNELS = ['card', 'bank_transfer', 'ussd', 'bank', 'opay'] as const

export type ChosenChannel = (typeof CHANNELS)[number]

export type Channel = ChosenChannel | 'dedicated_virtual_account'

/** Paid by a charge of a provider (checkout/card.ts), not by a transfer to an account number. */
export function isCharged(channel: Channel): channel is Method {
  return METHODS.includes(channel as Method)
}

/** Why a payment with a plan was paid and began no subscription. */
export const NOT_SUBSCRIBED = ['no_card', 'already_subscribed', 'reversed'] as const
export type NotSubscribed = (typeof NOT_SUBSCRIBED)[number]

export type Status = 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'

export type TransactionId = Id<'transaction'>

export type TransactionKey = Scope & { id: TransactionId }

export type Transaction = TransactionKey &
  Sent & {
    reference: string
    status: Status
    version: number
    /** The amount to pay, then the amount paid. */
    amount: Kobo
    requestedAmount: Kobo
    fee: Kobo | null
    vat: Kobo | null
    /** Refunded or being refunded. */
    refunded: Kobo
    channel: Channel | null
    /** Channels that the customer may use, separated by commas: `channelsOf` reads them. */
    channels: string
    customerId: CustomerId
    email: string
    customerName: string
    /** Null where only the full name is known. */
    customerLastName: string | null
    /** JSON, byte for byte as it was sent. */
    metadata: string | null
    gatewayResponse: string
    /** Empty while a card is tried again. */
    message: Happening | '' | null
    /** JSON. */
    authorizationDetails: string | null
    ipAddress: string | null
    /** The key that initialized it. `rail`: a deposit to a dedicated account did. */
    madeWith: 'secret' | 'public' | 'rail'
    /** A payment of the business's server has taken its reference: displace.ts. */
    displaced: boolean
    paymentLinkId: Id<'payment_link'> | null
    /** A subscription to it begins when this is paid: subscriptions/first-payment.ts. */
    planId: PlanId | null
    planQuantity: number | null
    subscriptionId: Id<'subscription'> | null
    notSubscribed: NotSubscribed | null
    attempts: number
    errors: number
    /** Steps in the form of history.ts. */
    history: string
    /** JSON: the split as it was at initialize; once paid, with the share of each party. */
    split: string | null
    createdAt: Date
    /** Null in rows that have not changed, or not since migration 0073. */
    updatedAt: Date | null
    expiresAt: Date
    paidAt: Date | null
    /** JSON: the rules that its attempts matched (rules/weigh.ts). */
    reasons: string | null
    /** Set when it is paid. */
    review: 'pending' | 'approved' | 'refunded' | null
    /** The email address of a person, or a key. */
    reviewedBy: string | null
    reviewedAt: Date | null
  }

/** What initialize writes. The other columns have defaults. */
export type NewTransaction = Omit<
  Transaction,
  | ('status' | 'version' | 'fee' | 'vat' | 'refunded' | 'channel' | 'gatewayResponse' | 'message')
  | (
      | 'authorizationDetails'
      | 'displaced'
      | 'updatedAt'
      | 'attempts'
      | 'errors'
      | 'history'
      | 'paidAt'
    )
  | ('reasons' | 'review' | 'reviewedBy' | 'reviewedAt' | 'subscriptionId' | 'notSubscribed')
>

export type Settlement = {
  transaction: Transaction
  legs: Entry[]
  event: NewEvent
  /** A person is to review it. */
  reviewEvent: NewEvent | null
}

export declare const stored: unique symbol

/** A code with its data, as stored. Only `happening` makes one. */
export type Happening = string & { readonly [stored]: true }
