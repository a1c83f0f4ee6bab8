import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { dayOf } from '../../platform/lagos.ts'
import { told } from './authorizations.ts'
import { setExpiryTold } from './expiring.sql.ts'

export { claimExpiring, type DueCard, recordExpiryMail } from './expiring.sql.ts'

// Tells businesses of kept cards that expire with this month, of Lagos. A card is told once: its
// mark and its event are one commit. One that has expired before is not told.

const BATCH_MAX = 50

/** A job. Returns how many it told. */
export async function tellExpiring(context: Context): Promise<number> {
  const now = context.now()
  const month = dayOf(now).slice(0, 7)
  const all = await context.sql.begin(async (sql) => {
    const rows = await setExpiryTold(sql, month, now, BATCH_MAX)
    await emit(
      sql,
      rows.map((row) => told('authorization.expiring', row, now)),
    )
    return rows
  })
  for (const { businessId, mode } of all) context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  return all.length
}
