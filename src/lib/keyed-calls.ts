// Calls that wait for each other, in the memory of one process.

/**
 * Concurrent calls with the same key share one call and its result, also where it fails. The result
 * is not kept: a later call runs again.
 */
export type SingleFlight<Result> = (key: string, run: () => Promise<Result>) => Promise<Result>

export function singleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Promise<Result>>()

  return async (key, run) => {
    const existing = flights.get(key)
    if (existing) return existing
    const flight = run()
    flights.set(key, flight)
    try {
      return await flight
    } finally {
      flights.delete(key)
    }
  }
}

/** Calls with the same key run one after the other, in the order in which they came. */
export type Turns = <Result>(key: string, run: () => Promise<Result>) => Promise<Result>

export function turns(): Turns {
  const last = new Map<string, Promise<unknown>>()

  return async (key, run) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run, run)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}

/** At most so many calls run at once. The others wait, those that are `urgent` before the rest. */
type Lanes = <Result>(run: () => Promise<Result>, urgent?: 'urgent') => Promise<Result>

export function lanes(count: number): Lanes {
  const waiting: Record<'urgent' | 'others', (() => void)[]> = { urgent: [], others: [] }
  let free = count

  return async (run, urgent) => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => void waiting[urgent ?? 'others'].push(begin))
    try {
      return await run()
    } finally {
      const next = waiting.urgent.shift() ?? waiting.others.shift()
      // Whoever is next has the lane of the one that ends.
      if (next) next()
      else free += 1
    }
  }
}
