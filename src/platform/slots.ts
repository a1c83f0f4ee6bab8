// Limits what is open at the same time, in total and per holder, so that one holder cannot take the
// places of all. In memory, per process.

export type Counter = ReturnType<typeof counter>

/** `max` places per holder. */
export function counter(max: number) {
  const counts = new Map<string, number>()
  const count = (holder: string) => counts.get(holder) ?? 0
  return {
    count,
    hasRoom: (holder: string) => count(holder) < max,
    take(holder: string): boolean {
      if (count(holder) >= max) return false
      counts.set(holder, count(holder) + 1)
      return true
    },
    leave(holder: string): void {
      if (count(holder) > 1) counts.set(holder, count(holder) - 1)
      else counts.delete(holder)
    },
  }
}

/** `each`: how many of all places one holder of each kind may have. */
export function slots<Kind extends string>(all: number, each: Record<Kind, number>) {
  const kinds = Object.keys(each) as Kind[]
  const held = new Map(kinds.map((kind) => [kind, counter(each[kind])]))
  let taken = 0
  return {
    /**
     * Returns a function that gives the place back, which may be called again; null if there is
     * none.
     */
    take(holders: Record<Kind, string>): (() => void) | null {
      const mine = kinds.map((kind) => [held.get(kind)!, holders[kind]] as const)
      if (taken >= all || !mine.every(([counts, holder]) => counts.hasRoom(holder))) return null
      taken += 1
      for (const [counts, holder] of mine) counts.take(holder)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        taken -= 1
        for (const [counts, holder] of mine) counts.leave(holder)
      }
    },
  }
}
