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

// What a card processor offers. Customers type the card on our page, or on the provider's.

/** Lives for one call, whose end overwrites the buffers. Keep no reference and make no string. */
export type Card = { number: Buffer; expMonth: number; expYear: number; cvv: Buffer }

/** What may be stored of a card. */
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
  /** The code was wrong. The attempt stays open for another. */
  | { kind: 'otp_incorrect'; authorization: CardAuthorization }
  /** Redirect the customer to `url` (3-D Secure). The bank redirects them back to `returnUrl`. */
  | {
      kind: 'redirect_required'
      url: string
      /** Null until the customer has typed the card on the provider's page. */
      authorization: CardAuthorization | null
      handle?: string
    }
  /** Only from `enquire`: the customer opened the provider's page and has not paid. */
  | { kind: 'pending'; declined?: DeclineReason }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }
  /** Only from `enquire`: no charge with this key ever arrived. */
  | { kind: 'not_found' }

/** Common to both kinds of page. */
interface CardCharges extends Named, Notifies {
  /** The state of a charge, after a timeout and when the customer returns. */
  enquire(request: {
    key: string
    onBehalfOf?: string
    /** The amount requested: a smaller charge is not a payment. */
    amount?: Kobo
    handle?: string
  }): Promise<CardOutcome>
  /** Reverses an approved charge in full. */
  reverse(request: {
    key: string
    onBehalfOf?: string
    amount: Kobo
    handle?: string
  }): Promise<ReturnOutcome>
  /** Refunds an approved charge in part or in full. `charge`: its key. */
  refund(request: {
    key: string
    onBehalfOf?: string
    charge: string
    amount: Kobo
    /** The handle of the charge. */
    handle?: string
  }): Promise<ReturnOutcome>
  /** What became of a refund or reversal. `handle`: of the refund. */
  enquireRefund(
    request: { key: string; onBehalfOf?: string; charge: string; handle?: string } & LastAsked,
  ): Promise<ReturnEnquiry>
  /** The balance that refunds are paid from. */
  balances?(): Promise<BalancesOutcome>
  /** Of charges, refunds and settlements. */
  fetchStatement?(request: StatementRequest): Promise<StatementOutcome>
}

/** Customers type the card on our page. */
export interface DirectCardRail extends CardCharges {
  /** The origins of all its 3-D Secure pages, if these may be framed. */
  readonly frameOrigins?: readonly string[]
  /** Sandbox only: whether this is a published test card. */
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

/** Customers type the card on the provider's page; card numbers never reach us. */
export interface HostedCardRail extends CardCharges {
  /** The provider's name, as customers read it before the redirect. */
  readonly pageOf: string
  /** Answers `redirect_required`; the card is not known yet. */
  openPage(request: {
    key: string
    onBehalfOf?: string
    amount: Kobo
    email: string
    returnUrl: string
  }): Promise<CardOutcome>
}

export type CardRail = DirectCardRail | HostedCardRail
