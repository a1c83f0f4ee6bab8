import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onResponseHookHandler,
  onSendHookHandler,
  preSerializationHookHandler,
  RouteOptions,
} from 'fastify'
import type { KeyId } from '../accounts/businesses/keys.sql.ts'
import type { Context } from '../core/context.ts'
import type { Line } from '../operator/requests/lines.ts'
import { masked, type Redact, redactorOf } from '../operator/requests/redact.ts'
import { RECORDS_MAX, requestLogOf } from '../operator/requests/requests.ts'

// Takes the calls of secret keys for the request log, when they have been answered. A call without
// a valid key belongs to no business, and is not taken.

declare module 'fastify' {
  interface FastifyRequest {
    /** The business wants its calls kept. Set with the key. */
    isKept: boolean
    /** The response before it was written, or its text. */
    answered: unknown
  }
}

/** Longer texts are not parsed. */
const PARSED_LENGTH_MAX = 64 * 1024
const AGENT_LENGTH_MAX = 200
const NAME_LENGTH_MAX = 100
const PATH_LENGTH_MAX = 300
const REFUSED_FROM = 400
/** Fields that name a record. */
const RECORD_FIELD =
  /^(_?id|reference|transaction|\w+_(id|reference)|(split|subaccount|customer)_code)$/

type Fields = Record<string, unknown>
type Redactors = {
  request: Redact
  query: Redact
  response: (status: number, answer: unknown) => unknown
}

/** Adds hooks to the routes registered after this call. */
export function logRequests(context: Context, scope: FastifyInstance): void {
  scope.decorateRequest('isKept', false)
  const log = requestLogOf(context)
  if (log === null) return
  scope.decorateRequest('answered', undefined)
  const keepObject: preSerializationHookHandler<unknown> = (request, _reply, payload, done) => {
    request.answered = payload
    done(null, payload)
  }
  const keepText: onSendHookHandler<unknown> = (request, _reply, payload, done) => {
    if (typeof payload === 'string' && request.answered === undefined) request.answered = payload
    done(null, payload)
  }
  scope.addHook('onRoute', (route) => {
    const redacts = redactorsOf(scope, route)
    const take: onResponseHookHandler = (request, reply, done) => {
      if (request.isKept) {
        try {
          log.add(request.scope, lineFor(context, request, reply, redacts))
        } catch (error) {
          context.log.warn({ err: error, requestId: request.id }, 'a call could not be logged')
        }
      }
      done()
    }
    route.preSerialization = [route.preSerialization ?? [], keepObject].flat()
    route.onSend = [route.onSend ?? [], keepText].flat() as onSendHookHandler[]
    route.onResponse = [route.onResponse ?? [], take].flat()
  })
}

/** Made at the first call, when all shared schemas are known. */
function redactorsOf(scope: FastifyInstance, { schema = {} }: RouteOptions): Redactors {
  const find = (name: string) => scope.getSchema(name)
  const made = new Map<string, Redact>()
  const redactor = (name: string, of: unknown): Redact => {
    const found = made.get(name) ?? redactorOf(of, find)
    made.set(name, found)
    return found
  }
  return {
    request: redactor('request', schema.body),
    query: redactor('query', schema.querystring),
    response: (status, answer) =>
      redactor(String(status), ((schema.response ?? {}) as Fields)[String(status)])(answer),
  }
}

/** Null if there was no JSON. A kept answer, and records that the database wrote, are texts. */
function answerOf({ answered }: FastifyRequest): Fields | null {
  if (typeof answered === 'object' && answered !== null) return answered as Fields
  if (typeof answered !== 'string' || answered.length > PARSED_LENGTH_MAX) return null
  if (!answered.startsWith('{')) return null
  try {
    return JSON.parse(answered) as Fields
  } catch {
    return null
  }
}

function lineFor(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  redacts: Redactors,
): Line {
  const { headers, method, url } = request
  const mark = url.indexOf('?')
  const { statusCode: status } = reply
  const answer = answerOf(request)
  const code = status < REFUSED_FROM ? undefined : answer?.['code']
  return {
    at: context.now().getTime(),
    requestId: masked(request.id),
    keyId: request.keyId as KeyId,
    method,
    path: short(mark < 0 ? url : url.slice(0, mark), PATH_LENGTH_MAX)!,
    status,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    records: recordsOf(request, answer),
    userAgent: short(headers['user-agent'], AGENT_LENGTH_MAX),
    version: short(reply.getHeader('x-service-version'), NAME_LENGTH_MAX),
    idempotencyKey: short(headers['idempotency-key'], NAME_LENGTH_MAX),
    isReplayed: reply.hasHeader('idempotent-replayed') || undefined,
    errorCode: short(code, NAME_LENGTH_MAX),
    query: mark < 0 ? undefined : redacts.query(request.query),
    request: redacts.request(request.body),
    response: answer === null ? undefined : redacts.response(status, answer),
  }
}

/** What the path, the request and the response name. */
function recordsOf(request: FastifyRequest, answer: Fields | null): string[] {
  const found = new Set<string>()
  const note = (value: unknown) => {
    const text = short(value, NAME_LENGTH_MAX)
    if (text && found.size < RECORDS_MAX) found.add(text)
  }
  for (const value of Object.values((request.params ?? {}) as Fields)) note(value)
  for (const fields of [request.body, answer?.['data'] ?? answer]) {
    if (typeof fields !== 'object' || fields === null) continue
    for (const name in fields) {
      if (isRecordField(name) && Object.hasOwn(fields, name)) note((fields as Fields)[name])
    }
  }
  return [...found]
}

const recordFields = new Map<string, boolean>()
const FIELDS_MAX = 1_000

/** Remembers names: most of them are those of schemas. */
function isRecordField(name: string): boolean {
  const known = recordFields.get(name)
  if (known !== undefined) return known
  const isOne = RECORD_FIELD.test(name) && name !== 'request_id'
  if (recordFields.size < FIELDS_MAX) recordFields.set(name, isOne)
  return isOne
}

function short(value: unknown, most: number): string | undefined {
  return typeof value === 'string' && value !== '' ? masked(value).slice(0, most) : undefined
}
