import type { Context, Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { addDays, dayOf, startOf } from '../../platform/lagos.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { fromFreshReading } from '../../platform/optimistic.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openExceptions } from './exceptions.ts'
import { listUnfetched, type Unfetched } from './fetch.sql.ts'
import type { Books, Exception, Movement, Statement, StatementId } from './reconciliation.rows.ts'

import {
  countExceptions,
  type Extent,
  findStatement,
  freezeReading,
  type Gap,
  joinWhole,
  type LineClass,
  liftLimits,
  listBooks,
  listGaps,
  listMovements,
  listStatements,
  type MovementClass,
  matchOpen,
  sumLedger,
  sumLines,
  sumLinesByClass,
  sumMovements,
  sumMovementsByClass,
} from './reconciliation.sql.ts'
import type { Direction } from './statement.ts'

// What a bank says has happened, against what our books say: line by line, then in sums. A session
// id and a direction name one movement, on both sides. Each line has exactly one class, and so has
// each movement of ours of the time that the statement speaks of:
//
//   a line         (none) ──┬──> theirs only ──┬──> matched         [import; match]
//                           │                  └──> wrong amount
//                           └──> duplicate: another line spoke for its session id before
//   a movement     ours only ──> matched | wrong amount: as the line that names it
//
// A match is kept with the line that came first, in whichever statement, and never changes again.
// What one side has a day later than the other is matched then, and both days' reports say so.
//
// Invariants:
// (1) A movement of ours is matched by one line ever, and a line matches one movement.
// (2) All lines are matched, wrong amount, duplicate or theirs only, and the amounts of these sum
//     to that of all lines; likewise for our movements.
// (3) What is matched is the same kobo on both sides, once those are left out of which one side
//     lies in another statement.
//
// Cards are reconciled in live mode: a statement names a charge by our key, and its fee by that.
// The sandbox's card processor has no statement.

const LISTED_MAX = 1_000

export type Total = { count: number; amount: Kobo }
export type Sides = Record<Direction, Total>
export type Report = Books & {
  /** Null: all statements of the rail together. */
  statement: Statement | null
  theirs: Record<LineClass | 'total', Sides>
  ours: Record<MovementClass | 'total', Sides>
  /** Matched with what is of another statement: movements of other days, lines of other files. */
  elsewhere: { lines: Sides; movements: Sides }
  /** With the banks, by the ledger and by all movements ever, over all rails of the mode. */
  ledger: { clearing: Kobo; movements: Kobo }
  /** Null where nothing can be said: the statement names no balances. */
  ties: {
    theirs: boolean
    ours: boolean
    pairs: boolean
    balances: boolean | null
    ledger: boolean
  }
  exceptions: { open: number; closed: number; listed: Exception[] }
  /** Of all statements together: times until yesterday of which none speaks. */
  gaps: Gap[]
  /** Days whose statement the rail itself was asked for, and did not give yet. */
  unfetched: Unfetched[]
}

/** Matches what is open, then counts. Everything is counted at one moment. */
export async function reconcile(
  context: Context,
  books: Books,
  statement: Statement | null = null,
): Promise<Report> {
  const extent = { ...books, statementId: statement?.statementId ?? null }
  return fromFreshReading(() =>
    context.sql.begin(async (sql) => {
      await freezeReading(sql)
      await liftLimits(sql)
      const now = context.now()
      await matchOpen(sql, books, now)
      await joinWhole(sql)
      return counted(sql, extent, statement, now)
    }),
  )
}

async function counted(
  sql: Sql,
  extent: Extent,
  statement: Statement | null,
  now: Date,
): Promise<Report> {
  const lines = await sumLinesByClass(sql, extent)
  const movements = await sumMovementsByClass(sql, extent)
  const theirs = {
    total: sidesOf(await sumLines(sql, extent)),
    matched: sidesOf(lines.filter((row) => row.class === 'matched')),
    wrong_amount: sidesOf(lines.filter((row) => row.class === 'wrong_amount')),
    duplicate: sidesOf(lines.filter((row) => row.class === 'duplicate')),
    theirs_only: sidesOf(lines.filter((row) => row.class === 'theirs_only')),
  }
  const ours = {
    total: sidesOf(await sumMovements(sql, extent)),
    matched: sidesOf(movements.filter((row) => row.class === 'matched')),
    wrong_amount: sidesOf(movements.filter((row) => row.class === 'wrong_amount')),
    ours_only: sidesOf(movements.filter((row) => row.class === 'ours_only')),
  }
  const isPair = (row: { class: string; isElsewhere: boolean }) =>
    row.class === 'matched' && row.isElsewhere
  const elsewhere = {
    lines: sidesOf(lines.filter(isPair)),
    movements: sidesOf(movements.filter(isPair)),
  }
  const ledger = await sumLedger(sql, extent.mode)
  const { mode, rail } = extent
  return {
    mode,
    rail,
    statement,
    theirs,
    ours,
    elsewhere,
    ledger,
    ties: tiesOf({ theirs, ours, elsewhere, ledger, statement }),
    exceptions: {
      ...(await countExceptions(sql, extent)),
      listed: await openExceptions(sql, extent, LISTED_MAX),
    },
    gaps: statement ? [] : await listGaps(sql, extent, beginOfYesterday(now), LISTED_MAX),
    unfetched: statement ? [] : await listUnfetched(sql, extent),
  }
}

/** A bank has the day after to send the statement of a day. */
function beginOfYesterday(now: Date): Date {
  return startOf(addDays(dayOf(now), -1))
}

function tiesOf({
  theirs,
  ours,
  elsewhere,
  ledger,
  statement,
}: Pick<Report, 'theirs' | 'ours' | 'elsewhere' | 'ledger' | 'statement'>): Report['ties'] {
  const { total: allLines, ...lines } = theirs
  const { total: allMovements, ...movements } = ours
  const here = minus(theirs.matched, elsewhere.lines)
  return {
    theirs: isSame(allLines, plus(Object.values(lines))),
    ours: isSame(allMovements, plus(Object.values(movements))),
    pairs: isSame(here, minus(ours.matched, elsewhere.movements)),
    balances: balancesTie(statement, allLines),
    ledger: ledger.clearing === ledger.movements,
  }
}

function balancesTie(statement: Statement | null, { credit, debit }: Sides): boolean | null {
  const { openingBalance: opening = null, closingBalance: closing = null } = statement ?? {}
  if (opening === null || closing === null) return null
  return closing - opening === credit.amount - debit.amount
}

/** Whether nothing is left for a person to look at. */
export function isClean({ ties, exceptions, unfetched }: Report): boolean {
  const isFetched = unfetched.every(({ tries }) => tries === 0)
  return exceptions.open === 0 && isFetched && Object.values(ties).every((tie) => tie !== false)
}

/** What moved for one business, the oldest first, at most so many. */
export async function movementsOf(
  { sql }: Context,
  scope: Scope,
  wanted: { rail: string; from: Date; to: Date; max: number },
): Promise<Movement[]> {
  return listMovements(sql, scope, wanted)
}

/** By its public id, `stm_…`. */
export async function findByPublicId(context: Context, text: string): Promise<Statement> {
  const id = parsePublicId<'statement'>('stm', text)
  const found = id === null ? null : await findStatement(context.sql, id as StatementId)
  if (found) return found
  throw new Refusal('not_found', { message: 'No statement has this id.' })
}

/** All books that any statement was imported for. */
export async function booksWithStatements({ sql }: Context): Promise<Books[]> {
  return listBooks(sql)
}

/** The newest first, at most a thousand. */
export async function statementsOf({ sql }: Context, books: Books): Promise<Statement[]> {
  return listStatements(sql, books, LISTED_MAX)
}

function sidesOf(rows: readonly (Total & { direction: Direction })[]): Sides {
  const of = (direction: Direction) =>
    rows
      .filter((row) => row.direction === direction)
      .reduce(added, { count: 0, amount: kobo(0) } as Total)
  return { credit: of('credit'), debit: of('debit') }
}

function plus(parts: Sides[]): Sides {
  const of = (direction: Direction) =>
    parts.map((part) => part[direction]).reduce(added, { count: 0, amount: kobo(0) })
  return { credit: of('credit'), debit: of('debit') }
}

function minus(all: Sides, less: Sides): Sides {
  const of = (direction: Direction): Total => ({
    count: all[direction].count - less[direction].count,
    amount: kobo(all[direction].amount - less[direction].amount),
  })
  return { credit: of('credit'), debit: of('debit') }
}

function added(sum: Total, { count, amount }: Total): Total {
  return { count: sum.count + count, amount: kobo(sum.amount + amount) }
}

function isSame(one: Sides, other: Sides): boolean {
  const isEqual = (direction: Direction) =>
    one[direction].count === other[direction].count &&
    one[direction].amount === other[direction].amount
  return isEqual('credit') && isEqual('debit')
}
