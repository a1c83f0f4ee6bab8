import { verifyDeposits } from './deposits/verify.ts'
import { verify, type WrongRow } from './ledger/verify.ts'
import type { Sql } from './lib/db.ts'
import { verifyPayments } from './transactions/verify.ts'

/** The ledger by itself, and what payments and deposits say against it. Nothing: all is right. */
export async function verifyBooks(sql: Sql): Promise<WrongRow[]> {
  return [...(await verify(sql)), ...(await verifyPayments(sql)), ...(await verifyDeposits(sql))]
}
