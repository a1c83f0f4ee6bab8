import { verifyDeposits } from './deposits/verify.ts'
import { verifyIdentity } from './identity/verify.ts'
import { verify, type WrongRow } from './ledger/verify.ts'
import type { Sql } from './lib/db.ts'
import { verifyPayouts } from './payouts/verify.ts'
import { verifyReceipts } from './receipts/verify.ts'
import { verifyReconciliation } from './reconciliation/verify.ts'
import { verifyRefunds } from './refunds/verify.ts'
import { verifySettlements } from './settlements/verify.ts'
import { verifyPayments } from './transactions/verify.ts'

const books = [
  verify,
  verifyPayments,
  verifyDeposits,
  verifyIdentity,
  verifyRefunds,
  verifyPayouts,
  verifySettlements,
  verifyReceipts,
  verifyReconciliation,
]

/** The ledger by itself, and what every feature says against it. Nothing: all is right. */
export async function verifyBooks(sql: Sql): Promise<WrongRow[]> {
  const wrong: WrongRow[] = []
  for (const verifyOne of books) wrong.push(...(await verifyOne(sql)))
  return wrong
}
