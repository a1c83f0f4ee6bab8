import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { isRailThere, payoutRails } from '../../providers/made-by.ts'
import type { Mode } from '../../providers/outcomes.ts'
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
  listRailsSince,
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
// (1) At most one is open: recovery_open.
// (2) All money out passes providers/stoppable.ts, which reads a switch in memory. The switch is
//     loaded before anything is served, and then twice a second (operation/switches.ts).
// (3) A call whose row was made before the release, or up to `ASKED_FIRST_MS` after it, is enquired
//     about before it is sent, however old the row is by then (core/calls.ts). The rows after the
//     release count because a payout that is requested again has the same key (payouts/pay.ts).
// (4) A transfer that left and matches no payout blocks payouts of the same amount to the same
//     account, until an operator decides or one of them turns out to be it. It is recorded in the
//     database transaction that releases.

/** As long as an Idempotency-Key is kept. */
const ASKED_FIRST_MS = 7 * DAY
/** Balances are asked for each minute, unless the jobs stand still. */
const CONFIGURED_MS = 1 * DAY

/** False if one is open already. */
export async function enter(
  sql: Sql,
  now: Date,
  { reason, restoredTo }: Pick<Recovery, 'reason' | 'restoredTo'>,
): Promise<boolean> {
  return insertRecovery(sql, { recoveryId: newId(now), reason, restoredTo, enteredAt: now })
}

/**
 * The time, lost in restores, in which a call whose row was made at `madeAt` may have been sent.
 * Null: no restore concerns the row.
 */
export async function lostInRestore(
  { sql, rails }: Pick<Context, 'sql' | 'rails'>,
  madeAt: Date,
): Promise<{ from: Date; to: Date } | null> {
  const all = await listRecoveries(sql)
  const since = all.filter(
    ({ endedAt }) => endedAt === null || later(endedAt, ASKED_FIRST_MS) > madeAt,
  )
  // The word is said for longer while money is unexplained.
  const lost = since.length === 0 && rails.off?.has(RECOVERED) ? all.slice(-1) : since
  const [first] = lost.map(({ restoredTo }) => restoredTo).sort((a, b) => Number(a) - Number(b))
  return first === undefined ? null : { from: first, to: lost.at(-1)!.enteredAt }
}

/**
 * Providers that were configured at the restore point, and are no more. What they have sent since
 * cannot be enquired about.
 */
async function railsMissing(
  { sql, rails }: Pick<Context, 'sql' | 'rails'>,
  mode: Mode,
  restoredTo: Date,
): Promise<string[]> {
  const then = await listRailsSince(sql, mode, later(restoredTo, -CONFIGURED_MS))
  return then.filter(
    (rail) =>
      !isRailThere(rails, 'bank', { mode, rail }) && !isRailThere(rails, 'card', { mode, rail }),
  )
}

/** The providers that may have been asked for a transfer since, under a key that a repeat has. */
export async function railsOfTransfers(
  context: Pick<Context, 'sql' | 'rails'>,
  mode: Mode,
  rail: string,
  lostFrom: Date,
): Promise<string[]> {
  const configured = payoutRails(context.rails, mode).map(({ name }) => name)
  const missing = await railsMissing(context, mode, lostFrom)
  return [...new Set([...configured, rail, ...missing])]
}

/** False where another operator was first. */
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
