import type { Kobo } from '../platform/money.ts'
import type { FailureReason } from './failures.ts'

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

/** When the last request may have been sent: at `askedAt`, or at any moment up to `askedUntil`. */
export type LastAsked = {
  askedAt?: Date
  /** After a restore, which lost the row of the request. */
  askedUntil?: Date
}

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
