// The pages of the documentation site, in the order of the sidebar. Each has a source file; those
// without one come from the API document.

export type Page = {
  /** The address below /docs/. */
  slug: string
  /** The title in the sidebar. */
  title: string
  /** From the root of the project; null: the page of events. */
  source: string | null
}

export type Group = { title: string; pages: Page[] }

export const GROUPS: Group[] = [
  {
    title: 'Get started',
    pages: [
      page('', 'Quickstart', 'docs/quickstart.md'),
      page('payments', 'Accept payments', 'docs/payments.md'),
      page('inline', 'inline.js', 'docs/inline.md'),
      page('permanent-accounts', 'Permanent accounts', 'docs/permanent-accounts.md'),
      page('identity', 'Identity', 'docs/identity.md'),
      page('money', 'Split, pay out and refund', 'docs/money.md'),
    ],
  },
  {
    title: 'Build',
    pages: [
      page('webhooks', 'Webhooks', 'docs/webhooks.md'),
      page('events', 'Event catalogue', null),
      page('idempotency', 'Idempotency and retries', 'docs/idempotency.md'),
      page('editing', 'Editing', 'docs/editing.md'),
      page('errors', 'Errors', 'docs/api/refusals.md'),
      page('failures', 'Failures', 'docs/api/failures.md'),
      page('lists', 'Pagination and filters', 'docs/lists.md'),
      page('versions', 'Versions', 'docs/versions.md'),
      page('request-log', 'The request log', 'docs/request-log.md'),
      page('testing', 'Testing', 'docs/testing.md'),
      page('test-cards', 'Test cards', 'docs/test-cards.md'),
      page('from-paystack', 'Coming from Paystack', 'docs/from-paystack.md'),
      page('from-stripe', 'Coming from Stripe', 'docs/from-stripe.md'),
    ],
  },
  {
    title: 'Libraries',
    pages: [
      page('node', 'Node', 'clients/node/README.md'),
      page('python', 'Python', 'clients/python/README.md'),
      page('php', 'PHP', 'clients/php/README.md'),
      page('methods', 'Methods', 'docs/api/methods.md'),
    ],
  },
  {
    title: 'Run',
    pages: [
      page('dashboard', 'Dashboard', 'docs/dashboard.md'),
      page('going-live', 'Going live', 'docs/go-live.md'),
      page('checkout', 'The checkout', 'docs/checkout.md'),
      page('ledger', 'The ledger', 'docs/ledger.md'),
      page('monnify', 'Monnify', 'docs/rails/monnify.md'),
      page('paystack', 'Paystack', 'docs/rails/paystack.md'),
      page('flutterwave', 'Flutterwave', 'docs/rails/flutterwave.md'),
      page('safehaven', 'Safe Haven MFB', 'docs/rails/safehaven.md'),
      page('changelog', 'Changelog', 'CHANGELOG.md'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('operating', 'Overview', 'docs/operating.md'),
      page('operating-install', 'Install', 'docs/operating/install.md'),
      page('operating-configure', 'Configure', 'docs/operating/configure.md'),
      page('operating-production', 'Production', 'docs/operating/production.md'),
      page('operating-database', 'The database', 'docs/operating/database.md'),
      page('operating-keys', 'Keys', 'docs/operating/keys.md'),
      page('operating-readiness', 'Readiness', 'docs/operating/readiness.md'),
      page('operating-monitoring', 'Monitoring', 'docs/operating/monitoring.md'),
      page('operating-logs', 'Health and logs', 'docs/operating/logs.md'),
      page('operating-stop', 'Stop', 'docs/operating/stop.md'),
      page('operating-upgrade', 'Upgrade', 'docs/operating/upgrade.md'),
      page('operating-back-up', 'Back up and restore', 'docs/operating/back-up.md'),
      page('operating-recovery', 'After a restore', 'docs/operating/recovery.md'),
      page('operating-ha', 'High availability', 'docs/operating/ha.md'),
      page('operating-capacity', 'Capacity', 'docs/operating/capacity.md'),
      page('operating-personal-data', 'Personal data', 'docs/operating/personal-data.md'),
      page('operating-incidents', 'Incidents', 'docs/operating/incidents.md'),
      page('operating-operators', 'Operators', 'docs/operating/operators.md'),
      page('operating-notifications', 'Bank notifications', 'docs/operating/notifications.md'),
      page('operating-reconcile', 'Reconcile', 'docs/operating/reconcile.md'),
      page('operating-card-testing', 'Card testing', 'docs/operating/card-testing.md'),
    ],
  },
]

function page(slug: string, title: string, source: string | null): Page {
  return { slug, title, source }
}
