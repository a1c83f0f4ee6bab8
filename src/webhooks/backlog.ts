import type { Context } from '../context.ts'
import { countDeliveriesDue } from './backlog.sql.ts'

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countDeliveriesDue(sql, now(), max)
}
