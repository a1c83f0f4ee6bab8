import type { Context } from '../../core/context.ts'
import { isUuid } from '../../platform/ids.ts'
import { cutPage, type Listed, type Page } from '../../platform/paging.ts'
import type { Settlement, SettlementItem } from './settlements.sql.ts'
import { listItems } from './settlements.ts'

// The items of a settlement by pages, oldest payment first. The statement has the same items.

type ItemPlace = Pick<SettlementItem, 'causeId' | 'kind'>

const KINDS: SettlementItem['kind'][] = ['payment', 'refund', 'refund_returned', 'dispute']

export async function pageOfItems(
  { sql }: Context,
  settlement: Settlement,
  page: Page<ItemPlace>,
): Promise<Listed<SettlementItem>> {
  const { below: above, perPage, offset } = page
  const found = await listItems(sql, settlement, above, perPage + 1, offset)
  const textOf = ({ causeId, kind }: ItemPlace) => `${causeId} ${kind}`
  return cutPage(page, settlement.items, found, textOf, { isExact: true })
}

/** Reads the place in a cursor; null if it is not one of ours. */
export function itemPlaceIn(text: string): ItemPlace | null {
  const [causeId = '', name = '', ...more] = text.split(' ')
  const kind = KINDS.find((known) => known === name)
  return isUuid(causeId) && kind !== undefined && more.length === 0 ? { causeId, kind } : null
}
