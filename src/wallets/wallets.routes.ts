import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { LinePlace } from '../ledger/ledger.ts'
import { readPage } from '../lib/paging.ts'
import { refuseFields } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import {
  answers,
  BankOfAccount,
  Nullable,
  pageQuery,
  Success,
  SuccessList,
  Timestamp,
  wrongIn,
} from '../wire.ts'
import { placeIn, shownLine, statementOf } from './statement.ts'
import { type Wallet, walletOf } from './wallets.ts'

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
export function walletRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/balance',
      {
        schema: {
          tags: ['Wallet'],
          summary: 'Look at the wallet, and where to transfer to top it up',
          response: answers(Success(Balance), []),
        },
      },
      async ({ scope }) => ({
        status: 'success' as const,
        message: 'Balance found',
        data: shownWallet(await walletOf(context, scope)),
      }),
    )

    app.get(
      '/balance/ledger',
      {
        attachValidation: true,
        schema: {
          tags: ['Wallet'],
          summary: 'List what moved the balance, newest first, with the balance after each',
          querystring: Type.Object({
            ...pageQuery,
            account: Type.Optional(
              Type.Enum(['available', 'pending'], { description: 'available unless said.' }),
            ),
          }),
          response: answers(SuccessList(StatementLine), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const { cursor, account = 'available', ...rest } = query
        const [page, below] = checkAll(
          wrongIn(validationError),
          () => readPage(rest),
          () => (cursor === undefined ? null : readPlace(cursor)),
        )
        const asked = { ...page, below, offset: below === null ? page.offset : 0 }
        const { lines, meta } = await statementOf(context, scope, account, asked)
        const data = lines.map(shownLine)
        return { status: 'success' as const, message: 'Balance ledger found', data, meta }
      },
    )
    done()
  }
}

function readPlace(cursor: string): LinePlace {
  const message = 'cursor must be the next of an earlier answer.'
  // Said twice, it is a list: the schema has found that wrong already.
  const place = typeof cursor === 'string' ? placeIn(cursor) : null
  return place ?? refuseFields([{ field: 'cursor', code: 'invalid', message }])
}

function shownWallet({ available, pending, account }: Wallet) {
  return {
    currency: 'NGN' as const,
    available: Number(available),
    pending: Number(pending),
    account: account && {
      account_number: account.accountNumber,
      account_name: account.accountName,
      bank: account.bank,
    },
  }
}
