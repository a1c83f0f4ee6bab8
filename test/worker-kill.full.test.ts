import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { EventId } from '../src/core/events/webhooks.sql.ts'
import { publicId } from '../src/platform/ids.ts'

import type { Received } from './receiver.ts'
import { scaled } from './scale.ts'
import { type TestContext, useContext } from './support.ts'
import { killWorkers, type Toll } from './worker-kill.ts'

// What remains after workers were killed and frozen in the middle of their work. More of it than
// the usual run has time for: `COWRIE_KILLS=1000`, with `--test-timeout=3600000`.

const WORKERS = 3
const KILLS = Number(process.env['COWRIE_KILLS'] ?? scaled(36, 9))

const context = useContext()
const folder = mkdtempSync(join(tmpdir(), 'cowrie-workers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test(`${KILLS} kills of workers under load lose no event and corrupt none`, async (t) => {
  const rounds = Math.ceil(KILLS / WORKERS)
  const clockFile = join(folder, 'clock')

  const toll = await killWorkers(context, { rounds, workers: WORKERS, clockFile })

  assert(toll.kills >= KILLS, `${toll.kills} were killed`)
  assert(toll.freezes >= rounds / 4, `${toll.freezes} were frozen`)
  const deliveries = await listDeliveries(context)
  assert(deliveries.length > KILLS * 20, `${deliveries.length} events were emitted under load`)
  const duplicates = deliveries.reduce((sum, one) => sum + holds(one, toll), 0)
  const held = [...toll.held.values()].reduce((sum, { size }) => sum + size, 0)
  assert(held > KILLS, `${held} deliveries were under way when their worker died or froze`)
  assert(duplicates <= held, `${duplicates} duplicates, ${held} under way`)
  t.diagnostic(
    `${toll.kills} kills, ${toll.freezes} freezes, ${deliveries.length} events, ` +
      `${held} under way, ${duplicates} sent twice`,
  )
})

type Delivered = {
  eventId: EventId
  payload: string
  state: string
  attempts: number
  isFree: boolean
  numbers: number[]
  statuses: (number | null)[]
}

async function listDeliveries({ sql }: TestContext): Promise<Delivered[]> {
  return sql<Delivered[]>`
    select e.event_id, e.payload, d.state, d.attempts,
      d.lease_until is null and d.next_at is null as is_free,
      coalesce(array_agg(a.attempt order by a.attempt) filter (where a.attempt is not null), '{}')
        as numbers,
      coalesce(array_agg(a.status order by a.attempt) filter (where a.attempt is not null), '{}')
        as statuses
    from event e
    left join delivery d using (business_id, mode, event_id)
    left join delivery_attempt a using (business_id, mode, event_id)
    group by e.event_id, e.payload, d.state, d.attempts, d.lease_until, d.next_at
  `
}

/** Answers how often it came that nobody has recorded: sent by a worker that then died or froze. */
function holds(delivery: Delivered, { arrivals, held }: Toll): number {
  const { eventId, payload, state, attempts, isFree, numbers, statuses } = delivery
  const came: Received[] = arrivals.get(publicId('event', eventId)) ?? []
  assert(came.length > 0, `${eventId} arrived`)
  assert.deepEqual({ state, isFree }, { state: 'delivered', isFree: true }, eventId)
  assert(came.every(({ body }) => body === payload))

  // The attempts are numbered without a gap; all but the last one were refused.
  assert.deepEqual(
    numbers,
    Array.from({ length: attempts }, (_, i) => i + 1),
  )
  assert.deepEqual(
    statuses,
    numbers.map((number) => (number === attempts ? 200 : 500)),
  )
  const told = new Set(came.map(({ headers }) => Number(headers['x-service-attempt'])))
  assert.deepEqual([...told].sort(), numbers, `${eventId} was told which attempt it is`)

  const unrecorded = came.length - attempts
  const leases = held.get(eventId)?.size ?? 0
  assert(unrecorded >= 0, `${eventId}: no attempt is recorded that was not made`)
  assert(unrecorded <= leases, `${eventId} came ${unrecorded} times more, was held ${leases} times`)
  return unrecorded
}
