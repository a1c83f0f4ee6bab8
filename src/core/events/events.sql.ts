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
import {
  type AddedKey,
  type EndpointKey,
  type EventId,
  type NewEvent,
  type Route,
  WEBHOOK_ROUTES,
  type WebhookFormat,
} from './webhooks.sql.ts'

export type EventKey = Scope & { eventId: EventId }

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export type EventRow = EventKey & {
  type: EventType
  route: Route
  /** The body that is sent. */
  payload: string
  createdAt: Date
  /** To a URL of the settings first. Empty: not sent, without a URL or a subscription. */
  deliveries: Delivery[]
}

export type Delivery = {
  endpoint: EndpointKey
  state: DeliveryState
  attempts: number
  /** As text, because it comes in JSON. */
  nextAt: string | null
  lastStatus: number | null
  lastError: string | null
  /** How long the last attempt took. */
  latencyMs: number | null
}

/** How many of the newest events are searched for a text. */
const SEARCHED_MAX = 10_000

/** `settings`: either URL of the settings, because an event goes to one of them. */
export type Place = AddedKey | 'settings'

export type Attempt = {
  endpoint: Place
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
    where e.business_id = ${businessId} and e.mode = ${mode} and e.event_id = ${eventId}
  `)
}

/** The last hundred, newest first. */
export async function listAttempts(sql: Sql, { businessId, mode, eventId }: EventKey) {
  return sql<Attempt[]>`
    select endpoint, attempt, url, status, error, answer, latency_ms, created_at
    from delivery_attempt
    where business_id = ${businessId} and mode = ${mode} and event_id = ${eventId}
    order by created_at desc, endpoint desc, attempt desc
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
    where e.business_id = ${businessId} and e.mode = ${mode}
      and e.event_id > ${above} and e.event_id < ${until}
      and ${onlyFailed ? isInState(sql, 'undelivered') : sql`true`}
    order by e.event_id
    limit ${max}
  `
  return rows.map(({ eventId }) => eventId)
}

/** `to`: to this endpoint only. */
export type Again = { to?: Place | undefined; onlyFailed?: boolean }

/** Returns how many deliveries will be made. */
export async function resendIds(
  sql: Sql,
  { businessId, mode }: Scope,
  ids: EventId[],
  now: Date,
  { to, onlyFailed = false }: Again = {},
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select delivery_resend(
      ${businessId}, ${mode}, ${ids}::uuid[], ${to ?? null}, ${onlyFailed}, ${now}
    ) as count
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

/** Whether a URL of the settings receives events of this route. */
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
    e.business_id, e.mode, e.event_id, e.type, e.route, e.payload, e.created_at,
    coalesce(
      (
        select json_agg(
          json_build_object(
            'endpoint', d.endpoint, 'state', d.state, 'attempts', d.attempts,
            'nextAt', d.next_at, 'lastStatus', d.last_status, 'lastError', d.last_error,
            'latencyMs', a.latency_ms
          ) order by starts_with(d.endpoint, 'whk_'), d.endpoint
        )
        from delivery d
        left join delivery_attempt a on a.business_id = d.business_id and a.mode = d.mode
          and a.event_id = d.event_id and a.attempt = d.attempts
          and a.endpoint = case
            when starts_with(d.endpoint, 'whk_') then d.endpoint else 'settings'
          end
        where d.business_id = e.business_id and d.mode = e.mode and d.event_id = e.event_id
      ),
      '[]'
    ) as deliveries
  `
}

/** Failed, or to be retried: what a resend of failed deliveries sends again. */
const UNDELIVERED = 'undelivered'

/** One of its deliveries has this state. `none`: it has no delivery. */
export function isInState(sql: Sql, state: DeliveryState | typeof UNDELIVERED | 'none') {
  const delivery = sql`
    select from delivery d
    where d.business_id = e.business_id and d.mode = e.mode and d.event_id = e.event_id
  `
  if (state === 'none') return sql`not exists (${delivery})`
  return state === UNDELIVERED
    ? sql`exists (${delivery} and (d.state = 'failed' or (d.state = 'pending' and d.is_retry)))`
    : sql`exists (${delivery} and d.state = ${state})`
}

/**
 * It is about this reference, id or other value: all events of a payment with the reference, and
 * the newest events whose data has the value.
 */
export function isAbout(sql: Sql, text: string, { businessId, mode }: Scope) {
  return sql`
    e.event_id in (
      select known.event_id
      from transaction t
      join event known on known.transaction_id = t.id
        and known.business_id = t.business_id and known.mode = t.mode
      where t.business_id = ${businessId} and t.mode = ${mode} and t.reference = ${text}
      union all
      select recent.event_id
      from (
        select newest.event_id, newest.payload
        from event newest
        where newest.business_id = ${businessId} and newest.mode = ${mode}
        order by newest.event_id desc
        limit ${SEARCHED_MAX}
      ) recent
      where position(${JSON.stringify(text)} in recent.payload) > 0
    )
  `
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
    where business_id = ${businessId} and mode = ${mode} and route = any(${WEBHOOK_ROUTES})
    limit 2
  `
}

/** The endpoint that a place means for an event of this route; null if it has no URL. */
export function findTarget(sql: Sql, { businessId, mode }: Scope, route: Route, place: Place) {
  return firstRow(sql<Target[]>`
    select route, url, format, api_version, secret, previous_secret, previous_until
    from webhook_endpoint
    where business_id = ${businessId} and mode = ${mode} and url is not null and route = ${
      place === 'settings'
        ? sql`(select t.route from webhook_target(${businessId}, ${mode}, ${route}) t)`
        : sql`${place}`
    }
  `)
}

type Target = Secrets & {
  route: EndpointKey
  url: string
  format: WebhookFormat
  apiVersion: string
}
