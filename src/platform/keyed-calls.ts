/**
 * Concurrent calls with the same key share one call and its result or error. The result is not
 * kept.
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

/** Calls with the same key run one after the other, first in, first out. */
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
