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

// What a provider of charges offers: cards that are typed on our page, pages of its own, and codes
// to dial. It can offer all three. Its charges are enquired about and returned alike.

/** How a charge is paid. Each is a channel of the checkout too. */
export const METHODS = ['card', 'ussd', 'bank', 'opay'] as const
export type Method = (typeof METHODS)[number]

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

/**
 * What the provider gives for a card that can be charged again, without the customer. `secret` is
 * stored sealed, and at most 1,000 characters long. `signature` is the same for the same card.
 */
export type CardToken = { secret: string; signature: string }

export type CardOutcome =
  /** `authorization`: null if it was not paid by card. `charged`: if it is less than the amount. */
  | {
      kind: 'approved'
      authorization: CardAuthorization | null
      token?: CardToken
      charged?: Kobo
      fee?: Kobo
      handle?: string
    }
  | { kind: 'declined'; reason: DeclineReason; authorization: CardAuthorization | null }
  | { kind: 'pin_required'; authorization: CardAuthorization }
  | { kind: 'otp_required'; authorization: CardAuthorization }
  /** The code was wrong. The attempt stays open for another. */
  | { kind: 'otp_incorrect'; authorization: CardAuthorization }
  /** Redirect the customer to `url`. The bank or provider redirects them back to `returnUrl`. */
  | {
      kind: 'redirect_required'
      url: string
      /** Null until the customer has typed the card on the provider's page. */
      authorization: CardAuthorization | null
      handle?: string
    }
  /** The customer dials `code`, such as `*737*000*4567#`. Only an enquiry tells what followed. */
  | { kind: 'dial'; code: string; handle?: string }
  /** The customer has the page or the code and has not paid, or the bank has yet to debit. */
  | { kind: 'pending'; declined?: DeclineReason }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }
  /** Only from `enquire`: no charge with this key ever arrived. */
  | { kind: 'not_found' }

/** Common to all charges. */
interface Charges extends Named, Notifies {
  /** The state of a charge, after a timeout and when the customer returns. */
  enquire(request: {
    key: string
    onBehalfOf?: string
    /** The amount requested: a smaller charge is not a payment, unless `atLeast` allows it. */
    amount?: Kobo
    atLeast?: Kobo
    /** Of a kept card, and nobody is on a page: the first failure is final. */
    isOnce?: boolean
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
export interface DirectCardRail extends Charges {
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

/** Customers pay on the provider's page; card numbers never reach us. */
export interface HostedRail extends Charges {
  /** The provider's name, as customers read it before the redirect. */
  readonly pageOf: string
  /** What its page accepts. It offers each of them separately. */
  readonly methods: readonly Method[]
  /** Opens a page for one method, cards by default. Answers `redirect_required`. */
  openPage(request: {
    key: string
    onBehalfOf?: string
    method?: Method
    amount: Kobo
    email: string
    returnUrl: string
  }): Promise<CardOutcome>
}

/** `code`: the three digits of our list of banks. */
export type UssdBank = { code: string; name: string }

/** Customers dial a code on their phone, at one of these banks. */
export interface UssdRail extends Charges {
  readonly ussdBanks: readonly UssdBank[]
  /** Answers `dial`. `bank`: the `code` of one of `ussdBanks`. */
  requestCode(request: {
    key: string
    onBehalfOf?: string
    bank: string
    amount: Kobo
    email: string
  }): Promise<CardOutcome>
}

/** Sandbox only: what the customer does elsewhere. */
export type Simulated = {
  /** Whether the provider tells us of the next thing. */
  notifies(onBehalfOf: string): Promise<boolean>
  /** Dials a code. Null if it is not a code of this business. `key`: of the charge. */
  dial(code: string, businessId: string): Promise<{ key: string } | null>
  /** Decides on the page with this URL. */
  decide(url: string, decision: 'approve' | 'decline'): Promise<void>
}

/** `not_found`: it was forgotten before. */
export type Forgotten = { kind: 'forgotten' | 'not_found' | 'unavailable' | 'unknown' }

/** Cards that customers agreed to keep are charged again. */
export interface TokenRail extends Charges {
  /**
   * `token`: the `secret` of an approved charge of the same business. `email`: that of the first
   * charge. `redirect_required`: the bank asks for the customer. Enquired about like any charge.
   * `atLeast`: the least to charge, if the card has less than `amount`. A provider that charges
   * whole amounts only ignores it.
   */
  chargeToken(request: {
    key: string
    onBehalfOf?: string
    token: string
    amount: Kobo
    atLeast?: Kobo
    email: string
    returnUrl: string
  }): Promise<CardOutcome>
  /** The provider forgets the card. To ask again is harmless. */
  forgetToken?(request: { onBehalfOf?: string; token: string }): Promise<Forgotten>
}

/** Why there is no mandate. */
export const MANDATE_REJECTIONS = [
  'account_invalid',
  'declined',
  'timed_out',
  'not_received',
] as const
export type MandateRejection = (typeof MANDATE_REJECTIONS)[number]

export type MandateOutcome =
  /** `token`: chargeToken charges it, and forgetToken ends it. Stored sealed. */
  | { kind: 'active'; token: string; handle?: string }
  /** The customer has to approve it at `url`, or the bank to activate it. */
  | { kind: 'accepted'; url?: string; handle?: string }
  | { kind: 'rejected'; reason: MandateRejection }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }
  /** Only from `enquireMandate`: no request with this key ever arrived. */
  | { kind: 'not_found' }

/** Customers let bank accounts be debited. A debit may take days, and is enquired about. */
export interface MandateRail extends TokenRail {
  openMandate(request: {
    key: string
    onBehalfOf?: string
    bank: { code: string; nipCode: string | null }
    accountNumber: string
    email: string
    /** Where the provider sends the customer back to. */
    returnUrl: string
  }): Promise<MandateOutcome>
  enquireMandate(request: {
    key: string
    onBehalfOf?: string
    handle?: string
  }): Promise<MandateOutcome>
}

/** Any of them, or several at once. */
export type CardRail = Charges & { readonly simulated?: Simulated } & Partial<
    Omit<DirectCardRail, keyof Charges> &
      Omit<HostedRail, keyof Charges> &
      Omit<UssdRail, keyof Charges> &
      Omit<MandateRail, keyof Charges>
  >
