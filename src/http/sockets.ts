import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import proxyAddr from '@fastify/proxy-addr'
import type { Context } from '../core/context.ts'
import { sharing } from '../core/static.ts'
import { SECOND } from '../platform/clock.ts'
import { networkOf } from '../platform/networks.ts'
import { type Counter, counter } from '../platform/slots.ts'
import { CHUNKS_MAX, isChunked } from './bodies.ts'
import { refuseAtOnce } from './load.ts'

// Limits the cost of one socket, of one network and of all sockets, before a request is read. A
// network is an IPv4 address or an IPv6 /64.
//
// (1) A socket has at most REQUESTS_MAX requests in progress. Further ones that came in the same
//     read wait in order, parsed; nothing more is read until they are served.
// (2) A socket that accepts no data for STALLED_MS is cut.
// (3) The number of open sockets is limited, in all and per network; further ones are refused.
//     Sockets of a proxy (COWRIE_TRUST_PROXY) carry many clients and count in all only. Behind it,
//     each client's network may have as many requests in progress as it could have sockets.
// (4) From nine tenths of all slots, idle sockets are cut: first those of the network with the
//     most, oldest first.
// (5) Waiting bytes are counted over all sockets: responses not accepted, incomplete bodies (if
//     chunked, their use of memory), requests waiting by (1). Above WAITING_BYTES_MAX, the largest
//     are cut. Static bytes share one buffer and are not counted.
// (6) Each of several processes has its share of the slots: connections are handed out in turn.

const REQUESTS_MAX = 8
const STALLED_MS = 20 * SECOND
const WAITING_BYTES_MAX = 64 * 1024 * 1024
const CROWDED = 0.9
const CHECK_EVERY_MS = 100
/** A parsed request and its response, not served yet: 2.4 kB measured, plus headers. */
const PARKED_BYTES = 4_096
/** The cost of a chunk, however small; measured. */
const BYTES_PER_CHUNK = 300
const LOG_EVERY_MS = 10 * SECOND

type Call = [IncomingMessage, ServerResponse]
type Line = {
  socket: Socket
  /** Null for a proxy. */
  network: string | null
  underWay: Set<ServerResponse>
  parked: Call[]
  /**
   * The last request, whose body may be incomplete, and how many bytes had been read when it began.
   */
  last: { request: IncomingMessage; readBefore: number } | null
  /** Bytes that the system had not accepted at the last check, and when it last accepted any. */
  untaken: number
  movedAt: number
}
type Why = 'refused' | 'stalled' | 'largest' | 'idle'
type Bounds = {
  max: number
  perNetwork: Counter
  perClient: Counter
  isProxy: (address: string, hop: number) => boolean
  /** In order of arrival. */
  lines: Map<Socket, Line>
  /** Lines that may have requests in progress or waiting bytes. */
  busy: Set<Line>
  report: (why: Why) => void
}

/** Runs before all other listeners of the server. Returns a function that stops it. */
export function boundSockets(
  context: Context,
  server: Server,
  requestIdOf: (request: IncomingMessage) => string,
): () => void {
  const { processes, sockets, trustProxy } = context.config
  const perNetwork = Math.ceil(sockets.perNetwork / processes)
  const bounds: Bounds = {
    max: Math.ceil(sockets.max / processes),
    perNetwork: counter(perNetwork),
    perClient: counter(perNetwork),
    isProxy: proxyAddr.compile(trustProxy),
    lines: new Map(),
    busy: new Set(),
    report: reporter(context),
  }
  server.on('connection', (socket) => open(bounds, socket))

  const answers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  const answer = (...[request, response]: Call) => {
    if (bounds.lines.get(request.socket)?.network === null) {
      const client = networkOf(proxyAddr(request, bounds.isProxy))
      if (!bounds.perClient.take(client)) return refuseAtOnce(response, requestIdOf(request))
      response.once('close', () => bounds.perClient.leave(client))
    }
    for (const one of answers) one.call(server, request, response)
  }
  server.on('request', (...call) => {
    // Without a line, the socket was refused or has closed.
    const line = bounds.lines.get(call[0].socket)
    if (line) arrive(bounds, line, call, answer)
  })
  const timer = setInterval(() => check(bounds), CHECK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

function open({ max, perNetwork, isProxy, lines, busy, report }: Bounds, socket: Socket): void {
  const { remoteAddress: address = '' } = socket
  const network = isProxy(address, 0) ? null : networkOf(address)
  if (lines.size >= max || (network !== null && !perNetwork.take(network))) {
    report('refused')
    socket.destroy()
    return
  }
  const idle = { underWay: new Set<ServerResponse>(), last: null, untaken: 0, movedAt: 0 }
  const line: Line = { socket, network, parked: [], ...idle }
  lines.set(socket, line)
  // Reading a body to its end resumes the socket.
  socket.on('resume', () => {
    if (line.parked.length > 0) socket.pause()
  })
  socket.once('close', () => {
    lines.delete(socket)
    busy.delete(line)
    line.parked.length = 0
    if (network !== null) perNetwork.leave(network)
  })
}

function arrive({ busy }: Bounds, line: Line, call: Call, answer: (...call: Call) => void): void {
  const { socket, underWay, parked } = line
  line.last = { request: call[0], readBefore: socket.bytesRead }
  // Reading the body resumes it. Until then, each chunk would be buffered separately.
  if (isChunked(call[0])) socket.pause()
  if (!busy.has(line)) {
    busy.add(line)
    Object.assign(line, { untaken: 0, movedAt: performance.now() })
  }
  if (underWay.size < REQUESTS_MAX) {
    serve(call)
  } else {
    parked.push(call)
    socket.pause()
  }

  function serve([request, response]: Call): void {
    underWay.add(response)
    response.once('close', () => {
      underWay.delete(response)
      const next = socket.destroyed ? undefined : parked.shift()
      if (next) serve(next)
      if (next && parked.length === 0) socket.resume()
    })
    answer(request, response)
  }
}

function check(bounds: Bounds): void {
  const { busy } = bounds
  const now = performance.now()
  let all = 0
  const waiting: { line: Line; bytes: number }[] = []
  for (const line of busy) {
    const bytes = waitingFor(line)
    if (hasStalled(line, now)) cut(bounds, line, 'stalled')
    else if (line.underWay.size === 0 && line.untaken === 0) busy.delete(line)
    else if (bytes > 0) waiting.push({ line, bytes })
    all += bytes
  }
  if (all > WAITING_BYTES_MAX) waiting.sort((a, b) => b.bytes - a.bytes)
  for (const { line, bytes } of waiting) {
    if (all <= WAITING_BYTES_MAX) break
    cut(bounds, line, 'largest')
    all -= bytes
  }
  makeRoom(bounds)
}

function makeRoom(bounds: Bounds): void {
  const { max, lines, busy, perNetwork } = bounds
  const excess = Math.ceil(lines.size - max * CROWDED)
  if (excess <= 0) return
  const crowd = ({ network }: Line) => (network === null ? 0 : perNetwork.count(network))
  const idle = [...lines.values()].filter((line) => !busy.has(line))
  idle.sort((a, b) => crowd(b) - crowd(a))
  for (const line of idle.slice(0, excess)) cut(bounds, line, 'idle')
}

function cut({ busy, report }: Bounds, line: Line, why: Why): void {
  report(why)
  busy.delete(line)
  // A reset also frees what the system buffers for it.
  line.socket.resetAndDestroy()
}

function waitingFor(line: Line): number {
  const { underWay, parked, last, socket } = line
  // Lets the request be collected before the connection ends.
  if (last?.request.complete) line.last = null
  let bytes = 0
  for (const [request] of parked) bytes += PARKED_BYTES + chunksOf(request)
  if (line.last !== null) {
    bytes += socket.bytesRead - line.last.readBefore + chunksOf(line.last.request)
  }
  for (const response of underWay) if (!sharing.has(response)) bytes += response.writableLength
  return bytes
}

/** The memory that its chunks may take: the allowed number, and one per byte not read yet. */
function chunksOf(request: IncomingMessage): number {
  return isChunked(request) ? (CHUNKS_MAX + request.readableLength) * BYTES_PER_CHUNK : 0
}

function hasStalled(line: Line, now: number): boolean {
  const untaken = untakenOf(line.socket)
  if (untaken === 0 || untaken < line.untaken) line.movedAt = now
  line.untaken = untaken
  return now - line.movedAt >= STALLED_MS
}

/** Written bytes that the system has not accepted. Streams count whole writes only. */
function untakenOf(socket: Socket): number {
  const { _handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return _handle?.writeQueueSize ?? socket.writableLength
}

/** Logs at most every ten seconds. */
function reporter(context: Context) {
  let since = { refused: 0, stalled: 0, largest: 0, idle: 0 }
  let loggedAt = Number.NEGATIVE_INFINITY
  return (why: Why) => {
    since[why] += 1
    if (performance.now() - loggedAt < LOG_EVERY_MS) return
    loggedAt = performance.now()
    context.log.warn(since, 'connections were rejected or closed')
    since = { refused: 0, stalled: 0, largest: 0, idle: 0 }
  }
}
