// What is given up first when there is more to do than can be done. Each route is of the class of
// the first row that fits it, as `METHOD /path`, whether the path is a route's or a request's.
//
// Whatever comes with a key of test mode is given up before all of these, but for what is `kept`.

/** In the order in which they are given up. */
const ROUTE_CLASSES = ['list', 'dashboard', 'resolve', 'initialize', 'kept', 'stream'] as const
export type RouteClass = (typeof ROUTE_CLASSES)[number]

const ROWS: [pattern: RegExp, routeClass: RouteClass][] = [
  // They hang open for as long as somebody looks, and have limits of their own.
  [/^GET \/checkout\/[^/]+\/events$|^GET .*\/events\/stream$/, 'stream'],

  // Never given up: what banks tell us, what is paid for already, and whether somebody has paid.
  [/^POST \/api\/v1\/rails\/[^/]+\/notifications(\/[^/]+)?$/, 'kept'],
  [/^POST \/api\/v1\/(bvn|identity)\/validate$/, 'kept'],
  [/^GET \/api\/v1\/transactions\/verify\/[^/]+$/, 'kept'],
  [/^(GET|HEAD) \/(healthz|readyz)$/, 'kept'],
  [/^GET \/paystack\/transaction\/verify\/[^/]+$/, 'kept'],

  // A person looks at it, and can look again.
  [/^\S+ \/dashboard(\/|$)/, 'dashboard'],

  // Somebody pays, or is to be paid, at this moment.
  [/^(GET|POST|OPTIONS) \/api\/v1\/transactions\/initialize(-public)?$/, 'initialize'],
  [/^(GET|POST) \/(checkout|pay|sandbox\/3ds)\//, 'initialize'],
  [/^GET \/v1\/inline/, 'initialize'],
  [/^POST \/api\/v1\/(payouts|refunds|dedicated-virtual-accounts)$/, 'initialize'],
  [/^POST \/api\/v1\/(bvn|identity)\/(verify|resend)$/, 'initialize'],
  [/^POST \/api\/v1\/sandbox\/(transfers|transactions\/[^/]+\/pay)$/, 'initialize'],
  [/^POST \/paystack\/(transaction\/initialize|transfer|refund|dedicated_account)$/, 'initialize'],

  // Many rows at once, for nobody who waits at a till.
  [/^GET \/api\/v1\/(transactions|deposits|identity|payouts|refunds|customers|events)$/, 'list'],
  [/^GET \/api\/v1\/(splits|subaccounts|account-changes|settlements|payment-links)$/, 'list'],
  [/^GET \/api\/v1\/dedicated-virtual-accounts$/, 'list'],
  [
    /^GET \/api\/v1\/(transactions\/export|deposits\/quarantine|balance\/(ledger|history))$/,
    'list',
  ],
  [/^GET \/api\/v1\/(statistics|settlements\/[^/]+\/statement)$/, 'list'],
  [/^POST \/api\/v1\/(events\/resend|events\/[^/]+\/resend|webhooks\/test)$/, 'list'],
  [/^\S+ \/api\/v1\/sandbox\//, 'list'],
  [/^GET \/($|docs|openapi\.json)/, 'list'],
  [/^GET \/paystack\/(transaction|customer|subaccount|split|refund|transfer|settlement)$/, 'list'],
  [/^GET \/paystack\/(dedicated_account|balance\/ledger|transaction\/(totals|export))$/, 'list'],

  // Names of accounts; and one record, or one setting, at a time.
  [/^(GET|POST) (\/api\/v1)?\/(accounts\/resolve|banks|banks\/suggest)$/, 'resolve'],
  [
    /^\S+ \/api\/v1\/(transactions|customers|deposits|balance|identity|payouts|refunds)\b/,
    'resolve',
  ],
  [/^\S+ \/api\/v1\/(splits|subaccounts|settlements|dedicated-virtual-accounts)\b/, 'resolve'],
  [/^\S+ \/api\/v1\/(settings|webhooks|events|payment-links)\b/, 'resolve'],
  [/^\S+ \/paystack\//, 'resolve'],
]

/** Null for what is no route of ours. */
export function classOf(method: string, path: string): RouteClass | null {
  const line = `${method === 'HEAD' ? 'GET' : method} ${path}`
  return ROWS.find(([pattern]) => pattern.test(line))?.[1] ?? null
}

/** Of any request, and at the cost of nearly nothing where it is none. */
export function isStream(method: string, url: string): boolean {
  return method === 'GET' && url.includes('/events') && classOf(method, pathOf(url)) === 'stream'
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
