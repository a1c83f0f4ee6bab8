import type { Sql } from '../../platform/db.ts'

/** Makes those that are missing. */
export async function makePartitions(sql: Sql, now: Date): Promise<void> {
  await sql`select month_partitions(${now})`
}

/** Until when each table has them. */
export async function readPartitionsUntil(sql: Sql): Promise<Date> {
  const [row] = await sql<[{ until: Date }]>`
    select least(month_partitions_until('ledger_entry'), month_partitions_until('deposit')) as until
  `
  return row.until
}
