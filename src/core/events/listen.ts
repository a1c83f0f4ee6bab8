import { SECOND } from '../../platform/clock.ts'
import { idAt, momentOf, publicId } from '../../platform/ids.ts'
import { slots } from '../../platform/slots.ts'
import type { Context, Scope } from '../context.ts'
import { beginStream, type Listener, whenOver } from '../streaming.ts'
import { EVENTS_TOPIC } from './deliver.ts'
import { findSecrets, listAfter } from './events.sql.ts'
import { secretBinding, signedHeaders, signingKey } from './sign.ts'
import type { EventId } from './webhooks.sql.ts'

// A business's test events as they happen, with the headers and signatures that a delivery carries:
// for a developer whose machine has no address. Whoever listens connects to us, and passes them on.
//
// Ids are made before their rows are committed, so one that appears late may be older than one that
// was seen. Therefore each poll goes some seconds back, and an event is sent once.

const POLL_EVERY_MS = 1 * SECOND
const OVERLAP_MS = 10 * SECOND
const BATCH_MAX = 200
const LISTENERS_MAX = 200
const LISTENERS_MAX_OF = { business: 20, network: 40 }

const listening = slots(LISTENERS_MAX, LISTENERS_MAX_OF)

/** Events from `since` on, until the other side leaves or may not hear them any more. */
export function listen(context: Context, scope: Scope, since: Date, listener: Listener): void {
  const { response, network } = listener
  const take = () => listening.take({ business: scope.businessId, network })
  // Whoever is cut off goes on from there; `Date` knows seconds only.
  if (!beginStream(listener, take, { 'x-service-since': since.toISOString() })) return
  response.write(': listening\n\n')

  const poll = poller(context, scope, since, listener)
  const unsubscribe = context.pubSub.subscribe(EVENTS_TOPIC, poll)
  const timer = setInterval(poll, POLL_EVERY_MS)
  // A slow reader gets events as fast as it reads.
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
): () => void {
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
    // Who may not hear this any more is cut off soon; what they hear until then is nothing.
    if (!(await stillGood())) return
    const secrets = await findSecrets(context.sql, scope)
    if (response.destroyed || response.writableEnded) return
    const headersOf = signer(context, scope, secrets)
    for (const { eventId, route, payload } of rows) {
      const data = JSON.stringify({ headers: headersOf(eventId, route, payload), body: payload })
      response.write(`id: ${publicId('evt', eventId)}\ndata: ${data}\n\n`)
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
        // The next poll is in a second.
        context.log.warn({ err: error }, 'events could not be sent to a listener')
      }
      isPolling = false
    })()
  }
}

type Secrets = Awaited<ReturnType<typeof findSecrets>>[number][]

/** As a delivery would be signed: a route without its own address has the standard's secret. */
function signer({ keys, now }: Context, scope: Scope, secrets: Secrets) {
  return (eventId: EventId, route: string, body: string) => {
    const own = secrets.find((endpoint) => endpoint.route === route && endpoint.url !== null)
    const endpoint = own ?? secrets.find((one) => one.route === 'standard')!
    const open = (sealed: string) =>
      signingKey(keys.open(sealed, secretBinding(scope, endpoint.route)))
    const at = now()
    const current = open(endpoint.secret)
    const { previousSecret, previousUntil } = endpoint
    const isOverlap = previousSecret !== null && previousUntil! > at
    const request = { publicId: publicId('evt', eventId), attempt: 1, body, at }
    return signedHeaders(request, isOverlap ? [open(previousSecret), current] : [current])
  }
}
