import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventId, NewEvent } from '../src/core/events/webhooks.sql.ts'
import { emit, eventBody } from '../src/core/events/webhooks.ts'
import { MINUTE, SECOND } from '../src/platform/clock.ts'
import { newId } from '../src/platform/ids.ts'
import { givenReceiver, givenUrl, type Received, type Receiver } from './receiver.ts'
import { asOwner, type GivenBusiness, givenBusiness, type TestContext, until } from './support.ts'

// Kills workers that deliver webhooks: in each round several worker processes deliver a steady
// stream of events and are killed with -9 one by one. Every third round freezes one instead; it
// resumes in the next round, when its leases have expired and other workers hold the deliveries.
//
//   workers start  ──>  load; workers die or freeze one by one  ──>  their leases are recorded
//        ^                                                                │
//        └──────── the clock moves past the lease, no worker awake <──────┘

const PROGRAM = join(import.meta.dirname, 'delivering-worker.ts')
const LEASE_MS = MINUTE
const ENDPOINTS = 8
const BURST = 20
const BURST_EVERY_MS = 40
const ANSWER_MS_MAX = 200
/** The receiver refuses one in this many on first arrival, so it must be retried. */
const REFUSED_ONE_IN = 50
/** Events emitted and delivered before the first death of a round. */
const LOAD_MIN = 4 * BURST
const BETWEEN_DEATHS_MS = 60
const READY_MS_MAX = 2 * MINUTE

export type Violence = { rounds: number; workers: number; clockFile: string }
export type Toll = {
  kills: number
  freezes: number
  arrivals: Map<string, Received[]>
  /** The leases that dead or frozen workers held, by event. */
  held: Map<string, Set<string>>
}

type Scene = Violence &
  Toll & {
    context: TestContext
    businesses: GivenBusiness[]
    alive: Set<ChildProcess>
    emitted: number
    arrived: () => number
  }

/** Resolves once every emitted event is delivered; throws otherwise. */
export async function killWorkers(context: TestContext, violence: Violence): Promise<Toll> {
  const arrivals = new Map<string, Received[]>()
  let refusing = true
  const receiver = await givenReceiver(async (n, received) => {
    const ofThis = note(arrivals, received)
    await pause((n * 37) % ANSWER_MS_MAX)
    return { status: refusing && ofThis === 1 && n % REFUSED_ONE_IN === 0 ? 500 : 200 }
  })
  const businesses = await givenSubscribed(context, receiver)
  const none = { held: new Map(), kills: 0, freezes: 0, alive: new Set<ChildProcess>() }
  const arrived = () => receiver.received.length
  const scene: Scene = { ...violence, ...none, context, businesses, arrivals, emitted: 0, arrived }
  try {
    let frozen: ChildProcess | null = null
    for (let round = 0; round < violence.rounds; round++) {
      moveClock(scene, round)
      frozen = await playRound(scene, round, frozen)
    }
    if (frozen) await kill(scene, frozen)

    refusing = false
    moveClock(scene, violence.rounds)
    await givenWorkers(scene)
    await until('nothing is pending', async () => (await pendingOf(context)) === 0)
  } finally {
    for (const worker of scene.alive) worker.kill('SIGKILL')
  }
  return scene
}

/** Call only while no worker is awake: it expires all leases. */
function moveClock({ clockFile }: Scene, leases: number): void {
  writeFileSync(clockFile, String(leases * (LEASE_MS + SECOND)))
}

/** Returns the worker that is now frozen, if any. */
async function playRound(scene: Scene, round: number, frozen: ChildProcess | null) {
  const loaded = new AbortController()
  const workers = await givenWorkers(scene)
  const loading = load(scene, loaded.signal)
  try {
    await carried(scene, LOAD_MIN + ((round * 37) % LOAD_MIN))
    if (frozen) {
      frozen.kill('SIGCONT')
      workers.push(frozen)
      await carried(scene, LOAD_MIN)
    }
    const next = round % 3 === 1 ? workers.shift()! : null
    if (next) {
      next.kill('SIGSTOP')
      scene.freezes += 1
    }
    for (const worker of workers) {
      await pause((round * 13) % BETWEEN_DEATHS_MS)
      await kill(scene, worker)
    }
    return next
  } finally {
    loaded.abort()
    await loading
    await noteHeld(scene)
  }
}

async function givenWorkers({ context, workers, clockFile, alive }: Scene) {
  return Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', PROGRAM, context.database, clockFile],
        { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: withoutRunner() },
      )
      alive.add(worker)
      const [said] = await once(worker, 'message', { signal: AbortSignal.timeout(READY_MS_MAX) })
      assert.equal(said, 'ready')
      return worker
    }),
  )
}

/** A worker is not a test and must not report to the test runner. */
function withoutRunner(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_TEST')),
  )
}

async function kill(scene: Scene, worker: ChildProcess): Promise<void> {
  assert(worker.exitCode === null && worker.signalCode === null, 'no worker ends by itself')
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
  scene.alive.delete(worker)
  scene.kills += 1
}

async function givenSubscribed(context: TestContext, receiver: Receiver) {
  return Promise.all(
    Array.from({ length: ENDPOINTS }, async () => {
      const business = await givenBusiness(context)
      await givenUrl(context, business, receiver.url)
      return business
    }),
  )
}

async function load(scene: Scene, signal: AbortSignal): Promise<void> {
  const { context, businesses } = scene
  for (let n = 0; !signal.aborted; n++) {
    const at = context.now()
    const events = Array.from({ length: BURST }, (_, i): NewEvent => {
      const { businessId, mode } = businesses[(n + i) % businesses.length]!
      const type = 'transaction.success'
      const payload = eventBody(type, `{"amount":${n}}`, at)
      return { businessId, mode, id: newId(at), type, route: 'standard', payload, at }
    })
    await context.sql.begin((sql) => emit(sql, events))
    scene.emitted += BURST
    await pause(BURST_EVERY_MS)
  }
}

/** Waits until `count` more events have been emitted and as many more have arrived. */
async function carried(scene: Scene, count: number): Promise<void> {
  const [emitted, arrived] = [scene.emitted + count, scene.arrived() + count]
  await until('they are under load', async () => {
    return scene.emitted >= emitted && scene.arrived() >= arrived
  })
}

/** Returns how often this delivery has arrived. */
function note(arrivals: Map<string, Received[]>, received: Received): number {
  const id = received.headers['webhook-id']!
  const all = arrivals.get(id) ?? []
  arrivals.set(id, all)
  return all.push(received)
}

/**
 * Records the leases once the database has finished the dead workers' statements. Ignores a session
 * that waits for its frozen client.
 */
async function noteHeld({ context, held }: Scene): Promise<void> {
  await asOwner(context, async (sql) => {
    let quiet = 0
    await until('the statements of the dead have ended', async () => {
      const [{ count }] = await sql<[{ count: number }]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
          and wait_event is distinct from 'ClientRead'
      `
      quiet = count === 0 ? quiet + 1 : 0
      return quiet === 3
    })
    const rows = await sql<{ eventId: EventId; leaseToken: string }[]>`
      select event_id, lease_token from delivery where lease_token is not null
    `
    for (const { eventId, leaseToken } of rows) {
      held.set(eventId, (held.get(eventId) ?? new Set()).add(leaseToken))
    }
  })
}

async function pendingOf({ sql }: TestContext): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from delivery where state = 'pending'
  `
  return count
}
