import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { SECOND } from './lib/clock.ts'
import { isBusy } from './lib/db.ts'
import { isAway } from './lib/db-errors.ts'
import { Refusal, type RefusalCode, refusals, wrongFields } from './lib/refusal.ts'
import { fieldErrors } from './lib/validation.ts'
import type { ErrorBody } from './wire.ts'

// The one place that writes a refusal. A fault is ours: 500, logged with the request id, and of its
// cause nothing goes out.

const RETRY_AFTER_SECONDS = 2
/** What is told by then is read, or is not. */
const LINGER_MS = 2 * SECOND

/** What Fastify itself refuses before a route runs. */
const FRAMEWORK: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
}

export function registerErrors(context: Context, app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendRefusal(request, reply, refusalOf(context, error, request)),
  )
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new Refusal('not_found')))
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { code, errors } = refusal
  const { status } = refusals[code]
  const body: ErrorBody = {
    status: 'error',
    code,
    message: refusal.message,
    ...(errors.length > 0 && { errors }),
    ...(refusal.attemptsLeft !== undefined && { attempts_left: refusal.attemptsLeft }),
    ...(refusal.verificationId !== undefined && { verification_id: refusal.verificationId }),
    request_id: request.id,
  }
  return reply
    .status(status)
    .headers(headersOf(refusal))
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** What a refusal says in headers, whether its body is JSON or a page. */
export function headersOf(refusal: Refusal): Record<string, string> {
  const isPassing = refusals[refusal.code].status >= 503
  const seconds = refusal.retryAfterSeconds ?? (isPassing ? RETRY_AFTER_SECONDS : undefined)
  return { ...refusal.headers, ...(seconds !== undefined && { 'retry-after': String(seconds) }) }
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
  // Such as a client that goes away in the middle of its body: not the connection to the database.
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

/** What is not HTTP, or comes too slowly, never reaches a route. */
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
  // Else it stays open for as long as the other side likes.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
