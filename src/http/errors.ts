import { randomUUID } from 'node:crypto'
import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../core/context.ts'
import type { ErrorBody } from '../core/wire.ts'
import { SECOND } from '../platform/clock.ts'
import { isBusy } from '../platform/db.ts'
import { isAway } from '../platform/db-errors.ts'
import { isRetryable, Refusal, type RefusalCode, wrongFields } from '../platform/refusal.ts'
import { refusals } from '../platform/refusals.ts'
import { fieldErrors } from '../platform/validation.ts'

// The only place that writes refusals. A fault is a 500, logged with the request id; the response
// does not say its cause.
//
// A hook can fail while a refusal is being sent. Fastify passes that error to the error handler of
// the parent scope, and the last one to its own handler, which would send the error's text. So the
// handler of the whole app bypasses hooks, and no route is registered directly in its scope.

const JSON_TYPE = 'application/json; charset=utf-8'
const RETRY_AFTER_SECONDS = 2
/** How long a client has to read the response. */
const LINGER_MS = 2 * SECOND

/** What Fastify itself refuses before a route runs. */
const FRAMEWORK: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
}

/** For the whole app. */
export function registerErrors(context: Context, app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    writeRefusal(context, request, reply, refusalOf(context, error, request)),
  )
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(context, request, reply, new Refusal('not_found')),
  )
}

/** For the scope of all routes. Some scopes inside it override it. */
export function refuseAsJson(context: Context, scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    sendRefusal(context, request, reply, refusalOf(context, error, request)),
  )
}

/** `form`: the status and body of another API for this refusal. */
export function sendRefusal(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  form: { status?: number; body?: object } = {},
) {
  return reply
    .status(form.status ?? refusals[refusal.code].status)
    .headers(headersOf(refusal))
    .header('x-request-id', request.id)
    .type(JSON_TYPE)
    .serializer(JSON.stringify)
    .send(form.body ?? bodyOf(context, request, refusal))
}

/** Without hooks: a hook may be what failed. */
function writeRefusal(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): void {
  const { raw } = reply
  reply.removeHeader('content-encoding').headers(headersOf(refusal))
  if (raw.headersSent) return void raw.destroy()
  const body = JSON.stringify(bodyOf(context, request, refusal))
  raw.writeHead(refusals[refusal.code].status, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': request.id,
  })
  raw.end(body)
}

function bodyOf(context: Context, request: FastifyRequest, refusal: Refusal): ErrorBody {
  const { code, message, errors, attemptsLeft, verificationId } = refusal
  return {
    status: 'error',
    code,
    message,
    ...(errors.length > 0 && { errors }),
    ...(attemptsLeft !== undefined && { attempts_left: attemptsLeft }),
    ...(verificationId !== undefined && { verification_id: verificationId }),
    retryable: isRetryable(refusal),
    doc_url: `${context.baseUrl()}/docs/errors#${code}`,
    request_id: request.id,
  }
}

/** The headers of a refusal, for JSON and pages. */
export function headersOf(refusal: Refusal): Record<string, string> {
  const { status } = refusals[refusal.code]
  const isPassing = status >= 503
  const seconds = refusal.retryAfterSeconds ?? (isPassing ? RETRY_AFTER_SECONDS : undefined)
  return {
    // Says how to authenticate, as RFC 9110 asks of each 401.
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...refusal.headers,
    ...(seconds !== undefined && { 'retry-after': String(seconds) }),
  }
}

export function refusalOf(
  context: Context,
  error: FastifyError | Refusal,
  request: FastifyRequest,
): Refusal {
  if (error instanceof Refusal) return error
  if (error.validation) return wrongFields(fieldErrors(error.validation as never))
  const known = FRAMEWORK[error.code]
  if (known) return new Refusal(known)
  // Such as a client that disconnects while sending its body. Errors of the database have no
  // status.
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refusal('invalid_json')
  const where = { err: error, requestId: request.id, route: request.routeOptions.url }
  if (isAway(error)) {
    context.log.warn(where, 'the database is unavailable')
    return new Refusal('database_unavailable')
  }
  if (isBusy(error)) {
    context.log.warn(where, 'the database is busy')
    return new Refusal('overloaded')
  }
  context.log.error(where, 'internal error')
  return new Refusal('internal_error')
}

/** For malformed or too slow requests, which reach no route. */
export function answerBrokenHttp(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const tooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = tooLarge ? 431 : tooSlow ? 408 : 400
  const requestId = randomUUID()
  const body = JSON.stringify({
    status: 'error',
    code: 'invalid_request',
    message: tooLarge ? 'The headers are too large.' : 'The HTTP request is incomplete.',
    request_id: requestId,
  })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
  // Otherwise the client could keep it open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
