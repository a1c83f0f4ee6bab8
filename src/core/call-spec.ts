import type { Sql, Transaction } from '../platform/db.ts'
import type { Kind } from '../platform/ids.ts'
import type { Kobo } from '../platform/money.ts'
import type { LastAsked } from '../providers/outcomes.ts'
import type { CallTable } from './calls.sql.ts'
import type { Context, Scope } from './context.ts'
import type { RailFee } from './ledger/rail-fees.ts'

// What a feature says of a kind of call; calls.ts does the rest.

/** An outcome that ends nothing. */
export type OpenKind = 'accepted' | 'not_found' | 'unavailable' | 'unknown'
export type Said = { kind: string; handle?: string; fee?: Kobo }

export type CallRow = Scope & { rail: string; createdAt: Date }

/** The database transaction in which a call ends. */
export type Ending<Row> = {
  context: Context
  sql: Transaction
  now: Date
  /** Ends the row, once. Null where somebody else ended it first: nothing else may be written. */
  end(to: Partial<Row>): Promise<Row | null>
}

/**
 * What each outcome that ends the call does, in one database transaction: locks, the row, entries,
 * event. Answers the row as it stands then; null where somebody else ended it first.
 */
type Ends<Row, Outcome extends Said> = {
  [Kind in Exclude<Outcome['kind'], OpenKind>]: (
    ending: Ending<Row>,
    row: Row,
    said: Extract<Outcome, { kind: Kind }>,
  ) => Promise<Row | null>
}

/** Passed to each enquiry beside the key. */
export type Known = LastAsked & { askedAt: Date; handle?: string }
type Enquires<Outcome> = { enquire(known: Known): Promise<Outcome> }
/** `firstAskedAt`: as in bank-rail.ts. */
type Asks<Outcome> = { ask(firstAskedAt: Date): Promise<Outcome> }
/** Null where the provider of the row is not configured any more: the call waits. */
type Reached<Way> = Promise<Way | null> | Way | null

/** Asked until it ends: where the provider has never heard of it, again under the same key. */
type AskedAgain<Row, Outcome extends Said> = {
  unheard: 'ask again'
  ends: Ends<Row, Outcome>
  /** When `ends` has committed: whom to tell in this process. */
  ended?(context: Context, row: Row): void
  reach(context: Context, row: Row): Reached<Asks<Outcome> & Enquires<Outcome>>
  /** With the first request: what the row says from then on, and what is held in that commit. */
  reserve?: {
    isDue(row: Row): boolean
    to: Partial<Row>
    inSameCommit(sql: Sql, row: Row, now: Date): Promise<void>
  }
  /** It may not be asked before then; null: it may. */
  notBefore?(context: Context, row: Row): Promise<Date | null>
  /** The providers that may have been asked in the time that a restore lost. Missing: the row's. */
  mayHaveAsked?(context: Context, row: Row, lostFrom: Date): Promise<string[]>
  /** From when on it is late. Missing: since its row was made. */
  since?(context: Context, row: Row): Promise<Date>
}

/**
 * Asked by who waits for it, in a batch of the feature's own, and never again: a person has typed
 * something that is kept nowhere. The feature records what is said of it, in its own batch.
 */
type AskedOnce<Row, Outcome extends Said> = {
  unheard: 'end'
  /** `never_known`: after `neverKnownMs` the provider has forgotten. */
  record(
    context: Context,
    row: Row,
    said: Exclude<Outcome, { kind: OpenKind }> | { kind: 'not_found' } | { kind: 'never_known' },
  ): Promise<unknown>
  neverKnownMs: number
  reach(context: Context, row: Row): Reached<Enquires<Outcome>>
}

export type CallSpec<Row extends CallRow, Outcome extends Said> = CallTable & {
  id: keyof Row & string
  columns: { [Column in 'asked' | 'accepted' | 'handle']?: keyof Row & string }
  /** As the operator reads it. */
  what: string
  /** The type of record whose id names it. */
  idKind: Kind
  /**
   * When it was last asked, where the column `asked` does not say: a row without a moment there was
   * asked when it was made. So an answer that nothing happened leaves that column as it is.
   */
  lastAsked?(row: Row): Date | null
  /** Seals the column `handle`. */
  handles?: {
    keep(context: Context, row: Row, kept: string | null, said: Said): string | null
    handBack(context: Context, row: Row, kept: string | null): { handle?: string }
  }
  /** Of what a provider takes money for: as what the fee is booked. */
  fee?(row: Row): RailFee
  /** Rows of `isWatched`: they have ended and may yet change. */
  watch?: {
    holds(row: Row): boolean
    /** Does what follows from the answer. Answers when to enquire again; null: never. */
    record(context: Context, row: Row, said: Outcome | { kind: 'unknown' }): Promise<Date | null>
  }
} & (AskedAgain<Row, Outcome> | AskedOnce<Row, Outcome>)
