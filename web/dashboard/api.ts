import createClient from 'openapi-fetch'
import type { components, paths } from './api-types.ts'
import { callHeaders } from './place.ts'
import { writeSearch } from './url.ts'

// The only way to the service: openapi-fetch, with the types of the published document. A call
// returns the `data` of the answer, and throws an `ApiError` where the service refuses.

const ROOT = '/dashboard/api'
const WAIT_MS_MAX = 30_000

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Operation<M extends Method, P> = P extends keyof paths ? paths[P][Lowercase<M>] : never
/** The paths that a method exists for. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never
}[keyof paths]

type Json = { content: { 'application/json': unknown } }
type ContentOf<T> = T extends Json ? T['content']['application/json'] : undefined
type AnswerOf<O> = O extends { responses: infer R } ? ContentOf<R[keyof R]> : never
type BodyOf<O> = O extends { requestBody?: infer B } ? ContentOf<NonNullable<B>> : undefined

export type Schemas = components['schemas']
export type DataOf<M extends Method, P extends PathOf<M>> =
  AnswerOf<Operation<M, P>> extends { data: infer Data } ? Tagged<Data> : undefined
/** A record has the ETag of its answer, if there is one. */
type Tagged<Data> = Data extends unknown[]
  ? Data
  : Data extends object
    ? Data & { etag?: string }
    : Data
export type RequestOf<M extends Method, P extends PathOf<M>> = BodyOf<Operation<M, P>>

export type Options = {
  /** What replaces `{id}` in the path. */
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  /** A CSV file as the body. */
  csv?: string
  /** The idempotency key: retries of one action carry the same one. */
  key?: string
  /** The `etag` of the record that the person has seen. */
  ifMatch?: string | undefined
  signal?: AbortSignal
  /** The type of file wanted of a list. */
  accept?: string
}

type Meta = {
  total: number
  total_capped: boolean
  page: number
  perPage: number
  pageCount: number
  next: string | null
  archived_until?: string
}
export type Listed<Row> = { data: Row[]; meta: Meta }
export type FieldError = { field: string; code: string; message: string }
type ErrorBody = Partial<Schemas['Error']>

export class ApiError extends Error {
  /** 0 if the service could not be reached. */
  readonly status: number
  readonly code: string
  readonly errors: FieldError[]
  readonly requestId: string
  readonly retryAfter: number | null
  /** After a wrong code: how many tries are left. */
  readonly attemptsLeft: number | null

  constructor(status: number, body: ErrorBody, retryAfter: number | null = null) {
    super(body.message ?? `The service returned status ${status}.`)
    this.status = status
    this.code = body.code ?? 'unreadable'
    this.errors = body.errors ?? []
    this.requestId = body.request_id ?? ''
    this.retryAfter = retryAfter
    this.attemptsLeft = body.attempts_left ?? null
  }
}

/** Handlers of answers about the session; the page sets them when it starts. */
export const onAnswer = {
  signedOut: () => {},
  /** Asks for the password; false if the person declines. */
  confirmPassword: async () => false,
}

const client = createClient<paths>({
  baseUrl: ROOT,
  querySerializer: writeSearch,
  fetch: (request) => earlyAnswer(request) ?? fetch(request),
})

client.use({
  onRequest({ request: { headers } }) {
    for (const [name, value] of Object.entries(callHeaders())) headers.set(name, value)
  },
  async onResponse({ response }) {
    if (response.ok) return
    const error = await errorOf(response)
    if (error.code === 'signed_out') onAnswer.signedOut()
    throw error
  },
  onError({ error }) {
    // Cancelled by the page itself.
    if (error instanceof Error && error.name === 'AbortError') return
    const message = 'The service cannot be reached. Check your connection and try again.'
    return new ApiError(0, { code: 'unreachable', message })
  },
})

export async function get<P extends PathOf<'GET'>>(path: P, options?: Options) {
  return (await send('GET', path, options)).data as DataOf<'GET', P>
}

export async function getPage<Row>(path: PathOf<'GET'>, options?: Options): Promise<Listed<Row>> {
  return (await send('GET', path, options)) as Listed<Row>
}

type WithBody<M extends Method, P extends PathOf<M>> = Options & { body?: RequestOf<M, P> }

export async function post<P extends PathOf<'POST'>>(path: P, options?: WithBody<'POST', P>) {
  return (await send('POST', path, options)).data as DataOf<'POST', P>
}

export async function put<P extends PathOf<'PUT'>>(path: P, options?: WithBody<'PUT', P>) {
  return (await send('PUT', path, options)).data as DataOf<'PUT', P>
}

export async function patch<P extends PathOf<'PATCH'>>(path: P, options?: WithBody<'PATCH', P>) {
  return (await send('PATCH', path, options)).data as DataOf<'PATCH', P>
}

export async function del<P extends PathOf<'DELETE'>>(path: P, options?: Options) {
  return (await send('DELETE', path, options)).data as DataOf<'DELETE', P>
}

/** The whole body, of an answer that is not wrapped in `data`. */
export async function send(
  method: Method,
  path: keyof paths,
  options?: Options,
): Promise<{ data?: unknown }> {
  const { data = {}, response } = await request(method, path, options, 'json')
  const etag = response.headers.get('etag')
  const { data: record } = data as { data?: unknown }
  const isTagged = etag !== null && typeof record === 'object' && !Array.isArray(record)
  return isTagged ? { ...data, data: { ...record, etag } } : data
}

/**
 * A file, or a list as one. It may take longer than the timeout, so the caller passes a signal to
 * stop it.
 */
export async function getFile(path: PathOf<'GET'>, options: Options): Promise<Response> {
  return (await request('GET', path, { ...options, accept: 'text/csv' }, 'stream')).response
}

async function request(
  method: Method,
  path: keyof paths,
  { params, query, body, csv, key, ifMatch, signal, accept }: Options = {},
  parseAs: 'json' | 'stream',
): Promise<{ data?: object; response: Response }> {
  const attempt = () =>
    client.request(
      method.toLowerCase() as 'get',
      path as never,
      {
        params: { path: params, query },
        headers: {
          'idempotency-key': key,
          'if-match': ifMatch,
          accept,
          ...(csv !== undefined && { 'content-type': 'text/csv' }),
        },
        signal: signal ?? AbortSignal.timeout(WAIT_MS_MAX),
        parseAs,
        ...(body !== undefined && { body }),
        ...(csv !== undefined && { body: csv, bodySerializer: (text: string) => text }),
      } as never,
    )
  try {
    return await attempt()
  } catch (error) {
    const asksPassword = error instanceof ApiError && error.code === 'confirm_password'
    if (!asksPassword || !(await onAnswer.confirmPassword())) throw error
    return await attempt()
  }
}

/** What the page asked before this script was here. */
function earlyAnswer({ method, url }: Request): Promise<Response> | undefined {
  const { pathname, search } = new URL(url)
  const path = `${pathname}${search}`
  const answer = method === 'GET' ? window.earlyAnswers?.[path] : undefined
  if (answer !== undefined) delete window.earlyAnswers?.[path]
  return answer
}

async function errorOf(answer: Response): Promise<ApiError> {
  const seconds = Number(answer.headers.get('retry-after'))
  const body = (await answer.json().catch(() => ({}))) as ErrorBody
  return new ApiError(answer.status, body, seconds > 0 ? seconds : null)
}
