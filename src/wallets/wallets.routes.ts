import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { answers, BankOfAccount, Nullable, Success } from '../wire.ts'
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
    done()
  }
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
