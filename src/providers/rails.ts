import type { Kobo } from '../platform/money.ts'
import type { BankRail } from './bank-rail.ts'
import type { CardRail, DirectCardRail } from './card-rail.ts'
import type { FailureReason } from './failures.ts'
import type { IdentityRail } from './identity-rail.ts'
import type { MessageRail } from './message-rail.ts'
import type { SwitchedOff } from './switches.ts'

export type * from './bank-rail.ts'
export type * from './card-rail.ts'
export type * from './identity-rail.ts'
export type * from './message-rail.ts'

// A rail is an outside party behind one interface: a bank, a card processor, a registry of
// identities. Test mode has the sandbox, live mode one or several providers, each of which offers
// some of this (capabilities.ts). Several answers are normal, so each is a union with `kind`.
//
// What every implementation promises, held by test/rails-conformance.test.ts:
// (1) `key` is made by us and stored before the call. The same key again is the same operation:
//     it never charges, issues or returns twice, and it answers as the first call did.
// (2) `unavailable` means that nothing happened. `unknown` means that nobody can say: only a later
//     `enquire` may settle it.
// (3) `accepted` means that the rail has it and will do it: from then on it is only enquired about.
//     What was accepted may be refused days later, and a transfer that was sent may be reversed.
// (4) Nothing of a card but the first six and last four digits is kept, logged or put in a message;
//     of a person nothing at all.
// (5) Refused input never throws. A throw is a fault in the adapter, and is taken as `unknown`.
//
// `handle` is the rail's own name for a thing, opaque to us, at most 1,000 characters. It comes
// with an outcome, is kept sealed with the thing, and is handed back with every later call about
// it.
// `fee` is what the rail takes for it, in kobo, where it says so.
//
// `onBehalfOf` is the id of the business for which something is asked. A call without one is for
// nobody in particular: a name enquiry is remembered for all.

export type Mode = 'test' | 'live'

export interface Named {
  /** Stable for ever: it stands on the row of what the rail made. */
  readonly name: string
  /** Whether it does not answer these days, as far as it knows: what is new goes to another. */
  isDown?(): boolean
  /** Whether it refused our credentials when it was last asked. */
  isLockedOut?(): boolean
}

export type Silent = { kind: 'unavailable' } | { kind: 'unknown' }

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

export type ReturnOutcome =
  | { kind: 'accepted'; handle?: string }
  | { kind: 'returned'; sessionId: string; fee?: Kobo; handle?: string }
  /** For good, also of what was accepted: the money stays here. `said`: the provider's own code. */
  | { kind: 'refused'; reason: FailureReason; said?: string }
  | { kind: 'unavailable' }
  | { kind: 'unknown'; handle?: string }
/** What an enquiry answers besides: nothing with this key has arrived. */
export type ReturnEnquiry = ReturnOutcome | { kind: 'not_found' }

/** What a rail sent to us of its own accord: the bytes and the headers, in lower case. */
export type RailRequest = {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** What stands behind the address, where the provider signs nothing: `/notifications/{token}`. */
  token?: string
  /** Where it is read again: it was fresh then. */
  receivedAt?: Date
}

/** What is news of another kind than a credit only says what to enquire about. */
export type Notification =
  /** `fee`: what the rail keeps of it. */
  | { kind: 'credit'; credit: BankCredit; fee?: Kobo }
  /** Says of a credit, unsigned: nothing is booked but what `confirmCredit` answers. */
  | { kind: 'hint'; reference: string }
  /** Something has become of what was made under this key. */
  | { kind: 'about'; what: 'transfer' | 'return' | 'refund' | 'charge'; key: string }
  /** As above, where the provider names only the charge: all its refunds. */
  | { kind: 'about'; what: 'refunds_of_charge'; key: string }
  /** Really from the rail, and nothing that is of use here. */
  | { kind: 'ignored' }
  /** Really from the rail, but no credit can be read in it: kept, for a person to look at. */
  | { kind: 'unreadable' }
  /** Signed too long ago, or ahead of time. */
  | { kind: 'stale' }
  | { kind: 'forged' }

export type CreditOutcome =
  | { kind: 'credit'; credit: BankCredit; fee?: Kobo }
  /** There is no such credit, or it is not of an account of ours. */
  | { kind: 'not_found' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** How a rail speaks of its own accord. */
export interface Notifies {
  /** Who says so, and what it says. Never throws; what is odd in a text is cleaned. */
  readNotification?(request: RailRequest): Notification
  /** What the rail itself says of a credit that was only hinted at. */
  confirmCredit?(request: { reference: string }): Promise<CreditOutcome>
}

export type RailStatementLine = {
  /** As the credits, transfers and returns are named; a charge by its key, its fee `fee-KEY`. */
  sessionId: string
  direction: 'credit' | 'debit'
  amount: Kobo
  /** The account of ours that it came to, or theirs that it went to; '' where it is not said. */
  accountNumber: string
  narration: string
  occurredAt: Date
  /** It went to an account of our own at a bank. */
  isSettlement?: boolean
}
/**
 * What moved from the first moment to the second, which is not in it. `page`: where the answer
 * before has ended. `timeoutMs`: what takes longer is left to the next call, where the rail can.
 */
export type StatementRequest = { from: Date; to: Date; page?: string; timeoutMs?: number }
/** `next`: there is more, from there on. */
export type StatementOutcome =
  | { kind: 'fetched'; lines: RailStatementLine[]; next?: string }
  | Silent

/** One provider: what it offers of all this. */
export type Provider = {
  bank?: Named & Partial<BankRail>
  card?: CardRail
  identity?: IdentityRail
  message?: MessageRail
}

/** A provider that offers everything, as the sandbox does. */
export type RailSet = {
  bank: BankRail
  card: DirectCardRail
  identity: IdentityRail
  message: MessageRail
}

/** Makes nothing new, and is asked about what it has made: made-by.ts. */
export type FormerProvider = Provider & { mode: Mode }

/** Live: in the order in which they are asked for what is new; none until one is configured. */
export type Rails = {
  test: RailSet
  live: Provider[]
  former?: FormerProvider[]
  /** Which of them make nothing new for now: switches.ts. */
  off?: SwitchedOff
}
