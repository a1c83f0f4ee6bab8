import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { ModeSettings } from '../accounts/businesses/businesses.sql.ts'
import {
  type ApiKey,
  authenticate,
  enterFrom,
  hasScope,
  isEnabled,
  readKey,
  recall,
  settingsOf,
} from '../accounts/businesses/businesses.ts'
import { EACH_SCOPE, type Facts, type KeyScope, type RouteScope, scopeOf } from '../core/access.ts'
import type { Context } from '../core/context.ts'
import { fileTypeOf } from '../core/exports.ts'
import { isLetIn } from '../core/streaming.ts'
import { readAccessCode } from '../payments/transactions/transactions.ts'
import { SECOND } from '../platform/clock.ts'
import { networkOf } from '../platform/networks.ts'
import { type RateLimit, type RateLimiter, rateLimiter } from '../platform/rate-limit.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { equalSecrets } from '../platform/secrets.ts'
import { auditKeys } from './audit.ts'
import { compressAnswers } from './compression.ts'
import { logRequests } from './request-log.ts'

const BURST_SECONDS = 10

type Credential = 'secret_key' | 'login' | 'public_key' | 'access_code'

// The scope of each credential: what is checked before its routes run.

declare module 'fastify' {
  interface FastifyRequest {
    /** The scopes of the key; undefined without a key. */
    scopes: KeyScope[]
  }
  interface FastifyContextConfig {
    /** The credential that the scope of the route checks. */
    credential?: Credential
  }
}

/**
 * Checks this credential before the routes of the scope run, and rejects routes that need another
 * one. The service does not start if a route needs a credential that no scope checks (checkFacts).
 */
export function checks(
  scope: FastifyInstance,
  credential: Credential,
  takes: (facts: Facts) => boolean,
  except?: Facts['needs'],
): void {
  scope.addHook('onRoute', (route) => {
    const { config = {}, method, url } = route
    if (except !== undefined && config.needs === except) return
    assert(
      takes(config as Facts),
      `${method} ${url} needs ${config.needs}, and its scope checks ${credential}`,
    )
    route.config = { ...config, credential }
  })
}

/** Made once and shared by several scopes, so that a key has one bucket over all of them. */
type KeyLimit = { name: string; limit: RateLimit; limiter: RateLimiter }
export type KeyLimits = { general: KeyLimit; resolve: KeyLimit; identity: KeyLimit }

export function keyLimits(context: Context): KeyLimits {
  const { perSecond, burst, resolvePerSecond, identityPerMinute } = context.config.limits
  const limited = (name: string, limit: RateLimit) => ({
    name,
    limit,
    limiter: rateLimiter(limit, name, context),
  })
  return {
    general: limited('key', { perSecond, burst }),
    resolve: limited('resolve', { perSecond: resolvePerSecond, burst: resolvePerSecond }),
    identity: limited('identity', { perSecond: identityPerMinute / 60, burst: identityPerMinute }),
  }
}

type Found = { key: ApiKey; settings: ModeSettings }
/** Finds the key of a request. */
export type KeyOf = (context: Context, request: FastifyRequest) => Found | Promise<Found>

/**
 * Server to server. A browser, which sends Origin, must never have a secret key. `keyOf` finds the
 * key that made a link.
 */
export function secretKey(
  context: Context,
  scope: FastifyInstance,
  limits: KeyLimits,
  keyOf: KeyOf = keySent,
): void {
  scope.addHook('onRoute', ({ schema, config }) => {
    if (!schema || schema.hide) return
    schema.security = [{ secretKey: [scopeOf(config!)!] }]
  })
  checks(scope, 'secret_key', (facts) => scopeOf(facts) !== undefined)
  needScopes(scope)
  // The address of a link opens what it leads to, so it is not kept.
  const isOwnCall = keyOf === keySent
  logRequests(context, scope)
  scope.decorateRequest('stillGood', function (this: FastifyRequest) {
    return isLetIn(() => checkAgain(context, keyOf, this))
  })
  const enter = (request: FastifyRequest, reply: FastifyReply, found: Found) => {
    if (found.key.kind !== 'secret') refuse('wrong_key_type')
    request.isKept = isOwnCall && found.settings.requestLog
    admit(context, request, found)
    const { limit: own } = request.routeOptions.config
    take(limits.general, found.key.keyId, reply)
    if (own) take(limits[own], found.key.keyId, reply)
  }

  scope.addHook('onRequest', (request, reply, done) => {
    attempt(done, () => {
      const found = keyOf(context, request)
      if (found instanceof Promise) return found.then((known) => enter(request, reply, known))
      return enter(request, reply, found)
    })
  })

  auditKeys(context, scope)
  compressAnswers(scope, ({ isList }) => isList === true)
  scope.addHook('onRoute', (route) => {
    if (!route.config?.isSigned) return
    const check = async (request: FastifyRequest) => checkSignature(context, request)
    route.preHandler = [route.preHandler ?? [], check].flat()
  })
}

/**
 * Refuses a caller that has used up the limit. Every answer says what is left of it, as
 * draft-ietf-httpapi-ratelimit-headers writes it. `t`: seconds until the whole quota is there.
 */
export function take(
  { name, limit: { perSecond, burst }, limiter }: KeyLimit,
  who: string,
  reply: FastifyReply,
): void {
  const waitMs = limiter.take(who)
  const { count, fullInMs } = limiter.left(who)
  const add = (header: string, value: string) => {
    const before = reply.getHeader(header)
    reply.header(header, before === undefined ? value : `${before}, ${value}`)
  }
  add('ratelimit-policy', `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`)
  add('ratelimit', `"${name}";r=${count};t=${Math.ceil(fullInMs / SECOND)}`)
  if (waitMs === null) return
  throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / SECOND) })
}

function keySent(context: Context, request: FastifyRequest): Found | Promise<Found> {
  const key = keyTextOf(request)
  if (isExposed(context, request, key)) {
    context.log.warn({ requestId: request.id }, 'a secret key came from a browser: roll it')
    refuse('secret_key_exposed')
  }
  return recall(context, key) ?? lookUp(context, key)
}

/**
 * Browsers send the origin of their page. Only our own API reference may send a secret key, and
 * only one of test mode: the developer has typed it in.
 */
function isExposed({ config }: Context, request: FastifyRequest, text: string): boolean {
  const { origin } = request.headers
  const key = readKey(text)
  if (origin === undefined || key?.kind !== 'secret') return false
  const isOurs = origin === `${request.protocol}://${request.host}`
  return !(config.servesDocs && key.mode === 'test' && isOurs)
}

/** Repeats the checks at the beginning, except the limits, which count requests. */
async function checkAgain(context: Context, keyOf: KeyOf, request: FastifyRequest): Promise<void> {
  admit(context, request, await keyOf(context, request))
  const needed = scopeOf(request.routeOptions.config)!
  if (!hasScope(request, needed)) throw missing(needed)
}

/** Refuses a key without the scope that the route needs. */
function needScopes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    const { isList } = route.config!
    const reading = scopeOf(route.config!)!
    // A list as a file needs the scope of exports, where its noun has one.
    const exporting = EACH_SCOPE.find((one) => one === reading.replace(/:read$/, ':export'))
    // A hook of the route runs after those of the scope, so the key is known.
    const check: onRequestHookHandler = (request, _reply, done) => {
      const isFile = isList === true && fileTypeOf(request) !== null
      const needed = isFile ? (exporting ?? reading) : reading
      return hasScope(request, needed) ? done() : done(missing(needed))
    }
    route.onRequest = [route.onRequest ?? [], check].flat() as onRequestHookHandler[]
  })
}

function missing(needed: RouteScope): Refusal {
  const message =
    `This key lacks the scope ${needed}, which this endpoint needs. Change its scopes in ` +
    'the dashboard, under API keys.'
  const challenge = `Bearer error="insufficient_scope", scope="${needed}"`
  return new Refusal('insufficient_scope', {
    message,
    headers: { 'www-authenticate': challenge },
  })
}

/** A business can require that each of its requests to initialize is signed. */
async function checkSignature(context: Context, request: FastifyRequest): Promise<void> {
  const { requireSignedRequests } = await settingsOf(context, request.scope)
  if (!requireSignedRequests) return
  const sent = request.headers['x-service-signature']
  const right = createHmac('sha512', keyTextOf(request)).update(request.rawBody).digest('hex')
  if (typeof sent !== 'string' || !equalSecrets(sent, right)) refuse('invalid_signature')
}

/** For pages and links: the key is a field of the form or query. */
export function publicKey(context: Context, scope: FastifyInstance): void {
  checks(scope, 'public_key', ({ needs }) => needs === 'public_key')
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

/** The access code is checked before the body is read. Each payment has its own rate. */
export function accessCode(context: Context, scope: FastifyInstance): void {
  checks(scope, 'access_code', ({ needs }) => needs === 'access_code', 'anyone')
  const perSecond = context.config.limits.checkoutPerSecond
  const limit = { perSecond, burst: perSecond * BURST_SECONDS }
  const limiter = rateLimiter(limit, 'checkout', context)
  // An access code does not expire.
  scope.decorateRequest('stillGood', async () => true)
  scope.addHook('onRequest', async (request, reply) => {
    const { access_code: code } = request.params as { access_code?: string }
    if (code === undefined) return
    const key = readAccessCode(context.keys, code)
    take({ name: 'checkout', limit, limiter }, key?.id ?? networkOf(request.ip), reply)
    // The page answers an unknown code itself.
    if (request.method === 'GET') return
    if (key === null) refuse('transaction_not_found')
    request.scope = { businessId: key.businessId, mode: key.mode }
  })
}

/** Scripts of any page may read the responses: they are for whoever sent the public key. */
export function openToPages(scope: FastifyInstance): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    reply.header(
      'access-control-expose-headers',
      'ratelimit, ratelimit-policy, retry-after, x-request-id',
    )
    done()
  })
}

/** Limits calls that need no secret, per minute and network. */
export function limitAddresses(context: Context, scope: FastifyInstance): void {
  const perMinute = context.config.limits.publicPerMinute
  const limit = { perSecond: perMinute / 60, burst: perMinute }
  const limiter = rateLimiter(limit, `address ${scope.prefix}`, context)
  scope.addHook('onRequest', async (request, reply) => {
    take({ name: 'address', limit, limiter }, networkOf(request.ip), reply)
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
  request.apiVersion ||= settings.apiVersion
  if (!isEnabled(context, settings)) refuse('not_enabled')
  enterFrom(context, key, request.ip)
}

/** Runs a hook, synchronously if possible: a promise would cost every request. */
function attempt(done: (error?: Error) => void, run: () => void | Promise<void>): void {
  try {
    const running = run()
    if (running instanceof Promise) running.then(() => done(), done)
    else done()
  } catch (error) {
    done(error as Error)
  }
}

/** `Bearer sk_…`, or `Basic` with the key as the user name and no password. */
function keyTextOf({ headers }: FastifyRequest): string {
  const { authorization } = headers
  if (authorization === undefined) return refuse('missing_key')
  const [, scheme, sent] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? refuse('invalid_key')
  if (/^bearer$/i.test(scheme!)) return sent!
  return /^([^:]+):$/.exec(Buffer.from(sent!, 'base64').toString())?.[1] ?? refuse('invalid_key')
}
