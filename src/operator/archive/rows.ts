import type { Part } from '../../core/ledger/part.ts'
import type { Sql } from '../../platform/db.ts'
import { listPairs, readRows } from './archive.sql.ts'
import { RowsDigest } from './parquet.ts'
import type { Column, Table, TextRow } from './tables.ts'

// The rows of a table and a month, in the order of their key. Read in short statements, so that no
// snapshot is kept and no vacuum is held back.

const PAGE_ROWS = 5_000

/** Business, mode, and the rest of the primary key. */
export type Key = string[]

export async function* rowsAfter(
  sql: Sql,
  table: Table,
  columns: readonly Column[],
  part: Part,
  from: Key | null,
): AsyncGenerator<{ row: TextRow; key: Key }> {
  const [fromBusiness, fromMode, ...fromRest] = from ?? []
  const at = table.key.map((name) => columns.findIndex((column) => column.name === name))
  for (const pair of await listPairs(sql, table, part)) {
    const { businessId, mode } = pair
    const isBegun = businessId === fromBusiness && mode === fromMode
    const isDone =
      fromBusiness !== undefined &&
      (businessId < fromBusiness || (businessId === fromBusiness && mode < fromMode!))
    if (isDone) continue
    let after = isBegun ? fromRest : null
    for (;;) {
      const page = await readRows(sql, table, columns, { pair, part, after, limit: PAGE_ROWS })
      for (const row of page) {
        after = at.map((index) => row[index]!)
        yield { row, key: [businessId, mode, ...after] }
      }
      if (page.length < PAGE_ROWS) break
    }
  }
}

/** The digest of the next `count` rows. Fewer rows have another digest. */
export async function digestNext(
  rows: AsyncGenerator<{ row: TextRow; key: Key }>,
  count: bigint,
): Promise<Buffer> {
  const digest = new RowsDigest()
  for (let read = 0n; read < count; read++) {
    const next = await rows.next()
    if (next.done) break
    digest.add(next.value.row)
  }
  return digest.digest()
}
