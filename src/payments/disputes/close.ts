import type { Context } from '../../core/context.ts'
import { emit } from '../../core/events/webhooks.ts'
import { partyAccount, post, hold as reserve } from '../../core/ledger/ledger.ts'
import { later, SECOND } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { kobo } from '../../platform/money.ts'
import { RAIL_DEADLINE_MS } from '../../providers/ask.ts'
import type { DisputeState } from '../../providers/outcomes.ts'
import { lockTransaction } from '../transactions/reverse.ts'
import {
  type Dispute,
  type DisputeChange,
  listTaken,
  moveDispute,
  restoreWaiting,
} from './disputes.sql.ts'
import { disputeEvent, OPEN, publish } from './disputes.ts'

// Closes a dispute. One that is won gives back what it took, to whom it took it from; a debt is
// paid first. Pending money that has not been settled since is pending again. Of one that is lost
// or accepted, the provider takes the money, or we send it back to the payer: an operator has
// opened it for the bank of the payer, so nobody takes it.

/** By then its answer is recorded, or lost. */
export const ANSWERED_WITHIN_MS = RAIL_DEADLINE_MS + 5 * SECOND

type Closing = {
  status: 'won' | 'lost' | 'accepted'
  by: NonNullable<Dispute['closedBy']>
  /** What else is recorded with it. */
  alongside?: DisputeChange
  /** The states that it may be closed from; by default any open one. */
  from?: readonly DisputeState[]
}

/** Null if it is in none of these states any more. */
export async function closeDispute(
  context: Context,
  dispute: Dispute,
  { status, by, alongside = {}, from = OPEN }: Closing,
): Promise<Dispute | null> {
  const now = context.now()
  const { businessId, mode, transactionId: id } = dispute
  const isReturned = status !== 'won' && isSentBack(dispute)
  const sent = { call: 'return', callState: 'open', nextCallAt: later(now, ANSWERED_WITHIN_MS) }
  const closed = await context.sql.begin(async (sql) => {
    await lockTransaction(sql, { businessId, mode, id })
    const moved = await moveDispute(sql, dispute, from, {
      ...endedCall(dispute),
      ...alongside,
      ...(isReturned && (sent as DisputeChange)),
      status,
      closedBy: by,
      closedAt: now,
      remindAt: null,
      updatedAt: now,
    })
    if (moved === null) return null
    if (status === 'won') await giveBack(sql, moved, now)
    else await letGo(sql, moved, now)
    await emit(sql, [disputeEvent('closed', moved, now)])
    return moved
  })
  if (closed !== null) publish(context, closed)
  return closed
}

/** Whether we send the money back to the payer. */
function isSentBack({ source, clearing }: Dispute): boolean {
  return source === 'operator' && clearing === 'bank_clearing'
}

/** What was asked and not answered is of no use any more. */
function endedCall({ callState }: Dispute): DisputeChange {
  return callState === 'open' ? { callState: 'refused', nextCallAt: null } : {}
}

async function giveBack(sql: Sql, dispute: Dispute, now: Date): Promise<void> {
  const waiting = new Map(
    (await restoreWaiting(sql, dispute)).map(({ account, amount }) => [account, amount]),
  )
  const taken = await listTaken(sql, dispute)
  const { businessId, mode, disputeId: causeId } = dispute
  const moved = { businessId, mode, causeId, debit: 'disputed', occurredAt: now } as const
  let place = 0
  const entries = taken.flatMap(({ party, amount }) => {
    const to = (name: 'available' | 'pending') => (party === '' ? name : partyAccount(name, party))
    const of = party === '' ? '' : (`/${++place}` as const)
    const pending = waiting.get(to('pending')) ?? kobo(0)
    return [
      { reason: `dispute_won_pending${of}`, credit: to('pending'), amount: pending },
      { reason: `dispute_won${of}`, credit: to('available'), amount: kobo(amount - pending) },
    ] as const
  })
  const some = entries.filter(({ amount }) => amount > 0n)
  await post(
    sql,
    now,
    some.map((entry) => ({ ...moved, ...entry })),
  )
}

async function letGo(sql: Sql, dispute: Dispute, now: Date): Promise<void> {
  const { businessId, mode, disputeId: causeId, clearing, amount, fee } = dispute
  const moved = { businessId, mode, causeId, debit: 'disputed', occurredAt: now } as const
  const isReturned = isSentBack(dispute)
  const taken = kobo(isReturned ? fee : amount + fee)
  if (isReturned) {
    await reserve(sql, now, { ...moved, reason: 'dispute_return', credit: clearing, amount })
  }
  if (taken > 0n) {
    await post(sql, now, [{ ...moved, reason: 'dispute_lost', credit: clearing, amount: taken }])
  }
}
