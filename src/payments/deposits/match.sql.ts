import { rowsOf, type Sql } from '../../platform/db.ts'
import { settleArguments } from '../transactions/settle.ts'
import type { Settlement } from '../transactions/transactions.rows.ts'
import type { Deposit, DepositId } from './deposits.sql.ts'

export type Match = { deposit: Deposit; settlement: Settlement }

/**
 * Writes all in one trip. `paid`: paid now by these deposits; `known`: notified before. Each
 * payment may be there once.
 */
export async function insertMatches(
  sql: Sql,
  now: Date,
  matches: Match[],
): Promise<{ paid: DepositId[]; known: DepositId[] }> {
  const deposits = matches.map(({ deposit }) => deposit)
  const settlements = matches.map(({ settlement }) => settlement)
  const [row] = await sql<[{ paid: DepositId[]; known: DepositId[] }]>`
    select paid, known
    from deposit_match(
      deposits => array(select d from ${rowsOf(sql, 'deposit', deposits)} d),
      ${settleArguments(sql, now, settlements)}
    )
  `
  return row
}
