import type { Kobo } from '../platform/money.ts'
import type { LastAsked, Named, RailDispute, Silent } from './outcomes.ts'

// What a provider with disputes offers: it lists them, and takes our answer to one. A dispute is a
// cardholder's chargeback, or a report of fraud or a mistake about a transfer.

/** `next`: there is more; pass it as `page`. */
export type DisputesOutcome = { kind: 'fetched'; disputes: RailDispute[]; next?: string } | Silent

/** A part of the evidence. */
export type EvidenceFile = { type: 'pdf' | 'png' | 'jpeg'; bytes: Buffer }

export type DisputeAnswer =
  /** Gives the money up. */
  | { kind: 'accept' }
  /** `text`: what the business says, at most 5,000 characters. `files`: at most `filesMax`. */
  | { kind: 'contest'; text: string; files: EvidenceFile[] }

export type AnswerOutcome =
  /** The provider has recorded the answer. Its decision comes with the dispute. */
  | { kind: 'answered' }
  /** Final, such as too late. `said`: the provider's own words. */
  | { kind: 'refused'; said?: string }
  | Silent

/** `not_found`: the dispute still waits for an answer. */
export type AnswerEnquiry = AnswerOutcome | { kind: 'not_found' }

export interface DisputeRail extends Named {
  /** How many files an answer may have. */
  filesMax: number
  /** Opened from `from` up to, not including, `to`, whatever became of them. */
  listDisputes(request: { from: Date; to: Date; page?: string }): Promise<DisputesOutcome>
  /**
   * Answers a dispute, once. `key`: ours, for a provider that keeps one. `dispute`: its `id`;
   * `amount`: the whole of it.
   */
  answerDispute(request: {
    key: string
    onBehalfOf?: string
    dispute: string
    amount: Kobo
    answer: DisputeAnswer
    /** Of the payment. */
    email: string
  }): Promise<AnswerOutcome>
  /** Whether an answer has arrived: from the state of the dispute. */
  enquireAnswer(
    request: { key: string; onBehalfOf?: string; dispute: string } & LastAsked,
  ): Promise<AnswerEnquiry>
  /** Sandbox only: opens a dispute with this outcome. The same id again is the same dispute. */
  openFor?(dispute: {
    id: string
    of: RailDispute['of']
    category: RailDispute['category']
    amount: Kobo
    outcome: 'won' | 'lost'
    openedAt: Date
  }): Promise<void>
}
