import type { Context } from '../../core/context.ts'
import { type Cell, csvHead, csvLine } from '../../platform/csv.ts'
import { publicId } from '../../platform/ids.ts'
import type { Settlement, SettlementItem } from './settlements.sql.ts'
import { listItems } from './settlements.ts'

// The statement of a settlement, item by item: CSV as RFC 4180 has it. Amounts are kobo, as
// everywhere; the last column sums to the settlement's amount.

const PAGE = 1_000
const COLUMNS = [
  'type',
  'id',
  'reference',
  'channel',
  'occurred_at',
  'paid_kobo',
  'fees_kobo',
  'shared_kobo',
  'settled_kobo',
]

/** Any number of items, read as they are sent. */
export async function* statementOf(
  { sql }: Context,
  settlement: Settlement,
): AsyncGenerator<string> {
  yield csvHead(COLUMNS)
  let above: SettlementItem | null = null
  while (true) {
    const items: SettlementItem[] = await listItems(sql, settlement, above, PAGE)
    yield items.map((item) => csvLine(cellsOf(item))).join('')
    if (items.length < PAGE) return
    above = items.at(-1)!
  }
}

function cellsOf({
  kind,
  causeId,
  reference,
  channel,
  occurredAt,
  paid,
  fees,
  shared,
  amount,
}: SettlementItem): Cell[] {
  const id = kind === 'payment' ? causeId : publicId('ref', causeId)
  return [kind, id, reference, channel, occurredAt, paid, fees, shared, amount]
}
