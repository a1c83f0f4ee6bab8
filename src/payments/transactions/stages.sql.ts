import type { Scope } from '../../core/context.ts'
import type { Query, Sql } from '../../platform/db.ts'
import { CHARGING, STAGES, type Stage, UNREACHED } from './stages.ts'

/** `disputed` overlaps the others: a disputed payment has succeeded, and may be refunded too. */
export const SOUGHT_STAGES = [...STAGES, 'disputed'] as const

export type SoughtStage = Stage | 'disputed'

/**
 * The rows whose `stageOf` this is. Each condition is that of an index: open payments have
 * `expires_at > '-infinity'`, always true, and the words stand in the text of the statement.
 */
export function ofStage(sql: Sql, stage: SoughtStage, { businessId, mode }: Scope): Query<unknown> {
  switch (stage) {
    case 'incomplete':
      return sql`
        status in ('pending', 'ongoing') and expires_at > '-infinity'
        and (status = 'pending' or (errors = 0 and ${isOneOf(sql, UNREACHED)}))
      `
    case 'awaiting_transfer':
      return sql`
        status = 'ongoing' and expires_at > '-infinity' and errors = 0
        and not ${isOneOf(sql, [...CHARGING, ...UNREACHED])}
      `
    case 'processing':
      return sql`status = 'ongoing' and expires_at > '-infinity' and ${isOneOf(sql, CHARGING)}`
    case 'succeeded':
      return sql`status = 'success' and refunded = 0`
    case 'partly_refunded':
      return sql`status = 'success' and refunded > 0`
    case 'refunded':
      return sql`status = 'reversed'`
    case 'declined':
      return sql`
        status in ('ongoing', 'failed', 'abandoned') and errors > 0
        and (status <> 'ongoing' or not ${isOneOf(sql, CHARGING)})
      `
    case 'abandoned':
      return sql`status = 'abandoned' and errors = 0`
    case 'disputed':
      return sql`id in (
        select transaction_id from dispute
        where business_id = ${businessId} and mode = ${mode}
      )`
  }
}

/** None of these codes has data behind it. */
function isOneOf(sql: Sql, codes: readonly string[]): Query<unknown> {
  return sql`(message is not null and message = any(${[...codes]}))`
}
