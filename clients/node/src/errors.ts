import type { ErrorBody, FieldError } from './generated.ts'

/** What all errors of this package are. Match on `code`; `message` is for people. */
export class CowrieError extends Error {
  readonly code: string
  /** The HTTP status of the answer, if there was one. */
  readonly status: number | undefined
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** Each invalid field of a 400. */
  readonly fields: FieldError[] = []
  /** What was sent: with it, the same call can be made again later and has one effect. */
  idempotencyKey: string | undefined

  constructor(
    code: string,
    message: string,
    more: { status?: number; requestId?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = new.target.name
    this.code = code
    this.status = more.status
    this.requestId = more.requestId
  }
}

/** The service answered, and refused. All codes: docs/api/refusals.md. */
export class ApiError extends CowrieError {
  declare readonly status: number
  override readonly fields: FieldError[]
  /** How many seconds to wait before the next attempt, if the service said so. */
  readonly retryAfter: number | undefined
  /** The whole answer, where it was JSON. */
  readonly body: ErrorBody | null

  constructor(status: number, headers: Headers, body: ErrorBody | null) {
    const message = body?.message ?? `HTTP ${status}, not a response from Cowrie. Is baseUrl right?`
    const requestId = body?.request_id ?? headers.get('x-request-id') ?? undefined
    super(body?.code ?? `http_${status}`, message, { status, requestId })
    const after = headers.get('retry-after') ?? ''
    this.fields = body?.errors ?? []
    this.retryAfter = /^\d{1,9}$/.test(after) ? Number(after) : undefined
    this.body = body
  }
}

/**
 * There was no answer: whether the call had an effect is unknown. `code` is `timeout`,
 * `connection_failed`, or `invalid_response` for one that was cut short.
 */
export class ConnectionError extends CowrieError {}

/** Not an event of yours: answer with 400. `code` is `no_timestamp`, `stale` or `forged`. */
export class WebhookError extends CowrieError {}
