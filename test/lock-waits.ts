import type { Context } from '../src/core/context.ts'
import { until } from './support.ts'

/** How many backends of this database wait for a lock. */
export async function countWaiting({ sql }: Context): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(distinct l.pid)::int as count from pg_locks l
    join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
    where not l.granted
  `
  return row.count
}

/** Waits until `run` has ended or is blocked by a lock in the database. */
export async function endsOrWaits(context: Context, run: Promise<unknown>): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  run.then(end, end)
  await until('it has ended or waits for a lock', async () => {
    return isOver || (await countWaiting(context)) > 0
  })
}
