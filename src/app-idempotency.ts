import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { claim, finish, IDEMPOTENCY_KEY, type IdempotencyName, release } from './lib/idempotency.ts'
import { Refusal, refuse, refuseFields } from './lib/refusal.ts'

// Idempotency-Key on every POST of a scope. Claimed when the request has passed authentication and
// validation, so that neither burns the key; answered or released before the answer goes out.

declare module 'fastify' {
  interface FastifyRequest {
    idempotencyName: IdempotencyName | null
  }
}

const RETRY_AFTER_SECONDS = 1
/** Refusals that executed nothing. */
const NOT_KEPT = new Set([400, 401, 403, 429])

export function idempotent(context: Context, scope: FastifyInstance): void {
  scope.decorateRequest('idempotencyName', null)

  scope.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (key === undefined || request.method !== 'POST') return
    if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) refuseKey()

    const { businessId, mode } = request.scope
    const name = { businessId, mode, key }
    const claimed = await claim(context.sql, context.now(), name, hashOf(context, request))
    switch (claimed.kind) {
      case 'reused':
        return refuse('idempotency_key_reused')
      case 'running':
        throw new Refusal('idempotency_key_in_use', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      case 'first':
        request.idempotencyName = name
        request.effectId = claimed.effectId
        return
      case 'answered': {
        const { status, contentType, body } = claimed.answer
        reply.header('idempotent-replayed', 'true').status(status).type(contentType)
        if (status >= 300 && status < 400) reply.header('location', body)
        return reply.send(status >= 300 && status < 400 ? '' : body)
      }
    }
  })

  scope.addHook('onSend', async (request, reply, payload) => {
    const name = request.idempotencyName
    if (name === null) return payload
    request.idempotencyName = null
    const { statusCode: status } = reply
    if (status >= 500 || NOT_KEPT.has(status)) {
      await release(context.sql, name)
      return payload
    }
    const contentType = String(reply.getHeader('content-type') ?? 'text/plain')
    const location = reply.getHeader('location')
    // Of a redirect, where it leads is all there is.
    const body = location === undefined ? String(payload ?? '') : String(location)
    await finish(context.sql, name, { status, contentType, body })
    return payload
  })
}

function hashOf(context: Context, request: FastifyRequest): Buffer {
  return context.keys.fingerprint(`${request.method} ${request.url}\n${request.rawBody}`)
}

function refuseKey(): never {
  const message = 'Idempotency-Key must be 1 to 255 printable ASCII characters.'
  refuseFields([{ field: 'Idempotency-Key', code: 'invalid_format', message }])
}
