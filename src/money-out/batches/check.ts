import { resolve } from '../../accounts/banks/resolve.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { nameOfOwn } from '../../payments/virtual-accounts/virtual-accounts.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  type Batch,
  type BatchState,
  changeWaiting,
  type DueLine,
  hasLineDue,
  moveBatch,
  postponeLine,
  setBatchDue,
  type Tally,
  tallyLines,
} from './batches.sql.ts'
import { costOf, emitEnd, FIRST_LOOK_MS, tell } from './batches.ts'
import { begin } from './send.ts'

// The name enquiries of a batch. A bank that does not respond is asked again for some minutes; then
// the name is unknown, and the batch goes on without it: the payout enquires again.

const ASK_AGAIN_MS = 30 * SECOND
/** Since the batch was made. */
const GIVE_UP_MS = 10 * MINUTE

/** The name enquiry of a due line. */
export async function enquire(context: Context, line: DueLine): Promise<void> {
  const { sql } = context
  try {
    const { accountName } = await resolve(context, line, nameOfOwn, line)
    await changeWaiting(sql, line, { nameState: 'found', accountName, dueAt: null })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'account_not_resolved' || error.code === 'unknown_bank') {
      const failure = error.code
      const ended = { state: 'not_sent', failure, dueAt: null } as const
      await changeWaiting(sql, line, { nameState: 'not_found', ...ended })
      return
    }
    const now = context.now()
    const isOver = now.getTime() - line.batchMadeAt.getTime() >= GIVE_UP_MS
    if (isOver || error.code === 'not_available_live') {
      await changeWaiting(sql, line, { nameState: 'unknown', dueAt: null })
    } else await postponeLine(sql, line, later(now, ASK_AGAIN_MS))
  }
}

/** Ends the checks of a batch, once every line has had its enquiry. */
export async function endChecks(context: Context, batch: Batch): Promise<void> {
  const now = context.now()
  if (await hasLineDue(context.sql, batch)) {
    return setBatchDue(context.sql, batch, later(now, FIRST_LOOK_MS))
  }
  const tallies = await tallyLines(context.sql, batch, [batch.batchId], null)
  const state = await stateAfter(context, batch, tallies)
  const ended = await context.sql.begin(async (sql) => {
    if (state === 'processing') return begin(sql, batch, now, { checkedAt: now })
    const change = { checkedAt: now, dueAt: null, endedAt: state === 'completed' ? now : null }
    const moved = await moveBatch(sql, batch, 'checking', { state, ...change })
    if (moved?.state === 'completed') await emitEnd(sql, moved, now)
    return moved
  })
  if (ended !== null) tell(context, batch)
}

async function stateAfter(
  context: Context,
  batch: Batch,
  tallies: readonly Tally[],
): Promise<BatchState> {
  if (!tallies.some(({ status }) => status === 'waiting')) return 'completed'
  if ((await settingsOf(context, batch)).payoutApproval) return 'awaiting_approval'
  if (!batch.autoSend || tallies.some(({ nameState }) => nameState !== 'found')) return 'ready'
  const { toSend, available } = await costOf(context, batch)
  return toSend > available ? 'insufficient_balance' : 'processing'
}
