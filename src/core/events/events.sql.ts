import type { Sql } from '../../platform/db.ts'
import {
  countCapped,
  countUnlessFull,
  type Listed,
  listOf,
  type Page,
} from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { Scope } from '../context.ts'
import type { Secrets } from './signing-keys.ts'
import type { EventType } from './types.ts'
import type { EventId, NewEvent, Route, WebhookFormat } from './webhooks.sql.ts'

export type EventKey = Scope & { eventId: EventId }

type DeliveryState = 'pending' | 'delivered' | 'failed'

export type EventRow = EventKey & {
  type: EventType
  route: Route
  /** The body that is sent. */
  payload: string
  createdAt: Date
} & (
    | {
        state: DeliveryState
        endpoint: Route
        attempts: number
        nextAt: Date | null
        lastStatus: number | null
        lastError: string | null
      }
    /** Not sent: no URL, or no subscription. */
    | { state: null }
  )

export type Attempt = {
  attempt: number
  url: string
  status: number | null
  error: string | null
  answer: string
  latencyMs: number
  createdAt: Date
}

/** Newest first. */
export function listEvents(sql: Sql, scope: Scope, page: Page): Promise<Listed<EventRow>> {
  const { businessId, mode } = scope
  const rows = sql`
    select ${eventColumns(sql)}
    from event e
    left join delivery d using (business_id, mode, event_id)
    where e.business_id = ${businessId} and e.mode = ${mode}
  `
  const countAll = () => countCapped(sql, sql`${rows} ${page.where?.(sql) ?? sql``}`)
  const count = () => countUnlessFull(scope, ['event', page.list], countAll)
  return listOf(sql, page, 'eventId', rows, count)
}

/** The first hundred about this payment, oldest first. */
export async function listRowsAbout(
  sql: Sql,
  { businessId, mode }: Scope,
  transactionId: string,
): Promise<EventRow[]> {
  return sql<EventRow[]>`
    select ${eventColumns(sql)}
    from event e
    left join delivery d using (business_id, mode, event_id)
    where e.business_id = ${businessId} and e.mode = ${mode}
      and e.transaction_id = ${transactionId}
    order by e.event_id
    limit 100
  `
}

export function findRow(sql: Sql, { businessId, mode, eventId }: EventKey) {
  return firstRow(sql<EventRow[]>`
    select ${eventColumns(sql)}
    from event e
    left join delivery d using (business_id, mode, event_id)
    where e.business_id = ${businessId} and e.mode = ${mode} and e.event_id = ${eventId}
  `)
}

/** The last hundred, newest first. */
export async function listAttempts(sql: Sql, { businessId, mode, eventId }: EventKey) {
  return sql<Attempt[]>`
    select attempt, url, status, error, answer, latency_ms, created_at
    from delivery_attempt
    where business_id = ${businessId} and mode = ${mode} and event_id = ${eventId}
    order by attempt desc
    limit 100
  `
}

/** Up to `max` ids of the range, oldest first. */
export async function listIds(
  sql: Sql,
  { businessId, mode }: Scope,
  range: { above: string; until: string; onlyFailed: boolean; max: number },
): Promise<EventId[]> {
  const { above, until, onlyFailed, max } = range
  const rows = await sql<{ eventId: EventId }[]>`
    select e.event_id
    from event e
    left join delivery d using (business_id, mode, event_id)
    where e.business_id = ${businessId} and e.mode = ${mode}
      and e.event_id > ${above} and e.event_id < ${until}
      and ${onlyFailed ? sql`d.state = 'failed'` : sql`true`}
    order by e.event_id
    limit ${max}
  `
  return rows.map(({ eventId }) => eventId)
}

/** Returns how many will be sent. */
export async function resendIds(
  sql: Sql,
  { businessId, mode }: Scope,
  ids: EventId[],
  now: Date,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select event_resend(${businessId}, ${mode}, ${ids}::uuid[], ${now}) as count
  `
  return row.count
}

/** Nobody subscribes to this event: `resendIds` makes its delivery. */
export async function insertTestEvent(sql: Sql, event: NewEvent): Promise<void> {
  const { businessId, mode, id, type, route, payload, at } = event
  await sql`
    insert into event (business_id, mode, event_id, type, route, payload, created_at)
    values (${businessId}, ${mode}, ${id}, ${type}, ${route}, ${payload}, ${at})
  `
}

/** Whether a URL receives events of this route. */
export function hasTarget(sql: Sql, { businessId, mode }: Scope, route: Route) {
  return hasRow(sql`select from webhook_target(${businessId}, ${mode}, ${route})`)
}

/** Returns how many were deleted. */
export async function forgetOld(sql: Sql, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select event_forget(${max}) as count`
  return row.count
}

function eventColumns(sql: Sql) {
  return sql`
    e.business_id, e.mode, e.event_id, e.type, e.route, e.payload, e.created_at, d.state,
    d.endpoint, d.attempts, d.next_at, d.last_status, d.last_error
  `
}

/** Its delivery has this state. `none`: it has no delivery. */
export function isInState(sql: Sql, state: DeliveryState | 'none') {
  return state === 'none' ? sql`d.state is null` : sql`d.state = ${state}`
}

/** Events after this id that are not in `known`, oldest first. */
export async function listAfter(
  sql: Sql,
  { businessId, mode }: Scope,
  above: string,
  known: EventId[],
  max: number,
) {
  return sql<{ eventId: EventId; route: Route; payload: string }[]>`
    select event_id, route, payload
    from event
    where business_id = ${businessId} and mode = ${mode} and event_id > ${above}
      and event_id <> all(${known}::uuid[])
    order by event_id
    limit ${max}
  `
}

export async function findEndpoints(sql: Sql, { businessId, mode }: Scope) {
  return sql<({ route: Route; url: string | null; format: WebhookFormat } & Secrets)[]>`
    select route, url, format, secret, previous_secret, previous_until
    from webhook_endpoint
    where business_id = ${businessId} and mode = ${mode}
    limit 2
  `
}
