import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { publicId } from '../lib/ids.ts'
import { readPage } from '../lib/paging.ts'
import { refuseFields } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import { answers, Nullable, pageQuery, SuccessList, Timestamp, wrongIn } from '../wire.ts'
import { type ItemPlace, itemPlaceIn, pageOfItems } from './items.ts'
import { type SettlementItem, settlementNamed } from './settlements.ts'

const Kobo = (description: string) => Type.Integer({ description, 'x-unit': 'kobo' })
const ItemRecord = Type.Object({
  type: Type.Enum(['payment', 'refund', 'refund_returned']),
  id: Type.String({ description: 'Of the payment, or ref_… of the refund.' }),
  reference: Nullable(Type.String({ description: 'Of a payment.' })),
  channel: Nullable(Type.Enum(['card', 'bank_transfer', 'dedicated_virtual_account'])),
  paid: Nullable(Kobo('All that was paid, of a payment.')),
  fees: Nullable(Kobo('The fee with VAT, of a payment.')),
  amount: Kobo('What it adds to the settlement; below zero where it takes.'),
  occurred_at: Timestamp('When it was paid, or went back.'),
})

/** With a secret key. */
export function itemRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/settlements/:id/items',
      {
        attachValidation: true,
        schema: {
          tags: ['Settlements'],
          summary: 'List what is in a settlement, the first payment first',
          params: Type.Object({ id: Type.String() }),
          querystring: Type.Object(pageQuery),
          response: answers(SuccessList(ItemRecord), [400, 404]),
        },
      },
      async ({ scope, params, query, validationError }) => {
        const { cursor, ...rest } = query
        const [page, above] = checkAll(
          wrongIn(validationError),
          () => readPage(rest),
          () => (cursor === undefined ? null : readPlace(cursor)),
        )
        const settlement = await settlementNamed(context, scope, params.id)
        const { items, meta } = await pageOfItems(context, settlement, { ...page, above })
        const data = items.map(shownItem)
        return { status: 'success' as const, message: 'Items found', data, meta }
      },
    )
    done()
  }
}

function readPlace(cursor: string): ItemPlace {
  const message = 'cursor must be the next of an earlier answer.'
  // Said twice, it is a list: the schema has found that wrong already.
  const place = typeof cursor === 'string' ? itemPlaceIn(cursor) : null
  return place ?? refuseFields([{ field: 'cursor', code: 'invalid', message }])
}

function shownItem(item: SettlementItem) {
  const { kind, causeId, reference, channel, paid, fees, amount, occurredAt } = item
  return {
    type: kind,
    id: kind === 'payment' ? (causeId as string) : publicId('ref', causeId),
    reference,
    channel,
    paid: paid === null ? null : Number(paid),
    fees: fees === null ? null : Number(fees),
    amount: Number(amount),
    occurred_at: occurredAt.toISOString(),
  }
}
