import { performance } from 'node:perf_hooks'
import { HOUR, MINUTE } from '../platform/clock.ts'
import { inSpan } from '../platform/tracing.ts'
import { RAIL_DEADLINE_MS } from './ask.ts'
import type { Mode, Named } from './outcomes.ts'
import type { Provider, Rails } from './rails.ts'

// Counts how providers answer, in memory. operation/health.ts stores the counts.
//
// (1) A call and its answer count in the window in which the call began, however late the answer. A
//     call without an answer at the deadline counts as `unknown`, as its caller saw it.
// (2) Counts only grow, and belong to this process. Each write stores a whole window, so writing it
//     twice changes nothing.

export const RAILS = ['bank', 'card', 'identity', 'message'] as const
export type RailName = (typeof RAILS)[number]
export type RailFailure = 'down' | 'unknown' | 'threw'

export const WINDOW_MS = 5 * MINUTE

/** A bucket is a third of an octave, so a percentile is at most a quarter too high. */
const BUCKETS_PER_OCTAVE = 3
const BUCKETS = 48
/** No answer is expected after this time. */
const AWAITED_MS = 1 * HOUR
/** Smaller steps of the wall clock are adjustments, not a new time. */
const SET_MS = 1 * MINUTE
/** How many windows are kept while the database is away. */
const WINDOWS_MAX = 1_000

export type HealthWindow = {
  mode: Mode
  rail: RailName
  /** The provider's name. */
  name: string
  startMs: number
  calls: number
  answered: number
  down: number
  unknown: number
  threw: number
  latencies: number[]
  lastSuccessMs: number | null
  lastFailureMs: number | null
  lastFailure: RailFailure | null
  /** When it last rejected our credentials. */
  refusedMs: number | null
}

export type RailHealth = {
  /** Counts a call, and returns its window. */
  begin(mode: Mode, rail: RailName, name: string, nowMs: number): HealthWindow
  /** Copies of all windows that may have changed since they were last stored. */
  windows(): HealthWindow[]
  /** Drops windows that were stored as they are now and cannot change any more. */
  letGo(written: HealthWindow[], nowMs: number): void
}

export function railHealth(): RailHealth {
  const kept = new Map<string, HealthWindow>()
  return {
    begin(mode, rail, name, nowMs) {
      const startMs = nowMs - (nowMs % WINDOW_MS)
      const key = keyOf({ mode, rail, name, startMs })
      let window = kept.get(key)
      if (window === undefined) {
        if (kept.size >= WINDOWS_MAX) kept.delete(kept.keys().next().value ?? key)
        window = emptyWindow(mode, rail, name, startMs)
        kept.set(key, window)
      }
      window.calls += 1
      return window
    },

    windows() {
      return [...kept.values()].map((one) => ({ ...one, latencies: [...one.latencies] }))
    },

    letGo(written, nowMs) {
      for (const copy of written) {
        const window = kept.get(keyOf(copy))
        if (window === undefined || window.startMs + WINDOW_MS > nowMs) continue
        const isSame = window.calls === copy.calls && window.answered === copy.answered
        const awaitsNothing =
          window.answered === window.calls || window.startMs + AWAITED_MS < nowMs
        if (isSame && awaitsNothing) kept.delete(keyOf(copy))
      }
    },
  }
}

/** Wall clock with fractions of a millisecond. It goes back only if somebody sets the clock. */
export function clockFrom(now: () => Date): () => number {
  let originMs = performance.timeOrigin
  return () => {
    const passedMs = performance.now()
    const aheadMs = now().getTime() - (originMs + passedMs)
    if (Math.abs(aheadMs) > SET_MS) originMs += aheadMs
    return originMs + passedMs
  }
}

/** The same providers: counts each call, and logs the provider's own code of a failure. */
export function watched(rails: Rails, health: RailHealth, clock: () => number, log?: Log): Rails {
  const watch = <Rail extends Named>(rail: Rail, mode: Mode, kind: RailName): Rail =>
    watchedRail(
      rail,
      { mode, kind },
      (beganMs) => health.begin(mode, kind, rail.name, beganMs),
      clock,
      log,
    )
  const each = <One extends Provider>(provider: One, mode: Mode): One => {
    const parts = RAILS.flatMap((kind) => {
      const rail = provider[kind]
      return rail ? [[kind, watch(rail, mode, kind)]] : []
    })
    return { ...provider, ...Object.fromEntries(parts) }
  }
  return {
    test: each(rails.test, 'test'),
    live: rails.live.map((provider) => each(provider, 'live')),
    former: (rails.former ?? []).map((provider) => each(provider, provider.mode)),
  }
}

/** Functions that call nobody. */
const ANSWERED_HERE = ['readNotification', 'isPublished', 'isDown', 'isLockedOut', 'armedFor']

type Outcome = { kind: string; reason?: string; said?: string }
type Call = (request: unknown) => Promise<Outcome>
type Log = { warn(fields: object, message: string): void }

function watchedRail<Rail extends Named>(
  rail: Rail,
  { mode, kind }: { mode: Mode; kind: RailName },
  begin: (beganMs: number) => HealthWindow,
  clock: () => number,
  log: Log | undefined,
): Rail {
  const parts = Object.entries(rail).map(([name, part]) => {
    if (typeof part !== 'function') return [name, part]
    const own = part.bind(rail)
    if (ANSWERED_HERE.includes(name)) return [name, own]
    const watched = watchedCall(own, rail, begin, clock)
    const attributes = { 'cowrie.rail': rail.name, 'cowrie.mode': mode }
    const span = { toOthers: true, attributes }
    const call: Call = (request) =>
      inSpan(
        `${kind} ${name}`,
        span,
        async () => {
          const outcome = await watched(request)
          const { reason, said } = outcome
          if (said !== undefined) {
            const { key } = request as { key: string }
            const fields = { rail: rail.name, mode, call: name, key, reason, said }
            log?.warn(fields, 'A provider refused what was asked.')
          }
          return outcome
        },
        ({ kind: outcome }) => outcome,
      )
    return [name, call]
  })
  return Object.fromEntries(parts) as Rail
}

function watchedCall(
  call: Call,
  rail: Named,
  begin: (beganMs: number) => HealthWindow,
  clock: () => number,
): Call {
  return async (request) => {
    const beganMs = clock()
    const window = begin(beganMs)
    try {
      const outcome = await call(request)
      note(window, beganMs, clock(), outcome.kind)
      return outcome
    } catch (error) {
      note(window, beganMs, clock(), 'threw')
      throw error
    } finally {
      if (rail.isLockedOut?.()) window.refusedMs = clock()
    }
  }
}

function note(window: HealthWindow, beganMs: number, endedMs: number, kind: string): void {
  const tookMs = endedMs - beganMs
  const failure = failureOf(kind, tookMs)
  window.answered += 1
  window.latencies[placeOf(tookMs)]! += 1
  if (failure === null) {
    window.lastSuccessMs = endedMs
    return
  }
  window[failure] += 1
  window.lastFailureMs = endedMs
  window.lastFailure = failure
}

function failureOf(kind: string, tookMs: number): RailFailure | null {
  if (kind === 'threw') return 'threw'
  if (kind === 'unknown' || tookMs > RAIL_DEADLINE_MS) return 'unknown'
  return kind === 'unavailable' ? 'down' : null
}

function placeOf(tookMs: number): number {
  const bucket = Math.ceil(BUCKETS_PER_OCTAVE * Math.log2(Math.max(tookMs, 1)))
  return Math.min(bucket, BUCKETS - 1)
}

/** The time in ms within which this percentage of the answers came; null without any. */
export function percentileOf(latencies: readonly number[], percent: number): number | null {
  const all = latencies.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let left = Math.ceil((all * percent) / 100)
  const bucket = latencies.findIndex((count) => {
    left -= count
    return left <= 0
  })
  return Math.round(2 ** (bucket / BUCKETS_PER_OCTAVE))
}

export function sumOfLatencies(all: readonly (readonly number[])[]): number[] {
  const sum = noLatencies()
  for (const latencies of all) {
    for (const [bucket, count] of latencies.entries()) sum[bucket]! += count
  }
  return sum
}

function noLatencies(): number[] {
  return Array.from({ length: BUCKETS }, () => 0)
}

function emptyWindow(mode: Mode, rail: RailName, name: string, startMs: number): HealthWindow {
  return {
    mode,
    rail,
    name,
    startMs,
    calls: 0,
    answered: 0,
    down: 0,
    unknown: 0,
    threw: 0,
    latencies: noLatencies(),
    lastSuccessMs: null,
    lastFailureMs: null,
    lastFailure: null,
    refusedMs: null,
  }
}

type Key = Pick<HealthWindow, 'mode' | 'rail' | 'name' | 'startMs'>

function keyOf({ mode, rail, name, startMs }: Key): string {
  return `${mode} ${rail} ${startMs} ${name}`
}
