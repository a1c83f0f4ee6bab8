// Pub/sub within this process and its peers behind the same port. A message is only a hint:
// subscribers also poll, because messages may be lost and other machines send none.

/** More unsent topics than this are dropped; subscribers find the change when they poll. */
const UNSENT_MAX = 10_000

/** `whose`: the owner of what changed. Only some topics have one, and only in this process. */
export type PubSub<Whose = unknown> = {
  publish(topic: string, whose?: Whose): void
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: (whose?: Whose) => void): () => void
}

/** `isOurs`: whether a topic concerns this process only and is not sent to its peers. */
export function pubSub<Whose>(
  peers?: Peers,
  isOurs: (topic: string) => boolean = () => false,
): PubSub<Whose> {
  const topics = new Map<string, Set<(whose?: Whose) => void>>()
  const unsent = new Set<string>()
  const tell = (topic: string, whose?: Whose) => {
    for (const listener of topics.get(topic) ?? []) listener(whose)
  }
  peers?.share<string[]>('topics', {
    updates() {
      const sent = unsent.size === 0 ? null : [...unsent]
      unsent.clear()
      return sent
    },
    apply(sent) {
      for (const topic of sent) tell(topic)
    },
  })
  return {
    publish(topic, whose) {
      tell(topic, whose)
      if (peers && unsent.size < UNSENT_MAX && !isOurs(topic)) unsent.add(topic)
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

// The other processes of this service on this machine, behind the same port. Their messages arrive
// late and may be lost, so nothing may depend on them alone.

export type Sharing<Update> = {
  /** What the others do not know yet, or null. Called every 20 ms, or each second. */
  updates(): Update | null
  /** Receives the updates of a peer. */
  apply(updates: Update): void
}

export type Peers = {
  /** Processes share what has the same name. */
  share<Update>(name: string, sharing: Sharing<Update>): void
}
