import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Mode } from '../../providers/outcomes.ts'

export const ALARMS = [
  'balance_below_floor',
  'unknown_for_long',
  'notification_unread',
  'statement_not_matching',
  'credentials_refused',
  'refund_needs_account',
] as const

export type AlarmKind = (typeof ALARMS)[number]

export type AlarmName = { kind: AlarmKind; mode: Mode; rail: string }

export type Alarm = AlarmName & { alarmId: Id<'alarm'>; detail: string; beganAt: Date }

/** False if it is open already. */
export async function insertAlarm(sql: Sql, alarm: Alarm): Promise<boolean> {
  const [row] = await sql`
    insert into alarm ${sql(alarm)} on conflict do nothing
    returning alarm_id
  `
  return row !== undefined
}

/** False if it is not open. */
export async function setEnded(
  sql: Sql,
  { kind, mode, rail }: AlarmName,
  now: Date,
): Promise<boolean> {
  const [row] = await sql`
    update alarm set ended_at = greatest(began_at, ${now})
    where kind = ${kind} and mode = ${mode} and rail = ${rail} and ended_at is null
    returning alarm_id
  `
  return row !== undefined
}

/** Oldest first. */
export async function listOpen(sql: Sql): Promise<Alarm[]> {
  return sql<Alarm[]>`
    select alarm_id, kind, mode, rail, detail, began_at from alarm
    where ended_at is null
    order by began_at, alarm_id
    limit 1000
  `
}

/** Returns how many. */
export async function deleteEnded(sql: Sql, before: Date, max: number): Promise<number> {
  const rows = await sql`
    delete from alarm
    where alarm_id in (select alarm_id from alarm where ended_at < ${before} limit ${max})
    returning alarm_id
  `
  return rows.length
}
