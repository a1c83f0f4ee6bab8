import { createHash } from 'node:crypto'
import type { Context } from '../../core/context.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { addDays, dayOf, startOf } from '../../platform/lagos.ts'
import { mapInSlices } from '../../platform/slices.ts'
import { ask } from '../../providers/ask.ts'
import { type StatementRail, statementRails } from '../../providers/made-by.ts'
import type { RailStatementLine, StatementOutcome } from '../../providers/outcomes.ts'
import {
  claimFetch,
  type Fetch,
  findMissed,
  insertDays,
  isAnyUnfetched,
  listKept,
  listLastStatements,
  moveFetch,
} from './fetch.sql.ts'
import type { Note, Statement, StatementId } from './reconciliation.rows.ts'

import {
  claimSessions,
  insertLines,
  insertNote,
  insertStatement,
  liftLimits,
  matchOpen,
} from './reconciliation.sql.ts'
import { readLines, StatementError, type StatementLine } from './statement.ts'

// Fetches statements from rails that offer them: each night, for the past day in Lagos. A row per
// rail and day has the progress:
//
//   (none) ──> due        [openDays: half an hour after midnight; missed days too]
//   due ──> due           [keep: a page with more to come; putOff: the rail did not answer]
//   due ──> fetched       [keep: the last page; it is now a statement like one from a file]
//
// (1) A rail and day have one statement of this kind: the key of the row.
// (2) Pages are stored as they come, and visible after the last one. After a crash, another process
//     continues at the next page.
// (3) A line that is listed twice, because the list grew while it was read, counts once.
// (4) What a card provider settled to our bank account is no exception.
// (5) Some earlier days are fetched again: lines that the rail listed late (transfers in progress
//     at midnight, or returned since) are added to a later statement, once.

const AFTER_MIDNIGHT_MS = 30 * MINUTE
/** Per call: a statement may take longer than other calls. */
const DEADLINE_MS = 2 * MINUTE
/** Longer than a call and the writing of its page. */
const LEASE_MS = 10 * MINUTE
const WAITS_MS = [5 * MINUTE, 15 * MINUTE, 1 * HOUR] as const
/** For missed days, and for lines listed late. */
const DAYS_BACK_MAX = 31
const LATE_DAYS = 5
/** The nightly report waits for statements until six in the morning. */
const REPORT_WAITS_MS = 6 * HOUR
const CHUNK = 1_000

/** A job. Returns whether it did something. */
export async function fetchStatements(context: Context): Promise<number> {
  const now = context.now()
  await openDays(context)
  const rails = statementRails(context.rails)
  const fetch = await claimFetch(context.sql, rails, now, later(now, LEASE_MS))
  if (fetch === null) return 0
  const rail = rails.find((one) => one.mode === fetch.mode && one.rail === fetch.rail)!
  const outcome = await ask(askFor(rail, fetch), DEADLINE_MS + MINUTE)
  if (outcome.kind === 'fetched') await keepOrPutOff(context, fetch, outcome)
  else await putOff(context, fetch, { says: outcome.kind })
  return 1
}

/** The day before the night that has begun. */
export function nightOf(now: Date): string {
  return dayOf(later(now, -AFTER_MIDNIGHT_MS))
}

/** Whether this night's report should wait for statements. */
export async function isWaiting(context: Context, night: string): Promise<boolean> {
  const rails = statementRails(context.rails)
  const isTimely = context.now() < later(startOf(night), REPORT_WAITS_MS)
  if (rails.length === 0 || !isTimely) return false
  await openDays(context)
  return isAnyUnfetched(context.sql, rails, addDays(night, -1))
}

async function openDays(context: Context): Promise<void> {
  const now = context.now()
  const until = addDays(nightOf(now), -1)
  for (const books of statementRails(context.rails)) {
    const statementIds = Array.from(
      { length: DAYS_BACK_MAX },
      () => newId<'statement'>(now) as StatementId,
    )
    await insertDays(context.sql, books, { statementIds, until, now })
  }
}

function askFor({ fetchStatement }: StatementRail, { day, page }: Fetch) {
  return fetchStatement({
    from: later(startOf(day), -LATE_DAYS * DAY),
    to: startOf(addDays(day, 1)),
    timeoutMs: DEADLINE_MS,
    ...(page !== null && { page }),
  })
}

type Fetched = Extract<StatementOutcome, { kind: 'fetched' }>

async function keepOrPutOff(context: Context, fetch: Fetch, fetched: Fetched): Promise<void> {
  try {
    await keep(context, fetch, fetched)
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    // The error that a file with such a line would get.
    const [problem] = error.problems
    await putOff(context, fetch, { says: 'unreadable', problem })
  }
}

async function keep(context: Context, fetch: Fetch, { lines, next }: Fetched): Promise<void> {
  const now = context.now()
  const { statementId } = fetch
  const read = await linesOf(lines, now)
  await context.sql.begin(async (sql) => {
    await liftLimits(sql)
    const kept = new Set(await mapInSlices(await listKept(sql, statementId), nameOf))
    const own = await ofThisDay(sql, fetch, read)
    const names = await mapInSlices(own, nameOf)
    const wanted = own.filter((_line, i) => !kept.has(names[i]!))
    const count = fetch.lines + wanted.length
    const to = { page: next ?? null, lines: count, tries: 0 }
    const end = next === undefined ? { nextAt: null, fetchedAt: now } : { nextAt: now }
    if (!(await moveFetch(sql, fetch, { ...to, ...end }))) return
    const placed = await mapInSlices(wanted, (line, i) => {
      return { ...line, position: fetch.lines + i + 1 }
    })
    for (const chunk of chunksOf(placed)) await insertLines(sql, statementId, chunk)
    const settled = new Set(lines.filter((line) => line.isSettlement).map(nameOf))
    const isSettled = await mapInSlices(placed, (line) => settled.has(nameOf(line)))
    for (const line of placed.filter((_line, i) => isSettled[i])) {
      await insertNote(sql, settlementNote(fetch, line, now))
    }
    if (next !== undefined) return
    await insertStatement(sql, { ...statementOf(fetch, now), digest: digestOf(fetch) })
    await claimSessions(sql, statementId)
    await matchOpen(sql, fetch, now)
  })
}

/** Ignores lines without an amount. */
async function linesOf(lines: RailStatementLine[], now: Date): Promise<StatementLine[]> {
  const moved = lines.filter(({ amount }) => amount !== 0n)
  const said = await mapInSlices(moved, (line) => ({
    session_id: line.sessionId,
    direction: line.direction,
    amount: Number(line.amount),
    account_number: line.accountNumber,
    narration: line.narration,
    occurred_at: line.occurredAt.toISOString(),
  }))
  return readLines(said, now)
}

/** The lines of this day, and those that earlier statements should have contained. */
async function ofThisDay(sql: Sql, fetch: Fetch, lines: StatementLine[]) {
  const begin = startOf(fetch.day)
  const end = startOf(addDays(fetch.day, 1))
  const missed = new Set<number>()
  for (const chunk of chunksOf(lines.filter(({ occurredAt }) => occurredAt < begin))) {
    for (const position of await findMissed(sql, fetch, chunk)) missed.add(position)
  }
  return lines.filter(({ occurredAt, position }) =>
    occurredAt < begin ? missed.has(position) : occurredAt < end,
  )
}

function chunksOf(lines: StatementLine[]): StatementLine[][] {
  const count = Math.ceil(lines.length / CHUNK)
  return Array.from({ length: count }, (_, i) => lines.slice(i * CHUNK, (i + 1) * CHUNK))
}

function nameOf(line: Pick<StatementLine, 'sessionId' | 'direction' | 'amount' | 'occurredAt'>) {
  const { sessionId, direction, amount, occurredAt } = line
  return `${sessionId} ${direction} ${amount} ${occurredAt.getTime()}`
}

/** Our books have no such bank account, so the line is listed as a closed exception. */
function settlementNote({ mode, rail, statementId }: Fetch, line: StatementLine, now: Date): Note {
  const { sessionId, direction, position } = line
  return {
    noteId: newId(now),
    ...{ mode, rail, sessionId, direction, statementId, position },
    closedBy: 'the service',
    note: 'Settled to your own account. Compare it with that bank.',
    createdAt: now,
  }
}

function statementOf({ statementId, mode, rail, day }: Fetch, now: Date): Statement {
  return {
    statementId,
    mode,
    rail,
    fileName: `fetched ${day}`,
    periodFrom: startOf(day),
    periodTo: startOf(addDays(day, 1)),
    openingBalance: null,
    closingBalance: null,
    createdAt: now,
  }
}

/** There is no file to hash: the rail and day identify it. */
function digestOf({ mode, rail, day }: Fetch): Buffer {
  return createHash('sha256').update(`fetched ${mode} ${rail} ${day}`).digest()
}

async function putOff(context: Context, fetch: Fetch, why: object): Promise<void> {
  const { mode, rail, day } = fetch
  const tries = fetch.tries + 1
  context.log.error({ mode, rail, day, tries, ...why }, 'a statement was not fetched')
  const waitMs = WAITS_MS[Math.min(tries, WAITS_MS.length) - 1]!
  await moveFetch(context.sql, fetch, { tries, nextAt: later(context.now(), waitMs) })
}

/** The end of the last statement per rail; rails without one are missing. */
export async function lastStatements({ sql }: Context) {
  return listLastStatements(sql)
}
