import type { Context } from '../../core/context.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Meta, Page } from '../../platform/paging.ts'
import type { Settlement, SettlementItem } from './settlements.sql.ts'
import { listItems } from './settlements.ts'

// The items of a settlement page by page, the first payment first: what its statement says in one.

type ItemPlace = Pick<SettlementItem, 'causeId' | 'kind'>

const KINDS: SettlementItem['kind'][] = ['payment', 'refund', 'refund_returned']

export async function pageOfItems(
  { sql }: Context,
  settlement: Settlement,
  { page, perPage, offset, above }: Omit<Page, 'below'> & { above: ItemPlace | null },
): Promise<{ items: SettlementItem[]; meta: Meta }> {
  const rows = await listItems(sql, settlement, above, perPage + 1, above === null ? offset : 0)
  const items = rows.slice(0, perPage)
  const next = rows.length > perPage ? cursorOf(items.at(-1)!) : null
  const { items: total } = settlement
  const pageCount = Math.ceil(total / perPage)
  return { items, meta: { total, page, perPage, pageCount, next } }
}

/** Null where the text is no cursor of ours. */
export function itemPlaceIn(cursor: string): ItemPlace | null {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const [causeId = '', name = '', ...more] = text.split(' ')
  const kind = KINDS.find((known) => known === name)
  return isUuid(causeId) && kind !== undefined && more.length === 0 ? { causeId, kind } : null
}

function cursorOf({ causeId, kind }: ItemPlace): string {
  return Buffer.from(`${causeId} ${kind}`).toString('base64url')
}
