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
  /** From the first moment to the second, which is not in it. */
  periodFrom: Date
  periodTo: Date
  openingBalance: Kobo | null
  closingBalance: Kobo | null
  createdAt: Date
}

/** Whose books: of a rail in a mode, over all businesses. */
export type Books = { mode: Mode; rail: string }

/** What moved at a bank by our books. */
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
  /** Of a line `stm_…:17`; of a movement of ours that has none, what it is: `dep_…`. */
  id: string
  class: ExceptionClass
  mode: Mode
  rail: string
  direction: Direction
  sessionId: string
  /** Of the line; null where ours has none. */
  statementId: StatementId | null
  position: number | null
  theirAmount: Kobo | null
  /** Of our movement; null where we know of none. */
  kind: MovementKind | null
  causeId: string | null
  ourAmount: Kobo | null
  occurredAt: Date
  /** Of a duplicate: the line that spoke for the session id before. */
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
