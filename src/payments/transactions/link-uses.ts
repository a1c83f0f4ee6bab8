import type { Context } from '../../core/context.ts'
import { ChangedMeanwhile } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Happening, Transaction } from './transactions.rows.ts'

import { countTaken, lockLimited } from './transactions.sql.ts'
import { changeFrom, topicOf } from './transactions.ts'

// The uses of a payment link with a limit (`uses_max`). Submitting the form reserves none: anybody
// can send ten. A payment reserves its use before it can be paid, that is before an account to
// transfer to or a card attempt exists, and keeps it until it is closed. So no money comes for a
// use that is gone. The row of the link is locked meanwhile: of two that want the last use, one
// gets it.

/**
 * Call it before a payment asks a rail for anything. Refuses when all uses are taken; throws
 * `ChangedMeanwhile` when the payment is no longer as it was read.
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
