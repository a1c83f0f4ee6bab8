// A bucket for each key: `burst` requests at once, then `perSecond` of them. In the memory of one
// process; several processes over one database each give the whole rate.

const KEYS_MAX = 100_000
/** What the rounding of fractions of a millisecond may add up to. */
const ROUNDING_MS = 0.01

export type RateLimit = { perSecond: number; burst: number }
export type RateLimiter = {
  /** Null where the request may pass, else the milliseconds until the next one may. */
  take(key: string, nowMs: number): number | null
}

export function rateLimiter({ perSecond, burst }: RateLimit): RateLimiter {
  // When the bucket of a key will be full again. Nothing else needs to be kept of it.
  const fullAt = new Map<string, number>()
  const costMs = 1_000 / perSecond
  const bucketMs = burst * costMs

  return {
    take(key, nowMs) {
      const full = Math.max(fullAt.get(key) ?? 0, nowMs) + costMs
      const overMs = full - nowMs - bucketMs
      if (overMs > ROUNDING_MS) return Math.ceil(overMs)
      if (fullAt.size >= KEYS_MAX) forgetFull(fullAt, nowMs)
      fullAt.set(key, full)
      return null
    },
  }
}

function forgetFull(fullAt: Map<string, number>, nowMs: number): void {
  for (const [key, full] of fullAt) if (full <= nowMs) fullAt.delete(key)
  // Under a flood of new keys the oldest go, and start again with a full bucket.
  for (const key of fullAt.keys()) {
    if (fullAt.size < KEYS_MAX) return
    fullAt.delete(key)
  }
}
