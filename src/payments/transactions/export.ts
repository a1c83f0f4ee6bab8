import type { Context, Scope } from '../../core/context.ts'
import { type Cell, csvHead, csvLine } from '../../platform/csv.ts'
import { readBelow } from '../../platform/replica.ts'
import {
  countTransactions,
  type Exported,
  listExported,
  type TransactionFilter,
} from './search.sql.ts'
import type { Transaction } from './transactions.rows.ts'

// All payments that match, as a file: for a spreadsheet or another program. Any number of them,
// read a page at a time when the one before has been sent; no connection is held in between.

const PAGE = 1_000

const COLUMNS = [
  'id',
  'reference',
  'status',
  'channel',
  'amount_kobo',
  'amount_naira',
  'fees_kobo',
  'fees_naira',
  'net_kobo',
  'net_naira',
  'refunded_kobo',
  'refunded_naira',
  'customer_name',
  'customer_email',
  'customer_phone',
  'created_at',
  'paid_at',
]

/** To the last one: writing them takes longer anyway. */
export async function countExported(
  context: Context,
  scope: Scope,
  filter: TransactionFilter,
): Promise<number> {
  return countTransactions(context.sql, scope, filter, Number.MAX_SAFE_INTEGER)
}

/** Newest first. What is made meanwhile is not in it. */
export async function* exported(
  context: Pick<Context, 'sql' | 'replica' | 'now'>,
  scope: Scope,
  filter: TransactionFilter,
): AsyncGenerator<string> {
  yield csvHead(COLUMNS)
  let last: Exported | null = null
  while (true) {
    const below: Transaction['id'] | null = last?.id ?? null
    const rows: Exported[] = await readBelow(context, below, (sql) =>
      listExported(sql, scope, filter, below, PAGE),
    )
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join('')
    if (rows.length < PAGE) return
    last = rows.at(-1)!
  }
}

function cellsOf(row: Exported): Cell[] {
  const fees = row.fee === null || row.vat === null ? null : row.fee + row.vat
  return [
    row.id,
    row.reference,
    row.status,
    row.channel,
    ...amounts(row.amount),
    ...amounts(fees),
    ...amounts(fees === null ? null : row.amount - fees),
    ...amounts(row.refunded),
    row.customerName,
    row.email,
    row.phone,
    row.createdAt,
    row.paidAt,
  ]
}

/** In kobo and in naira; two empty cells where it is not known yet. */
function amounts(amount: bigint | null): [Cell, Cell] {
  return amount === null ? [null, null] : [amount, { naira: amount }]
}
