import type { BusinessId, Scope } from '../../../src/core/context.ts'
import type { Sql } from '../../../src/platform/db.ts'
import type { Armed, Target } from '../../../src/providers/sandbox/sandbox.ts'

/** `timesLeft`: null until it is removed. */
export type ArmedRail = Armed & { rail: Target; timesLeft: number | null }

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
    set outcome = excluded.outcome, times_left = excluded.times_left,
      delay_ms = excluded.delay_ms, armed_at = excluded.armed_at
  `
}

export async function listArmed(sql: Sql, { businessId, mode }: Scope): Promise<ArmedRail[]> {
  return sql<ArmedRail[]>`
    select rail, outcome, times_left, delay_ms from sandbox_armed_rail
    where business_id = ${businessId} and mode = ${mode} and times_left is distinct from 0
    limit ${TARGETS_MAX}
  `
}

/** Businesses that have armed something. */
export async function listArmedBusinesses(sql: Sql, max: number): Promise<BusinessId[]> {
  const rows = await sql<{ businessId: BusinessId }[]>`
    select distinct business_id from sandbox_armed_rail
    where times_left is distinct from 0 and mode = 'test'
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
): Promise<Armed | null> {
  const [row] = await sql<Armed[]>`
    update sandbox_armed_rail
    set times_left = times_left - 1
    where business_id = ${businessId} and mode = 'test' and rail = ${target}
      and times_left is distinct from 0 and (outcome <> 'refused' or ${refusable})
    returning outcome, delay_ms
  `
  return row ?? null
}
