import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SECOND } from './clock.ts'
import { type Exchanged, type Failure, type Identity, Unreached, Wire } from './outbound-wire.ts'
import { isTraced, traceHeaders } from './tracing.ts'

// The only way to send requests to addresses that businesses choose. An attacker who makes a server
// fetch an address can try to reach what only the server sees: its neighbours, a cloud's metadata
// service, itself. So names are resolved here, every address is checked, and the connection goes to
// a checked address. A name that changes between check and use gains nothing. Redirects are not
// followed, and proxy variables are not read.

const URL_LENGTH_MAX = 2_048
const HOST_LENGTH_MAX = 253
const DNS_TIMEOUT_MS = 2_500 // Of each try: the resolver would double it otherwise.
const DNS_TRIES = 2
const STEP_MS = 5 * SECOND
const RETRY_AFTER_SECONDS_MAX = 999_999_999 // Thirty years: whoever asks for more gets these.
const KEPT_BYTES_MAX = 2_048
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const FIELD_VALUE = /^[\t\x20-\x7e]*$/
const OUR_FIELDS = /^(host|connection|content-length|transfer-encoding)$/i
const LIVE_PORT = '' // How the parser writes 443 for https.

export type OutboundRequest = {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body: string | Buffer | null
  /** Written at most once, on a new connection: a stale one would send it twice. */
  isOnce?: boolean
  /** 127.0.0.0/8 and ::1. Only for test mode on a developer's machine. */
  allowLoopback: boolean
  /** For DNS, connection, TLS and response together. */
  timeoutMs: number
  /** Of the response body. The rest is not read. */
  responseBytesMax: number
  /** How many of these are returned; 2,048 by default. */
  keptBytesMax?: number
}

export type OutboundOutcome =
  /** A status was received. `body` is the start of the text, or all of it if `isWhole`. */
  | {
      kind: 'answered'
      status: number
      retryAfterSeconds: number | null
      /** The receiver's clock, from the `Date` header. */
      saidAt: Date | null
      body: string
      isWhole: boolean
      latencyMs: number
    }
  /** No connection was made. */
  | { kind: 'refused_address'; reason: string }
  /** No status was received. If it was written, the receiver may have acted on it. */
  | { kind: 'failed'; reason: Failure; wasWritten: boolean; latencyMs: number }

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>

type OutboundOptions = {
  resolve?: Resolve
  /** For DNS, connection and TLS each. */
  stepMs?: number
  /** Our client certificate, and the authorities that we trust. */
  tls?: Identity
}

/** Always returns within `timeoutMs`. What it throws is a fault of ours. */
export type Send = (request: OutboundRequest) => Promise<OutboundOutcome>

class AddressRefused extends Error {}

export const send = sender()

/** A sender with its own connections. */
export function sender({
  resolve = resolveAll,
  stepMs = STEP_MS,
  tls = {},
}: OutboundOptions = {}): Send {
  const newWire = (allowLoopback: boolean) =>
    new Wire({ lookup: vettedLookup(resolve, allowLoopback), stepMs, tls })
  // Separate, so that a request without permission for loopback never gets a connection to it.
  const wires = { public: newWire(false), loopback: newWire(true) }
  return async (request) => {
    const { url, allowLoopback, keptBytesMax = KEPT_BYTES_MAX } = request
    const headers = isTraced() ? { ...request.headers, ...traceHeaders() } : request.headers
    const started = performance.now()
    const way = wayTo(url, allowLoopback)
    if (typeof way === 'string') return { kind: 'refused_address', reason: way }
    checkHeaders(headers)
    const wire = allowLoopback ? wires.loopback : wires.public
    return outcomeOf(await wire.exchange({ ...request, ...way, headers, keptBytesMax }), started)
  }
}

/**
 * For settings: why this address cannot be used, in words for the person who typed it; null if it
 * can. What a name resolves to is checked at each request.
 */
export function checkUrl(
  text: string,
  { live, allowLoopback }: { live: boolean; allowLoopback: boolean },
): string | null {
  if (Buffer.byteLength(text) > URL_LENGTH_MAX) {
    return `The URL must be at most ${URL_LENGTH_MAX} bytes.`
  }
  // The URL parser drops or corrects these, so people and programs would read different addresses.
  if (/[\s\\\p{Cc}]/u.test(text)) {
    return 'The URL must not contain spaces, backslashes or control characters.'
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return 'This is not a URL such as https://example.com/webhooks.'
  if (live && url.protocol !== 'https:') return 'In live mode the URL must begin with https://.'
  const form = refusedForm(url)
  if (form !== null) return `This URL cannot be used: ${form}.`
  if (url.hash !== '' || text.includes('#')) return 'The URL must not have a fragment (#…).'
  if (live && url.port !== LIVE_PORT) return 'In live mode the port must be 443.'
  if (refusedLiteral(url, allowLoopback) !== null || (isLocalName(url) && !allowLoopback)) {
    return 'The URL must be public: private, local and reserved addresses are rejected.'
  }
  return null
}

/** Why nothing may be sent to this IP address; null if it may. */
export function refusedAddress(address: string, allowLoopback: boolean): string | null {
  if (isIP(address) === 0) return 'not an IP address'
  const ip = ipaddr.parse(address)
  if (allowLoopback && ip.range() === 'loopback') return null
  if (ip.kind() === 'ipv4') return within(ip, deniedIpv4)
  // The rest is unassigned, local, or another notation of an IPv4 address.
  if (!ip.match(ipaddr.parseCIDR('2000::/3'))) return 'outside 2000::/3'
  return within(ip, deniedIpv6) ?? (isIsatap(ip as ipaddr.IPv6) ? 'ISATAP' : null)
}

// IANA's special-purpose registries, and 168.63.129.16, the host service of a cloud in public
// address space.
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

/** The interface id 0:5efe or 200:5efe contains an IPv4 address that a tunnel would reach. */
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

const decoder = new TextDecoder()

/** The origin of a URL, or why nothing may be sent to it. */
function wayTo(text: string, allowLoopback: boolean): { origin: string; path: string } | string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return 'not an address'
  const reason = refusedForm(url) ?? refusedLiteral(url, allowLoopback)
  if (reason !== null) return reason
  return { origin: url.origin, path: url.pathname + url.search }
}

/** A header with a line break could contain another request. */
function checkHeaders(headers: Record<string, string>): void {
  for (const name in headers) {
    assert(FIELD_NAME.test(name) && !OUR_FIELDS.test(name), `the header ${name} must not be set`)
    assert(FIELD_VALUE.test(headers[name]!), `the header ${name} has an invalid value`)
  }
}

function outcomeOf(exchanged: Exchanged, started: number): OutboundOutcome {
  const latencyMs = since(started)
  if (exchanged.kind === 'answered') {
    const { status, headers, isWhole } = exchanged
    const retryAfterSeconds = retryAfter(headers['retry-after'], headers.date)
    // PostgreSQL cannot store U+0000 in text.
    const body = decoder.decode(exchanged.body).replaceAll('\0', '\uFFFD')
    const saidAt = momentOf(headers.date)
    return { kind: 'answered', status, retryAfterSeconds, saidAt, body, isWhole, latencyMs }
  }
  const { error, reason, wasWritten } = exchanged
  if (error?.cause instanceof AddressRefused) {
    return { kind: 'refused_address', reason: error.cause.message }
  }
  return { kind: 'failed', reason, wasWritten, latencyMs }
}

function since(started: number): number {
  return Math.round(performance.now() - started)
}

type Said = string | string[] | undefined

/** Seconds, or a date, which is compared with the sender's clock. Two dates are ignored. */
function retryAfter(said: Said, date: Said): number | null {
  const value = Array.isArray(said) ? said[0] : said
  if (value === undefined) return null
  const isDate = /^[A-Z][a-z]{2}, /.test(value)
  if (!isDate && !/^\d+$/.test(value)) return null
  const seconds = isDate ? (Date.parse(value) - Date.parse(String(date))) / SECOND : Number(value)
  if (Number.isNaN(seconds)) return null
  return Math.min(Math.max(0, Math.ceil(seconds)), RETRY_AFTER_SECONDS_MAX)
}

function momentOf(said: Said): Date | null {
  const ms = Date.parse(String(said))
  return Number.isNaN(ms) ? null : new Date(ms)
}

/**
 * Refuses a name if any of its addresses is denied. The connection can use the checked addresses
 * only.
 */
function vettedLookup(resolve: Resolve, allowLoopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    const give = async () => {
      const addresses = await resolve(hostname).catch(() => [])
      if (addresses.length === 0) throw new Unreached('dns')
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
 * Asks the name servers directly: the system's lookup blocks one of four threads until it is
 * answered, so four names that hang would stop all requests.
 */
export async function resolveAll(
  hostname: string,
  servers?: string[],
  timeoutMs = DNS_TIMEOUT_MS,
): Promise<string[]> {
  if (/(^|\.)localhost\.?$/.test(hostname)) return ['127.0.0.1', '::1'] // RFC 6761.
  const timeout = { timeout: timeoutMs, maxTimeout: timeoutMs }
  const resolver = new Resolver({ ...timeout, tries: DNS_TRIES })
  if (servers) resolver.setServers(servers)
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
