import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { SECOND } from '../lib/clock.ts'
import { accessCodeOf, topicOf } from '../transactions/transactions.ts'
import { type Checkout, findCheckout, statusOf } from './checkout.ts'

// The status as server-sent events. What this process changes is told at once; what another one
// changed is found by looking again each second. One look answers all changes that came meanwhile.

const LOOK_AGAIN_MS = 1 * SECOND
const BEAT_MS = 15 * SECOND
const STREAMS_MAX = 2_000

const streams = new Set<ServerResponse>()

/** Ends every stream: the pages poll, and come back to another process. */
export function endStreams(): void {
  for (const response of streams) response.end()
}

/** Until the payment is closed or the customer leaves. */
export function streamStatus(
  context: Context,
  checkout: Checkout,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (streams.size >= STREAMS_MAX) {
    response.writeHead(503, { 'retry-after': '5' }).end()
    return
  }
  streams.add(response)
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  const { transaction } = checkout
  const accessCode = accessCodeOf(context.keys, transaction)
  let last = ''
  let looking = false
  let again = false

  const tell = (found: Checkout) => {
    const data = JSON.stringify(statusOf(context, found))
    if (data !== last) response.write(`data: ${data}\n\n`)
    last = data
    const { status } = found.transaction
    if (status !== 'pending' && status !== 'ongoing') response.end()
  }
  const look = async () => {
    again = looking
    if (looking) return
    looking = true
    try {
      do {
        again = false
        tell(await findCheckout(context, accessCode))
      } while (again && !response.writableEnded)
    } catch {
      // The page notices that the stream has ended, and polls.
      response.end()
    }
    looking = false
  }

  const unsubscribe = context.hub.subscribe(topicOf(transaction.id), () => void look())
  const looks = setInterval(() => void look(), LOOK_AGAIN_MS)
  const beats = setInterval(() => response.write(': \n\n'), BEAT_MS)
  request.on('close', () => response.end())
  response.on('close', () => {
    streams.delete(response)
    unsubscribe()
    clearInterval(looks)
    clearInterval(beats)
  })
  tell(checkout)
}
