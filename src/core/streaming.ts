import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND } from '../platform/clock.ts'
import { networkOf } from '../platform/networks.ts'
import { Refusal, statusOf } from '../platform/refusal.ts'

// Responses that outlive the check of their credential: streams of events, and files that are
// written while they are read. The only place where one begins (test/tidy.test.ts).
//
// (1) While an answer lasts, its credential is asked for again and again, by the same checks as at
//     the beginning (`stillGood`). Once it is not good any more, the connection is cut: what still
//     waits to be sent is not sent, and a file that was cut does not look complete.
// (2) CHECK_MS, and the half second for which a process remembers keys, are less than a second.
// (3) Where that cannot be found out, as while the database is away, it is asked again, for ten
//     seconds. A stream of events asks before it tells anything, so it tells nothing meanwhile.

const CHECK_EVERY_MS = 250
/** Looks that found nothing out: ten seconds. */
const DOUBTS_MAX = 40
const BEAT_MS = 15 * SECOND

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it would be let in now too. Set by the scope of the credential. */
    stillGood(): Promise<boolean>
  }
}

type Streamed = Pick<FastifyRequest, 'stillGood'> & { response: ServerResponse }
/** Receives events as they happen. */
export type Listener = Streamed & { requestId: string; network: string }

type Watched = Streamed & { isAsking: boolean; doubts: number }

const files = new Set<Watched>()
const streams = new Set<Watched>()
let timers: NodeJS.Timeout[] = []

/** False where this is refused; throws where that cannot be found out now. */
export async function isLetIn(check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof Refusal && statusOf(error) < 500) return false
    throw error
  }
}

/** Whoever asked, from now on in the hands of who tells them. */
export function listenerOf(request: FastifyRequest, reply: FastifyReply): Listener {
  reply.hijack()
  return {
    requestId: request.id,
    network: networkOf(request.ip),
    stillGood: () => request.stillGood(),
    response: reply.raw,
  }
}

/**
 * Server-sent events from now on. False where they have left already, or where `take` has no slot
 * for them, which is in the error. The slot is given back when it is over.
 */
export function beginStream(
  listener: Listener,
  take: () => (() => void) | null,
  headers: Record<string, string> = {},
): boolean {
  const { response, requestId } = listener
  // Who has left already does not leave again, and would be kept until the end.
  if (response.req.socket.destroyed) return false
  const giveBack = take()
  if (giveBack === null) {
    response.writeHead(503, { 'retry-after': '5', 'x-request-id': requestId }).end()
    return false
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
    'x-request-id': requestId,
    ...headers,
  })
  whenOver(response, giveBack)
  watch(streams, listener)
  return true
}

/** Ends every stream: whoever listens comes back to another process. */
export function endStreams(): void {
  for (const { response } of streams) response.end()
}

/** A file of any length, written as it is read. */
export function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  lines: AsyncIterable<string>,
): FastifyReply {
  watch(files, { response: reply.raw, stillGood: () => request.stillGood() })
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(lines))
}

/**
 * Once, whichever comes first: a response that waits behind another on its connection closes only
 * with the connection.
 */
export function whenOver(response: ServerResponse, run: () => void): void {
  let isOver = false
  const once = () => {
    if (!isOver) run()
    isOver = true
  }
  for (const event of ['close', 'finish', 'error']) response.on(event, once)
}

function watch(kind: Set<Watched>, streamed: Streamed): void {
  const watched = { ...streamed, isAsking: false, doubts: 0 }
  kind.add(watched)
  if (timers.length === 0)
    timers = [setInterval(checkAll, CHECK_EVERY_MS), setInterval(beat, BEAT_MS)]
  whenOver(streamed.response, () => {
    kind.delete(watched)
    if (files.size + streams.size > 0) return
    for (const timer of timers) clearInterval(timer)
    timers = []
  })
}

function checkAll(): void {
  for (const watched of [...files, ...streams]) {
    watched.doubts += 1
    if (watched.doubts > DOUBTS_MAX) watched.response.destroy()
    else if (!watched.isAsking) void checkAccess(watched)
  }
}

async function checkAccess(watched: Watched): Promise<void> {
  watched.isAsking = true
  try {
    if (await watched.stillGood()) watched.doubts = 0
    else watched.response.destroy()
  } catch {
    // It is asked again.
  }
  watched.isAsking = false
}

function beat(): void {
  for (const { response } of streams) if (!response.writableEnded) response.write(': \n\n')
}
