import type { Context } from '../core/context.ts'
import { EVENTS_TOPIC, emit } from '../core/events/webhooks.ts'
import { later } from '../platform/clock.ts'
import { eraseSome, expireSome, forgetNumbersSince } from './guesses.sql.ts'
import { NUMBER_WINDOW_MS } from './identity.ts'
import { eventOf } from './record.ts'

// Jobs. Each returns how many rows it changed.

const BATCH_MAX = 500

export async function expireDue(context: Context): Promise<number> {
  const now = context.now()
  const expired = await context.sql.begin(async (sql) => {
    const rows = await expireSome(sql, now, BATCH_MAX)
    const events = rows.map((row) => eventOf('identity.expired', row, now))
    if (events.length > 0) await emit(sql, events)
    return rows
  })
  for (const { businessId, mode } of expired) {
    context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  }
  return expired.length
}

export async function eraseDue({ sql, now }: Context): Promise<number> {
  return eraseSome(sql, now(), BATCH_MAX)
}

export async function forgetNumbers({ sql, now }: Context): Promise<number> {
  return forgetNumbersSince(sql, later(now(), -NUMBER_WINDOW_MS), BATCH_MAX)
}
