import type { Context } from '../../core/context.ts'
import { type Cell, csvHead, csvLine } from '../../platform/csv.ts'
import { publicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { Settlement, SettlementItem } from './settlements.sql.ts'
import { listItems } from './settlements.ts'

// The statement of a settlement: one row of CSV (RFC 4180) for each item. Amounts are in kobo. In
// each row, and in the sums of the columns, what was paid less fees and shares, with refunds and
// disputes, is what was settled. The last column sums to the settlement's amount.

const PAGE = 1_000
const COLUMNS = [
  'type',
  'id',
  'reference',
  'channel',
  'occurred_at',
  'paid_kobo',
  'fees_kobo',
  'vat_kobo',
  'shared_kobo',
  'refunds_kobo',
  'disputes_kobo',
  'settled_kobo',
]

/** Reads items while it sends them. */
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

function cellsOf({ kind, causeId, reference, channel, ...item }: SettlementItem): Cell[] {
  const id = publicId(kind === 'payment' ? 'transaction' : 'refund', causeId)
  const { occurredAt, paid, fee, vat, shared, amount } = item
  const fees = fee === null || vat === null ? null : kobo(fee + vat)
  const refunds = kind === 'refund' || kind === 'refund_returned' ? amount : null
  const disputes = kind === 'dispute' ? amount : null
  const parts = [paid, fees, vat, shared, refunds, disputes]
  return [kind, id, reference, channel, occurredAt, ...parts, amount]
}
