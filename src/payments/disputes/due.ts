import type { Context } from '../../core/context.ts'
import { emit } from '../../core/events/webhooks.ts'
import { sent } from './answer.ts'
import { closeDispute } from './close.ts'
import { findDispute, listSilent, listToRemind, setReminded } from './disputes.sql.ts'
import { disputeEvent, publish } from './disputes.ts'

// What follows from time: a reminder before the answer is due, and from then on silence, which
// means that the business accepts.

const BATCH_MAX = 50

/** A job. Returns how many it took up. */
export async function acceptSilent(context: Context): Promise<number> {
  const due = await listSilent(context.sql, context.now(), BATCH_MAX)
  for (const key of due) {
    const dispute = await findDispute(context.sql, key)
    if (dispute === null) continue
    const from = ['needs_response'] as const
    const closing = { status: 'accepted', by: 'silence', from } as const
    const closed = await closeDispute(context, dispute, closing)
    if (closed !== null) await sent(context, closed)
  }
  return due.length
}

/** A job. Returns how many it took up. */
export async function remindDue(context: Context): Promise<number> {
  const now = context.now()
  const due = await listToRemind(context.sql, now, BATCH_MAX)
  for (const key of due) {
    const reminded = await context.sql.begin(async (sql) => {
      const one = await setReminded(sql, key, now)
      if (one) await emit(sql, [disputeEvent('updated', one, now)])
      return one
    })
    if (reminded) publish(context, reminded)
  }
  return due.length
}
