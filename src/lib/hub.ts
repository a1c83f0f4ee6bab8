// Topics within this process. A hint and no promise: whoever listens also polls, because what
// another process changed is not heard here.

export type Hub = {
  publish(topic: string): void
  /** Answers the function that ends the subscription. */
  subscribe(topic: string, listener: () => void): () => void
}

export function hub(): Hub {
  const topics = new Map<string, Set<() => void>>()
  return {
    publish(topic) {
      for (const listener of topics.get(topic) ?? []) listener()
    },
    subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) topics.delete(topic)
      }
    },
  }
}
