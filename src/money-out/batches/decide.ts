import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { type Person, requireSecondPerson } from '../../payments/splits/account-changes.ts'
import { formatNaira } from '../../platform/money.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import {
  type Batch,
  type BatchId,
  type BatchState,
  changeAllWaiting,
  lockBatch,
  moveBatch,
} from './batches.sql.ts'
import { costOf, findOwn, tell } from './batches.ts'
import { begin } from './send.ts'

// What a person or a key decides of a batch. Someone with a stolen key could empty the wallet in
// one request; a business that requires approval lets a second person look at each batch first.

/** Nothing is on its way, and lines wait. */
const WAITING: BatchState[] = ['awaiting_approval', 'ready', 'insufficient_balance']

/** A person approves a batch, which starts it. Nobody approves a batch of their own, or of a key
 * that they created. */
export async function approve(
  context: Context,
  scope: Scope,
  batchId: BatchId | null,
  person: Person,
): Promise<Batch> {
  const batch = await findOwn(context, scope, batchId)
  await requireSecondPerson(context, { ...scope, askedBy: batch.madeBy }, person)
  return start(context, batch, { approvedByEmail: person.email })
}

/** Starts a batch, or continues it after a top-up. */
export async function send(
  context: Context,
  scope: Scope,
  batchId: BatchId | null,
): Promise<Batch> {
  const batch = await findOwn(context, scope, batchId)
  const isRequired =
    batch.state === 'awaiting_approval' || (await settingsOf(context, scope)).payoutApproval
  if (isRequired && batch.approvedByEmail === null) {
    const message = 'A second person must approve this batch: POST /payout-batches/{id}/approve.'
    throw new Refusal('second_person_needed', { message })
  }
  return start(context, batch, {})
}

async function start(context: Context, batch: Batch, change: Partial<Batch>): Promise<Batch> {
  refuseUnless(WAITING, batch)
  const { toSend, available } = await costOf(context, batch)
  if (toSend > available) {
    const message =
      `This batch needs ${formatNaira(toSend)}, and ${formatNaira(available)} is available. ` +
      'Nothing was sent. Top up, then try again.'
    throw new Refusal('insufficient_balance', { message })
  }
  const begun = await context.sql.begin((sql) => begin(sql, batch, context.now(), change))
  if (begun === null) refuse('payout_batch_decided')
  tell(context, batch)
  return begun
}

/** No further line is sent. Payouts of lines that were sent go on. */
export async function cancel(
  context: Context,
  scope: Scope,
  batchId: BatchId | null,
  cancelledByName: string,
): Promise<Batch> {
  const { batchId: known } = await findOwn(context, scope, batchId)
  const { businessId, mode } = scope
  const endedAt = context.now()
  const cancelled = await context.sql.begin(async (sql) => {
    const batch = await lockBatch(sql, { businessId, mode, batchId: known })
    if (batch === null) return refuse('payout_batch_not_found')
    refuseUnless(['checking', 'processing', ...WAITING], batch)
    const ended = { state: 'cancelled', cancelledByName, dueAt: null, endedAt } as const
    const moved = await moveBatch(sql, batch, batch.state, ended)
    await changeAllWaiting(sql, batch, { state: 'cancelled', dueAt: null })
    return moved!
  })
  tell(context, cancelled)
  return cancelled
}

function refuseUnless(states: BatchState[], { state }: Batch): void {
  if (states.includes(state)) return
  if (state === 'checking') refuse('payout_batch_checking')
  refuse('payout_batch_decided')
}
