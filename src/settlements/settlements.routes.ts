import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { sendCsv } from '../lasting.ts'
import { publicId } from '../lib/ids.ts'
import { readPage } from '../lib/paging.ts'
import { refuseFields } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import { subaccountIn } from '../splits/subaccounts.ts'
import {
  answers,
  Nullable,
  named,
  pageQuery,
  Success,
  SuccessList,
  Timestamp,
  wrongIn,
} from '../wire.ts'
import { itemRoutes } from './items.routes.ts'
import { pageOfSettlements, settlementNamed, shown } from './settlements.ts'
import { statementOf } from './statement.ts'

export const SettlementRecord = Type.Object(
  {
    id: Type.String(),
    domain: Type.Enum(['test', 'live']),
    status: Type.Literal('settled'),
    subaccount: Nullable(Type.String({ description: 'Null: your own.' })),
    amount: Type.Integer({ description: 'Kobo that became available.' }),
    currency: Type.Literal('NGN'),
    items: Type.Integer({ description: 'How many payments and refunds are in it.' }),
    paid_before: Timestamp('What was paid before this moment is in it.'),
    settled_at: Timestamp('When it became available.'),
  },
  { $id: 'Settlement' },
)

const Params = Type.Object({ id: Type.String() })
const tags = ['Settlements']

/** With a secret key. */
export function settlementRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/settlements',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List settlements, newest first',
          querystring: Type.Object({
            ...pageQuery,
            subaccount: Type.Optional(
              Type.String({ description: 'Of this one alone, ACCT_…; or none: your own.' }),
            ),
          }),
          response: answers(SuccessList(named('Settlement')), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const [page, whose] = checkAll(
          wrongIn(validationError),
          () => readPage(query),
          () => whoseIn(query.subaccount),
        )
        const { settlements, meta } = await pageOfSettlements(context, scope, whose, page)
        const data = settlements.map(shown)
        return { status: 'success' as const, message: 'Settlements found', data, meta }
      },
    )

    app.get(
      '/settlements/:id',
      {
        schema: {
          tags,
          summary: 'Look at a settlement',
          params: Params,
          response: answers(Success(named('Settlement')), [404]),
        },
      },
      async ({ scope, params }) => {
        const data = shown(await settlementNamed(context, scope, params.id))
        return { status: 'success' as const, message: 'Settlement found', data }
      },
    )

    app.get(
      '/settlements/:id/statement',
      {
        schema: {
          tags,
          summary: 'Download what is in a settlement, as CSV',
          params: Params,
          response: {
            ...answers(Type.String(), [404]),
            200: {
              description: 'One line for each.',
              content: { 'text/csv': { schema: Type.String() } },
            },
          },
        },
      },
      async (request, reply) => {
        const settlement = await settlementNamed(context, request.scope, request.params.id)
        const name = `${publicId('set', settlement.settlementId)}.csv`
        return sendCsv(request, reply, name, statementOf(context, settlement)) as never
      },
    )
    app.register(itemRoutes(context))
    done()
  }
}

/** Said twice, it is a list: the schema has found that wrong already. */
function whoseIn(code: string | undefined) {
  if (typeof code !== 'string') return undefined
  if (code === 'none') return null
  const message = 'subaccount must be the code of a subaccount, ACCT_…, or none.'
  return (
    subaccountIn(code) ?? refuseFields([{ field: 'subaccount', code: 'invalid_format', message }])
  )
}
