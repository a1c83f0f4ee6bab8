import { isIP } from 'node:net'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isEnabled, settingsOf } from '../accounts/businesses/businesses.ts'
import { cookieName } from '../accounts/logins/cookie.ts'
import { businessSessionOf, isFresh, roleIn, sessionOf } from '../accounts/logins/sessions.ts'
import {
  type Access,
  isRead,
  mayDo,
  PERSON_NEEDS,
  type Permission,
  permissionOf,
  type Role,
} from '../core/access.ts'
import { type BusinessId, type Context, HOUSE, type Scope } from '../core/context.ts'
import { fileTypeOf } from '../core/exports.ts'
import { isLetIn } from '../core/streaming.ts'
import type { SignedIn } from '../core/wire.ts'
import { MINUTE, SECOND } from '../platform/clock.ts'
import { isUuid } from '../platform/ids.ts'
import { networkOf } from '../platform/networks.ts'
import { type RateLimit, rateLimiter } from '../platform/rate-limit.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import type { Mode } from '../providers/outcomes.ts'
import { auditLogins } from './audit.ts'
import { refuseUnknown } from './compile.ts'
import { compressAnswers } from './compression.ts'
import { checks, type KeyLimits, take } from './scopes.ts'

// The scope of a login: what is checked before any route of the dashboard runs. On each request,
// in this order:
//
//   sent by our own page ── session ── permission ── business and mode ── fresh password
//     ── recorded in the audit log ── the route ── the outcome recorded
//
// Routes of keys are mounted here a second time, for people.

export const DASHBOARD_API = '/dashboard/api'

/** A page sends a dozen requests at once, and polls every few seconds. */
const LIMIT = { perSecond: 20, burst: 200 }
/** Without a session, per address. Passwords have a limit of their own. */
const ANYONE = { perSecond: 30 / (MINUTE / SECOND), burst: 30 }
/** With these permissions, real money can be reached from test mode too. */
const OF_BOTH_MODES = new Set<string>(['team', 'activate'] satisfies Permission[])
/** Changed in live mode before a provider is configured. Calls that start payments are refused. */
const PREPARES = new Set<string>([
  'keys',
  'webhooks',
  'settings',
  'team',
  'activate',
] satisfies Permission[])
const OF_PEOPLE = new Set<string>(PERSON_NEEDS)

/** Call it before registering routes in the scope. */
export async function login(
  context: Context,
  scope: FastifyInstance,
  limits: KeyLimits,
): Promise<void> {
  await scope.register(cookie)
  refuseUnknown(scope)
  const limited = (name: string, limit: RateLimit) => {
    return { name, limit, limiter: rateLimiter(limit, name, context) }
  }
  const perSession = limited('session', LIMIT)
  const perAddress = limited('signing in', ANYONE)
  checks(scope, 'login', (facts) => permissionOf(facts) !== undefined || OF_PEOPLE.has(facts.needs))
  scope.addHook('onRoute', (route) => {
    const { schema, config } = route
    // A person can reload, so requests of the dashboard share one class.
    route.config = { ...config, load: config?.load === 'stream' ? 'stream' : 'dashboard' }
    if (schema && !schema.hide && config?.needs !== 'anyone') schema.security = [{ login: [] }]
  })
  scope.decorateRequest('stillGood', function (this: FastifyRequest) {
    return isLetIn(() => checkAgain(context, this))
  })
  scope.addHook('onRequest', async (request, reply) => {
    request.auditChains = []
    refuseForged(context, request)
    const { needs, limit } = request.routeOptions.config
    if (needs === undefined) refuse('role_forbids')
    const token = request.cookies[cookieName(context.baseUrl())]
    request.login = token === undefined ? null : await sessionOf(context, token)
    // A session does not raise the limit of routes that need none.
    const own = needs === 'anyone' ? undefined : request.login?.sessionId
    take(own === undefined ? perAddress : perSession, own ?? networkOf(request.ip), reply)
    await admit(context, request, { ...request.routeOptions.config, needs })
    if (limit) take(limits[limit], request.login?.loginId ?? networkOf(request.ip), reply)
  })
  auditLogins(context, scope)
  compressAnswers(scope)
}

/** Another site can make a browser send the cookie, but not this header, nor our origin. */
function refuseForged(context: Context, request: FastifyRequest): void {
  const { headers, host } = request
  refuseOtherName(context, request)
  const site = headers['sec-fetch-site']
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  const own = [host, URL.parse(context.baseUrl())?.host]
  const isOwnOrigin =
    headers.origin === undefined || own.includes(URL.parse(headers.origin)?.host ?? '')
  if (headers['cowrie-dashboard'] !== '1' || !isOwnSite || !isOwnOrigin) refuse('forged_request')
}

/**
 * Prevents DNS rebinding: another site can point its own name here, and the browser then treats
 * both as one site. An IP address cannot be pointed anywhere.
 */
function refuseOtherName({ baseUrl }: Context, { hostname }: FastifyRequest): void {
  const own = URL.parse(baseUrl())?.hostname
  if (hostname === own || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, ''))) return
  const message =
    `The dashboard is at ${baseUrl()}, and this request asked for ${hostname}. Set BASE_URL to ` +
    'the address that browsers use, and let a proxy pass on its Host header.'
  throw new Refusal('forged_request', { message })
}

async function admit(context: Context, request: FastifyRequest, access: Access): Promise<void> {
  const { needs, fresh } = access
  if (needs === 'anyone') return
  const session = request.login ?? refuse('signed_out')
  if (needs === 'begun') return
  if (session.stage !== 'open') refuse('code_needed')
  // Refusals are recorded, but not in the log of a business that the person does not belong to.
  if (needs !== 'signed_in') request.auditChains = [HOUSE]
  if (needs === 'operator') {
    if (!session.isOperator) refuse('role_forbids')
    request.auditChains = operatorChains(request)
    if (!session.hasSecondFactor) refuse('second_factor_needed')
  } else if (needs !== 'signed_in') {
    const permission = permissionOf(access) ?? refuse('role_forbids')
    await enterBusiness(context, request, permission, isRead(request.method, access))
  }
  if (fresh && !isFresh(context, session)) refuse('confirm_password')
}

/** Repeats the checks of `admit`, without counting a request or extending the session. */
async function checkAgain(context: Context, request: FastifyRequest): Promise<void> {
  const { login: begun, scope: entered, method, routeOptions } = request
  const can = permissionOf(routeOptions.config)
  // Only routes of a business have long responses.
  if (can === undefined || !begun || !entered) refuse('role_forbids')
  const found = await businessSessionOf(context, {
    sessionId: begun.sessionId,
    businessId: entered.businessId,
  })
  const { role, ...session } = found ?? refuse('signed_out')
  const member = { session, role, scope: entered, can, isFile: fileTypeOf(request) !== null }
  await checkMember(context, member, isRead(method, routeOptions.config))
}

/** Headers name business and mode, so that each tab can show another one. */
async function enterBusiness(
  context: Context,
  request: FastifyRequest,
  can: Permission,
  isReading: boolean,
): Promise<void> {
  const session = request.login!
  const { 'cowrie-business': id = '', 'cowrie-mode': mode = 'test' } = request.headers
  if (typeof id !== 'string' || !isUuid(id)) refuse('role_forbids')
  const businessId = id as BusinessId
  const role = (await roleIn(context, businessId, session.loginId)) ?? refuse('role_forbids')
  request.auditChains = [businessId]
  const scope = { businessId, mode: mode as Mode }
  const isFile = fileTypeOf(request) !== null
  await checkMember(context, { session, role, scope, can, isFile }, isReading)
  request.scope = scope
  request.keyId = session.loginId
}

type Member = {
  session: SignedIn
  role: Role | null
  scope: Scope
  can: Permission
  /** A list as a file is an export. */
  isFile: boolean
}

async function checkMember(
  context: Context,
  { session, role, scope: { businessId, mode }, can, isFile }: Member,
  isReading: boolean,
): Promise<void> {
  if (role === null || !mayDo(role, can)) refuse('role_forbids')
  if (isFile && !mayDo(role, 'export')) refuse('role_forbids')
  if (mode !== 'test' && mode !== 'live') refuse('not_enabled')
  // Every business has test mode.
  const settings = await settingsOf(context, { businessId, mode: 'test' })
  const isPreparing = settings.liveActivatedAt !== null && (isReading || PREPARES.has(can))
  if (!isPreparing && !isEnabled(context, { ...settings, mode })) refuse('not_enabled')
  const isOfReal = mode === 'live' || (OF_BOTH_MODES.has(can) && settings.liveActivatedAt !== null)
  if (isOfReal && !isReading && !session.hasSecondFactor) refuse('second_factor_needed')
}

/** The service's own chain, and that of the business in the path. */
function operatorChains({ params }: FastifyRequest): BusinessId[] {
  const { business_id: id } = params as { business_id?: string }
  return id !== undefined && isUuid(id) ? [HOUSE, id as BusinessId] : [HOUSE]
}
