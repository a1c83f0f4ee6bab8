import type { Context } from '../../core/context.ts'
import { HOUR, later } from '../../platform/clock.ts'
import type { Books } from './reconciliation.rows.ts'
import { liftLimits, matchOpen } from './reconciliation.sql.ts'

import { listUncovered, listUnexplained } from './restored.sql.ts'

// What statements say about the time since a restore point: whether they cover all of it, and which
// debits nothing of ours explains.

/** A bank may date a transfer a little earlier than we do. */
const EARLY_MS = 1 * HOUR

type Since = { from: Date; to: Date }

/** Times that no statement covers. */
export async function uncoveredSince({ sql }: Context, books: Books, since: Since) {
  return listUncovered(sql, books, since)
}

/** Matches what is open first. */
export async function unexplainedSince({ sql, now }: Context, books: Books, { from }: Since) {
  return sql.begin(async (begun) => {
    await liftLimits(begun)
    await matchOpen(begun, books, now())
    const lines = await listUnexplained(begun, books, later(from, -EARLY_MS))
    return lines.map((line) => ({ mode: books.mode, rail: books.rail, ...line }))
  })
}
