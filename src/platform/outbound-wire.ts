import net, { isIP, type LookupFunction } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import tls, { type SecureContextOptions } from 'node:tls'
import { Agent, type buildConnector, Client, type Dispatcher, errors, Pool } from 'undici'
import { SECOND } from './clock.ts'
import { skipInterim } from './outbound-interim.ts'

// One request and its answer over undici, which speaks HTTP and keeps connections. Ours are where a
// connection goes, when an exchange ends and how much of it is read.
//
// (1) A connection goes only to addresses that `lookup` gave, or to the IP address in the URL.
// (2) An exchange ends by its deadline, and is told once.
// (3) No more is read than the body's limit and what may stand around a body.

const IDLE_MS = 4 * SECOND // Below the five seconds after which many receivers hang up.
/** So that we hang up first, where a receiver says how long it waits. */
const KEEP_ALIVE_MARGIN_MS = SECOND
const IDLE_PER_ORIGIN_MAX = 10
const IDLE_MAX = 1_000
const HEADER_BYTES_MAX = 16_384
/** Interim answers, headers, blank lines, and what chunks say of themselves. */
const AROUND_BODY_BYTES_MAX = 131_072
const PIECE_BYTES_MIN = 64 // As which a smaller one counts: each takes time, and may be one byte.

export type Identity = Pick<SecureContextOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'pfx'>

type WireOptions = {
  lookup: LookupFunction
  /** For name, connection and TLS each. */
  stepMs: number
  tls: Identity
}

type WireRequest = {
  origin: string
  /** With its query. */
  path: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body: string | null
  isOnce?: boolean
  timeoutMs: number
  responseBytesMax: number
  keptBytesMax: number
}

export type Failure = 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol'

export type Exchanged =
  /** Its head has come. `body`: its first `keptBytesMax` bytes. `isWhole`: that is all of it. */
  | { kind: 'answered'; status: number; headers: Headers; body: Buffer; isWhole: boolean }
  /** `wasWritten`: at least its head, in part, to a connection that stood. */
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

/** Connections, and exchanges under way: to one origin, or in all. */
type Use = { connections: number; running: number; idleMax: number }

const inAll: Use = { connections: 0, running: 0, idleMax: IDLE_MAX }

function hasIdleTooMany({ connections, running, idleMax }: Use): boolean {
  return connections - running > idleMax
}

export class Wire {
  readonly #kept: Agent
  /** For requests after which the connection closes. */
  readonly #single: Agent
  readonly #uses = new Map<string, Use>()

  constructor(options: WireOptions) {
    this.#kept = agent(this, options, 1)
    this.#single = agent(this, options, 0)
  }

  /** It never rejects. */
  async exchange(request: WireRequest): Promise<Exchanged> {
    this.count(request.origin, 'running', 1)
    const { promise, resolve } = Promise.withResolvers<Exchanged>()
    const running = new Exchange(request, resolve, this.#single)
    running.begin(request.isOnce ? this.#single : this.#kept)
    const exchanged = await promise
    // By then undici has its connection back, and whoever asks again at once is given it.
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

/** One connection of undici, or the one that takes its place. */
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
  /** The socket ends when it has brought more. */
  bytesMax: number
  /** An answer may begin from now on. */
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
    // The deadline of an exchange is to the millisecond, and for all of it.
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
  // So that whoever is not there is known long before the deadline, and takes up no place.
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

/** From the first request to the answer, over a second connection where the first was stale. */
class Exchange implements Dispatcher.DispatchHandler {
  line: LineState | null = null
  readonly #request: WireRequest
  readonly #settle: (exchanged: Exchanged) => void
  readonly #single: Agent
  readonly #deadline: NodeJS.Timeout
  readonly #kept: Buffer[] = []
  #controller: Dispatcher.DispatchController | null = null
  #isSettled = false
  /** Which request over its connection it is. */
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

  /** Closes its connection, unless that serves another by now. */
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
    // Another answer follows, and this says nothing about it.
    if (status >= 100 && status < 200) return
    this.#head = { status, headers }
    // No such status, or a body of which others may see another end: nobody shall read on.
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
      // Most likely the receiver hung up on an idle connection just as it was used again. At worst
      // it sees the same request twice, as it may at any time.
      this.#controller = null
      this.begin(this.#single)
    } else this.#fail(reason, error)
  }

  /** A status is the answer, and a body that lasts until the deadline changes nothing about it. */
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

  /** Nothing more is read of it. */
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
  // Either the other side hung up, or it said what undici does not take for an answer.
  if (code === 'UND_ERR_SOCKET') return line?.socket?.readableEnded ? 'reset' : 'protocol'
  const isNonsense = error instanceof TooMuch || error instanceof errors.HTTPParserError
  return isNonsense || /^(UND_ERR_|ERR_ASSERTION)/.test(code) ? 'protocol' : 'reset'
}
