import { refuse } from './refusal.ts'

const TRIES_MAX = 20

/** Thrown to undo a database transaction that began from an old reading. */
export class ChangedMeanwhile extends Error {}

/**
 * Runs `attempt`, which reads, decides and writes; again from a fresh reading as long as it throws
 * `ChangedMeanwhile`, because somebody was faster. Refuses when that goes on.
 */
export async function fromFreshReading<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
    }
  }
  return refuse('overloaded')
}
