import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { RECOVERED, RECOVERY } from '../../providers/switches.ts'
import type { Context } from '../context.ts'
import {
  type Debit,
  decideDebit,
  endRecovery,
  findLast,
  insertDebits,
  insertRecovery,
  listOpenDebits,
  listRecoveries,
  lockDebit,
  type Recovery,
} from './recovery.sql.ts'

export {
  type Debit,
  findLast as lastRecovery,
  isUnexplained,
  listOpenDebits as openDebits,
} from './recovery.sql.ts'

// Recovery mode. A restored database does not know what was sent after the restore point. So no
// money and no webhook leaves until statements show what was sent, and an operator releases it.
//
//   (none) ──> open ──> released     [enter: serving.ts, or COWRIE_MODE; release]
//
// Invariants:
// (1) At most one is open: the index `recovery_open`.
// (2) All outgoing money passes providers/stoppable.ts, which reads a switch in memory. The switch
//     is loaded before anything is served, and then twice a second (operation/switches.ts).
// (3) A call that a restore may have lost is enquired about before it is sent (core/calls.ts). This
//     holds for each row made before the release, at any age. For `ASKED_FIRST_MS` after the
//     release it holds for every row, because a repeated payout request has the same key at its
//     rail (payouts/pay.ts).
// (4) The transaction that releases records debits without a payout. Each blocks payouts of its
//     amount to its account until an operator decides, or an enquiry matches one of them to it.

/** As long as an Idempotency-Key is kept. */
const ASKED_FIRST_MS = 7 * DAY

/** False if one is open already. */
export async function enter(
  sql: Sql,
  now: Date,
  { reason, restoredTo }: Pick<Recovery, 'reason' | 'restoredTo'>,
): Promise<boolean> {
  return insertRecovery(sql, { recoveryId: newId(now), reason, restoredTo, enteredAt: now })
}

/**
 * The period of a restore that may have lost calls of a row made at `madeAt`. Null: nothing can be
 * lost.
 */
export async function lostInRestore(
  { sql, rails, now }: Pick<Context, 'sql' | 'rails' | 'now'>,
  madeAt: Date,
): Promise<{ from: Date; to: Date } | null> {
  const isOfLate = rails.off?.has(RECOVERED) ?? false
  // No recent release: a row this young was made after it.
  if (!isOfLate && later(madeAt, ASKED_FIRST_MS) > now()) return null
  const all = await listRecoveries(sql)
  const since = all.filter(({ endedAt }) => endedAt === null || endedAt > madeAt)
  const lost = since.length === 0 && isOfLate ? all.slice(-1) : since
  const [first] = lost.map(({ restoredTo }) => restoredTo).sort((a, b) => Number(a) - Number(b))
  return first === undefined ? null : { from: first, to: lost.at(-1)!.enteredAt }
}

/** False if another operator was first. */
export async function release(
  { sql, now }: Context,
  { recoveryId }: Recovery,
  debits: Debit[],
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  return sql.begin(async (begun) => {
    const end = { endedAt: now(), endedBy: by, endReason: reason }
    if (!(await endRecovery(begun, recoveryId, end))) return false
    await insertDebits(begun, recoveryId, debits)
    return true
  })
}

/** Locks the debit until COMMIT. Null, and nothing is changed, if it is unknown or decided. */
export async function decide(
  sql: Sql,
  debit: Pick<Debit, 'mode' | 'rail' | 'sessionId'>,
  decision: { decidedAt: Date; decidedBy: string; reason: string },
): Promise<Debit | null> {
  const found = await lockDebit(sql, debit)
  if (found !== null) await decideDebit(sql, debit, decision)
  return found
}

/** The switches that follow: providers/switches.ts. */
export async function recoveryWords({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<string[]> {
  const last = await findLast(sql)
  if (last === null) return []
  if (last.endedAt === null) return [RECOVERY, RECOVERED]
  const isLate = later(last.endedAt, ASKED_FIRST_MS) <= now()
  return isLate && (await listOpenDebits(sql, 1)).length === 0 ? [] : [RECOVERED]
}
