import type { Sql } from './db.ts'

type Tick = { process: string; tick: number; machine: string; taken: string }

/**
 * Writes the own tick, where there is anything in it, and answers those of other machines. All in
 * one statement, by the clock of the database. It reads the table as it was before.
 */
export async function exchangeTicks(
  sql: Sql,
  { process, tick, machine, taken }: Omit<Tick, 'taken'> & { taken: string | null },
): Promise<Tick[]> {
  return sql<Tick[]>`
    with forgotten as (
      delete from rate_tick where created_at < now() - interval '30 s'
    ), told as (
      insert into rate_tick (process, tick, machine, taken)
      select ${process}::uuid, ${tick}::integer, ${machine}::uuid, ${taken}::text
      where ${taken}::text is not null
    )
    select process, tick, machine, taken from rate_tick
    where machine <> ${machine}::uuid and created_at > now() - interval '10 s'
  `
}
