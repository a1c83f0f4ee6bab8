import type { Peers } from './pub-sub.ts'

// One bucket per key: `burst` requests at once, then `perSecond`. Each process keeps its own in
// memory, and they exchange what they let through. So a caller gets the rate once, whichever
// processes its connections reach.
//
// What two processes let through before they heard of each other is deducted from both afterwards.
// So over time the burst and the rate hold, plus what arrived between two exchanges. Other machines
// learn of it through the database, each second, and only of keys that use much of their limit
// (machines.ts).
//
// Uses a monotonic clock: setting the time of the machine blocks nobody. No wait is longer than
// filling a bucket takes, however much the others let through.

const KEYS_MAX = 100_000
/** The sum of rounding errors below a millisecond. */
const ROUNDING_MS = 0.01
/** Of one request: a full bucket holds exactly its burst. */
const ROUNDING = 1e-6
/** Less than this part of a burst is not sent to other machines. */
const PART_UNTOLD = 1 / 20
/** Keys per limit and exchange; the rest follow in the next ones. */
const TOLD_MAX = 1_000

export type RateLimit = { perSecond: number; burst: number }
export type RateLimiter = {
  /** Null if the request may pass, else the milliseconds until the next one may. */
  take(key: string): number | null
  /** The same, without taking. */
  wait(key: string): number | null
  /** How many may pass at once now, and the milliseconds until the whole burst may. */
  left(key: string): { count: number; fullInMs: number }
  /** Takes up to `count` without asking. Negative: returns what was taken. */
  add(key: string, count: number): void
}
/** How many requests of each key were let through. */
type Taken = { taken: [key: string, count: number][] }

/** The clock, the processes of this machine, and the other machines. */
type Around = { monotonicMs: () => number; peers?: Peers; machines?: Peers }

/** `name`: unique per limit. */
export function rateLimiter(
  { perSecond, burst }: RateLimit,
  name: string,
  around: Around,
): RateLimiter {
  const monotonicMs = () => around.monotonicMs()
  // When the bucket of a key will be full. Full buckets need no entry.
  const fullAt = new Map<string, number>()
  const costMs = 1_000 / perSecond
  const bucketMs = burst * costMs
  const unsent: Map<string, number>[] = []

  const note = (key: string, fullMs: number, nowMs: number) => {
    if (fullAt.size >= KEYS_MAX) forgetFull(fullAt, nowMs)
    fullAt.set(key, fullMs)
  }
  const shareWith = (others: Peers | undefined, least: number, most: number) => {
    if (!others) return
    const own = new Map<string, number>()
    unsent.push(own)
    let forgottenMs = monotonicMs()
    others.share<Taken>(`limit ${name}`, {
      updates() {
        const taken = [...own].filter(([, count]) => Math.abs(count) >= least).slice(0, most)
        for (const [key] of taken) own.delete(key)
        // By then every bucket is full again, so unreported requests do not matter.
        const nowMs = monotonicMs()
        if (nowMs - forgottenMs > bucketMs || own.size >= KEYS_MAX) {
          own.clear()
          forgottenMs = nowMs
        }
        return taken.length > 0 ? { taken } : null
      },
      apply({ taken }) {
        // Our own clock: monotonic clocks of other processes have other origins.
        const nowMs = monotonicMs()
        for (const [key, count] of taken) {
          const full = Math.max(fullAt.get(key) ?? nowMs, nowMs) + count * costMs
          note(key, Math.min(full, nowMs + 2 * bucketMs - costMs), nowMs)
        }
      },
    })
  }
  shareWith(around.peers, 0, KEYS_MAX)
  shareWith(around.machines, burst * PART_UNTOLD, TOLD_MAX)
  const wait = (key: string) => {
    const nowMs = monotonicMs()
    const full = Math.max(fullAt.get(key) ?? nowMs, nowMs) + costMs
    const overMs = full - nowMs - bucketMs
    return overMs > ROUNDING_MS ? Math.ceil(overMs) : null
  }
  const add = (key: string, count: number) => {
    const nowMs = monotonicMs()
    const before = Math.max(fullAt.get(key) ?? nowMs, nowMs)
    note(key, Math.max(nowMs, Math.min(before + count * costMs, nowMs + bucketMs)), nowMs)
    for (const own of unsent) own.set(key, (own.get(key) ?? 0) + count)
  }
  return {
    wait,
    left(key) {
      const fullInMs = Math.max(0, (fullAt.get(key) ?? 0) - monotonicMs())
      const count = Math.floor((bucketMs - fullInMs) / costMs + ROUNDING)
      return { count: Math.max(0, count), fullInMs }
    },
    add,
    take(key) {
      const waitMs = wait(key)
      if (waitMs === null) add(key, 1)
      return waitMs
    },
  }
}

function forgetFull(fullAt: Map<string, number>, nowMs: number): void {
  for (const [key, full] of fullAt) if (full <= nowMs) fullAt.delete(key)
  // Under a flood of new keys, the oldest are dropped and start with a full bucket.
  for (const key of fullAt.keys()) {
    if (fullAt.size < KEYS_MAX) return
    fullAt.delete(key)
  }
}
