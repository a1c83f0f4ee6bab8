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

// A customer whose payment has succeeded gets a receipt by e-mail, in the name of the business.
//
//   (none) ──> due     [payment_record, in the database transaction in which the payment succeeds,
//                       where the business wants receipts]
//   due ──> sent       [sendReceipts]
//   due ──> due        [sendReceipts: the mail server is down or has not answered; next_at by the
//                       table of waits]
//   due ──> failed     [sendReceipts: nobody may be written to there, or the last wait is over]
//
// Invariants:
// (1) A receipt is due exactly once for each success; for anything else there is none.
// (2) It is sent at least once or visibly failed. If somebody dies between sending it and saying
//     so, it is sent again under the same key, and so with the same Message-ID.
// (3) What it says is what was paid, also where the money has gone back before it was sent.
// (4) No attempt is recorded twice: it is recorded as the one after those that were counted when
//     the row was claimed.

/** A job. Answers how many it took up. */
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

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countReceiptsDue(sql, now(), max)
}
