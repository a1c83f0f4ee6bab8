import assert from 'node:assert/strict'
import { emit } from '../../core/events/webhooks.ts'
import type { Sql } from '../../platform/db.ts'
import { closingEvent } from './expire.ts'
import { happening, historyWith } from './history.ts'
import { lockById, updateReversed } from './reverse.sql.ts'
import type { Transaction, TransactionKey } from './transactions.rows.ts'

// From success to reversed. A refund locks the payment before it checks whether everything is
// refunded, so the second of two concurrent refunds sees both.

/** Locks until the end of the caller's transaction. Lock a payment before any ledger account. */
export async function lockTransaction(sql: Sql, key: TransactionKey): Promise<Transaction> {
  const locked = await lockById(sql, key)
  assert(locked, 'a refunded payment must exist')
  return locked
}

/** In the transaction that locked it, once all of it is refunded. Emits the event. */
export async function reverse(sql: Sql, now: Date, locked: Transaction): Promise<void> {
  const history = historyWith(locked, now, happening('refunded'))
  assert(
    await updateReversed(sql, now, locked, history),
    'a payment is reversed once, by full refund',
  )
  const after: Transaction = { ...locked, status: 'reversed', history, updatedAt: now }
  await emit(sql, [closingEvent('transaction.reversed', after, now)])
}
