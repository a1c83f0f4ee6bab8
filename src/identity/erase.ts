import type { Context } from '../core/context.ts'
import { later } from '../platform/clock.ts'
import { eraseSome, expireSome, forgetNumbersSince } from './guesses.sql.ts'
import { NUMBER_WINDOW_MS } from './identity.ts'

// What time brings about. Each is a job and answers how many it took up.

const BATCH_MAX = 500

/** Codes whose ten minutes are over: nothing can come of the number any more. */
export async function expireDue({ sql, now }: Context): Promise<number> {
  return expireSome(sql, now(), BATCH_MAX)
}

/** What the registry told of a person, and the number: kept for as long as was promised. */
export async function eraseDue({ sql, now }: Context): Promise<number> {
  return eraseSome(sql, now(), BATCH_MAX)
}

/** Hashes of numbers that no limit needs any more. */
export async function forgetNumbers({ sql, now }: Context): Promise<number> {
  return forgetNumbersSince(sql, later(now(), -NUMBER_WINDOW_MS), BATCH_MAX)
}
