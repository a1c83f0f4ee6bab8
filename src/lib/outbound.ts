import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { SECOND } from './clock.ts'

// The only way out to addresses that businesses give. Whoever can make a server fetch an address
// of their choice can try to reach what only that server can see: its neighbours, the cloud's
// metadata service, itself. So a name is resolved here, all that it resolves to is vetted, and the
// connection goes to what was vetted. A name that changes its mind between check and use gains
// nothing; neither does a redirect, because none is followed, nor a proxy variable, because none
// is read.

const URL_LENGTH_MAX = 2_048
const HOST_LENGTH_MAX = 253
const HEADER_BYTES_MAX = 16_384
const KEPT_BYTES_MAX = 2_048
const CHUNK_BYTES_MIN = 64 // As which a smaller one counts: each takes time, and may be one byte.
const DNS_TIMEOUT_MS = 2_500 // Of each try: the resolver would double it otherwise.
const DNS_TRIES = 2
const STEP_MS = 5 * SECOND
const PREAMBLE_BYTES_MAX = 65_536
const RETRY_AFTER_SECONDS_MAX = 999_999_999 // Thirty years: whoever asks for more gets these.
const IDLE_MS = 4 * SECOND // Below the five seconds after which many receivers hang up.
const IDLE_PER_HOST_MAX = 10
const LIVE_PORT = '' // How the parser writes 443 for https.

export type OutboundRequest = {
  url: string
  method: 'POST'
  headers: Record<string, string>
  body: string
  /** 127.0.0.0/8 and ::1. For test mode on a developer's machine, and nowhere else. */
  allowLoopback: boolean
  /** For everything: name, connection, TLS, answer. */
  timeoutMs: number
  /** Of that, for name, connection and TLS each: 5 s unless said. */
  stepMs?: number
  /** Of the answer's body. What comes after is not read. */
  responseBytesMax: number
}

export type OutboundFailure = 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol'

export type OutboundOutcome =
  /** A status came. `body` is the first 2 KB of text. */
  | {
      kind: 'answered'
      status: number
      retryAfterSeconds: number | null
      body: string
      latencyMs: number
    }
  /** Nothing was connected to. */
  | { kind: 'refused_address'; reason: string }
  /** No status came. `reset`: whether the receiver acted on it, nobody can say. */
  | { kind: 'failed'; reason: OutboundFailure; latencyMs: number }

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>

class AddressRefused extends Error {}
class NameNotFound extends Error {}
class StepTookTooLong extends Error {}
class PreambleTooLong extends Error {}

/** Answers, whatever happens, within `timeoutMs`. */
export async function send(
  request: OutboundRequest,
  resolve: Resolve = resolveAll,
): Promise<OutboundOutcome> {
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  if (url === null) return { kind: 'refused_address', reason: 'not an address' }
  const reason = refusedForm(url) ?? refusedLiteral(url, request.allowLoopback)
  if (reason !== null) return { kind: 'refused_address', reason }

  const signal = AbortSignal.timeout(request.timeoutMs)
  const started = performance.now()
  const exchange = { request, url, resolve, signal, started }
  const first = await post(exchange, agentFor(url, request.allowLoopback))
  if (first !== 'stale_connection') return first
  // Most likely the receiver hung up on an idle connection just as we used it again. At worst it
  // sees the same request twice, as it may at any time.
  const second = await post(exchange, false)
  return second === 'stale_connection' ? failed('reset', started) : second
}

/**
 * For settings: why this address cannot be used, in words for whoever typed it, or null. What the
 * name resolves to is looked at when something is sent, each time.
 */
export function checkUrl(
  text: string,
  { live, allowLoopback }: { live: boolean; allowLoopback: boolean },
): string | null {
  if (Buffer.byteLength(text) > URL_LENGTH_MAX) {
    return `An address may have ${URL_LENGTH_MAX} bytes at most.`
  }
  // The parser drops or mends these, so that people and programs would read different addresses.
  if (/[\s\\\p{Cc}]/u.test(text)) {
    return 'The address may not contain spaces, backslashes or control characters.'
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return 'This is not an address such as https://example.com/webhooks.'
  if (live && url.protocol !== 'https:') return 'In live mode the address must begin with https://.'
  const form = refusedForm(url)
  if (form !== null) return `The address cannot be used: ${form}.`
  if (url.hash !== '' || text.includes('#')) return 'The address may not have a fragment (#…).'
  if (live && url.port !== LIVE_PORT) return 'In live mode the port must be 443.'
  if (refusedLiteral(url, allowLoopback) !== null || (isLocalName(url) && !allowLoopback)) {
    return 'The address must be public: private, local and reserved addresses are refused.'
  }
  return null
}

/** Why nothing may be sent to this IP address, or null. */
export function refusedAddress(address: string, allowLoopback: boolean): string | null {
  if (isIP(address) === 0) return 'not an IP address'
  const ip = ipaddr.parse(address)
  if (allowLoopback && ip.range() === 'loopback') return null
  if (ip.kind() === 'ipv4') return within(ip, deniedIpv4)
  // Everything else is unassigned, local, or a way to write an IPv4 address.
  if (!ip.match(ipaddr.parseCIDR('2000::/3'))) return 'outside 2000::/3'
  return within(ip, deniedIpv6) ?? (isIsatap(ip as ipaddr.IPv6) ? 'ISATAP' : null)
}

// IANA's special-purpose registries, and 168.63.129.16, a cloud's host service in public space.
const deniedIpv4 = networks([
  ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
])
// Teredo, benchmarking and ORCHID; documentation twice; 6to4.
const deniedIpv6 = networks([['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']])

type Network = { cidr: string; range: [ipaddr.IPv4 | ipaddr.IPv6, number] }

function networks(rows: string[][]): Network[] {
  return rows.flat().map((cidr) => ({ cidr, range: ipaddr.parseCIDR(cidr) }))
}

function within(ip: ipaddr.IPv4 | ipaddr.IPv6, denied: Network[]): string | null {
  const found = denied.find(({ range }) => ip.match(range))
  return found ? `in ${found.cidr}` : null
}

/** The interface id 0:5efe or 200:5efe carries an IPv4 address that a tunnel would reach. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}

function refusedForm(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only http and https'
  if (url.username !== '' || url.password !== '') return 'no user name or password'
  if (hostOf(url).length > HOST_LENGTH_MAX) return `a host name has ${HOST_LENGTH_MAX} letters`
  return null
}

/** The parser has already turned 127.1, 0x7f000001 and 2130706433 into 127.0.0.1. */
function refusedLiteral(url: URL, allowLoopback: boolean): string | null {
  const host = hostOf(url)
  return isIP(host) === 0 ? null : refusedAddress(host, allowLoopback)
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function isLocalName(url: URL): boolean {
  return /(^|\.)localhost\.?$/.test(url.hostname)
}

type Exchange = {
  request: OutboundRequest
  url: URL
  resolve: Resolve
  signal: AbortSignal
  started: number
}

function post(
  { request, url, resolve, signal, started }: Exchange,
  agent: http.Agent | false,
): Promise<OutboundOutcome | 'stale_connection'> {
  return new Promise((settle) => {
    let phase: OutboundFailure = 'connect'
    const sent = (url.protocol === 'https:' ? https : http).request(url, {
      method: request.method,
      headers: { ...request.headers, 'Content-Length': Buffer.byteLength(request.body) },
      agent,
      lookup: vettedLookup(resolve, request.allowLoopback),
      signal,
      maxHeaderSize: HEADER_BYTES_MAX,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    })
    sent.on('socket', (socket) => {
      limitPreamble(sent, socket)
      if (sent.reusedSocket) {
        phase = 'reset'
        return
      }
      limitSteps(sent, socket, request.stepMs ?? STEP_MS)
      socket.once('connect', () => {
        phase = url.protocol === 'https:' ? 'tls' : 'reset'
      })
      socket.once('secureConnect', () => {
        phase = 'reset'
      })
    })
    let answered = false
    sent.on('response', (response) => {
      answered = true
      void readStart(response, request.responseBytesMax).then((body) => {
        const { statusCode, headers } = response
        const retryAfterSeconds = retryAfter(headers['retry-after'], headers.date)
        const latencyMs = since(started)
        settle({ kind: 'answered', status: statusCode!, retryAfterSeconds, body, latencyMs })
      })
    })
    // Otherwise nothing would be told of an answer that wants to leave HTTP: neither error nor end.
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      settle(failed('protocol', started))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (answered) return
      const stale = sent.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '')
      if (stale && !signal.aborted) settle('stale_connection')
      else settle(outcomeOf(error, phase, signal, started))
    })
    sent.end(request.body)
  })
}

/** So that whoever is not there is known long before the deadline, and takes up no place. */
function limitSteps(sent: http.ClientRequest, socket: Socket, stepMs: number): void {
  const timer = setTimeout(() => sent.destroy(new StepTookTooLong()), stepMs)
  socket.once('lookup', () => timer.refresh())
  socket.once('connect', () => {
    if (socket instanceof TLSSocket) timer.refresh()
    else clearTimeout(timer)
  })
  socket.once('secureConnect', () => clearTimeout(timer))
  sent.once('close', () => clearTimeout(timer))
}

/** Blank lines and 100 Continue may come before the status, and could come without end. */
function limitPreamble(sent: http.ClientRequest, socket: Socket): void {
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > PREAMBLE_BYTES_MAX) sent.destroy(new PreambleTooLong())
  }
  const stop = () => socket.off('data', count)
  socket.on('data', count)
  sent.once('response', stop)
  sent.once('close', stop)
}

function outcomeOf(
  error: NodeJS.ErrnoException,
  phase: OutboundFailure,
  signal: AbortSignal,
  started: number,
): OutboundOutcome {
  if (error instanceof AddressRefused) return { kind: 'refused_address', reason: error.message }
  if (signal.aborted || error instanceof StepTookTooLong) return failed('timeout', started)
  if (error instanceof PreambleTooLong) return failed('protocol', started)
  if (error instanceof NameNotFound) return failed('dns', started)
  return failed(error.code?.startsWith('HPE_') ? 'protocol' : phase, started)
}

function failed(reason: OutboundFailure, started: number): OutboundOutcome {
  return { kind: 'failed', reason, latencyMs: since(started) }
}

function since(started: number): number {
  return Math.round(performance.now() - started)
}

/**
 * The status is the answer, and it has come. A body that is too long, breaks off or lasts until the
 * deadline changes nothing about it; then the connection is closed instead of kept.
 */
async function readStart(response: http.IncomingMessage, bytesMax: number): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  let counted = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (bytes < KEPT_BYTES_MAX) kept.push(chunk.subarray(0, KEPT_BYTES_MAX - bytes))
      bytes += chunk.length
      counted += Math.max(chunk.length, CHUNK_BYTES_MIN)
      if (counted > bytesMax) break // Leaving the loop destroys the connection.
    }
  } catch {
    // Broken off, as said above.
  }
  // PostgreSQL cannot hold U+0000 in a text.
  return new TextDecoder().decode(Buffer.concat(kept)).replaceAll('\0', '\uFFFD')
}

/** Seconds, or a date, which is measured against the sender's own clock. */
function retryAfter(value: string | undefined, date: string | undefined): number | null {
  if (value === undefined) return null
  const isDate = /^[A-Z][a-z]{2}, /.test(value)
  if (!isDate && !/^\d+$/.test(value)) return null
  const seconds = isDate ? (Date.parse(value) - Date.parse(date ?? '')) / SECOND : Number(value)
  if (Number.isNaN(seconds)) return null
  return Math.min(Math.max(0, Math.ceil(seconds)), RETRY_AFTER_SECONDS_MAX)
}

/** Refuses a name if any of its addresses is denied, and gives the connection nothing else. */
function vettedLookup(resolve: Resolve, allowLoopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    const give = async () => {
      const addresses = await resolve(hostname).catch(() => [])
      if (addresses.length === 0) throw new NameNotFound(`${hostname} has no address`)
      for (const address of addresses) {
        const reason = refusedAddress(address, allowLoopback)
        if (reason !== null) throw new AddressRefused(`resolves to an address ${reason}`)
      }
      return addresses.map((address) => ({ address, family: isIP(address) }))
    }
    give().then(
      (all) => {
        if (options.all) callback(null, all)
        else callback(null, all[0]!.address, all[0]!.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

/**
 * Asks the name servers itself, because the system's own look-up blocks one of four threads until
 * it is answered: four names that hang would stop everybody.
 */
export async function resolveAll(hostname: string, servers?: string[]): Promise<string[]> {
  if (/(^|\.)localhost\.?$/.test(hostname)) return ['127.0.0.1', '::1'] // RFC 6761.
  const timeout = { timeout: DNS_TIMEOUT_MS, maxTimeout: DNS_TIMEOUT_MS }
  const resolver = new Resolver({ ...timeout, tries: DNS_TRIES })
  if (servers) resolver.setServers(servers)
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

type Agents = { http: http.Agent; https: https.Agent }
const options = { keepAlive: true, maxFreeSockets: IDLE_PER_HOST_MAX, timeout: IDLE_MS }
const newAgents = () => ({ http: new http.Agent(options), https: new https.Agent(options) })
// A kept connection was vetted when it was made. Those to loopback are kept apart, so that nobody
// without leave for it is handed one.
const agents: { public: Agents; loopback: Agents } = { public: newAgents(), loopback: newAgents() }

function agentFor(url: URL, allowLoopback: boolean): http.Agent {
  const { http, https } = allowLoopback ? agents.loopback : agents.public
  return url.protocol === 'https:' ? https : http
}
