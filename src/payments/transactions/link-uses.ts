import type { Context } from '../../core/context.ts'
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
    if ((await countTaken(sql, before)) >= usesMax) refuse('payment_link_used_up')
    return changeFrom(sql, context.now(), before, {
      status: 'ongoing',
      ...(happened && { happened }),
    })
  })
  if (after === null) throw new ChangedMeanwhile()
  context.pubSub.publish(topicOf(after.id))
  return after
}
