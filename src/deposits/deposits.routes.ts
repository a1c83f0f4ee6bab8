import { Type } from 'typebox'
import { publicId } from '../lib/ids.ts'
import { metaOf } from '../lib/paging.ts'
import { list, plugin } from '../route.ts'
import { Nullable, named, Timestamp } from '../wire.ts'
import {
  countDeposits,
  countOwnQuarantined,
  listDeposits,
  listOwnQuarantined,
} from './deposits.sql.ts'
import { maskAccountNumber, toWireDeposit } from './deposits.ts'
import type { Quarantined } from './quarantine.ts'

const State = Type.Enum(['matched', 'unmatched', 'returning', 'returned', 'return_refused'], {
  description:
    'matched: it paid the transaction, or topped the wallet up. The others did not, and go back ' +
    'to their sender: unmatched, returning, returned; return_refused waits for a person.',
})

export const DepositRecord = Type.Object(
  {
    id: Type.String(),
    domain: Type.Enum(['test', 'live']),
    status: State,
    reason: Nullable(
      Type.Enum(['amount_too_low', 'amount_too_high', 'late', 'already_paid', 'closed']),
    ),
    amount: Type.Integer({ description: 'Kobo that arrived.' }),
    currency: Type.Literal('NGN'),
    account_number: Type.String(),
    account_kind: Type.Enum(['one_off', 'dedicated', 'wallet'], {
      description: 'Whose account it came to: a payment’s, a customer’s, or your own.',
    }),
    sender_name: Type.String(),
    sender_bank_code: Type.String(),
    sender_account_number: Type.String({ description: 'Masked: ******1234.' }),
    narration: Type.String(),
    session_id: Type.String({ description: 'Of the bank: one for each transfer.' }),
    return_session_id: Nullable(Type.String()),
    transaction_id: Nullable(Type.String({ description: 'None for a wallet’s.' })),
    received_at: Timestamp('When it arrived at the bank.'),
  },
  { $id: 'Deposit' },
)

const QuarantinedRecord = Type.Object({
  id: Type.String(),
  reason: Type.Enum(['altered', 'unreadable']),
  session_id: Nullable(Type.String()),
  notified: Type.Object({}, { additionalProperties: true, description: 'What came instead.' }),
  created_at: Timestamp('When it came.'),
})

/** With a secret key. */
export const depositRoutes = plugin('Deposits', [
  list('/deposits', {
    operationId: 'listDeposits',
    summary: 'List deposits',
    description: 'Bank transfers that arrived, matched or not, newest first.',
    query: { status: Type.Optional(State) },
    item: named('Deposit'),
    message: 'Deposits found',
    handle: async (context, { scope, query }, page) => {
      const state = query.status ?? null
      const [rows, total] = await Promise.all([
        listDeposits(context.sql, scope, state, page),
        countDeposits(context.sql, scope, state),
      ])
      const ids = rows.map(({ depositId }) => depositId)
      return {
        data: rows.slice(0, page.perPage).map(toWireDeposit),
        meta: metaOf(page, total, ids),
      }
    },
  }),
  list('/deposits/quarantine', {
    operationId: 'listQuarantinedDeposits',
    summary: 'List quarantined deposits',
    description:
      'Transfers that arrived under the session id of another transfer with different ' +
      'details. They are not booked.',
    item: QuarantinedRecord,
    message: 'Quarantined transfers found',
    handle: async (context, { scope }, page) => {
      const [rows, total] = await Promise.all([
        listOwnQuarantined(context.sql, scope, page),
        countOwnQuarantined(context.sql, scope),
      ])
      const ids = rows.map(({ quarantineId }) => quarantineId)
      const data = rows.slice(0, page.perPage).map(toWireQuarantined)
      return { data, meta: metaOf(page, total, ids) }
    },
  }),
])

function toWireQuarantined({ quarantineId, reason, sessionId, content, createdAt }: Quarantined) {
  const credit = JSON.parse(content) as Record<string, string>
  return {
    id: publicId('qua', quarantineId),
    reason,
    session_id: sessionId,
    notified: {
      account_number: credit['accountNumber'],
      amount: Number(credit['amount']),
      sender_name: credit['senderName'],
      sender_bank_code: credit['senderBankCode'],
      sender_account_number: maskAccountNumber(credit['senderAccountNumber'] ?? ''),
      narration: credit['narration'],
    },
    created_at: createdAt.toISOString(),
  }
}
