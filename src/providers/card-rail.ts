import type { Kobo } from '../platform/money.ts'
import type { BalancesOutcome } from './bank-rail.ts'
import type { DeclineReason } from './failures.ts'
import type {
  LastAsked,
  Named,
  Notifies,
  ReturnEnquiry,
  ReturnOutcome,
  StatementOutcome,
  StatementRequest,
} from './outcomes.ts'

// What a card processor does for us. The card is typed on our page, or on the provider's.

/** Lives in memory for one call. Its buffers are overwritten then: keep neither them nor a text. */
export type Card = { number: Buffer; expMonth: number; expYear: number; cvv: Buffer }

/** What may be kept of a card. */
export type CardAuthorization = {
  bin: string
  last4: string
  expMonth: string
  expYear: string
  brand: string
  cardType: string
  bank: string
  countryCode: string
  reusable: boolean
}

export type CardOutcome =
  | { kind: 'approved'; authorization: CardAuthorization; fee?: Kobo; handle?: string }
  | { kind: 'declined'; reason: DeclineReason; authorization: CardAuthorization | null }
  | { kind: 'pin_required'; authorization: CardAuthorization }
  | { kind: 'otp_required'; authorization: CardAuthorization }
  /** The code was wrong and may be tried again; the attempt is still open. */
  | { kind: 'otp_incorrect'; authorization: CardAuthorization }
  /** The customer goes to `url` (the bank's 3-D Secure page) and comes back to `returnUrl`. */
  | {
      kind: 'redirect_required'
      url: string
      /** Null while the card is not known: it is typed on the provider's page. */
      authorization: CardAuthorization | null
      handle?: string
    }
  /** Only from `enquire`: the customer is, or was, on the provider's page and has not paid. */
  | { kind: 'pending'; declined?: DeclineReason }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }
  /** Only from `enquire`: no charge with this key ever arrived. */
  | { kind: 'not_found' }

/** What is the same wherever the card is typed. */
interface CardCharges extends Named, Notifies {
  /** Where the charge stands now, asked after a timeout and when the customer has come back. */
  enquire(request: {
    key: string
    onBehalfOf?: string
    /** What was asked for: a charge of less has not paid. */
    amount?: Kobo
    handle?: string
  }): Promise<CardOutcome>
  /** Gives an approved charge back in full. */
  reverse(request: {
    key: string
    onBehalfOf?: string
    amount: Kobo
    handle?: string
  }): Promise<ReturnOutcome>
  /** Gives a part of an approved charge back, or all of it. `charge`: the key of the charge. */
  refund(request: {
    key: string
    onBehalfOf?: string
    charge: string
    amount: Kobo
    /** Of the charge. */
    handle?: string
  }): Promise<ReturnOutcome>
  /** What became of a refund or a reversal that was accepted. `handle`: of the refund. */
  enquireRefund(
    request: { key: string; onBehalfOf?: string; charge: string; handle?: string } & LastAsked,
  ): Promise<ReturnEnquiry>
  /** What refunds are paid from. */
  balances?(): Promise<BalancesOutcome>
  /** Of charges, refunds and settlements. */
  fetchStatement?(request: StatementRequest): Promise<StatementOutcome>
}

/** The card is typed on our page. */
export interface DirectCardRail extends CardCharges {
  /** Where its 3-D Secure pages are, all of them, if they may be shown in a frame. */
  readonly frameOrigins?: readonly string[]
  /** Of a sandbox: a published test card, which no single person holds. */
  isPublished?(cardNumber: Buffer): boolean
  charge(request: {
    key: string
    onBehalfOf?: string
    amount: Kobo
    email: string
    card: Card
    returnUrl: string
  }): Promise<CardOutcome>
  submitPin(request: {
    key: string
    onBehalfOf?: string
    pin: string
    handle?: string
  }): Promise<CardOutcome>
  submitOtp(request: {
    key: string
    onBehalfOf?: string
    otp: string
    handle?: string
  }): Promise<CardOutcome>
}

/** The card is typed on the provider's page: no number of a card reaches us. */
export interface HostedCardRail extends CardCharges {
  /** As the customer is told whose page comes next. */
  readonly pageOf: string
  /** Answers `redirect_required`, with nothing known of the card yet. */
  openPage(request: {
    key: string
    onBehalfOf?: string
    amount: Kobo
    email: string
    returnUrl: string
  }): Promise<CardOutcome>
}

export type CardRail = DirectCardRail | HostedCardRail
