import type { Context } from '../../core/context.ts'
import { batchedFor } from '../../platform/batch.ts'
import { later } from '../../platform/clock.ts'
import type { Mail } from '../../providers/rails.ts'
import { composeReceipt } from './compose.ts'
import { CLAIM_MAX, LEASE_MS, mailEach, mailKey, mailModes } from './mailing.ts'
import {
  claimReceipts,
  countReceiptsDue,
  type Receipt,
  type Recording,
  recordReceipts,
} from './receipts.sql.ts'

export { findReceiptOf } from './receipts.sql.ts'

// A customer gets a receipt for a successful payment by email, in the name of the business.
//
//   (none) ──> due     [payment_record, in the database transaction of the payment, if the business
//                       wants receipts]
//   due ──> sent       [sendReceipts]
//   due ──> due        [sendReceipts: the mail server is down or has not answered; next_at by the
//                       table of waits]
//   due ──> failed     [sendReceipts: the address is refused, or the last wait is over]
//
// Invariants:
// (1) Each successful payment has exactly one receipt; other payments have none.
// (2) A receipt is sent at least once, or failed. After a crash between sending and recording, it
//     is sent again with the same Message-ID.
// (3) It shows what was paid, even if the payment was refunded before it is sent.
// (4) No attempt is recorded twice: a record applies to the number of attempts that was claimed.

/** A job. Returns how many receipts it claimed. */
export async function sendReceipts(context: Context): Promise<number> {
  const now = context.now()
  const lease = later(now, LEASE_MS)
  const due = await claimReceipts(context.hot, mailModes(context), now, lease, CLAIM_MAX)
  await mailEach(context, due, mailOf, (receipt, mailed) => record(context, { ...receipt, mailed }))
  return due.length
}

function mailOf(receipt: Receipt): Mail {
  const { businessId, mode, transactionId, businessName, email, createdAt } = receipt
  return {
    key: mailKey(createdAt, 'receipt', businessId, mode, transactionId),
    onBehalfOf: businessId,
    fromName: businessName,
    to: email,
    ...composeReceipt(receipt),
  }
}

const record = batchedFor(async ({ hot }: Context, all: Recording[]) => {
  await recordReceipts(hot, all)
  return all.map(() => undefined)
})

/** How many are due. At most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countReceiptsDue(sql, now(), max)
}
