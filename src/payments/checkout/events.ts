import type { Context } from '../../core/context.ts'
import { beginStream, type Listener, whenOver } from '../../core/streaming.ts'
import { SECOND } from '../../platform/clock.ts'
import { slots } from '../../platform/slots.ts'
import { accessCodeOf, topicOf } from '../transactions/transactions.ts'
import { noteWaiting } from '../virtual-accounts/enquire.ts'
import { type Checkout, findCheckout, statusOf } from './checkout.ts'

// The status as server-sent events. A change by this process is sent at once, a change by another
// one at the next poll, within a second. All streams of one payment share one watch.

const POLL_EVERY_MS = 1 * SECOND
/** A page that misses two of them says that it is offline: web/checkout/checkout.ts. */
const BEAT_EVERY_MS = 2 * SECOND
const STREAMS_MAX = 2_000
/** One customer may have several tabs and phones. A page without a slot polls. */
const STREAMS_MAX_OF = { payment: 10, business: 500, network: 200 }

type Watch = { streams: Set<Listener['response']>; sent: string; end: () => void }
const watches = new Map<string, Watch>()
const streams = slots(STREAMS_MAX, STREAMS_MAX_OF)

/** Ends when the payment is closed or the customer leaves. */
export function streamStatus(context: Context, checkout: Checkout, listener: Listener): void {
  const { response, network } = listener
  const { id, businessId } = checkout.transaction
  const take = () => streams.take({ payment: id, business: businessId, network })
  if (!beginStream(listener, take)) return
  const data = JSON.stringify(statusOf(context, checkout))
  response.write(`data: ${data}\n\n`)
  if (isOver(checkout)) response.end()
  else join(watches.get(id) ?? startWatch(context, checkout, data), response)
}

function join(watch: Watch, response: Listener['response']): void {
  watch.streams.add(response)
  whenOver(response, () => {
    watch.streams.delete(response)
    if (watch.streams.size === 0) watch.end()
  })
}

function startWatch(context: Context, { transaction }: Checkout, sent: string): Watch {
  const accessCode = accessCodeOf(context.keys, transaction)
  let isPolling = false
  let again = false

  const write = (text: string) => {
    for (const response of watch.streams) if (!response.writableEnded) response.write(text)
  }
  const endAll = () => {
    for (const response of watch.streams) response.end()
    watch.end()
  }
  const poll = async () => {
    again = isPolling
    if (isPolling) return
    isPolling = true
    try {
      do {
        again = false
        const found = await findCheckout(context, accessCode)
        await noteWaiting(context, found.transaction)
        const data = JSON.stringify(statusOf(context, found))
        if (data !== watch.sent) write(`data: ${data}\n\n`)
        watch.sent = data
        if (isOver(found)) endAll()
      } while (again && watch.streams.size > 0)
    } catch {
      // A page whose stream ends polls instead.
      endAll()
    }
    isPolling = false
  }

  const unsubscribe = context.pubSub.subscribe(topicOf(transaction.id), () => void poll())
  const timer = setInterval(() => void poll(), POLL_EVERY_MS)
  // A comment would keep the connection too, but scripts do not see it.
  const beating = setInterval(() => write('event: beat\ndata: 1\n\n'), BEAT_EVERY_MS)
  const watch: Watch = {
    streams: new Set(),
    sent,
    end() {
      unsubscribe()
      clearInterval(timer)
      clearInterval(beating)
      if (watches.get(transaction.id) === watch) watches.delete(transaction.id)
    },
  }
  watches.set(transaction.id, watch)
  return watch
}

function isOver({ transaction: { status } }: Checkout): boolean {
  return status !== 'pending' && status !== 'ongoing'
}
