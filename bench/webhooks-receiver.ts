import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { endpointAt, sharedClockMs } from './webhooks-queue.ts'
import { serveWorker } from './worker.ts'

// The businesses' server: takes every event, remembers when its number first came and how often,
// and answers 200. It shares two cores with what it measures, so it reads no more of HTTP/1.1 than
// the senders write: a head, a Content-Length, a body.
//
// From one endpoint on, if so said, it takes what comes and answers nothing: they hang.
//
// (1) Each number that was expected is arrived at least once, or the run has failed.
// (2) One request in 64 is verified as an integrator would; one that is wrong fails the run.

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const VERIFIED_EVERY = 64
const DIGITS = 9
const HEAD_END = '\r\n\r\n'
const OVERDUE_MS = 60_000

export type ReceiverLoad =
  /** Answers the port. `secret`: what all of them sign with. `hangingFrom`: of the endpoints. */
  | { step: 'listen'; secret: string; hangingFrom?: number }
  /** From now on these numbers are meant. */
  | { step: 'expect'; first: number; count: number }
  /** Resolves when all have arrived. */
  | { step: 'arrived' }
  /** Answers what there is now. */
  | { step: 'look' }

export type Received = {
  port: number
  arrived: number
  /** Requests beyond the first of a number. */
  repeated: number
  /** Wrong signatures, and numbers that nobody expected. */
  wrong: number
  /** On the clock that all processes share, by number from the first; 0: not yet. */
  arrivedAt: number[]
  usedMicros: number
}

let secret = ''
let port = 0
let hangingFrom = Number.POSITIVE_INFINITY
let first = 0
let arrivedAt = new Float64Array(0)
let counts = { arrived: 0, repeated: 0, wrong: 0 }
let requests = 0
let whenAll: () => void = () => {}

serveWorker(run)

async function run(load: ReceiverLoad): Promise<Received> {
  switch (load.step) {
    case 'listen':
      secret = load.secret
      hangingFrom = load.hangingFrom ?? hangingFrom
      port = await listen()
      break
    case 'expect':
      first = load.first
      arrivedAt = new Float64Array(load.count)
      counts = { arrived: 0, repeated: 0, wrong: 0 }
      break
    case 'arrived':
      await allArrived()
      break
    case 'look':
  }
  const { user, system } = process.cpuUsage()
  return { port, ...counts, arrivedAt: [...arrivedAt], usedMicros: user + system }
}

function listen(): Promise<number> {
  const server = createServer({ noDelay: true }, read)
  return new Promise((resolve) => {
    // On every address of the loopback network: each endpoint is a host of its own.
    server.listen(0, '0.0.0.0', () => resolve((server.address() as { port: number }).port))
  })
}

/** After a while without all of them, whoever asked is told how many there are. */
function allArrived(): Promise<void> {
  if (counts.arrived === arrivedAt.length) return Promise.resolve()
  return new Promise((resolve) => {
    const overdue = setTimeout(resolve, OVERDUE_MS)
    whenAll = () => {
      clearTimeout(overdue)
      resolve()
    }
  })
}

function read(socket: Socket): void {
  socket.on('error', () => {})
  if (endpointAt(socket.localAddress!) >= hangingFrom) {
    socket.resume()
    return
  }
  let kept = ''
  // One byte is one character, so that lengths are bytes.
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    kept += chunk
    for (;;) {
      const headEnd = kept.indexOf(HEAD_END)
      if (headEnd < 0) return
      const head = kept.slice(0, headEnd)
      const bodyAt = headEnd + HEAD_END.length
      const end = bodyAt + Number(headerOf(head, 'Content-Length'))
      if (kept.length < end) return
      take(head, kept.slice(bodyAt, end))
      kept = kept.slice(end)
      socket.write(ANSWER)
    }
  })
}

function headerOf(head: string, name: string): string {
  let at = head.indexOf(`${name}: `)
  // Some senders write names in small letters.
  if (at < 0) at = head.indexOf(`${name.toLowerCase()}: `)
  if (at < 0) return ''
  at += name.length + 2
  const end = head.indexOf('\r\n', at)
  return head.slice(at, end < 0 ? undefined : end)
}

function take(head: string, body: string): void {
  const now = sharedClockMs()
  const at = Number(headerOf(head, 'X-Service-Event-Id').slice(-DIGITS)) - first
  if (!(at >= 0 && at < arrivedAt.length)) {
    counts.wrong += 1
    return
  }
  requests += 1
  if (requests % VERIFIED_EVERY === 0 && !isSigned(head, body)) counts.wrong += 1
  if (arrivedAt[at] !== 0) {
    counts.repeated += 1
    return
  }
  arrivedAt[at] = now
  counts.arrived += 1
  if (counts.arrived === arrivedAt.length) whenAll()
}

function isSigned(head: string, body: string): boolean {
  const timestamp = headerOf(head, 'X-Service-Timestamp')
  const text = Buffer.from(`${timestamp}.${body}`, 'latin1')
  const expected = createHmac('sha512', secret).update(text).digest()
  const given = Buffer.from(headerOf(head, 'X-Service-Signature'), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
