import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import type { Scope } from '../context.ts'
import type { EndpointKey, EventId, WebhookFormat } from './webhooks.sql.ts'

// The deliverer's statements: claim, record, release. All work on arrays.

/** `endpoint`: the queue that it waits in. */
type DeliveryKey = Scope & { eventId: EventId; endpoint: EndpointKey }

/** The endpoint that receives the event. */
type Target = {
  targetRoute: EndpointKey
  url: string
  secret: string
  previousSecret: string | null
  previousUntil: Date | null
  disabledAt: Date | null
  format: WebhookFormat
  apiVersion: string
  /** Consecutive failures, as recorded at the claim. */
  failures: number
}

export type Claim = DeliveryKey & {
  leaseToken: string
  /** Earlier attempts. */
  attempts: number
  /** The attempts before the last resend. */
  begunAfter: number
  /** A resend: sent even while the endpoint is off. */
  forced: boolean
  /** A probe of a failing endpoint. */
  isProbe: boolean
  payload: string
} & (Target | { [Part in keyof Target]: null })

export type Busy = Scope & { endpoint: EndpointKey; inFlight: number }

/**
 * Claims the heads of each endpoint's two queues, first attempts before retries, without reading
 * the backlog behind them. Endpoints with the fewest deliveries in flight come first. A failing
 * endpoint gets one probe a minute, from one worker, so that a receiver that hangs cannot take all
 * slots. An endpoint that is off gets resends only; its other deliveries fail.
 *
 * Rows are found again by `ctid`; one that moved since the statement began waits for the next
 * claim. `webhook_target` runs only if the event does not go to the queue's own endpoint.
 *
 * `offset 0` forces one lookup per event: the plan is made once, and a plan made over empty tables
 * read all events for each claimed one.
 */
export async function claimDeliveries(
  sql: Sql,
  claim: {
    now: Date
    leaseUntil: Date
    token: string
    /** Claims from the queues of these businesses; null: of all. */
    whose: Scope[] | null
    /** The queues with deliveries in flight. */
    busy: Busy[]
    max: number
    perEndpointMax: number
    failuresMax: number
    probesMax: number
    nextProbeAt: Date
  },
) {
  const { now, leaseUntil, token, whose, busy, max, perEndpointMax } = claim
  const { failuresMax, probesMax, nextProbeAt } = claim
  return sql<Claim[]>`
    with queued as materialized (
      select business_id, mode, endpoint, min(next_at) as next_at,
        sum(in_flight)::integer as in_flight
      from (
        select business_id, mode, endpoint, next_at, 0 as in_flight
        from (${whose === null ? sql`table webhook_queue` : queuesOf(sql, whose)}) queue
        union all
        select business_id, mode, endpoint, null, in_flight
        from unnest(
          ${busy.map(({ businessId }) => businessId)}::uuid[],
          ${busy.map(({ mode }) => mode)}::text[],
          ${busy.map(({ endpoint }) => endpoint)}::text[],
          ${busy.map(({ inFlight }) => inFlight)}::integer[]
        ) as busy (business_id, mode, endpoint, in_flight)
      ) known
      group by business_id, mode, endpoint
      having min(next_at) <= ${now}
    ),
    probed as (
      update webhook_endpoint w
      set probe_at = ${nextProbeAt}
      from (
        select queued.*
        from queued
        join webhook_endpoint w on w.business_id = queued.business_id and w.mode = queued.mode
          and w.route = queued.endpoint
        where w.failures >= ${failuresMax} and w.disabled_at is null and queued.in_flight = 0
          and (w.probe_at is null or w.probe_at <= ${now})
        order by w.probe_at nulls first
        limit ${probesMax}
        for update of w skip locked
      ) queue
      where w.business_id = queue.business_id and w.mode = queue.mode and w.route = queue.endpoint
      returning queue.*, 1 as slots, true as is_probe, w.url, w.secret, w.previous_secret,
        w.previous_until, w.disabled_at, w.failures, w.format, w.api_version
    ),
    waiting as (
      select queue.*, ${perEndpointMax}::integer as slots, false as is_probe, w.url, w.secret,
        w.previous_secret, w.previous_until, w.disabled_at, w.failures, w.format, w.api_version
      from queued queue
      join webhook_endpoint w on w.business_id = queue.business_id and w.mode = queue.mode
        and w.route = queue.endpoint
      where w.failures < ${failuresMax} or w.disabled_at is not null
      union all
      select * from probed
      order by in_flight, next_at
    ),
    due as materialized (
      select head.row_at, waiting.is_probe, waiting.url, waiting.secret, waiting.previous_secret,
        waiting.previous_until, waiting.disabled_at, waiting.failures, waiting.format,
        waiting.api_version
      from waiting
      cross join lateral (
        select d.row_at
        from (values (false), (true)) as lane (is_retry)
        cross join lateral (
          select d.ctid as row_at
          from delivery d
          where d.business_id = waiting.business_id and d.mode = waiting.mode
            and d.endpoint = waiting.endpoint and d.state = 'pending'
            and d.is_retry = lane.is_retry and d.next_at <= ${now}
            and (d.lease_until is null or d.lease_until <= ${now})
          order by d.next_at
          limit greatest(0, waiting.slots - waiting.in_flight)
          for update skip locked
        ) d
        limit greatest(0, waiting.slots - waiting.in_flight)
      ) head
      limit ${max}
    ),
    claimed as (
      update delivery d
      set lease_until = ${leaseUntil}, lease_token = ${token}
      from due
      where d.ctid = due.row_at
      returning d.business_id, d.mode, d.event_id, d.endpoint, d.attempts, d.begun_after, d.forced,
        d.lease_token, due.*
    )
    select claimed.business_id, claimed.mode, claimed.event_id, claimed.endpoint, claimed.attempts,
      claimed.begun_after, claimed.forced, claimed.lease_token, claimed.is_probe, event.payload,
      target.*
    from claimed
    cross join lateral (
      select e.route, e.payload
      from event e
      where e.business_id = claimed.business_id and e.mode = claimed.mode
        and e.event_id = claimed.event_id
      offset 0
    ) event
    left join lateral (
      select claimed.endpoint as target_route, claimed.url, claimed.secret,
        claimed.previous_secret, claimed.previous_until, claimed.disabled_at, claimed.failures,
        claimed.format, claimed.api_version
      where claimed.url is not null
        and (claimed.endpoint = event.route or starts_with(claimed.endpoint, 'whk_'))
      union all
      select w.route, w.url, w.secret, w.previous_secret, w.previous_until, w.disabled_at,
        w.failures, w.format, w.api_version
      from webhook_target(claimed.business_id, claimed.mode, event.route) w
      where (claimed.url is null or claimed.endpoint <> event.route)
        and not starts_with(claimed.endpoint, 'whk_')
    ) target on true
  `
}

/** The heads of both queues of each endpoint: two index lookups per endpoint. */
function queuesOf(sql: Sql, whose: Scope[]) {
  return sql`
    select notified.business_id, notified.mode, queue.endpoint, head.next_at
    from unnest(
      ${whose.map(({ businessId }) => businessId)}::uuid[],
      ${whose.map(({ mode }) => mode)}::text[]
    ) as notified (business_id, mode)
    cross join lateral (
      select w.route as endpoint
      from webhook_endpoint w
      where w.business_id = notified.business_id and w.mode = notified.mode
      offset 0
    ) queue
    cross join (values (false), (true)) as lane (is_retry)
    cross join lateral (
      select d.next_at
      from delivery d
      where d.business_id = notified.business_id and d.mode = notified.mode
        and d.endpoint = queue.endpoint and d.state = 'pending' and d.is_retry = lane.is_retry
      order by d.next_at
      limit 1
    ) head
  `
}

export type Marked = DeliveryKey & {
  leaseToken: string
  state: 'pending' | 'delivered' | 'failed'
  nextAt: Date | null
  /** Where it was sent. */
  target: EndpointKey
  status: number | null
  error: string | null
  /** Null if nothing was sent: that is no attempt. */
  sent: { url: string; answer: string; latencyMs: number } | null
}

/**
 * Records the results of deliveries whose lease is still ours; returns their places among the
 * marks, from 1. A leased delivery is pending. (With that condition, the plan can read a whole
 * queue for each row: 184 ms instead of 2 with a backlog of 200,000.)
 */
export async function markDeliveries(sql: Sql, now: Date, marks: Marked[]): Promise<Set<number>> {
  const [row] = await sql<[{ ours: number[] }]>`
    with mark as (
      select * from unnest(
        ${marks.map(({ businessId }) => businessId)}::uuid[],
        ${marks.map(({ mode }) => mode)}::text[],
        ${marks.map(({ eventId }) => eventId)}::uuid[],
        ${marks.map(({ leaseToken }) => leaseToken)}::uuid[],
        ${marks.map(({ state }) => state)}::text[],
        ${marks.map(({ nextAt }) => nextAt?.toISOString() ?? null)}::timestamptz[],
        ${marks.map(({ endpoint }) => endpoint)}::text[],
        ${marks.map(({ target }) => target)}::text[],
        ${marks.map(({ status }) => status)}::smallint[],
        ${marks.map(({ error }) => error)}::text[],
        ${marks.map(({ sent }) => sent?.url ?? null)}::text[],
        ${marks.map(({ sent }) => sent?.answer ?? null)}::text[],
        ${marks.map(({ sent }) => sent?.latencyMs ?? null)}::integer[]
      ) with ordinality as m (
        business_id, mode, event_id, lease_token, state, next_at, endpoint, target, status, error,
        url, answer, latency_ms, place
      )
    ),
    marked as (
      update delivery d
      set state = mark.state, next_at = mark.next_at, endpoint = mark.target,
        attempts = d.attempts + case when mark.url is null then 0 else 1 end,
        lease_until = null, lease_token = null,
        last_status = mark.status, last_error = mark.error, updated_at = ${now}
      from mark
      where d.business_id = mark.business_id and d.mode = mark.mode
        and d.event_id = mark.event_id and d.endpoint = mark.endpoint
        and d.lease_token = mark.lease_token
      returning d.business_id, d.mode, d.event_id, d.endpoint, d.attempts, mark.url,
        mark.status, mark.error, mark.answer, mark.latency_ms, mark.place
    ),
    attempt as (
      insert into delivery_attempt (
        business_id, mode, event_id, endpoint, attempt, url, status, error, answer, latency_ms,
        created_at
      )
      select business_id, mode, event_id,
        case when starts_with(endpoint, 'whk_') then endpoint else 'settings' end, attempts, url,
        status, error, answer, latency_ms, ${now}
      from marked
      where url is not null
    )
    select coalesce(array_agg(place::integer), '{}') as ours from marked
  `
  return new Set(row.ours)
}

export type Tally = Scope & {
  route: EndpointKey
  /** Results of an earlier URL do not count. */
  url: string
  failures: number
  successes: number
  /** The failures that were a 410. */
  gone: number
}

export type Tallied = Scope & {
  route: EndpointKey
  url: string
  failingSince: Date | null
  disabledReason: 'gone' | 'failing' | null
  /** The first notice that it is failing was inserted. */
  isFailing: boolean
  /** The first success after that notice. */
  isRecovered: boolean
}

/**
 * Updates the failure counts of endpoints, turns off those past the limits, and inserts notices for
 * the business. Rows are locked in the order of their key, so that two workers never deadlock. A
 * success at an endpoint without failures writes nothing.
 */
export async function tallyEndpoints(
  sql: Sql,
  now: Date,
  tallies: Tally[],
  off: { failuresMin: number; failingSince: Date },
) {
  return sql<Tallied[]>`
    with tally as (
      select * from unnest(
        ${tallies.map(({ businessId }) => businessId)}::uuid[],
        ${tallies.map(({ mode }) => mode)}::text[],
        ${tallies.map(({ route }) => route)}::text[],
        ${tallies.map(({ url }) => url)}::text[],
        ${tallies.map(({ failures }) => failures)}::integer[],
        ${tallies.map(({ successes }) => successes)}::integer[],
        ${tallies.map(({ gone }) => gone)}::integer[]
      ) as t (business_id, mode, route, url, failed, succeeded, gone)
    ),
    endpoint as (
      select w.business_id, w.mode, w.route, tally.gone, w.failing_since as failed_since,
        case when tally.succeeded > 0 then 0 else w.failures + tally.failed end as failures,
        case when tally.succeeded > 0 then null else coalesce(w.failing_since, ${now}) end
          as failing_since
      from webhook_endpoint w
      join tally using (business_id, mode, route, url)
      where w.disabled_at is null and (w.failures > 0 or tally.failed > 0)
      order by w.business_id, w.mode, w.route
      for update of w
    ),
    updated as (
      update webhook_endpoint w
      set failures = endpoint.failures, failing_since = endpoint.failing_since,
        probe_at = case when endpoint.failures = 0 then null else w.probe_at end,
        disabled_reason = off.reason,
        disabled_at = case when off.reason is null then null else ${now}::timestamptz end
      from endpoint
      cross join lateral (
        select case
          when endpoint.gone > 0 then 'gone'
          when endpoint.failures >= ${off.failuresMin}
            and endpoint.failing_since <= ${off.failingSince} then 'failing'
        end as reason
      ) off
      where w.business_id = endpoint.business_id and w.mode = endpoint.mode
        and w.route = endpoint.route
      returning w.business_id, w.mode, w.route, w.url, w.failing_since, w.disabled_reason,
        w.failures = 0 as has_succeeded, endpoint.failed_since
    ),
    noticed as (
      insert into webhook_notice
        (business_id, mode, route, kind, since, url, created_at, next_at)
      select u.business_id, u.mode, u.route, notice.kind, u.failing_since, u.url, ${now}, ${now}
      from updated u
      cross join lateral (
        values
          ('failing_24h', u.failing_since <= ${later(now, -DAY)}::timestamptz),
          ('failing_72h', u.failing_since <= ${later(now, -3 * DAY)}::timestamptz),
          ('turned_off', u.disabled_reason is not null)
      ) as notice (kind, applies)
      where notice.applies
      order by u.business_id, u.mode, u.route, notice.kind
      on conflict do nothing
      returning business_id, mode, route, kind
    )
    select u.business_id, u.mode, u.route, u.url, u.disabled_reason,
      case when u.has_succeeded then u.failed_since else u.failing_since end as failing_since,
      exists (
        select from noticed n
        where n.business_id = u.business_id and n.mode = u.mode and n.route = u.route
          and n.kind = 'failing_24h'
      ) as is_failing,
      u.has_succeeded and exists (
        select from webhook_notice n
        where n.business_id = u.business_id and n.mode = u.mode and n.route = u.route
          and n.kind = 'failing_24h' and n.since = u.failed_since
      ) as is_recovered
    from updated u
  `
}

/** Releases unfinished deliveries, so that another worker can claim them at once. */
export async function releaseDeliveries(
  sql: Sql,
  claims: (DeliveryKey & { leaseToken: string })[],
) {
  await sql`
    update delivery d
    set lease_until = null, lease_token = null
    from unnest(
      ${claims.map(({ businessId }) => businessId)}::uuid[],
      ${claims.map(({ mode }) => mode)}::text[],
      ${claims.map(({ eventId }) => eventId)}::uuid[],
      ${claims.map(({ endpoint }) => endpoint)}::text[],
      ${claims.map(({ leaseToken }) => leaseToken)}::uuid[]
    ) as held (business_id, mode, event_id, endpoint, lease_token)
    where d.business_id = held.business_id and d.mode = held.mode and d.event_id = held.event_id
      and d.endpoint = held.endpoint and d.lease_token = held.lease_token
  `
}
