import type { Sql } from '../../platform/db.ts'
import type { Transaction } from './transactions.rows.ts'

/** False if it has changed since it was read. */
export async function updateDisplaced(sql: Sql, displaced: Transaction): Promise<boolean> {
  const { businessId, mode, id, version, status, message, history, updatedAt } = displaced
  const [row] = await sql`
    update transaction
    set displaced = true, version = ${version + 1}, status = ${status}, message = ${message},
      history = ${history}, updated_at = ${updatedAt}
    where business_id = ${businessId} and mode = ${mode} and id = ${id} and version = ${version}
      and not displaced
    returning id
  `
  return row !== undefined
}
