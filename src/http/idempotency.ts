import { setTimeout as pause } from 'node:timers/promises'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import type { Context } from '../core/context.ts'
import { SECOND } from '../platform/clock.ts'
import {
  type ClaimedName,
  claim,
  finish,
  IDEMPOTENCY_KEY,
  type IdempotencyName,
  release,
  setAside,
} from '../platform/idempotency.ts'
import { isRecorded, Refusal, refuse, refuseFields } from '../platform/refusal.ts'
import type { SealedColumn } from '../platform/secrets.ts'

// Idempotency-Key on every POST and PATCH of a scope. The key is claimed after authentication and
// validation, so that their failures do not use it up, and answered or released before the response
// is sent. A refusal that recorded nothing releases it: after a top-up, the same key works.

declare module 'fastify' {
  interface FastifyRequest {
    idempotencyName: ClaimedName | null
    /** It has recorded something, so that its refusal is answered again. */
    keepsRefusal: boolean
  }
}

const RETRY_AFTER_SECONDS = 1
const SET_ASIDE_MS_MAX = SECOND
const REFUSED_FROM = 400
export const REPEATABLE = ['POST', 'PATCH']

/**
 * `credential`: separates keys by who sent them, so that a page or a customer cannot block a key of
 * the business's server. `beforeReplay` runs before an answer with an erasure time is replayed.
 */
export function idempotent(
  context: Context,
  scope: FastifyInstance,
  credential: (request: FastifyRequest) => string,
  beforeReplay: (request: FastifyRequest) => Promise<void> = async () => {},
): void {
  scope.decorateRequest('idempotencyName', null)
  scope.decorateRequest('keepsRefusal', false)
  scope.addHook('onError', (request, _reply, error, done) => {
    request.keepsRefusal = isRecorded(error)
    done()
  })
  // Callbacks, because most requests have no key and need not wait.
  const begin: preHandlerHookHandler = (request, reply, done) => {
    const key = request.headers['idempotency-key']
    if (key === undefined) return done()
    begun(context, request, reply, key, credential(request), beforeReplay).then((replayed) => {
      if (!replayed) done()
    }, done)
  }
  const end: onSendHookHandler<unknown> = (request, reply, payload, done) => {
    const name = request.idempotencyName
    if (name === null) return done(null, payload)
    request.idempotencyName = null
    const kept = ended(context, name, request, reply, payload).catch(async (error: Error) => {
      // The answer was not kept, and the client does not get it: the next attempt may begin
      // immediately.
      await setAsideSoon(context, name).catch(() => {})
      // A refusal is sent unchanged: only keeping it has failed.
      if (reply.statusCode < REFUSED_FROM) throw error
    })
    kept.then(() => done(null, payload), done)
  }
  scope.addHook('onRoute', (route) => {
    if (!REPEATABLE.some((method) => [route.method].flat().includes(method))) return
    route.schema = { ...route.schema, 'x-idempotent': true } as object
    route.preHandler = [route.preHandler ?? [], begin].flat()
    route.onSend = [route.onSend ?? [], end].flat() as onSendHookHandler[]
  })
}

/** True if the answer of an earlier request was sent. */
async function begun(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | string[],
  credential: string,
  beforeReplay: (request: FastifyRequest) => Promise<void>,
): Promise<boolean> {
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) refuseKey()
  const { businessId, mode } = request.scope
  // Hashed, because businesses put anything into their keys, even personal data.
  const hashed = context.keys.fingerprint(`idempotency key ${credential} ${key}`)
  const name = { businessId, mode, key: hashed.toString('base64url') }
  const claimed = await claim(context.sql, context.now(), name, hashOf(context, request))
  switch (claimed.kind) {
    case 'reused':
      return refuse('idempotency_key_reused')
    case 'running':
      throw new Refusal('idempotency_key_in_use', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    case 'first':
      request.idempotencyName = {
        ...name,
        leaseUntil: claimed.leaseUntil,
        isTakenOver: claimed.isTakenOver,
      }
      request.effectId = claimed.effectId
      return false
    case 'answered': {
      const { status, contentType, body: sealed, etag, eraseAt } = claimed.answer
      const body = context.keys.open(sealed, boundTo(name))
      if (eraseAt !== null) await beforeReplay(request)
      reply.header('idempotent-replayed', 'true').status(status).type(contentType)
      if (etag !== null) reply.header('etag', etag)
      // The location is all that a redirect consists of.
      if (isRedirect(status)) reply.header('location', body).send('')
      else reply.send(body)
      return true
    }
  }
}

async function ended(
  context: Context,
  name: ClaimedName,
  { keepsRefusal, eraseAnswerAt: eraseAt }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const { statusCode: status } = reply
  const isRefused = status >= REFUSED_FROM && status < 500
  // Nothing was executed if `retry-after` is set: the same request may succeed then.
  if (isRefused && (!keepsRefusal || reply.hasHeader('retry-after'))) {
    return release(context.sql, context.now(), name)
  }
  // A call that failed may have been executed: the key keeps its effect id.
  if (status >= 500) return setAsideSoon(context, name)
  const contentType = String(reply.getHeader('content-type') ?? 'text/plain')
  const body = String((isRedirect(status) ? reply.getHeader('location') : payload) ?? '')
  const sealed = context.keys.seal(body, boundTo(name))
  const etag = reply.hasHeader('etag') ? String(reply.getHeader('etag')) : null
  await finish(context.sql, name, { status, contentType, body: sealed, etag, eraseAt })
}

/** Waits a second at most: a hanging database is often why the call failed. */
async function setAsideSoon({ sql, now }: Context, name: ClaimedName): Promise<void> {
  const aside = setAside(sql, now(), name)
  // If it fails later, the lease of the key expires.
  aside.catch(() => {})
  await Promise.race([aside, pause(SET_ASIDE_MS_MAX, undefined, { ref: false })])
}

/** An answer can contain a secret, so it is encrypted. */
function boundTo({ businessId, mode, key }: IdempotencyName): string {
  return `idempotency_key.body ${businessId} ${mode} ${key}`
}

export const sealedAnswers: SealedColumn<keyof IdempotencyName> = {
  table: 'idempotency_key',
  column: 'body',
  key: ['businessId', 'mode', 'key'],
  boundTo,
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}

function hashOf(context: Context, request: FastifyRequest): Buffer {
  return context.keys.fingerprint(`${request.method} ${request.url}\n${request.rawBody}`)
}

function refuseKey(): never {
  const message = 'Idempotency-Key must be 1 to 255 printable ASCII characters.'
  refuseFields([{ field: 'Idempotency-Key', code: 'invalid_format', message }])
}
