import type { EventId } from '../src/core/events/webhooks.sql.ts'
import { newId } from '../src/platform/ids.ts'

import { openOurs } from './webhooks-ours.ts'
import { openGraphile, openPgBoss } from './webhooks-peers.ts'
import {
  bodyOf,
  ENDPOINTS,
  type OpenQueue,
  type Queue,
  type QueueName,
  type QueueOptions,
  sharedClockMs,
  type Told,
} from './webhooks-queue.ts'
import { serveWorker } from './worker.ts'

// One worker process of one of the queues: makes events durable and delivers them.

const EMITTED_AT_ONCE = 500
const TICK_MS = 1
const POLL_MS = 5
const OVERDUE_MS = 30_000
const DIGITS = 9

const openers: Record<QueueName, OpenQueue> = {
  cowrie: openOurs,
  'pg-boss': openPgBoss,
  'graphile-worker': openGraphile,
}

export type WorkerLoad =
  | { step: 'open'; queue: QueueName; options: QueueOptions }
  /** Makes them durable, as many at once as is good for all of the queues. */
  | { step: 'emit'; first: number; count: number }
  /** At fixed moments, whatever becomes of the ones before. Those due meanwhile leave together. */
  | { step: 'offer'; first: number; count: number; perSecond: number }
  | { step: 'start' }
  /** Resolves when nothing is left. */
  | { step: 'drained' }
  | { step: 'stop' }

export type Worked = {
  /** On the clock that all processes share, by number from the first: what was offered. */
  committedAt: number[]
  /** False where something was left after a while. */
  isDrained: boolean
  at: number
  usedMicros: number
}

let queue: Queue

serveWorker(run)

async function run(load: WorkerLoad): Promise<Worked> {
  let committedAt: number[] = []
  let isDrained = true
  switch (load.step) {
    case 'open':
      queue = await openers[load.queue](load.options)
      break
    case 'emit':
      await emitAll(load.first, load.count)
      break
    case 'offer':
      committedAt = await offer(load)
      break
    case 'start':
      await queue.start()
      break
    case 'drained':
      isDrained = await drained()
      break
    case 'stop':
      await queue.stop()
  }
  const { user, system } = process.cpuUsage()
  return { committedAt, isDrained, at: sharedClockMs(), usedMicros: user + system }
}

async function emitAll(first: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += EMITTED_AT_ONCE) {
    await queue.emit(eventsOf(first + done, Math.min(EMITTED_AT_ONCE, count - done)))
  }
}

type Offer = { first: number; count: number; perSecond: number }

async function offer({ first, count, perSecond }: Offer): Promise<number[]> {
  const committedAt: number[] = []
  const began = sharedClockMs()
  while (committedAt.length < count) {
    const due = Math.floor(((sharedClockMs() - began) * perSecond) / 1_000)
    const more = Math.min(due, count) - committedAt.length
    if (more > 0) {
      await queue.emit(eventsOf(first + committedAt.length, more))
      committedAt.push(...Array<number>(more).fill(sharedClockMs()))
    } else await pause(TICK_MS)
  }
  return committedAt
}

async function drained(): Promise<boolean> {
  for (let waited = 0; waited < OVERDUE_MS; waited += POLL_MS) {
    if (!(await queue.isLeft())) return true
    await pause(POLL_MS)
  }
  return false
}

function eventsOf(first: number, count: number): Told[] {
  const now = new Date()
  return Array.from({ length: count }, (_, i) => {
    const number = first + i
    // The receiver knows them by the number in which their ids end.
    const id = `${newId(now).slice(0, -DIGITS)}${number}` as EventId
    return { id, endpoint: number % ENDPOINTS, body: bodyOf(number, now) }
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
