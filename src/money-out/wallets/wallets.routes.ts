import { Type } from 'typebox'
import { LINE_STATES } from '../../core/ledger/ledger.ts'
import { list, record, under } from '../../core/route.ts'
import {
  BankOfAccount,
  Currency,
  Domain,
  Kobo,
  Nullable,
  PublicId,
  rangeQuery,
  Text,
  Timestamp,
  toWire,
} from '../../core/wire.ts'
import { readRange } from '../../platform/range.ts'
import { HISTORY_DAYS, historyOf } from './history.ts'
import {
  LINE_TYPES,
  lineFilters,
  placeIn,
  SOURCE_TYPES,
  statementOf,
  toWireLine,
} from './statement.ts'
import { walletOf } from './wallets.ts'

const Balance = Type.Object(
  {
    currency: Currency,
    available: Kobo('What you can spend, in kobo.', 10_000_000),
    pending: Kobo('Paid to you and not yet settled, in kobo.'),
    disputed: Kobo('Taken while payments are disputed, in kobo. See `GET /disputes`.', 0),
    debt: Kobo('Owed for disputes. What you receive pays it first, in kobo.', 0),
    account: Nullable(
      Type.Object(
        {
          account_number: Text('The account number.', '2670625029'),
          account_name: Text('The account holder.', 'DEMO STORE'),
          bank: BankOfAccount,
        },
        {
          title: 'WalletAccount',
          description: 'Transfer here to top up. Null while the bank does not answer.',
        },
      ),
    ),
  },
  { title: 'Balance' },
)

const StatementLine = Type.Object(
  {
    id: PublicId('ledger_line', 'The id of this line.'),
    domain: Domain,
    account: Type.Enum(['available', 'pending'], { description: 'The balance that it changed.' }),
    type: Type.Enum(LINE_TYPES, {
      description:
        'Why. `payment`: its net amount. `payout_reversed`: the bank returned it. `payout_duty`, ' +
        '`refund_duty`: stamp duty on a payout or refund. `dispute`: taken; `dispute_won`: given ' +
        'back. `debt_paid`: what you owed for disputes. `adjustment`: set in the sandbox.',
    }),
    state: Type.Enum([...LINE_STATES], {
      description:
        '`posted`: booked. `held`: reserved for a payout, refund or fee that is not final. ' +
        '`released`: reserved in vain; another line returns it.',
    }),
    amount: Kobo('In kobo. Negative if it left the wallet.'),
    balance: Kobo('The balance after this line, in kobo.', 10_500_000),
    currency: Currency,
    source_type: Nullable(
      Type.Enum(SOURCE_TYPES, { description: 'What caused it. Null for an adjustment.' }),
    ),
    source_id: Nullable(PublicId('transaction', 'The id of that record.')),
    occurred_at: Timestamp('When it happened.'),
    created_at: Timestamp('When it changed the balance.'),
    updated_at: Timestamp('When its state last changed.'),
  },
  { title: 'BalanceEntry' },
)

const whichBalance = {
  account: Type.Optional(
    Type.Enum(['available', 'pending'], {
      description: 'Which balance. `available` by default.',
    }),
  ),
}

const DayEnd = Type.Object(
  {
    start: Timestamp('The start of this day in Lagos.'),
    balance: Kobo('The balance at the end of this day, or now, in kobo.', 10_500_000),
  },
  { title: 'BalanceDay' },
)

export const walletRoutes = under('Wallet', [
  record('/balance', {
    needs: 'balance:read',
    operationId: 'getBalance',
    summary: 'Fetch the balance',
    description:
      'The available and pending balance of your wallet, and the account number that ' +
      'tops it up.',
    answer: Balance,
    message: 'Balance found',
    handle: async (context, { scope }) => {
      return { currency: 'NGN' as const, ...toWire(await walletOf(context, scope)) }
    },
  }),
  list('/balance/ledger', {
    needs: 'balance:read',
    operationId: 'listBalanceLedger',
    summary: 'List balance changes',
    description:
      'Every change of the balance, newest first, with the balance after it. The lines add up to ' +
      'the balance: those that are `posted` to what is booked, those that are `held` to what is ' +
      'reserved, those that are `released` to 0. `from` and `to` are about `created_at`. Changes ' +
      'until `meta.archived_until` are archived: the list ends there, and what asks only for ' +
      'them is refused with `archived`.',
    refusals: [410],
    cursor: placeIn,
    filters: lineFilters,
    query: { ...whichBalance, ...rangeQuery },
    item: StatementLine,
    message: 'Balance ledger found',
    handle: async (context, { scope, query: { account = 'available', ...asked } }, page) => {
      const { to } = readRange(asked)
      const { rows, meta } = await statementOf(context, scope, account, page, to)
      return { data: rows.map((line) => toWireLine(scope, account, line)), meta }
    },
  }),
  record('/balance/history', {
    needs: 'balance:read',
    load: 'list',
    operationId: 'getBalanceHistory',
    summary: 'Fetch the balance over time',
    description: `The balance at the end of each of the last ${HISTORY_DAYS} days in Lagos.`,
    query: whichBalance,
    answer: Type.Object(
      {
        currency: Currency,
        days: Type.Array(DayEnd, { description: 'Oldest first. The last one is today.' }),
      },
      { title: 'BalanceHistory' },
    ),
    message: 'Balance history found',
    handle: async (context, { scope, query: { account = 'available' } }) => {
      const days = await historyOf(context, scope, account)
      return { currency: 'NGN' as const, days: days.map(toWire) }
    },
  }),
])
