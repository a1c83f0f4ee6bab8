import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { LoadClass } from '../core/access.ts'
import type { Context } from '../core/context.ts'
import { SECOND } from '../platform/clock.ts'
import { longestConnectionWaitMs } from '../platform/pool.ts'
import { refusals } from '../platform/refusals.ts'
import { type ClassOf, isStream, pathOf } from './load-classes.ts'

// Sheds load: beyond capacity, requests are refused immediately and cheaply, so that admitted ones
// finish in time. Ten times a second, this measures how long work waits for the event loop, for a
// batch and for a connection. While all are below their targets, nothing is refused. Above, the
// number of requests in flight is limited, lower and lower until the waits are right; then the
// limit rises again. So the limit follows the actual capacity.
//
//   calm ──> pressed       [adjust: work waits longer than LOOP_WAIT_MS or DATABASE_WAIT_MS]
//   pressed ──> pressed    [adjust: a lower limit while it does, a tenth higher while it does not]
//   pressed ──> calm       [adjust: the limit is IN_FLIGHT_MAX again]
//
// (1) Each class of routes (`load` of a route) may use a share of the slots. Requests of higher
//     classes count towards the share of lower ones. A fifth is reserved for `kept`.
// (2) `kept` is never refused.
// (3) Below half of IN_FLIGHT_MIN in flight, nothing is refused, however long requests take: if a
//     bank is slow or the database is away, refusing makes nothing faster.
// (4) Nor below what could recently be completed in QUEUE_MS. A refusal costs half of a request,
//     and fewer requests in flight make smaller batches: a lower limit would only refuse more,
//     while waits stay long.
// (5) Few requests can hold up database transactions for long. So from BEGIN_FEW in flight, the
//     wait for a transaction counts by itself, as a share of BEGIN_WAIT_MS.
// (6) A request takes a slot when its body is complete. Otherwise slow senders would hold slots
//     while nothing is done for them.
// (7) A request is refused before its body is read, its key looked up, or its route found.

const ADJUST_EVERY_MS = 100
const LOOP_WAIT_MS = 100
const DATABASE_WAIT_MS = 250
export const IN_FLIGHT_MAX = 4_000
export const IN_FLIGHT_MIN = 400
/** The lowest class is refused at half of it, the highest at four fifths. */
const BEGIN_WAIT_MS = 2 * SECOND
/** Four for each connection for transactions: so few make no queue. */
export const BEGIN_FEW = 20
const QUEUE_MS = 250
/**
 * The weight of one interval in the completion rate; how much of the maximum each interval keeps.
 */
const WEIGHT = 0.2
const KEPT = 0.99
const FEWER_AT_ONCE = 0.5
const MORE_AT_ONCE = 1.1
/** How often the delay of the event loop is sampled. */
const SAMPLE_MS = 10
const PROBE_FROM = 32
const RETRY_AFTER_SECONDS = 2
const LOG_EVERY_MS = 10 * SECOND

/** The share of slots in use from which each class is refused. */
const SHARES: Record<Exclude<LoadClass, 'kept' | 'stream'> | 'test', number> = {
  test: 0.5,
  list: 0.6,
  dashboard: 0.65,
  resolve: 0.7,
  initialize: 0.8,
}

type Admission = {
  /**
   * False: refuse it. An admitted request is in flight from its last byte to the end of its
   * response.
   */
  admits(request: IncomingMessage, response: ServerResponse): boolean
  /** Sets the limit from the longest waits since the last call. */
  adjust(waits: Waits, elapsedMs: number): void
  inFlight(): number
}

/** For the event loop, for the database, and for a database transaction to begin. */
type Waits = { loopMs: number; databaseMs: number; beginMs: number }

/** `report` is called when refusing begins, and while transactions wait too long. */
export function admission(
  classOf: ClassOf,
  report: (inFlight: number, waitedMs: number) => void = () => {},
): Admission {
  let inFlight = 0
  /** The most since the last adjustment. */
  let highest = 0
  let limit = IN_FLIGHT_MAX
  /** Completed since the last adjustment; per millisecond, smoothed; and its recent maximum. */
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
      // The cheapest check first: it decides nearly every request.
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
        // Starts from the limit at which the lowest class would have filled its share.
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
  // What matches no route is refused with the lowest class.
  return taken < SHARES[loadClass === null || isOfTest(request) ? 'test' : loadClass]
}

/** As far as headers and URL show it. */
function isOfTest({ headers, url = '' }: IncomingMessage): boolean {
  return (
    headers.authorization?.includes(' sk_test_') ||
    headers['cowrie-mode'] === 'test' ||
    url.includes('key=pk_test_')
  )
}

/** Runs before all other listeners of the server. Returns a function that stops it. */
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
 * Measures how long statements and transactions wait for a connection. The duration of a
 * transaction is no wait: each of its round trips includes a turn of a busy event loop.
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
      // If the database is away, its callers get that error; here it only counts as a wait.
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

/** By hand, because it must cost next to nothing. Node discards the body. */
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
