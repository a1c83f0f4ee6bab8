import type { ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { SECOND } from '../lib/clock.ts'
import { places } from '../lib/places.ts'
import { accessCodeOf, topicOf } from '../transactions/transactions.ts'
import { type Checkout, findCheckout, statusOf } from './checkout.ts'

// The status as server-sent events. What this process changes is told at once; what another one
// changed is found by looking again each second. All streams of one payment share one watch.

const LOOK_AGAIN_MS = 1 * SECOND
const BEAT_MS = 15 * SECOND
const STREAMS_MAX = 2_000
/** Tabs and phones of one customer. Who finds no place is told to poll. */
const STREAMS_MAX_OF = { payment: 10, business: 500, network: 200 }

type Watch = { streams: Set<ServerResponse>; told: string; end: () => void }
const watches = new Map<string, Watch>()
const streams = places(STREAMS_MAX, STREAMS_MAX_OF)

/** Ends every stream: the pages poll, and come back to another process. */
export function endStreams(): void {
  for (const { streams } of watches.values()) for (const response of streams) response.end()
}

/** Until the payment is closed or the customer leaves. `network`: where the customer is. */
export function streamStatus(
  context: Context,
  checkout: Checkout,
  { requestId, network }: { requestId: string; network: string },
  response: ServerResponse,
): void {
  // Who has left already does not leave again: a watch for them would be for nobody, until the end.
  if (response.req.socket.destroyed) return
  const { id, businessId } = checkout.transaction
  const giveBack = streams.take({ payment: id, business: businessId, network })
  if (giveBack === null) {
    response.writeHead(503, { 'retry-after': '5', 'x-request-id': requestId }).end()
    return
  }
  const data = JSON.stringify(statusOf(context, checkout))
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
    'x-request-id': requestId,
  })
  response.write(`data: ${data}\n\n`)
  // Whichever comes first, as below.
  for (const event of ['close', 'finish', 'error']) response.on(event, giveBack)
  if (isOver(checkout)) {
    response.end()
    return
  }
  join(watches.get(id) ?? startWatch(context, checkout, data), response)
}

function join(watch: Watch, response: ServerResponse): void {
  watch.streams.add(response)
  // Whichever comes first. A response that waits behind another on its connection closes only with
  // the connection, and until then nothing is written to it once it has ended.
  const leave = () => {
    if (!watch.streams.delete(response)) return
    if (watch.streams.size === 0) watch.end()
  }
  for (const event of ['close', 'finish', 'error']) response.on(event, leave)
}

function startWatch(context: Context, { transaction }: Checkout, told: string): Watch {
  const accessCode = accessCodeOf(context.keys, transaction)
  let looking = false
  let again = false

  const write = (text: string) => {
    for (const response of watch.streams) if (!response.writableEnded) response.write(text)
  }
  const endAll = () => {
    for (const response of watch.streams) response.end()
    watch.end()
  }
  const look = async () => {
    again = looking
    if (looking) return
    looking = true
    try {
      do {
        again = false
        const found = await findCheckout(context, accessCode)
        const data = JSON.stringify(statusOf(context, found))
        if (data !== watch.told) write(`data: ${data}\n\n`)
        watch.told = data
        if (isOver(found)) endAll()
      } while (again && watch.streams.size > 0)
    } catch {
      // The pages notice that their streams have ended, and poll.
      endAll()
    }
    looking = false
  }

  const unsubscribe = context.hub.subscribe(topicOf(transaction.id), () => void look())
  const looks = setInterval(() => void look(), LOOK_AGAIN_MS)
  const beats = setInterval(() => write(': \n\n'), BEAT_MS)
  const watch: Watch = {
    streams: new Set(),
    told,
    end() {
      unsubscribe()
      clearInterval(looks)
      clearInterval(beats)
      if (watches.get(transaction.id) === watch) watches.delete(transaction.id)
    },
  }
  watches.set(transaction.id, watch)
  return watch
}

function isOver({ transaction: { status } }: Checkout): boolean {
  return status !== 'pending' && status !== 'ongoing'
}
