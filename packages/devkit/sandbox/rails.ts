import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Scope } from '../../../src/core/context.ts'
import type { Database } from '../../../src/platform/db.ts'
import { isUuid } from '../../../src/platform/ids.ts'
import { refuseFields } from '../../../src/platform/refusal.ts'
import { RAILS } from '../../../src/providers/health.ts'
import {
  type ArmedCalls,
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

// How the next calls of a business to a rail, or of one operation, end in test mode: armed.ts says
// what each outcome does.
//
//   (none), used up ──> armed       [arm]
//   armed ──> armed, one less       [take: a call of this rail or operation, by this business]
//   armed ──> used up               [take, the last; arm with 0 times]
//
// Invariants:
// (1) So many calls as were armed end so and no more, in all processes together, whatever runs in
//     parallel: each uses up one by itself, in one statement.
// (2) Where nothing is armed, the database is asked once in a while by each process, and not by
//     each call. That something was armed is answered when every process knows of it.

/** What a process knows of who has armed anything is at most so old. */
export const KNOWN_MS = 500
/** Where more have, each business is asked about. */
const KNOWN_MAX = 1_000

export const TARGETS: Target[] = [...RAILS, ...(Object.keys(OPERATIONS) as Operation[])]

/** Every rail and operation, armed or not. */
export async function armedRailsOf(context: Context, scope: Scope) {
  const armed = await listArmed(context.sql, scope)
  return TARGETS.map((rail) => {
    const found = armed.find((one) => one.rail === rail)
    return { rail, outcome: found?.outcome ?? null, timesLeft: found?.timesLeft ?? 0 }
  })
}

/** What was armed on it before is forgotten. Once it is answered, every process knows. */
export async function arm(context: Context, scope: Scope, armed: ArmedRail): Promise<void> {
  const { rail, outcome } = armed
  if (outcome === 'refused' && rail in OPERATIONS && !OPERATIONS[rail as Operation].isRefusable) {
    const message = `outcome must be down or timeout: ${rail} cannot be rejected.`
    refuseFields([{ field: 'outcome', code: 'not_allowed', message }])
  }
  await upsertArmed(context.sql, scope, armed, context.now())
  if (armed.timesLeft > 0) await pause(KNOWN_MS)
}

/** For the sandbox's rails of one process. */
export function armedCalls(sql: Database): ArmedCalls {
  type Reading = { atMs: number; businesses: Promise<Set<string> | null> }
  let reading: Reading | null = null

  /** Null: so many that each must be asked about. */
  const businesses = (): Reading['businesses'] => {
    const nowMs = performance.now()
    // By when it was begun: what is older may not know of what was armed since.
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
