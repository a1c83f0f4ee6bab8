import { type Context, UNPAID } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { ChangedMeanwhile } from '../../platform/optimistic.ts'
import { updateDisplaced } from './displace.sql.ts'
import { closingEvent } from './expire.ts'
import { happening, historyWith } from './history.ts'
import type { NewTransaction, Transaction } from './transactions.rows.ts'

import { insertMany } from './transactions.sql.ts'
import { isUnpaid, topicOf } from './transactions.ts'

// Anyone with the public key can choose a reference, so a payment made with it must not block that
// reference for the business's server. The server's payment takes it over, in one database
// transaction:
//
//   pending, ongoing ──> abandoned, displaced    a transfer that still arrives is returned
//   success, reversed ──> the same, displaced    an event and an alarm: a customer has paid it
//   failed, abandoned ──> the same, displaced
//
// A displaced payment is found by its id and in lists. Its reference names the server's payment.

/** Throws `ChangedMeanwhile` if the holder has changed since it was read. */
export async function displace(
  context: Context,
  holder: Transaction,
  wanted: NewTransaction,
): Promise<void> {
  const now = context.now()
  const isOpen = isUnpaid(holder)
  const displaced: Transaction = {
    ...holder,
    displaced: true,
    updatedAt: now,
    status: isOpen ? 'abandoned' : holder.status,
    message: isOpen ? happening('displaced') : holder.message,
    history: historyWith(holder, now, happening('displaced')),
  }
  await context.sql.begin(async (sql) => {
    if (!(await updateDisplaced(sql, displaced))) throw new ChangedMeanwhile()
    const [isNew] = await insertMany(sql, [wanted])
    if (!isNew) throw new ChangedMeanwhile()
    if (isOpen) await emit(sql, [closingEvent('transaction.abandoned', displaced, now)])
    else if (displaced.paidAt !== null) {
      await emit(sql, [closingEvent('transaction.displaced', displaced, now)])
    }
  })
  const { businessId, mode, id, reference, paidAt } = displaced
  if (isOpen) context.meter?.payment('abandoned', { mode, ...UNPAID })
  context.pubSub.publish(topicOf(id))
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  if (paidAt === null) return
  const alarm = 'a payment made with the public key was paid under a reference of the server'
  context.log.error({ businessId, mode, id, reference }, alarm)
}
