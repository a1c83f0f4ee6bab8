// What was learnt, for as long as it is to be believed, in the memory of one process. Its size is
// bounded: where it is full, what nobody has asked for the longest goes.

export type Cache<Value> = {
  /** Null where nothing is known, or no longer. */
  get(key: string, nowMs: number): Value | null
  set(key: string, value: Value, untilMs: number): void
}

export function cache<Value>(entriesMax: number): Cache<Value> {
  // A Map keeps the order in which its keys came: the first is the one unused the longest.
  const entries = new Map<string, { value: Value; untilMs: number }>()

  return {
    get(key, nowMs) {
      const entry = entries.get(key)
      if (entry === undefined) return null
      entries.delete(key)
      if (entry.untilMs <= nowMs) return null
      entries.set(key, entry)
      return entry.value
    },

    set(key, value, untilMs) {
      entries.delete(key)
      if (entries.size >= entriesMax) entries.delete(entries.keys().next().value ?? key)
      entries.set(key, { value, untilMs })
    },
  }
}
