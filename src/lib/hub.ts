import type { Peers } from './peers.ts'

// Topics within this process, and within those behind the same port. A hint and no promise: whoever
// listens also polls, because what another machine changed is not heard here, and news may be lost.

/** What is not told in time is found by looking. */
const UNTOLD_MAX = 10_000

/** `whose`: what changed is theirs. Heard in this process alone, and of some topics only. */
export type Hub<Whose = unknown> = {
  publish(topic: string, whose?: Whose): void
  /** Answers the function that ends the subscription. */
  subscribe(topic: string, listener: (whose?: Whose) => void): () => void
}

/** `isOurs`: a topic that concerns nobody but the process in which it came up. */
export function hub<Whose>(
  peers?: Peers,
  isOurs: (topic: string) => boolean = () => false,
): Hub<Whose> {
  const topics = new Map<string, Set<(whose?: Whose) => void>>()
  const untold = new Set<string>()
  const tell = (topic: string, whose?: Whose) => {
    for (const listener of topics.get(topic) ?? []) listener(whose)
  }
  peers?.share<string[]>('topics', {
    news() {
      const told = untold.size === 0 ? null : [...untold]
      untold.clear()
      return told
    },
    learn(told) {
      for (const topic of told) tell(topic)
    },
  })
  return {
    publish(topic, whose) {
      tell(topic, whose)
      if (peers && untold.size < UNTOLD_MAX && !isOurs(topic)) untold.add(topic)
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
