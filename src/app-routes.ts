import assert from 'node:assert/strict'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { scopeOf } from './access.ts'
import { activationRoutes } from './activation/activation.routes.ts'
import { operatorRoutes } from './activation/operator.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { bankRoutes, resolveRoutes } from './banks/banks.routes.ts'
import { keyRoutes } from './businesses/keys.routes.ts'
import { settingsRoutes } from './businesses/settings.routes.ts'
import { customerRoutes } from './customers/customers.routes.ts'
import { depositRoutes } from './deposits/deposits.routes.ts'
import { identityRoutes, initiateRoutes } from './identity/identity.routes.ts'
import { FEE as IDENTITY_FEE } from './identity/identity.ts'
import { linkRoutes } from './links/links.routes.ts'
import { accountRoutes } from './logins/account.routes.ts'
import { grantableBy, inviteOwner } from './logins/members.ts'
import { sessionRoutes } from './logins/session.routes.ts'
import { acceptRoutes, teamRoutes } from './logins/team.routes.ts'
import { operationRoutes } from './operation/operation.routes.ts'
import { payoutRoutes } from './payouts/payouts.routes.ts'
import { refundRoutes } from './refunds/refunds.routes.ts'
import type { Route } from './route.ts'
import { houseMessageRoutes, sandboxRoutes } from './sandbox/sandbox.routes.ts'
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

// The routes of all features, in the order of the document. What each says of itself decides where
// it is mounted (app.ts): one that a secret key opens is below /api/v1, and all are below
// /dashboard/api.

export const ROUTES: Route[] = [
  ...transactionRoutes,
  ...virtualAccountRoutes,
  ...walletRoutes,
  ...splitRoutes,
  ...subaccountRoutes(nameOfOwn),
  ...accountChangeRoutes,
  ...settlementRoutes,
  ...depositRoutes,
  ...identityRoutes,
  ...settingsRoutes,
  ...feesRoute(IDENTITY_FEE),
  ...linkRoutes,
  ...refundRoutes,
  ...customerRoutes(aboutCustomer),
  ...statisticsRoutes,
  ...timelineRoutes,
  ...payoutRoutes,
  ...webhookRoutes,
  ...eventRoutes,
  ...sandboxRoutes,
  ...statementRoutes,
  ...exampleRoutes,
  ...initiateRoutes,
  ...bankRoutes,
  ...resolveRoutes(nameOfOwn),
  ...sessionRoutes,
  ...accountRoutes,
  ...acceptRoutes,
  ...teamRoutes,
  ...auditRoutes,
  ...keyRoutes((sql, { scope, login }) => grantableBy(sql, scope.businessId, login!.loginId)),
  ...webhookSecretRoutes,
  ...decisionRoutes,
  ...activationRoutes,
  ...operatorRoutes(inviteOwner),
  ...operationRoutes,
  ...houseMessageRoutes,
]

/** Below /api/v1, or open there to anybody. */
export const forKeys = ROUTES.filter(({ facts }) => scopeOf(facts) !== undefined)
/** For people alone. */
export const forPeople = ROUTES.filter(({ facts }) => scopeOf(facts) === undefined)

const byName = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]))

/** Such as `POST /payouts`. */
export function routeNamed(name: string): Route | undefined {
  return byName.get(name)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All that is registered, but HEAD and the methods that a path does not take. */
    served: RouteOptions[]
  }
}

/** Every route that is registered from now on, in any scope. */
export function noteRoutes(app: FastifyInstance): RouteOptions[] {
  const served: RouteOptions[] = []
  app.decorate('served', served)
  app.addHook('onRoute', (route) => {
    if (typeof route.method === 'string' && route.method !== 'HEAD') served.push(route)
  })
  app.addHook('onReady', async () => served.forEach(checkFacts))
  return served
}

/** So that no route opens to more than it says, because it stands in a scope that checks less. */
function checkFacts({ method, url, config = {} }: RouteOptions): void {
  const { needs, load, credential, isOpen } = config
  assert(needs && load, `${method} ${url} does not say what it needs and its class under load`)
  const isForAll = needs === 'anyone' || needs === 'provider' || isOpen
  assert(credential || isForAll, `${method} ${url} is in no scope that checks ${needs}`)
}
