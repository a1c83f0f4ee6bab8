import { isIP } from 'node:net'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditLogins } from './app-audit.ts'
import { refuseUnknown } from './app-compile.ts'
import { isEnabled, settingsOf } from './businesses/businesses.ts'
import { type BusinessId, type Context, HOUSE, type Scope } from './context.ts'
import { MINUTE, SECOND } from './lib/clock.ts'
import { isUuid } from './lib/ids.ts'
import { networkOf } from './lib/networks.ts'
import { rateLimiter } from './lib/rate-limit.ts'
import { Refusal, refuse } from './lib/refusal.ts'
import { cookieName } from './logins/cookie.ts'
import {
  isRead,
  mayDo,
  type Needed,
  type Permission,
  ROUTES,
  type Role,
} from './logins/permissions.ts'
import { businessSessionOf, isFresh, roleIn, sessionOf } from './logins/sessions.ts'
import type { Mode } from './rails/rails.ts'
import { isLetIn } from './streaming.ts'
import type { SignedIn } from './wire.ts'

// The scope of a login: what must hold before any route of the dashboard runs, and what is written
// down of it. In this order, on each request:
//
//   it comes from a page of ours ── who is it ── may they do this ── in this business and mode
//     ── was the password entered of late ── it is written down ── the route ── how it ended
//
// What a page asks for is what a key may ask for: the same routes, mounted a second time.

export const DASHBOARD_API = '/dashboard/api'

/** A page asks for a dozen things at once, and for the newest every few seconds. */
const LIMIT = { perSecond: 20, burst: 200 }
/** Without a session, from one address: passwords have a limit of their own. */
const ANYONE = { perSecond: 30 / (MINUTE / SECOND), burst: 30 }
/** Whoever may change these may come to real money, whatever mode they look at. */
const OF_BOTH_MODES = new Set<string>(['team', 'activate'] satisfies Permission[])

/** Before any route is registered in it. */
export async function login(context: Context, scope: FastifyInstance): Promise<void> {
  await scope.register(cookie)
  refuseUnknown(scope)
  const perSession = rateLimiter(LIMIT, 'session', context)
  const perAddress = rateLimiter(ANYONE, 'signing in', context)
  scope.addHook('onRoute', ({ schema, url, method }) => {
    const needed = neededOf(scope, [method].flat()[0]!, url)
    if (schema && !schema.hide && needed?.can !== 'anyone') schema.security = [{ login: [] }]
  })
  scope.decorateRequest('stillGood', function (this: FastifyRequest) {
    return isLetIn(() => checkAgain(context, scope, this))
  })
  scope.addHook('onRequest', async (request) => {
    request.auditChains = []
    refuseForged(context, request)
    const { method, routeOptions } = request
    const needed = neededOf(scope, method, routeOptions.url ?? '') ?? refuse('role_forbids')
    const token = request.cookies[cookieName(context.baseUrl())]
    request.login = token === undefined ? null : await sessionOf(context, token)
    // A session of one's own makes nobody faster at what needs none.
    const own = needed.can === 'anyone' ? undefined : request.login?.sessionId
    const limiter = own === undefined ? perAddress : perSession
    const waitMs = limiter.take(own ?? networkOf(request.ip))
    if (waitMs !== null) {
      throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / SECOND) })
    }
    await admit(context, request, needed)
  })
  auditLogins(context, scope, (method, url) => neededOf(scope, method, url))
}

function neededOf(scope: FastifyInstance, method: string, url: string): Needed | undefined {
  return ROUTES[`${method === 'HEAD' ? 'GET' : method} ${url.slice(scope.prefix.length)}`]
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

async function admit(context: Context, request: FastifyRequest, needed: Needed): Promise<void> {
  const { can } = needed
  if (can === 'anyone') return
  const session = request.login ?? refuse('signed_out')
  if (can === 'begun') return
  if (session.stage !== 'open') refuse('code_needed')
  // Who is refused is written down, and not in the log of a business that is none of theirs.
  if (can !== 'signed_in') request.auditChains = [HOUSE]
  if (can === 'operator') {
    if (!session.isOperator) refuse('role_forbids')
    request.auditChains = operatorChains(request)
    if (!session.hasSecondFactor) refuse('second_factor_needed')
  } else if (can !== 'signed_in') {
    await enterBusiness(context, request, can, isRead(request.method, needed))
  }
  if (needed.fresh && !isFresh(context, session)) refuse('confirm_password')
}

/** What `admit` has checked; but no request is counted, and no session kept alive. */
async function checkAgain(
  context: Context,
  scope: FastifyInstance,
  request: FastifyRequest,
): Promise<void> {
  const { login: begun, scope: entered, method, routeOptions } = request
  const needed = neededOf(scope, method, routeOptions.url ?? '')
  // Only answers of a business last.
  if (!needed || !begun || !entered) refuse('role_forbids')
  const found = await businessSessionOf(context, begun.sessionId, entered.businessId)
  const { role, ...session } = found ?? refuse('signed_out')
  const member = { session, role, scope: entered, can: needed.can as Permission }
  await checkMember(context, member, isRead(request.method, needed))
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
