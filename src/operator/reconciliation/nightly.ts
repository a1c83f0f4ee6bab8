import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context } from '../../core/context.ts'
import { HOUR, later } from '../../platform/clock.ts'
import { startOf } from '../../platform/lagos.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { beginAlarm, endAlarm, mailOperators } from '../notices/alarms.ts'
import { isWaiting, nightOf } from './fetch.ts'
import { importStatement, type StatementFile } from './import.ts'
import { claimNight, finishNight } from './reconciliation.sql.ts'
import { booksWithStatements, isClean, type Report, reconcile } from './reconciliation.ts'
import { type Format, StatementError } from './statement.ts'

// Runs each night at half past twelve in Lagos, or later if no process ran: imports the files in
// the statements folder, matches what is open, and logs every difference as an error, each night
// until it is resolved or closed. So is a day without a statement. It waits until six in the
// morning for statements that rails provide (fetch.ts). What is open then is emailed to each
// operator, once a night.
//
// The folder COWRIE_STATEMENTS has a folder per mode, and in it one per rail:
// `live/somebank/2026-11-21.csv`. Files stay there; an imported one is recognized.

/** After a crash, another process repeats the night when the lease ends. */
const LEASE_MS = 1 * HOUR
const FILES_MAX = 10_000
const NAMED_MAX = 100
const NOTE_LENGTH_MAX = 1_000

const FORMATS: Record<string, Format> = { '.csv': 'csv', '.json': 'json' }

/** A job. Returns 0, so that it does not run again immediately. */
export async function reconcileNightly(context: Context): Promise<number> {
  const now = context.now()
  const night = nightOf(now)
  if (await isWaiting(context, night)) return 0
  if (!(await claimNight(context.sql, night, now, later(now, LEASE_MS)))) return 0
  const folder = context.config.statementsDirectory
  const failures = folder === null ? [] : await importFolder(context, folder)
  const left: Report[] = []
  for (const books of await booksWithStatements(context)) {
    const report = await reconcile(context, books)
    for (const gap of folder === null ? [] : report.gaps.slice(0, NAMED_MAX)) {
      context.log.error({ ...books, ...gap }, 'no bank statement covers this period')
    }
    const alarm = { ...books, kind: 'statement_not_matching' } as const
    if (isClean(report)) {
      await endAlarm(context, alarm)
      continue
    }
    left.push(report)
    const { ties, exceptions } = report
    const { open, listed } = exceptions
    await beginAlarm(context, alarm, `Bank statements and books differ. Open exceptions: ${open}.`)
    context.log.error({ ...books, ties, open }, 'bank statements and books differ')
    for (const { id, class: kind, direction, sessionId } of listed.slice(0, NAMED_MAX)) {
      const fields = { ...books, exception: id, class: kind, direction, sessionId }
      context.log.error(fields, 'a reconciliation exception is open')
    }
  }
  // Not finished: all of it is repeated when the lease ends.
  if (failures.length > 0) throw failures[0]
  await context.sql.begin(async (sql) => {
    const isFirst = await finishNight(sql, night, context.now())
    if (!isFirst || left.length === 0) return
    const letter = { kind: 'reconciliation', note: noteOf(left) } as const
    await mailOperators(context, sql, startOf(night), letter)
  })
  return 0
}

/** A line per rail, as the email shows it. */
function noteOf(reports: Report[]): string {
  return reports
    .map(({ rail, mode, exceptions, ties, unfetched }) => {
      const differ = Object.values(ties).includes(false) ? ', totals differ' : ''
      const days = unfetched.map(({ day }) => day).join(', ')
      const missing = days === '' ? '' : `, no statement for ${days}`
      return `${rail}, ${mode}: ${exceptions.open} open${differ}${missing}`
    })
    .join('\n')
    .slice(0, NOTE_LENGTH_MAX)
}

/** A faulty file does not stop the others. Returns the other failures. */
async function importFolder(context: Context, folder: string): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const mode of ['test', 'live'] as const) {
    for (const rail of await namesIn(join(folder, mode))) {
      for (const name of await namesIn(join(folder, mode, rail))) {
        const format = FORMATS[extname(name)]
        if (format === undefined) continue
        const found = { path: join(folder, mode, rail, name), name, format, mode, rail }
        await importFrom(context, found).catch((error: unknown) => failures.push(error))
      }
    }
  }
  return failures
}

type Found = Omit<StatementFile, 'bytes'> & { path: string; mode: Mode; rail: string }

async function importFrom(context: Context, { path, mode, rail, ...file }: Found): Promise<void> {
  try {
    const bytes = await readFile(path)
    await importStatement(context, { ...file, bytes }, { mode, rail })
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    const [problem] = error.problems
    context.log.error({ path, problem, message: error.message }, 'a statement was not imported')
  }
}

/** Empty if there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder)
    return entries.sort().slice(0, FILES_MAX)
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
