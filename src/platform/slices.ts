import { setImmediate as nextTurn } from 'node:timers/promises'

// Splits work on many items into slices, one per turn of the event loop, so that other work runs in
// between.

/** On a slow machine, an item takes up to 0.1 ms. */
export const SLICE = 200

export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  run: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += SLICE) {
    if (at > 0) await nextTurn()
    for (const [i, item] of items.slice(at, at + SLICE).entries()) results.push(run(item, at + i))
  }
  return results
}
