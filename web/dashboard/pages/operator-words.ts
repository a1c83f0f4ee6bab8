import type { DataOf } from '../api.ts'
import type { Tone } from '../parts/values.tsx'

// Labels of the operator's pages.

type Shown<State extends string> = Record<State, { tone: Tone; text: string }>
type Rail = DataOf<'GET', '/operator/rails'>[number]['rails'][number]
export type Job = DataOf<'GET', '/operator/chores'>['chores'][number]
export type JobState = 'failing' | 'late' | 'running' | 'resting' | 'waiting'

export const MODES = { test: 'Test', live: 'Live' }

export const RAIL_STATES: Shown<Rail['state']> = {
  up: { tone: 'good', text: 'Up' },
  failing: { tone: 'warn', text: 'Failing' },
  down: { tone: 'bad', text: 'Down' },
  quiet: { tone: 'plain', text: 'No calls' },
  missing: { tone: 'bad', text: 'Not configured' },
}

export const RAIL_NAMES: Record<Rail['rail'], string> = {
  bank: 'Bank',
  card: 'Cards',
  identity: 'Identity',
  message: 'Messages',
}

export const JOB_STATES: Shown<JobState> = {
  failing: { tone: 'bad', text: 'Failing' },
  late: { tone: 'warn', text: 'Late' },
  running: { tone: 'wait', text: 'Running' },
  resting: { tone: 'good', text: 'OK' },
  waiting: { tone: 'plain', text: 'Not run yet' },
}

const LATE_TURNS = 3
const LATE_MS = 60_000

/** A job is late after three intervals, plus the delay of reports. */
export function stateOfJob(job: Job, nowMs: number): JobState {
  const { failures, is_running: isRunning, last_started_at: begun, every_ms: everyMs } = job
  if (failures > 0) return 'failing'
  if (isRunning) return 'running'
  if (begun === null) return 'waiting'
  return nowMs - Date.parse(begun) > LATE_TURNS * everyMs + LATE_MS ? 'late' : 'resting'
}

/** 1000 -> every second, 600000 -> every 10 minutes */
export function often(everyMs: number): string {
  for (const [unit, size] of [
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const) {
    const turns = Math.round(everyMs / size)
    if (turns >= 1) return turns === 1 ? `every ${unit}` : `every ${turns} ${unit}s`
  }
  return `every ${everyMs} ms`
}

/** 12 -> 12 ms, 1250 -> 1.3 s */
export function lasted(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 1 -> one business, 3 -> 3 businesses */
export function many(count: number, one: string, more = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count} ${more}`
}
