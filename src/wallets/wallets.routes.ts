import { Type } from 'typebox'
import { placeOf } from '../lib/paging.ts'
import { list, plugin, record } from '../route.ts'
import { BankOfAccount, Nullable, Timestamp, toWire } from '../wire.ts'
import { placeIn, statementOf, toWireLine } from './statement.ts'
import { walletOf } from './wallets.ts'

const Balance = Type.Object({
  currency: Type.Literal('NGN'),
  available: Type.Integer({ description: 'Kobo that you may spend.' }),
  pending: Type.Integer({ description: 'Kobo paid to you and not yet settled.' }),
  account: Nullable(
    Type.Object(
      { account_number: Type.String(), account_name: Type.String(), bank: BankOfAccount },
      { description: 'Transfer here to top the wallet up. Null while the bank does not answer.' },
    ),
  ),
})

const StatementLine = Type.Object({
  reason: Type.String({ description: 'Such as payment, payout, refund, identity_fee.' }),
  kind: Type.Enum(['post', 'hold', 'post_hold', 'void_hold']),
  amount: Type.Integer({ description: 'Kobo; below zero where it went out.' }),
  balance: Type.Integer({ description: 'Kobo after it.' }),
  currency: Type.Literal('NGN'),
  source: Type.Object({
    type: Type.String({ description: 'transaction, deposit, payout, refund, …' }),
    id: Type.String(),
  }),
  occurred_at: Timestamp('When it happened.'),
  created_at: Timestamp('When it was booked.'),
})

/** With a secret key. */
export const walletRoutes = plugin('Wallet', [
  record('/balance', {
    operationId: 'getBalance',
    summary: 'Fetch the balance',
    description:
      'The available and pending balance of your wallet, and the account number that ' +
      'tops it up.',
    answer: Balance,
    message: 'Balance found',
    handle: async (context, { scope }) => {
      const { available, pending, account } = await walletOf(context, scope)
      return { currency: 'NGN' as const, ...toWire({ available, pending, account }) }
    },
  }),
  list('/balance/ledger', {
    operationId: 'listBalanceLedger',
    summary: 'List balance changes',
    description: 'Every entry that changed the balance, newest first, with the balance after it.',
    cursor: 'own',
    query: {
      account: Type.Optional(
        Type.Enum(['available', 'pending'], { description: 'available unless said.' }),
      ),
    },
    item: StatementLine,
    message: 'Balance ledger found',
    read: ({ cursor }) => placeOf(cursor, placeIn),
    handle: async (context, { scope, query: { account = 'available' } }, page, below) => {
      const asked = { ...page, below, offset: below === null ? page.offset : 0 }
      const { lines, meta } = await statementOf(context, scope, account, asked)
      return { data: lines.map(toWireLine), meta }
    },
  }),
])
