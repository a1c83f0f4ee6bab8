import { randomUUID } from 'node:crypto'
import { SECOND } from './clock.ts'
import type { Database } from './db.ts'
import { exchangeTicks } from './machines.sql.ts'
import type { Peers, Sharing } from './pub-sub.ts'

// What machines on one database tell each other of rate limits: each process writes a row a second
// where it has let much through, and reads those of the others. One statement a second, whatever
// the number of requests. While the database is away nobody hears anything, and each machine gives
// the whole rate.

const EVERY_MS = SECOND
const SEEN_MAX = 10_000

type Machines = Peers & {
  /** Tells and hears once. */
  exchange(): Promise<void>
  stop(): void
}

/** `machine`: the same for all processes of one, which tell each other by other means. */
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
    // Without the database there is no news, which others say.
    exchange().then(done, done)
  }, EVERY_MS).unref()
  return {
    share: (name, sharing) => void all.set(name, sharing as Sharing<unknown>),
    exchange,
    stop: () => clearInterval(timer),
  }
}
