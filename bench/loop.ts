// When a request leaves and how long it took: the same for HTTP and for PostgreSQL.
//
// Closed loop: each connection sends the next request when it has the answer to its last, which
// finds the peak rate. Open loop: requests are due at fixed moments whether or not earlier ones
// have been answered, and latency counts from that moment, so that a stall of the service is
// charged to every request that should have left meanwhile.
//
// (1) A connection has one request in flight.
// (2) Every request that was due in the measured window is answered and counted before the end.

const BUCKETS_PER_DOUBLING = 64
const DOUBLINGS = 27 // 134 seconds in microseconds
const RELEASE_EVERY_MS = 1
const OVERDUE_MS_MAX = 30_000

export type Plan = {
  connections: number
  /** Not measured: connections, caches and compiled code warm up. */
  warmUpSeconds: number
  seconds: number
  /** Null is the closed loop. */
  perSecond: number | null
}

export type Measured = {
  /** Requests that started, or were due, in the measured window. */
  measured: number
  elapsedSeconds: number
  /** With the warm-up. */
  all: number
  /** In the measured window, and answered that it cannot be done now: in none of the others. */
  refused: number
  /** Latencies: how many in each bucket, see `percentile`. */
  counts: number[]
  /** The same from when a request left, which is later where it waited for a connection. */
  countsFromLeaving: number[]
}

export type Loop = {
  answered: (connection: number, isRefused?: boolean) => void
  done: Promise<Measured>
}

export function startLoop(plan: Plan, send: (connection: number) => void): Loop {
  const { connections, perSecond } = plan
  const began = performance.now()
  const from = began + plan.warmUpSeconds * 1_000
  const until = from + plan.seconds * 1_000
  const gapMs = perSecond === null ? 0 : 1_000 / perSecond
  const startedAt = new Float64Array(connections)
  const leftAt = new Float64Array(connections)
  const counts = new Uint32Array(BUCKETS_PER_DOUBLING * DOUBLINGS)
  const countsFromLeaving = new Uint32Array(BUCKETS_PER_DOUBLING * DOUBLINGS)
  const free = Array.from({ length: connections }, (_, connection) => connection)
  const { promise: done, resolve, reject } = Promise.withResolvers<Measured>()
  let sent = 0
  let measured = 0
  let all = 0
  let refused = 0
  let lastAnswer = from

  function start(connection: number, at: number, now: number): void {
    startedAt[connection] = at
    leftAt[connection] = now
    sent += 1
    send(connection)
  }

  function release(now: number): void {
    while (free.length > 0) {
      const due = perSecond === null ? now : began + sent * gapMs
      if (due > now || due >= until) break
      // In turn: a server may close what has been idle for long.
      start(free.shift()!, due, now)
    }
    const allSent = perSecond === null ? now >= until : began + sent * gapMs >= until
    if (allSent && free.length === connections) finish()
  }

  function answered(connection: number, isRefused = false): void {
    const now = performance.now()
    const since = startedAt[connection]!
    const isInside = since >= from && since < until
    if (isRefused) {
      if (isInside) refused += 1
    } else all += 1
    if (isInside && !isRefused) {
      measured += 1
      counts[bucketOf(now - since)]! += 1
      countsFromLeaving[bucketOf(now - leftAt[connection]!)]! += 1
      lastAnswer = now
    }
    if (perSecond === null && now < until) {
      start(connection, now, now)
    } else {
      free.push(connection)
      release(now)
    }
  }

  function finish(): void {
    clearInterval(releasing)
    clearTimeout(overdue)
    const elapsedMs = perSecond === null ? lastAnswer - from : Math.max(lastAnswer, until) - from
    resolve({
      measured,
      all,
      refused,
      elapsedSeconds: elapsedMs / 1_000,
      counts: [...counts],
      countsFromLeaving: [...countsFromLeaving],
    })
  }

  const releasing = setInterval(() => release(performance.now()), RELEASE_EVERY_MS)
  if (perSecond === null) clearInterval(releasing)
  const overdue = setTimeout(
    () => {
      clearInterval(releasing)
      reject(new Error(`${connections - free.length} requests were never answered`))
    },
    until - began + OVERDUE_MS_MAX,
  )
  // After the caller has the loop in hand: an answer may come at once.
  setImmediate(() => release(performance.now()))
  return { answered, done }
}

function bucketOf(latencyMs: number): number {
  const bucket = Math.floor(Math.log2(latencyMs * 1_000) * BUCKETS_PER_DOUBLING)
  return Math.max(0, Math.min(bucket, BUCKETS_PER_DOUBLING * DOUBLINGS - 1))
}

export function countsOf(latenciesMs: number[]): number[] {
  const counts = new Array<number>(BUCKETS_PER_DOUBLING * DOUBLINGS).fill(0)
  for (const latencyMs of latenciesMs) counts[bucketOf(Math.max(0, latencyMs))]! += 1
  return counts
}

/** The latency, to half a per cent, that the share of 0 to 1 of the requests stayed within. */
export function percentileMs(counts: number[], share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let within = 0
  const bucket = counts.findIndex((count) => {
    within += count
    return within >= total * share
  })
  return 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING) / 1_000
}

export function addCounts(many: number[][]): number[] {
  return many[0]!.map((_, bucket) => many.reduce((sum, counts) => sum + counts[bucket]!, 0))
}
