import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { newWebhookSecret } from '../src/core/events/sign.ts'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { countsOf, percentileMs } from './loop.ts'
import { FIRST } from './numbers.ts'
import { median } from './report.ts'
import { startService } from './service.ts'
import { ENDPOINTS } from './webhooks-queue.ts'
import type { Received, ReceiverLoad } from './webhooks-receiver.ts'
import type { Worked, WorkerLoad } from './webhooks-worker.ts'
import { startWorker, type Worker } from './worker.ts'

// `node bench/webhooks-fairness.ts`: what endpoints that hang to the timeout cost the others. Two
// workers on one PostgreSQL, each with a database and a receiver of its own, take turns under the
// same load, a quarter of their peak: one has a hundred endpoints that answer, of the other half
// hang. Latency is from the answer to COMMIT to the arrival, at the endpoints that answer in both.
//
// A round outlasts the deadline of a delivery, and the record of what hangs is clean when it
// begins. So each has the worst, all places of each that hangs taken, and its end, when five
// hundred time out together and each is left alone but for a probe.
//
// (1) Exit code 1 where one that was to arrive did not. A ratio is no reason to fail.

const HEALTHY = ENDPOINTS / 2
const SHARE_OF_PEAK = 0.25
const PEAK_EVENTS = 24_000
const WARM_UP_SECONDS = 1
/** Before the first round: code is compiled then, and no table is empty. */
const UNMEASURED_SECONDS = 3
const P99_MS_MAX = 5_000
const RATIO_MAX = 1.05
const POLL_MS = 100
const OVERDUE_MS = 60_000

type Side = {
  name: string
  sql: Database
  receiver: Worker<ReceiverLoad, Received>
  worker: Worker<WorkerLoad, Worked>
  p50s: number[]
  p99s: number[]
}

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    'per-second': { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const undo: (() => unknown)[] = []
let next = FIRST
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  for (const one of undo.toReversed()) await one()
}

async function run(): Promise<boolean> {
  const service = await startService()
  undo.push(service.stop)
  const answering = await open('all answer', ENDPOINTS)
  const hanging = await open('half hang', HEALTHY)
  const sides = [answering, hanging]
  const perSecond = Number(
    given['per-second'] ?? Math.round((await peakOf(answering)) * SHARE_OF_PEAK),
  )
  say(`${perSecond} events/s to ${ENDPOINTS} endpoints, rounds of ${given.seconds} s`)

  let isComplete = true
  for (const side of sides) {
    isComplete &&= await measure(side, perSecond, UNMEASURED_SECONDS)
    side.p50s.pop()
    side.p99s.pop()
  }
  for (let round = 1; round <= Number(given.rounds); round += 1) {
    for (const side of round % 2 === 0 ? sides.toReversed() : sides) {
      isComplete &&= await measure(side, perSecond, Number(given.seconds))
      const [p50, p99] = [side.p50s.at(-1)!, side.p99s.at(-1)!]
      say(`Round ${round}, ${side.name}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`)
    }
  }
  for (const side of sides)
    say(`${side.name}: p50 ${summary(side.p50s)}; p99 ${summary(side.p99s)}`)
  const ratio = median(hanging.p99s) / median(answering.p99s)
  const worst = Math.max(...hanging.p99s)
  const asked = `${RATIO_MAX}: ${met(ratio <= RATIO_MAX)}`
  say(`p99 where half hang is ${ratio.toFixed(3)} of where all answer; ${asked}`)
  const atMost = `${P99_MS_MAX}: ${met(worst <= P99_MS_MAX)}`
  say(`p99 where half hang is at most ${worst.toFixed(1)} ms; ${atMost}`)
  return isComplete

  async function open(name: string, hangingFrom: number): Promise<Side> {
    const postgres = { ...service.postgres, database: `bench_${randomBytes(4).toString('hex')}` }
    const owner = connectAsOwner(service.postgres)
    await owner.unsafe(`create database ${postgres.database}`)
    await owner.end()
    const sql = connectAsOwner(postgres)
    const receiver: Side['receiver'] = startWorker(new URL('webhooks-receiver.ts', import.meta.url))
    const file = new URL('webhooks-worker.ts', import.meta.url)
    const worker: Side['worker'] = startWorker(file, service.flags)
    undo.push(() => sql.end(), receiver.stop, worker.stop)
    const secret = newWebhookSecret()
    const { port } = await receiver.run({ step: 'listen', secret, hangingFrom })
    await worker.run({ step: 'open', queue: 'cowrie', options: { postgres, port, secret } })
    return { name, sql, receiver, worker, p50s: [], p99s: [] }
  }
}

/** Of a backlog, once to warm up and once to tell. */
async function peakOf({ sql, receiver, worker }: Side): Promise<number> {
  let rate = 0
  for (let round = 0; round < 2; round += 1) {
    const first = next
    next += PEAK_EVENTS
    await receiver.run({ step: 'expect', first, count: PEAK_EVENTS })
    await worker.run({ step: 'emit', first, count: PEAK_EVENTS })
    await sql`vacuum (analyze)`
    const { at } = await worker.run({ step: 'start' })
    const drained = await worker.run({ step: 'drained' })
    await worker.run({ step: 'stop' })
    rate = (PEAK_EVENTS * 1_000) / (drained.at - at)
  }
  return rate
}

/** False where one was missing. */
async function measure(side: Side, perSecond: number, seconds: number): Promise<boolean> {
  const { sql, receiver, worker } = side
  await startClean(sql)
  const warmUp = perSecond * WARM_UP_SECONDS
  const count = Math.ceil(perSecond * seconds) + warmUp
  const first = next
  next += count
  await receiver.run({ step: 'expect', first, count })
  await worker.run({ step: 'start' })
  const { committedAt } = await worker.run({ step: 'offer', first, count, perSecond })
  const arrivedAt = await arrivals(side, first)
  await worker.run({ step: 'stop' })
  const latencies: number[] = []
  let missing = 0
  for (const [i, at] of arrivedAt.entries()) {
    if (!isHealthy(first + i)) continue
    if (at === 0) missing += 1
    else if (i >= warmUp) latencies.push(at - committedAt[i]!)
  }
  const counts = countsOf(latencies)
  side.p50s.push(percentileMs(counts, 0.5))
  side.p99s.push(percentileMs(counts, 0.99))
  if (missing > 0) say(`${side.name}: ${missing} never arrived`)
  return missing === 0
}

/** Nothing waits, and no endpoint has a record: each round begins like the first. */
async function startClean(sql: Database): Promise<void> {
  await sql`
    update delivery
    set state = 'failed', next_at = null, lease_until = null, lease_token = null
    where state = 'pending'
  `
  await sql`update webhook_endpoint set failures = 0, failing_since = null, probe_at = null`
  await sql`vacuum (analyze)`
  await sql`checkpoint`
}

/** When all that can arrive have, or after a while. */
async function arrivals({ receiver }: Side, first: number): Promise<number[]> {
  for (let waited = 0; ; waited += POLL_MS) {
    const { arrivedAt } = await receiver.run({ step: 'look' })
    const isMissing = arrivedAt.some((at, i) => at === 0 && isHealthy(first + i))
    if (!isMissing || waited >= OVERDUE_MS) return arrivedAt
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function isHealthy(number: number): boolean {
  return number % ENDPOINTS < HEALTHY
}

function summary(values: number[]): string {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const all = [min, median(values), max].map((value) => value.toFixed(2))
  return `${all.join(' / ')} ms (min / median / max)`
}

function met(is: boolean): string {
  return is ? 'met' : 'NOT met'
}
