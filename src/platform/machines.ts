import { randomUUID } from 'node:crypto'
import { SECOND } from './clock.ts'
import type { Database } from './db.ts'
import { exchangeTicks } from './machines.sql.ts'
import type { Peers, Sharing } from './pub-sub.ts'

// Shares rate limits between machines with one database: each second, a process writes a row with
// what it let through, if that is much, and reads those of others. That is one statement a second,
// whatever the number of requests. Without the database, each machine allows the whole rate.

const EVERY_MS = SECOND
const SEEN_MAX = 10_000

type Machines = Peers & {
  /** Writes and reads once. */
  exchange(): Promise<void>
  stop(): void
}

/** `machine`: the same for all processes of a machine, which tell each other directly. */
export function machinesOn(sql: Database, machine: string): Machines {
  const process = randomUUID()
  const all = new Map<string, Sharing<unknown>>()
  const seen = new Set<string>()
  let tick = 0
  let isBusy = false

  async function exchange(): Promise<void> {
    const found = [...all].map(([name, { updates }]) => [name, updates()] as const)
    const told = Object.fromEntries(found.filter(([, update]) => update !== null))
    const taken = Object.keys(told).length > 0 ? JSON.stringify(told) : null
    tick += 1
    for (const other of await exchangeTicks(sql, { process, tick, machine, taken })) {
      const id = `${other.process} ${other.tick}`
      if (seen.has(id)) continue
      seen.add(id)
      const updates = JSON.parse(other.taken) as Record<string, unknown>
      for (const [name, update] of Object.entries(updates)) all.get(name)?.apply(update)
    }
    for (const id of seen) {
      if (seen.size < SEEN_MAX) break
      seen.delete(id)
    }
  }

  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    const done = () => {
      isBusy = false
    }
    // Others report that the database is unavailable.
    exchange().then(done, done)
  }, EVERY_MS).unref()
  return {
    share: (name, sharing) => void all.set(name, sharing as Sharing<unknown>),
    exchange,
    stop: () => clearInterval(timer),
  }
}
