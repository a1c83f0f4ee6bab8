import { sqlState } from './db.ts'
import { refuse } from './refusal.ts'

const TRIES_MAX = 20

/** Rolls back a transaction that began from an outdated read. */
export class ChangedMeanwhile extends Error {}

/**
 * Runs `attempt`, which reads, decides and writes. Runs it again from a fresh read when it throws
 * `ChangedMeanwhile` or the database rolls it back (a deadlock). Refuses after twenty tries.
 */
export async function fromFreshReading<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile || isUndone(error))) throw error
    }
  }
  return refuse('overloaded')
}

/** 40001 and 40P01: nothing was written, and a retry may succeed. */
function isUndone(error: unknown): boolean {
  return /^40(001|P01)$/.test(sqlState(error) ?? '')
}
