import type { Kobo } from '../lib/money.ts'

// A rail is an outside party behind one interface: a bank, a card processor, a registry of
// identities. Test mode has the sandbox, live mode a real partner. Several answers are normal, so
// each is a union with `kind`.
//
// What every implementation promises, held by rails.test.ts:
// (1) `key` is made by us and stored before the call. The same key again is the same operation:
//     it never charges, issues or returns twice, and it answers as the first call did.
// (2) `unavailable` means that nothing happened. `unknown` means that nobody can say: only a later
//     `enquire` may settle it.
// (3) Nothing of a card but the first six and last four digits is kept, logged or put in a message;
//     of a person nothing at all.
// (4) Refused input never throws. A throw is a fault in the adapter, and is taken as `unknown`.
//
// `onBehalfOf` is the id of the business for which something is asked. A call without one is for
// nobody in particular: a name enquiry is remembered for all.

export type Mode = 'test' | 'live'

export type Bank = { name: string; code: string; slug: string }

/** Money that arrived at an account number which the rail issued for us. */
export type BankCredit = {
  /** The rail's name for this one transfer: opaque, at most 64 characters, unique per rail. */
  sessionId: string
  accountNumber: string
  amount: Kobo
  senderName: string
  senderBankCode: string
  senderAccountNumber: string
  narration: string
  /** When it happened at the bank. */
  occurredAt: Date
}

export type IssueOutcome =
  | { kind: 'issued'; accountNumber: string; bank: Bank }
  /** Only where a BVN was given: the bank does not take it. */
  | { kind: 'refused' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

export type TierOutcome =
  | { kind: 'raised' }
  /** The bank does not take this BVN for this account. */
  | { kind: 'refused' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** Whose account it is, as the bank writes the name. */
export type NameOutcome =
  | { kind: 'found'; accountName: string }
  | { kind: 'not_found' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** As a name enquiry, for somebody who is to be paid. */
export type BeneficiaryOutcome =
  /** `enquiry`: the rail's name for this answer; the transfer is made under it. */
  | { kind: 'found'; accountName: string; enquiry: string }
  | { kind: 'not_found' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

export type TransferOutcome =
  | { kind: 'sent'; sessionId: string }
  /** For good: the money has not moved and will not. `reason`: a word of ours, no sentence. */
  | { kind: 'failed'; reason: string }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }
  /** Only from `enquireTransfer`: no transfer with this key has arrived. */
  | { kind: 'not_found' }

/** What a rail sent to us of its own accord: the bytes and the headers, in lower case. */
export type RailRequest = {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type Notification =
  | { kind: 'credit'; credit: BankCredit }
  /** Really from the rail, but no credit can be read in it: kept, for a person to look at. */
  | { kind: 'unreadable' }
  /** Signed too long ago, or ahead of time. */
  | { kind: 'stale' }
  | { kind: 'forged' }

export type ReturnOutcome =
  | { kind: 'returned'; sessionId: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

export interface BankRail {
  /** Stable for ever: with the session id it identifies a credit. */
  readonly name: string
  /** An account number for one payment. The rail may repeat a number: the caller asks again
   *  with `attempt` + 1. */
  issueOneOffAccount(request: {
    key: string
    onBehalfOf?: string
    attempt: number
    accountName: string
    amount: Kobo
    expiresAt: Date
  }): Promise<IssueOutcome>
  /** An account number for ever. `bvn` makes it a Tier 3 account from the start. */
  issueAccount(request: {
    key: string
    onBehalfOf?: string
    attempt: number
    accountName: string
    bvn: string | null
  }): Promise<IssueOutcome>
  /** Lifts an account that was issued without a BVN to Tier 3. */
  raiseTier(request: {
    key: string
    onBehalfOf?: string
    accountNumber: string
    bvn: string
  }): Promise<TierOutcome>
  /** A name enquiry. `bank` is of our list; its NIP code is null where nobody knows it. */
  resolveAccount(request: {
    bank: { code: string; nipCode: string | null }
    accountNumber: string
  }): Promise<NameOutcome>
  /** Who says so, and what it says. Never throws; what is odd in a text is cleaned. */
  readNotification(request: RailRequest): Notification
  /** Sends a credit, or a part of it, back to the account it came from. */
  returnCredit(request: {
    key: string
    onBehalfOf?: string
    credit: BankCredit
    amount: Kobo
  }): Promise<ReturnOutcome>
  /** Whose account it is that is to be paid. `bank` as above. */
  enquireBeneficiary(request: {
    onBehalfOf?: string
    bank: { code: string; nipCode: string | null }
    accountNumber: string
  }): Promise<BeneficiaryOutcome>
  /** Pays out of what the rail holds for us. */
  transfer(request: {
    key: string
    onBehalfOf?: string
    enquiry: string
    bank: { code: string; nipCode: string | null }
    accountNumber: string
    accountName: string
    amount: Kobo
    narration: string
  }): Promise<TransferOutcome>
  /** What became of a transfer that was not answered. */
  enquireTransfer(request: { key: string; onBehalfOf?: string }): Promise<TransferOutcome>
}

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
  | { kind: 'approved'; authorization: CardAuthorization }
  | { kind: 'declined'; reason: DeclineReason; authorization: CardAuthorization }
  | { kind: 'pin_required'; authorization: CardAuthorization }
  | { kind: 'otp_required'; authorization: CardAuthorization }
  /** The code was wrong and may be tried again; the attempt is still open. */
  | { kind: 'otp_incorrect'; authorization: CardAuthorization }
  /** The customer goes to `url` (the bank's 3-D Secure page) and comes back to `returnUrl`. */
  | { kind: 'redirect_required'; url: string; authorization: CardAuthorization }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }
  /** Only from `enquire`: no charge with this key ever arrived. */
  | { kind: 'not_found' }

/** For the business's log. The customer is shown one text for all of them. */
export type DeclineReason =
  | 'declined'
  | 'insufficient_funds'
  | 'incorrect_cvv'
  | 'incorrect_pin'
  | 'incorrect_otp'
  | 'otp_not_sent'
  | 'authentication_failed'
  | 'not_a_test_card'

export interface CardRail {
  /** Stable for ever: it stands on the row of each attempt. */
  readonly name: string
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
  submitPin(request: { key: string; onBehalfOf?: string; pin: string }): Promise<CardOutcome>
  submitOtp(request: { key: string; onBehalfOf?: string; otp: string }): Promise<CardOutcome>
  /** Where the charge stands now, asked after a timeout and when the customer has come back. */
  enquire(request: { key: string; onBehalfOf?: string }): Promise<CardOutcome>
  /** Gives an approved charge back in full. */
  reverse(request: { key: string; onBehalfOf?: string; amount: Kobo }): Promise<ReturnOutcome>
  /** Gives a part of an approved charge back, or all of it. `charge`: the key of the charge. */
  refund(request: {
    key: string
    onBehalfOf?: string
    charge: string
    amount: Kobo
  }): Promise<ReturnOutcome>
}

export type IdentityType = 'BVN' | 'NIN'

/** What the registry knows of a person, by the contract's names. A value that it lacks is ''. */
export type IdentityDetails = {
  bvn: string
  fullName: string
  firstName: string
  middleName: string
  lastName: string
  /** DD-MM-YYYY. */
  dateOfBirth: string
  phoneNumber1: string
  phoneNumber2: string
  gender: string
  /** A bank code. */
  enrollmentBank: string
  enrollmentBranch: string
  email: string
  lgaOfOrigin: string
  lgaOfResidence: string
  maritalStatus: string
  nin: string
  nationality: string
  residentialAddress: string
  stateOfOrigin: string
  stateOfResidence: string
  title: string
  /** YES or NO. */
  watchListed: string
  levelOfAccount: string
  registrationDate: string | null
  imageBase64: string
}

export type CodeOutcome =
  /** A code has left for the phone that is registered. `session`: how the rail calls it, opaque. */
  | { kind: 'sent'; session: string }
  /** The registry has nobody under this number. */
  | { kind: 'unknown_number' }
  /** It has, but no code was sent: none will come. */
  | { kind: 'not_sent' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }
  /** Only from `enquire`: nothing with this key ever arrived. */
  | { kind: 'not_found' }

export type DetailsOutcome =
  | { kind: 'verified'; details: IdentityDetails }
  | { kind: 'wrong_code' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** The registry makes the code, sends it and judges it. How often it is asked to is our care. */
export interface IdentityRail {
  /** Stable for ever: it stands on the row of each verification. */
  readonly name: string
  /** `onBehalfOf`: the id of the business that asks. */
  sendCode(request: {
    key: string
    onBehalfOf: string
    type: IdentityType
    number: string
  }): Promise<CodeOutcome>
  /** What became of a call to send that was not answered. */
  enquire(request: {
    key: string
    onBehalfOf: string
    type: IdentityType
    number: string
  }): Promise<CodeOutcome>
  /** The right code opens the details, also when it is submitted again. */
  submitCode(request: {
    session: string
    onBehalfOf?: string
    type: IdentityType
    number: string
    code: string
  }): Promise<DetailsOutcome>
}

export type Mail = {
  /** A UUIDv7. */
  key: string
  /** The id of the business in whose name it is sent. */
  onBehalfOf: string
  /** The name that its reader sees. The address is the operator's. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
}

export type MailOutcome =
  | { kind: 'sent' }
  /** For good: there is no such address, or it may not be written to. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

export interface MessageRail {
  readonly name: string
  sendMail(mail: Mail): Promise<MailOutcome>
}

export type RailSet = {
  bank: BankRail
  card: CardRail
  identity: IdentityRail
  message: MessageRail
}

/** Makes nothing new, and is asked about what it has made: made-by.ts. */
export type FormerRail = { mode: Mode } & (
  | { kind: 'bank'; rail: BankRail }
  | { kind: 'card'; rail: CardRail }
  | { kind: 'identity'; rail: IdentityRail }
)

/** Live is null until a partner is configured. */
export type Rails = { test: RailSet; live: RailSet | null; former?: FormerRail[] }
