import type { Context } from '../core/context.ts'
import { later } from '../platform/clock.ts'
import { eraseSome, expireSome, forgetNumbersSince } from './guesses.sql.ts'
import { NUMBER_WINDOW_MS } from './identity.ts'

// Jobs. Each returns how many rows it changed.

const BATCH_MAX = 500

export async function expireDue({ sql, now }: Context): Promise<number> {
  return expireSome(sql, now(), BATCH_MAX)
}

export async function eraseDue({ sql, now }: Context): Promise<number> {
  return eraseSome(sql, now(), BATCH_MAX)
}

export async function forgetNumbers({ sql, now }: Context): Promise<number> {
  return forgetNumbersSince(sql, later(now(), -NUMBER_WINDOW_MS), BATCH_MAX)
}
