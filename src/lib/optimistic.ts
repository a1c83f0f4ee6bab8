import { sqlState } from './db.ts'
import { refuse } from './refusal.ts'

const TRIES_MAX = 20

/** Thrown to undo a database transaction that began from an old reading. */
export class ChangedMeanwhile extends Error {}

/**
 * Runs `attempt`, which reads, decides and writes; again from a fresh reading as long as it throws
 * `ChangedMeanwhile`, because somebody was faster, or the database undid it (a deadlock). Refuses
 * when that goes on.
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

/** 40001 and 40P01: nothing of it was kept, and the same may go through now. */
function isUndone(error: unknown): boolean {
  return /^40(001|P01)$/.test(sqlState(error) ?? '')
}
