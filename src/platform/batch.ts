import { sqlState } from './db.ts'

// Batches concurrent calls of one operation into one statement over arrays. While a batch is in
// flight, the next one fills; no call waits for a timer, so at low load a batch is one call. Thirty
// rows then share one round trip, one parse and one flush of the log.

const ITEMS_MAX = 256
const BYTES_MAX = 1_000_000
const IN_FLIGHT_MAX = 1

type Waiting<Item, Result> = {
  item: Item
  /** From `performance.now()`. */
  since: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** How long calls wait before their batch is sent. One object for all batches of a process. */
export class BatchWaits {
  /** For each batch that is filling: when its first call arrived. */
  readonly waiting = new Set<() => number>()
  #sentMs = 0

  sent(waitedMs: number): void {
    this.#sentMs = Math.max(this.#sentMs, waitedMs)
  }

  /** The longest wait since the last call of this function. */
  longestMs(): number {
    let longest = this.#sentMs
    this.#sentMs = 0
    for (const since of this.waiting) longest = Math.max(longest, performance.now() - since())
    return longest
  }
}

type BatchOptions<Item> = {
  waits?: BatchWaits
  bytesOf?: (item: Item) => number
  inFlightMax?: number
}

/**
 * `runMany` returns one result for each item, in their order, after COMMIT. If one item makes it
 * fail (SQLSTATE classes 22, 23, 40), each item runs again alone, so that only the bad one fails.
 * Any other failure, such as a lost connection, fails the whole batch: nobody knows what was done.
 */
export function batched<Item, Result>(
  runMany: (items: Item[]) => Promise<Result[]>,
  options: BatchOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const { waits = new BatchWaits(), bytesOf = () => 0, inFlightMax = IN_FLIGHT_MAX } = options
  let waiting: Waiting<Item, Result>[] = []
  let inFlight = 0

  function next(): void {
    if (inFlight === inFlightMax || waiting.length === 0) return
    const batch = take()
    inFlight += 1
    void run(batch).finally(() => {
      inFlight -= 1
      next()
    })
    next()
  }

  function take(): Waiting<Item, Result>[] {
    let count = 0
    let bytes = 0
    while (count < Math.min(waiting.length, ITEMS_MAX)) {
      bytes += bytesOf(waiting[count]!.item)
      if (count > 0 && bytes > BYTES_MAX) break
      count += 1
    }
    waits.sent(performance.now() - firstSince())
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    if (waiting.length === 0) waits.waiting.delete(firstSince)
    return batch
  }

  async function run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await runMany(batch.map(({ item }) => item))
      for (const [i, one] of batch.entries()) one.resolve(results[i]!)
    } catch (error) {
      if (batch.length === 1 || !isFaultOfOneItem(error)) {
        for (const one of batch) one.reject(error)
        return
      }
      for (const one of batch) await run([one])
    }
  }

  function firstSince(): number {
    return waiting[0]!.since
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject })
      // Calls of one turn of the event loop share a batch.
      if (waiting.length > 1) return
      waits.waiting.add(firstSince)
      setImmediate(next)
    })
}

/**
 * One batch per owner, created at its first call. The owner is the context that `runMany` works
 * with, so calls of two contexts never share a batch.
 */
export function batchedFor<Owner extends { batchWaits: BatchWaits }, Item, Result>(
  runMany: (owner: Owner, items: Item[]) => Promise<Result[]>,
  options: Omit<BatchOptions<Item>, 'waits'> = {},
): (owner: Owner, item: Item) => Promise<Result> {
  const batches = new WeakMap<Owner, (item: Item) => Promise<Result>>()
  return (owner, item) => {
    const existing = batches.get(owner)
    if (existing) return existing(item)
    const run = batched((items: Item[]) => runMany(owner, items), {
      ...options,
      waits: owner.batchWaits,
    })
    batches.set(owner, run)
    return run(item)
  }
}

/** Runs the first item of each key; the others get `otherwise`. */
export async function firstOfEach<Item, Result>(
  items: Item[],
  keyOf: (item: Item) => string,
  otherwise: Result,
  runMany: (items: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const places = new Map<string, number>()
  for (const [i, item] of items.entries()) {
    if (!places.has(keyOf(item))) places.set(keyOf(item), i)
  }
  const first = [...places.values()]
  const done = await runMany(first.map((i) => items[i]!))
  const results = items.map(() => otherwise)
  for (const [i, place] of first.entries()) results[place] = done[i]!
  return results
}

/** Whether the other items of a batch can succeed without this one. */
export function isFaultOfOneItem(error: unknown): boolean {
  return /^(22|23|40)/.test(sqlState(error) ?? '')
}
