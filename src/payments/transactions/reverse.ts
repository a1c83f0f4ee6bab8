import assert from 'node:assert/strict'
import type { Sql } from '../../platform/db.ts'
import { happening, historyWith } from './history.ts'
import { lockById, updateReversed } from './reverse.sql.ts'
import type { Transaction, TransactionKey } from './transactions.rows.ts'

// The one way out of success. Whoever may have sent the last of a payment back locks the payment
// first, then looks whether all of it is back: so of two at once, the second sees both.

/** Until the end of the caller's database transaction. Lock the payment before any account. */
export async function lockTransaction(sql: Sql, key: TransactionKey): Promise<Transaction> {
  const locked = await lockById(sql, key)
  assert(locked, 'a refunded payment must exist')
  return locked
}

/** In the database transaction that has locked it, when all that was paid has gone back. */
export async function reverse(sql: Sql, now: Date, locked: Transaction): Promise<void> {
  const history = historyWith(locked, now, happening('refunded'))
  assert(await updateReversed(sql, locked, history), 'a payment is reversed once, by full refund')
}
