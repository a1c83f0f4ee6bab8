import net, { isIP, type LookupFunction } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import tls, { type SecureContextOptions } from 'node:tls'
import { Agent, type buildConnector, Client, type Dispatcher, errors, Pool } from 'undici'
import { SECOND } from './clock.ts'
import { skipInterim } from './outbound-interim.ts'

// One request and its response over undici, which implements HTTP and keeps connections. This file
// decides where a connection goes, when an exchange ends, and how much is read.
//
// (1) A connection goes only to addresses from `lookup`, or to the IP address in the URL.
// (2) An exchange ends by its deadline and has one result.
// (3) No more is read than the limit of the body, and what may surround a body.

const IDLE_MS = 4 * SECOND // Below the five seconds after which many receivers hang up.
/** So that we close first, if a receiver says how long it waits. */
const KEEP_ALIVE_MARGIN_MS = SECOND
const IDLE_PER_ORIGIN_MAX = 10
const IDLE_MAX = 1_000
const HEADER_BYTES_MAX = 16_384
/** Interim responses, headers, blank lines and chunk extensions. */
const AROUND_BODY_BYTES_MAX = 131_072
const PIECE_BYTES_MIN = 64 // As which a smaller one counts: each takes time, and may be one byte.

export type Identity = Pick<SecureContextOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'pfx'>

type WireOptions = {
  lookup: LookupFunction
  /** For DNS, connection and TLS each. */
  stepMs: number
  tls: Identity
}

type WireRequest = {
  origin: string
  /** With the query. */
  path: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body: string | Buffer | null
  isOnce?: boolean
  timeoutMs: number
  responseBytesMax: number
  keptBytesMax: number
}

export type Failure = 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol'

export type Exchanged =
  /** The head has arrived. `body`: its first `keptBytesMax` bytes. `isWhole`: that is all of it. */
  | { kind: 'answered'; status: number; headers: Headers; body: Buffer; isWhole: boolean }
  /** `wasWritten`: part of the request was written to a working connection. */
  | { kind: 'failed'; reason: Failure; wasWritten: boolean; error: Error | null }

type Headers = Record<string, string | string[] | undefined>

/** Nothing was sent. */
export class Unreached extends Error {
  readonly reason: Failure

  constructor(reason: Failure, cause?: Error) {
    super(`could not connect: ${reason}`, { cause })
    this.reason = reason
  }
}

class TooMuch extends Error {}

/** Connections, and exchanges in progress: to one origin, or in total. */
type Use = { connections: number; running: number; idleMax: number }

const inAll: Use = { connections: 0, running: 0, idleMax: IDLE_MAX }

function hasIdleTooMany({ connections, running, idleMax }: Use): boolean {
  return connections - running > idleMax
}

export class Wire {
  readonly #kept: Agent
  /** For requests that close their connection. */
  readonly #single: Agent
  readonly #uses = new Map<string, Use>()

  constructor(options: WireOptions) {
    this.#kept = agent(this, options, 1)
    this.#single = agent(this, options, 0)
  }

  /** Never rejects. */
  async exchange(request: WireRequest): Promise<Exchanged> {
    this.count(request.origin, 'running', 1)
    const { promise, resolve } = Promise.withResolvers<Exchanged>()
    const running = new Exchange(request, resolve, this.#single)
    running.begin(request.isOnce ? this.#single : this.#kept)
    const exchanged = await promise
    // By then undici has its connection back, so a caller that sends again at once gets it.
    await setImmediate()
    const use = this.count(request.origin, 'running', -1)
    if (hasIdleTooMany(use) || hasIdleTooMany(inAll)) running.leave()
    return exchanged
  }

  count(origin: string, what: 'connections' | 'running', by: 1 | -1): Use {
    const none = { connections: 0, running: 0, idleMax: IDLE_PER_ORIGIN_MAX }
    const use = this.#uses.get(origin) ?? none
    use[what] += by
    inAll[what] += by
    if (use.connections + use.running > 0) this.#uses.set(origin, use)
    else this.#uses.delete(origin)
    return use
  }
}

/** A connection of undici, or its replacement. */
class Line extends Client {
  readonly state: LineState

  constructor(origin: URL, options: Client.Options, wire: Wire, how: WireOptions) {
    const state: LineState = { socket: null, requests: 0, bytesMax: 0, expect: () => {} }
    super(origin, {
      ...options,
      connect(to, done) {
        const socket = connect(to, how, state, done)
        wire.count(origin.origin, 'connections', 1)
        socket.once('close', () => wire.count(origin.origin, 'connections', -1))
      },
    })
    this.state = state
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Exchange): boolean {
    handler.line = this.state
    return super.dispatch(options, handler)
  }
}

type LineState = {
  socket: net.Socket | null
  /** Over this socket. */
  requests: number
  /** The socket is closed when it has received more. */
  bytesMax: number
  /** A response may begin from now on. */
  expect: () => void
}

function agent(wire: Wire, how: WireOptions, pipelining: 0 | 1): Agent {
  return new Agent({
    pipelining,
    allowH2: false,
    useMilo: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The deadline of an exchange is exact, and covers all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, options) =>
      new Pool(origin, { ...options, factory: (url, each) => new Line(url, each, wire, how) }),
  })
}

function connect(
  { hostname, port, protocol }: buildConnector.Options,
  { lookup, stepMs, tls: identity }: WireOptions,
  line: LineState,
  done: buildConnector.Callback,
): net.Socket {
  const isSecure = protocol === 'https:'
  const to = { host: hostname, port: Number(port || (isSecure ? 443 : 80)), lookup, noDelay: true }
  const socket = isSecure
    ? tls.connect({
        ...to,
        ...identity,
        servername: isIP(hostname) === 0 ? hostname : '',
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
      })
    : net.connect(to)
  Object.assign(line, { socket, requests: 0, expect: skipInterim(socket) })

  let reason: Failure = 'connect'
  let isOver = false
  const end = (error: Error | null) => {
    clearTimeout(step)
    if (isOver) return
    isOver = true
    if (error === null) done(null, socket)
    else done(error instanceof Unreached ? error : new Unreached(reason, error), null)
  }
  // So that an unreachable receiver is known long before the deadline, and frees its place.
  const step = setTimeout(() => socket.destroy(new Unreached('timeout')), stepMs)
  socket.once('lookup', () => step.refresh())
  socket.once('connect', () => {
    step.refresh()
    if (isSecure) reason = 'tls'
  })
  socket.once(isSecure ? 'secureConnect' : 'connect', () => end(null))
  socket.on('error', end)
  socket.once('close', () => end(new Unreached(reason)))
  socket.on('readable', () => {
    if (socket.bytesRead > line.bytesMax) socket.destroy(new TooMuch('the response is too large'))
  })
  return socket
}

/** From the request to its response, on a second connection if the first was stale. */
class Exchange implements Dispatcher.DispatchHandler {
  line: LineState | null = null
  readonly #request: WireRequest
  readonly #settle: (exchanged: Exchanged) => void
  readonly #single: Agent
  readonly #deadline: NodeJS.Timeout
  readonly #kept: Buffer[] = []
  #controller: Dispatcher.DispatchController | null = null
  #isSettled = false
  /** The number of its request on the connection. */
  #place = 0
  #hasBegun = false
  #head: { status: number; headers: Headers } | null = null
  #counted = 0
  #keptBytes = 0
  #bodyBytes = 0

  constructor(request: WireRequest, settle: (exchanged: Exchanged) => void, single: Agent) {
    this.#request = request
    this.#settle = settle
    this.#single = single
    this.#deadline = setTimeout(() => this.#endInTime(), request.timeoutMs)
  }

  begin(over: Agent): void {
    const { origin, path, method, headers, body } = this.#request
    over.dispatch({ origin, path, method, headers, body }, this)
  }

  /** Closes the connection, unless another request uses it by now. */
  leave(): void {
    if (this.line?.requests === this.#place) this.line.socket?.destroy()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const line = this.line!
    this.#controller = controller
    line.requests += 1
    line.expect()
    this.#place = line.requests
    line.bytesMax = line.socket!.bytesRead + this.#request.responseBytesMax + AROUND_BODY_BYTES_MAX
    if (this.#isSettled) controller.abort(new Error('the deadline has passed'))
  }

  onResponseStarted(): void {
    this.#hasBegun = true
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // The final response follows.
    if (status >= 100 && status < 200) return
    this.#head = { status, headers }
    // An invalid status, or a body whose end readers may disagree about: stop reading.
    const coding = headers['transfer-encoding']
    if (status < 100 || (coding !== undefined && coding !== 'chunked')) this.#cut()
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#request.keptBytesMax - this.#keptBytes
    if (room > 0) {
      const part = Buffer.from(chunk.subarray(0, room))
      this.#kept.push(part)
      this.#keptBytes += part.length
    }
    this.#bodyBytes += chunk.length
    this.#counted += Math.max(chunk.length, PIECE_BYTES_MIN)
    if (this.#counted > this.#request.responseBytesMax) this.#cut()
  }

  onResponseEnd(): void {
    this.#finish(true)
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isSettled) return
    if (this.#head !== null) {
      this.#finish(false)
      return
    }
    const reason = reasonOf(error, this.line)
    if (this.#place > 1 && !this.#hasBegun && reason === 'reset') {
      // Most likely, the receiver closed an idle connection just as it was reused. At worst it sees
      // the request twice, which can happen anyway.
      this.#controller = null
      this.begin(this.#single)
    } else this.#fail(reason, error)
  }

  /** The status is the result, even if the body lasts until the deadline. */
  #endInTime(): void {
    if (this.#head === null) this.#fail('timeout', null)
    else this.#finish(false)
    this.#hangUp('the deadline has passed')
  }

  #finish(hasEnded: boolean): void {
    const isWhole = hasEnded && this.#bodyBytes === this.#keptBytes
    this.#end({ kind: 'answered', ...this.#head!, body: Buffer.concat(this.#kept), isWhole })
  }

  #fail(reason: Failure, error: Error | null): void {
    this.#end({ kind: 'failed', reason, wasWritten: this.#place > 0, error })
  }

  #end(exchanged: Exchanged): void {
    if (this.#isSettled) return
    this.#isSettled = true
    clearTimeout(this.#deadline)
    this.#settle(exchanged)
  }

  /** Stops reading. */
  #cut(): void {
    this.#finish(false)
    this.#hangUp('enough')
  }

  #hangUp(why: string): void {
    if (this.#controller === null) this.line?.socket?.destroy(new Unreached('timeout'))
    else this.#controller.abort(new Error(why))
  }
}

function reasonOf(error: NodeJS.ErrnoException, line: LineState | null): Failure {
  if (error instanceof Unreached) return error.reason
  const code = error.code ?? ''
  // Either the receiver closed, or it sent what undici does not accept.
  if (code === 'UND_ERR_SOCKET') return line?.socket?.readableEnded ? 'reset' : 'protocol'
  const isNonsense = error instanceof TooMuch || error instanceof errors.HTTPParserError
  return isNonsense || /^(UND_ERR_|ERR_ASSERTION)/.test(code) ? 'protocol' : 'reset'
}
