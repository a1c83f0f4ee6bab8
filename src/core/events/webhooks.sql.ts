import { rowsOf, type Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { hasRow } from '../../platform/rows.ts'
import type { Scope } from '../context.ts'
import type { EventType } from './types.ts'

/** Subscribes to every type of event, also to those of later versions. */
export const EVERY_EVENT = '*'

export const WEBHOOK_ROUTES = ['standard', 'dedicated_virtual_account'] as const

export type Route = (typeof WEBHOOK_ROUTES)[number]

/** Names an endpoint: one of the two URLs of the settings, or an added endpoint by its id. */
export type EndpointKey = Route | AddedKey
export type AddedKey = `whk_${string}`

export function isAdded(key: EndpointKey): key is AddedKey {
  return key.startsWith('whk_')
}

/** How events name an endpoint. */
export function toldOf(key: EndpointKey) {
  return isAdded(key) ? { which: 'added', endpointId: key } : { which: key }
}

/** The formats of events. The service passes the formatter of `paystack` to the deliverer. */
export const formats = ['standard', 'paystack'] as const

export type WebhookFormat = (typeof formats)[number]

export type EventId = Id<'event'>

export type NewEvent = Scope & {
  id: EventId
  type: EventType
  route: Route
  /** From `eventBody`. Signed and sent as it is. */
  payload: string
  /** The payment that it is about. */
  transactionId?: string
  at: Date
}

export type WebhookEndpoint = Scope & {
  route: Route
  url: string | null
  events: (EventType | typeof EVERY_EVENT)[]
  format: WebhookFormat
  /** The version of the API that events are sent in. */
  apiVersion: string
  secretHint: string
  previousUntil: Date | null
  /** Since the last success. */
  failures: number
  failingSince: Date | null
  /** The next probe of a failing endpoint. */
  probeAt: Date | null
  disabledAt: Date | null
  disabledReason: 'gone' | 'failing' | null
}

/** A problem of a webhook URL. Each kind is inserted once per outage. */
export type WebhookNotice<Key extends EndpointKey = EndpointKey> = {
  route: Key
  kind: 'failing_24h' | 'failing_72h' | 'turned_off'
  /** When it began to fail. */
  since: Date
  url: string
  createdAt: Date
}

export type SealedSecret = { secret: string; secretHint: string }

/** All events must have the same `at`. */
export async function emitEvents(sql: Sql, events: NewEvent[]): Promise<void> {
  await sql`
    select event_emit(
      events => array(select e from ${eventRows(sql, events)} e), emitted => ${events[0]!.at}
    )
  `
}

/** As functions of the database take them. `causeId`: of what makes the event true. */
export function eventRows(sql: Sql, events: (NewEvent & { causeId?: string })[]) {
  const rows = events.map(({ id, at: _, ...event }) => ({ ...event, eventId: id }))
  return rowsOf(sql, 'emitted_event', rows)
}

export async function insertEndpoints(
  sql: Sql,
  { businessId, mode }: Scope,
  now: Date,
  endpoints: (SealedSecret & { route: Route; apiVersion: string })[],
): Promise<void> {
  const rows = endpoints.map((endpoint) => ({
    businessId,
    mode,
    ...endpoint,
    createdAt: now,
    updatedAt: now,
  }))
  await sql`insert into webhook_endpoint ${sql(rows)}`
}

/** Both URLs of the settings. */
export async function listEndpoints(sql: Sql, { businessId, mode }: Scope) {
  return sql<WebhookEndpoint[]>`
    select business_id, mode, route, url, events, format, api_version, secret_hint, previous_until,
      failures, failing_since, probe_at, disabled_at, disabled_reason
    from webhook_endpoint
    where business_id = ${businessId} and mode = ${mode} and route = any(${WEBHOOK_ROUTES})
    order by route
    limit 2
  `
}

/** Until COMMIT, nobody else changes them. */
export async function lockEndpoints(sql: Sql, { businessId, mode }: Scope) {
  return sql<WebhookEndpoint[]>`
    select * from webhook_endpoint
    where business_id = ${businessId} and mode = ${mode} and route = any(${WEBHOOK_ROUTES})
    order by business_id, mode, route
    limit 2
    for no key update
  `
}

export async function findSealedSecret(
  sql: Sql,
  { businessId, mode }: Scope,
  route: EndpointKey,
): Promise<string | null> {
  const [row] = await sql<{ secret: string }[]>`
    select secret from webhook_endpoint
    where business_id = ${businessId} and mode = ${mode} and route = ${route}
  `
  return row?.secret ?? null
}

/** Of the URLs of the settings, newest first. */
export async function listNotices(sql: Sql, { businessId, mode }: Scope) {
  return sql<WebhookNotice<Route>[]>`
    select route, kind, since, url, created_at
    from webhook_notice
    where business_id = ${businessId} and mode = ${mode} and route = any(${WEBHOOK_ROUTES})
    order by created_at desc, kind
    limit 20
  `
}

export async function updateEndpoints(
  sql: Sql,
  { businessId, mode }: Scope,
  routes: readonly Route[],
  change: Partial<Omit<WebhookEndpoint, 'events'>> & { events?: string[]; updatedAt: Date },
): Promise<void> {
  await sql`
    update webhook_endpoint set ${sql(change)}
    where business_id = ${businessId} and mode = ${mode} and route = any(${routes})
  `
}

/** False if there is no such endpoint. */
export function replaceSecret(
  sql: Sql,
  { businessId, mode }: Scope,
  route: EndpointKey,
  next: SealedSecret & { previousUntil: Date | null; now: Date },
) {
  const { secret, secretHint, previousUntil, now } = next
  return hasRow(sql`
    update webhook_endpoint w
    set previous_secret = case when ${previousUntil}::timestamptz is not null then w.secret end,
      previous_until = ${previousUntil}::timestamptz,
      secret = ${secret}, secret_hint = ${secretHint}, updated_at = ${now},
      version = version + 1
    where business_id = ${businessId} and mode = ${mode} and route = ${route}
      and (url is not null or not starts_with(route, 'whk_'))
    returning route
  `)
}

/** The oldest due time among endpoints that are not failing; null if nothing is due. */
export async function findOldestDue(sql: Sql, now: Date, failuresMax: number) {
  const [row] = await sql<[{ since: Date | null }]>`
    select min(q.next_at) as since
    from webhook_queue q
    where q.next_at <= ${now} and not exists (
      select from webhook_endpoint w
      where w.business_id = q.business_id and w.mode = q.mode and w.route = q.endpoint
        and w.failures >= ${failuresMax}
    )
  `
  return row.since
}

/** Due deliveries of all endpoints. Counts at most `max`. */
export async function countDeliveriesDue(sql: Sql, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select d.business_id, d.mode, d.event_id
      from webhook_queue q
      cross join (values (false), (true)) as lane (is_retry)
      cross join lateral (
        select business_id, mode, event_id from delivery
        where business_id = q.business_id and mode = q.mode and endpoint = q.endpoint
          and is_retry = lane.is_retry and state = 'pending' and next_at <= ${now}
        limit ${max}
      ) d
      where q.next_at <= ${now}
      limit ${max}
    ) due
  `
  return row.count
}
