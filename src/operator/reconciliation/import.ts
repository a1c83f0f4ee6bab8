import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Context } from '../../core/context.ts'
import { newId } from '../../platform/ids.ts'
import { addDays, dayOf, isDay, startOf } from '../../platform/lagos.ts'
import { providersOf } from '../../providers/capabilities.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Statement } from './reconciliation.rows.ts'

import {
  claimSessions,
  findByDigest,
  hasMoved,
  insertLines,
  insertStatement,
  liftLimits,
  matchOpen,
} from './reconciliation.sql.ts'
import {
  type Format,
  type ReadStatement,
  readStatement,
  StatementError,
  type StatementLine,
  wrongFile,
} from './statement.ts'

// Imports a statement completely or not at all. Importing it again, even concurrently, returns the
// first one.

/** Lines per statement to the database. */
const CHUNK = 5_000

export type StatementFile = { name: string; format: Format; bytes: Buffer }
/** The account and days of the file, if the caller names them. */
type Stated = { mode?: Mode; rail?: string; fromDay?: string; toDay?: string }
export type Imported = { statement: Statement; isNew: boolean }

/** Throws a `StatementError` if nothing was imported. */
export async function importStatement(
  context: Context,
  file: StatementFile,
  stated: Stated,
): Promise<Imported> {
  const now = context.now()
  const read = readStatement(file.bytes, file.format, now)
  const statement = begun(file, read, stated, now)
  await checkRail(context, statement)
  const digest = createHash('sha256').update(file.bytes).digest()
  return context.sql.begin(async (sql) => {
    await liftLimits(sql)
    if ((await insertStatement(sql, { ...statement, digest })) === null) {
      const first = await findByDigest(sql, { ...statement, digest })
      assert(first, 'a statement imported before must exist')
      return { statement: first, isNew: false }
    }
    for (let at = 0; at < read.lines.length; at += CHUNK) {
      await insertLines(sql, statement.statementId, read.lines.slice(at, at + CHUNK))
    }
    await claimSessions(sql, statement.statementId)
    await matchOpen(sql, statement, now)
    return { statement, isNew: true }
  })
}

function begun(file: StatementFile, read: ReadStatement, stated: Stated, now: Date): Statement {
  return {
    statementId: newId(now),
    fileName: file.name,
    ...aboutOf(read, stated, now),
    openingBalance: read.openingBalance,
    closingBalance: read.closingBalance,
    createdAt: now,
  }
}

type About = Pick<Statement, 'mode' | 'rail' | 'periodFrom' | 'periodTo'>

function aboutOf({ about, lines }: ReadStatement, stated: Stated, now: Date): About {
  if (about === null) {
    const { mode, rail } = stated
    if (mode === undefined || rail === undefined) {
      throw wrongFile('A CSV file does not name its bank. Pass the rail and the mode.')
    }
    return { mode, rail, ...daysOf(lines, stated, now) }
  }
  const { mode, rail, from: periodFrom, to: periodTo } = about
  if ((stated.mode ?? mode) !== mode || (stated.rail ?? rail) !== rail) {
    throw wrongFile(`The file is for ${rail}, ${mode}.`)
  }
  if (stated.fromDay !== undefined || stated.toDay !== undefined) {
    throw wrongFile('This file contains its own period. Do not pass from and to.')
  }
  return { mode, rail, periodFrom, periodTo }
}

/** The named days, or those of the first and last line. Today counts until now. */
function daysOf(lines: StatementLine[], { fromDay, toDay }: Stated, now: Date) {
  const moments = lines.map(({ occurredAt }) => occurredAt.getTime())
  const first = moments.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
  const last = moments.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY)
  const from = fromDay ?? (lines.length > 0 ? dayOf(new Date(first)) : undefined)
  const to = toDay ?? (lines.length > 0 ? dayOf(new Date(last)) : undefined)
  if (from === undefined || to === undefined) {
    throw wrongFile('A CSV file without lines does not contain its period. Pass from and to.')
  }
  if (!isDay(from) || !isDay(to)) throw wrongFile('from and to must be days such as 2026-11-21.')
  const periodFrom = startOf(from)
  const end = startOf(addDays(to, 1))
  const isOver = end <= now || last >= now.getTime()
  const periodTo = isOver ? end : now
  if (periodFrom >= periodTo)
    throw wrongFile('to must not be before from, and from must not be in the future.')
  return { periodFrom, periodTo }
}

/** With a misspelt rail, every line would be an exception. */
async function checkRail(context: Context, { mode, rail }: About): Promise<void> {
  const isNamed = (one?: { name: string }) => one?.name === rail
  if (providersOf(context.rails, mode).some((one) => isNamed(one.bank) || isNamed(one.card))) return
  if (await hasMoved(context.sql, { mode, rail })) return
  const message = `There is no rail ${JSON.stringify(rail)} in ${mode} mode.`
  throw new StatementError([{ line: 0, field: 'rail', message }])
}
