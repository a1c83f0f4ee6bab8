import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { metaOf, readPage } from '../lib/paging.ts'
import { checkAll } from '../lib/refusal.ts'
import { answers, Nullable, named, pageQuery, SuccessList, Timestamp, wrongIn } from '../wire.ts'
import { countDeposits, listDeposits } from './deposits.sql.ts'
import { shown } from './deposits.ts'

const State = Type.Enum(['matched', 'unmatched', 'returning', 'returned', 'return_refused'], {
  description:
    'matched: it paid the transaction. The others did not, and go back to their sender: ' +
    'unmatched, returning, returned; return_refused waits for a person.',
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
    sender_name: Type.String(),
    sender_bank_code: Type.String(),
    sender_account_number: Type.String({ description: 'Masked: ******1234.' }),
    narration: Type.String(),
    session_id: Type.String({ description: 'Of the bank: one for each transfer.' }),
    return_session_id: Nullable(Type.String()),
    transaction_id: Type.String(),
    received_at: Timestamp('When it arrived at the bank.'),
  },
  { $id: 'Deposit' },
)

/** With a secret key. */
export function depositRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/deposits',
      {
        attachValidation: true,
        schema: {
          tags: ['Deposits'],
          summary: 'List the bank transfers that arrived, unmatched ones too',
          querystring: Type.Object({ ...pageQuery, status: Type.Optional(State) }),
          response: answers(SuccessList(named('Deposit')), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const state = query.status ?? null
        const [rows, total] = await Promise.all([
          listDeposits(context.sql, scope, state, page),
          countDeposits(context.sql, scope, state),
        ])
        const ids = rows.map(({ depositId }) => depositId)
        return {
          status: 'success' as const,
          message: 'Deposits found',
          data: rows.slice(0, page.perPage).map(shown),
          meta: metaOf(page, total, ids),
        }
      },
    )
    done()
  }
}
