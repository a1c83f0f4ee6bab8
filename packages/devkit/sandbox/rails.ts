import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Scope } from '../../../src/core/context.ts'
import type { Database } from '../../../src/platform/db.ts'
import { isUuid } from '../../../src/platform/ids.ts'
import { refuseFields } from '../../../src/platform/refusal.ts'
import { RAILS } from '../../../src/providers/health.ts'
import {
  type ArmedCalls,
  type ArmedOutcome,
  NOTIFICATIONS,
  OPERATIONS,
  type Operation,
  type Target,
} from '../../../src/providers/sandbox/sandbox.ts'
import {
  type ArmedRail,
  listArmed,
  listArmedBusinesses,
  takeArmed,
  upsertArmed,
} from './rails.sql.ts'

// Arms outcomes in test mode: the next calls of a business to a rail or operation end as it says.
// armed.ts has what each outcome does.
//
//   (none), used up ──> armed       [arm]
//   armed ──> armed, one less       [take: a call of this rail or operation, by this business]
//   armed without a number ──> armed
//   armed ──> used up               [take, the last; arm with 0 times]
//
// Invariants:
//
// (1) Exactly as many calls end so as were armed, over all processes: one statement uses up each.
// (2) While nothing is armed, each process queries the database from time to time, not per call.
//     `arm` answers only after every process must have seen it.

/** The age limit of what a process remembers about armed businesses. */
export const KNOWN_MS = 500
/** Beyond this many, a process queries each business. */
const KNOWN_MAX = 1_000

export const TARGETS: Target[] = [
  ...RAILS,
  ...(Object.keys(OPERATIONS) as Operation[]),
  ...NOTIFICATIONS,
]

export type Armable = Omit<ArmedRail, 'outcome'> & { outcome: ArmedOutcome | null }

/** Every rail and operation, armed or not. */
export async function armedRailsOf(context: Context, scope: Scope): Promise<Armable[]> {
  const armed = await listArmed(context.sql, scope)
  return TARGETS.map((rail) => {
    const found = armed.find((one) => one.rail === rail)
    return found ?? { rail, outcome: null, timesLeft: 0, delayMs: null }
  })
}

/** Replaces what was armed on it before. When this returns, every process knows. */
export async function arm(context: Context, scope: Scope, armed: ArmedRail): Promise<void> {
  checkArmed(context, armed)
  await upsertArmed(context.sql, scope, armed, context.now())
  if (armed.timesLeft !== 0) await pause(KNOWN_MS)
}

function checkArmed({ config }: Context, { rail, outcome, timesLeft, delayMs }: ArmedRail): void {
  const possible = outcomesOf(rail)
  if (!possible.includes(outcome)) {
    const message = `outcome of ${rail} must be one of ${possible.join(', ')}.`
    refuseFields([{ field: 'outcome', code: 'not_allowed', message }])
  }
  // Jobs handle the calls of several businesses together, so one slow call delays them all.
  if (outcome === 'slow' && config.isProduction) {
    const message = 'outcome must not be slow in production.'
    refuseFields([{ field: 'outcome', code: 'not_allowed', message }])
  }
  if (outcome === 'slow' && delayMs === null && timesLeft !== 0) {
    const message = 'delay_ms is required if outcome is slow.'
    refuseFields([{ field: 'delay_ms', code: 'required', message }])
  }
  if (outcome !== 'slow' && delayMs !== null) {
    const message = 'delay_ms is for outcome slow only.'
    refuseFields([{ field: 'delay_ms', code: 'not_allowed', message }])
  }
}

function outcomesOf(rail: Target): ArmedOutcome[] {
  if ((NOTIFICATIONS as readonly Target[]).includes(rail)) return ['lost', 'slow']
  const isRefusable = !(rail in OPERATIONS) || OPERATIONS[rail as Operation].isRefusable
  return isRefusable ? ['down', 'timeout', 'refused', 'slow'] : ['down', 'timeout', 'slow']
}

/** For the sandbox's rails of one process. */
export function armedCalls(sql: Database): ArmedCalls {
  type Reading = { atMs: number; businesses: Promise<Set<string> | null> }
  let reading: Reading | null = null

  /** Null: too many, query each one. */
  const businesses = (): Reading['businesses'] => {
    const nowMs = performance.now()
    // Age counts from the start of the query: what was armed during it may be missing.
    if (reading !== null && nowMs - reading.atMs < KNOWN_MS) return reading.businesses
    const begun: Reading = {
      atMs: nowMs,
      businesses: listArmedBusinesses(sql, KNOWN_MAX + 1).then((all) =>
        all.length > KNOWN_MAX ? null : new Set<string>(all),
      ),
    }
    reading = begun
    begun.businesses.catch(() => {
      if (reading === begun) reading = null
    })
    return begun.businesses
  }

  return {
    async take(businessId, target, refusable) {
      if (!isUuid(businessId)) return null
      const armed = await businesses()
      if (armed !== null && !armed.has(businessId)) return null
      return takeArmed(sql, businessId, target, refusable)
    },
  }
}
