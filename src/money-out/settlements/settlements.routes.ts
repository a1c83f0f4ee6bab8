import { Type } from 'typebox'
import { within } from '../../core/filters.ts'
import { file, list, record, under } from '../../core/route.ts'
import { sendCsv } from '../../core/streaming.ts'
import {
  Count,
  Currency,
  Domain,
  Kobo,
  Nullable,
  named,
  PublicId,
  Timestamp,
  toWire,
} from '../../core/wire.ts'
import { parsePublicId, publicId } from '../../platform/ids.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { getItems } from './items.routes.ts'
import { listSettlements, settlementNamed, toWireSettlement } from './settlements.ts'
import { statementOf } from './statement.ts'
import { totalsOf } from './totals.ts'

export const SettlementRecord = Type.Object(
  {
    id: PublicId('settlement'),
    domain: Domain,
    status: Type.Literal('settled', { description: 'Always `settled`.' }),
    subaccount_id: Nullable(PublicId('subaccount', 'The subaccount. Null: your own settlement.')),
    amount: Kobo('What became available, in kobo.'),
    currency: Currency,
    items: Count('How many payments and refunds it contains.', 12),
    paid_before: Timestamp('It contains what was paid before this time.'),
    settled_at: Timestamp('When it became available.'),
  },
  { $id: 'Settlement', description: 'Payments that became available together.' },
)

const Totals = Type.Object(
  {
    payments: Count('How many payments it contains.', 12),
    paid: Kobo('What customers paid, in kobo.', 500_000),
    fees: Kobo('The fees with VAT of these payments, in kobo.', 18_813),
    shared: Kobo('What others received of them by splits, in kobo.', 0),
    refunds: Kobo('Taken for refunds, less what failed, in kobo. Negative or 0.', 0),
    disputes: Kobo('Taken for disputes, in kobo. Negative or 0.', 0),
    amount: Kobo(
      'What became available, in kobo: `paid` less `fees` and `shared`, with `refunds` and ' +
        '`disputes`.',
      481_187,
    ),
  },
  { title: 'SettlementTotals' },
)

export const settlementRoutes = under('Settlements', [
  list('/settlements', {
    needs: 'settlements:read',
    operationId: 'listSettlements',
    summary: 'List settlements',
    description: 'Newest first.',
    filters: within('settledAt'),
    query: {
      subaccount: Type.Optional(
        PublicId(
          'subaccount',
          'Settlements of this subaccount: its id or code. `none`: your own settlements.',
        ),
      ),
    },
    item: named('Settlement'),
    message: 'Settlements found',
    read: ({ subaccount }) => whoseIn(subaccount),
    handle: async (context, { scope }, page, whose) => {
      const { rows: settlements, meta } = await listSettlements(context.sql, scope, whose, page)
      return { data: settlements.map(toWireSettlement), meta }
    },
  }),
  record('/settlements/:id', {
    needs: 'settlements:read',
    params: { id: PublicId('settlement', 'The id of the settlement.') },
    operationId: 'getSettlement',
    summary: 'Fetch a settlement',
    description: 'Returns the settlement with this id.',
    answer: named('Settlement'),
    message: 'Settlement found',
    handle: async (context, { scope, params }) =>
      toWireSettlement(await settlementNamed(context, scope, params.id)),
  }),
  record('/settlements/:id/totals', {
    needs: 'settlements:read',
    load: 'list',
    params: { id: PublicId('settlement', 'The id of the settlement.') },
    operationId: 'getSettlementTotals',
    summary: 'Fetch the totals of a settlement',
    description: 'How its payments, refunds and disputes add up to its amount.',
    answer: Totals,
    message: 'Totals found',
    handle: async (context, { scope, params }) =>
      toWire(await totalsOf(context, await settlementNamed(context, scope, params.id))),
  }),
  file('/settlements/:id/statement', {
    needs: 'settlements:export',
    isAudited: true,
    params: { id: PublicId('settlement', 'The id of the settlement.') },
    operationId: 'exportSettlement',
    summary: 'Export a settlement as CSV',
    description: 'One row for each payment and refund in the settlement.',
    type: 'text/csv',
    says: 'One row for each payment and refund.',
    refusals: [404],
    handle: async (context, request, reply) => {
      const settlement = await settlementNamed(context, request.scope, request.params.id)
      const name = `${publicId('settlement', settlement.settlementId)}.csv`
      return sendCsv(request, reply, name, statementOf(context, settlement))
    },
  }),
  getItems,
])

function whoseIn(code: string | undefined) {
  if (code === undefined) return undefined
  if (code === 'none') return null
  const message = 'subaccount must be the id or code of a subaccount, such as sub_…, or none.'
  return (
    parsePublicId('subaccount', code) ??
    refuseFields([{ field: 'subaccount', code: 'invalid_format', message }])
  )
}
