import { Type } from 'typebox'
import { publicId } from '../lib/ids.ts'
import { refuseFields } from '../lib/refusal.ts'
import { file, list, plugin, record } from '../route.ts'
import { subaccountIn } from '../splits/subaccounts.ts'
import { sendCsv } from '../streaming.ts'
import { Nullable, named, Timestamp } from '../wire.ts'
import { getItems } from './items.routes.ts'
import { pageOfSettlements, settlementNamed, toWireSettlement } from './settlements.ts'
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

/** With a secret key. */
export const settlementRoutes = plugin('Settlements', [
  list('/settlements', {
    operationId: 'listSettlements',
    summary: 'List settlements',
    description: 'Newest first.',
    query: {
      subaccount: Type.Optional(
        Type.String({ description: 'Of this one alone, ACCT_…; or none: your own.' }),
      ),
    },
    item: named('Settlement'),
    message: 'Settlements found',
    read: ({ subaccount }) => whoseIn(subaccount),
    handle: async (context, { scope }, page, whose) => {
      const { settlements, meta } = await pageOfSettlements(context, scope, whose, page)
      return { data: settlements.map(toWireSettlement), meta }
    },
  }),
  record('/settlements/:id', {
    operationId: 'getSettlement',
    summary: 'Fetch a settlement',
    description: 'Returns the settlement with this id.',
    answer: named('Settlement'),
    message: 'Settlement found',
    handle: async (context, { scope, params }) =>
      toWireSettlement(await settlementNamed(context, scope, params.id)),
  }),
  file('/settlements/:id/statement', {
    operationId: 'exportSettlement',
    summary: 'Export a settlement as CSV',
    description: 'One row for each payment and refund in the settlement.',
    type: 'text/csv',
    says: 'One line for each.',
    refusals: [404],
    handle: async (context, request, reply) => {
      const settlement = await settlementNamed(context, request.scope, request.params.id)
      const name = `${publicId('set', settlement.settlementId)}.csv`
      return sendCsv(request, reply, name, statementOf(context, settlement))
    },
  }),
  getItems,
])

function whoseIn(code: string | undefined) {
  if (code === undefined) return undefined
  if (code === 'none') return null
  const message = 'subaccount must be the code of a subaccount, ACCT_…, or none.'
  return (
    subaccountIn(code) ?? refuseFields([{ field: 'subaccount', code: 'invalid_format', message }])
  )
}
