import type { Sql } from '../../platform/db.ts'
import { hasRow } from '../../platform/rows.ts'
import type { Transaction, TransactionKey } from './transactions.rows.ts'

/** False if it does not wait for a review any more. */
export function closeReview(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
  to: Pick<Transaction, 'review' | 'reviewedBy' | 'reviewedAt' | 'updatedAt'>,
): Promise<boolean> {
  return hasRow(sql`
    update transaction set ${sql(to)}
    where business_id = ${businessId} and mode = ${mode} and id = ${id} and review = 'pending'
    returning 1
  `)
}
