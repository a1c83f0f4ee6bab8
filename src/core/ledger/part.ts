import type { Sql } from '../../platform/db.ts'
import { idAt } from '../../platform/ids.ts'
import { HOUSE } from '../context.ts'

// A part of the books, by time: the entries written in it, and the records created in it. A
// verification of a part compares those records, and those that its entries name, with all their
// entries, whenever these were written. So parts that follow each other cover everything.

/** From `from`, before `until`. Ids are those created in that time. */
export type Part = { from: Date | string; until: Date | string; firstId: string; endId: string }

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const END_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Null: from the first entry on, or to the last one. */
export function partOf(from: Date | null, until: Date | null): Part {
  return {
    from: from ?? '-infinity',
    until: until ?? 'infinity',
    firstId: from === null ? FIRST_ID : idAt(from),
    endId: until === null ? END_ID : idAt(until),
  }
}

export const WHOLE = partOf(null, null)

/** Of `ledger_entry`. Its index by time finds them. */
export function writtenIn(sql: Sql, { from, until }: Part) {
  return sql`created_at >= ${from}::timestamptz and created_at < ${until}::timestamptz`
}

/** Of a column of ids. */
export function createdIn(sql: Sql, column: string, { firstId, endId }: Part) {
  return sql`${sql(column)} >= ${firstId}::uuid and ${sql(column)} < ${endId}::uuid`
}

/** Keys begin with business and mode. With them, a range of ids is found by index. */
export function eachMode(sql: Sql) {
  return sql`
    (
      select business_id, mode from business_mode
      union all
      select ${HOUSE}::uuid, m from unnest(array['test', 'live']) m
    )
  `
}
