import type { Sql } from '../../platform/db.ts'
import { settleArguments } from '../transactions/settle.ts'
import type { Settlement } from '../transactions/transactions.rows.ts'
import type { Deposit, DepositId } from './deposits.sql.ts'

export type Match = { deposit: Deposit; settlement: Settlement }

/**
 * All of them in one trip. `paid`: now, by these deposits; `known`: notified before. No payment
 * twice.
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
      ${deposits.map(({ depositId }) => depositId)}::uuid[],
      ${deposits.map(({ rail }) => rail)}::text[],
      ${deposits.map(({ sessionId }) => sessionId)}::text[],
      ${deposits.map(({ accountNumber }) => accountNumber)}::text[],
      ${deposits.map(({ senderName }) => senderName)}::text[],
      ${deposits.map(({ senderBankCode }) => senderBankCode)}::text[],
      ${deposits.map(({ senderAccountNumber }) => senderAccountNumber)}::text[],
      ${deposits.map(({ narration }) => narration)}::text[],
      ${deposits.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[],
      ${settleArguments(sql, now, settlements)}
    )
  `
  return row
}
