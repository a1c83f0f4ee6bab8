import assert from 'node:assert/strict'
import { forgetMessages } from '../packages/devkit/sandbox/messages.ts'
import type { Context } from '../src/core/context.ts'
import { concludeDue } from '../src/identity/conclude.ts'
import { eraseDue, expireDue } from '../src/identity/erase.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { payDue } from '../src/money-out/payouts/subaccounts.ts'
import { settleDue } from '../src/money-out/settlements/settlements.ts'
import { mailNotices } from '../src/operator/notices/notices.ts'
import { judgeDue } from '../src/operator/notifications/notifications.ts'
import { tellExpiring } from '../src/payments/authorizations/expiring.ts'
import { forgetCards } from '../src/payments/authorizations/forget.ts'
import { enquireAboutMandates } from '../src/payments/authorizations/mandates.ts'
import { enquireDue } from '../src/payments/checkout/checkout.ts'
import { returnDue } from '../src/payments/deposits/return.ts'
import { callDue } from '../src/payments/disputes/call.ts'
import { acceptSilent, remindDue } from '../src/payments/disputes/due.ts'
import { mailDisputes } from '../src/payments/disputes/mail.ts'
import { pollDisputes } from '../src/payments/disputes/receive.ts'
import { sendReceipts } from '../src/payments/receipts/receipts.ts'
import { sendDue } from '../src/payments/refunds/send.ts'
import { beginPeriods } from '../src/payments/subscriptions/bill.ts'
import { mailExpiring } from '../src/payments/subscriptions/card-mail.ts'
import { collectDue, recordPayments } from '../src/payments/subscriptions/collect.ts'
import { mailUnpaid } from '../src/payments/subscriptions/mail.ts'
import { abandonDue } from '../src/payments/transactions/expire.ts'
import { DAY, HOUR, MINUTE } from '../src/platform/clock.ts'
import { sqlState } from '../src/platform/db.ts'
import type { Send } from '../src/platform/outbound.ts'
import { Refusal } from '../src/platform/refusal.ts'
import type { Provider } from '../src/providers/rails.ts'
import type { Random } from './deposit-plan.ts'
import { breakable, type Fault } from './faults.ts'
import { MONTH_BEGINS } from './month-arithmetic.ts'
import { SLOTS, WAVES_MS } from './month-plan.ts'
import { contextOn, disconnect, type TestContext } from './support.ts'

// Plays the month slot by slot, hundreds of stories at once, while a second process runs the jobs.
// Some stories and jobs start in a process that dies: it stops at one of its calls, its later work
// has no effect, and it is discarded.

const IN_FLIGHT = 256
const TRIES_MAX = 5
/** Pause between two rounds of jobs while stories are played. */
const PAUSE_MS = 500
const JOBS = [
  judgeDue,
  returnDue,
  enquireDue,
  settleDue,
  abandonDue,
  recordPayments,
  beginPeriods,
  collectDue,
  mailUnpaid,
  enquireAboutMandates,
  tellExpiring,
  mailExpiring,
  forgetCards,
  concludeDue,
  expireDue,
  eraseDue,
  sendDue,
  callDue,
  acceptSilent,
  remindDue,
  mailDisputes,
  pollDisputes,
  concludePayouts,
  payDue,
  sendReceipts,
  mailNotices,
  forgetMessages,
]

/** A story played through any one of the processes. */
export type Task<Doors> = {
  story: { isByHttp: boolean; isTroubled: boolean }
  play: (doors: Doors) => Promise<void>
}
type Within = { context: TestContext }
export type Processes<Doors extends Within> = {
  doors: Doors
  http: Doors
  worker: TestContext
  /** Access to a process that will die. */
  doorsOf(context: TestContext): Doors
}
/** Builds the live providers as a newly started process configures them. */
export type Living = { livingRails?: (through: (send: Send) => Send) => Provider[] }
export type Counts = {
  stories: number
  jobs: number
  crashes: number
  struck: number
  /** How often the database was overloaded and the request was retried. */
  busy: number
}

/** Another process of the same world, with its own connections, batches and caches. */
export function processBeside(context: TestContext & Living): TestContext & Living {
  const { now, advance, memory, log, config, livingRails } = context
  const live = livingRails?.((send) => send) ?? context.rails.live
  const rails = { ...context.rails, live }
  const beside = contextOn(context.database)
  return {
    ...beside,
    now,
    advance,
    rails,
    memory,
    log,
    config,
    ...(livingRails && { livingRails }),
  }
}

/** Moves the clock to this slot, unless it is already past it. */
export function goTo(context: TestContext, slot: number, begins = MONTH_BEGINS): void {
  const day = Math.floor(slot / WAVES_MS.length)
  const moment = begins.getTime() + day * DAY + WAVES_MS[slot % WAVES_MS.length]!
  const left = moment - context.now().getTime()
  if (left > 0 || slot === 0) context.advance(left)
}

/** Plays all tasks at limited concurrency; those that will crash start first. */
export async function playTasks<Doors extends Within>(
  processes: Processes<Doors>,
  tasks: Task<Doors>[],
  counts: Counts,
  dying: { tasks: number; fault: Fault } | null,
): Promise<void> {
  const { doors, http, worker } = processes
  const over = Promise.withResolvers<'over'>()
  const jobs = (async () => {
    do await runJobsTogether(worker, counts)
    while ((await Promise.race([over.promise, pause()])) !== 'over')
  })()
  const doomed = dying === null ? [] : tasks.slice(0, dying.tasks)
  const rest = tasks.slice(doomed.length).values()
  const playSome = async () => {
    for (const task of rest) await playOne(task.story.isByHttp ? http : doors, task, counts)
  }
  const played = [
    dying && playDoomed(processes, doomed, counts, dying.fault),
    ...Array.from({ length: IN_FLIGHT }, playSome),
  ]
  const ended = Promise.allSettled(played).finally(() => over.resolve('over'))
  await together([jobs, ended, ...played])
  counts.stories += tasks.length
}

/** Reports failures only once all have ended, so that none loses its database midway. */
export async function together(all: readonly unknown[]): Promise<void> {
  for (const one of await Promise.allSettled(all)) {
    if (one.status === 'rejected') throw one.reason
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

async function playOne<Doors>(
  doors: Doors,
  { story, play }: Task<Doors>,
  counts: Counts,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await play(doors)
    } catch (error) {
      if (isPassing(error) && tries < TRIES_MAX) {
        // Retries on an overloaded machine, as a client does.
        counts.busy += 1
        story.isTroubled = true
        continue
      }
      // After a crash, how far the story had come is unknown, so any refusal is allowed.
      if (story.isTroubled && error instanceof Refusal) return
      throw new Error(JSON.stringify(story), { cause: error })
    }
  }
}

/** The database was overloaded; the API reports it with this refusal code. */
function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'overloaded'
  return /^(55P03|57014|40P01)$/.test(sqlState(error) ?? '')
}

/** Plays in a process that dies, then retries in one that lives. */
async function playDoomed<Doors extends Within>(
  { doors, doorsOf }: Processes<Doors>,
  tasks: Task<Doors>[],
  counts: Counts,
  fault: Fault,
): Promise<void> {
  for (const { story } of tasks) story.isTroubled = true
  const isStruck = await inDoomed(doors.context, fault, async (context) => {
    const inside = doorsOf(context)
    await Promise.all(tasks.map(({ play }) => play(inside).catch(() => {})))
  })
  counts.crashes += 1
  if (isStruck) counts.struck += 1
  await Promise.all(tasks.map((task) => playOne(doors, task, counts)))
}

/** Runs jobs that are cut short; the next run finishes them. */
export async function dieOfJobs(context: TestContext, fault: Fault, counts: Counts) {
  const isStruck = await inDoomed(context, fault, async (inside) => {
    await Promise.allSettled(JOBS.map((job) => job(inside)))
  })
  counts.crashes += 1
  if (isStruck) counts.struck += 1
}

async function inDoomed(
  context: TestContext & Living,
  fault: Fault,
  run: (inside: TestContext) => Promise<void>,
): Promise<boolean> {
  const process = breakable(processBeside(context), context.livingRails)
  process.arm(fault)
  await run(process.context)
  // The process is never revived: closing its connections ends its open transactions.
  await disconnect(process.context)
  return process.disarm().length >= fault.point
}

/** The seed picks the point; which call that is depends on timing. */
export function faultOf(random: Random, pointMax: number): Fault {
  return {
    point: random.between(1, pointMax),
    when: random.pick(['before', 'after'] as const),
    does: random.chance(75) ? 'dies' : 'fails',
  }
}

/** Runs the jobs concurrently, as a worker does, each until it finds no more work. */
async function runJobsTogether(context: Context, counts: Counts): Promise<number> {
  const all = JOBS.map(async (job) => {
    let handled = 0
    while (true) {
      try {
        const some = await job(context)
        if (some === 0) return handled
        handled += some
      } catch (error) {
        if (!isPassing(error)) throw error
        counts.busy += 1
      }
    }
  })
  const handled = await Promise.all(all)
  const sum = handled.reduce((total, count) => total + count, 0)
  counts.jobs += sum
  return sum
}

/** Does what this slot leaves due within a few minutes. */
export async function finishSlot(
  { doors, worker }: Processes<Within>,
  counts: Counts,
): Promise<void> {
  doors.context.advance(3 * MINUTE)
  await runJobsTogether(worker, counts)
}

/** Lets days pass without new stories until nothing is due. Checkout pages expire last. */
export async function finishMonth(
  { doors, worker }: Processes<Within>,
  counts: Counts,
  begins = MONTH_BEGINS,
): Promise<void> {
  goTo(doors.context, SLOTS, begins)
  for (let half = 0; half < 14 * 2; half++) {
    doors.context.advance(12 * HOUR)
    await runJobsTogether(worker, counts)
  }
  assert.equal(await runJobsTogether(worker, counts), 0, 'nothing is due any more')
}
