import assert from 'node:assert/strict'
import type { Scope } from '../src/core/context.ts'
import type { EventId } from '../src/core/events/webhooks.sql.ts'
import { deliverDue } from '../src/core/events/webhooks.ts'
import { later, MINUTE, SECOND } from '../src/platform/clock.ts'
import { findDelivery, freeze, givenEvent, givenReceiver, givenUrl } from './receiver.ts'
import { givenBusiness, type TestContext } from './support.ts'

// Delivers events to a receiver that misbehaves, attempt after attempt, until it recovers.

/** What each attempt must record. */
export type Expected = {
  status: number | null
  error: string | null
  /** A prefix of the recorded answer. */
  answer?: string
  /** Seconds until the next attempt, after each failure; empty if the first attempt delivers. */
  waits: number[]
  /** The shortest time the receiver keeps us waiting. */
  latencyMsMin?: number
  deadlineMs?: number
}

/** Few enough to stay below the ten failures after which an endpoint is only probed. */
export const EVENTS = 3
export const USUAL_WAITS = [5, 60, 300]

/**
 * Sends three events, with an attempt for each wait; then a working receiver must get every one.
 */
export async function suffer(
  context: TestContext,
  url: string,
  expected: Expected,
  setUrl: typeof givenUrl = givenUrl,
): Promise<void> {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  await setUrl(frozen, business, url)
  const ids = await Promise.all(Array.from({ length: EVENTS }, () => givenEvent(frozen, business)))
  const options = { jitter: () => 0, deadlineMs: expected.deadlineMs ?? MINUTE }
  const { status, error, waits } = expected

  for (const [i, wait] of waits.entries()) {
    assert.equal(await deliverDue(frozen, options), EVENTS)
    for (const id of ids) {
      assert.deepEqual(await findDelivery(context, business, id), {
        state: 'pending',
        endpoint: 'standard',
        attempts: i + 1,
        nextAt: later(frozen.now(), wait * SECOND),
        lastStatus: status,
        lastError: error,
      })
    }
    advance(wait * SECOND - 1)
    assert.equal(await deliverDue(frozen, options), 0, 'not a millisecond early')
    advance(1)
  }

  const isTaken = waits.length === 0
  const well = await givenReceiver()
  if (!isTaken) await givenUrl(frozen, business, well.url)
  assert.equal(await deliverDue(frozen, options), EVENTS)
  assert.equal(await deliverDue(frozen, options), 0)
  if (!isTaken) assert.equal(new Set(well.received.map(idOf)).size, EVENTS, 'all arrive')
  for (const id of ids) {
    const { state, attempts } = await findDelivery(context, business, id)
    assert.deepEqual([state, attempts], ['delivered', isTaken ? 1 : waits.length + 1])
    await assertAttempts(context, business, id, url, expected)
  }
}

async function assertAttempts(
  { sql }: TestContext,
  { businessId, mode }: Scope,
  id: EventId,
  url: string,
  { status, error, answer = '', waits, latencyMsMin = 0 }: Expected,
): Promise<void> {
  const rows = await sql<
    { status: number | null; error: string | null; answer: string; latencyMs: number }[]
  >`
    select status, error, answer, latency_ms
    from delivery_attempt
    where business_id = ${businessId} and mode = ${mode} and event_id = ${id} and url = ${url}
    order by attempt
  `
  assert.equal(rows.length, Math.max(waits.length, 1))
  for (const row of rows) {
    assert.deepEqual([row.status, row.error], [status, error])
    assert.ok(row.answer.startsWith(answer), `the answer is ${row.answer.slice(0, 80)}`)
    assert.ok([...row.answer].length <= 2_048)
    assert.ok(row.latencyMs >= latencyMsMin, `${row.latencyMs} ms`)
  }
}

function idOf({ headers }: { headers: Record<string, string> }): string {
  return headers['webhook-id']!
}
