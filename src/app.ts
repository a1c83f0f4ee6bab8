import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { activationRoutes } from './activation/activation.routes.ts'
import { operatorRoutes } from './activation/operator.routes.ts'
import { boundChunks, readForms, readJsonBodies } from './app-bodies.ts'
import { checkerOf, refuseUnknown, writersOf } from './app-compile.ts'
import { registerDocs } from './app-docs.ts'
import { answerBrokenHttp, refuseAsJson, registerErrors, sendRefusal } from './app-errors.ts'
import { idempotent } from './app-idempotency.ts'
import { admitWhatCanBeDone } from './app-load.ts'
import { DASHBOARD_API, login } from './app-logins.ts'
import { answerOtherMethods, notePaths, rewriteUrl } from './app-methods.ts'
import { checkoutScope, linkScope, publicScope } from './app-pages.ts'
import { PAYSTACK, paystack } from './app-paystack.ts'
import { closeWhileDraining, type Readiness, registerProbes } from './app-probes.ts'
import { watchRequests } from './app-requests.ts'
import { type KeyLimits, keyLimits, limitLogins, secretKey } from './app-scopes.ts'
import { boundSockets } from './app-sockets.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { bankRoutes, resolveRoutes } from './banks/banks.routes.ts'
import type { OwnName } from './banks/resolve.ts'
import { keyRoutes } from './businesses/keys.routes.ts'
import { settingsRoutes } from './businesses/settings.routes.ts'
import { loadCheckoutAssets } from './checkout/assets.ts'
import { inlineRoutes } from './checkout/inline.routes.ts'
import type { Context } from './context.ts'
import { customerRoutes } from './customers/customers.routes.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { depositRoutes } from './deposits/deposits.routes.ts'
import { homeRoutes } from './home.routes.ts'
import { noteReplay } from './identity/access.ts'
import { accessorOf, identityRoutes, idOf, initiateRoutes } from './identity/identity.routes.ts'
import { FEE as IDENTITY_FEE } from './identity/identity.ts'
import { SECOND } from './lib/clock.ts'
import { Refusal } from './lib/refusal.ts'
import { linkRoutes } from './links/links.routes.ts'
import { accountRoutes } from './logins/account.routes.ts'
import { grantableBy, inviteOwner } from './logins/members.ts'
import { sessionRoutes } from './logins/session.routes.ts'
import { acceptRoutes, teamRoutes } from './logins/team.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { operationRoutes } from './operation/operation.routes.ts'
import { payoutRoutes } from './payouts/payouts.routes.ts'
import type { ThreeDSecure } from './rails/sandbox/sandbox.ts'
import { refundRoutes } from './refunds/refunds.routes.ts'
import { houseMessageRoutes, sandboxRoutes, threeDSecureRoutes } from './sandbox/sandbox.routes.ts'
import { statementRoutes } from './sandbox/statement.routes.ts'
import { exampleRoutes } from './seed.routes.ts'
import { settlementRoutes } from './settlements/settlements.routes.ts'
import { accountChangeRoutes, decisionRoutes } from './splits/account-changes.routes.ts'
import { splitRoutes } from './splits/splits.routes.ts'
import { subaccountRoutes } from './splits/subaccounts.routes.ts'
import { statisticsRoutes } from './statistics/statistics.routes.ts'
import { aboutCustomer } from './statistics/statistics.ts'
import { timelineRoutes } from './timeline/timeline.routes.ts'
import { feesRoute } from './transactions/fees.routes.ts'
import { transactionRoutes } from './transactions/transactions.routes.ts'
import { virtualAccountRoutes } from './virtual-accounts/virtual-accounts.routes.ts'
import { nameOfOwn } from './virtual-accounts/virtual-accounts.ts'
import { walletRoutes } from './wallets/wallets.routes.ts'
import { eventRoutes } from './webhooks/events.routes.ts'
import { webhookRoutes, webhookSecretRoutes } from './webhooks/webhooks.routes.ts'

// Context -> Fastify. A route belongs to the scope of one credential, so no route can forget to
// check: secret key, public key, access code, or none.

const JSON_BYTES_MAX = 100 * 1024
const URL_BYTES_MAX = 2_048
const HEADER_BYTES_MAX = 16 * 1024
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/
const SECRET_IN_URL = /sk_(test|live)_/

/** What lies above the app: whoever starts and stops it, and the sandbox bank's own page. */
type Outside = { unready(): Readiness; threeDSecure: ThreeDSecure }

export async function buildApp(context: Context, outside: Outside): Promise<FastifyInstance> {
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
    // The first hook rejects longer ones: the router would answer 404.
    routerOptions: { maxParamLength: HEADER_BYTES_MAX },
    exposeHeadRoutes: false,
    rewriteUrl,
    schemaController: { compilersFactory: { buildSerializer: writersOf } },
    forceCloseConnections: 'idle',
    // What comes on a connection that is kept alive is still served.
    return503OnClosing: false,
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    genReqId: requestIdOf,
    frameworkErrors: (_error, request, reply) =>
      sendRefusal(request, reply as unknown as FastifyReply, new Refusal('not_found')),
    clientErrorHandler: answerBrokenHttp,
  }).withTypeProvider<TypeBoxTypeProvider>()

  const endAdmission = admitWhatCanBeDone(context, app.server, requestIdOf)
  const endBounds = boundSockets(context, app.server, requestIdOf)
  app.addHook('onClose', async () => {
    endAdmission()
    endBounds()
  })
  decorateRequests(app)
  app.setValidatorCompiler(({ schema, httpPart }) =>
    checkerOf(schema as object, httpPart === 'params' || httpPart === 'querystring'),
  )
  const taken = notePaths(app, PAYSTACK)
  watchRequests(context, app)
  boundChunks(app)
  readJsonBodies(app)
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
    if (request.url.length > URL_BYTES_MAX) return done(new Refusal('uri_too_long'))
    if (!SECRET_IN_URL.test(request.url)) return done()
    context.log.warn({ requestId: request.id }, 'a secret key was sent in a URL: roll it')
    done(new Refusal('secret_key_exposed'))
  })

  app.register(routes(context, outside, taken))
  return app
}

/**
 * Cut before it was looked at. Its socket has forgotten where it came from, and whatever is written
 * down of an address would be of nobody. Once read, an address stays.
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
  app.decorateRequest('scopes')
  app.decorateRequest('login', null)
  app.decorateRequest('eraseAnswerAt', null)
}

type Scope = (scope: FastifyInstance) => Promise<void>

/** Every route, below the error handler of the whole app. */
function routes(context: Context, outside: Outside, taken: Map<string, Set<string>>): Scope {
  return async (scope) => {
    refuseAsJson(context, scope)
    const assets = loadCheckoutAssets()
    const limits = keyLimits(context)
    scope.register(openScope(context, outside))
    scope.register(secretScope(context, limits), { prefix: '/api/v1' })
    scope.register(initiateScope(context, limits), { prefix: '/api/v1' })
    scope.register(notificationRoutes(context), { prefix: '/api/v1' })
    // The contract leaves open whether these have the prefix.
    for (const prefix of ['/api/v1', '']) {
      scope.register(bankScope(), { prefix })
      scope.register(resolveScope(context, limits), { prefix })
    }
    scope.register(loginScope(context, limits), { prefix: DASHBOARD_API })
    scope.register(publicScope(context, assets), { prefix: '/api/v1' })
    scope.register(checkoutScope(context, assets))
    scope.register(linkScope(context, assets))
    if (context.config.paystackApi) {
      scope.register(paystack(context, limits, ownName(context)), { prefix: PAYSTACK })
    }
    scope.register(inlineRoutes(context))
    scope.register(dashboardRoutes(context))
    answerOtherMethods(scope, taken)
  }
}

function openScope({ config }: Context, { unready, threeDSecure }: Outside): Scope {
  return async (scope) => {
    registerProbes(scope, unready)
    scope.register(homeRoutes(config))
    readForms(scope)
    scope.register(threeDSecureRoutes(threeDSecure))
  }
}

function secretScope(context: Context, { general }: KeyLimits): Scope {
  return async (scope) => {
    secretKey(context, scope, [general])
    idempotent(context, scope, () => 'secret', replayNoted(context))
    businessRoutes(context, scope)
  }
}

/** What a business may ask for, by its secret key and by a login. */
function businessRoutes(context: Context, scope: FastifyInstance): void {
  scope.register(transactionRoutes(context))
  scope.register(virtualAccountRoutes(context))
  scope.register(walletRoutes(context))
  scope.register(splitRoutes(context))
  scope.register(subaccountRoutes(context, ownName(context)))
  scope.register(accountChangeRoutes(context))
  scope.register(settlementRoutes(context))
  scope.register(depositRoutes(context))
  scope.register(identityRoutes(context))
  scope.register(settingsRoutes(context))
  scope.register(feesRoute(context, IDENTITY_FEE))
  scope.register(linkRoutes(context))
  scope.register(refundRoutes(context))
  scope.register(customerRoutes(context, (...who) => aboutCustomer(context, ...who)))
  scope.register(statisticsRoutes(context))
  scope.register(timelineRoutes(context))
  scope.register(payoutRoutes(context))
  scope.register(webhookRoutes(context))
  scope.register(eventRoutes(context))
  scope.register(sandboxRoutes(context))
  scope.register(statementRoutes(context))
  scope.register(exampleRoutes(context))
}

/** The kept answer to validate shows the details of a person once more. */
function replayNoted(context: Context) {
  return async (request: FastifyRequest): Promise<void> => {
    const { verification_id: text = '' } = request.body as { verification_id?: string }
    const verificationId = idOf(text)
    if (verificationId === null) return
    await noteReplay(context, request.scope, verificationId, accessorOf(request))
  }
}

function initiateScope(context: Context, { general, identity }: KeyLimits): Scope {
  return async (scope) => {
    secretKey(context, scope, [general, identity])
    idempotent(context, scope, () => 'secret')
    scope.register(initiateRoutes(context))
  }
}

/** Without a credential: anybody may read the list. */
function bankScope(): Scope {
  return async (scope) => {
    refuseUnknown(scope)
    scope.register(bankRoutes())
  }
}

/** A scope of its own, because names are not to be harvested: a second limit on each key. */
function resolveScope(context: Context, { general, resolve }: KeyLimits): Scope {
  return async (scope) => {
    secretKey(context, scope, [general, resolve])
    idempotent(context, scope, () => 'secret')
    scope.register(resolveRoutes(context, ownName(context)))
  }
}

/** The dashboard's: what a key may ask for, and what only a person may. */
function loginScope(context: Context, { resolve, identity }: KeyLimits): Scope {
  return async (scope) => {
    await login(context, scope)
    scope.register(sessionRoutes(context))
    scope.register(accountRoutes(context))
    scope.register(acceptRoutes(context))
    // None takes an Idempotency-Key: its answer, which is kept, may show a key, a secret or a link.
    scope.register(teamRoutes(context))
    scope.register(auditRoutes(context))
    scope.register(
      keyRoutes(context, (sql, { scope, login }) =>
        grantableBy(sql, scope.businessId, login!.loginId),
      ),
    )
    scope.register(webhookSecretRoutes(context))
    scope.register(decisionRoutes(context))
    scope.register(activationRoutes(context))
    scope.register(operatorRoutes(context, (sql, owner) => inviteOwner(context, sql, owner)))
    scope.register(operationRoutes(context))
    scope.register(houseMessageRoutes(context))
    // Described once, under /api/v1.
    scope.register(async (shared) => {
      shared.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true }
      })
      idempotent(context, shared, ({ login }) => `login ${login?.loginId}`, replayNoted(context))
      businessRoutes(context, shared)
      shared.register(bankRoutes())
      shared.register(async (limited) => {
        limitLogins(limited, resolve)
        limited.register(resolveRoutes(context, ownName(context)))
      })
      shared.register(async (limited) => {
        limitLogins(limited, identity)
        limited.register(initiateRoutes(context))
      })
    })
  }
}

function ownName(context: Context): OwnName {
  return (mode, bankCode, accountNumber) => nameOfOwn(context, mode, bankCode, accountNumber)
}

function requestIdOf(request: { headers: Record<string, string | string[] | undefined> }): string {
  const own = request.headers['x-request-id']
  return typeof own === 'string' && REQUEST_ID.test(own) ? own : randomUUID()
}
