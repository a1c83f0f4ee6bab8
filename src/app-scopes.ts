import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticate, isEnabled, readKey, settingsOf } from './businesses/businesses.ts'
import type { Context } from './context.ts'
import { SECOND } from './lib/clock.ts'
import { type RateLimit, rateLimiter } from './lib/rate-limit.ts'
import { Refusal, refuse } from './lib/refusal.ts'
import { equalSecrets } from './lib/secrets.ts'

// The scope of each credential: what must hold before any route in it runs.

/** Server to server. A browser, which says so by Origin, must never hold a secret key. */
export function secretKey(context: Context, scope: FastifyInstance): void {
  scope.addHook('onRoute', ({ schema }) => {
    if (schema && !schema.hide) schema.security = [{ secretKey: [] }]
  })
  const { perSecond, burst } = context.config.limits
  const limit = { perSecond, burst }
  const limiter = rateLimiter(limit)

  scope.addHook('onRequest', async (request) => {
    const key = bearerOf(request)
    if (request.headers.origin !== undefined && readKey(key)?.kind === 'secret') {
      context.log.warn({ requestId: request.id }, 'a secret key came from a browser: roll it')
      refuse('secret_key_exposed')
    }
    const known = await authenticate(context, key)
    if (known === null) refuse('invalid_key')
    if (known.kind !== 'secret') refuse('wrong_key_type')
    await admit(context, request, known)
    const waitMs = limiter.take(known.keyId, context.now().getTime())
    if (waitMs !== null) throw tooMany(limit, waitMs)
  })

  scope.addHook('preHandler', async (request) => {
    const { requireSignedRequests } = await settingsOf(context, request.scope)
    if (!requireSignedRequests || request.routeOptions.url !== '/api/v1/transactions/initialize') {
      return
    }
    const sent = request.headers['x-service-signature']
    const right = createHmac('sha512', bearerOf(request)).update(request.rawBody).digest('hex')
    if (typeof sent !== 'string' || !equalSecrets(sent, right)) refuse('invalid_signature')
  })
}

/** A page or a link: the key is a field of the form or of the query. */
export function publicKey(context: Context, scope: FastifyInstance): void {
  scope.addHook('preValidation', async (request) => {
    const fields = (request.method === 'GET' ? request.query : request.body) as
      | Record<string, unknown>
      | undefined
    const key = fields?.['key']
    if (typeof key !== 'string' || key === '') refuse('missing_key')
    if (key.startsWith('sk_')) {
      context.log.warn({ requestId: request.id }, 'a secret key was sent in a form: roll it')
      refuse('secret_key_exposed')
    }
    const known = await authenticate(context, key)
    if (known === null) refuse('invalid_key')
    await admit(context, request, known)
  })
}

/** For calls that need no secret: so many a minute from one address. */
export function limitAddresses(context: Context, scope: FastifyInstance): void {
  const perMinute = context.config.limits.publicPerMinute
  const limit = { perSecond: perMinute / 60, burst: perMinute }
  const limiter = rateLimiter(limit)
  scope.addHook('onRequest', async (request) => {
    const waitMs = limiter.take(request.ip, context.now().getTime())
    if (waitMs !== null) throw tooMany(limit, waitMs)
  })
}

async function admit(context: Context, request: FastifyRequest, scope: FastifyRequest['scope']) {
  const { businessId, mode } = scope
  request.scope = { businessId, mode }
  if (!isEnabled(context, await settingsOf(context, request.scope))) refuse('not_enabled')
}

function bearerOf({ headers }: FastifyRequest): string {
  const { authorization } = headers
  if (authorization === undefined) return refuse('missing_key')
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? refuse('invalid_key')
}

function tooMany({ perSecond, burst }: RateLimit, waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / SECOND)
  const window = Math.ceil(burst / perSecond)
  return new Refusal('rate_limited', {
    retryAfterSeconds: seconds,
    headers: {
      'ratelimit-policy': `"default";q=${burst};w=${window}`,
      ratelimit: `"default";r=0;t=${seconds}`,
    },
  })
}
