import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { momentOf } from '../../platform/ids.ts'
import type { ArchivedFile } from './archive.sql.ts'
import * as rows from './archive.sql.ts'
import { monthAt } from './month.ts'
import { digestNext, rowsAfter } from './rows.ts'
import { type Column, columnsOf, TABLES, type Table } from './tables.ts'
import { leaseLost, type Work } from './work.ts'

// What was archived and has changed in the database since, such as by an erasure or a late refund.

/** In the transaction that erases a person: the files that have these payments become wrong. */
export async function noteErased(
  sql: Sql,
  scope: Scope,
  payments: readonly string[],
  now: Date,
): Promise<void> {
  const ids = [...payments, ...(await rows.listNaming(sql, scope, payments))]
  await rows.markChanged(sql, [...new Set(ids.map((id) => monthAt(momentOf(id)).day))], now)
}

/** Of each table, removes the first file whose rows have changed, and those after it. */
export async function dropChanged(work: Work): Promise<void> {
  const files = await rows.listFiles(work.sql, work.month.day)
  for (const table of TABLES) {
    const own = files.filter(({ tableName }) => tableName === table.name)
    const changed = await firstChanged(work, table, own)
    if (changed !== null) await dropFrom(work, own, changed)
  }
}

/**
 * The first file whose rows are not those of the database any more. `own.length + 1` if the
 * database has rows after the last one.
 */
export async function firstChanged(
  work: Work,
  table: Table,
  own: readonly ArchivedFile[],
): Promise<number | null> {
  if (isLeft(work, table)) return null
  const { sql, month, lease } = work
  const columns: Column[] = await columnsOf(sql, table)
  const outdated = own.find((file) => file.columns !== JSON.stringify(columns))
  if (outdated) return outdated.number
  const all = rowsAfter(sql, table, columns, month.part, null)
  for (const { number, rowCount, rowsDigest } of own) {
    await lease.renew()
    if (!(await digestNext(all, rowCount)).equals(rowsDigest)) return number
  }
  return (await all.next()).done ? null : own.length + 1
}

/** The store has the only copy of its rows. */
export function isLeft({ isDetached }: Work, { isLeaving }: Table): boolean {
  return isDetached && isLeaving === true
}

/**
 * Removes them from the store first: what was erased must not stay there. Files of rows that may
 * leave name nobody, and are never removed: an archiver that is late could remove the only copy.
 */
export async function dropFrom(
  { sql, store, month, lease }: Work,
  own: readonly ArchivedFile[],
  number: number,
): Promise<void> {
  const dropped = own.filter((file) => file.number >= number)
  for (const { tableName, path } of dropped) {
    const mayLeave = TABLES.some(({ name, isLeaving }) => name === tableName && isLeaving)
    if (!mayLeave) await store.remove(path)
  }
  for (const file of dropped) {
    if (!(await rows.forgetFile(sql, month.day, lease.token, file))) throw leaseLost(month)
  }
}
