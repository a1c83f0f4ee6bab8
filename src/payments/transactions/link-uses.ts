import type { Context } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { publicId } from '../../platform/ids.ts'
import { ChangedMeanwhile } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Happening, Transaction } from './transactions.rows.ts'

import { countTaken, lockLimited } from './transactions.sql.ts'
import { changeFrom, topicOf } from './transactions.ts'

// The uses of a payment link with a limit (`uses_max`). Submitting the form reserves none, because
// anyone can submit it many times. A payment reserves a use before it gets an account number or a
// card attempt, and holds it until it is closed, so no money arrives without a use. The row of the
// link is locked meanwhile: only one of two payments gets the last use.

/**
 * Call it before any call to a provider. Refuses when all uses are taken; throws `ChangedMeanwhile`
 * if the payment has changed since it was read.
 */
export async function reserveUse(
  context: Context,
  before: Transaction,
  happened?: Happening,
): Promise<Transaction> {
  if (before.paymentLinkId === null || before.status !== 'pending') return before
  const after = await context.sql.begin(async (sql) => {
    const usesMax = await lockLimited(sql, before)
    if (usesMax === null) return before
    const taken = await countTaken(sql, before)
    if (taken >= usesMax) refuse('payment_link_used_up')
    const now = context.now()
    const after = await changeFrom(sql, now, before, {
      status: 'ongoing',
      ...(happened && { happened }),
    })
    if (after === null) throw new ChangedMeanwhile()
    if (taken + 1 === usesMax) await emit(sql, [usedUp(before, usesMax, now)])
    return after
  })
  context.pubSub.publish(EVENTS_TOPIC, { businessId: before.businessId, mode: before.mode })
  context.pubSub.publish(topicOf(after.id))
  return after
}

/** Once each time that the last use is taken: a payment that is abandoned frees its use. */
function usedUp(
  { businessId, mode, paymentLinkId }: Transaction,
  usesMax: number,
  now: Date,
): NewEvent {
  const data = { id: publicId('payment_link', paymentLinkId!), domain: mode, uses_max: usesMax }
  return newEvent({ businessId, mode }, 'payment_link.used_up', JSON.stringify(data), now)
}
