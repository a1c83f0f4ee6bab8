import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import type { Sql } from '../../platform/db.ts'
import { legArguments } from '../transactions/settle.ts'
import type { Settlement } from '../transactions/transactions.rows.ts'
import type { Deposit, DepositId } from './deposits.sql.ts'

export type Collection = { deposit: Deposit; settlement: Settlement; received: NewEvent }

/** All of them in one trip. Answers the ids of the deposits that were never notified before. */
export async function insertCollections(
  sql: Sql,
  now: Date,
  collections: Collection[],
): Promise<Set<DepositId>> {
  const deposits = collections.map(({ deposit }) => deposit)
  const settlements = collections.map(({ settlement }) => settlement)
  const rows = settlements.map(({ transaction }) => transaction)
  const [row] = await sql<[{ claimed: DepositId[] }]>`
    select deposit_collect(
      ${deposits.map(({ businessId }) => businessId)}::uuid[],
      ${deposits.map(({ mode }) => mode)}::text[],
      ${deposits.map(({ depositId }) => depositId)}::uuid[],
      ${rows.map(({ id }) => id)}::uuid[],
      ${deposits.map(({ rail }) => rail)}::text[],
      ${deposits.map(({ sessionId }) => sessionId)}::text[],
      ${deposits.map(({ accountNumber }) => accountNumber)}::text[],
      ${deposits.map(({ amount }) => amount.toString())}::bigint[],
      ${deposits.map(({ senderName }) => senderName)}::text[],
      ${deposits.map(({ senderBankCode }) => senderBankCode)}::text[],
      ${deposits.map(({ senderAccountNumber }) => senderAccountNumber)}::text[],
      ${deposits.map(({ narration }) => narration)}::text[],
      ${rows.map(({ reference }) => reference)}::text[],
      ${rows.map(({ customerId }) => customerId)}::uuid[],
      ${rows.map(({ email }) => email)}::text[],
      ${rows.map(({ customerName }) => customerName)}::text[],
      ${rows.map(({ customerLastName }) => customerLastName)}::text[],
      ${rows.map(({ phone }) => phone)}::text[],
      ${rows.map(({ fee }) => fee?.toString() ?? null)}::bigint[],
      ${rows.map(({ vat }) => vat?.toString() ?? null)}::bigint[],
      ${rows.map(({ authorizationDetails }) => authorizationDetails)}::text[],
      ${rows.map(({ history }) => history)}::text[],
      ${rows.map(({ split }) => split)}::text[],
      ${deposits.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
      ${deposits.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[],
      ${settlements.map(({ event }) => event.id)}::uuid[],
      ${settlements.map(({ event }) => event.payload)}::text[],
      ${collections.map(({ received }) => received.id)}::uuid[],
      ${collections.map(({ received }) => received.payload)}::text[],
      ${legArguments(sql, settlements)},
      ${rows[0]!.gatewayResponse},
      ${now}
    ) as claimed
  `
  return new Set(row.claimed)
}
