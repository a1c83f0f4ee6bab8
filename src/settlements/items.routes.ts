import { Type } from 'typebox'
import { publicId } from '../lib/ids.ts'
import { placeOf } from '../lib/paging.ts'
import { list } from '../route.ts'
import { Nullable, Timestamp, toWire } from '../wire.ts'
import { itemPlaceIn, pageOfItems } from './items.ts'
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

export const getItems = list('/settlements/:id/items', {
  operationId: 'listSettlementItems',
  summary: 'List the items of a settlement',
  description: 'The payments and refunds in a settlement, oldest first.',
  cursor: 'own',
  item: ItemRecord,
  refusals: [404],
  message: 'Items found',
  read: ({ cursor }) => placeOf(cursor, itemPlaceIn),
  handle: async (context, { scope, params }, page, above) => {
    const settlement = await settlementNamed(context, scope, params.id)
    const { items, meta } = await pageOfItems(context, settlement, { ...page, above })
    return { data: items.map(toWireItem), meta }
  },
})

function toWireItem(item: SettlementItem) {
  const { kind, causeId } = item
  const id = kind === 'payment' ? (causeId as string) : publicId('ref', causeId)
  return { ...toWire(item), type: kind, id }
}
