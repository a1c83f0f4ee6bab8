import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { auditKeys } from './app-audit.ts'
import { refuseUnknown } from './app-compile.ts'
import {
  type ApiKey,
  authenticate,
  enterFrom,
  hasScope,
  isEnabled,
  type KeyScope,
  type ModeSettings,
  readKey,
  recall,
  settingsOf,
} from './businesses/businesses.ts'
import type { Context } from './context.ts'
import { SECOND } from './lib/clock.ts'
import { networkOf } from './lib/networks.ts'
import { type RateLimit, type RateLimiter, rateLimiter } from './lib/rate-limit.ts'
import { Refusal, refuse } from './lib/refusal.ts'
import { equalSecrets } from './lib/secrets.ts'
import { ROUTES, scopeOf } from './logins/permissions.ts'
import { isLetIn } from './streaming.ts'
import { readAccessCode } from './transactions/transactions.ts'

const BURST_SECONDS = 10

// The scope of each credential: what must hold before any route in it runs.

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the key; none where there is no key. */
    scopes: KeyScope[]
  }
}

/** Made once and handed to several scopes, it is one bucket for each key over all of them. */
type KeyLimit = { limit: RateLimit; limiter: RateLimiter }
export type KeyLimits = { general: KeyLimit; resolve: KeyLimit; identity: KeyLimit }

export function keyLimits(context: Context): KeyLimits {
  const { perSecond, burst, resolvePerSecond, identityPerMinute } = context.config.limits
  const limited = (name: string, limit: RateLimit) => ({
    limit,
    limiter: rateLimiter(limit, name, context),
  })
  return {
    general: limited('key', { perSecond, burst }),
    resolve: limited('resolve', { perSecond: resolvePerSecond, burst: resolvePerSecond }),
    identity: limited('identity', { perSecond: identityPerMinute / 60, burst: identityPerMinute }),
  }
}

/** The route of ours, such as `POST /payouts`, of which a route needs the scope; or none. */
type AsOwn = (method: string, path: string) => string | undefined
const ITSELF: AsOwn = (method, path) => `${method} ${path}`
const SIGNED = 'POST /transactions/initialize'

type Found = { key: ApiKey; settings: ModeSettings }
/** Which key a request has. */
export type KeyOf = (context: Context, request: FastifyRequest) => Found | Promise<Found>

/**
 * Server to server. A browser, which says so by Origin, must never hold a secret key. `asOwn`: of
 * routes that translate others, which of ours each stands for. They read what they know and pass
 * over the rest. `keyOf`: of a link that a key has made, that key.
 */
export function secretKey(
  context: Context,
  scope: FastifyInstance,
  limits: KeyLimit[],
  asOwn = ITSELF,
  keyOf: KeyOf = keySent,
): void {
  if (asOwn === ITSELF) refuseUnknown(scope)
  scope.addHook('onRoute', ({ schema }) => {
    if (schema && !schema.hide) schema.security = [{ secretKey: [] }]
  })
  needScopes(scope, asOwn)
  scope.decorateRequest('stillGood', function (this: FastifyRequest) {
    return isLetIn(() => checkAgain(context, scope, asOwn, keyOf, this))
  })
  const enter = (request: FastifyRequest, found: Found) => {
    if (found.key.kind !== 'secret') refuse('wrong_key_type')
    admit(context, request, found)
    for (const { limit, limiter } of limits) {
      const waitMs = limiter.take(found.key.keyId)
      if (waitMs !== null) throw tooMany(limit, waitMs)
    }
  }

  scope.addHook('onRequest', (request, _reply, done) => {
    attempt(done, () => {
      const found = keyOf(context, request)
      if (found instanceof Promise) return found.then((known) => enter(request, known))
      return enter(request, found)
    })
  })

  auditKeys(context, scope, (method, url) => {
    const own = asOwn(method === 'HEAD' ? 'GET' : method, url.slice(scope.prefix.length))
    return own === undefined ? undefined : ROUTES[own]
  })
  scope.addHook('onRoute', (route) => {
    const path = route.url.slice(scope.prefix.length)
    if (asOwn([route.method].flat()[0]!, path) === SIGNED) {
      route.preHandler = async (request: FastifyRequest) => checkSignature(context, request)
    }
  })
}

function keySent(context: Context, request: FastifyRequest): Found | Promise<Found> {
  const key = bearerOf(request)
  if (isExposed(context, request, key)) {
    context.log.warn({ requestId: request.id }, 'a secret key came from a browser: roll it')
    refuse('secret_key_exposed')
  }
  return recall(context, key) ?? lookUp(context, key)
}

/**
 * A browser sends where its page is from. Only the reference of our own documentation may send a
 * secret key, of test mode: whoever tries a call there has typed it in.
 */
function isExposed({ config }: Context, request: FastifyRequest, text: string): boolean {
  const { origin } = request.headers
  const key = readKey(text)
  if (origin === undefined || key?.kind !== 'secret') return false
  const isOurs = origin === `${request.protocol}://${request.host}`
  return !(config.servesDocs && key.mode === 'test' && isOurs)
}

/** What the way in has checked; but the limits, which count requests. */
async function checkAgain(
  context: Context,
  { prefix }: FastifyInstance,
  asOwn: AsOwn,
  keyOf: KeyOf,
  request: FastifyRequest,
): Promise<void> {
  admit(context, request, await keyOf(context, request))
  const needed = neededFor(prefix, asOwn, request.method, request.routeOptions.url!)
  if (!hasScope(request, needed)) throw missing(needed)
}

function neededFor(prefix: string, asOwn: AsOwn, method: string, url: string): KeyScope {
  const path = url.slice(prefix.length)
  const own = asOwn(method === 'HEAD' ? 'GET' : method, path)?.split(' ')
  const needed = own && scopeOf(own[0]!, own[1]!)
  assert(needed, `${method} ${path} has no scope in logins/permissions.ts`)
  return needed
}

/** Each route refuses a key without the scope that it needs. One that needs none cannot be. */
function needScopes(scope: FastifyInstance, asOwn: AsOwn): void {
  scope.addHook('onRoute', (route) => {
    const needed = neededFor(scope.prefix, asOwn, [route.method].flat()[0]!, route.url)
    // Of the route itself: it runs when the scope has found out whose key it is.
    const check: onRequestHookHandler = (request, _reply, done) =>
      hasScope(request, needed) ? done() : done(missing(needed))
    route.onRequest = [route.onRequest ?? [], check].flat() as onRequestHookHandler[]
  })
}

function missing(needed: KeyScope): Refusal {
  const message =
    `This key lacks the scope ${needed}, which this endpoint needs. Change its scopes in ` +
    'the dashboard, under API keys.'
  const challenge = `Bearer error="insufficient_scope", scope="${needed}"`
  return new Refusal('insufficient_scope', {
    message,
    headers: { 'www-authenticate': challenge },
  })
}

/** What a business may ask for: that each of its requests to initialize is signed. */
async function checkSignature(context: Context, request: FastifyRequest): Promise<void> {
  const { requireSignedRequests } = await settingsOf(context, request.scope)
  if (!requireSignedRequests) return
  const sent = request.headers['x-service-signature']
  const right = createHmac('sha512', bearerOf(request)).update(request.rawBody).digest('hex')
  if (typeof sent !== 'string' || !equalSecrets(sent, right)) refuse('invalid_signature')
}

/** A page or a link: the key is a field of the form or of the query. */
export function publicKey(context: Context, scope: FastifyInstance): void {
  scope.addHook('preValidation', async (request) => {
    const fields = (request.method === 'GET' ? request.query : request.body) as
      | Record<string, unknown>
      | undefined
    const key = fields?.['key']
    if (typeof key !== 'string' || key === '') {
      const message = 'key is missing: add your public key, pk_…, to the link or form.'
      throw new Refusal('missing_key', { message })
    }
    if (key.startsWith('sk_')) {
      context.log.warn({ requestId: request.id }, 'a secret key was sent in a form: roll it')
      refuse('secret_key_exposed')
    }
    const found = recall(context, key) ?? (await lookUp(context, key))
    admit(context, request, found)
  })
}

/** The access code is looked at before a body is read; each payment has a rate of its own. */
export function accessCode(context: Context, scope: FastifyInstance): void {
  const perSecond = context.config.limits.checkoutPerSecond
  const limit = { perSecond, burst: perSecond * BURST_SECONDS }
  const limiter = rateLimiter(limit, 'checkout', context)
  // It opens one payment, for good.
  scope.decorateRequest('stillGood', async () => true)
  scope.addHook('onRequest', async (request) => {
    const { access_code: code } = request.params as { access_code?: string }
    if (code === undefined) return
    const key = readAccessCode(context.keys, code)
    const waitMs = limiter.take(key?.id ?? networkOf(request.ip))
    if (waitMs !== null) throw tooMany(limit, waitMs)
    // The page itself answers an unknown code with a page.
    if (request.method === 'GET') return
    if (key === null) refuse('transaction_not_found')
    request.scope = { businessId: key.businessId, mode: key.mode }
  })
}

/** A second limit on whoever is signed in. */
export function limitLogins(scope: FastifyInstance, { limit, limiter }: KeyLimit): void {
  scope.addHook('onRequest', async ({ login, ip }) => {
    const waitMs = limiter.take(login?.loginId ?? networkOf(ip))
    if (waitMs !== null) throw tooMany(limit, waitMs)
  })
}

/** A script of any page may read the answers: they are for whoever sent a public key. */
export function openToPages(scope: FastifyInstance): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', 'retry-after, x-request-id')
    done()
  })
}

/** For calls that need no secret: so many a minute from one network. */
export function limitAddresses(context: Context, scope: FastifyInstance): void {
  const perMinute = context.config.limits.publicPerMinute
  const limit = { perSecond: perMinute / 60, burst: perMinute }
  const limiter = rateLimiter(limit, `address ${scope.prefix}`, context)
  scope.addHook('onRequest', async (request) => {
    const waitMs = limiter.take(networkOf(request.ip))
    if (waitMs !== null) throw tooMany(limit, waitMs)
  })
}

async function lookUp(context: Context, key: string): Promise<Found> {
  const found = (await authenticate(context, key)) ?? refuse('invalid_key')
  return { key: found, settings: await settingsOf(context, found) }
}

function admit(context: Context, request: FastifyRequest, { key, settings }: Found): void {
  const { businessId, mode, keyId, scopes } = key
  request.scope = { businessId, mode }
  request.keyId = keyId
  request.scopes = scopes
  if (!isEnabled(context, settings)) refuse('not_enabled')
  enterFrom(context, key, request.ip)
}

/** Runs a hook, at once where nothing must be waited for: a promise costs every request. */
function attempt(done: (error?: Error) => void, run: () => void | Promise<void>): void {
  try {
    const running = run()
    if (running instanceof Promise) running.then(() => done(), done)
    else done()
  } catch (error) {
    done(error as Error)
  }
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
