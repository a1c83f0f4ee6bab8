import type { BusinessId } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Mode } from '../../providers/outcomes.ts'

/** New calls; or payouts, refunds, returns and reversals, including those in progress. */
export const STOPS = ['new', 'outgoing'] as const

export type OffSwitch = {
  stops: (typeof STOPS)[number]
  mode: Mode
  /** `ALL_RAILS`: all of the mode, for `outgoing` only. */
  rail: string
  /** Null: for all businesses. */
  businessId: BusinessId | null
  businessName: string | null
  reason: string
  offBy: string
  offAt: Date
}

type Row = Omit<OffSwitch, 'businessName'>
type Which = Pick<Row, 'stops' | 'mode' | 'rail' | 'businessId'>

/** Keeps the operator who switched it off first. */
export async function insertSwitch(sql: Sql, off: Row): Promise<void> {
  await sql`insert into rail_switch ${sql(off)} on conflict do nothing`
}

export async function deleteSwitch(
  sql: Sql,
  { stops, mode, rail, businessId }: Which,
): Promise<void> {
  await sql`
    delete from rail_switch
    where stops = ${stops} and mode = ${mode} and rail = ${rail}
      and business_id is not distinct from ${businessId}::uuid
  `
}

/** The number of switches for single businesses. */
export async function countSwitches(sql: Sql, { stops, mode, rail }: Which): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from rail_switch
    where stops = ${stops} and mode = ${mode} and rail = ${rail} and business_id is not null
  `
  return row.count
}

/** Oldest first. */
export async function listSwitches(sql: Sql): Promise<Row[]> {
  return sql<Row[]>`
    select stops, mode, rail, business_id, reason, off_by, off_at from rail_switch
    order by off_at, business_id
  `
}

export async function listNames(sql: Sql, ids: BusinessId[]) {
  return sql<{ businessId: BusinessId; name: string }[]>`
    select business_id, name from business where business_id = any(${ids}::uuid[])
  `
}
