import { HOUR, isoOf, later } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Sql } from '../../platform/db.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { checkUrl } from '../../platform/outbound.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import type { Keyring, SealedColumn } from '../../platform/secrets.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Context, Scope } from '../context.ts'
import { allowsLoopback, FAILURES_MAX } from './deliver.ts'
import { newWebhookSecret, secretBinding, secretHint } from './sign.ts'
import {
  countDeliveriesDue,
  EVENT_TYPES,
  EVERY_EVENT,
  type EventType,
  emitEvents,
  findOldestDue,
  findSealedSecret,
  insertEndpoints,
  listEndpoints,
  listNotices,
  type NewEvent,
  type Route,
  replaceSecret,
  updateEvents,
  updateFormat,
  updateUrl,
  WEBHOOK_ROUTES,
  type WebhookEndpoint,
  type WebhookFormat,
  type WebhookNotice,
} from './webhooks.sql.ts'

export { deliverDue, EVENTS_TOPIC, type Formatter, startDeliverer } from './deliver.ts'
export { bodySignature } from './sign.ts'
export { eventRows } from './webhooks.sql.ts'

// An event is what happened. It is written in the database transaction that makes it true, as the
// very bytes that will be sent. A delivery is the promise to send it; an attempt is one POST.
//
//   delivery:  (none) ──> pending     [event_emit: the endpoint is on and subscribed to the type]
//              pending ──> pending    [deliver.ts: no 2xx; next_at by the table of waits]
//              pending ──> delivered  [deliver.ts: 2xx]
//              pending ──> failed     [deliver.ts: the last wait is over, or there is no address
//                                      any more, or the endpoint is off]
//   endpoint:  on ──> off             [deliver.ts: 410, or 5 days and 10 failures in a row]
//              off ──> on             [changeWebhooks: its address is set again]
//
// Invariants:
// (1) An event exists exactly if what it tells of was committed.
// (2) Its id and bytes are the same in every attempt; timestamp and signatures are new in each.
// (3) Every event is kept, also where nobody is told of it.
// (4) Each delivery is sent at least once or visibly failed. An attempt is counted when it is over:
//     a worker that dies takes none away.
// (5) While a roll overlaps, every request carries a signature by either secret.

export const OVERLAP_HOURS_MAX = 24

export type Webhooks = Record<Route, WebhookEndpoint> & { notices: WebhookNotice[] }

/**
 * The bytes of an event. `dataJson` goes in as it stands, because a transaction carries its
 * metadata as the business wrote it.
 */
export function eventBody(type: EventType, dataJson: string, createdAt: Date): string {
  return `{"event":"${type}","data":${dataJson},"created_at":"${isoOf(createdAt)}"}`
}

/** In the transaction that makes them true. After COMMIT, publish `EVENTS_TOPIC`, and whose. */
export async function emit(sql: Sql, events: NewEvent[]): Promise<void> {
  for (const sameMoment of Map.groupBy(events, ({ at }) => at.getTime()).values()) {
    await emitEvents(sql, sameMoment)
  }
}

/** When a mode is opened. The secrets are shown this once; each stays when an address is set. */
export async function openWebhookEndpoints(
  sql: Sql,
  keys: Keyring,
  scope: Scope,
  now: Date,
): Promise<{ webhookSecret: string; dedicatedSecret: string }> {
  const [webhookSecret, dedicatedSecret] = [newWebhookSecret(), newWebhookSecret()]
  await insertEndpoints(sql, scope, now, [
    { route: 'standard', ...sealed(keys, scope, 'standard', webhookSecret) },
    {
      route: 'dedicated_virtual_account',
      ...sealed(keys, scope, 'dedicated_virtual_account', dedicatedSecret),
    },
  ])
  return { webhookSecret, dedicatedSecret }
}

export async function findWebhooks(sql: Sql, scope: Scope): Promise<Webhooks> {
  const rows = await listEndpoints(sql, scope)
  const notices = await listNotices(sql, scope)
  const standard = rows.find(({ route }) => route === 'standard')
  const dedicated = rows.find(({ route }) => route === 'dedicated_virtual_account')
  if (!standard || !dedicated) refuse('not_found')
  return { standard, dedicated_virtual_account: dedicated, notices }
}

export type WebhooksChange = {
  urls: Partial<Record<Route, string | null>>
  events?: string[] | undefined
  format?: WebhookFormat | undefined
}

/** What is not named stays. An address that is set turns its endpoint on; null clears it. */
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

  const now = context.now()
  return context.sql.begin(async (sql) => {
    for (const route of WEBHOOK_ROUTES) {
      const url = change.urls[route]
      if (url !== undefined) await updateUrl(sql, scope, route, url, now)
    }
    if (change.events) await updateEvents(sql, scope, [...new Set(change.events)], now)
    if (change.format) await updateFormat(sql, scope, change.format, now)
    return findWebhooks(sql, scope)
  })
}

/**
 * Answers the new secret, this once; for `both`, one secret for both addresses. Of two rolls that
 * overlap, the last two secrets are valid.
 */
export async function rollWebhookSecret(
  context: Context,
  scope: Scope,
  which: Route | 'both',
  overlapHours: number,
): Promise<{ secret: string; previousUntil: Date | null }> {
  if (!(overlapHours >= 0 && overlapHours <= OVERLAP_HOURS_MAX)) {
    const message = `overlap_hours must be from 0 to ${OVERLAP_HOURS_MAX}.`
    refuseFields([{ field: 'overlap_hours', code: 'out_of_range', message }])
  }
  const now = context.now()
  const previousUntil = overlapHours === 0 ? null : later(now, overlapHours * HOUR)
  const secret = newWebhookSecret()
  await context.sql.begin(async (sql) => {
    for (const route of which === 'both' ? WEBHOOK_ROUTES : [which]) {
      const next = sealed(context.keys, scope, route, secret)
      if (await replaceSecret(sql, scope, route, { ...next, previousUntil, now })) continue
      refuse('not_found')
    }
  })
  return { secret, previousUntil }
}

function sealed(keys: Keyring, scope: Scope, route: Route, secret: string) {
  return {
    secret: keys.seal(secret, secretBinding(scope, route)),
    secretHint: secretHint(secret),
  }
}

/** The previous one has been moved from its column, as it was sealed. */
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

function wrongUrl(
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

function wrongEvents(events: string[]): FieldError[] {
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

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countDeliveriesDue(sql, now(), max)
}

/** Since when the first delivery is due that no failing receiver holds up; null: none is. */
export async function oldestDue({ sql, now }: Context): Promise<Date | null> {
  return findOldestDue(sql, now(), FAILURES_MAX)
}

/** For a person who may see it: the secret that signs now, and after a roll the new one. */
export async function revealSecret(context: Context, scope: Scope, route: Route): Promise<string> {
  const sealed = (await findSealedSecret(context.sql, scope, route)) ?? refuse('not_found')
  return context.keys.open(sealed, secretBinding(scope, route))
}
