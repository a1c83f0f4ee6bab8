import type { Query, Sql } from '../../platform/db.ts'
import { type Part, writtenIn } from './part.ts'
import { digestIn, type Slice } from './seal.sql.ts'

// What remains of closed slices of which entries have left.

export type Rest = { number: bigint; entries: bigint; digest: Buffer }

/** What a slice has without the entries of a condition. Undefined if it has none of them. */
export async function readRest(
  sql: Sql,
  { number }: Slice,
  part: Part,
  leaving: Query<unknown>,
): Promise<Rest | undefined> {
  const [row] = await sql<Rest[]>`
    select ${number}::bigint as number, c.entries,
      ${digestIn(sql, 'live', part, sql`not ${leaving}`)} as digest
    from (
      select count(*) as all, count(*) filter (where not ${leaving}) as entries
      from ledger_entry
      where ${writtenIn(sql, part)} and mode = 'live'
    ) c
    where c.entries < c.all
  `
  return row
}

export async function upsertRests(sql: Sql, rests: readonly Rest[]): Promise<void> {
  if (rests.length === 0) return
  await sql`
    insert into ledger_slice_rest ${sql(rests)}
    on conflict (number) do update set entries = excluded.entries, digest = excluded.digest
  `
}

/** The slices that have entries written from `from` until `until`, both included. */
export async function listSlices(sql: Sql, from: Date, until: Date): Promise<Slice[]> {
  return sql<Slice[]>`
    select number, day::text as day, from_at, until_at, entries
    from ledger_slice
    where from_at <= ${until} and until_at > ${from}
    order by number
  `
}
