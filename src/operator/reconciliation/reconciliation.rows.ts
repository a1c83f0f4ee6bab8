import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Direction, StatementLine } from './statement.ts'

export type StatementId = Id<'statement'>

export type Statement = {
  statementId: StatementId
  mode: Mode
  rail: string
  fileName: string
  /** From the first time, up to and excluding the second. */
  periodFrom: Date
  periodTo: Date
  openingBalance: Kobo | null
  closingBalance: Kobo | null
  createdAt: Date
}

/** The books of one rail in a mode, over all businesses. */
export type Books = { mode: Mode; rail: string }

/** A movement at a bank according to our books. */
export type Movement = Omit<StatementLine, 'position'>

export type ExceptionClass = 'wrong_amount' | 'duplicate' | 'theirs_only' | 'ours_only'

export type MovementKind =
  | 'deposit'
  | 'suspended_credit'
  | 'return'
  | 'payout'
  | 'payout_reversal'
  | 'refund'
  | 'charge'
  | 'charge_reversal'
  | 'charge_fee'

export type Exception = {
  /** `stm_…:17` for a line; `dep_…` or its like for a movement without one. */
  id: string
  class: ExceptionClass
  mode: Mode
  rail: string
  direction: Direction
  sessionId: string
  /** The statement of the line; null without a line. */
  statementId: StatementId | null
  position: number | null
  theirAmount: Kobo | null
  /** The kind of our movement; null without one. */
  kind: MovementKind | null
  causeId: string | null
  ourAmount: Kobo | null
  occurredAt: Date
  /** For a duplicate: the earlier line with this session id. */
  first: string | null
  next: string
}

export type ExceptionName =
  | { statementId: StatementId; position: number }
  | { kind: MovementKind; causeId: string }

export type Note = {
  noteId: Id<'reconciliation_note'>
  mode: Mode
  rail: string
  sessionId: string
  direction: Direction
  statementId: StatementId | null
  position: number | null
  closedBy: string
  note: string
  createdAt: Date
}
