// Who asks for what is being asked for already waits for the same answer. What comes of it is
// everybody's, a failure too, and is not kept: whoever comes after that asks anew.

/** `fly` is called only where no flight of this key is under way. */
export type SingleFlight<Result> = (key: string, fly: () => Promise<Result>) => Promise<Result>

export function singleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Promise<Result>>()

  return async (key, fly) => {
    const underWay = flights.get(key)
    if (underWay) return underWay
    const flight = fly()
    flights.set(key, flight)
    try {
      return await flight
    } finally {
      flights.delete(key)
    }
  }
}
