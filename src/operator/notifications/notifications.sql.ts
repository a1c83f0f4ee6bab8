import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { type Listed, listOf, type Page } from '../../platform/paging.ts'
import type { Claim } from '../../providers/made-by.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Rails } from '../../providers/rails.ts'

export type NotificationId = Id<'rail_notification'>

export type Kept = {
  notificationId: NotificationId
  mode: Mode
  rail: string
  sealed: string
  receivedAt: Date
  dueAt: Date | null
  tries: number
  verdict: Verdict | null
  judgedAt: Date | null
}

export const VERDICTS = [
  'credited',
  'suspended',
  'quarantined',
  'enquired',
  'not_found',
  'ignored',
] as const

export type Verdict = (typeof VERDICTS)[number]

export type Unread = Pick<Kept, 'mode' | 'rail'> & { count: number }

export async function insertNotification(sql: Sql, kept: Kept): Promise<void> {
  await sql`insert into rail_notification ${sql(kept)}`
}

/** For configured rails; others wait. */
export async function claimDue(
  sql: Sql,
  rails: Rails,
  { now, until, max }: Claim,
): Promise<Kept[]> {
  const names = [...rails.live, ...(rails.former ?? [])].flatMap(({ bank, card }) =>
    [bank, card].flatMap((one) => (one?.readNotification ? [one.name] : [])),
  )
  return sql<Kept[]>`
    update rail_notification n set due_at = ${until}, tries = tries + 1
    where notification_id in (
      select notification_id from rail_notification
      where due_at <= ${now} and rail = any(${names}::text[])
      order by due_at limit ${max}
      for update skip locked
    )
    returning *
  `
}

/** No-op if another process has judged it. */
export async function setVerdict(
  sql: Sql,
  { notificationId }: Kept,
  verdict: Verdict,
  now: Date,
): Promise<void> {
  await sql`
    update rail_notification set verdict = ${verdict}, judged_at = ${now}, due_at = null
    where notification_id = ${notificationId} and due_at is not null
  `
}

export async function postpone(sql: Sql, { notificationId }: Kept, dueAt: Date): Promise<void> {
  await sql`
    update rail_notification set due_at = ${dueAt}
    where notification_id = ${notificationId} and due_at is not null
  `
}

/** Null if there is none, or if it is due already. */
export async function judgeAgain(
  sql: Sql,
  notificationId: NotificationId,
  now: Date,
): Promise<Kept | null> {
  const [row] = await sql<Kept[]>`
    update rail_notification
    set due_at = ${now}, tries = 0, verdict = null, judged_at = null
    where notification_id = ${notificationId} and due_at is null
    returning *
  `
  return row ?? null
}

export async function findNotification(
  sql: Sql,
  notificationId: NotificationId,
): Promise<Kept | null> {
  const [row] = await sql<Kept[]>`
    select * from rail_notification where notification_id = ${notificationId}
  `
  return row ?? null
}

/** Per rail: quarantined and not judged again, or due for too long. */
export async function countUnread(sql: Sql, since: Date, dueBefore: Date): Promise<Unread[]> {
  return sql<Unread[]>`
    select mode, rail, count(*)::int as count from rail_notification
    where (verdict = 'quarantined' and received_at >= ${since})
      or (due_at is not null and received_at <= ${dueBefore})
    group by mode, rail
  `
}

/** Per rail. */
export async function listLast(sql: Sql, rails: Pick<Kept, 'mode' | 'rail'>[]) {
  return sql<Pick<Kept, 'mode' | 'rail' | 'receivedAt'>[]>`
    select r.mode, r.rail, n.received_at
    from unnest(
      ${rails.map(({ mode }) => mode)}::text[], ${rails.map(({ rail }) => rail)}::text[]
    ) as r (mode, rail)
    cross join lateral (
      select max(received_at) as received_at from rail_notification
      where mode = r.mode and rail = r.rail
    ) n
    where n.received_at is not null
  `
}

export type Filter = { rail: string | null; verdict: Verdict | 'due' | null }

/** Newest first. */
export function listNotifications(sql: Sql, filter: Filter, page: Page): Promise<Listed<Kept>> {
  const rows = sql`select * from rail_notification where ${matching(sql, filter)}`
  return listOf(sql, page, 'notificationId', rows)
}

function matching(sql: Sql, { rail, verdict }: Filter) {
  return sql`
    (${rail}::text is null or rail = ${rail})
    and (${verdict}::text is null or coalesce(verdict, 'due') = ${verdict})
  `
}

export async function deleteReceivedBefore(sql: Sql, moment: Date, max: number): Promise<number> {
  const deleted = await sql`
    delete from rail_notification
    where notification_id in (
      select notification_id from rail_notification
      where received_at < ${moment} order by received_at limit ${max}
    )
    returning 1 as one
  `
  return deleted.length
}
