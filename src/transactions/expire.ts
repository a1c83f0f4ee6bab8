import { type Context, type Scope, UNPAID } from '../context.ts'
import { newId } from '../lib/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../lib/optimistic.ts'
import { refuse } from '../lib/refusal.ts'
import {
  EVENTS_TOPIC,
  type EventType,
  emit,
  eventBody,
  type NewEvent,
} from '../webhooks/webhooks.ts'
import { abandonExpired, countExpired, updateOpen } from './transactions.sql.ts'
import { findByReference, isOpen, recordOf, type Transaction, topicOf } from './transactions.ts'

const BATCH_MAX = 500

/** A job: closes what has expired, and says so to those who subscribe. Answers how many. */
export async function abandonDue(context: Context): Promise<number> {
  const now = context.now()
  const abandoned = await context.sql.begin(async (sql) => {
    const rows = await abandonExpired(sql, now, BATCH_MAX)
    const events = rows.map((row) => closingEvent('transaction.abandoned', row, now))
    if (events.length > 0) await emit(sql, events)
    return rows
  })
  for (const { businessId, mode, id } of abandoned) {
    context.meter?.payment('abandoned', { mode, ...UNPAID })
    context.pubSub.publish(topicOf(id))
    context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  }
  return abandoned.length
}

/** What a payment comes to without money that settles it. */
export function closingEvent(type: EventType, transaction: Transaction, now: Date): NewEvent {
  const { businessId, mode } = transaction
  const payload = eventBody(type, recordOf(transaction), now)
  return { businessId, mode, id: newId(now), type, route: 'standard', payload, at: now }
}

/** For the sandbox: the time of an open payment is over now. Refuses one that is closed. */
export async function expireNow(
  context: Context,
  scope: Scope,
  reference: string,
): Promise<Transaction> {
  await fromFreshReading(async () => {
    const before = await findByReference(context, scope, reference)
    const now = context.now()
    if (!isOpen(before, now)) refuse('already_closed')
    const changed = await updateOpen(context.sql, [{ ...before, expiresAt: now }])
    if (changed.length === 0) throw new ChangedMeanwhile()
  })
  await abandonDue(context)
  return findByReference(context, scope, reference)
}

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countExpired(sql, now(), max)
}
