import type { Context, Scope } from '../../core/context.ts'
import { type CustomerId, findCustomerId } from '../../accounts/customers/customers.ts'
import { type Id, isUuid } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { countUnlessFull, type Meta, metaOf, type Page } from '../../platform/paging.ts'
import { readBelow } from '../../platform/replica.ts'
import { countTransactions, listTransactions } from './search.sql.ts'
import {
  type Channel,
  findTransaction,
  type Status,
  type Transaction,
  type TransactionId,
} from './transactions.ts'

// Which payments of a business: narrowed by what is known of them, or sought by one text.

export type Sought =
  | { kind: 'id'; id: TransactionId }
  | { kind: 'customer'; customerId: CustomerId }
  | { kind: 'prefix'; prefix: string }
  /** An e-mail address that no customer has. */
  | { kind: 'nobody' }

export type TransactionFilter = {
  status: Status | null
  channel: Channel | null
  customerId: CustomerId | null
  paymentLinkId: Id<'payment_link'> | null
  reference: string | null
  displaced: true | null
  amountMin: Kobo | null
  amountMax: Kobo | null
  from: Date | null
  to: Date | null
  /** What `from` and `to` are about. Null: when it was created. */
  datedBy: 'paid' | null
  sought: Sought | null
}

export const ALL: TransactionFilter = {
  status: null,
  channel: null,
  customerId: null,
  paymentLinkId: null,
  reference: null,
  displaced: null,
  amountMin: null,
  amountMax: null,
  from: null,
  to: null,
  datedBy: null,
  sought: null,
}

/**
 * What somebody means who types this: an e-mail address, which no reference can look like; the id
 * of a payment; or else the beginning of a reference, which may look like an id.
 */
export async function soughtBy(context: Context, scope: Scope, text: string): Promise<Sought> {
  const typed = text.trim()
  if (typed.includes('@')) {
    const customerId = await findCustomerId(context, scope, typed)
    return customerId === null ? { kind: 'nobody' } : { kind: 'customer', customerId }
  }
  const id = typed.toLowerCase() as TransactionId
  const isId = isUuid(id) && (await findTransaction(context.sql, { ...scope, id })) !== null
  return isId ? { kind: 'id', id } : { kind: 'prefix', prefix: typed }
}

/** What fits on the first page is counted by that; more is counted up to `COUNTED_MAX`. */
export async function pageOfTransactions(
  context: Context,
  scope: Scope,
  filter: TransactionFilter,
  page: Page,
): Promise<{ transactions: Transaction[]; meta: Meta }> {
  const rows = await readBelow(context, page.below, (sql) =>
    listTransactions(sql, scope, filter, page),
  )
  const isAll = page.offset === 0 && page.below === null && rows.length <= page.perPage
  const total = isAll
    ? rows.length
    : await countUnlessFull(scope, ['transaction', filter], () =>
        countTransactions(context.sql, scope, filter),
      )
  const ids = rows.map(({ id }) => id)
  return { transactions: rows.slice(0, page.perPage), meta: metaOf(page, total, ids) }
}
