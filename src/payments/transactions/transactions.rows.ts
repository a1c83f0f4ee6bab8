import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import type { Entry } from '../../core/ledger/ledger.sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'

export const CHANNELS = ['card', 'bank_transfer'] as const

export type ChosenChannel = (typeof CHANNELS)[number]

export type Channel = ChosenChannel | 'dedicated_virtual_account'

export type Status = 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'

export type TransactionId = Id<'transaction'>

export type TransactionKey = Scope & { id: TransactionId }

export type Transaction = TransactionKey & {
  reference: string
  status: Status
  version: number
  /** To pay, then paid. */
  amount: Kobo
  requestedAmount: Kobo
  fee: Kobo | null
  vat: Kobo | null
  /** By refunds that are done or pending. */
  refunded: Kobo
  channel: Channel | null
  /** With commas. */
  channels: string
  customerId: CustomerId
  email: string
  customerName: string
  /** Where the two parts of the name are known. */
  customerLastName: string | null
  phone: string | null
  callbackUrl: string | null
  /** JSON, as it was sent. */
  metadata: string | null
  gatewayResponse: string
  /** Empty while a card is being tried again. */
  message: Happening | '' | null
  /** JSON. */
  authorizationDetails: string | null
  ipAddress: string | null
  /** The key that asked for it; or the bank rail, that brought a deposit nobody had asked for. */
  madeWith: 'secret' | 'public' | 'rail'
  /** Its reference names a payment of the business's server by now: displace.ts. */
  displaced: boolean
  /** The payment link that it came by. */
  paymentLinkId: Id<'payment_link'> | null
  attempts: number
  errors: number
  /** What happened, in the form of history.ts. */
  history: string
  /** JSON: how it is shared, frozen; once paid, with who got what. */
  split: string | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
}

export type NewTransaction = TransactionKey &
  Pick<
    Transaction,
    | 'reference'
    | 'amount'
    | 'requestedAmount'
    | 'channels'
    | 'email'
    | 'customerName'
    | 'customerLastName'
    | 'phone'
    | 'callbackUrl'
    | 'metadata'
    | 'ipAddress'
    | 'madeWith'
    | 'split'
    | 'paymentLinkId'
    | 'createdAt'
    | 'expiresAt'
  > & { customerId: CustomerId }

export type Settlement = {
  transaction: Transaction
  legs: Entry[]
  event: NewEvent
}

export declare const stored: unique symbol

/** A code and its data, as the database holds them. Only `happening` makes one. */
export type Happening = string & { readonly [stored]: true }
