// The pages of the documentation site, in the order of the sidebar. Each has a source file; those
// without one come from the API document.

export type Page = {
  /** The address below /docs/. */
  slug: string
  /** The title in the sidebar. */
  title: string
  /** From the root of the project; null: the page of events. */
  source: string | null
  /** What people type who look for it, beside its own headings. */
  keywords: string
}

export type Group = {
  title: string
  pages: Page[]
  /** How much its pages count in the search: those that mention everything count less. */
  weight?: number
}

/** Pages that mention everything. */
export const WEIGHTS: Record<string, number> = {
  changelog: 0.1,
  errors: 0.2,
  events: 0.5,
  failures: 0.8,
  flutterwave: 0.3,
  'from-paystack': 0.5,
  'from-stripe': 0.5,
  'going-live': 0.5,
  ledger: 0.25,
  methods: 0.2,
  mono: 0.3,
  monnify: 0.3,
  paystack: 0.3,
  safehaven: 0.3,
  versions: 0.8,
}

/** For the search. */
const KEYWORDS: Record<string, string> = {
  '': 'start install run first payment curl begin',
  payments:
    'checkout charge collect money bank transfer card callback url redirect verify status ' +
    'paid price fee cancel expire kobo naira unit metadata custom data void unpaid give value back after paying',
  inline: 'popup modal embed iframe javascript react vue frontend browser csp',
  'permanent-accounts':
    'dedicated virtual account number reserved nuban top up wallet close school fees',
  identity:
    'bvn nin otp code not received resend price cost kyc verification face photo name ' +
    'date of birth',
  money:
    'payout bank account send withdraw bulk csv batch approve second person refund ' +
    'partial wallet balance settlement split subaccount share commission stamp duty give money back levy holiday when',
  webhooks:
    'signature hmac secret receive endpoint retry resend replay timestamp ip callback notification disabled header localhost x-service-signature',
  events: 'event list catalogue types payload',
  idempotency: 'retry twice duplicate timeout double charge safe network error resend post',
  editing: 'patch put etag concurrent update change clear null',
  errors: 'error codes status refusal 400 401 403 404 409 422 429 503',
  troubleshooting:
    'problem does not work wrong amount paid too little too much late not received help debited unpaid transferred less missing not coming',
  lists: 'pagination page perpage filter sort search date export csv download meta total',
  'request-log': 'request id log api calls history debug see my calls',
  testing:
    'ci pipeline github actions automated tests fixtures simulate localhost laptop ' +
    'sandbox reset clock pytest phpunit vitest jest fake sms test mode callback',
  'test-cards': 'test card number pin otp 3d secure declined insufficient funds',
  'from-paystack':
    'migrate paystack plugin woocommerce laravel-paystack compatible alias secret key ' +
    'signature charge.success equivalent',
  'from-stripe': 'migrate stripe',
  node: 'node javascript typescript library sdk npm client express',
  python: 'python library sdk pip client django flask async',
  php: 'php library sdk composer client laravel',
  dashboard:
    'roles team invite member colleague two factor authentication 2fa login password user ' +
    'permission',
  'going-live': 'operator provider contract monnify paystack safe haven rails',
  'going-live-list': 'go live checklist activate live keys production launch business',
  'kept-cards':
    'save card token authorization code charge later without the customer remove forget',
  checkout: 'language translation hausa yoruba igbo pidgin hosted page logo accessibility',
  statuses:
    'status state meaning ongoing pending abandoned reversed success failed processing still pending stuck hours final',
  limits: 'rate limit throttle 429 too many requests retry-after size body',
  'payment-links': 'link qr code poster invoice donation page sell website',
  subscriptions:
    'plan recurring billing monthly membership charge card again trial pause proration dunning retry invoice',
  rules:
    'fraud risk score block refuse review country email ip velocity limit blacklist allow list',
  recipes:
    'laravel django express next.js flutter react native webview woocommerce marketplace ' +
    'school fees example tutorial',
  failures: 'why did payout fail declined reason failure enquiry_differs',
  'operating-configure': 'environment variables settings env configuration',
  'operating-install': 'docker container image kubernetes systemd debian server deploy',
  'operating-back-up': 'backup restore database dump point in time',
  'operating-recovery': 'after restore from backup recovery',
  'operating-upgrade': 'upgrade update new version migrate release',
  'operating-monitoring': 'prometheus metrics grafana alerts',
  'operating-notifications': 'unknown account number suspense bank callback',
  'operating-operators': 'disable provider switch off public holiday sallah settlement',
  'operating-ha': 'high availability failover standby replica patroni',
}

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
      page('payment-links', 'Payment links', 'docs/payment-links.md'),
      page('subscriptions', 'Subscriptions', 'docs/subscriptions.md'),
      page('rules', 'Rules', 'docs/rules.md'),
      page('recipes', 'Recipes', 'docs/recipes.md'),
      page('going-live-list', 'Your go-live list', 'docs/business-go-live.md'),
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
      page('troubleshooting', 'Errors by situation', 'docs/troubleshooting.md'),
      page('statuses', 'Statuses', 'docs/statuses.md'),
      page('limits', 'Rate limits', 'docs/limits.md'),
      page('lists', 'Pagination and filters', 'docs/lists.md'),
      page('versions', 'Versions', 'docs/versions.md'),
      page('request-log', 'The request log', 'docs/request-log.md'),
      page('testing', 'Testing', 'docs/testing.md'),
      page('kept-cards', 'Kept cards', 'docs/kept-cards.md'),
      page('test-cards', 'Test cards', 'docs/test-cards.md'),
      page('from-paystack', 'Coming from Paystack', 'docs/from-paystack.md'),
      page('from-stripe', 'Coming from Stripe', 'docs/from-stripe.md'),
    ],
  },
  {
    title: 'Libraries',
    weight: 0.6,
    pages: [
      page('node', 'Node', 'clients/node/README.md'),
      page('python', 'Python', 'clients/python/README.md'),
      page('php', 'PHP', 'clients/php/README.md'),
      page('methods', 'Methods', 'docs/api/methods.md'),
    ],
  },
  {
    title: 'Run',
    weight: 0.7,
    pages: [
      page('dashboard', 'Dashboard', 'docs/dashboard.md'),
      page('going-live', 'Going live', 'docs/go-live.md'),
      page('checkout', 'The checkout', 'docs/checkout.md'),
      page('ledger', 'The ledger', 'docs/ledger.md'),
      page('monnify', 'Monnify', 'docs/rails/monnify.md'),
      page('paystack', 'Paystack', 'docs/rails/paystack.md'),
      page('flutterwave', 'Flutterwave', 'docs/rails/flutterwave.md'),
      page('safehaven', 'Safe Haven MFB', 'docs/rails/safehaven.md'),
      page('mono', 'Mono', 'docs/rails/mono.md'),
      page('changelog', 'Changelog', 'CHANGELOG.md'),
    ],
  },
  {
    title: 'Operate',
    weight: 0.5,
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
      page('operating-archive', 'Archive old months', 'docs/operating/archive.md'),
      page('operating-cells', 'Cells', 'docs/operating/cells.md'),
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
  return { slug, title, source, keywords: KEYWORDS[slug] ?? '' }
}
