import type { Database, Transaction } from './db.ts'

// Changes that a migration leaves to a job, row by row in bounded batches, while the service runs.
// The migration adds it with `insert into backfill (name) values (…)`; the row stores the progress.
// Code reads both forms until it is done, and drops the old one a version later.
//
//   due ──> due    [fillBatch: one batch further]
//       ──> done   [fillBatch: nothing is left]

type Batch = { place: string; handled: number }
/** Changes the rows after `place`, in key order. Null: there are none. */
export type Fill = (own: Transaction, place: string | null) => Promise<Batch | null>

/** Returns how many rows were read; 0 also while another process runs the batch. */
export async function fillBatch(
  sql: Database,
  { name, fill, now }: { name: string; fill: Fill; now: Date },
): Promise<number> {
  return sql.begin(async (own) => {
    const [due] = await own<{ place: string | null }[]>`
      select place from backfill where name = ${name} and done_at is null
      for update skip locked
    `
    if (!due) return 0
    const batch = await fill(own, due.place)
    if (batch) {
      const { place, handled } = batch
      await own`
        update backfill set place = ${place}, handled = handled + ${handled} where name = ${name}
      `
    } else await own`update backfill set done_at = ${now} where name = ${name}`
    return batch?.handled ?? 0
  })
}
