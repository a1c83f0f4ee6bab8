import { performance } from 'node:perf_hooks'
import { HOUR, MINUTE } from '../platform/clock.ts'
import { inSpan } from '../platform/tracing.ts'
import { RAIL_DEADLINE_MS } from './ask.ts'
import type { Mode, Named } from './outcomes.ts'
import type { Provider, Rails } from './rails.ts'

// How the rails answer, counted where they are called. Each call costs two readings of the clock
// and some sums in memory; who writes them down takes them from here (operation/health.ts).
//
// (1) A call is counted in the window in which it began, and so is its answer, however late. What
//     was not answered within the deadline was `unknown` to whoever asked, whatever came then.
// (2) Sums only grow, and only in this process. So what is written down of a window is all of it
//     each time, and written twice it is the same.

export const RAILS = ['bank', 'card', 'identity', 'message'] as const
export type RailName = (typeof RAILS)[number]
/** What was not an answer. */
export type RailFailure = 'down' | 'unknown' | 'threw'

export const WINDOW_MS = 5 * MINUTE

/** A bucket is a third of an octave: what is read out of it is at most a quarter too much. */
const BUCKETS_PER_OCTAVE = 3
const BUCKETS = 48
/** A call that has not come back by then does not. */
const AWAITED_MS = 1 * HOUR
/** What the wall clock is adjusted by in small steps stays below it. */
const SET_MS = 1 * MINUTE
/** So many are kept while nobody can write them down. */
const WINDOWS_MAX = 1_000

export type HealthWindow = {
  mode: Mode
  rail: RailName
  /** Of the provider. */
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
  /** When it last refused our credentials. */
  refusedMs: number | null
}

export type RailHealth = {
  /** A call begins: the window that counts it. */
  begin(mode: Mode, rail: RailName, name: string, nowMs: number): HealthWindow
  /** All that may have changed since it was last let go of, as it stands now. */
  windows(): HealthWindow[]
  /** What was written down as it stands here, and nothing can come to any more, is forgotten. */
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

/** Wall clock in parts of a millisecond. It does not go back, unless somebody sets the clock. */
export function clockFrom(now: () => Date): () => number {
  let originMs = performance.timeOrigin
  return () => {
    const passedMs = performance.now()
    const aheadMs = now().getTime() - (originMs + passedMs)
    if (Math.abs(aheadMs) > SET_MS) originMs += aheadMs
    return originMs + passedMs
  }
}

/** The same rails: each call is counted, and the provider's own code of a failure is logged. */
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

/** No calls: what a rail knows by itself, and what it reads of what came here. */
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

/** Milliseconds within which this part of the answers came, in percent; null where none did. */
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

/** As if all were of one window. */
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
