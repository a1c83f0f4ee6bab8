import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SECOND } from './clock.ts'
import { startOfBody } from './http-answer.ts'
import { type Destination, type Exchanged, exchange } from './outbound-connections.ts'

// The only way out to addresses that businesses give. Whoever can make a server fetch an address
// of their choice can try to reach what only that server can see: its neighbours, the cloud's
// metadata service, itself. So a name is resolved here, all that it resolves to is vetted, and the
// connection goes to what was vetted. A name that changes its mind between check and use gains
// nothing; neither does a redirect, because none is followed, nor a proxy variable, because none
// is read.

const URL_LENGTH_MAX = 2_048
const HOST_LENGTH_MAX = 253
const DNS_TIMEOUT_MS = 2_500 // Of each try: the resolver would double it otherwise.
const DNS_TRIES = 2
const STEP_MS = 5 * SECOND
const RETRY_AFTER_SECONDS_MAX = 999_999_999 // Thirty years: whoever asks for more gets these.
const WAYS_MAX = 10_000
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const FIELD_VALUE = /^[\t\x20-\x7e]*$/
const OUR_FIELDS = /^(host|connection|content-length|transfer-encoding)$/i
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

/** Answers, whatever happens, within `timeoutMs`. What it throws is a fault of ours. */
export async function send(
  request: OutboundRequest,
  resolve: Resolve = resolveAll,
): Promise<OutboundOutcome> {
  const { url, allowLoopback, timeoutMs, stepMs = STEP_MS, responseBytesMax } = request
  const started = performance.now()
  const way = wayTo(url, allowLoopback)
  if (typeof way === 'string') return { kind: 'refused_address', reason: way }
  const exchanged = await exchange({
    destination: way,
    text: textOf(way, request),
    lookup: vettedLookup(resolve, allowLoopback),
    timeoutMs,
    stepMs,
    responseBytesMax,
  })
  return outcomeOf(exchanged, started)
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

/** Where a request goes and how it begins: worked out once for each address that is in use. */
type Way = Destination & { start: string }

const ways = { public: new Map<string, Way | string>(), loopback: new Map<string, Way | string>() }

/** The way to an address, or why there is none. */
function wayTo(text: string, allowLoopback: boolean): Way | string {
  const known = allowLoopback ? ways.loopback : ways.public
  const found = known.get(text)
  if (found !== undefined) return found
  const way = findWay(text, allowLoopback)
  if (known.size >= WAYS_MAX) known.clear()
  known.set(text, way)
  return way
}

function findWay(text: string, allowLoopback: boolean): Way | string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return 'not an address'
  const reason = refusedForm(url) ?? refusedLiteral(url, allowLoopback)
  if (reason !== null) return reason
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  // A kept connection was vetted when it was made. Those of whoever has leave for loopback are kept
  // apart, so that nobody without it is handed one.
  const key = `${url.protocol}//${url.hostname}:${port} ${allowLoopback}`
  const target = url.pathname + url.search
  assert(/^[\x21-\x7e]+$/.test(url.host + target), 'the parser leaves nothing else in an address')
  const start = `POST ${target} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\n`
  return { isSecure, host: hostOf(url), port, key, start }
}

/** As it is written, in one piece: a request that leaves in two is answered later. */
function textOf({ start }: Way, { headers, body }: OutboundRequest): string {
  let text = start
  for (const name in headers) {
    const value = headers[name]!
    // Who could write a line of their own could write a request of their own.
    assert(FIELD_NAME.test(name) && !OUR_FIELDS.test(name), `${name} is no header to send`)
    assert(FIELD_VALUE.test(value), `the header ${name} holds what no header may`)
    text += `${name}: ${value}\r\n`
  }
  return `${text}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

function outcomeOf(exchanged: Exchanged, started: number): OutboundOutcome {
  const latencyMs = since(started)
  if (exchanged.kind === 'answered') {
    const { answer } = exchanged
    const retryAfterSeconds = retryAfter(answer.retryAfter, answer.date)
    const body = startOfBody(answer)
    return { kind: 'answered', status: answer.status, retryAfterSeconds, body, latencyMs }
  }
  const { error, reason } = exchanged
  if (error instanceof AddressRefused) return { kind: 'refused_address', reason: error.message }
  if (error instanceof NameNotFound) return { kind: 'failed', reason: 'dns', latencyMs }
  return { kind: 'failed', reason, latencyMs }
}

function since(started: number): number {
  return Math.round(performance.now() - started)
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
