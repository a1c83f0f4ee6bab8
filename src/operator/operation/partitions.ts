import type { Context } from '../../core/context.ts'
import { makePartitions, readPartitionsUntil } from './partitions.sql.ts'

// Entries of the ledger and deposits lie in partitions by month, so that an old month can leave as
// a whole. An id begins with its time, so the month is in the key (month_partitions.sql).
//
//   none  [keepPartitions]  ──> made, three months ahead
//
// (1) A row whose month has no partition is written to `<name>_other` and moves later: no payment
//     is refused because a job did not run.
// (2) CowriePartitionsMissing fires while the next month has none.

/** The job. */
export async function keepPartitions({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<number> {
  await makePartitions(sql, now())
  return 0
}

/** Until when there are partitions. */
export function partitionsUntil({ sql }: Pick<Context, 'sql'>): Promise<Date> {
  return readPartitionsUntil(sql)
}
