import assert from 'node:assert/strict'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { benchRoutes } from '../../packages/devkit/sandbox/bench.routes.ts'
import { houseMessageRoutes, sandboxRoutes } from '../../packages/devkit/sandbox/sandbox.routes.ts'
import { statementRoutes } from '../../packages/devkit/sandbox/statement.routes.ts'
import { exampleRoutes } from '../../packages/devkit/seed.routes.ts'
import { activationRoutes } from '../accounts/activation/activation.routes.ts'
import { operatorRoutes } from '../accounts/activation/operator.routes.ts'
import { bankRoutes, resolveRoutes } from '../accounts/banks/banks.routes.ts'
import { keyRoutes } from '../accounts/businesses/keys.routes.ts'
import { settingsRoutes } from '../accounts/businesses/settings.routes.ts'
import { signingRoutes } from '../accounts/businesses/signing.routes.ts'
import { customerRoutes } from '../accounts/customers/customers.routes.ts'
import { accountRoutes } from '../accounts/logins/account.routes.ts'
import { grantableBy, inviteOwner } from '../accounts/logins/members.ts'
import { sessionRoutes } from '../accounts/logins/session.routes.ts'
import { signUpRoutes } from '../accounts/logins/sign-up.routes.ts'
import { acceptRoutes, teamRoutes } from '../accounts/logins/team.routes.ts'
import { scopeOf } from '../core/access.ts'
import { auditRoutes } from '../core/audit/audit.routes.ts'
import { addedRoutes, addedSecretRoutes } from '../core/events/endpoints.routes.ts'
import { eventRoutes, replayRoutes } from '../core/events/events.routes.ts'
import { webhookRoutes, webhookSecretRoutes } from '../core/events/webhooks.routes.ts'
import type { Route } from '../core/route.ts'
import { identityRoutes, initiateRoutes } from '../identity/identity.routes.ts'
import { FEE as IDENTITY_FEE } from '../identity/identity.ts'
import { batchRoutes } from '../money-out/batches/batches.routes.ts'
import { batchApprovalRoutes } from '../money-out/batches/decide.routes.ts'
import { payoutRoutes } from '../money-out/payouts/payouts.routes.ts'
import { settlementRoutes } from '../money-out/settlements/settlements.routes.ts'
import { walletRoutes } from '../money-out/wallets/wallets.routes.ts'
import { homeRoutes } from '../operator/home/home.routes.ts'
import { monthRoutes } from '../operator/months/months.routes.ts'
import { operationRoutes } from '../operator/operation/operation.routes.ts'
import { requestRoutes } from '../operator/requests/requests.routes.ts'
import { searchRoutes } from '../operator/search/search.routes.ts'
import { statisticsRoutes } from '../operator/statistics/statistics.routes.ts'
import { aboutCustomer } from '../operator/statistics/statistics.ts'
import { timelineRoutes } from '../operator/timeline/timeline.routes.ts'
import { authorizationRoutes } from '../payments/authorizations/authorizations.routes.ts'
import { cancelRoutes } from '../payments/checkout/cancel.routes.ts'
import { depositRoutes } from '../payments/deposits/deposits.routes.ts'
import { disputeRoutes } from '../payments/disputes/disputes.routes.ts'
import { linkRoutes } from '../payments/links/links.routes.ts'
import { planRoutes } from '../payments/plans/plans.routes.ts'
import { refundLinkRoutes } from '../payments/refund-links/refund-links.routes.ts'
import { refundRoutes } from '../payments/refunds/refunds.routes.ts'
import { reviewRoutes, ruleRoutes } from '../payments/rules/rules.routes.ts'
import { accountChangeRoutes, decisionRoutes } from '../payments/splits/account-changes.routes.ts'
import { splitRoutes } from '../payments/splits/splits.routes.ts'
import { subaccountRoutes } from '../payments/splits/subaccounts.routes.ts'
import { subscriptionRoutes } from '../payments/subscriptions/subscriptions.routes.ts'
import { feesRoute } from '../payments/transactions/fees.routes.ts'
import { transactionRoutes } from '../payments/transactions/transactions.routes.ts'
import { virtualAccountRoutes } from '../payments/virtual-accounts/virtual-accounts.routes.ts'
import { nameOfOwn } from '../payments/virtual-accounts/virtual-accounts.ts'

// The routes of all features, in the order of the document. Its facts decide where a route is
// mounted (app.ts): below /api/v1 if a secret key opens it, and in any case below /dashboard/api.

export const ROUTES: Route[] = [
  ...transactionRoutes,
  ...virtualAccountRoutes,
  ...walletRoutes,
  ...splitRoutes,
  ...subaccountRoutes(nameOfOwn),
  ...accountChangeRoutes,
  ...settlementRoutes,
  ...monthRoutes,
  ...depositRoutes,
  ...identityRoutes,
  ...settingsRoutes,
  ...feesRoute(IDENTITY_FEE),
  ...cancelRoutes,
  ...linkRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...ruleRoutes,
  ...reviewRoutes,
  ...refundLinkRoutes,
  ...customerRoutes(aboutCustomer),
  ...authorizationRoutes,
  ...planRoutes,
  ...subscriptionRoutes,
  ...statisticsRoutes,
  ...timelineRoutes,
  ...payoutRoutes,
  ...batchRoutes,
  ...webhookRoutes,
  ...addedRoutes,
  ...signingRoutes,
  ...eventRoutes,
  ...sandboxRoutes,
  ...benchRoutes,
  ...statementRoutes,
  ...exampleRoutes,
  ...initiateRoutes,
  ...bankRoutes,
  ...resolveRoutes(nameOfOwn),
  ...sessionRoutes,
  ...accountRoutes,
  ...signUpRoutes,
  ...acceptRoutes,
  ...teamRoutes,
  ...auditRoutes,
  ...keyRoutes((sql, { scope, login }) => grantableBy(sql, scope.businessId, login!.loginId)),
  ...requestRoutes,
  ...searchRoutes,
  ...homeRoutes,
  ...webhookSecretRoutes,
  ...addedSecretRoutes,
  ...replayRoutes,
  ...decisionRoutes,
  ...batchApprovalRoutes,
  ...activationRoutes,
  ...operatorRoutes(inviteOwner),
  ...operationRoutes,
  ...houseMessageRoutes,
]

/** Routes below /api/v1, including those that need no key. */
export const forKeys = ROUTES.filter(({ facts }) => scopeOf(facts) !== undefined)
/** Routes for people only. */
export const forPeople = ROUTES.filter(({ facts }) => scopeOf(facts) === undefined)

const byName = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]))

/** By a name such as `POST /payouts`. */
export function routeNamed(name: string): Route | undefined {
  return byName.get(name)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All registered routes, except HEAD and the 405 routes. */
    served: RouteOptions[]
  }
}

/** Collects every route registered after this call, in any scope. */
export function noteRoutes(app: FastifyInstance): RouteOptions[] {
  const all: RouteOptions[] = []
  const getter = () => all.filter(({ method }) => typeof method === 'string' && method !== 'HEAD')
  app.decorate('served', { getter })
  app.addHook('onRoute', (route) => void all.push(route))
  app.addHook('onReady', async () => app.served.forEach(checkFacts))
  return all
}

/** No route may be in a scope that checks less than the route needs. */
function checkFacts({ method, url, config = {} }: RouteOptions): void {
  const { needs, load, credential, isOpen } = config
  assert(needs && load, `${method} ${url} does not say what it needs and its class under load`)
  const isForAll = needs === 'anyone' || needs === 'provider' || isOpen
  assert(credential || isForAll, `${method} ${url} is in no scope that checks ${needs}`)
}
