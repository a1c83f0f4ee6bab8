import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { threeDSecureRoutes } from '../../packages/devkit/sandbox/sandbox.routes.ts'
import type { Context } from '../core/context.ts'
import { mount, type Route } from '../core/route.ts'
import { noteReplay } from '../identity/access.ts'
import { accessorOf, idOf } from '../identity/identity.routes.ts'
import { notificationRoutes } from '../operator/notifications/notifications.routes.ts'
import { requestLogOf } from '../operator/requests/requests.ts'
import { inlineRoutes } from '../payments/checkout/inline.routes.ts'
import { nameOfOwn } from '../payments/virtual-accounts/virtual-accounts.ts'
import { isoOf, SECOND } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'
import type { ThreeDSecure } from '../providers/sandbox/sandbox.ts'
import { boundChunks, readCsvBodies, readForms, readJsonBodies } from './bodies.ts'
import { checkerOf, checkerWhenUsed, refuseUnknown, writersOf, writersWhenUsed } from './compile.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { registerDocs } from './docs.ts'
import { answerBrokenHttp, refuseAsJson, registerErrors, sendRefusal } from './errors.ts'
import { homeRoutes, signUpRoutes } from './home.routes.ts'
import { idempotent } from './idempotency.ts'
import { admitWhatCanBeDone } from './load.ts'
import { loadClasses } from './load-classes.ts'
import { DASHBOARD_API, login } from './logins.ts'
import { answerOtherMethods, rewriteUrl } from './methods.ts'
import { checkoutScope, linkScope, publicScope } from './pages.ts'
import { PAYSTACK, paystack, webhookFormats } from './paystack.ts'
import { privacyRoutes } from './privacy.routes.ts'
import { closeWhileDraining, type Readiness, registerProbes } from './probes.ts'
import { watchRequests } from './requests.ts'
import { forKeys, forPeople, noteRoutes } from './routes.ts'
import { type KeyLimits, keyLimits, secretKey } from './scopes.ts'
import { boundSockets } from './sockets.ts'
import { eventIn, type Versions, versioned } from './versions/versions.ts'

// Builds the HTTP app. Each route is in the scope of one credential, which checks it: a secret key,
// a login, a public key, an access code, or none. A scope rejects routes that need another one.

const API = '/api/v1'
const JSON_BYTES_MAX = 100 * 1024
const URL_BYTES_MAX = 2_048
const HEADER_BYTES_MAX = 16 * 1024
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/
const SECRET_IN_URL = /sk_(test|live)_/

/** What the app is given: whether the process is ready, and the page of the sandbox bank. */
type Outside = {
  unready(): Readiness
  threeDSecure: ThreeDSecure
  /** Default: ours. */
  versions?: Versions
}

export async function buildApp(context: Context, outside: Outside): Promise<FastifyInstance> {
  const { isEphemeral } = context.config
  const app = Fastify({
    logger: false,
    bodyLimit: JSON_BYTES_MAX,
    requestTimeout: 30 * SECOND,
    keepAliveTimeout: 65 * SECOND,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: 10 * SECOND,
      // By default both timeouts are checked every 30 s.
      connectionsCheckingInterval: 1 * SECOND,
    },
    // The first hook rejects longer ones; the router would answer 404.
    routerOptions: { maxParamLength: HEADER_BYTES_MAX },
    exposeHeadRoutes: false,
    rewriteUrl,
    schemaController: {
      compilersFactory: { buildSerializer: isEphemeral ? writersWhenUsed : writersOf },
    },
    forceCloseConnections: 'idle',
    // Serves requests on kept-alive connections until they close.
    return503OnClosing: false,
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    genReqId: requestIdOf,
    frameworkErrors: (_error, request, reply) =>
      sendRefusal(context, request, reply as unknown as FastifyReply, new Refusal('not_found')),
    clientErrorHandler: answerBrokenHttp,
  }).withTypeProvider<TypeBoxTypeProvider>()

  const registered = noteRoutes(app)
  const classOf = loadClasses(registered)
  const endAdmission = admitWhatCanBeDone(context, app.server, classOf, requestIdOf)
  const endBounds = boundSockets(context, app.server, requestIdOf)
  app.addHook('onClose', async () => {
    endAdmission()
    endBounds()
    await requestLogOf(context)?.stop()
  })
  decorateRequests(app)
  app.decorate('eventFormats', webhookFormats(context))
  app.decorate('eventInVersion', eventIn)
  const checker = isEphemeral ? checkerWhenUsed : checkerOf
  app.setValidatorCompiler(({ schema, httpPart }) =>
    checker(schema as object, httpPart === 'params' || httpPart === 'querystring'),
  )
  watchRequests(context, app)
  boundChunks(app)
  readJsonBodies(app)
  readCsvBodies(app)
  registerErrors(context, app)
  await registerDocs(context.config, app)
  closeWhileDraining(app, outside.unready)

  app.addHook('onRequest', (request, reply, done) => {
    if (isGone(request)) {
      reply.hijack()
      request.raw.destroy()
      return
    }
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    const { bench } = context
    if (bench?.isMoved()) reply.header('x-cowrie-clock', isoOf(context.now()))
    if (request.url.length > URL_BYTES_MAX) return done(new Refusal('uri_too_long'))
    if (!SECRET_IN_URL.test(request.url)) return done()
    context.log.warn({ requestId: request.id }, 'a secret key was sent in a URL: roll it')
    done(new Refusal('secret_key_exposed'))
  })

  app.register(routes(context, outside, registered))
  return app
}

/**
 * True if the client has disconnected before the address was read: `request.ip` is then undefined,
 * and nothing can be recorded. Once read, the address stays.
 */
function isGone(request: FastifyRequest): boolean {
  const address: string | undefined = request.ip
  return address === undefined
}

function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('scope', null as never)
  app.decorateRequest('rawBody', '')
  app.decorateRequest('effectId', null)
  app.decorateRequest('keyId', '')
  app.decorateRequest('apiVersion', '')
  app.decorateRequest('scopes')
  app.decorateRequest('login', null)
  app.decorateRequest('eraseAnswerAt', null)
}

type Scope = (scope: FastifyInstance) => Promise<void>

/** Every route, inside the error handler of the whole app. */
function routes(context: Context, outside: Outside, registered: RouteOptions[]): Scope {
  return async (scope) => {
    refuseAsJson(context, scope)
    const limits = keyLimits(context)
    const keyed = forKeys.filter(({ facts }) => !facts.isOpen)
    const isBare = ({ facts }: Route) => facts.isBare
    scope.register(pagesScope(context, outside))
    const prefixed = keyed.filter((route) => !isBare(route))
    const secret = (some: Route[]) => secretScope(context, limits, some, outside.versions)
    scope.register(secret(prefixed), { prefix: API })
    scope.register(notificationRoutes(context), { prefix: API })
    for (const prefix of [API, '']) {
      const open = forKeys.filter(({ facts }) => facts.isOpen && (prefix === API || facts.isBare))
      scope.register(openScope(context, open, outside.versions), { prefix })
      scope.register(secret(keyed.filter(isBare)), { prefix })
    }
    scope.register(loginScope(context, limits), { prefix: DASHBOARD_API })
    scope.register(publicScope(context, outside.versions), { prefix: API })
    scope.register(checkoutScope(context))
    scope.register(linkScope(context))
    if (context.config.paystackApi) {
      scope.register(paystack(context, limits, nameOfOwn), { prefix: PAYSTACK })
    }
    scope.register(inlineRoutes(context))
    scope.register(dashboardRoutes(context))
    answerOtherMethods(scope, registered, PAYSTACK)
  }
}

function pagesScope({ config }: Context, { unready, threeDSecure }: Outside): Scope {
  return async (scope) => {
    registerProbes(scope, unready)
    scope.register(homeRoutes(config))
    scope.register(signUpRoutes(config))
    scope.register(privacyRoutes(config))
    readForms(scope)
    scope.register(threeDSecureRoutes(threeDSecure))
  }
}

function secretScope(
  context: Context,
  limits: KeyLimits,
  routes: Route[],
  versions?: Versions,
): Scope {
  return async (scope) => {
    refuseUnknown(scope)
    versioned(scope, versions)
    secretKey(context, scope, limits)
    idempotent(context, scope, () => 'secret', replayNoted(context))
    scope.register(mount(context, routes))
  }
}

/** Records that the kept answer of a validation shows a person's details again. */
function replayNoted(context: Context) {
  return async (request: FastifyRequest): Promise<void> => {
    const { verification_id: text = '' } = request.body as { verification_id?: string }
    const verificationId = idOf(text)
    if (verificationId === null) return
    await noteReplay(context, request.scope, verificationId, accessorOf(request))
  }
}

/** Without a credential: public data, readable by any page. */
function openScope(context: Context, routes: Route[], versions?: Versions): Scope {
  return async (scope) => {
    refuseUnknown(scope)
    versioned(scope, versions)
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('access-control-allow-origin', '*')
      done()
    })
    scope.register(mount(context, routes))
  }
}

/** For the dashboard: routes for people only, and the routes of keys again. */
function loginScope(context: Context, limits: KeyLimits): Scope {
  return async (scope) => {
    await login(context, scope, limits)
    // No Idempotency-Key here: the kept answer could show a key, a secret or a link.
    scope.register(mount(context, forPeople))
    // The document has them once, under /api/v1.
    scope.register(async (shared) => {
      shared.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true }
      })
      idempotent(context, shared, ({ login }) => `login ${login?.loginId}`, replayNoted(context))
      shared.register(mount(context, forKeys))
    })
  }
}

function requestIdOf(request: { headers: Record<string, string | string[] | undefined> }): string {
  const own = request.headers['x-request-id']
  return typeof own === 'string' && REQUEST_ID.test(own) ? own : randomUUID()
}
