import type { Permission } from '../../src/core/access.ts'
import type { IconName } from './parts/icon.tsx'
import { paths } from './paths.ts'

// The links of the sidebar, and the permissions that they need.

export type NavItem = {
  title: string
  to: string
  icon: IconName
  /** The link is hidden without this permission. */
  needs?: Permission
  isTestOnly?: true
}
/** A section that folds. */
export type NavSection = { title: string; items: NavItem[] }

/** What most people come for: always in sight. */
export const mainNav: NavItem[] = [
  { title: 'Home', to: paths.home(), icon: 'home' },
  { title: 'Transactions', to: paths.transactions(), icon: 'transactions' },
  { title: 'Customers', to: paths.customers(), icon: 'customers' },
  { title: 'Payment links', to: paths.paymentLinks(), icon: 'link' },
  { title: 'Disputes', to: paths.disputes(), icon: 'warning' },
  { title: 'Wallet', to: paths.wallet(), icon: 'wallet' },
  { title: 'Payouts', to: paths.payouts(), icon: 'payout' },
]

export const businessNav: NavSection[] = [
  {
    title: 'Payments',
    items: [
      { title: 'Refunds', to: paths.refunds(), icon: 'refund' },
      { title: 'Subscriptions', to: paths.subscriptions(), icon: 'repeat' },
      { title: 'Plans', to: paths.plans(), icon: 'plan' },
      { title: 'Dedicated accounts', to: paths.dedicatedAccounts(), icon: 'account' },
      { title: 'Deposits', to: paths.deposits(), icon: 'deposit' },
      { title: 'Verifications', to: paths.verifications(), icon: 'identity' },
    ],
  },
  {
    title: 'Money',
    items: [
      { title: 'Settlements', to: paths.settlements(), icon: 'settlement' },
      { title: 'Payout batches', to: paths.payoutBatches(), icon: 'payout' },
      { title: 'Subaccounts', to: paths.subaccounts(), icon: 'business' },
      { title: 'Splits', to: paths.splits(), icon: 'split' },
    ],
  },
  {
    title: 'Developers',
    items: [
      { title: 'API keys', to: paths.keys(), icon: 'key', needs: 'keys' },
      { title: 'Webhooks', to: paths.webhooks(), icon: 'webhook' },
      { title: 'Events', to: paths.events(), icon: 'event' },
      { title: 'Requests', to: paths.requests(), icon: 'job', needs: 'keys' },
      { title: 'Messages', to: paths.messages(), icon: 'message', isTestOnly: true },
      {
        title: 'Sandbox',
        to: paths.sandbox(),
        icon: 'sandbox',
        needs: 'sandbox',
        isTestOnly: true,
      },
    ],
  },
  {
    title: 'Settings',
    items: [
      { title: 'Team', to: paths.team(), icon: 'team' },
      { title: 'Settings', to: paths.settings(), icon: 'settings' },
      { title: 'Rules', to: paths.rules(), icon: 'check' },
      { title: 'Go live', to: paths.activation(), icon: 'check', needs: 'activate' },
      { title: 'Audit log', to: paths.auditLog(), icon: 'audit', needs: 'audit' },
      { title: 'Security', to: paths.security(), icon: 'security' },
    ],
  },
]

export const operatorNav: NavSection = {
  title: 'Operator',
  items: [
    { title: 'Overview', to: paths.operator(), icon: 'operator' },
    { title: 'Businesses', to: paths.businesses(), icon: 'business' },
    { title: 'Rails', to: paths.rails(), icon: 'rail' },
    { title: 'Recovery', to: paths.recovery(), icon: 'operator' },
    { title: 'Notifications', to: paths.notifications(), icon: 'event' },
    { title: 'Books', to: paths.books(), icon: 'settlement' },
    { title: 'Reconciliation', to: paths.reconciliation(), icon: 'check' },
    { title: 'Suspense', to: paths.suspense(), icon: 'warning' },
    { title: 'All disputes', to: paths.operatorDisputes(), icon: 'warning' },
    { title: 'Background jobs', to: paths.jobs(), icon: 'job' },
    { title: 'Outgoing mail', to: paths.operatorMessages(), icon: 'message' },
    { title: 'Audit', to: paths.operatorAudit(), icon: 'audit' },
  ],
}
