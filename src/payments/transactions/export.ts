import type { Context, Scope } from '../../core/context.ts'
import { type Cell, csvHead, csvLine } from '../../platform/csv.ts'
import { readBelow } from '../../platform/replica.ts'
import { camelOf } from '../../platform/values.ts'
import { type Column, FIELDS, type Field, type Name } from './fields.ts'
import { countTransactions, listColumns, type TransactionFilter } from './search.sql.ts'
import { SENT_EXPORTED } from './sent.ts'
import type { Transaction, TransactionId } from './transactions.rows.ts'

// All matching payments as a CSV file. A page is read when the one before it has been sent, and no
// connection is held in between.

const PAGE = 1_000

type Exported = Pick<Field, 'columns' | 'of'> & { head: string }

function cells(...names: Name[]): Exported[] {
  return names.map((head) => ({ head, ...FIELDS[head] }))
}

function column(head: string, name: Column): Exported {
  return { head, columns: [name], of: (row) => row[name] }
}

/** Two columns, in kobo and in naira. Both are empty while the amount is unknown. */
function amounts(head: string, name: Name): Exported[] {
  const { columns, of } = FIELDS[name]
  const naira = (kobo: unknown) => (kobo === null ? null : { naira: kobo })
  return [
    { head: `${head}_kobo`, columns, of },
    { head: `${head}_naira`, columns, of: (row) => naira(of(row)) },
  ]
}

const EXPORTED = [
  ...cells('id', 'reference', 'status', 'channel'),
  ...amounts('amount', 'amount'),
  ...amounts('fees', 'fees'),
  ...amounts('net', 'net_amount'),
  ...amounts('refunded', 'refunded_amount'),
  column('customer_name', 'customerName'),
  column('customer_email', 'email'),
  column('customer_phone', 'phone'),
  ...cells('created_at', 'paid_at'),
  ...SENT_EXPORTED.map((name) => column(name, camelOf(name) as Column)),
]
const COLUMNS = [...new Set(EXPORTED.flatMap(({ columns }) => columns))]

/** Counts all of them: writing the file takes longer anyway. */
export function countExported({ sql }: Context, scope: Scope, filter: TransactionFilter) {
  return countTransactions(sql, scope, filter, Number.MAX_SAFE_INTEGER)
}

/** Newest first. Leaves out payments that begin meanwhile. */
export async function* exported(
  context: Pick<Context, 'sql' | 'replica' | 'now'>,
  scope: Scope,
  filter: TransactionFilter,
): AsyncGenerator<string> {
  yield csvHead(EXPORTED.map(({ head }) => head))
  let below: TransactionId | null = null
  while (true) {
    const rows: Transaction[] = await readBelow(context, below, (sql) =>
      listColumns(sql, scope, filter, { columns: COLUMNS, below, max: PAGE }),
    )
    const lines = rows.map((row) => csvLine(EXPORTED.map(({ of }) => of(row) as Cell)))
    if (lines.length > 0) yield lines.join('')
    if (rows.length < PAGE) return
    below = rows.at(-1)!.id
  }
}
