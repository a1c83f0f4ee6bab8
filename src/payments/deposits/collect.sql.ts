import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { eventRows } from '../../core/events/webhooks.ts'
import { rowsOf, type Sql } from '../../platform/db.ts'
import { legRows } from '../transactions/settle.ts'
import type { Settlement } from '../transactions/transactions.rows.ts'
import type { Deposit, DepositId } from './deposits.sql.ts'

export type Collection = { deposit: Deposit; settlement: Settlement; received: NewEvent }

/** Writes all in one trip. Returns the ids of the deposits that were not notified before. */
export async function insertCollections(
  sql: Sql,
  now: Date,
  collections: Collection[],
): Promise<Set<DepositId>> {
  const deposits = collections.map(({ deposit }) => deposit)
  const settlements = collections.map(({ settlement }) => settlement)
  const payments = settlements.map(({ transaction }) => transaction)
  const events = collections.flatMap(({ settlement, received }) => {
    const { transaction, event, reviewEvent } = settlement
    const all = [event, received, ...(reviewEvent ? [reviewEvent] : [])]
    return all.map((one) => ({ ...one, causeId: transaction.id }))
  })
  const [row] = await sql<[{ claimed: DepositId[] }]>`
    select deposit_collect(
      deposits => array(select d from ${rowsOf(sql, 'deposit', deposits)} d),
      payments => array(select p from ${rowsOf(sql, 'transaction', payments)} p),
      entries => array(select e from ${legRows(sql, settlements)} e),
      events => array(select e from ${eventRows(sql, events)} e),
      written => ${now}
    ) as claimed
  `
  return new Set(row.claimed)
}
