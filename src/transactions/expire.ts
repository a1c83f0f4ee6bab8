import type { Context } from '../context.ts'
import { newId } from '../lib/ids.ts'
import { emit, eventBody } from '../webhooks/webhooks.ts'
import { abandonExpired } from './transactions.sql.ts'
import { recordOf, topicOf } from './transactions.ts'

const BATCH_MAX = 500

/** A chore: closes what has expired, and says so to those who subscribe. Answers how many. */
export async function abandonDue(context: Context): Promise<number> {
  const now = context.now()
  const abandoned = await context.sql.begin(async (sql) => {
    const rows = await abandonExpired(sql, now, BATCH_MAX)
    const events = rows.map((transaction) => ({
      businessId: transaction.businessId,
      mode: transaction.mode,
      id: newId<'event'>(now),
      type: 'transaction.abandoned' as const,
      route: 'standard' as const,
      payload: eventBody('transaction.abandoned', recordOf(transaction), now),
      at: now,
    }))
    if (events.length > 0) await emit(sql, events)
    return rows
  })
  for (const { id } of abandoned) context.hub.publish(topicOf(id))
  if (abandoned.length > 0) context.hub.publish('events')
  return abandoned.length
}
