import { verifyAudit } from '../core/audit/audit.ts'
import { verifyRailFees } from '../core/ledger/rail-fees.ts'
import { verify, type WrongRow } from '../core/ledger/verify.ts'
import { verifyIdentity } from '../identity/verify.ts'
import { verifyPayouts } from '../money-out/payouts/verify.ts'
import { verifySettlements } from '../money-out/settlements/verify.ts'
import { verifyDeposits } from '../payments/deposits/verify.ts'
import { verifyDisputes } from '../payments/disputes/verify.ts'
import { verifyReceipts } from '../payments/receipts/verify.ts'
import { verifyRefunds } from '../payments/refunds/verify.ts'
import { verifyPayments } from '../payments/transactions/verify.ts'
import type { Sql } from '../platform/db.ts'
import { verifyReconciliation } from './reconciliation/verify.ts'

const books = [
  verify,
  verifyRailFees,
  verifyPayments,
  verifyDeposits,
  verifyIdentity,
  verifyRefunds,
  verifyDisputes,
  verifyPayouts,
  verifySettlements,
  verifyReceipts,
  verifyReconciliation,
  verifyAudit,
]

/**
 * Verifies the ledger, and each feature against it. Returns what is wrong; empty if nothing is.
 * `tell` gets the progress.
 */
export async function verifyBooks(
  sql: Sql,
  tell: (done: number, all: number) => Promise<void> = async () => {},
): Promise<WrongRow[]> {
  const wrong: WrongRow[] = []
  for (const [done, verifyOne] of books.entries()) {
    await tell(done, books.length)
    wrong.push(...(await verifyOne(sql)))
  }
  await tell(books.length, books.length)
  return wrong
}
