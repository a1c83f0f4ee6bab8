import type { Sql } from '../../platform/db.ts'
import type { Transaction, TransactionKey } from './transactions.rows.ts'

export async function lockById(sql: Sql, { businessId, mode, id }: TransactionKey) {
  const [row] = await sql<Transaction[]>`
    select * from transaction
    where business_id = ${businessId} and mode = ${mode} and id = ${id}
    for update
  `
  return row ?? null
}

/** False unless it is a success that is refunded in full, in this version. */
export async function updateReversed(
  sql: Sql,
  now: Date,
  { businessId, mode, id, version }: Transaction,
  history: string,
): Promise<boolean> {
  const [row] = await sql`
    update transaction
    set status = 'reversed', version = ${version + 1}, history = ${history},
      updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and id = ${id}
      and version = ${version} and status = 'success' and refunded = amount
    returning id
  `
  return row !== undefined
}
