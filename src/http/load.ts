import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { LoadClass } from '../core/access.ts'
import type { Context } from '../core/context.ts'
import { SECOND } from '../platform/clock.ts'
import { longestConnectionWaitMs } from '../platform/pool.ts'
import { refusals } from '../platform/refusals.ts'
import { type ClassOf, isStream, pathOf } from './load-classes.ts'

// Where more is asked for than can be done, the rest is refused, at once and cheaply, so that what
// is begun ends in time. Ten times a second it is looked how long work waits here: for the event
// loop, and for the database, to be batched and for a slot. While both are below a target, nobody
// is refused. Above it, only so many requests may be in flight, less and less until the wait is
// right; below it again, more and more. So what is refused is what goes beyond capacity, whatever
// that is just now.
//
//   calm ──> pressed       [adjust: work waits longer than LOOP_WAIT_MS or DATABASE_WAIT_MS]
//   pressed ──> pressed    [adjust: fewer in flight while it does, a tenth more while it does not]
//   pressed ──> calm       [adjust: there is room for IN_FLIGHT_MAX again]
//
// (1) Each class of routes (`load` of a route) may use a share of the slots. Requests of higher
//     classes count towards the share of lower ones. A fifth is for what is `kept`.
// (2) What is `kept` is never refused.
// (3) With half of IN_FLIGHT_MIN in flight nobody is refused, however long they take: where a bank
//     is slow, or the database away, refusing would make nothing faster.
// (4) Nor are they with as many in flight as could lately be ended in QUEUE_MS. To refuse costs
//     half of what it costs to do, and more are batched into one statement where more are in
//     flight: with fewer the process would do nothing but refuse, and its waits would stay long.
// (5) But what waits for a database transaction has few before it that take long. From BEGIN_FEW in
//     flight its wait counts by itself: as a share of BEGIN_WAIT_MS, beside that of the slots.
// (6) A body that is still coming takes no slot: nothing is done for it yet, and whoever sends
//     slowly would hold the slots of others.
// (7) A request is refused before its body is read, its key looked up, or its route found.

const ADJUST_EVERY_MS = 100
const LOOP_WAIT_MS = 100
const DATABASE_WAIT_MS = 250
export const IN_FLIGHT_MAX = 4_000
export const IN_FLIGHT_MIN = 400
/** The first classes are refused at half of it, the last at four fifths. */
const BEGIN_WAIT_MS = 2 * SECOND
/** Four for each connection of database transactions: they alone make no such queue. */
export const BEGIN_FEW = 20
const QUEUE_MS = 250
/** Weight of an adjustment in the rate of completions; how much of the maximum each keeps. */
const WEIGHT = 0.2
const KEPT = 0.99
const FEWER_AT_ONCE = 0.5
const MORE_AT_ONCE = 1.1
/** The delay of the event loop is sampled so often. */
const SAMPLE_MS = 10
const PROBE_FROM = 32
const RETRY_AFTER_SECONDS = 2
const LOG_EVERY_MS = 10 * SECOND

/** How much of the slots may be taken, by whomever, when one of them comes. */
const SHARES: Record<Exclude<LoadClass, 'kept' | 'stream'> | 'test', number> = {
  test: 0.5,
  list: 0.6,
  dashboard: 0.65,
  resolve: 0.7,
  initialize: 0.8,
}

type Admission = {
  /** False where it is to be refused; else it is in flight from its last byte to its response's. */
  admits(request: IncomingMessage, response: ServerResponse): boolean
  /** Work waited so long since the last adjustment, so long ago: how many may be in flight now? */
  adjust(waits: Waits, elapsedMs: number): void
  inFlight(): number
}

/** For the event loop, for the database, and for a database transaction to begin. */
type Waits = { loopMs: number; databaseMs: number; beginMs: number }

/** `report`: when rejecting begins, and while database transactions wait too long. */
export function admission(
  classOf: ClassOf,
  report: (inFlight: number, waitedMs: number) => void = () => {},
): Admission {
  let inFlight = 0
  /** The most since the last adjustment. */
  let highest = 0
  let limit = IN_FLIGHT_MAX
  /** Since the last adjustment; then each millisecond, of late; and the most of that. */
  let ended = 0
  let endedPerMs = 0
  let canEndPerMs = 0
  /** Of BEGIN_WAIT_MS. */
  let beginShare = 0

  function taken(): number {
    const share = inFlight / limit
    return inFlight < BEGIN_FEW || beginShare < share ? share : beginShare
  }

  function enter(response: ServerResponse): void {
    inFlight += 1
    if (inFlight > highest) highest = inFlight
    response.once('close', leave)
  }

  function leave(): void {
    inFlight -= 1
    ended += 1
  }

  function limitMin(elapsedMs: number): number {
    endedPerMs += (ended / elapsedMs - endedPerMs) * WEIGHT
    canEndPerMs = Math.max(endedPerMs, canEndPerMs * KEPT)
    ended = 0
    return Math.min(IN_FLIGHT_MAX, Math.max(IN_FLIGHT_MIN, (canEndPerMs * QUEUE_MS) / SHARES.test))
  }

  return {
    admits(request, response) {
      const { method = '', url = '' } = request
      if (isStream(classOf, method, url)) return true
      // The cheapest answer first: it is that of nearly every request.
      if (taken() >= SHARES.test && !hasRoom(classOf, request, taken())) return false
      if (hasBody(request)) request.once('end', () => response.closed || enter(response))
      else enter(response)
      return true
    },
    adjust({ loopMs, databaseMs, beginMs }, elapsedMs) {
      const isCalm = limit === IN_FLIGHT_MAX
      const min = limitMin(elapsedMs)
      beginShare = beginMs / BEGIN_WAIT_MS
      if (inFlight >= BEGIN_FEW && beginShare >= SHARES.test) report(inFlight, Math.round(beginMs))
      const excess = Math.max(loopMs / LOOP_WAIT_MS, databaseMs / DATABASE_WAIT_MS)
      if (excess > 1 && highest > min * SHARES.test) {
        const fewer = Math.max(FEWER_AT_ONCE, 1 / excess)
        // So many that the lowest class alone could have been as many as there were.
        limit = Math.max(min, Math.min(limit, highest / SHARES.test) * fewer)
        if (isCalm) report(highest, Math.round(Math.max(loopMs, databaseMs)))
      } else {
        limit = Math.min(IN_FLIGHT_MAX, limit * MORE_AT_ONCE)
      }
      highest = inFlight
    },
    inFlight: () => inFlight,
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function hasRoom(classOf: ClassOf, request: IncomingMessage, taken: number): boolean {
  const { method = '', url = '' } = request
  const loadClass = classOf(method, pathOf(url))
  if (loadClass === 'kept' || loadClass === 'stream') return true
  // What is no route is refused with what goes first.
  return taken < SHARES[loadClass === null || isOfTest(request) ? 'test' : loadClass]
}

/** As far as it can be seen without looking anything up. */
function isOfTest({ headers, url = '' }: IncomingMessage): boolean {
  return (
    headers.authorization?.includes(' sk_test_') ||
    headers['cowrie-mode'] === 'test' ||
    url.includes('key=pk_test_')
  )
}

/** Runs before everything else that the server does. Returns the function that ends it. */
export function admitWhatCanBeDone(
  context: Context,
  server: Server,
  classOf: ClassOf,
  requestIdOf: (request: IncomingMessage) => string,
): () => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  const { admits, adjust, inFlight } = admission(classOf, (highest, waitedMs) => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return
    loggedAt = performance.now()
    context.log.warn({ inFlight: highest, waitedMs }, 'overloaded: too many requests')
  })
  const answers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (admits(request, response)) {
      for (const answer of answers) answer.call(server, request, response)
    } else {
      context.meter?.shed()
      refuseAtOnce(response, requestIdOf(request))
    }
  })

  const loop = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  loop.enable()
  const database = databaseWaits(context)
  let adjustedAt = performance.now()
  const timer = setInterval(() => {
    const elapsedMs = Math.max(1, performance.now() - adjustedAt)
    adjustedAt += elapsedMs
    const loopMs = loop.max / 1e6 - SAMPLE_MS
    loop.reset()
    const beginMs = longestConnectionWaitMs()
    const batchMs = context.batchWaits.longestMs()
    const databaseMs = Math.max(batchMs, database.waitedMs(), beginMs)
    adjust({ loopMs, databaseMs, beginMs }, elapsedMs)
    context.meter?.waits({ loopMs, batchMs, connectionMs: beginMs }, inFlight())
    if (inFlight() >= PROBE_FROM) database.probe()
  }, ADJUST_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    loop.disable()
  }
}

/**
 * How long statements and database transactions wait for a connection. What a transaction takes
 * once it has begun is no wait: each of its trips is a turn of a busy event loop.
 */
function databaseWaits({ sql }: Context) {
  let since: number | null = null
  let lastMs = 0
  return {
    waitedMs: () => (since === null ? lastMs : Math.max(lastMs, performance.now() - since)),
    probe() {
      if (since !== null) return
      since = performance.now()
      const began = new Promise<void>((resolve, reject) => {
        sql.begin(async () => resolve()).catch(reject)
      })
      const done = () => {
        lastMs = performance.now() - since!
        since = null
      }
      // Where the database is away, those who asked are told so; here it only counts as a wait.
      Promise.all([sql`select 1`, began]).then(done, done)
    },
  }
}

const BODY_START = JSON.stringify({
  status: 'error',
  code: 'overloaded',
  message: refusals.overloaded.message,
  request_id: '',
}).slice(0, -2)

/** By hand, because it must cost next to nothing. Node throws the body away as it comes. */
export function refuseAtOnce(response: ServerResponse, requestId: string): void {
  const body = `${BODY_START}${requestId}"}`
  response.writeHead(503, [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    'retry-after',
    String(RETRY_AFTER_SECONDS),
    'x-request-id',
    requestId,
    'x-content-type-options',
    'nosniff',
    'cache-control',
    'no-store',
  ])
  response.end(body)
}
