import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND } from '../platform/clock.ts'
import { networkOf } from '../platform/networks.ts'
import { Refusal, statusOf } from '../platform/refusal.ts'

// Responses that outlast the check of their credential: event streams, and files that are written
// while they are read. They can begin here only (test/tidy.test.ts).
//
// (1) During a response, its credential is checked repeatedly with the checks of the beginning
//     (`stillGood`). When it is no longer valid, the connection is cut: unsent data is dropped, and
//     a truncated file does not look complete.
// (2) CHECK_EVERY_MS plus the half second for which a process caches keys is less than a second.
// (3) If the check itself fails, for example without a database, it is repeated for ten seconds. An
//     event stream checks before each event, so it sends none meanwhile.

const CHECK_EVERY_MS = 250
/** Failed checks until the connection is cut: ten seconds. */
const DOUBTS_MAX = 40
const BEAT_MS = 15 * SECOND

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the credential would still be accepted. Set by the scope of the credential. */
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

/** False if the check refuses; throws if the check fails. */
export async function isLetIn(check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof Refusal && statusOf(error) < 500) return false
    throw error
  }
}

/** Takes the response over from Fastify, for an event stream. */
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
 * Starts an event stream. False if the client has left, or if `take` has no slot for it: it gets a
 * 503. The slot is returned when the stream ends.
 */
export function beginStream(
  listener: Listener,
  take: () => (() => void) | null,
  headers: Record<string, string> = {},
): boolean {
  const { response, requestId } = listener
  // A closed socket emits no further event, so the stream would never be removed.
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

/** Ends every stream: clients reconnect to another process. */
export function endStreams(): void {
  for (const { response } of streams) response.end()
}

/** Sends a CSV file of any length, as it is produced. */
export function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  lines: AsyncIterable<string>,
): FastifyReply {
  return sendFile(request, reply, { type: 'text/csv', name }, lines)
}

/** The same for a file of another type. A stream is sent as it is. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, name }: { type: string; name: string },
  lines: AsyncIterable<string> | Readable,
): FastifyReply {
  watch(files, { response: reply.raw, stillGood: () => request.stillGood() })
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(lines instanceof Readable ? type : `${type}; charset=utf-8`)
    .send(lines instanceof Readable ? lines : Readable.from(lines))
}

/** Runs once the response was sent, or broke off. */
export function whenSent(reply: FastifyReply, run: () => void): void {
  whenOver(reply.raw, run)
}

/**
 * Runs once, on the first of these events: a response queued behind another on its connection
 * closes only with the connection.
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
    // Checked again at the next turn.
  }
  watched.isAsking = false
}

function beat(): void {
  for (const { response } of streams) if (!response.writableEnded) response.write(': \n\n')
}
