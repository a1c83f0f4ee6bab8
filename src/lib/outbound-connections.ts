import net, { isIP, type LookupFunction } from 'node:net'
import tls from 'node:tls'
import { SECOND } from './clock.ts'
import { type Answer, endAnswer, isOver, newAnswer, readAnswer } from './http-answer.ts'

// Connections to receivers, and one request and its answer over one of them.
//
//   new -> (looked up) -> connected -> (TLS stands) -> asked -> answered -> idle | closed
//                                                       asked <- idle
//
// (1) A connection serves one request at a time, and is kept only where the answer was read to its
//     end and nothing came after it. Whatever comes while it is idle ends it: it would be taken for
//     the answer to the next request.
// (2) It is used again only for the destination that it was made for, under the same leave.
// (3) An exchange ends by its deadline, and is told once.

const IDLE_MS = 4 * SECOND // Below the five seconds after which many receivers hang up.
const IDLE_PER_DESTINATION_MAX = 10
const IDLE_MAX = 1_000
const SWEEP_MS = SECOND / 2
/** So that we hang up first, where a receiver says how long it waits. */
const KEEP_ALIVE_MARGIN_MS = SECOND
const READ_BYTES = 65_536

export type Destination = {
  isSecure: boolean
  /** A name or an IP address, which has no brackets. */
  host: string
  port: number
  /** Equal only where a connection to one may serve the other. */
  key: string
}

export type Exchange = {
  destination: Destination
  /** The request as it is written, in characters that are bytes but for its body. */
  text: string
  lookup: LookupFunction
  timeoutMs: number
  /** For name, connection and TLS each. */
  stepMs: number
  responseBytesMax: number
}

export type Phase = 'connect' | 'tls' | 'reset'
export type Exchanged =
  /** Its head has come; of the body, what there is. */
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; reason: Phase | 'timeout' | 'protocol'; error: Error | null }

type Connection = {
  socket: net.Socket
  key: string
  under: Running | null
  idleUntil: number
}

type Running = {
  wanted: Exchange
  connection: Connection
  isReused: boolean
  phase: Phase
  answer: Answer
  deadline: NodeJS.Timeout
  settle: (exchanged: Exchanged) => void
}

// All connections read into this, one after the other: what is kept of it is copied.
const incoming = Buffer.allocUnsafeSlow(READ_BYTES)

/** Over a kept connection, else over a new one. It never rejects. */
export function exchange(wanted: Exchange): Promise<Exchanged> {
  return new Promise((settle) => {
    const { destination, timeoutMs, responseBytesMax } = wanted
    const kept = takeIdle(destination.key)
    const running: Running = {
      wanted,
      connection: kept ?? open(wanted),
      isReused: kept !== null,
      phase: kept === null ? 'connect' : 'reset',
      answer: newAnswer(responseBytesMax),
      deadline: setTimeout(() => endInTime(running), timeoutMs),
      settle,
    }
    begin(running)
  })
}

function begin(running: Running): void {
  const { connection, isReused } = running
  connection.under = running
  if (!isReused) whenReady(running, () => connection.socket.write(running.wanted.text))
  else connection.socket.write(running.wanted.text)
}

function open({ destination, lookup }: Exchange): Connection {
  const { isSecure, host, port, key } = destination
  const onread = { buffer: incoming, callback: (count: number) => receive(connection, count) }
  const options = { host, port, lookup, noDelay: true, onread }
  const socket = isSecure
    ? tls.connect({
        ...options,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
      })
    : net.connect(options)
  const connection: Connection = { socket, key, under: null, idleUntil: 0 }
  socket.on('error', (error) => lose(connection, error))
  socket.on('end', () => lose(connection, null))
  socket.on('close', () => lose(connection, null))
  return connection
}

/** So that whoever is not there is known long before the deadline, and takes up no place. */
function whenReady(running: Running, ready: () => void): void {
  const { connection, wanted } = running
  const { socket } = connection
  const isOurs = () => connection.under === running
  const step = setTimeout(() => isOurs() && fail(running, 'timeout', null), wanted.stepMs)
  socket.once('lookup', () => step.refresh())
  socket.once('close', () => clearTimeout(step))
  const done = () => {
    clearTimeout(step)
    running.phase = 'reset'
    if (isOurs()) ready()
  }
  if (!wanted.destination.isSecure) {
    socket.once('connect', done)
    return
  }
  socket.once('connect', () => {
    step.refresh()
    running.phase = 'tls'
  })
  socket.once('secureConnect', done)
}

/** `count` bytes lie in the buffer. False stops the reading. */
function receive(connection: Connection, count: number): boolean {
  const running = connection.under
  if (running === null) {
    close(connection)
    return false
  }
  const { answer } = running
  readAnswer(answer, incoming.subarray(0, count))
  if (isOver(answer)) finish(running)
  return true
}

/** The other side has hung up, or the connection broke. */
function lose(connection: Connection, error: Error | null): void {
  const running = connection.under
  if (running === null) {
    close(connection)
    return
  }
  if (error === null) endAnswer(running.answer)
  if (isStale(running, error)) {
    // Most likely the receiver hung up on an idle connection just as we used it again. At worst it
    // sees the same request twice, as it may at any time.
    connection.under = null
    close(connection)
    running.isReused = false
    running.phase = 'connect'
    running.answer = newAnswer(running.wanted.responseBytesMax)
    running.connection = open(running.wanted)
    begin(running)
  } else if (running.answer.hasHead) finish(running)
  else fail(running, running.phase, error)
}

function isStale({ isReused, answer }: Running, error: NodeJS.ErrnoException | null): boolean {
  if (!isReused || answer.hasBegun) return false
  return error === null || /^(ECONNRESET|EPIPE)$/.test(error.code ?? '')
}

/** The status is the answer, and a body that lasts until the deadline changes nothing about it. */
function endInTime(running: Running): void {
  if (running.answer.hasHead) finish(running)
  else fail(running, 'timeout', null)
}

function finish(running: Running): void {
  const { answer, connection } = running
  if (!answer.hasHead) {
    fail(running, 'protocol', null)
    return
  }
  clearTimeout(running.deadline)
  connection.under = null
  const isRead = answer.step === 'done' && answer.isReusable
  // Whoever answers before the request is written whole may never take the rest of it.
  if (isRead && connection.socket.writableLength === 0) keepIdle(connection, answer)
  else close(connection)
  running.settle({ kind: 'answered', answer })
}

function fail(running: Running, reason: Phase | 'timeout' | 'protocol', error: Error | null): void {
  clearTimeout(running.deadline)
  running.connection.under = null
  close(running.connection)
  running.settle({ kind: 'failed', reason, error })
}

/** By destination, the one that came last at the end. */
const idle = new Map<string, Connection[]>()
let idleCount = 0
let sweeping: NodeJS.Timeout | null = null

/**
 * The last to come is the first to go: the others may grow old and be closed. What is here is
 * whole: whoever hangs up or says something is taken out at once.
 */
function takeIdle(key: string): Connection | null {
  const connections = idle.get(key)
  if (connections === undefined) return null
  const now = performance.now()
  for (let last = connections.pop(); last; last = connections.pop()) {
    idleCount -= 1
    if (last.idleUntil > now) {
      last.socket.ref()
      return last
    }
    last.socket.destroy()
  }
  idle.delete(key)
  return null
}

function keepIdle(connection: Connection, { keepAliveSeconds }: Answer): void {
  const idleMs = Math.min(IDLE_MS, keepAliveSeconds * SECOND - KEEP_ALIVE_MARGIN_MS)
  const connections = idle.get(connection.key) ?? []
  const isFull = connections.length >= IDLE_PER_DESTINATION_MAX || idleCount >= IDLE_MAX
  if (isFull || idleMs <= 0) {
    close(connection)
    return
  }
  connection.idleUntil = performance.now() + idleMs
  connections.push(connection)
  idle.set(connection.key, connections)
  idleCount += 1
  // An idle connection is no reason for the process to stay.
  connection.socket.unref()
  sweeping ??= setInterval(sweep, SWEEP_MS).unref()
}

function sweep(): void {
  const now = performance.now()
  for (const connections of [...idle.values()]) {
    for (const connection of connections.filter(({ idleUntil }) => idleUntil <= now)) {
      close(connection)
    }
  }
  if (idleCount > 0 || sweeping === null) return
  clearInterval(sweeping)
  sweeping = null
}

function close(connection: Connection): void {
  const connections = idle.get(connection.key)
  const at = connections?.indexOf(connection) ?? -1
  if (connections && at >= 0) {
    connections.splice(at, 1)
    idleCount -= 1
    if (connections.length === 0) idle.delete(connection.key)
  }
  connection.socket.destroy()
}
