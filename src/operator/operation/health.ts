import type { Context } from '../../core/context.ts'
import { HOUR, later, SECOND } from '../../platform/clock.ts'
import {
  type HealthWindow,
  percentileOf,
  RAILS,
  type RailFailure,
  type RailHealth,
  type RailName,
  sumOfLatencies,
  WINDOW_MS,
} from '../../providers/health.ts'
import { everyProvider } from '../../providers/made-by.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Rails } from '../../providers/rails.ts'
import { waitingForRails } from './calls.ts'
import { type HealthRow, listHealth, listLastWords, upsertHealth } from './operation.sql.ts'

// How rails answer, over all processes. Each process counts in memory (providers/health.ts) and
// writes its sums every few seconds, so these figures can be that old.

const EVERY_MS = 15 * SECOND
const SHOWN_MS = 1 * HOUR
/** A rail is failing from this share of failures in the last two windows. */
const FAILING_PERCENT = 5
const DOWN_PERCENT = 50
const MODES: Mode[] = ['test', 'live']

export type Tally = {
  calls: number
  down: number
  unknown: number
  threw: number
  /** Calls in progress. */
  unanswered: number
  p50Ms: number | null
  p95Ms: number | null
}
/** `missing`: not configured, but rows wait for it. */
export type RailState = 'up' | 'failing' | 'down' | 'quiet' | 'missing'
export type SeenRail = {
  mode: Mode
  rail: RailName
  /** The provider's name. */
  name: string
  state: RailState
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastFailure: RailFailure | null
  lastHour: Tally
  /** Oldest first, five minutes each, without gaps. */
  windows: (Tally & { start: Date })[]
  /** What waits until it is configured again. */
  waiting: { what: string; count: number }[]
}

/** Reports every few seconds, and once more at the end. */
export function startReporting(
  context: Context,
  process: string,
  health: RailHealth,
): { stop(): Promise<void> } {
  let writing = Promise.resolve()
  const write = () => {
    writing = writing
      .then(() => reportHealth(context, process, health))
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'the health of the rails could not be stored')
      })
    return writing
  }
  const timer = setInterval(write, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await write()
    },
  }
}

/** Writes the sums. What fails is written next time. */
export async function reportHealth(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  process: string,
  health: RailHealth,
): Promise<void> {
  const windows = health.windows()
  if (windows.length === 0) return
  await upsertHealth(
    sql,
    windows.map((window) => rowOf(window, process)),
  )
  health.letGo(windows, now().getTime())
}

function rowOf(window: HealthWindow, process: string): HealthRow {
  const { startMs, lastSuccessMs, lastFailureMs, refusedMs, ...sums } = window
  const momentOf = (ms: number | null) => (ms === null ? null : new Date(ms))
  return {
    ...sums,
    process,
    windowStart: new Date(startMs),
    lastSuccessAt: momentOf(lastSuccessMs),
    lastFailureAt: momentOf(lastFailureMs),
    refusedAt: momentOf(refusedMs),
  }
}

/** The configured rails over the last hour, then the missing ones. */
export async function railsSeen(context: Context): Promise<SeenRail[]> {
  return [...(await configuredRails(context)), ...(await missingRails(context))]
}

const UNSEEN = {
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailure: null,
  lastHour: tallyOf([]),
  windows: [],
  waiting: [],
}

async function configuredRails(context: Context): Promise<SeenRail[]> {
  const nowMs = context.now().getTime()
  const current = new Date(nowMs - (nowMs % WINDOW_MS))
  const first = later(current, WINDOW_MS - SHOWN_MS)
  const [rows, words] = await Promise.all([
    listHealth(context.sql, first),
    listLastWords(context.sql),
  ])
  return configured(context.rails).map(({ mode, rail, name }): SeenRail => {
    const isOf = (one: Pick<SeenRail, 'mode' | 'rail' | 'name'>) =>
      one.mode === mode && one.rail === rail && one.name === name
    const own = rows.filter(isOf)
    const last = words.find(isOf)
    const recent = own.filter(({ windowStart }) => windowStart >= later(current, -WINDOW_MS))
    return {
      ...{ ...UNSEEN, mode, rail, name, ...last },
      state: stateOf(tallyOf(recent)),
      lastHour: tallyOf(own),
      windows: windowsFrom(first, own),
    }
  })
}

/** Includes providers that are only queried about their former calls. */
function configured(rails: Rails) {
  return MODES.flatMap((mode) =>
    everyProvider(rails, mode).flatMap((provider) =>
      RAILS.flatMap((rail) => {
        const name = provider[rail]?.name
        return name === undefined ? [] : [{ mode, rail, name }]
      }),
    ),
  )
}

async function missingRails(context: Context): Promise<SeenRail[]> {
  const waiting = await waitingForRails(context)
  const byRail = Map.groupBy(waiting, ({ mode, kind, rail }) => `${mode} ${kind} ${rail}`)
  return [...byRail.values()].map((own): SeenRail => {
    const { mode, kind, rail } = own[0]!
    const waits = own.map(({ what, count }) => ({ what, count }))
    return { ...UNSEEN, mode, rail: kind, name: rail, state: 'missing', waiting: waits }
  })
}

function windowsFrom(first: Date, rows: HealthRow[]): SeenRail['windows'] {
  return Array.from({ length: SHOWN_MS / WINDOW_MS }, (_, place) => {
    const start = later(first, place * WINDOW_MS)
    const own = rows.filter(({ windowStart }) => windowStart.getTime() === start.getTime())
    return { start, ...tallyOf(own) }
  })
}

function tallyOf(rows: HealthRow[]): Tally {
  const sum = (part: 'calls' | 'answered' | 'down' | 'unknown' | 'threw') =>
    rows.reduce((all, row) => all + row[part], 0)
  const latencies = sumOfLatencies(rows.map((row) => row.latencies))
  return {
    calls: sum('calls'),
    down: sum('down'),
    unknown: sum('unknown'),
    threw: sum('threw'),
    unanswered: sum('calls') - sum('answered'),
    p50Ms: percentileOf(latencies, 50),
    p95Ms: percentileOf(latencies, 95),
  }
}

export function failuresOf({ down, unknown, threw }: Tally): number {
  return down + unknown + threw
}

function stateOf(recent: Tally): RailState {
  const answered = recent.calls - recent.unanswered
  if (answered === 0) return 'quiet'
  const percent = (failuresOf(recent) * 100) / answered
  if (percent >= DOWN_PERCENT) return 'down'
  return percent >= FAILING_PERCENT ? 'failing' : 'up'
}
