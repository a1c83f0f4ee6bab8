import { AssertionError } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Context } from '../../core/context.ts'
import { DAY, later } from '../../platform/clock.ts'
import { sqlState, violatedConstraint } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { forgetAlarms } from '../notices/alarms.ts'
import { forgetHealth, forgetVerifications, readBackup } from './operation.sql.ts'

// What operators see of the running service: how rails answer (health.ts), when jobs ran and what
// is due (job-runs.ts, backlogs.ts), whether the books are right (verification.ts). Every process
// writes down what it observes, so any of them can show all.
//
// Nothing here affects money or may delay it: what cannot be written now is written later.

const HEALTH_KEPT_MS = 7 * DAY
const VERIFICATIONS_KEPT_MS = 90 * DAY
const ALARMS_KEPT_MS = 90 * DAY
const BATCH_MAX = 1_000

/** Unique to this process. */
export function processName(): string {
  return `${hostname().slice(0, 60)} ${process.pid} ${randomBytes(3).toString('hex')}`
}

/** A job. Returns how many it deleted. */
export async function forgetOperation(context: Context): Promise<number> {
  const { sql, now } = context
  const forgotten = await Promise.all([
    forgetHealth(sql, later(now(), -HEALTH_KEPT_MS), BATCH_MAX),
    forgetVerifications(sql, later(now(), -VERIFICATIONS_KEPT_MS), BATCH_MAX),
    forgetAlarms(context, later(now(), -ALARMS_KEPT_MS), BATCH_MAX),
  ])
  return forgotten[0] + forgotten[1] + forgotten[2]
}

/** The progress that `npm run backup` recorded. Other backups are not seen here. */
export function lastBackup({ sql }: Context) {
  return readBackup(sql)
}

/** By the first characters of an SQLSTATE. */
const REFUSED: [state: RegExp, sentence: string][] = [
  [/^(08|25006|57P)/, 'The database connection was lost.'],
  [/^57014/, 'A statement timed out.'],
  [/^55P03/, 'A lock timed out.'],
  [/^40/, 'It conflicted with another transaction and will be retried.'],
  [/^53/, 'The database is out of space or connections.'],
]

/** One sentence of our own: the text of an error could name a person. */
export function sentenceOf(error: unknown): string {
  const state = sqlState(error)
  if (state !== undefined) {
    const rule = violatedConstraint(error)
    if (rule) return `It violates a database constraint: ${rule}.`
    return (
      REFUSED.find(([known]) => known.test(state))?.[1] ??
      `The database returned an error: ${state}.`
    )
  }
  if (error instanceof Refusal && error.code === 'overloaded') {
    return 'Too many queries were waiting for the database.'
  }
  const { name = '', code = '' } = (error ?? {}) as { name?: unknown; code?: unknown }
  if (typeof code === 'string' && code.startsWith('CONNECTION_'))
    return 'The database is not available.'
  if (error instanceof AssertionError) return 'An internal check failed: see the log.'
  const kind = typeof name === 'string' && /^[A-Za-z]{1,60}$/.test(name) ? name : 'Error'
  return `It failed with ${kind}: see the log.`
}
