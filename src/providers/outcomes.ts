import type { Kobo } from '../platform/money.ts'
import type { FailureReason } from './failures.ts'

export type Mode = 'test' | 'live'

export interface Named {
  /** Never changes: rows name the provider that made them. */
  readonly name: string
  /** Whether its recent calls failed. New work then goes to another provider. */
  isDown?(): boolean
  /** Whether it rejected our credentials at the last call. */
  isLockedOut?(): boolean
}

export type Silent = { kind: 'unavailable' } | { kind: 'unknown' }

/** When the last request may have been sent: at `askedAt`, or at any moment up to `askedUntil`. */
export type LastAsked = {
  askedAt?: Date
  /** After a restore, which lost the row of the request. */
  askedUntil?: Date
}

/** Money that arrived at an account number issued for us. */
export type BankCredit = {
  /** The provider's id of the transfer: opaque, at most 64 characters, unique at the provider. */
  sessionId: string
  accountNumber: string
  amount: Kobo
  senderName: string
  senderBankCode: string
  senderAccountNumber: string
  narration: string
  /** As the bank dates it. */
  occurredAt: Date
}

export type ReturnOutcome =
  /** `needsAccount`: it waits until somebody gives the provider an account of the customer. */
  | { kind: 'accepted'; handle?: string; needsAccount?: true }
  | { kind: 'returned'; sessionId: string; fee?: Kobo; handle?: string }
  /** Final, also after `accepted`: the money stays here. `said`: the provider's own code. */
  | { kind: 'refused'; reason: FailureReason; said?: string }
  | { kind: 'unavailable' }
  | { kind: 'unknown'; handle?: string }

/** `not_found`: the provider has no request with this key. */
export type ReturnEnquiry = ReturnOutcome | { kind: 'not_found' }

/** A notification as received; header names are in lower case. */
export type RailRequest = {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** The end of the URL, `/notifications/{token}`, for a provider that signs nothing. */
  token?: string
  /** Set when a stored notification is read again: its age counts at this time. */
  receivedAt?: Date
}

/** `accepted`: given up, by us or because nobody answered in time. */
export type DisputeState = 'needs_response' | 'under_review' | 'won' | 'lost' | 'accepted'

export type DisputeCategory = 'chargeback' | 'fraud_report' | 'recall'

/** A dispute as its provider has it now. The same one may be told of often, and out of order. */
export type RailDispute = {
  /** The provider's id: at most 64 characters, unique at the provider. */
  id: string
  /** What was paid: our key of the charge, or the session id of the transfer. */
  of: { charge: string } | { sessionId: string }
  /** `reversed`: it is decided, and the charge is reversed, by this or by refunds of all of it. */
  status: DisputeState | 'reversed'
  category: DisputeCategory
  /** In the provider's words, at most 500 characters; '' if it says nothing. */
  reason: string
  amount: Kobo
  /** What the provider charges for it, in kobo. Missing: nothing. */
  fee?: Kobo
  /** When the answer must have arrived. Null: the provider does not say. */
  dueAt: Date | null
}

/** A notification books a credit, or only names what to enquire about. */
export type Notification =
  /** `fee`: what the provider deducted. */
  | { kind: 'credit'; credit: BankCredit; fee?: Kobo }
  /** An unsigned claim of a credit. Only the answer of `confirmCredit` is booked. */
  | { kind: 'hint'; reference: string }
  /** A transfer of another amount, which the provider sends back itself. `sessionId`: its id. */
  | { kind: 'bounced'; accountNumber: string; amount: Kobo; sessionId: string }
  /** Something happened to what has this key. */
  | { kind: 'about'; what: 'transfer' | 'return' | 'refund' | 'charge'; key: string }
  /** Something happened to a one-off account: `key`, of `issueOneOffAccount`. */
  | { kind: 'about'; what: 'one_off_account'; key: string }
  /** `key`: the email address of the customer. */
  | { kind: 'about'; what: 'mandates'; key: string }
  /** Something happened to a refund of the charge with this key. */
  | { kind: 'about'; what: 'refunds_of_charge'; key: string }
  /** A dispute was opened, or has changed. */
  | { kind: 'dispute'; dispute: RailDispute }
  /** Authentic, and not needed. */
  | { kind: 'ignored' }
  /** Authentic, but unreadable: stored for a person to look at. */
  | { kind: 'unreadable' }
  /** The time it was signed is too old, or in the future. */
  | { kind: 'stale' }
  | { kind: 'forged' }

export type CreditOutcome =
  | { kind: 'credit'; credit: BankCredit; fee?: Kobo }
  /** No such credit, or it is not for an account of ours. */
  | { kind: 'not_found' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

export interface Notifies {
  /** Authenticates and parses. Never throws; unusual characters in texts are replaced. */
  readNotification?(request: RailRequest): Notification
  /** Fetches the credit that a hint names. */
  confirmCredit?(request: { reference: string }): Promise<CreditOutcome>
}

export type RailStatementLine = {
  /** Of credits, transfers and returns; for a charge its key, for its fee `fee-KEY`. */
  sessionId: string
  direction: 'credit' | 'debit'
  amount: Kobo
  /** Our account for a credit, theirs for a debit; '' if not stated. */
  accountNumber: string
  narration: string
  occurredAt: Date
  /** A settlement to our own bank account. */
  isSettlement?: boolean
}

/**
 * Movements from `from` up to, not including, `to`. `page`: `next` of the answer before.
 * `timeoutMs`: if there is more, the answer says `next` after that time, if the provider can.
 */
export type StatementRequest = { from: Date; to: Date; page?: string; timeoutMs?: number }

/** `next`: there is more; pass it as `page`. */
export type StatementOutcome =
  | { kind: 'fetched'; lines: RailStatementLine[]; next?: string }
  | Silent
