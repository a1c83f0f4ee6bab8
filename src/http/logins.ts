import { isIP } from 'node:net'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isEnabled, settingsOf } from '../accounts/businesses/businesses.ts'
import { cookieName } from '../accounts/logins/cookie.ts'
import { businessSessionOf, isFresh, roleIn, sessionOf } from '../accounts/logins/sessions.ts'
import {
  type Access,
  isPermission,
  isRead,
  mayDo,
  PERSON_NEEDS,
  type Permission,
  type Role,
} from '../core/access.ts'
import { type BusinessId, type Context, HOUSE, type Scope } from '../core/context.ts'
import { isLetIn } from '../core/streaming.ts'
import type { SignedIn } from '../core/wire.ts'
import { MINUTE, SECOND } from '../platform/clock.ts'
import { isUuid } from '../platform/ids.ts'
import { networkOf } from '../platform/networks.ts'
import { rateLimiter } from '../platform/rate-limit.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import type { Mode } from '../providers/outcomes.ts'
import { auditLogins } from './audit.ts'
import { refuseUnknown } from './compile.ts'
import { checks, type KeyLimits, take } from './scopes.ts'

// The scope of a login: what must hold before any route of the dashboard runs, and what is written
// down of it. In this order, on each request:
//
//   it comes from a page of ours ── who is it ── may they do this ── in this business and mode
//     ── was the password entered of late ── it is written down ── the route ── how it ended
//
// Routes that keys may call are mounted a second time here, for people.

export const DASHBOARD_API = '/dashboard/api'

/** A page asks for a dozen things at once, and for the newest every few seconds. */
const LIMIT = { perSecond: 20, burst: 200 }
/** Without a session, from one address: passwords have a limit of their own. */
const ANYONE = { perSecond: 30 / (MINUTE / SECOND), burst: 30 }
/** These permissions can lead to real money in either mode. */
const OF_BOTH_MODES = new Set<string>(['team', 'activate'] satisfies Permission[])
const OF_PEOPLE = new Set<string>(PERSON_NEEDS)

/** Before any route is registered in it. */
export async function login(
  context: Context,
  scope: FastifyInstance,
  limits: KeyLimits,
): Promise<void> {
  await scope.register(cookie)
  refuseUnknown(scope)
  const perSession = rateLimiter(LIMIT, 'session', context)
  const perAddress = rateLimiter(ANYONE, 'signing in', context)
  checks(scope, 'login', ({ needs }) => isPermission(needs) || OF_PEOPLE.has(needs))
  scope.addHook('onRoute', (route) => {
    const { schema, config } = route
    // A person looks at it, and can look again.
    route.config = { ...config, load: config?.load === 'stream' ? 'stream' : 'dashboard' }
    if (schema && !schema.hide && config?.needs !== 'anyone') schema.security = [{ login: [] }]
  })
  scope.decorateRequest('stillGood', function (this: FastifyRequest) {
    return isLetIn(() => checkAgain(context, this))
  })
  scope.addHook('onRequest', async (request) => {
    request.auditChains = []
    refuseForged(context, request)
    const { needs, limit } = request.routeOptions.config
    if (needs === undefined) refuse('role_forbids')
    const token = request.cookies[cookieName(context.baseUrl())]
    request.login = token === undefined ? null : await sessionOf(context, token)
    // A session of one's own makes nobody faster at what needs none.
    const own = needs === 'anyone' ? undefined : request.login?.sessionId
    const limiter = own === undefined ? perAddress : perSession
    const waitMs = limiter.take(own ?? networkOf(request.ip))
    if (waitMs !== null) {
      throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / SECOND) })
    }
    await admit(context, request, { ...request.routeOptions.config, needs })
    if (limit) take(limits[limit], request.login?.loginId ?? networkOf(request.ip))
  })
  auditLogins(context, scope)
}

/** Another site can make a browser send the cookie, but neither this header nor our origin. */
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
 * A page of another site can have its name point here, and is our own site to its browser then. An
 * address, which is no name, cannot be pointed anywhere.
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
  // Who is refused is written down, and not in the log of a business that is none of theirs.
  if (needs !== 'signed_in') request.auditChains = [HOUSE]
  if (needs === 'operator') {
    if (!session.isOperator) refuse('role_forbids')
    request.auditChains = operatorChains(request)
    if (!session.hasSecondFactor) refuse('second_factor_needed')
  } else if (isPermission(needs)) {
    await enterBusiness(context, request, needs, isRead(request.method, access))
  } else if (needs !== 'signed_in') {
    refuse('role_forbids')
  }
  if (fresh && !isFresh(context, session)) refuse('confirm_password')
}

/** What `admit` has checked; but no request is counted, and no session kept alive. */
async function checkAgain(context: Context, request: FastifyRequest): Promise<void> {
  const { login: begun, scope: entered, method, routeOptions } = request
  const { needs = '', ...access } = routeOptions.config
  // Only answers of a business last.
  if (!isPermission(needs) || !begun || !entered) refuse('role_forbids')
  const found = await businessSessionOf(context, {
    sessionId: begun.sessionId,
    businessId: entered.businessId,
  })
  const { role, ...session } = found ?? refuse('signed_out')
  const member = { session, role, scope: entered, can: needs }
  await checkMember(context, member, isRead(method, access))
}

/** Business and mode are named by headers, so that each window of a browser may show another. */
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
  await checkMember(context, { session, role, scope, can }, isReading)
  request.scope = scope
  request.keyId = session.loginId
}

type Member = { session: SignedIn; role: Role | null; scope: Scope; can: Permission }

async function checkMember(
  context: Context,
  { session, role, scope: { businessId, mode }, can }: Member,
  isReading: boolean,
): Promise<void> {
  if (role === null || !mayDo(role, can)) refuse('role_forbids')
  if (mode !== 'test' && mode !== 'live') refuse('not_enabled')
  // Of test mode, which every business has.
  const settings = await settingsOf(context, { businessId, mode: 'test' })
  if (!isEnabled(context, { ...settings, mode })) refuse('not_enabled')
  const isOfReal = mode === 'live' || (OF_BOTH_MODES.has(can) && settings.liveActivatedAt !== null)
  if (isOfReal && !isReading && !session.hasSecondFactor) refuse('second_factor_needed')
}

/** Of the house; and of the business that the path names. */
function operatorChains({ params }: FastifyRequest): BusinessId[] {
  const { business_id: id } = params as { business_id?: string }
  return id !== undefined && isUuid(id) ? [HOUSE, id as BusinessId] : [HOUSE]
}
