import assert from 'node:assert/strict'
import { type Breaker, breaker } from '../platform/breaker.ts'
import { HOUR, MINUTE, monotonicMs, SECOND } from '../platform/clock.ts'
import { isLoopback } from '../platform/networks.ts'
import { type OutboundOutcome, type Send, sender } from '../platform/outbound.ts'
import { readAnswer } from './json.ts'
import type { Silent } from './outcomes.ts'
import { lineOf } from './values.ts'

// Calls one provider over HTTPS and JSON.
//
// (1) A call goes only to the provider's own address, and is never repeated if it may have taken
//     effect. An upload goes where the provider says, without our credentials.
// (2) `not_sent` means that the provider cannot have acted: it was not reached, or rejected the
//     login. `lost` means that nobody can say. The provider's own table says what an answer means.
// (3) All calls share the token of a login, which is renewed a minute early. A 401 renews it and
//     repeats the call, once: a 401 did nothing. A second 401 is `not_sent`.
// (4) The log has provider, call, status and code: never a URL with its query, or a body.
// (5) Login, call and repetition together end before the deadline in ask.ts.

export const PROVIDER_DEADLINE_MS = 12 * SECOND
const LOGIN_MS = 5 * SECOND
/** A call is not begun with less time than this. */
const LEAST_MS = 500
const EVENT_LENGTH_MAX = 60
const ANSWER_BYTES_MAX = 1_048_576
export const STATEMENT_BYTES_MAX = 4 * ANSWER_BYTES_MAX
const RENEWED_EARLY_MS = 1 * MINUTE
const SKEW_MAX_MS = 30 * SECOND
const SKEW_SAID_EVERY_MS = 1 * HOUR
const BREAKER = { failuresMax: 5, openMs: 30 * SECOND, namesMax: 1 }

export type ProviderAnswer =
  /** `json`: numbers are their own text, so that no digit is lost. Undefined if it is not JSON. */
  | { kind: 'answered'; status: number; json: unknown; text: string }
  | { kind: 'not_sent' }
  | { kind: 'lost' }

export type ProviderCall = {
  /** Its name in the log: `transfer`. */
  call: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base URL. Pass variable parts through `encodeURIComponent`. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** The body: JSON, where amounts are `JsonNumber`s, or a form. */
  json?: object
  form?: Record<string, string>
  /** For login, call and repetition together. Default: 12 seconds. */
  timeoutMs?: number
  answerBytesMax?: number
}

export type Upload = {
  /** Its name in the log. */
  call: string
  /** Of the provider's store. It is in no log, because it lets anyone write there. */
  url: string
  type: string
  bytes: Buffer
  timeoutMs: number
}

/** The headers of logged-in calls, and how long they are valid. */
export type Pass = { headers: Record<string, string>; livesMs: number }

export type ProviderSetup = {
  provider: string
  /** https; or http on this machine, for stand-ins. */
  baseUrl: string
  now: () => Date
  /** Default: the clock of the process. */
  monotonicMs?: () => number
  log: { warn(fields: object, message: string): void }
  /** Without a login, every call has the same `headers`. */
  login?: { request(): ProviderCall; read(json: unknown): Pass | null }
  headers?: Record<string, string>
  /** The provider's code in an answer, for the log. */
  codeOf?: (json: unknown) => unknown
  send?: Send
}

export type ProviderClient = {
  call(request: ProviderCall): Promise<ProviderAnswer>
  /** Puts a file where the provider said. False if it may not be there. */
  upload(file: Upload): Promise<boolean>
  /** Whether it failed so often that calls are suspended. */
  isDown(): boolean
  /** Whether it rejected our credentials at the last call. */
  isLockedOut(): boolean
  /** Logs an answer that is not in the provider's table. */
  noteUnknown(call: string, answer: ProviderAnswer): void
  /** Logs a type of notification that we do not know. It is ignored: they add types unannounced. */
  noteType(event: string): void
}

type Running = ProviderSetup & {
  base: URL
  send: Send
  breaker: Breaker
  /** In use, or being requested. */
  pass: Promise<KeptPass | null> | null
  failures: number
  isLockedOut: boolean
  skewSaidMs: number
}
type KeptPass = Pass & { untilMs: number }

export function providerClient(setup: ProviderSetup): ProviderClient {
  const client: Running = {
    send: sender(),
    ...setup,
    base: baseOf(setup.baseUrl),
    breaker: breaker({ ...BREAKER, monotonicMs: setup.monotonicMs ?? monotonicMs }),
    pass: null,
    failures: 0,
    isLockedOut: false,
    skewSaidMs: Number.NEGATIVE_INFINITY,
  }
  return {
    async call(request) {
      if (client.breaker.admit(setup.provider) !== null) {
        return { kind: 'not_sent' }
      }
      const answer = await callIn(client, request)
      if (!hasFailed(answer)) client.breaker.succeeded(setup.provider)
      else client.breaker.failed(setup.provider, `${++client.failures}`)
      return answer
    },
    upload: (file) => uploadBy(client, file),
    isDown: () => client.breaker.isOpen(setup.provider),
    isLockedOut: () => client.isLockedOut,
    noteUnknown: (call, answer) => note(client, call, answer, 'Unexpected response.'),
    noteType: (said) => {
      const event = lineOf(said, EVENT_LENGTH_MAX)
      const fields = { provider: setup.provider, event }
      setup.log.warn(fields, 'a notification of an unknown type is ignored')
    },
  }
}

/** An answer that is no use to the caller. One that refuses for another reason is unknown. */
export function silenceOf({ kind }: { kind: string }): Silent {
  return { kind: kind === 'unavailable' ? 'unavailable' : 'unknown' }
}

/** Its state, without a call. */
export function standing(client: ProviderClient) {
  return { isDown: () => client.isDown(), isLockedOut: () => client.isLockedOut() }
}

function baseOf(text: string): URL {
  const base = new URL(text)
  const isHere = base.protocol === 'http:' && isLoopback(base.hostname)
  assert(base.protocol === 'https:' || isHere, 'a provider is called over https')
  const isBare = base.search === '' && base.hash === '' && base.username === ''
  assert(isBare, 'a base URL has no query, fragment or user')
  return base
}

function hasFailed(answer: ProviderAnswer): boolean {
  return answer.kind !== 'answered' || answer.status >= 500 || answer.status === 429
}

/** Repeats the call with a new token after a 401. */
async function callIn(client: Running, request: ProviderCall): Promise<ProviderAnswer> {
  const endMs = performance.now() + (request.timeoutMs ?? PROVIDER_DEADLINE_MS)
  if (client.login === undefined) {
    const answer = await exchange(client, request, client.headers ?? {}, endMs)
    noteLockout(client, answer)
    return answer
  }
  const first = await passOf(client)
  if (first === null) return { kind: 'not_sent' }
  const answer = await exchange(client, request, first.headers, endMs)
  if (answer.kind !== 'answered' || answer.status !== 401) {
    noteLockout(client, answer)
    return answer
  }
  const second = await passOf(client, first)
  if (second === null) return { kind: 'not_sent' }
  const again = await exchange(client, request, second.headers, endMs)
  noteLockout(client, again)
  return again.kind === 'answered' && again.status === 401 ? { kind: 'not_sent' } : again
}

/** The current token, or a new one if that was `refused` or expires soon. */
async function passOf(client: Running, refused?: KeptPass): Promise<KeptPass | null> {
  const asked = client.pass
  const pass = await asked
  if (pass && pass !== refused && pass.untilMs > client.now().getTime()) return pass
  // The first caller logs in; the others wait for the same login.
  if (client.pass === asked) client.pass = logIn(client)
  return client.pass
}

async function logIn(client: Running): Promise<KeptPass | null> {
  const { request, read } = client.login!
  const askedMs = client.now().getTime()
  const call = request()
  const answer = await exchange(client, call, {}, performance.now() + LOGIN_MS)
  const isGood = answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
  const pass = isGood ? read(answer.json) : null
  if (pass === null) {
    note(client, call.call, answer, 'The provider rejects our login.')
    // Not an outage or a rate limit: the provider rejects the credentials.
    const isNo = answer.kind === 'answered' && [400, 401, 403].includes(answer.status)
    if (isNo || isGood) client.isLockedOut = true
    return null
  }
  // A token that lives for less than two minutes is used for half of its life.
  const livesMs = Math.max(pass.livesMs - RENEWED_EARLY_MS, pass.livesMs / 2)
  return { ...pass, untilMs: askedMs + livesMs }
}

/** A lost answer says nothing about our credentials. */
function noteLockout(client: Running, answer: ProviderAnswer): void {
  if (answer.kind === 'answered') client.isLockedOut = answer.status === 401
}

async function exchange(
  client: Running,
  request: ProviderCall,
  passHeaders: Record<string, string>,
  endMs: number,
): Promise<ProviderAnswer> {
  const timeoutMs = Math.round(endMs - performance.now())
  if (timeoutMs < LEAST_MS) return { kind: 'not_sent' }
  const bytesMax = request.answerBytesMax ?? ANSWER_BYTES_MAX
  const { body, type } = bodyOf(request)
  const outcome = await client.send({
    url: urlOf(client, request),
    method: request.method,
    headers: { accept: 'application/json', ...type, ...request.headers, ...passHeaders },
    body,
    isOnce: request.method !== 'GET',
    allowLoopback: isLoopback(client.base.hostname),
    timeoutMs,
    responseBytesMax: bytesMax,
    keptBytesMax: bytesMax,
  })
  const answer = answerOf(outcome)
  if (outcome.kind === 'answered') compareClocks(client, outcome.saidAt)
  const isFine = answer.kind === 'answered' && answer.status < 400
  if (!isFine) note(client, request.call, answer, 'The provider did not carry out the request.')
  return answer
}

async function uploadBy(
  client: Running,
  { call, url, type, bytes, timeoutMs }: Upload,
): Promise<boolean> {
  const isHere = isLoopback(client.base.hostname)
  const isSafe = URL.canParse(url) && (isHere || new URL(url).protocol === 'https:')
  if (!isSafe || timeoutMs < LEAST_MS) return false
  const outcome = await client.send({
    url,
    method: 'PUT',
    headers: { 'content-type': type },
    body: bytes,
    isOnce: true,
    allowLoopback: isHere,
    timeoutMs: Math.round(timeoutMs),
    responseBytesMax: ANSWER_BYTES_MAX,
  })
  const answer = answerOf(outcome)
  const isFine = answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
  if (!isFine) note(client, call, answer, 'The provider did not take the file.')
  return isFine
}

/** Asserts that the path stays below the base URL. */
function urlOf({ base }: Running, { path, query = {} }: ProviderCall): string {
  assert(path.startsWith('/') && !/[?#\\]|\/\//.test(path), 'a path has no query or fragment')
  const wanted = base.pathname.replace(/\/$/, '') + path
  const url = new URL(base.origin + wanted)
  assert(url.origin === base.origin && url.pathname === wanted, 'the path is below the base URL')
  url.search = new URLSearchParams(query).toString()
  return url.href
}

function bodyOf({ json, form }: ProviderCall) {
  if (json !== undefined) {
    return { body: JSON.stringify(json), type: { 'content-type': 'application/json' } }
  }
  if (form === undefined) return { body: null, type: {} }
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return { body: new URLSearchParams(form).toString(), type }
}

function answerOf(outcome: OutboundOutcome): ProviderAnswer {
  if (outcome.kind === 'refused_address') return { kind: 'not_sent' }
  if (outcome.kind === 'failed') return { kind: outcome.wasWritten ? 'lost' : 'not_sent' }
  const { status, body, isWhole } = outcome
  return { kind: 'answered', status, json: isWhole ? readAnswer(body) : undefined, text: body }
}

function compareClocks(client: Running, saidAt: Date | null): void {
  const nowMs = client.now().getTime()
  const skewMs = saidAt === null ? 0 : saidAt.getTime() - nowMs
  if (Math.abs(skewMs) <= SKEW_MAX_MS || nowMs - client.skewSaidMs < SKEW_SAID_EVERY_MS) return
  client.skewSaidMs = nowMs
  const fields = { provider: client.provider, skewSeconds: Math.round(skewMs / SECOND) }
  client.log.warn(fields, "The provider's clock and ours differ.")
}

function note(client: Running, call: string, answer: ProviderAnswer, message: string): void {
  const { provider } = client
  if (answer.kind !== 'answered') {
    client.log.warn({ provider, call, answer: answer.kind }, message)
    return
  }
  const code = client.codeOf?.(answer.json)
  const isCode = typeof code === 'string' && /^[A-Za-z][A-Za-z0-9_.-]{0,31}$|^\d{1,6}$/.test(code)
  client.log.warn({ provider, call, status: answer.status, code: isCode ? code : null }, message)
}
