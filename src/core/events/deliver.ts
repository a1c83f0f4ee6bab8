import { createHash } from 'node:crypto'
import { batched } from '../../platform/batch.ts'
import { DAY, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { type Config, DRAIN_MS } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import { type OutboundOutcome, send } from '../../platform/outbound.ts'
import { inSpan } from '../../platform/tracing.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { RECOVERY } from '../../providers/switches.ts'
import type { Context, Scope } from '../context.ts'
import { toWire } from '../wire.ts'
import {
  type Busy,
  type Claim,
  claimDeliveries,
  type Marked,
  markDeliveries,
  releaseDeliveries,
  type Tallied,
  type Tally,
  tallyEndpoints,
} from './deliver.sql.ts'
import { newEvent } from './new-event.ts'
import { nameOf, startPoller } from './poller.ts'
import { signedRequest, type WireOf } from './request.ts'
import { signingKeys } from './signing-keys.ts'
import { type EventId, emitEvents, isAdded, type NewEvent, toldOf } from './webhooks.sql.ts'

// Sends due deliveries. They are claimed under a lease, sent concurrently and recorded in batches.
// New ones are claimed while others are in flight, so none waits for the slowest. The leases of a
// worker that dies expire.

export const EVENTS_TOPIC = 'events'

/** Before the second attempt, the third and so on: 11 attempts over 75 hours. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
const JITTER = 0.2
const RETRY_AFTER_SECONDS_MAX = 86_400
const DEADLINE_MS = 15 * SECOND
const LEASE_MS = MINUTE // Longer than the deadline and the wait to be recorded.
const RESPONSE_BYTES_MAX = 65_536
const CLAIM_MAX = 400 // Reading a hundred queues costs as much as claiming a hundred deliveries.
const IN_FLIGHT_MAX = 1_000
const IN_FLIGHT_PER_ENDPOINT_MAX = 10
/** An endpoint gets one slot for each 50 free ones, so that some slots are always free. */
const FREE_PER_SLOT = 50
/** After so many failures in a row, an endpoint gets probes only. */
export const FAILURES_MAX = 10
const PROBE_EVERY_MS = MINUTE
const PROBES_IN_FLIGHT_MAX = 200
/** An endpoint is turned off after both, without a success. */
const OFF_FAILURES_MIN = 10
const OFF_AFTER_MS = 5 * DAY
const GONE = 410
const SPAN = { toOthers: true, isRoot: true }

type DelivererOptions = WireOf & {
  deadlineMs: number
  drainMs: number
  /** From -1 to 1, as a fraction of `JITTER`. The same for one attempt in every process. */
  jitter: (eventId: EventId, attempt: number) => number
}
type Deliverer = { stop(): Promise<void> }

const defaults: DelivererOptions = {
  deadlineMs: DEADLINE_MS,
  drainMs: DRAIN_MS,
  jitter: spread,
  formats: {},
  inVersion: (_version, payload) => payload,
}

/** One round: claims, sends and records what is due. Returns how many. */
export async function deliverDue(
  context: Context,
  options: Partial<DelivererOptions> = {},
): Promise<number> {
  const started = await dispatcher(context, { ...defaults, ...options }).dispatch(null)
  await Promise.all(started)
  return started.length
}

/** Sends events of this process at once, and those of other processes within a second. */
export function startDeliverer(
  context: Context,
  options: Partial<DelivererOptions> = {},
): Deliverer {
  const { drainMs, ...rest } = { ...defaults, ...options }
  const { dispatch, areSlotsFew, inFlight, release } = dispatcher(
    context,
    { drainMs, ...rest },
    (whose) => poller.notify(whose),
  )
  const poll = async (whose: Scope[] | null) => (await dispatch(whose)).length
  const poller = startPoller(context, poll, areSlotsFew)
  const unsubscribe = context.pubSub.subscribe(EVENTS_TOPIC, poller.notify)
  return {
    async stop() {
      unsubscribe()
      await poller.stop()
      const drained = Promise.withResolvers<void>()
      const patience = setTimeout(drained.resolve, drainMs)
      await Promise.race([Promise.all(inFlight.keys()), drained.promise])
      clearTimeout(patience)
      await release()
    },
  }
}

/** Loopback addresses are for test mode on a developer's machine. */
export function allowsLoopback(config: Config, mode: Mode): boolean {
  return mode === 'test' && config.allowsPrivateWebhooks
}

/** `onRoom`: there are free slots for this business; without a scope, for any. */
function dispatcher(
  context: Context,
  options: DelivererOptions,
  onRoom: (whose?: Scope) => void = () => {},
) {
  const inFlight = new Map<Promise<unknown>, Claim>()
  const queues = new Map<string, Queue>()
  /** Whether the last claim may have left due deliveries behind. */
  let limited = false
  const keysOf = signingKeys(context)
  const record = batched((all: ToRecord[]) => recordMany(context, all), {
    waits: context.batchWaits,
  })

  /** Whether an endpoint gets fewer than its ten slots. */
  function areSlotsFew(): boolean {
    return fairShare() < IN_FLIGHT_PER_ENDPOINT_MAX
  }

  function fairShare(): number {
    const fair = Math.ceil((IN_FLIGHT_MAX - inFlight.size) / FREE_PER_SLOT)
    return Math.min(fair, IN_FLIGHT_PER_ENDPOINT_MAX)
  }

  /**
   * Claims what is due of these businesses, or of all, and starts to send it. Each promise resolves
   * once its delivery is recorded. Only a claim of all businesses starts probes.
   */
  async function dispatch(whose: Scope[] | null): Promise<Promise<unknown>[]> {
    if (context.rails.off?.has(RECOVERY)) return []
    const free = IN_FLIGHT_MAX - inFlight.size
    limited = free <= 0
    if (limited) return []
    const max = Math.min(CLAIM_MAX, Math.ceil(free / 2))
    const perEndpointMax = fairShare()
    const now = context.now()
    const begunMs = context.monotonicMs()
    const busy = queuesOf(whose)
    for (const queue of busy) queue.reached = queue.inFlight
    const claims = await claimDeliveries(context.hot, {
      now,
      leaseUntil: later(now, LEASE_MS),
      token: newId<'lease'>(now),
      whose,
      busy,
      max,
      perEndpointMax,
      failuresMax: FAILURES_MAX,
      probesMax: whose === null ? PROBES_IN_FLIGHT_MAX - probes() : 0,
      nextProbeAt: later(now, PROBE_EVERY_MS),
    })
    limited = claims.length >= max || perEndpointMax < IN_FLIGHT_PER_ENDPOINT_MAX
    if (claims.length >= max) onRoom()
    // If the process was frozen, the leases may have expired: others may send these deliveries.
    return context.monotonicMs() - begunMs < LEASE_MS ? claims.map(start) : []
  }

  function probes(): number {
    return [...inFlight.values()].filter(({ isProbe }) => isProbe).length
  }

  /** The queues with deliveries in flight, of these businesses or all. */
  function queuesOf(whose: Scope[] | null): Queue[] {
    for (const [name, queue] of queues) if (queue.inFlight === 0) queues.delete(name)
    if (whose === null) return [...queues.values()]
    const names = new Set(whose.map(nameOf))
    return [...queues.values()].filter((queue) => names.has(nameOf(queue)))
  }

  function start(claim: Claim): Promise<unknown> {
    const queue = enter(queues, claim)
    const running: Promise<unknown> = inSpan(
      'webhook attempt',
      SPAN,
      () => attempt(context, options, keysOf, claim),
      ({ state }) => state,
    )
      .then((mark) => {
        queue.hasFailed ||= mark.state !== 'delivered'
        return record({ mark, isAsBefore: claim.failures === 0 && !queue.hasFailed })
      })
      .catch((error: unknown) => {
        // The lease expires, and it is sent again.
        context.log.error({ err: error, eventId: claim.eventId }, 'a delivery was not recorded')
      })
      .finally(() => {
        inFlight.delete(running)
        queue.inFlight -= 1
        if (limited) onRoom()
        else if (queue.reached >= IN_FLIGHT_PER_ENDPOINT_MAX) onRoom(queue)
      })
    inFlight.set(running, claim)
    return running
  }

  async function release(): Promise<void> {
    if (inFlight.size > 0) await releaseDeliveries(context.hot, [...inFlight.values()])
  }

  return { dispatch, areSlotsFew, inFlight, release }
}

/**
 * `reached`: the number in flight after the last claim. `hasFailed`: a delivery failed since the
 * queue was last empty.
 */
type Queue = Busy & { reached: number; hasFailed: boolean }

function enter(queues: Map<string, Queue>, claim: Claim): Queue {
  const { businessId, mode, endpoint } = claim
  const name = `${businessId} ${mode} ${endpoint}`
  let queue = queues.get(name)
  if (queue === undefined) {
    queue = { businessId, mode, endpoint, inFlight: 0, reached: 0, hasFailed: false }
    queues.set(name, queue)
  }
  queue.inFlight += 1
  queue.reached += 1
  return queue
}

/**
 * `isAsBefore`: a success at an endpoint without failures, which its row need not record. A failure
 * at another worker meanwhile counts until a success that was claimed after it.
 */
type ToRecord = { mark: Marked; isAsBefore: boolean }

async function attempt(
  context: Context,
  { deadlineMs, jitter, ...wireOf }: DelivererOptions,
  keysOf: ReturnType<typeof signingKeys>,
  claim: Claim,
): Promise<Marked> {
  if (claim.url === null) {
    return notSent(claim, isAdded(claim.endpoint) ? 'endpoint_deleted' : 'no_address')
  }
  if (claim.disabledAt !== null && !claim.forced) return notSent(claim, 'endpoint_off')

  const at = context.now()
  const { url } = claim
  const number = claim.attempts + 1
  const request = { ...claim, route: claim.targetRoute, attempt: number, at }
  const { headers, body } = await signedRequest(wireOf, keysOf, request)
  const outcome = await send({
    url,
    method: 'POST',
    headers,
    body,
    allowLoopback: allowsLoopback(context.config, claim.mode),
    timeoutMs: deadlineMs,
    responseBytesMax: RESPONSE_BYTES_MAX,
  })
  const { status, error, answer, latencyMs, retryAfterSeconds } = recorded(outcome)
  const sent = { url, answer, latencyMs }
  const common = { ...keyOf(claim), target: claim.targetRoute, status, error, sent }
  if (status !== null && status >= 200 && status < 300) {
    return { ...common, state: 'delivered', nextAt: null }
  }
  const tries = number - claim.begunAfter
  const wait = waitSeconds(tries, jitter(claim.eventId, number), retryAfterSeconds)
  if (wait === null) return { ...common, state: 'failed', nextAt: null }
  // After a 410 too: by then the endpoint is off or has another URL.
  return { ...common, state: 'pending', nextAt: later(context.now(), wait * SECOND) }
}

function notSent(claim: Claim, error: string): Marked {
  const result = { state: 'failed', nextAt: null, status: null, error, sent: null } as const
  return { ...keyOf(claim), target: claim.endpoint, ...result }
}

function keyOf({ businessId, mode, eventId, endpoint, leaseToken }: Claim) {
  return { businessId, mode, eventId, endpoint, leaseToken }
}

/** Omits the resolved address, which could reveal a private network. */
function recorded(outcome: OutboundOutcome) {
  const nothing = { status: null, error: null, answer: '', latencyMs: 0, retryAfterSeconds: null }
  switch (outcome.kind) {
    case 'answered': {
      const { status, body, latencyMs, retryAfterSeconds } = outcome
      return { status, error: null, answer: body, latencyMs, retryAfterSeconds }
    }
    case 'refused_address':
      return { ...nothing, error: 'refused_address' }
    case 'failed':
      return { ...nothing, error: outcome.reason, latencyMs: outcome.latencyMs }
  }
}

/** The wait after attempt `number`; null after the last. `Retry-After` can only lengthen it. */
export function waitSeconds(
  number: number,
  jitter: number,
  retryAfterSeconds: number | null,
): number | null {
  const seconds = RETRY_SECONDS[number - 1]
  if (seconds === undefined) return null
  const asked = Math.min(retryAfterSeconds ?? 0, RETRY_AFTER_SECONDS_MAX)
  return Math.max(seconds * (1 + JITTER * jitter), asked)
}

/** From -1 to 1, so that events that failed together are not retried together. */
function spread(eventId: EventId, attempt: number): number {
  const digest = createHash('sha256').update(`${eventId}.${attempt}`).digest()
  return (digest.readUInt32BE(0) / 0xffffffff) * 2 - 1
}

async function recordMany(context: Context, all: ToRecord[]): Promise<undefined[]> {
  const now = context.now()
  const marks = all.map(({ mark }) => mark)
  const places = await markDeliveries(context.hot, now, marks)
  const tallies = tally(all.filter((_, i) => places.has(i + 1)))
  if (tallies.length > 0) {
    const off = { failuresMin: OFF_FAILURES_MIN, failingSince: later(now, -OFF_AFTER_MS) }
    const changed = await context.hot.begin(async (sql) => {
      const endpoints = await tallyEndpoints(sql, now, tallies, off)
      const events = endpoints.flatMap((endpoint) => eventsOf(endpoint, now))
      if (events.length > 0) await emitEvents(sql, events)
      return endpoints
    })
    for (const { businessId, mode, route, disabledReason } of changed) {
      const endpoint = { businessId, mode, route, disabledReason }
      if (disabledReason) context.log.warn(endpoint, 'a webhook endpoint was turned off')
    }
  }
  return all.map(() => undefined)
}

/** Stored in any case. Sent if the other URL of the business is on, or this one again. */
function eventsOf(endpoint: Tallied, now: Date): NewEvent[] {
  const { route, url, failingSince, disabledReason } = endpoint
  const types = [
    ...(endpoint.isFailing ? ['webhook.failing' as const] : []),
    ...(disabledReason ? ['webhook.disabled' as const] : []),
    ...(endpoint.isRecovered ? ['webhook.recovered' as const] : []),
  ]
  const told = { domain: endpoint.mode, ...toldOf(route), url, failingSince, disabledReason }
  return types.map((type) => newEvent(endpoint, type, JSON.stringify(toWire(told)), now))
}

/** One row for each endpoint and URL whose counts may change. */
function tally(all: ToRecord[]): Tally[] {
  const tallies = new Map<string, Tally>()
  for (const { mark, isAsBefore } of all) {
    const { businessId, mode, state, status, target: route, sent } = mark
    if (sent === null || isAsBefore) continue
    const name = `${businessId} ${mode} ${route} ${sent.url}`
    const none = { businessId, mode, route, url: sent.url, failures: 0, successes: 0, gone: 0 }
    const row = tallies.get(name) ?? none
    if (state === 'delivered') row.successes += 1
    else row.failures += 1
    if (status === GONE) row.gone += 1
    tallies.set(name, row)
  }
  return [...tallies.values()]
}
