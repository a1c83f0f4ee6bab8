import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './db.ts'
import { moveOn, propose, readCount } from './list-count.sql.ts'
import { COUNTED_MAX } from './paging.ts'

// How many rows a list has, exactly, at a cost that does not grow with them: those below an id, the
// watermark, were counted once, and only what lies above it is counted. Rows of these lists are
// never deleted and their ids are moments, so nothing comes below it any more, but for
//
//   - what is written with an id of the past: a second try with an Idempotency-Key, examples. A
//     trigger of the table notes it in `list_late`, in the same database transaction.
//   - what is being written just now. So the watermark goes on in two steps: it is proposed, and
//     goes there when each database transaction that was open then has ended.
//
// (1) A row below the watermark is in the count or in `list_late`, and never in both.
// (2) Watermarks only rise, and one at a time: whoever moves one has its row locked, for one
//     statement.
// (3) Nobody waits: where it cannot be moved on, what lies above is counted once more; and what is
//     too much for that is not exact until enough looks have counted their part of it.

/** So much is counted anew with each look, and more only if it was written in the last moments. */
const ABOVE_MAX = 1_000
/** In one statement, which must end within its time limit, also where nothing is in memory. */
const STEP = 100_000
/** What one look gives to a list that was never counted. */
const BUDGET_MS = 1_000
const PAUSE_MS = 20

export type List = { name: 'transaction' | 'customer' | 'deposit'; idColumn: string }
export type Whose = { businessId: string; mode: string }

type Limits = { aboveMax?: number; step?: number; budgetMs?: number }

/** Exact; but `COUNTED_MAX` while more than `step` above the watermark are left to be counted. */
export async function countList(
  sql: Database,
  list: List,
  whose: Whose,
  { aboveMax = ABOVE_MAX, step = STEP, budgetMs = BUDGET_MS }: Limits = {},
): Promise<number> {
  const { below, above } = await readCount(sql, list, whose, step)
  if (above > aboveMax) await propose(sql, list, whose)
  if (above < step) {
    if (above > aboveMax) await moveOn(sql, list, whose, step)
    return below + above
  }
  await moveFar(sql, list, whose, step, performance.now() + budgetMs)
  const now = await readCount(sql, list, whose, step)
  return now.above < step ? now.below + now.above : COUNTED_MAX
}

/** The first count of a list that is long already. What is counted stays, whoever gives up. */
async function moveFar(
  sql: Database,
  list: List,
  whose: Whose,
  step: number,
  untilMs: number,
): Promise<void> {
  do {
    const moved = await moveOn(sql, list, whose, step)
    if (moved === 'all') return
    if (moved === 'not yet') await pause(PAUSE_MS)
  } while (performance.now() < untilMs)
}
