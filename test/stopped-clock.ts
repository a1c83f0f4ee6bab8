import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { before, type TestContext as Case } from 'node:test'
import { later } from '../src/platform/clock.ts'
import type { TestContext } from './support.ts'

/** Stops both clocks of a test file's context from the start; only `advance` moves them. */
export function stopNow(context: TestContext): void {
  before(async () => {
    await context.opened
    stopNowOf(context)
  })
}

export function stopNowOf(context: TestContext): void {
  const { advance } = context
  let moment = context.now()
  context.now = () => moment
  context.monotonicMs = () => moment.getTime()
  context.advance = (ms) => {
    advance(ms)
    moment = later(moment, ms)
  }
}

/**
 * Stops `setTimeout` and `performance.now()` until the end of the test. Returns a function that
 * lets time pass. Sockets and the database keep their own time. node:test's mocked timers do not
 * work here: they ignore `refresh()`.
 */
export function stopClock(t: Case): (ms: number) => void {
  let nowMs = performance.now()
  const waiting = new Set<Timer>()
  const { clearTimeout: clearReal } = globalThis
  const start = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const timer: Timer = {
      at: nowMs + ms,
      run: () => run(...given),
      ref: () => timer,
      unref: () => timer,
      hasRef: () => true,
      refresh() {
        if (waiting.has(timer)) timer.at = nowMs + ms
        return timer
      },
    }
    waiting.add(timer)
    return timer
  }
  const clear = (timer: never) => {
    if (!waiting.delete(timer)) clearReal(timer)
  }
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.method(globalThis, 'setTimeout', start as never)
  t.mock.method(globalThis, 'clearTimeout', clear as never)
  return (ms) => {
    nowMs += ms
    const due = [...waiting].filter(({ at }) => at <= nowMs)
    for (const timer of due.sort((a, b) => a.at - b.at)) if (waiting.delete(timer)) timer.run()
  }
}

type Timer = {
  at: number
  run: () => void
  ref: () => Timer
  unref: () => Timer
  hasRef: () => boolean
  refresh: () => Timer
}

/** Resolves once this process has read part of the body of `count` answers. */
export async function bodiesBegun(t: Case, count: number): Promise<void> {
  const begun = new Set<unknown>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const note = (message: unknown) => {
    begun.add((message as { request: unknown }).request)
    // The requesters are notified in the current turn of the event loop.
    if (begun.size === count) setImmediate(resolve)
  }
  subscribe('undici:request:bodyChunkReceived', note)
  t.after(() => unsubscribe('undici:request:bodyChunkReceived', note))
  await promise
}
