import { type Context, type Scope, UNPAID } from '../../core/context.ts'
import type { EventType } from '../../core/events/types.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import { happening } from './history.ts'
import type { Happening, Transaction, TransactionKey } from './transactions.rows.ts'
import { abandonExpired, countExpired, updateOpen } from './transactions.sql.ts'
import {
  changeFrom,
  findByKey,
  findByReference,
  isOpen,
  recordOf,
  topicOf,
} from './transactions.ts'

const BATCH_MAX = 500

/** A job: abandons expired payments and emits their events. Returns how many. */
export async function abandonDue(context: Context): Promise<number> {
  const now = context.now()
  const abandoned = await context.sql.begin(async (sql) => {
    const rows = await abandonExpired(sql, now, BATCH_MAX)
    const events = rows.map((row) => closingEvent('transaction.abandoned', row, now))
    if (events.length > 0) await emit(sql, events)
    return rows
  })
  for (const row of abandoned) announceAbandoned(context, row)
  return abandoned.length
}

/** By the customer. A no-op if it is closed. Money that still arrives is returned. */
export async function cancel(context: Context, key: TransactionKey): Promise<void> {
  const isStillOpen = async (before: Transaction) => isOpen(before, context.now())
  await cancelIf(context, key, happening('cancelled'), isStillOpen)
}

/** A no-op unless `isToEnd`, which is asked again if the payment has changed meanwhile. */
export async function cancelIf(
  context: Context,
  key: TransactionKey,
  happened: Happening,
  isToEnd: (before: Transaction) => Promise<boolean>,
): Promise<void> {
  await fromFreshReading(async () => {
    const now = context.now()
    const before = (await findByKey(context, key)) ?? refuse('transaction_not_found')
    if (!(await isToEnd(before))) return
    const change = { status: 'abandoned', message: happened, happened } as const
    await context.sql.begin(async (sql) => {
      const after = await changeFrom(sql, now, before, change)
      if (after === null) throw new ChangedMeanwhile()
      await emit(sql, [closingEvent('transaction.abandoned', after, now)])
    })
    announceAbandoned(context, before)
  })
}

/** Updates the metrics and open checkout pages, and wakes the sender of webhooks. */
function announceAbandoned(context: Context, { businessId, mode, id }: Transaction): void {
  context.meter?.payment('abandoned', { mode, ...UNPAID })
  context.pubSub.publish(topicOf(id))
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
}

/** The event of a payment that changes without a settlement. */
export function closingEvent(type: EventType, transaction: Transaction, now: Date): NewEvent {
  const about = { ...transaction, transactionId: transaction.id }
  return newEvent(about, type, recordOf(transaction), now)
}

/** For the sandbox: expires an open payment now. Refuses a closed one. */
export async function expireNow(
  context: Context,
  scope: Scope,
  reference: string,
): Promise<Transaction> {
  await fromFreshReading(async () => {
    const before = await findByReference(context, scope, reference)
    const now = context.now()
    if (!isOpen(before, now)) refuse('already_closed')
    const changed = await updateOpen(context.sql, [{ ...before, expiresAt: now, updatedAt: now }])
    if (changed.length === 0) throw new ChangedMeanwhile()
  })
  await abandonDue(context)
  return findByReference(context, scope, reference)
}

/** Counts expired payments that are still open, up to `max`. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countExpired(sql, now(), max)
}
