import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Broken, NoSuchPage } from './parts/page.tsx'
import { Shell } from './parts/shell.tsx'
import { basePath } from './place.ts'
import { parseSearch, writeSearch } from './url.ts'

// The routes. Each page is loaded when it is first opened.

type Components = Record<string, ComponentType>
type Row = { path: string; load: () => Promise<object>; name: string }

/** For signed-in people. */
const PAGES: Row[] = [
  page('/', () => import('./pages/home.tsx'), 'HomePage'),
  page('/transactions', () => import('./pages/transactions.tsx'), 'TransactionsPage'),
  page('/transactions/$id', () => import('./pages/transaction.tsx'), 'TransactionPage'),
  page('/customers', () => import('./pages/customers.tsx'), 'CustomersPage'),
  page('/customers/$id', () => import('./pages/customer.tsx'), 'CustomerPage'),
  page('/payment-links', () => import('./pages/payment-links.tsx'), 'PaymentLinksPage'),
  page('/payment-links/$id', () => import('./pages/payment-link.tsx'), 'PaymentLinkPage'),
  page('/plans', () => import('./pages/plans.tsx'), 'PlansPage'),
  page('/plans/$id', () => import('./pages/plan.tsx'), 'PlanPage'),
  page('/subscriptions', () => import('./pages/subscriptions.tsx'), 'SubscriptionsPage'),
  page('/subscriptions/$id', () => import('./pages/subscription.tsx'), 'SubscriptionPage'),
  page(
    '/dedicated-accounts',
    () => import('./pages/dedicated-accounts.tsx'),
    'DedicatedAccountsPage',
  ),
  page(
    '/dedicated-accounts/$id',
    () => import('./pages/dedicated-account.tsx'),
    'DedicatedAccountPage',
  ),
  page('/deposits', () => import('./pages/deposits.tsx'), 'DepositsPage'),
  page('/refunds', () => import('./pages/refunds.tsx'), 'RefundsPage'),
  page('/refunds/$id', () => import('./pages/refund.tsx'), 'RefundPage'),
  page('/disputes', () => import('./pages/disputes.tsx'), 'DisputesPage'),
  page('/disputes/$id', () => import('./pages/dispute.tsx'), 'DisputePage'),
  page('/wallet', () => import('./pages/wallet.tsx'), 'WalletPage'),
  page('/settlements', () => import('./pages/settlements.tsx'), 'SettlementsPage'),
  page('/settlements/$id', () => import('./pages/settlement.tsx'), 'SettlementPage'),
  page('/payouts', () => import('./pages/payouts.tsx'), 'PayoutsPage'),
  page('/payouts/$id', () => import('./pages/payout.tsx'), 'PayoutPage'),
  page('/payout-batches', () => import('./pages/payout-batches.tsx'), 'PayoutBatchesPage'),
  page('/payout-batches/$id', () => import('./pages/payout-batch.tsx'), 'PayoutBatchPage'),
  page('/subaccounts', () => import('./pages/subaccounts.tsx'), 'SubaccountsPage'),
  page('/subaccounts/$id', () => import('./pages/subaccount.tsx'), 'SubaccountPage'),
  page('/splits', () => import('./pages/splits.tsx'), 'SplitsPage'),
  page('/splits/$code', () => import('./pages/split.tsx'), 'SplitPage'),
  page('/verifications', () => import('./pages/verifications.tsx'), 'VerificationsPage'),
  page('/verifications/$id', () => import('./pages/verification.tsx'), 'VerificationPage'),
  page('/keys', () => import('./pages/keys.tsx'), 'KeysPage'),
  page('/webhooks', () => import('./pages/webhooks.tsx'), 'WebhooksPage'),
  page('/events', () => import('./pages/events.tsx'), 'EventsPage'),
  page('/requests', () => import('./pages/requests.tsx'), 'RequestsPage'),
  page('/requests/$id', () => import('./pages/request.tsx'), 'RequestPage'),
  page('/events/$id', () => import('./pages/event.tsx'), 'EventPage'),
  page('/messages', () => import('./pages/messages.tsx'), 'MessagesPage'),
  page('/sandbox', () => import('./pages/sandbox.tsx'), 'SandboxPage'),
  page('/team', () => import('./pages/team.tsx'), 'TeamPage'),
  page('/settings', () => import('./pages/settings.tsx'), 'SettingsPage'),
  page('/rules', () => import('./pages/rules.tsx'), 'RulesPage'),
  page('/activation', () => import('./pages/activation.tsx'), 'ActivationPage'),
  page('/audit-log', () => import('./pages/audit.tsx'), 'AuditLogPage'),
  page('/security', () => import('./pages/security.tsx'), 'SecurityPage'),
  page('/operator', () => import('./pages/operator.tsx'), 'OperatorPage'),
  page('/operator/businesses', () => import('./pages/businesses.tsx'), 'BusinessesPage'),
  page('/operator/businesses/$id', () => import('./pages/business.tsx'), 'BusinessPage'),
  page('/operator/recovery', () => import('./pages/recovery.tsx'), 'RecoveryPage'),
  page('/operator/rails', () => import('./pages/rails.tsx'), 'RailsPage'),
  page('/operator/notifications', () => import('./pages/notifications.tsx'), 'NotificationsPage'),
  page('/operator/books', () => import('./pages/books.tsx'), 'BooksPage'),
  page(
    '/operator/reconciliation',
    () => import('./pages/reconciliation.tsx'),
    'ReconciliationPage',
  ),
  page('/operator/suspense', () => import('./pages/suspense.tsx'), 'SuspensePage'),
  page('/operator/disputes', () => import('./pages/operator-disputes.tsx'), 'OperatorDisputesPage'),
  page('/operator/chores', () => import('./pages/jobs.tsx'), 'JobsPage'),
  page('/operator/messages', () => import('./pages/messages.tsx'), 'OperatorMessagesPage'),
  page('/operator/audit', () => import('./pages/audit.tsx'), 'OperatorAuditPage'),
]

/** For everyone. */
const OPEN: Row[] = [
  page('/sign-in', () => import('./pages/sign-in.tsx'), 'SignInPage'),
  page('/forgotten-password', () => import('./pages/password.tsx'), 'ForgottenPage'),
  page('/reset', () => import('./pages/password.tsx'), 'ResetPage'),
  page('/sign-up', () => import('./pages/sign-up.tsx'), 'SignUpPage'),
  page('/sign-up/confirm', () => import('./pages/sign-up.tsx'), 'ConfirmSignUpPage'),
  page('/invitation', () => import('./pages/invitation.tsx'), 'InvitationPage'),
]

const root = createRootRoute({ component: Outlet, notFoundComponent: NoSuchPage })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

export const router = createRouter({
  routeTree: root.addChildren([
    ...OPEN.map((row) => routeOf(row, root)),
    shell.addChildren(PAGES.map((row) => routeOf(row, shell))),
  ]),
  basepath: basePath,
  parseSearch,
  stringifySearch: writeSearch,
  defaultErrorComponent: Broken,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

function page<Module extends object>(
  path: string,
  load: () => Promise<Module>,
  name: keyof Module & string,
): Row {
  return { path, load, name }
}

function routeOf({ path, load, name }: Row, parent: typeof root | typeof shell) {
  const component = lazyRouteComponent(load as () => Promise<Components>, name)
  return createRoute({ getParentRoute: () => parent as typeof root, path, component })
}
