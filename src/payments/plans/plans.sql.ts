import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { Interval } from './periods.ts'

export type PlanId = Id<'plan'>
type PlanKey = Scope & { planId: PlanId }

export type Plan = PlanKey & {
  name: string
  description: string | null
  /** For one period of one unit. */
  amount: Kobo
  interval: Interval
  /** How many periods are charged. Null: until it is cancelled. */
  times: number | null
  /** After the last charge of an invoice has failed. */
  ifUnpaid: 'cancel' | 'keep'
  active: boolean
  /** JSON, as sent. */
  metadata: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** False if an earlier attempt inserted it. */
export function insertPlan(sql: Sql, plan: Plan): Promise<boolean> {
  return hasRow(sql`insert into plan ${sql(plan)} on conflict do nothing returning 1`)
}

export function findPlan(sql: Sql, { businessId, mode, planId }: PlanKey) {
  return firstRow(sql<Plan[]>`
    select * from plan
    where business_id = ${businessId} and mode = ${mode} and plan_id = ${planId}
  `)
}

/** Null if it has changed since it was read. */
export function updatePlan(
  sql: Sql,
  { businessId, mode, planId, version }: Plan,
  change: Partial<Plan>,
) {
  return firstRow(sql<Plan[]>`
    update plan set ${sql({ ...change, version: version + 1 })}
    where business_id = ${businessId} and mode = ${mode} and plan_id = ${planId}
      and version = ${version}
    returning *
  `)
}

/** Newest first. */
export function listPlans(sql: Sql, { businessId, mode }: Scope, page: Page) {
  const rows = sql`select * from plan where business_id = ${businessId} and mode = ${mode}`
  return listOf<Plan>(sql, page, 'planId', rows)
}
