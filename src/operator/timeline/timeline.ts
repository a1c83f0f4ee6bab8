import type { Context, Scope } from '../../core/context.ts'
import type { EventRow } from '../../core/events/events.sql.ts'
import { eventsAbout } from '../../core/events/events.ts'
import { listEntries } from '../../core/ledger/ledger.ts'
import { findLeft } from '../../core/ledger/left.ts'
import type { ItemOfPayment } from '../../money-out/settlements/settlements.sql.ts'
import { listItemsOf } from '../../money-out/settlements/settlements.ts'
import { type CardAttempt, listAttemptsOf } from '../../payments/checkout/checkout.ts'
import type { Deposit } from '../../payments/deposits/deposits.sql.ts'
import { listDepositsOf } from '../../payments/deposits/deposits.ts'
import { type Dispute, listDisputesOf } from '../../payments/disputes/disputes.ts'
import type { ReceiptState } from '../../payments/receipts/receipts.sql.ts'
import { findReceiptOf } from '../../payments/receipts/receipts.ts'
import type { Refund } from '../../payments/refunds/refunds.sql.ts'
import { listRefundsOf } from '../../payments/refunds/refunds.ts'
import type { Transaction } from '../../payments/transactions/transactions.rows.ts'
import { paymentNamed } from '../../payments/transactions/transactions.ts'
import { listOneOffsOf } from '../../payments/virtual-accounts/one-off.ts'
import type {
  Issued,
  OneOffAccount,
} from '../../payments/virtual-accounts/virtual-accounts.rows.ts'
import { momentOf } from '../../platform/ids.ts'
import { dayOf } from '../../platform/lagos.ts'

// Everything that the features know about one payment. Reads only.

export type WrittenEntry = Awaited<ReturnType<typeof listEntries>>[number]

export type Known = {
  transaction: Transaction
  attempts: CardAttempt[]
  accounts: Issued<OneOffAccount>[]
  deposits: Deposit[]
  refunds: Refund[]
  disputes: Dispute[]
  receipt: ReceiptState | null
  items: ItemOfPayment[]
  entries: WrittenEntry[]
  /** `2026-05`: where the payment's own entries are, if they have left the database. */
  archivedMonth: string | null
  events: EventRow[]
}

/** `name`: the id or reference of a payment. */
export async function knownOf(context: Context, scope: Scope, name: string): Promise<Known> {
  const { sql } = context
  const { businessId, mode } = scope
  const transaction = await paymentNamed(context, scope, name)
  const key = { businessId, mode, id: transaction.id }
  const [attempts, accounts, deposits, refunds, disputes, receipt, items, events] =
    await Promise.all([
      listAttemptsOf(sql, key),
      listOneOffsOf(sql, key),
      listDepositsOf(sql, key),
      listRefundsOf(sql, key),
      listDisputesOf(sql, key),
      findReceiptOf(sql, key),
      listItemsOf(sql, key),
      eventsAbout(context, scope, transaction.id),
    ])
  const causes = [
    transaction.id,
    ...attempts.filter(isSurplus).map(({ attemptId }) => attemptId),
    ...deposits.filter(({ state }) => state !== 'matched').map(({ depositId }) => depositId),
    ...refunds.map(({ refundId }) => refundId),
    ...disputes.map(({ disputeId }) => disputeId),
  ]
  const entries = await entriesOf(context, scope, causes)
  const archivedMonth = await archivedMonthOf(context, scope, transaction)
  const paid = { transaction, attempts, accounts, deposits, receipt }
  return { ...paid, refunds, disputes, items, entries, archivedMonth, events }
}

/** It was approved after the payment was closed. */
function isSurplus({ state }: CardAttempt): boolean {
  return state === 'surplus' || state === 'returned' || state === 'return_refused'
}

/** Only what was paid has entries. Asked after they were read, so none leave unnoticed. */
async function archivedMonthOf({ sql }: Context, scope: Scope, { id, paidAt }: Transaction) {
  const left = paidAt === null ? null : await findLeft(sql, scope)
  return left && id < left.endId ? dayOf(momentOf(id)).slice(0, 7) : null
}

/** One after the other, to use one connection: a payment has few causes. */
async function entriesOf({ sql }: Context, { businessId, mode }: Scope, causes: string[]) {
  const entries: WrittenEntry[] = []
  for (const cause of causes) entries.push(...(await listEntries(sql, businessId, mode, cause)))
  return entries.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}
