import { ApiError, ConnectionError, CowrieError } from './errors.ts'
import { API_VERSION, type ListMeta, type Operation, operations, Resources } from './generated.ts'
import { webhooks } from './webhooks.ts'

// The client: a method for each row of `operations`, and one way in which each call is made.
//
// (1) Every POST and PATCH has an Idempotency-Key, and all attempts of one call have the same.
// (2) A call is repeated only where that has one effect: see `mayRepeat`.
// (3) No attempt begins after the time of the call is over.

const TIMEOUT_MS = 60_000
const ATTEMPT_TIMEOUT_MS = 30_000
const RETRIES_MAX = 3
const BACKOFF_MS_FIRST = 500
const BACKOFF_MS_MAX = 8_000
/** Of all waits, a fifth more at most, so that callers do not come back together. */
const JITTER = 0.2
const USER_AGENT = 'cowrie-node/0.1.0'

export type CowrieOptions = {
  /** `sk_test_…` or `sk_live_…`. Default: the environment variable COWRIE_SECRET_KEY. */
  secretKey?: string | undefined
  /** Where the service is. Default: the environment variable COWRIE_URL. */
  baseUrl?: string | undefined
  /** Default: the platform's. */
  fetch?: typeof fetch | undefined
} & CallOptions

export type RequestOptions = {
  /** Default: a new one for each call. Give your own to repeat a call after a restart. */
  idempotencyKey?: string | undefined
  /** The `etag` of the record as you read it. If it has changed since, the call rejects: 412. */
  ifMatch?: string | undefined
  /** Ends the call; it rejects with `signal.reason`. */
  signal?: AbortSignal | undefined
} & CallOptions

type CallOptions = {
  /** Milliseconds for the whole call with its retries. Default: 60,000. */
  timeout?: number | undefined
  /** Milliseconds for one attempt. Default: 30,000. */
  attemptTimeout?: number | undefined
  /** Default: 3. */
  maxRetries?: number | undefined
}

/** One page of a list. Iterating goes on to all pages behind it. */
export type Page<T> = AsyncIterable<T> & {
  data: T[]
  meta: ListMeta
  hasMore: boolean
  /** Null behind the last page. */
  nextPage(): Promise<Page<T> | null>
}

/** `await` it for one page, or `for await (const one of …)` for all records of all pages. */
export type List<T> = Promise<Page<T>> & AsyncIterable<T>

type Answer = { status: number; headers: Headers; bytes: ArrayBuffer }
type Call = { operation: Operation; path: string; params: object | undefined }

export class Cowrie extends Resources {
  declare readonly webhooks: Resources['webhooks'] & typeof webhooks

  constructor(options: CowrieOptions = {}) {
    super()
    const client = configured(options)
    for (const [resource, rows] of Object.entries(operations)) {
      const methods = Object.entries(rows).map(([name, row]) => [name, methodOf(client, row)])
      const more = resource === 'webhooks' ? webhooks : {}
      Object.assign(this, { [resource]: { ...Object.fromEntries(methods), ...more } })
    }
  }
}

type Configured = {
  base: string
  headers: Record<string, string>
  fetch: typeof fetch
  options: CowrieOptions
}

function configured(options: CowrieOptions): Configured {
  const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } })
    .process?.env
  const key = options.secretKey ?? environment?.['COWRIE_SECRET_KEY']
  const base = options.baseUrl ?? environment?.['COWRIE_URL']
  if (!key?.startsWith('sk_')) {
    throw new TypeError('Pass secretKey, sk_test_… or sk_live_…, or set COWRIE_SECRET_KEY.')
  }
  if (base === undefined || !/^https?:$/.test(new URL(base).protocol)) {
    throw new TypeError('Pass baseUrl, such as https://pay.example.com, or set COWRIE_URL.')
  }
  return {
    base: base.replace(/\/+$/, ''),
    headers: {
      authorization: `Bearer ${key}`,
      'user-agent': USER_AGENT,
      'x-service-version': API_VERSION,
    },
    fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
    options,
  }
}

/** Its arguments: what stands in the path, the parameters if there are any, the options. */
function methodOf(client: Configured, operation: Operation) {
  const names = operation.path.match(/\{\w+\}/g) ?? []
  return (...given: unknown[]) => {
    const path = names.reduce(
      (made, name, i) => made.replace(name, segmentOf(name, given[i])),
      operation.path,
    )
    const rest = given.slice(names.length)
    const params = (operation.takes === null ? undefined : rest.shift()) as object | undefined
    const options = { ...(rest[0] as RequestOptions | undefined) }
    if (operation.gives === 'page') return listOf(client, { operation, path, params }, options)
    return send(client, { operation, path, params }, options)
  }
}

/** Nothing, or a dot, would lead to another address. */
function segmentOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`${name.slice(1, -1)} must be a non-empty string.`)
  }
  return encodeURIComponent(value)
}

function listOf(client: Configured, call: Call, options: RequestOptions): List<unknown> {
  const load = async (params: object | undefined): Promise<Page<unknown>> => {
    const { data, meta } = (await send(client, { ...call, params }, options)) as Page<unknown>
    const { page: _, ...rest } = { page: null, ...params }
    const nextPage = async () => (meta.next ? load({ ...rest, cursor: meta.next }) : null)
    const page = { data, meta, hasMore: meta.next !== null, nextPage }
    return { ...page, [Symbol.asyncIterator]: () => recordsOf(page) }
  }
  const first = load(call.params)
  const iterate = async function* () {
    yield* recordsOf(await first)
  }
  return Object.assign(first, { [Symbol.asyncIterator]: iterate })
}

async function* recordsOf(first: Pick<Page<unknown>, 'data' | 'nextPage'>) {
  for (let page: typeof first | null = first; page; page = await page.nextPage()) yield* page.data
}

async function send(client: Configured, call: Call, options: RequestOptions): Promise<unknown> {
  const { operation } = call
  const limits = { ...client.options, ...withoutUndefined(options) }
  const endsAt = Date.now() + (limits.timeout ?? TIMEOUT_MS)
  const key = operation.key ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
  const request = requestOf(client, call, key, options.ifMatch)
  for (let retries = 0; ; retries++) {
    const leftMs = endsAt - Date.now()
    const ms = Math.min(limits.attemptTimeout ?? ATTEMPT_TIMEOUT_MS, leftMs)
    try {
      return readAnswer(operation, await attempt(client, request, ms, options.signal))
    } catch (error) {
      if (!(error instanceof CowrieError)) throw error
      error.idempotencyKey = key
      const waitMs = waitBefore(retries, error)
      const isOver = retries >= (limits.maxRetries ?? RETRIES_MAX) || waitMs >= endsAt - Date.now()
      if (isOver || !mayRepeat(operation, options, error)) throw error
      await wait(waitMs, options.signal)
    }
  }
}

type Prepared = { url: string; init: RequestInit }

function requestOf(
  { base, headers }: Configured,
  call: Call,
  key: string | undefined,
  ifMatch: string | undefined,
): Prepared {
  const { operation, path, params } = call
  const url = new URL(base + path)
  const made = new Headers(headers)
  if (key !== undefined) made.set('idempotency-key', key)
  if (ifMatch !== undefined) made.set('if-match', ifMatch)
  if (operation.takes === 'query') {
    for (const [name, value] of Object.entries(withoutUndefined(params ?? {}))) {
      // A list is written with commas.
      url.searchParams.set(name, String(value))
    }
  }
  const body = operation.takes === 'body' ? JSON.stringify(params ?? {}) : null
  if (body !== null) made.set('content-type', 'application/json')
  const { http: method } = operation
  return { url: url.href, init: { method, headers: made, body, redirect: 'manual' } }
}

/** With the whole body: an answer that is cut short is none. */
async function attempt(
  client: Configured,
  { url, init }: Prepared,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  signal?.throwIfAborted()
  const ended = new AbortController()
  const end = () => ended.abort()
  const timer = setTimeout(end, ms)
  signal?.addEventListener('abort', end)
  try {
    const response = await client.fetch(url, { ...init, signal: ended.signal })
    return {
      status: response.status,
      headers: response.headers,
      bytes: await response.arrayBuffer(),
    }
  } catch (cause) {
    signal?.throwIfAborted()
    if (ended.signal.aborted) {
      throw new ConnectionError('timeout', `No response within ${Math.round(ms)} ms.`, { cause })
    }
    throw new ConnectionError('connection_failed', `${url} did not respond.`, { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function readAnswer({ gives, tag }: Operation, { status, headers, bytes }: Answer): unknown {
  const isGood = status >= 200 && status < 300
  if (isGood && gives === 'bytes') return new Uint8Array(bytes)
  const text = new TextDecoder().decode(bytes)
  if (isGood && gives === 'text') return text
  let json = null
  try {
    json = JSON.parse(text)
  } catch (cause) {
    if (isGood)
      throw new ConnectionError('invalid_response', 'The response is not JSON.', { cause })
  }
  if (!isGood) throw new ApiError(status, headers, typeof json?.code === 'string' ? json : null)
  if (gives !== 'data') return json
  const etag = tag ? headers.get('etag') : null
  return etag === null ? json.data : { ...json.data, etag }
}

/**
 * What was rejected without an effect may be sent again. Where the outcome is unknown, only what
 * has one effect however often it arrives: a read, a PUT, a POST or PATCH with its key. A DELETE
 * that comes twice answers 404, though it worked; a PUT with `ifMatch`, 412.
 */
function mayRepeat(
  { http, key }: Operation,
  { ifMatch }: RequestOptions,
  error: CowrieError,
): boolean {
  const { status, code } = error
  if (status === 429 || code === 'idempotency_key_in_use') return true
  if (http === 'DELETE' || (ifMatch !== undefined && !key)) return false
  if (status === 503) return true
  // Of a proxy that lost the answer. The service's own 504 says: fetch it, do not repeat.
  if (status === 502 || status === 504) return code.startsWith('http_')
  return error instanceof ConnectionError
}

function waitBefore(retries: number, error: CowrieError): number {
  const after = error instanceof ApiError ? error.retryAfter : undefined
  const backoff = Math.min(BACKOFF_MS_FIRST * 2 ** retries, BACKOFF_MS_MAX)
  return (after === undefined ? backoff : after * 1_000) * (1 + JITTER * Math.random())
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}

function withoutUndefined<T extends object>(from: T): Partial<T> {
  const entries = Object.entries(from).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Partial<T>
}
