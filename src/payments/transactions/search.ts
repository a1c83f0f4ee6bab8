import { findCustomerId } from '../../accounts/customers/customers.ts'
import type { Context, Scope } from '../../core/context.ts'
import { isTimeLimit } from '../../platform/db-errors.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { readNaira } from '../../platform/naira.ts'
import { countUnlessFull, type Meta, metaOf, type Page } from '../../platform/paging.ts'
import { readBelow } from '../../platform/replica.ts'
import {
  countStages,
  countTransactions,
  listTransactions,
  type Sought,
  type StageCounts,
  type TransactionFilter,
} from './search.sql.ts'
import type { Transaction } from './transactions.rows.ts'
import { findTransaction } from './transactions.ts'

export { ofPaymentsBy, sumTransactions } from './search.sql.ts'

export const ALL: TransactionFilter = {
  status: null,
  stage: null,
  channel: null,
  review: null,
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

/** Those of NIP have thirty digits. */
const SESSION_ID_LENGTH_MIN = 16

/**
 * Reads the search text: an email address if it has an @, which references cannot have; the id of a
 * payment; or else the start of a reference, which can look like anything. The same text may also
 * be the last four digits of a card, an amount in naira, or the session id of a transfer.
 */
export async function soughtBy(context: Context, scope: Scope, text: string): Promise<Sought> {
  const typed = text.trim()
  if (typed.includes('@')) {
    const customerId = await findCustomerId(context, scope, typed)
    return customerId === null ? { kind: 'nobody' } : { kind: 'customer', customerId }
  }
  const id = parsePublicId('transaction', typed.toLowerCase())
  const isId = id !== null && (await findTransaction(context.sql, { ...scope, id })) !== null
  if (isId) return { kind: 'id', id }
  return {
    kind: 'text',
    prefix: typed,
    lastFour: /^\d{4}$/.test(typed) ? typed : null,
    amount: readNaira(typed),
    sessionId: typed.length >= SESSION_ID_LENGTH_MIN ? typed : null,
  }
}

/** Needs no count if the first page holds all of them. */
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

/** Filters that no index answers read every payment: nobody waits for such counts. */
const COUNTING_MS_MAX = 1_000

/** Null if counting takes too long. */
export async function stagesOf(
  { sql }: Context,
  scope: Scope,
  filter: TransactionFilter,
): Promise<StageCounts | null> {
  try {
    return await sql.begin(async (own) => {
      await own.lowerTimeLimit(COUNTING_MS_MAX)
      return countStages(own, scope, filter)
    })
  } catch (error) {
    if (isTimeLimit(error)) return null
    throw error
  }
}
