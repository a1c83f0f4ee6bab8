import type { Peers } from './pub-sub.ts'

// A bucket for each key: `burst` requests at once, then `perSecond` of them. It is kept in the
// memory of each process, and every process learns within moments what the others let through: so
// whichever of them a caller's connections have come to, together they get the whole rate, once.
//
// What two processes let through before they have heard of each other is owed by both: they let
// through as much less afterwards. So over any time it is the burst and the rate, and what came in
// between two exchanges. Other machines learn of it through the database, each second, and only
// of keys that use a good part of their limit (machines.ts).
//
// By a monotonic clock: whoever sets the time of the machine blocks nobody. And nobody waits longer
// than it takes to fill a bucket, however much the others let through.

const KEYS_MAX = 100_000
/** What the rounding of fractions of a millisecond may add up to. */
const ROUNDING_MS = 0.01
/** Other machines do not hear of what is less than this part of a burst. */
const PART_UNTOLD = 1 / 20
/** Of each limit, in one exchange: the others are told in the next ones. */
const TOLD_MAX = 1_000

export type RateLimit = { perSecond: number; burst: number }
export type RateLimiter = {
  /** Null where the request may pass, else the milliseconds until the next one may. */
  take(key: string): number | null
  /** The same, without taking anything. */
  wait(key: string): number | null
  /** How many may pass at once now, and the milliseconds until the whole burst may. */
  left(key: string): { count: number; fullInMs: number }
  /** Takes `count` without asking, as much as is there; below zero: gives back what was taken. */
  add(key: string, count: number): void
}
/** How many were let through, of which key. */
type Taken = { taken: [key: string, count: number][] }

/** The clock, those of this machine, and the other machines. */
type Around = { monotonicMs: () => number; peers?: Peers; machines?: Peers }

/** `name`: that no other limit has. */
export function rateLimiter(
  { perSecond, burst }: RateLimit,
  name: string,
  around: Around,
): RateLimiter {
  const monotonicMs = () => around.monotonicMs()
  // When the bucket of a key will be full again. Nothing else needs to be kept of it.
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
        // By then a bucket is full again, whatever was not told of it.
        const nowMs = monotonicMs()
        if (nowMs - forgottenMs > bucketMs || own.size >= KEYS_MAX) {
          own.clear()
          forgottenMs = nowMs
        }
        return taken.length > 0 ? { taken } : null
      },
      apply({ taken }) {
        // By the own clock: those of other processes begin at other moments.
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
      const count = Math.floor((bucketMs - fullInMs + ROUNDING_MS) / costMs)
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
  // Under a flood of new keys the oldest go, and start again with a full bucket.
  for (const key of fullAt.keys()) {
    if (fullAt.size < KEYS_MAX) return
    fullAt.delete(key)
  }
}
