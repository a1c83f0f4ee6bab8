import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context } from '../context.ts'
import { HOUR, later, MINUTE } from '../lib/clock.ts'
import type { Mode } from '../rails/rails.ts'
import { dayOf } from '../settlements/calendar.ts'
import { importStatement, type StatementFile } from './import.ts'
import { claimNight, finishNight } from './reconciliation.sql.ts'
import { booksWithStatements, isClean, reconcile } from './reconciliation.ts'
import { type Format, StatementError } from './statement.ts'

// Each night at half past twelve in Lagos, or later where no process ran then: what banks have left
// in the folder is imported, what is open is matched again, and what does not agree is said loudly,
// every night until it does or somebody has closed it; so is a day of which no statement came.
//
// The folder COWRIE_STATEMENTS holds a folder for each mode and in it one for each rail:
// `live/somebank/2026-11-21.csv`. Files stay where they are; one that was imported is known again.

const AFTER_MIDNIGHT_MS = 30 * MINUTE
/** A process that died in its night leaves it to another one after that. */
const LEASE_MS = 1 * HOUR
const FILES_MAX = 10_000
const NAMED_MAX = 100

const FORMATS: Record<string, Format> = { '.csv': 'csv', '.json': 'json' }

/** A job. Never to be run again at once: answers 0. */
export async function reconcileNightly(context: Context): Promise<number> {
  const now = context.now()
  const night = dayOf(later(now, -AFTER_MIDNIGHT_MS))
  if (!(await claimNight(context.sql, night, now, later(now, LEASE_MS)))) return 0
  const folder = context.config.statementsDirectory
  const failures = folder === null ? [] : await importFolder(context, folder)
  for (const books of await booksWithStatements(context)) {
    const report = await reconcile(context, books)
    for (const gap of folder === null ? [] : report.gaps.slice(0, NAMED_MAX)) {
      context.log.error({ ...books, ...gap }, 'no statement of the bank speaks of this time')
    }
    if (isClean(report)) continue
    const { ties, exceptions } = report
    const { open, listed } = exceptions
    context.log.error({ ...books, ties, open }, 'the books and the bank do not agree')
    for (const { id, class: kind, direction, sessionId } of listed.slice(0, NAMED_MAX)) {
      context.log.error({ ...books, exception: id, class: kind, direction, sessionId }, 'exception')
    }
  }
  // Not finished: the whole of it is done again when the lease is over.
  if (failures.length > 0) throw failures[0]
  await finishNight(context.sql, night, context.now())
  return 0
}

/** What is wrong with one file keeps no other from being imported. Answers what else went wrong. */
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

/** None where there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder)
    return entries.sort().slice(0, FILES_MAX)
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
