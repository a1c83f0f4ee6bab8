import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { before, type TestContext as Case } from 'node:test'
import { later } from '../src/lib/clock.ts'
import type { TestContext } from './support.ts'

/** Stops the clock of a test file's context: from its beginning it moves by `advance` alone. */
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
  context.advance = (ms) => {
    advance(ms)
    moment = later(moment, ms)
  }
}

/**
 * Stops `setTimeout` and `performance.now()` until the end of the test. Answers what lets time
 * pass. Sockets and the database, which have clocks of their own, go on.
 */
export function stopClock(t: Case): (ms: number) => void {
  let nowMs = performance.now()
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return (ms) => {
    nowMs += ms
    t.mock.timers.tick(ms)
  }
}

/** Resolves once this process has read a part of the body of so many answers. */
export async function bodiesBegun(t: Case, count: number): Promise<void> {
  const begun = new Set<unknown>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const note = (message: unknown) => {
    begun.add((message as { request: unknown }).request)
    // Who asked is told in this turn of the event loop.
    if (begun.size === count) setImmediate(resolve)
  }
  subscribe('undici:request:bodyChunkReceived', note)
  t.after(() => unsubscribe('undici:request:bodyChunkReceived', note))
  await promise
}
