import type { Routes } from './api-types.ts'
import { businessId, mode } from './place.ts'

// The only way to the service. A call names a route of the published document, so that what it
// takes and gives is checked where it is written; a route that is not in it must be told its type.

const ROOT = '/dashboard/api'
const WAIT_MS_MAX = 30_000

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type PathOf<M extends Method> = keyof Routes extends infer Name
  ? Name extends `${M} ${infer Path}`
    ? Path
    : never
  : never
type Route<M extends Method, P extends string> = `${M} ${P}` extends keyof Routes
  ? Routes[`${M} ${P}`]
  : never
type Part<R, Name extends string> = Name extends keyof R ? R[Name] : undefined

type Texts = Record<string, string | number | undefined>
export type Options = {
  /** What replaces `{id}` in the path. */
  params?: Record<string, string>
  query?: Texts
  body?: unknown
  /** The same for each try of one action, so that it happens once. */
  key?: string
  signal?: AbortSignal
}
type With<M extends Method, P extends string> = Options & { body?: Part<Route<M, P>, 'body'> }
export type DataOf<M extends Method, P extends string> = Part<Route<M, P>, 'data'>

export type Meta = {
  total: number
  page: number
  perPage: number
  pageCount: number
  next: string | null
}
/** A total that is this may be more: most lists are counted no further. */
export const COUNTED_MAX = 10_000
export type Listed<Row> = { data: Row[]; meta: Meta }
export type FieldError = { field: string; code: string; message: string }

export class ApiError extends Error {
  /** 0 where the service was not reached at all. */
  readonly status: number
  readonly code: string
  readonly errors: FieldError[]
  readonly requestId: string
  readonly retryAfter: number | null
  /** Of a code that was wrong: how often another one may be tried. */
  readonly attemptsLeft: number | null

  constructor(status: number, body: Partial<ErrorBody>, retryAfter: number | null = null) {
    super(body.message ?? `The service answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'unreadable'
    this.errors = body.errors ?? []
    this.requestId = body.request_id ?? ''
    this.retryAfter = retryAfter
    this.attemptsLeft = body.attempts_left ?? null
  }
}

type ErrorBody = {
  code: string
  message: string
  errors: FieldError[]
  request_id: string
  attempts_left: number
}

/** What the page does where an answer is about who is signed in: set when it starts. */
export const onAnswer = {
  signedOut: () => {},
  /** Asks for the password; false where the person would rather not. */
  confirmPassword: async () => false,
}

export function get<P extends PathOf<'GET'>>(path: P, options?: Options): Promise<DataOf<'GET', P>>
export function get<Data>(path: string, options?: Options): Promise<Data>
export async function get(path: string, options: Options = {}): Promise<unknown> {
  return (await send('GET', path, options)).data
}

export async function getPage<Row>(path: string, options: Options = {}): Promise<Listed<Row>> {
  return (await send('GET', path, options)) as Listed<Row>
}

export function post<P extends PathOf<'POST'>>(
  path: P,
  options?: With<'POST', P>,
): Promise<DataOf<'POST', P>>
export function post<Data>(path: string, options?: Options): Promise<Data>
export async function post(path: string, options: Options = {}): Promise<unknown> {
  return (await send('POST', path, options)).data
}

export function put<P extends PathOf<'PUT'>>(
  path: P,
  options?: With<'PUT', P>,
): Promise<DataOf<'PUT', P>>
export function put<Data>(path: string, options?: Options): Promise<Data>
export async function put(path: string, options: Options = {}): Promise<unknown> {
  return (await send('PUT', path, options)).data
}

export async function del<Data = unknown>(path: string, options: Options = {}): Promise<Data> {
  return (await send('DELETE', path, options)).data as Data
}

type Envelope = { data?: unknown; meta?: Meta }

async function send(method: Method, path: string, options: Options): Promise<Envelope> {
  const answer = await ask(method, path, options)
  return answer.status === 204 ? {} : ((await answer.json()) as Envelope)
}

/** The answer as it is, for files: pictures and tables. Throws as all others do. */
export async function ask(method: Method, path: string, options: Options = {}): Promise<Response> {
  const answer = await request(method, path, options)
  if (answer.ok) return answer
  const error = await errorOf(answer)
  if (error.code === 'signed_out') onAnswer.signedOut()
  if (error.code !== 'confirm_password' || !(await onAnswer.confirmPassword())) throw error
  const again = await request(method, path, options)
  if (again.ok) return again
  throw await errorOf(again)
}

async function request(method: Method, path: string, options: Options): Promise<Response> {
  const { body, key, signal } = options
  const business = businessId()
  const headers = {
    'cowrie-dashboard': '1',
    'cowrie-mode': mode,
    ...(business !== null && { 'cowrie-business': business }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  const late = AbortSignal.timeout(WAIT_MS_MAX)
  try {
    return await fetch(addressOf(path, options), {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A file may take longer than an answer: whoever asks for one brings a signal to leave by.
      signal: signal ?? late,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    const message = 'The service cannot be reached. Check your connection and try again.'
    throw new ApiError(0, { code: 'unreachable', message })
  }
}

export function addressOf(path: string, { params = {}, query = {} }: Options = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const texts = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(texts.map(([name, value]) => [name, String(value)]))
  return `${ROOT}${filled}${texts.length > 0 ? `?${search}` : ''}`
}

async function errorOf(answer: Response): Promise<ApiError> {
  const seconds = Number(answer.headers.get('retry-after'))
  const retryAfter = seconds > 0 ? seconds : null
  try {
    return new ApiError(answer.status, (await answer.json()) as ErrorBody, retryAfter)
  } catch {
    return new ApiError(answer.status, {}, retryAfter)
  }
}
