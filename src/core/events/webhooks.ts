import { isDeepStrictEqual } from 'node:util'
import { HOUR, later } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Sql } from '../../platform/db.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { checkUrl } from '../../platform/outbound.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import type { Keyring, SealedColumn } from '../../platform/secrets.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Context, Scope } from '../context.ts'
import { NEWEST_VERSION } from '../versions.ts'
import { toWire } from '../wire.ts'
import { allowsLoopback, EVENTS_TOPIC, FAILURES_MAX } from './deliver.ts'
import { newEvent } from './new-event.ts'
import { newWebhookSecret, secretBinding, secretHint } from './sign.ts'
import { EVENT_TYPES } from './types.ts'
import {
  countDeliveriesDue,
  type EndpointKey,
  EVERY_EVENT,
  emitEvents,
  findOldestDue,
  findSealedSecret,
  insertEndpoints,
  listEndpoints,
  listNotices,
  lockEndpoints,
  type NewEvent,
  type Route,
  replaceSecret,
  updateEndpoints,
  WEBHOOK_ROUTES,
  type WebhookEndpoint,
  type WebhookFormat,
  type WebhookNotice,
} from './webhooks.sql.ts'

export { deliverDue, EVENTS_TOPIC, startDeliverer } from './deliver.ts'
export { eventBody, newEvent } from './new-event.ts'
export { claimNotices, type NoticeMailed, recordNotice } from './notices.sql.ts'
export type { Formatter } from './request.ts'
export { bodySignature } from './sign.ts'
export { eventRows, isAdded } from './webhooks.sql.ts'

// An event records what happened. The database transaction that makes it true inserts it, with the
// exact body that will be sent. A delivery is the promise to send it; an attempt is one POST.
//
//   delivery:  (none) ──> pending     [event_emit: the endpoint is on and subscribed to the type]
//              pending ──> pending    [deliver.ts: no 2xx; next_at follows RETRY_SECONDS]
//              pending ──> delivered  [deliver.ts: 2xx]
//              pending ──> failed     [deliver.ts: the last attempt failed, the URL was removed, or
//                                      the endpoint is off]
//   endpoint:  on ──> off             [deliver.ts: 410, or 5 days and 10 failures in a row]
//              off ──> on             [changeWebhooks: its URL is set again]
//
// Invariants:
// (1) An event exists if and only if what it reports was committed.
// (2) Its id and body are the same in every attempt; timestamp and signatures differ.
// (3) Every event is stored, even if it is not sent.
// (4) Each delivery is sent at least once, or is shown as failed. An attempt counts once it has
//     ended, so a worker that dies uses up none.
// (5) During a roll, every request carries a signature of each secret.

export const OVERLAP_HOURS_MAX = 24

export type Webhooks = Record<Route, WebhookEndpoint> & { notices: WebhookNotice<Route>[] }

/** In the database transaction that makes them true. After COMMIT, publish `EVENTS_TOPIC`. */
export async function emit(sql: Sql, events: NewEvent[]): Promise<void> {
  for (const sameMoment of Map.groupBy(events, ({ at }) => at.getTime()).values()) {
    await emitEvents(sql, sameMoment)
  }
}

/** Opens the endpoints of a new mode. Its secrets are shown only once. */
export async function openWebhookEndpoints(
  sql: Sql,
  keys: Keyring,
  scope: Scope,
  now: Date,
  bytesOf: (route: Route) => Buffer<ArrayBuffer> | undefined = () => undefined,
): Promise<{ webhookSecret: string; dedicatedSecret: string }> {
  const made = WEBHOOK_ROUTES.map((route) => ({ route, secret: newWebhookSecret(bytesOf(route)) }))
  // Live mode begins with the version that the business has tried in test mode.
  const [tried] = await listEndpoints(sql, { ...scope, mode: 'test' })
  const apiVersion = tried?.apiVersion ?? NEWEST_VERSION
  const rows = made.map(({ route, secret }) => ({
    route,
    apiVersion,
    ...sealed(keys, scope, route, secret),
  }))
  await insertEndpoints(sql, scope, now, rows)
  const [standard, dedicated] = made
  return { webhookSecret: standard!.secret, dedicatedSecret: dedicated!.secret }
}

/** Forgets the failures of both URLs. */
export async function forgetFailures(sql: Sql, scope: Scope, updatedAt: Date): Promise<void> {
  await updateEndpoints(sql, scope, WEBHOOK_ROUTES, { ...ON, updatedAt })
}

export async function findWebhooks(sql: Sql, scope: Scope): Promise<Webhooks> {
  const rows = await listEndpoints(sql, scope)
  const notices = await listNotices(sql, scope)
  const of = (route: Route) => rows.find((row) => row.route === route) ?? refuse('not_found')
  const dedicated = of('dedicated_virtual_account')
  return { standard: of('standard'), dedicated_virtual_account: dedicated, notices }
}

export type WebhooksChange = {
  urls: { [Name in Route]?: string | null | undefined }
  events?: string[] | undefined
  format?: WebhookFormat | undefined
  apiVersion?: string | undefined
}

/** A new URL starts without failures. */
export const ON = {
  failures: 0,
  failingSince: null,
  probeAt: null,
  disabledAt: null,
  disabledReason: null,
}

/** Undefined fields keep their value. Setting a URL turns its endpoint on; null clears it. */
export async function changeWebhooks(
  context: Context,
  scope: Scope,
  change: WebhooksChange,
): Promise<Webhooks> {
  const errors = [
    ...WEBHOOK_ROUTES.flatMap((route) =>
      wrongUrl(context.config, scope.mode, route, change.urls[route]),
    ),
    ...wrongEvents(change.events ?? []),
  ]
  if (errors.length > 0) refuseFields(errors)

  const updatedAt = context.now()
  const { urls, events, format, apiVersion } = change
  const both = {
    ...(events && { events: [...new Set(events)] }),
    ...(format && { format }),
    ...(apiVersion && { apiVersion }),
  }
  const after = await context.sql.begin(async (sql) => {
    // First, so that what was subscribed to before the change decides whether it is sent.
    const before = await lockEndpoints(sql, scope)
    const fields = changedFields(before, urls, both)
    const data = JSON.stringify({ domain: scope.mode, fields })
    if (fields.length > 0 && before.some(({ url }) => url !== null)) {
      await emit(sql, [newEvent(scope, 'webhook.updated', data, updatedAt)])
    }
    for (const route of WEBHOOK_ROUTES) {
      const url = urls[route]
      if (url !== undefined) await updateEndpoints(sql, scope, [route], { url, ...ON, updatedAt })
    }
    if (Object.keys(both).length > 0) {
      await updateEndpoints(sql, scope, WEBHOOK_ROUTES, { ...both, updatedAt })
    }
    for (const { route: which, disabledAt } of before) {
      const url = urls[which]
      if (!url || disabledAt === null) continue
      const told = { domain: scope.mode, which, url, failingSince: null, disabledReason: null }
      const data = JSON.stringify(toWire(told))
      await emit(sql, [newEvent(scope, 'webhook.enabled', data, updatedAt)])
    }
    return findWebhooks(sql, scope)
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return after
}

/** As the API names them. */
function changedFields(
  before: WebhookEndpoint[],
  urls: WebhooksChange['urls'],
  both: Omit<WebhooksChange, 'urls'>,
): string[] {
  const fields = before.flatMap((old) => {
    const now = { ...old, ...(urls[old.route] !== undefined && { url: urls[old.route] }), ...both }
    return [
      ...(now.url === old.url ? [] : [urlFields[old.route]]),
      ...(isDeepStrictEqual(now.events, old.events) ? [] : ['events']),
      ...(now.format === old.format ? [] : ['format']),
      ...(now.apiVersion === old.apiVersion ? [] : ['api_version']),
    ]
  })
  return [...new Set(fields)]
}

/**
 * Returns the new secret, only once; `both` gives both URLs the same one. If two rolls overlap, the
 * last two secrets are valid.
 */
export async function rollWebhookSecret(
  context: Context,
  scope: Scope,
  which: Route | 'both',
  overlapHours: number,
): Promise<{ secret: string; previousUntil: Date | null }> {
  refuseOverlap(overlapHours)
  const now = context.now()
  const previousUntil = overlapHours === 0 ? null : later(now, overlapHours * HOUR)
  const secret = newWebhookSecret()
  await context.sql.begin(async (sql) => {
    for (const route of which === 'both' ? WEBHOOK_ROUTES : [which]) {
      const next = sealed(context.keys, scope, route, secret)
      if (await replaceSecret(sql, scope, route, { ...next, previousUntil, now })) continue
      refuse('not_found')
    }
    const told = { domain: scope.mode, which, oldSecretUntil: previousUntil }
    const data = JSON.stringify(toWire({ ...told, secretHint: secretHint(secret) }))
    await emit(sql, [newEvent(scope, 'webhook.secret_rolled', data, now)])
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return { secret, previousUntil }
}

export function refuseOverlap(hours: number): void {
  if (hours >= 0 && hours <= OVERLAP_HOURS_MAX) return
  const message = `overlap_hours must be from 0 to ${OVERLAP_HOURS_MAX}.`
  refuseFields([{ field: 'overlap_hours', code: 'out_of_range', message }])
}

export function sealed(keys: Keyring, scope: Scope, route: EndpointKey, secret: string) {
  return {
    secret: keys.seal(secret, secretBinding(scope, route)),
    secretHint: secretHint(secret),
  }
}

/** A roll moves `secret` to `previous_secret` as it is sealed, so both have the same binding. */
export const sealedWebhookSecrets = ['secret', 'previous_secret'].map(
  (column): SealedColumn<keyof Scope | 'route'> => ({
    table: 'webhook_endpoint',
    column,
    key: ['businessId', 'mode', 'route'],
    boundTo: (row) => secretBinding(row, row.route),
  }),
)

const urlFields: Record<Route, string> = {
  standard: 'url',
  dedicated_virtual_account: 'dedicated_virtual_account_url',
}

export function wrongUrl(
  config: Config,
  mode: Mode,
  route: Route,
  url: string | null | undefined,
): FieldError[] {
  if (url === null || url === undefined) return []
  const rules = { live: mode === 'live', allowLoopback: allowsLoopback(config, mode) }
  const message = checkUrl(url, rules)
  return message === null ? [] : [{ field: urlFields[route], code: 'invalid_url', message }]
}

export function wrongEvents(events: string[]): FieldError[] {
  return events.flatMap((name, i) =>
    name === EVERY_EVENT || EVENT_TYPES.some((type) => type === name)
      ? []
      : [
          {
            field: `events.${i}`,
            code: 'unknown_event',
            message: `Unknown event type. Choose one of: ${EVENT_TYPES.join(', ')}; or * for all.`,
          },
        ],
  )
}

/** Due deliveries. Counts at most `max`. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countDeliveriesDue(sql, now(), max)
}

export async function oldestDue({ sql, now }: Context): Promise<Date | null> {
  return findOldestDue(sql, now(), FAILURES_MAX)
}

/** The current secret; during a roll, the new one. */
export async function revealSecret(context: Context, scope: Scope, route: Route): Promise<string> {
  const sealed = (await findSealedSecret(context.sql, scope, route)) ?? refuse('not_found')
  return context.keys.open(sealed, secretBinding(scope, route))
}
