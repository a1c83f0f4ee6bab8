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
  sumLines,
  sumLinesByClass,
  sumMovements,
  sumMovementsByClass,
} from './reconciliation.sql.ts'
import type { Direction } from './statement.ts'
import { sumLedger } from './sums.sql.ts'

// Reconciles statements with our books: line by line, then in sums. A session id and a direction
// identify a movement on both sides. Each line has exactly one class, and so has each of our
// movements in the times that the statement covers:
//
//   a line         (none) ──┬──> theirs only ──┬──> matched         [import; match]
//                           │                  └──> wrong amount
//                           └──> duplicate: an earlier line has its session id
//   a movement     ours only ──> matched | wrong amount: as the line that names it
//
// A match is stored with the line that came first, in any statement, and never changes. What one
// side has a day later is matched then, and the reports of both days say so.
//
// Invariants:
//
// (1) A movement is matched by one line, and a line matches one movement.
// (2) All lines are matched, wrong amount, duplicate or theirs only, and the sums of these classes
//     make the sum of all lines; likewise for our movements.
// (3) Matched sums are equal on both sides, apart from matches whose other side is in another
//     statement.
//
// Cards are reconciled in live mode: statements name a charge, and its fee, by our key. The
// sandbox's card processor has no statements.

const LISTED_MAX = 1_000

export type Total = { count: number; amount: Kobo }
export type Sides = Record<Direction, Total>
export type Report = Books & {
  /** Null: all statements of the rail together. */
  statement: Statement | null
  theirs: Record<LineClass | 'total', Sides>
  ours: Record<MovementClass | 'total', Sides>
  /** Matches with another statement: movements of other days, lines of other files. */
  elsewhere: { lines: Sides; movements: Sides }
  /** Money at the banks, by the ledger and by all movements, over all rails of the mode. */
  ledger: { clearing: Kobo; movements: Kobo }
  /** Null if the statement has no balances. */
  ties: {
    theirs: boolean
    ours: boolean
    pairs: boolean
    balances: boolean | null
    ledger: boolean
  }
  exceptions: { open: number; closed: number; listed: Exception[] }
  /** Over all statements: times until yesterday that none covers. */
  gaps: Gap[]
  /** Days whose statement the rail has not given yet. */
  unfetched: Unfetched[]
}

/** Matches what is open, then counts everything in one snapshot. */
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

/** A bank has the following day to send a statement. */
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

/** Whether operators have nothing to look at. */
export function isClean({ ties, exceptions, unfetched }: Report): boolean {
  const isFetched = unfetched.every(({ tries }) => tries === 0)
  return exceptions.open === 0 && isFetched && Object.values(ties).every((tie) => tie !== false)
}

/** The movements of one business, oldest first, with a limit. */
export async function movementsOf(
  { sql }: Context,
  scope: Scope,
  wanted: { rail: string; from: Date; to: Date; max: number },
): Promise<Movement[]> {
  return listMovements(sql, scope, wanted)
}

/** By its public id, `stm_…`. */
export async function findByPublicId(context: Context, text: string): Promise<Statement> {
  const id = parsePublicId('statement', text)
  const found = id === null ? null : await findStatement(context.sql, id as StatementId)
  if (found) return found
  throw new Refusal('not_found', { message: 'No statement has this id.' })
}

/** Rails with at least one imported statement. */
export async function booksWithStatements({ sql }: Context): Promise<Books[]> {
  return listBooks(sql)
}

/** Newest first, at most a thousand. */
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
