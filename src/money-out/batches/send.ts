import type { Context } from '../../core/context.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { Refusal, type RefusalCode } from '../../platform/refusal.ts'
import { pay } from '../payouts/pay.ts'
import {
  type Batch,
  type BatchKey,
  changeAllWaiting,
  changeWaiting,
  type DueLine,
  moveBatch,
  postponeLine,
  setBatchDue,
  setLinesDue,
  tallyLines,
} from './batches.sql.ts'
import { emitEnd, FIRST_LOOK_MS, LINES_APART_MS, NOT_SENT, tell } from './batches.ts'

// The payouts of a batch. A line is an ordinary payout with the id that the line has had from the
// start: pay.ts enquires, reserves and sends it, and its own job brings it to an end.

/** After the bank did not answer, or payouts are switched off. */
const TRY_AGAIN_MS = 30 * SECOND
/** How often a job looks whether the payouts of a batch have ended, at most. */
const LOOK_MS_MAX = 5 * MINUTE

const FINAL: ReadonlySet<RefusalCode> = new Set(NOT_SENT)

/** The line was sent, cancelled or stopped by another. */
class NotWaiting extends Error {}

/** Starts or continues the batch in the caller's database transaction. Null if it has moved. */
export async function begin(
  sql: Sql,
  batch: Batch,
  now: Date,
  change: Partial<Batch> = {},
): Promise<Batch | null> {
  const startedAt = batch.startedAt ?? now
  const begun = await moveBatch(sql, batch, batch.state, {
    state: 'processing',
    startedAt,
    dueAt: later(now, FIRST_LOOK_MS),
    ...change,
  })
  if (begun !== null) await setLinesDue(sql, batch, now, LINES_APART_MS)
  return begun
}

/** The payout of a due line. */
export async function sendLine(context: Context, line: DueLine): Promise<void> {
  const { sql } = context
  const take = async (reserving: Sql) => {
    const taken = await changeWaiting(reserving, line, { state: 'sent', dueAt: null })
    if (taken === null) throw new NotWaiting()
  }
  try {
    const payout = await pay(context, line, {
      amount: line.amount,
      bankCode: line.bankCode,
      accountNumber: line.accountNumber,
      reference: line.reference,
      reason: line.reason,
      metadata: line.metadata,
      effectId: line.payoutId,
      // So that the bank recognizes it if a restore loses the payout, or the batch too.
      requestName: `${line.requestName ?? line.batchId} ${line.number}`,
      within: take,
    })
    // Another payout with this reference, amount and account was there before.
    if (payout.payoutId !== line.payoutId) await leaveOut(context, line, 'duplicate_reference')
  } catch (error) {
    if (error instanceof NotWaiting) return
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'insufficient_balance') await stop(context, line)
    else if (FINAL.has(error.code)) await leaveOut(context, line, error.code)
    else await postponeLine(sql, line, later(context.now(), TRY_AGAIN_MS))
  }
}

async function leaveOut({ sql }: Context, line: DueLine, failure: RefusalCode): Promise<void> {
  await changeWaiting(sql, line, { state: 'not_sent', failure, dueAt: null })
}

/** No further line is sent until the batch is continued. */
async function stop(context: Context, batch: BatchKey): Promise<void> {
  const stopped = await context.sql.begin(async (sql) => {
    const change = { state: 'insufficient_balance', dueAt: null } as const
    const moved = await moveBatch(sql, batch, 'processing', change)
    if (moved !== null) await changeAllWaiting(sql, batch, { state: 'waiting', dueAt: null })
    return moved
  })
  if (stopped !== null) tell(context, batch)
}

/** Completes a batch, once no line waits and every payout has ended. */
export async function endSending(context: Context, batch: Batch): Promise<void> {
  const now = context.now()
  const tallies = await tallyLines(context.sql, batch, [batch.batchId], null)
  if (tallies.some(({ status }) => status === 'waiting' || status === 'pending')) {
    return setBatchDue(context.sql, batch, later(now, waitOf(batch, now)))
  }
  const completed = await context.sql.begin(async (sql) => {
    const change = { state: 'completed', dueAt: null, endedAt: now } as const
    const moved = await moveBatch(sql, batch, 'processing', change)
    if (moved !== null) await emitEnd(sql, moved, now)
    return moved
  })
  if (completed !== null) tell(context, batch)
}

/** Longer for an older batch: an hour old, it is looked at every five minutes. */
function waitOf({ startedAt, createdAt }: Batch, now: Date): number {
  const ageMs = now.getTime() - (startedAt ?? createdAt).getTime()
  return Math.min(LOOK_MS_MAX, Math.max(FIRST_LOOK_MS, ageMs / 12))
}
