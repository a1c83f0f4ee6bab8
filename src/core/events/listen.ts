import { SECOND } from '../../platform/clock.ts'
import { idAt, momentOf, publicId } from '../../platform/ids.ts'
import { slots } from '../../platform/slots.ts'
import type { Context, Scope } from '../context.ts'
import { beginStream, type Listener, whenOver } from '../streaming.ts'
import { NEWEST_VERSION } from '../versions.ts'
import { EVENTS_TOPIC } from './deliver.ts'
import { findEndpoints, listAfter } from './events.sql.ts'
import { type Formats, signedRequest } from './request.ts'
import { signingKeys } from './signing-keys.ts'
import type { EventId } from './webhooks.sql.ts'

// Streams test events with the format, headers and signatures of a delivery, to a developer whose
// machine has no public address.
//
// An id is made before its row is committed, so a row can appear after one with a later id. Each
// poll therefore looks some seconds back, and sends an event once.

const POLL_EVERY_MS = 1 * SECOND
const OVERLAP_MS = 10 * SECOND
const BATCH_MAX = 200
const LISTENERS_MAX = 200
const LISTENERS_MAX_OF = { business: 20, network: 40 }

const NEWEST = { apiVersion: NEWEST_VERSION }
const inVersion = (_version: string, payload: string) => payload

const listening = slots(LISTENERS_MAX, LISTENERS_MAX_OF)

/** Streams events from `since`, until the client leaves or its credential ends. */
export function listen(
  context: Context,
  scope: Scope,
  since: Date,
  listener: Listener,
  formats: Formats = {},
): void {
  const { response, network } = listener
  const take = () => listening.take({ business: scope.businessId, network })
  // The client resumes from here after a disconnect. The `Date` header has no milliseconds.
  if (!beginStream(listener, take, { 'x-service-since': since.toISOString() })) return
  response.write(': listening\n\n')

  const poll = poller(context, scope, since, listener, formats)
  const unsubscribe = context.pubSub.subscribe(EVENTS_TOPIC, poll)
  const timer = setInterval(poll, POLL_EVERY_MS)
  // Resumes when a slow reader has caught up.
  response.on('drain', poll)
  poll()
  whenOver(response, () => {
    unsubscribe()
    clearInterval(timer)
  })
}

function poller(
  context: Context,
  scope: Scope,
  since: Date,
  { response, stillGood }: Listener,
  formats: Formats,
): () => void {
  const keysOf = signingKeys(context)
  const sent = new Set<EventId>()
  let from = since.getTime()
  let isPolling = false
  let again = false

  async function poll(): Promise<void> {
    if (response.destroyed || response.writableEnded || response.writableNeedDrain) return
    const begun = context.now().getTime()
    const above = idAt(new Date(Math.max(since.getTime(), from - OVERLAP_MS)))
    for (const id of sent) if (id < above) sent.delete(id)
    const rows = await listAfter(context.sql, scope, above, [...sent], BATCH_MAX)
    if (rows.length === 0) {
      from = Math.max(from, begun)
      return
    }
    // An ended credential closes the stream soon; until then it gets nothing.
    if (!(await stillGood())) return
    const endpoints = await findEndpoints(context.sql, scope)
    if (response.destroyed || response.writableEnded) return
    for (const { eventId, route, payload } of rows) {
      // As for a delivery: a route without its own URL uses the standard endpoint.
      const own = endpoints.find((endpoint) => endpoint.route === route && endpoint.url !== null)
      const endpoint = own ?? endpoints.find((one) => one.route === 'standard')!
      const at = context.now()
      const request = { ...scope, ...endpoint, ...NEWEST, eventId, payload, attempt: 1, at }
      const data = JSON.stringify(await signedRequest({ formats, inVersion }, keysOf, request))
      response.write(`id: ${publicId('event', eventId)}\ndata: ${data}\n\n`)
      sent.add(eventId)
    }
    const isBehind = rows.length === BATCH_MAX
    const known = isBehind ? momentOf(rows.at(-1)!.eventId).getTime() : begun
    from = Math.max(from, known)
    again ||= isBehind
  }

  return () => {
    again = isPolling
    if (isPolling) return
    isPolling = true
    void (async () => {
      try {
        do {
          again = false
          await poll()
        } while (again)
      } catch (error) {
        // The next poll follows within a second.
        context.log.warn({ err: error }, 'events could not be sent to a listener')
      }
      isPolling = false
    })()
  }
}
