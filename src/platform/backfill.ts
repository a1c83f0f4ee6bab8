import type { Database, Transaction } from './db.ts'

// What a migration left to be done row by row, while everybody is served: in bounded batches, by a
// job. A migration names it, `insert into backfill (name) values (…)`; its row knows how far it is.
// Until it is done both forms are read; what only the old form needs goes a version later.
//
//   due ──> due    [fillBatch: one batch further]
//       ──> done   [fillBatch: nothing is left]

type Batch = { place: string; handled: number }
/** The rows after a place, in the order of their key. Null: there are none. */
export type Fill = (own: Transaction, place: string | null) => Promise<Batch | null>

/** Answers how many rows were looked at; 0 also where another process is at it. */
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
