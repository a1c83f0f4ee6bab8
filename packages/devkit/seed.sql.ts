import type { Scope } from '../../src/core/context.ts'
import type { Sql } from '../../src/platform/db.ts'

export type ExampleRun = {
  state: 'running' | 'done' | 'failed'
  done: number
  total: number
  leaseUntil: Date | null
}

/** False if another run makes examples for this business. */
export async function claimRun(
  sql: Sql,
  { businessId, mode }: Scope,
  token: string,
  total: number,
  now: Date,
  leaseUntil: Date,
): Promise<boolean> {
  const [row] = await sql`
    insert into example_run as run (
      business_id, mode, token, state, done, total, lease_until, created_at, updated_at
    )
    values (
      ${businessId}, ${mode}, ${token}, 'running', 0, ${total}, ${leaseUntil}, ${now}, ${now}
    )
    on conflict (business_id, mode) do update
    set token = excluded.token, state = 'running', done = 0, total = excluded.total,
      lease_until = excluded.lease_until, created_at = excluded.created_at,
      updated_at = excluded.updated_at
    where run.state <> 'running' or run.lease_until <= ${now}
    returning token
  `
  return row !== undefined
}

/** False if the lease ended and another run has begun. */
export async function noteProgress(
  sql: Sql,
  { businessId, mode }: Scope,
  token: string,
  to: ExampleRun,
  now: Date,
): Promise<boolean> {
  const [row] = await sql`
    update example_run
    set state = ${to.state}, done = ${to.done}, lease_until = ${to.leaseUntil}, updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and token = ${token}
      and state = 'running'
    returning token
  `
  return row !== undefined
}

export async function findRun(sql: Sql, { businessId, mode }: Scope): Promise<ExampleRun | null> {
  const [row] = await sql<ExampleRun[]>`
    select state, done, total, lease_until from example_run
    where business_id = ${businessId} and mode = ${mode}
  `
  return row ?? null
}
