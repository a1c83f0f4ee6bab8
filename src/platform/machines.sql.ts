import type { Sql } from './db.ts'

type Tick = { process: string; tick: number; machine: string; taken: string }

/**
 * Writes our tick, unless it is empty, and returns those of other machines, in one statement by the
 * database's clock. It reads the table as it was before.
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
