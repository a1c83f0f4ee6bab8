import type { Query } from './sql.ts'

/** The first row; null if there is none. */
export async function firstRow<Row>(query: Query<readonly Row[]>): Promise<Row | null> {
  const [row] = await query
  return row ?? null
}

/** Whether a query returns a row. Of a compare-and-set with `returning`: whether it changed one. */
export async function hasRow(query: Query<readonly unknown[]>): Promise<boolean> {
  return (await firstRow(query)) !== null
}
