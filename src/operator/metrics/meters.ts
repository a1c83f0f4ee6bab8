import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Meter } from '../../core/context.ts'
import { SECOND } from '../../platform/clock.ts'

// Metrics that each process counts about itself. Labels have few values each, and none is a
// business, a person or an id, so the number of series does not grow with payments.
//
// With several processes per port, counters and histograms are summed, the longest wait counts, and
// the rest comes from the one process that has it (gauges.ts).

const TOOK_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
const WAITED_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const MODES = ['test', 'live'] as const
const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const

export type Build = { version: string; commit: string }

/** One per process. */
export function createMeter({ version, commit }: Build): { registry: Registry; meter: Meter } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'cowrie_request_duration_seconds',
    help: 'Duration of requests, by the class of their route and of their status',
    labelNames: ['class', 'status'],
    buckets: TOOK_SECONDS,
    registers,
  })
  const payments = new Counter({
    name: 'cowrie_payments_total',
    help: 'Payments that have ended, by outcome, channel and rail',
    labelNames: ['outcome', 'mode', 'channel', 'rail'],
    registers,
  })
  const sheds = new Counter({
    name: 'cowrie_requests_shed_total',
    help: 'Requests that were rejected at once because of overload',
    registers,
  })
  const unlogged = new Counter({
    name: 'cowrie_requests_unlogged_total',
    help: 'API calls that are missing in the request log, because it was full or not writable',
    registers,
  })
  const waits = new Histogram({
    name: 'cowrie_wait_seconds',
    help: 'The longest wait in each 100 ms: for the event loop, a batch or a connection',
    labelNames: ['for'],
    buckets: WAITED_SECONDS,
    registers,
  })
  const inFlight = new Gauge({
    name: 'cowrie_requests_in_flight',
    help: 'Requests in progress',
    registers,
  })
  const stops = new Counter({
    name: 'cowrie_card_testing_stops_total',
    help: 'How often card testing at a checkout was stopped',
    labelNames: ['mode'],
    registers,
  })
  for (const mode of MODES) stops.inc({ mode }, 0)
  new Gauge({ name: 'cowrie_processes', help: 'Serving processes', registers }).set(1)
  const build = { name: 'cowrie_build_info', help: 'Version', labelNames: ['version', 'commit'] }
  new Gauge({ ...build, aggregator: 'max', registers }).set({ version, commit }, 1)
  const expected = new Set<string>()
  const meter: Meter = {
    expect(routeClass) {
      if (expected.has(routeClass)) return
      expected.add(routeClass)
      for (const status of STATUS_CLASSES) requests.zero({ class: routeClass, status })
    },
    request(routeClass, status, tookMs) {
      const of = {
        class: routeClass,
        status: STATUS_CLASSES[Math.floor(status / 100) - 2] ?? '5xx',
      }
      requests.observe(of, tookMs / SECOND)
    },
    shed: () => sheds.inc(),
    requestsUnlogged: (calls) => unlogged.inc(calls),
    waits({ loopMs, batchMs, connectionMs }, running) {
      waits.observe({ for: 'event_loop' }, Math.max(0, loopMs) / SECOND)
      waits.observe({ for: 'batch' }, batchMs / SECOND)
      waits.observe({ for: 'connection' }, connectionMs / SECOND)
      inFlight.set(running)
    },
    payment: (outcome, by) => payments.inc({ outcome, ...by }),
    cardTestingStopped: (mode) => stops.inc({ mode }),
  }
  return { registry, meter }
}
