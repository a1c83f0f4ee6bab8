import { Type } from 'typebox'
import { byCustomer } from '../../accounts/customers/filters.ts'
import { type At, equalTo, type Filters, oneOf, within, withinIds } from '../../core/filters.ts'
import { list, record, under } from '../../core/route.ts'
import {
  Currency,
  Domain,
  Kobo,
  Nullable,
  named,
  PublicId,
  SessionId,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import type { Sql } from '../../platform/db.ts'
import { findNamed } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { ofPaymentsBy } from '../transactions/search.ts'
import { findOwnDeposit, listDeposits, listOwnQuarantined, ofSession } from './deposits.sql.ts'
import { toWireDeposit } from './deposits.ts'
import { toWireQuarantined } from './quarantine.ts'

const STATES = ['matched', 'unmatched', 'returning', 'returned', 'return_refused'] as const
const State = Type.Enum([...STATES], {
  description:
    '`matched`: it paid a transaction or topped up the wallet. The others did not and are ' +
    'returned to the sender: `unmatched`, `returning`, `returned`. `return_refused`: the bank ' +
    'rejected the return.',
})

export const DepositRecord = Type.Object(
  {
    id: PublicId('deposit'),
    domain: Domain,
    status: State,
    reason: Nullable(
      Type.Enum(['amount_too_low', 'amount_too_high', 'late', 'already_paid', 'closed'], {
        description: 'Why it did not match.',
      }),
    ),
    amount: Kobo('What arrived, in kobo.'),
    currency: Currency,
    account_number: Text('The account number that received it.', '2670625029'),
    account_kind: Type.Enum(['one_off', 'dedicated', 'wallet'], {
      description: 'The account of a payment, of a customer, or of your wallet.',
    }),
    sender_name: Text('The name of the sender.', 'ADA EXAMPLE'),
    sender_bank_code: Text('The bank code of the sender.', '058'),
    sender_account_number: Text('Masked.', '******1234'),
    narration: Text('What the sender wrote.', 'Order 1042'),
    session_id: SessionId('The session id of the bank: one for each transfer.'),
    return_session_id: Nullable(SessionId('The session id of the return.')),
    transaction_id: Nullable(
      Text('The transaction. Null for the wallet.', '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f'),
    ),
    received_at: Timestamp('When it arrived at the bank.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { $id: 'Deposit', description: 'A bank transfer that arrived.' },
)

const QuarantinedRecord = Type.Object(
  {
    id: PublicId('quarantined'),
    reason: Type.Enum(['altered', 'unreadable'], {
      description: '`altered`: other details under a known session id. `unreadable`: not readable.',
    }),
    session_id: Nullable(SessionId('The session id of the bank.')),
    notified: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'What arrived instead.',
        examples: [{ account_number: '2670625029', amount: 500_000, sender_name: 'ADA EXAMPLE' }],
      },
    ),
    created_at: Timestamp('When it arrived.'),
  },
  { title: 'QuarantinedDeposit', description: 'A transfer that was not booked.' },
)

const bySession = {
  session_id: {
    schema: Type.Optional(
      Type.String({ format: 'session-id', description: 'The deposit with this session id.' }),
    ),
    read: (text: string) => (sql: Sql, at: At) => ofSession(sql, at, text),
  },
}

const filters: Filters = {
  status: oneOf(STATES, 'Deposits with this status.', { column: 'state' }),
  account_number: equalTo(
    'accountNumber',
    Type.String({ format: 'account-number', description: 'Deposits to this account number.' }),
  ),
  ...bySession,
  ...byCustomer('Deposits', ofPaymentsBy),
  ...withinIds('depositId'),
}

const quarantineFilters: Filters = {
  session_id: equalTo(
    'sessionId',
    Type.String({ format: 'session-id', description: 'Those with this session id.' }),
  ),
  ...within('createdAt'),
}

/** With a secret key. */
export const depositRoutes = under('Deposits', [
  list('/deposits', {
    needs: 'deposits:read',
    operationId: 'listDeposits',
    summary: 'List deposits',
    description: 'Bank transfers that arrived, matched or not, newest first.',
    filters,
    item: named('Deposit'),
    message: 'Deposits found',
    handle: async (context, { scope }, page) => {
      const { rows, meta } = await listDeposits(context.sql, scope, page)
      return { data: rows.map(toWireDeposit), meta }
    },
  }),
  record('/deposits/:id', {
    needs: 'deposits:read',
    params: { id: PublicId('deposit', 'The id or the session id of the deposit.') },
    operationId: 'getDeposit',
    summary: 'Fetch a deposit',
    description:
      'Returns the deposit with this id or session id. If two banks use one session id, the ' +
      'newest.',
    answer: named('Deposit'),
    message: 'Deposit found',
    handle: async (context, { scope, params: { id } }) => {
      const find = (by: { depositId: string } | { sessionId: string }) =>
        findOwnDeposit(context.sql, scope, by)
      const byId = (depositId: string) => find({ depositId })
      const found = await findNamed('deposit', id, byId, (sessionId) => find({ sessionId }))
      return toWireDeposit(found ?? refuse('deposit_not_found'))
    },
  }),
  list('/deposits/quarantine', {
    needs: 'deposits:read',
    operationId: 'listQuarantinedDeposits',
    summary: 'List quarantined deposits',
    description:
      'Transfers that arrived under the session id of another transfer with different ' +
      'details. They are not booked.',
    filters: quarantineFilters,
    item: QuarantinedRecord,
    message: 'Quarantined transfers found',
    handle: async (context, { scope }, page) => {
      const { rows, meta } = await listOwnQuarantined(context.sql, scope, page)
      return { data: rows.map(toWireQuarantined), meta }
    },
  }),
])
