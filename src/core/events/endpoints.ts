import { HOUR, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId, parsePublicId, publicId } from '../../platform/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import type { Context, Scope } from '../context.ts'
import { always } from '../etags.ts'
import { toWire } from '../wire.ts'
import { EVENTS_TOPIC } from './deliver.ts'
import {
  type AddedEndpoint,
  clearAdded,
  dropCleared,
  findAdded,
  insertAdded,
  listAdded,
  updateAdded,
} from './endpoints.sql.ts'
import { newEvent } from './new-event.ts'
import { newWebhookSecret, secretBinding } from './sign.ts'
import type { EventType } from './types.ts'
import {
  type AddedKey,
  emitEvents,
  findSealedSecret,
  lockEndpoints,
  replaceSecret,
  toldOf,
  type WebhookFormat,
} from './webhooks.sql.ts'
import { ON, refuseOverlap, sealed, wrongEvents, wrongUrl } from './webhooks.ts'

// Endpoints that a business adds to the two URLs of its settings. Each has types of events, a
// secret and a format of its own, and gets its own delivery of every event that it subscribes to.
//
//   (none) ──> on             [createEndpoint]
//   on ──> off                [changeEndpoint: paused; deliver.ts: 410, or failing for 5 days]
//   off ──> on                [changeEndpoint: enabled, or its URL is set]
//   on, off ──> (none)        [removeEndpoint; a delivery in progress ends, pending ones fail]
//
// (1) A business has at most ENDPOINTS_MAX in a mode. The lock of its settings lets one request at
//     a time count them.
// (2) An event is sent to each endpoint at most once, except for retries and resends: the key of a
//     delivery is the event and the endpoint.

export const ENDPOINTS_MAX = 10

type Wanted = {
  url: string
  events: string[]
  description: string | null
  format: WebhookFormat
  apiVersion: string
}

/** With its secret, which is shown only once. */
export async function createEndpoint(
  context: Context,
  { businessId, mode }: Scope,
  { url, ...wanted }: Pick<Wanted, 'url'> & Partial<Wanted>,
  effectId: string | null,
): Promise<{ endpoint: AddedEndpoint; secret: string }> {
  refuseWrong(context, mode, { url, ...wanted })
  const now = context.now()
  const scope = { businessId, mode }
  const route = publicId('webhook_endpoint', effectId ?? newId(now)) as AddedKey
  const secret = newWebhookSecret()
  const made = { ...sealed(context.keys, scope, route, secret), createdAt: now, updatedAt: now }
  const endpoint = await context.sql.begin(async (sql) => {
    const [settings] = await lockEndpoints(sql, scope)
    await dropCleared(sql, scope)
    const others = (await listAdded(sql, scope, ENDPOINTS_MAX)).filter((o) => o.route !== route)
    if (others.length >= ENDPOINTS_MAX) refuse('too_many_endpoints')
    // Before the change, so that those who subscribed to it until now are told.
    await tell(sql, scope, 'webhook.updated', { route, fields: ['url'] }, now)
    const { apiVersion } = settings ?? refuse('not_found')
    const events = [...new Set(wanted.events ?? ['*'])]
    await insertAdded(sql, { ...scope, route, url, apiVersion, ...wanted, events, ...made })
    return (await findAdded(sql, { ...scope, route }))!
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return { endpoint, secret }
}

export function listEndpointsAdded({ sql }: Context, scope: Scope): Promise<AddedEndpoint[]> {
  return listAdded(sql, scope, ENDPOINTS_MAX)
}

export async function endpointNamed(
  { sql }: Pick<Context, 'sql'>,
  { businessId, mode }: Scope,
  text: string,
): Promise<AddedEndpoint> {
  const id = parsePublicId('webhook_endpoint', text) ?? refuse('endpoint_not_found')
  const route = publicId('webhook_endpoint', id) as AddedKey
  return (await findAdded(sql, { businessId, mode, route })) ?? refuse('endpoint_not_found')
}

type Change = Partial<Wanted> & { enabled?: boolean }

/** Undefined fields keep their value. Setting its URL turns it on. */
export function changeEndpoint(
  context: Context,
  scope: Scope,
  text: string,
  { enabled, ...wanted }: Change,
  only = always,
): Promise<AddedEndpoint> {
  refuseWrong(context, scope.mode, wanted)
  return fromFreshReading(async () => {
    const before = await endpointNamed(context, scope, text)
    only(before)
    const now = context.now()
    const { url = before.url } = wanted
    const isOn = enabled ?? (wanted.url === undefined ? before.disabledAt === null : true)
    const off = { ...ON, disabledAt: now, disabledReason: 'paused' as const }
    const isNew = url !== before.url || isOn !== (before.disabledAt === null)
    const change = {
      ...wanted,
      ...(wanted.events && { events: [...new Set(wanted.events)] }),
      ...(isNew && (isOn ? ON : off)),
      updatedAt: now,
    }
    const { route } = before
    const fields = [...Object.keys(wanted), ...(enabled === undefined ? [] : ['enabled'])]
    const after = await context.sql.begin(async (sql) => {
      if (fields.length > 0) {
        await tell(sql, scope, 'webhook.updated', { route, fields: namesOf(fields) }, now)
      }
      const row = await updateAdded(sql, before, change)
      if (row === null) throw new ChangedMeanwhile()
      if (isOn && before.disabledAt !== null) {
        const told = { route, url, failingSince: null, disabledReason: null }
        await tell(sql, scope, 'webhook.enabled', told, now)
      }
      return row
    })
    context.pubSub.publish(EVENTS_TOPIC, scope)
    return after
  })
}

/** Returns what it was. */
export function removeEndpoint(
  context: Context,
  scope: Scope,
  text: string,
  only = always,
): Promise<AddedEndpoint> {
  return fromFreshReading(async () => {
    const before = await endpointNamed(context, scope, text)
    only(before)
    const now = context.now()
    await context.sql.begin(async (sql) => {
      if (!(await clearAdded(sql, before, now))) throw new ChangedMeanwhile()
      await tell(sql, scope, 'webhook.updated', { route: before.route, fields: ['url'] }, now)
    })
    // Its pending deliveries fail at once.
    context.pubSub.publish(EVENTS_TOPIC, scope)
    return before
  })
}

/** Returns the new secret, only once. */
export async function rollEndpointSecret(
  context: Context,
  scope: Scope,
  text: string,
  overlapHours: number,
): Promise<{ route: AddedKey; secret: string; previousUntil: Date | null }> {
  refuseOverlap(overlapHours)
  const { route } = await endpointNamed(context, scope, text)
  const now = context.now()
  const previousUntil = overlapHours === 0 ? null : later(now, overlapHours * HOUR)
  const secret = newWebhookSecret()
  const next = sealed(context.keys, scope, route, secret)
  await context.sql.begin(async (sql) => {
    if (!(await replaceSecret(sql, scope, route, { ...next, previousUntil, now }))) {
      refuse('endpoint_not_found')
    }
    const { secretHint } = next
    const told = { route, oldSecretUntil: previousUntil, secretHint }
    await tell(sql, scope, 'webhook.secret_rolled', told, now)
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return { route, secret, previousUntil }
}

/** The current secret; during a roll, the new one. */
export async function revealEndpointSecret(
  context: Context,
  scope: Scope,
  text: string,
): Promise<string> {
  const { route } = await endpointNamed(context, scope, text)
  const found = (await findSealedSecret(context.sql, scope, route)) ?? refuse('endpoint_not_found')
  return context.keys.open(found, secretBinding(scope, route))
}

function refuseWrong(
  { config }: Context,
  mode: Scope['mode'],
  { url, events = [] }: Partial<Wanted>,
): void {
  const errors = [...wrongUrl(config, mode, 'standard', url), ...wrongEvents(events)]
  if (errors.length > 0) refuseFields(errors)
}

function namesOf(fields: string[]): string[] {
  return fields.map((field) => (field === 'apiVersion' ? 'api_version' : field))
}

async function tell(
  sql: Sql,
  scope: Scope,
  type: EventType,
  { route, ...told }: { route: AddedKey } & Record<string, unknown>,
  now: Date,
): Promise<void> {
  const { which, endpointId } = toldOf(route)
  const named = type === 'webhook.updated' ? { endpointId } : { which, endpointId }
  const data = JSON.stringify(toWire({ domain: scope.mode, ...named, ...told }))
  await emitEvents(sql, [newEvent(scope, type, data, now)])
}
