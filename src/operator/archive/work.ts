import type { Database, Sql } from '../../platform/db.ts'
import * as rows from './archive.sql.ts'
import type { Month } from './month.ts'
import type { Store } from './store.ts'

// What the steps of archiving a month work with.

export type Needs = { sql: Database; now: () => Date }
export type Tell = (line: string) => void

/** Something is wrong with the archive, in words for the operator. */
export class ArchiveError extends Error {}

export type Lease = {
  token: string
  until(): Date
  /** Throws if it is lost. */
  renew(): Promise<void>
}

/** What the steps of a month work with. */
export type Work = {
  sql: Sql
  now: () => Date
  store: Store
  month: Month
  lease: Lease
  tell: Tell
  /** The entries of its payments have left the database. */
  isDetached: boolean
  /** Of the text of the rows in a file. */
  fileTextMax: number
}

/** Throws if the month is not in this state any more, or somebody else has it. */
export async function move(
  { sql, now, month, lease }: Work,
  from: rows.MonthState,
  to: rows.MonthState,
  manifest: Parameters<typeof rows.moveMonth>[4] = null,
): Promise<rows.MonthState> {
  const step = { from, to, now: now() }
  if (await rows.moveMonth(sql, month.day, lease.token, step, manifest)) return to
  throw leaseLost(month)
}

export function leaseLost({ name }: Month): ArchiveError {
  return new ArchiveError(`${name}: another archiver has taken over, or its rows have changed.`)
}
