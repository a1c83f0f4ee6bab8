import { idAt, newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Context, Scope } from '../context.ts'
import { EVENTS_TOPIC } from './deliver.ts'
import { listAdded } from './endpoints.sql.ts'
import { ENDPOINTS_MAX } from './endpoints.ts'
import {
  type Attempt,
  type Delivery,
  type DeliveryState,
  type EventKey,
  type EventRow,
  findRow,
  findTarget,
  forgetOld,
  hasTarget,
  insertTestEvent,
  listAttempts,
  listIds,
  listRowsAbout,
  type Place,
  resendIds,
} from './events.sql.ts'
import { TEST_EVENT } from './types.ts'
import { type EndpointKey, isAdded, type Route } from './webhooks.sql.ts'
import { eventBody } from './webhooks.ts'

// Events and their deliveries, stored for thirty days. One event, or all of a time range, can be
// resent, even while its endpoint is off. A test of a URL is an event too.

const BATCH_MAX = 1_000
const DEDICATED: Route = 'dedicated_virtual_account'
export const EVENTS_RESENT_MAX = 100_000

/** The events about a payment, oldest first. */
export function eventsAbout({ sql }: Context, scope: Scope, transactionId: string) {
  return listRowsAbout(sql, scope, transactionId)
}

/** The state that a person must know of first; null without a delivery. */
export function stateOf(deliveries: Delivery[]): DeliveryState | null {
  const states = ['failed', 'pending', 'delivered'] as const
  return states.find((state) => deliveries.some((one) => one.state === state)) ?? null
}

/** With its last hundred attempts, newest first. */
export async function findEvent(
  { sql }: Context,
  key: EventKey,
): Promise<{ event: EventRow; attempts: Attempt[] }> {
  const [event, attempts] = await Promise.all([findRow(sql, key), listAttempts(sql, key)])
  return { event: event ?? refuse('event_not_found'), attempts }
}

/**
 * Sends it again, with the same id and body, and with all retries of a new event: to every endpoint
 * that it was sent to, or to one.
 */
export async function resendEvent(context: Context, key: EventKey, to?: Place): Promise<EventRow> {
  const { sql, now, pubSub } = context
  const { event } = await findEvent(context, key)
  const added = await listAdded(sql, key, ENDPOINTS_MAX)
  if (to === undefined) {
    const isSentTo = (place: Place) => event.deliveries.some(({ endpoint }) => endpoint === place)
    if (!added.some(({ route }) => isSentTo(route)) && !(await hasTarget(sql, key, event.route))) {
      refuse('no_webhook_address')
    }
  } else if (!(await findTarget(sql, key, event.route, to))) {
    refuse(to === 'settings' ? 'no_webhook_address' : 'endpoint_not_found')
  }
  await resendIds(sql, key, [key.eventId], now(), { to })
  pubSub.publish(EVENTS_TOPIC, key)
  return (await findEvent(context, key)).event
}

/**
 * Returns how many deliveries will be made, of at most 100,000 events. With `onlyFailed`, a second
 * call finds none: they are pending by then.
 */
export async function resendRange(
  context: Context,
  scope: Scope,
  { from, to, onlyFailed }: { from: Date; to: Date; onlyFailed: boolean },
): Promise<number> {
  const { sql, now, pubSub } = context
  const added = await listAdded(sql, scope, 1)
  const isSent = added.length > 0 || (await hasTarget(sql, scope, 'standard'))
  if (!isSent && !(await hasTarget(sql, scope, DEDICATED))) refuse('no_webhook_address')
  const asked = now()
  const until = idAt(to)
  let above = idAt(from)
  let count = 0
  for (let seen = 0; seen < EVENTS_RESENT_MAX; seen += BATCH_MAX) {
    const ids = await listIds(sql, scope, { above, until, onlyFailed, max: BATCH_MAX })
    count += await resendIds(sql, scope, ids, asked, { onlyFailed })
    pubSub.publish(EVENTS_TOPIC, scope)
    if (ids.length < BATCH_MAX) break
    above = ids.at(-1)!
  }
  return count
}

/** Sends an empty event, to test a URL. */
export async function sendTest(context: Context, scope: Scope, to: EndpointKey): Promise<EventRow> {
  const { sql, pubSub } = context
  const now = context.now()
  const route = isAdded(to) ? 'standard' : to
  if (!isAdded(to) && !(await hasTarget(sql, scope, route))) refuse('no_webhook_address')
  const key = { ...scope, eventId: newId<'event'>(now) }
  const type = TEST_EVENT
  const data = JSON.stringify({
    message: 'This is a test. If the signature is valid, your endpoint works.',
  })
  await sql.begin(async (begun) => {
    const payload = eventBody(type, data, now)
    await insertTestEvent(begun, { ...scope, id: key.eventId, type, route, payload, at: now })
    await resendIds(begun, scope, [key.eventId], now, isAdded(to) ? { to } : {})
  })
  pubSub.publish(EVENTS_TOPIC, scope)
  return (await findEvent(context, key)).event
}

/** A job: deletes events after thirty days by the database's clock. Returns how many. */
export async function forgetEvents({ sql }: Context): Promise<number> {
  return forgetOld(sql, BATCH_MAX)
}
