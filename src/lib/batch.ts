import { sqlState } from './db.ts'

// Gathers concurrent calls of one operation into one statement over arrays. While a batch is in
// flight the next one gathers; nobody waits for a timer, so at low load a batch is one call. Thirty
// rows then share one round trip, one parse and one flush of the log.

const ITEMS_MAX = 256
const BYTES_MAX = 1_000_000
const IN_FLIGHT_MAX = 1

type Waiting<Item, Result> = {
  item: Item
  /** By the clock of `performance`. */
  since: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Since when what waits first has waited; of every gatherer of this process where any waits. */
const waits = new Set<() => number>()
/** The longest wait of those that left since somebody asked. */
let longestMs = 0

/** The longest that anything waited to be sent to the database since this was last asked. */
export function longestWaitMs(): number {
  let longest = longestMs
  longestMs = 0
  for (const since of waits) longest = Math.max(longest, performance.now() - since())
  return longest
}

/**
 * `runMany` answers in the order of its items, one result each, after COMMIT. Where it fails for
 * one item's sake (SQLSTATE classes 22, 23, 40), each item is run again alone, so that a poisoned
 * one harms only itself; any other failure, a lost connection above all, is everybody's, because
 * nobody knows what was done.
 */
export function batched<Item, Result>(
  runMany: (items: Item[]) => Promise<Result[]>,
  options: { bytesOf?: (item: Item) => number; inFlightMax?: number } = {},
): (item: Item) => Promise<Result> {
  const { bytesOf = () => 0, inFlightMax = IN_FLIGHT_MAX } = options
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
    longestMs = Math.max(longestMs, performance.now() - firstSince())
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    if (waiting.length === 0) waits.delete(firstSince)
    return batch
  }

  async function run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await runMany(batch.map(({ item }) => item))
      for (const [i, one] of batch.entries()) one.resolve(results[i]!)
    } catch (error) {
      if (batch.length === 1 || !isForOneItemsSake(error)) {
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
      // The calls of one turn of the event loop leave together.
      if (waiting.length > 1) return
      waits.add(firstSince)
      setImmediate(next)
    })
}

/**
 * One gatherer for each owner, made with its first call. The owner is what `runMany` works with and
 * what lives as long: of two owners, nothing is gathered together.
 */
export function batchedFor<Owner extends object, Item, Result>(
  runMany: (owner: Owner, items: Item[]) => Promise<Result[]>,
  options: Parameters<typeof batched<Item, Result>>[1] = {},
): (owner: Owner, item: Item) => Promise<Result> {
  const gatherers = new WeakMap<Owner, (item: Item) => Promise<Result>>()
  return (owner, item) => {
    const existing = gatherers.get(owner)
    if (existing) return existing(item)
    const gatherer = batched((items: Item[]) => runMany(owner, items), options)
    gatherers.set(owner, gatherer)
    return gatherer(item)
  }
}

/**
 * For what a statement may do only once: of the items with one key the first is run, the others
 * have the result `otherwise`.
 */
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

function isForOneItemsSake(error: unknown): boolean {
  return /^(22|23|40)/.test(sqlState(error) ?? '')
}
