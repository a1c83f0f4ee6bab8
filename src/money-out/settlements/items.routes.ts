import { Type } from 'typebox'
import { list } from '../../core/route.ts'
import { FeeParts, Shares } from '../../core/shares.ts'
import { Channel, Kobo, Nullable, PublicId, Text, Timestamp, toWire } from '../../core/wire.ts'
import { sharesIn } from '../../payments/splits/frozen.ts'
import { toWireFees } from '../../payments/transactions/fees.ts'
import { publicId } from '../../platform/ids.ts'
import { itemPlaceIn, pageOfItems } from './items.ts'
import type { SettlementItem } from './settlements.sql.ts'
import { settlementNamed } from './settlements.ts'

const ItemRecord = Type.Object(
  {
    type: Type.Enum(['payment', 'refund', 'refund_returned', 'dispute'], {
      description:
        '`refund_returned`: a refund that failed. `dispute`: a payment that is disputed.',
    }),
    id: PublicId('transaction', 'The id of the transaction or the refund.'),
    reference: Nullable(Text('The reference of the transaction.', 'order-1042')),
    channel: Nullable(Channel),
    paid: Nullable(Kobo('What the customer paid, in kobo.')),
    fees: Nullable(Kobo('The fee with VAT, in kobo.', 18_813)),
    fees_breakdown: Nullable(FeeParts('The parts of `fees`.')),
    shares: Nullable(Shares),
    shared: Nullable(Kobo('What others received of it by a split, in kobo.', 0)),
    amount: Kobo('What it adds to the settlement, in kobo. Negative for refunds.', 481_187),
    occurred_at: Timestamp('When it was paid or refunded.'),
  },
  { title: 'SettlementItem' },
)

export const getItems = list('/settlements/:id/items', {
  needs: 'settlements:read',
  params: { id: PublicId('settlement', 'The id of the settlement.') },
  operationId: 'listSettlementItems',
  summary: 'List the items of a settlement',
  description: 'The payments and refunds in a settlement, oldest first.',
  cursor: itemPlaceIn,
  item: ItemRecord,
  refusals: [404],
  message: 'Items found',
  handle: async (context, { scope, params }, page) => {
    const settlement = await settlementNamed(context, scope, params.id)
    const { rows, meta } = await pageOfItems(context, settlement, page)
    return { data: rows.map(toWireItem), meta }
  },
})

const NO_FEES = { fees: null, fees_breakdown: null }

function toWireItem(item: SettlementItem) {
  const { kind, causeId, fee, vat, split } = item
  const charged = fee === null || vat === null ? NO_FEES : toWireFees({ fee, vat })
  const id = publicId(kind === 'payment' ? 'transaction' : 'refund', causeId)
  return { ...toWire(item), ...charged, shares: sharesIn(split), type: kind, id }
}
