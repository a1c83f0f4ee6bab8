import type { Bench, Context, Ran, Scope, Seeds } from '../../../src/core/context.ts'
import { DAY, HOUR, later, MINUTE, monotonicMs, SECOND } from '../../../src/platform/clock.ts'
import { addDays, dayOf, startOf } from '../../../src/platform/lagos.ts'
import { readMoment, WANTS_MOMENT } from '../../../src/platform/range.ts'
import { refuse, refuseFields } from '../../../src/platform/refusal.ts'
import { findNextDue, listDueColumns, listEventsSince } from './clock.sql.ts'

// The clock of a service that was started for tests. It moves forward only. Jobs and webhooks are
// stopped while it moves. It stops at each moment at which something is due, and at each midnight
// in Lagos, and runs what is due then: so work is done in its order, at its time.

const MOVE_MS_MAX = 366 * DAY
/** What is due may cause work that is due at once. */
const PASSES_MAX = 20
const UNITS = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY }
const SPAN = /^(\d{1,9}) ?(second|minute|hour|day|week)s?$/

export type Happened = Ran & { at: Date }

export type Clock = ReturnType<typeof movingClock>

/** Real time, and as much more as was added. */
export function movingClock(realNow: () => Date) {
  let movedMs = 0
  return {
    realNow,
    now: () => later(realNow(), movedMs),
    monotonicMs: () => monotonicMs() + movedMs,
    isMoved: () => movedMs > 0,
    advance(ms: number) {
      movedMs += ms
    },
  }
}

type Stoppable = { start(): void; stop(): Promise<void> }
type Work = { jobs: Stoppable; deliverer: Stoppable; runDue: Bench['runDue'] }

export function createBench(
  { isMoved, advance }: Pick<Clock, 'isMoved' | 'advance'>,
  work: Work,
  seeds: Seeds,
) {
  let last: Promise<unknown> = Promise.resolve()
  const bench: Bench = {
    isMoved,
    advance,
    runDue: work.runDue,
    seeds,
    alone(what, run) {
      const stopped = what === 'jobs' ? [work.jobs] : [work.jobs, work.deliverer]
      const turn = async () => {
        await Promise.all(stopped.map((one) => one.stop()))
        return run().finally(() => {
          for (const one of stopped) one.start()
        })
      }
      const mine = last.then(turn, turn)
      last = mine
      return mine
    },
  }
  return bench
}

/** Refuses unless the service was started for tests. */
export function benchOf({ bench }: Context): Bench {
  return bench ?? refuse('not_started_for_tests')
}

/** The moment that a request names: `now`, or `advance` from the present one. */
export function targetOf(sent: { now?: string; advance?: string }, present: Date): Date {
  if ((sent.now === undefined) === (sent.advance === undefined)) {
    return wrong('now', 'required', 'Send either now or advance.')
  }
  if (sent.now !== undefined) {
    const moment = readMoment(sent.now)
    if (moment === null) return wrong('now', 'invalid', `now ${WANTS_MOMENT}.`)
    if (moment < present) {
      const at = present.toISOString()
      return wrong('now', 'too_small', `now must not be before ${at}: the clock never goes back.`)
    }
    return within('now', moment, present)
  }
  const [, count, unit] = SPAN.exec(sent.advance!) ?? []
  if (unit === undefined) {
    return wrong('advance', 'invalid', 'advance must be such as 90 seconds, 1 hour or 2 days.')
  }
  return within(
    'advance',
    later(present, Number(count) * UNITS[unit as keyof typeof UNITS]),
    present,
  )
}

function within(field: string, target: Date, present: Date): Date {
  if (target.getTime() - present.getTime() <= MOVE_MS_MAX) return target
  return wrong(field, 'too_large', `${field} must be at most 366 days ahead. Move it in steps.`)
}

function wrong(field: string, code: string, message: string): never {
  return refuseFields([{ field, code, message }] as never)
}

/** Answers what has happened on the way, and the events of this business. */
export async function moveClock(
  context: Context,
  scope: Scope,
  sent: { now?: string; advance?: string },
) {
  const bench = benchOf(context)
  targetOf(sent, context.now())
  return bench.alone('jobs and webhooks', async () => {
    const begun = context.now()
    const target = targetOf(sent, begun)
    const happened: Happened[] = []
    const columns = await listDueColumns(context.sql)
    await settleDown(context, bench, happened)
    for (let at = context.now(); at < target; at = context.now()) {
      const midnight = startOf(addDays(dayOf(at), 1))
      const until = midnight < target ? midnight : target
      const due = await findNextDue(context.sql, columns, at, until)
      // A millisecond later: what is due at a moment is due after it.
      bench.advance(later(due ?? until, due === null ? 0 : 1).getTime() - at.getTime())
      await settleDown(context, bench, happened)
    }
    const events = await listEventsSince(context.sql, scope, begun)
    return { now: context.now(), happened, events }
  })
}

async function settleDown(context: Context, bench: Bench, happened: Happened[]): Promise<void> {
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const at = context.now()
    const ran = await bench.runDue()
    if (ran.length === 0) return
    for (const one of ran) {
      const last = happened.findLast(({ job }) => job === one.job)
      if (last && at.getTime() - last.at.getTime() < SECOND) last.count += one.count
      else happened.push({ at, ...one })
    }
  }
}
