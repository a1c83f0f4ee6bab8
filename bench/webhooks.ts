import { randomBytes } from 'node:crypto'
import { newWebhookSecret } from '../src/core/events/sign.ts'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { countsOf } from './loop.ts'
import { type Beside, busyMicros, type Row, type Run, type Sample, type Timing } from './measure.ts'
import { FIRST } from './numbers.ts'
import type { PostgresAddress, Service } from './service.ts'
import { QUEUES, type QueueName } from './webhooks-queue.ts'
import type { Received, ReceiverLoad } from './webhooks-receiver.ts'
import type { Worked, WorkerLoad } from './webhooks-worker.ts'
import { startWorker, type Worker } from './worker.ts'

// Deliveries of events: ours beside two job queues, each in one worker process, in one database of
// their own on the service's PostgreSQL, to one receiver.
//
// At the peak a backlog is drained. It is durable before the clock starts, so that nobody is slowed
// by whoever inserts, and nobody is held up by how it hears of new rows: each goes as fast as it
// can. The clock runs from the first arrival until nothing is left that is not recorded as
// delivered. At a fixed rate events are made durable in the worker process, as the service does
// where API and worker are one process, and latency is from the answer to COMMIT to the arrival.
//
// (1) Every event arrives at least once and is recorded, or the run has failed.

const BACKLOG_PER_SECOND = 6_000
const TIMES_ASKED = 1.5
const SHARE_ASKED = 0.5
const P50_MS_MAX = 50
const P99_MS_MAX = 1_000
const OURS: QueueName = 'cowrie'

export type DeliveryCounts = {
  emitted: number
  arrived: number
  /** Beyond the first of each. */
  repeated: number
  isDrained: boolean
}

export type WebhookRows = { rows: Row[]; counts: () => DeliveryCounts; stop: () => Promise<void> }

type Bench = {
  service: Service
  sql: Database
  receiver: Worker<ReceiverLoad, Received>
  next: number
  counts: DeliveryCounts
}
type Process = Worker<WorkerLoad, Worked>

export async function webhookRows(service: Service): Promise<WebhookRows> {
  const postgres = await makeDatabase(service.postgres)
  const sql = connectAsOwner(postgres)
  const receiver = startWorker<ReceiverLoad, Received>(
    new URL('webhooks-receiver.ts', import.meta.url),
  )
  const counts = { emitted: 0, arrived: 0, repeated: 0, isDrained: true }
  const bench: Bench = { service, sql, receiver, next: FIRST, counts }
  const processes: Process[] = []
  const stop = async () => {
    for (const { stop } of [receiver, ...processes]) stop()
    await sql.end()
  }
  try {
    const secret = newWebhookSecret()
    const { port } = await receiver.run({ step: 'listen', secret })
    const rows: Row[] = []
    for (const queue of QUEUES) {
      const file = new URL('webhooks-worker.ts', import.meta.url)
      const worker: Process = startWorker(file, service.flags)
      processes.push(worker)
      await worker.run({ step: 'open', queue, options: { postgres, port, secret } })
      rows.push(rowOf(bench, queue, worker))
    }
    return { rows, counts: () => counts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function rowOf(bench: Bench, queue: QueueName, worker: Process): Row {
  const name = nameOf(queue)
  const run: Run = (timing) => (timing.perSecond ? offer : drain)(bench, worker, timing)
  if (queue !== OURS) return { name, beside: [], run }
  const within = { share: SHARE_ASKED, p50Ms: P50_MS_MAX, p99Ms: P99_MS_MAX }
  const beside = QUEUES.filter((other) => other !== OURS).flatMap((other): Beside[] => [
    { name: nameOf(other), asked: TIMES_ASKED },
    { name: nameOf(other), asked: TIMES_ASKED, by: 'processor' },
  ])
  return { name, beside, within, run }
}

function nameOf(queue: QueueName): string {
  return queue === OURS ? 'deliveries' : queue
}

/** Apart from the service's, whose own deliverer would send our events too. */
async function makeDatabase(postgres: PostgresAddress): Promise<PostgresAddress> {
  const database = `bench_${randomBytes(4).toString('hex')}`
  const sql = connectAsOwner(postgres)
  await sql.unsafe(`create database ${database}`)
  await sql.end()
  return { ...postgres, database }
}

async function drain(bench: Bench, worker: Process, { seconds }: Timing): Promise<Sample> {
  const count = Math.ceil(BACKLOG_PER_SECOND * seconds)
  const first = await expect(bench, count)
  await worker.run({ step: 'emit', first, count })
  // Of each round the same: nobody pays for what another left to clean up or to write.
  await bench.sql`vacuum (analyze)`
  await bench.sql`checkpoint`
  const { micros, received, drained } = await deliver(bench, worker, async () => {})
  const firstAt = Math.min(...received.arrivedAt.filter((at) => at > 0))
  const rate = (count * 1_000) / (drained.at - firstAt)
  return { rate, counts: null, ...outcomeOf(bench, count, received, drained, micros) }
}

async function offer(
  bench: Bench,
  worker: Process,
  { seconds, warmUpSeconds, perSecond = 0 }: Timing,
): Promise<Sample> {
  const warmUp = Math.ceil(perSecond * warmUpSeconds)
  const count = warmUp + Math.ceil(perSecond * seconds)
  const first = await expect(bench, count)
  let committedAt: number[] = []
  const { micros, received, drained } = await deliver(bench, worker, async () => {
    const offered = await worker.run({ step: 'offer', first, count, perSecond })
    committedAt = offered.committedAt
  })
  const latencies = committedAt.map((at, i) => received.arrivedAt[i]! - at).slice(warmUp)
  const arrivals = received.arrivedAt.slice(warmUp)
  const rate = ((count - warmUp) * 1_000) / (Math.max(...arrivals) - committedAt[warmUp]!)
  const counts = countsOf(latencies)
  return { rate, counts, ...outcomeOf(bench, count, received, drained, micros) }
}

async function expect(bench: Bench, count: number): Promise<number> {
  const first = bench.next
  bench.next += count
  await bench.receiver.run({ step: 'expect', first, count })
  return first
}

/** Starts it, waits for all, stops it; with what each used of the processors meanwhile. */
async function deliver(bench: Bench, worker: Process, meanwhile: () => Promise<unknown>) {
  const { service, receiver } = bench
  const [before, busyBefore, began] = [await service.cost(), busyMicros(), performance.now()]
  const receiverBefore = await receiver.run({ step: 'look' })
  const started = await worker.run({ step: 'start' })
  await meanwhile()
  await receiver.run({ step: 'arrived' })
  const drained = await worker.run({ step: 'drained' })
  const [after, busyAfter] = [await service.cost(), busyMicros()]
  const elapsed = (performance.now() - began) * 1_000
  await worker.run({ step: 'stop' })
  const received = await receiver.run({ step: 'look' })
  const micros = {
    elapsed,
    busy: busyAfter - busyBefore,
    generator: received.usedMicros - receiverBefore.usedMicros,
    service: drained.usedMicros - started.usedMicros,
    database: before && after && after.databaseMicros - before.databaseMicros,
  }
  return { micros, received, drained }
}

type Micros = Awaited<ReturnType<typeof deliver>>['micros']

function outcomeOf(
  { counts }: Bench,
  count: number,
  { arrived, repeated, wrong }: Received,
  { isDrained }: Worked,
  { elapsed, busy, generator, service, database }: Micros,
) {
  counts.emitted += count
  counts.arrived += arrived
  counts.repeated += repeated
  counts.isDrained &&= isDrained
  const missing = count - arrived
  const failures = missing + wrong + (isDrained ? 0 : 1)
  const firstFailure =
    failures === 0 ? null : `${missing} never arrived, ${wrong} wrong, all recorded: ${isDrained}`
  const known = database === null ? null : { generator, service, database }
  return {
    failures,
    firstFailure,
    cost: known && {
      generator: known.generator / count,
      service: known.service / count,
      database: known.database / count,
    },
    othersCores: known && Math.max(0, (busy - generator - service - known.database) / elapsed),
  }
}
