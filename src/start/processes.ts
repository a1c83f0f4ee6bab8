import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { SECOND } from '../platform/clock.ts'
import { DRAIN_MS } from '../platform/config.ts'
import type { DatabaseAddress } from '../platform/db.ts'
import type { Peers, Sharing } from '../platform/pub-sub.ts'

// Several processes on one port (COWRIE_PROCESSES). The first owns the embedded database and the
// port, hands out connections in turn, and does nothing else. Each of the others, its workers, is
// the whole service: HTTP, jobs, webhooks. They claim work by rows, so no worker is special.
//
//   slot:  starting ──> serving       [it reported that it is ready]
//           starting, serving ──> empty, and starting again after a wait      [it has died]
//           starting, serving ──> ended      [stop: SIGTERM, and its work is finished]
//
// (1) The first worker starts alone: it creates the demo store and finds errors in the settings. If
//     it does not start, nothing does.
// (2) When a worker dies, only its unanswered requests are lost. It is replaced, immediately if it
//     had lived for a while, otherwise after a wait that doubles.
// (3) The service exits if no worker serves and a slot has failed FAILURES_MAX times in a row.
// (4) For /metrics, the worker in the first slot reads the database; the first process collects
//     what each worker has counted, and sums it (prom-client).
// (5) Messages between workers (platform/pub-sub.ts) go through the first process. Those that a
//     worker does not read are dropped.

const SHORT_LIFE_MS = 10 * SECOND
const WAIT_MS = 250
const WAIT_MS_MAX = 30 * SECOND
const FAILURES_MAX = 5
/** After the time that a worker has to finish. */
const KILL_MS = DRAIN_MS + 10 * SECOND
const EXCHANGE_MS = 20
const UNREAD_MAX = 100
const ORDERS = 'COWRIE_WORKER'

/** What a worker must know of what has been started. */
export type Orders = {
  address: DatabaseAddress
  role: string | null
  /** Shared by all processes of this machine. */
  machine: string
  isFirst: boolean
  /** Its slot reads the shared gauges for /metrics. */
  collects: boolean
}
type Update = { kind: 'updates'; updates: Record<string, unknown> }
type Ready = { kind: 'ready'; baseUrl: string }

/** A worker printed why it could not start, or none is left: one sentence. */
export class ProcessesError extends Error {}

export type Processes = { baseUrl: string; stop(): Promise<void> }
type Several = Pick<Orders, 'address' | 'role' | 'machine'> & {
  count: number
  /** From SIGTERM until the worker begins to stop. */
  drainDelayMs: number
  tell: (line: string) => void
  /** Called if the service gives up after it was ready. */
  lost: (error: ProcessesError) => void
}

type Slot = { worker: Worker | null; isServing: boolean; unread: number; failures: number }

/** Resolves when all workers serve. */
export async function startProcesses(several: Several): Promise<Processes> {
  const { count, drainDelayMs, tell, address, role, machine } = several
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  const slots: Slot[] = []
  const waits = new Set<NodeJS.Timeout>()
  let stopping = false

  function start(slot: Slot, isFirst = false): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>()
    const startedAt = performance.now()
    const orders: Orders = { address, role, machine, isFirst, collects: slot === slots[0] }
    const worker = cluster.fork({ [ORDERS]: JSON.stringify(orders) })
    Object.assign(slot, { worker, isServing: false, unread: 0 })
    worker.on('error', () => {}) // The channel broke; `exit` reports the end.
    worker.on('message', (message: Update | Ready | { kind?: never }) => {
      if (message.kind === 'updates') return passOn(slots, slot, message)
      if (message.kind !== 'ready') return
      slot.isServing = true
      resolve(message.baseUrl)
    })
    worker.once('exit', (code, signal) => {
      const isShort = !slot.isServing || performance.now() - startedAt < SHORT_LIFE_MS
      Object.assign(slot, { worker: null, isServing: false })
      slot.failures = isShort ? slot.failures + 1 : 0
      const how = signal ?? `exit code ${code}`
      if (stopping) return
      if (isFirst && slots.length === 1) lost.reject(new ProcessesError('It could not be started.'))
      else replace(slot, `Process ${worker.process.pid} has ended (${how})`)
    })
    return promise
  }

  function replace(slot: Slot, what: string): void {
    const { failures } = slot
    if (failures >= FAILURES_MAX && !slots.some(({ isServing }) => isServing)) {
      const sentence = `${what}: failure ${failures} in a row in its slot.`
      lost.reject(new ProcessesError(`${sentence} No process is left. Exiting.`))
      return
    }
    const waitMs = failures === 0 ? 0 : Math.min(WAIT_MS * 2 ** (failures - 1), WAIT_MS_MAX)
    tell(`${what}; starting another${waitMs > 0 ? ` in ${waitMs} ms` : ''}.`)
    const wait = setTimeout(() => {
      waits.delete(wait)
      void start(slot)
    }, waitMs)
    waits.add(wait)
  }

  async function stop(): Promise<void> {
    stopping = true
    for (const wait of waits) clearTimeout(wait)
    await Promise.all(slots.map(({ worker }) => worker && ended(worker, drainDelayMs)))
  }

  const open = (isFirst: boolean) => {
    const slot: Slot = { worker: null, isServing: false, unread: 0, failures: 0 }
    slots.push(slot)
    return Promise.race([start(slot, isFirst), lost.promise])
  }
  try {
    const baseUrl = await open(true)
    await Promise.all(Array.from({ length: count - 1 }, () => open(false)))
    lost.promise.catch(several.lost)
    return { baseUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function passOn(slots: Slot[], from: Slot, message: Update): void {
  for (const slot of slots) {
    if (slot === from || !slot.isServing || slot.unread >= UNREAD_MAX) continue
    slot.unread += 1
    slot.worker?.send(message, () => {
      slot.unread -= 1
    })
  }
}

async function ended(worker: Worker, drainDelayMs: number): Promise<void> {
  const exit = new Promise((resolve) => worker.once('exit', resolve))
  const impatience = setTimeout(() => worker.process.kill('SIGKILL'), KILL_MS + drainDelayMs)
  worker.process.kill('SIGTERM')
  await exit
  clearTimeout(impatience)
}

/** In the first process: the metrics of all workers. Call it once, before any worker starts. */
export function metricsOfAll(): () => Promise<string> {
  const all = new AggregatorRegistry()
  return () => all.clusterMetrics()
}

/** In a worker: answers the requests of the first process for metrics. */
export function tellMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry()
}

export function isWorker(): boolean {
  return cluster.isWorker
}

/** Null if this process is no worker. */
export function findOrders(): Orders | null {
  const text = process.env[ORDERS]
  delete process.env[ORDERS]
  return isWorker() && text !== undefined ? (JSON.parse(text) as Orders) : null
}

/** In a worker. */
export function sayReady(baseUrl: string): void {
  process.send?.({ kind: 'ready', baseUrl } satisfies Ready)
}

/** In a worker: sends all updates together. */
export function peersOfWorker(): Peers {
  const all = new Map<string, Sharing<unknown>>()
  let unsent = 0
  process.on('message', (message: Update) => {
    if (message.kind !== 'updates') return
    for (const [name, updates] of Object.entries(message.updates)) all.get(name)?.apply(updates)
  })
  const exchange = () => {
    if (unsent >= UNREAD_MAX || !process.connected) return
    const found = [...all].map(([name, { updates }]) => [name, updates()] as const)
    const updates = found.filter(([, update]) => update !== null)
    if (updates.length === 0) return
    unsent += 1
    const message: Update = { kind: 'updates', updates: Object.fromEntries(updates) }
    process.send?.(message, undefined, undefined, () => {
      unsent -= 1
    })
  }
  setInterval(exchange, EXCHANGE_MS).unref()
  return { share: (name, sharing) => void all.set(name, sharing as Sharing<unknown>) }
}
