import { createdIn, eachMode, type Part, WHOLE } from '../../core/ledger/part.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

const ROWS_MAX = 100

/** Finds receipts of payments that were not paid. At most 100 rows. */
export async function verifyReceipts(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  const rows = await sql<WrongRow[]>`
    select 'there is a receipt for what was not paid' as what,
      concat_ws(' ', r.business_id, r.mode, r.transaction_id) as where,
      coalesce(t.status, 'no transaction') as found,
      'success' as expected
    from ${eachMode(sql)} m
    join receipt r on r.business_id = m.business_id and r.mode = m.mode
    left join transaction t
      on t.business_id = r.business_id and t.mode = r.mode and t.id = r.transaction_id
    where ${createdIn(sql, 'r.transaction_id', part)} and t.paid_at is null
    limit ${ROWS_MAX}
  `
  return [...rows]
}
