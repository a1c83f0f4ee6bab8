import type { BusinessId, Scope } from '../../../src/core/context.ts'
import type { Sql } from '../../../src/platform/db.ts'
import type { ArmedOutcome, Target } from '../../../src/providers/sandbox/sandbox.ts'

export type ArmedRail = { rail: Target; outcome: ArmedOutcome; timesLeft: number }

/** Above the number of rails and operations. */
const TARGETS_MAX = 100

export async function upsertArmed(
  sql: Sql,
  { businessId, mode }: Scope,
  armed: ArmedRail,
  now: Date,
): Promise<void> {
  const row = { businessId, mode, ...armed, armedAt: now }
  await sql`
    insert into sandbox_armed_rail ${sql(row)}
    on conflict (business_id, mode, rail) do update
    set outcome = excluded.outcome, times_left = excluded.times_left, armed_at = excluded.armed_at
  `
}

export async function listArmed(sql: Sql, { businessId, mode }: Scope): Promise<ArmedRail[]> {
  return sql<ArmedRail[]>`
    select rail, outcome, times_left from sandbox_armed_rail
    where business_id = ${businessId} and mode = ${mode} and times_left > 0
    limit ${TARGETS_MAX}
  `
}

/** Businesses that have armed something. */
export async function listArmedBusinesses(sql: Sql, max: number): Promise<BusinessId[]> {
  const rows = await sql<{ businessId: BusinessId }[]>`
    select distinct business_id from sandbox_armed_rail
    where times_left > 0 and mode = 'test'
    limit ${max}
  `
  return rows.map(({ businessId }) => businessId)
}

/** Uses up one armed call, if there is one. Concurrent calls each use up their own. */
export async function takeArmed(
  sql: Sql,
  businessId: string,
  target: Target,
  refusable: boolean,
): Promise<ArmedOutcome | null> {
  const [row] = await sql<{ outcome: ArmedOutcome }[]>`
    update sandbox_armed_rail
    set times_left = times_left - 1
    where business_id = ${businessId} and mode = 'test' and rail = ${target} and times_left > 0
      and (outcome <> 'refused' or ${refusable})
    returning outcome
  `
  return row?.outcome ?? null
}
