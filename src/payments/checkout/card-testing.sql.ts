import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { hasRow } from '../../platform/rows.ts'
import type { Mode } from '../../providers/outcomes.ts'

export type Stop = Scope & { beganAt: Date; seenAt: Date }
/** A stop whose mail is due. */
export type DueStop = Stop & { attempts: number; businessName: string; email: string }
/** `nextAt` null: sent if `sentAt` is set, else given up. */
type StopMailed = { nextAt: Date | null; sentAt: Date | null; failure: string | null }

/** False if this hour has a stop already. */
export async function insertStop(sql: Sql, stop: Stop, endsAt: Date): Promise<boolean> {
  const [row] = await sql`
    insert into card_testing ${sql({ ...stop, endsAt, nextAt: stop.seenAt })}
    on conflict do nothing
    returning began_at
  `
  return row !== undefined
}

/** Stops that may have ended, and were not told. */
export async function listEnding(sql: Sql, now: Date, max: number): Promise<Stop[]> {
  return sql<Stop[]>`
    select business_id, mode, began_at, seen_at
    from card_testing
    where ends_at <= ${now} and mode in ('test', 'live')
    order by ends_at
    limit ${max}
  `
}

/** False if another process was first. */
export function endStop(sql: Sql, { businessId, mode, beganAt }: Stop) {
  return hasRow(sql`
    update card_testing set ends_at = null
    where business_id = ${businessId} and mode = ${mode} and began_at = ${beganAt}
      and ends_at is not null
    returning began_at
  `)
}

/** Claims due stops under a lease. */
export async function claimStops(sql: Sql, modes: Mode[], now: Date, lease: Date, max: number) {
  return sql<DueStop[]>`
    with due as (
      select business_id, mode, began_at
      from card_testing
      where next_at <= ${now} and mode = any(${modes})
      order by next_at
      limit ${max}
      for update skip locked
    ), claimed as (
      update card_testing t
      set next_at = ${lease}
      from due
      where t.business_id = due.business_id and t.mode = due.mode and t.began_at = due.began_at
      returning t.*
    )
    select c.business_id, c.mode, c.began_at, c.seen_at, c.attempts, b.name as business_name,
      b.email
    from claimed c
    join business b on b.business_id = c.business_id
  `
}

/** No-op if another attempt was recorded since the claim. */
export async function recordStop(
  sql: Sql,
  { businessId, mode, beganAt, attempts }: DueStop,
  { nextAt, sentAt, failure }: StopMailed,
): Promise<void> {
  await sql`
    update card_testing
    set next_at = ${nextAt}, sent_at = ${sentAt}, failure = ${failure}, attempts = ${attempts + 1}
    where business_id = ${businessId} and mode = ${mode} and began_at = ${beganAt}
      and attempts = ${attempts} and next_at is not null
  `
}
