import { SECOND } from '../platform/clock.ts'

export const RAIL_DEADLINE_MS = 15 * SECOND

/**
 * Waits for a provider until the deadline. No answer in time, and a throw, are `unknown`: the
 * provider may have acted. Hold no lock and no database transaction.
 */
export async function ask<Outcome extends { kind: string }>(
  asked: Promise<Outcome>,
  deadlineMs: number = RAIL_DEADLINE_MS,
): Promise<Outcome | { kind: 'unknown' }> {
  const unknown = { kind: 'unknown' } as const
  const { promise, resolve } = Promise.withResolvers<typeof unknown>()
  const timer = setTimeout(() => resolve(unknown), deadlineMs)
  try {
    return await Promise.race([asked.catch(() => unknown), promise])
  } finally {
    clearTimeout(timer)
  }
}
