import { KEY_SCOPES, type KeyScope } from '../businesses/businesses.ts'

// What each role and each scope of a key may do, and what each route needs: the three tables that
// decide. A route of the dashboard without a row is refused; one of a secret key cannot be
// registered. A test says which.

export type Role = 'owner' | 'developer' | 'finance' | 'support'

const ROLES = {
  /** Lists and details; numbers of persons stay masked. */
  view: ['owner', 'developer', 'finance', 'support'],
  /** Start payments, payment links, account numbers for customers. */
  collect: ['owner', 'developer', 'finance', 'support'],
  refund: ['owner', 'finance'],
  payout: ['owner', 'finance'],
  /** Subaccounts and how payments are shared: whose bank account gets what. */
  share: ['owner', 'finance'],
  /** Files of everything. */
  export: ['owner', 'finance'],
  /** Verify a person, and read who it is. */
  identity: ['owner', 'developer', 'support'],
  webhooks: ['owner', 'developer'],
  keys: ['owner', 'developer'],
  /** How the checkout looks and behaves. */
  settings: ['owner', 'developer'],
  sandbox: ['owner', 'developer', 'finance', 'support'],
  team: ['owner'],
  activate: ['owner'],
  audit: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof ROLES

/** The scope of a key for each permission that a key can have. */
const SCOPES: Partial<Record<Permission, KeyScope>> = {
  view: 'read',
  export: 'export',
  collect: 'payments',
  sandbox: 'payments',
  refund: 'refunds',
  payout: 'payouts',
  share: 'payouts',
  identity: 'identity',
  settings: 'settings',
  webhooks: 'settings',
}

export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(ROLES) as Permission[]).filter((can) => mayDo(role, can))
}

export function mayDo(role: Role, can: Permission): boolean {
  return (ROLES[can] as readonly Role[]).includes(role)
}

/**
 * `anyone`: nobody needs to be signed in. `begun`: the password was right, whatever is missing.
 * `signed_in`: whoever is. `operator`: of the service itself. Else what the role in the business
 * must allow.
 */
export type Needed = {
  can: Permission | 'anyone' | 'begun' | 'signed_in' | 'operator'
  /** Only within five minutes of the password. */
  fresh?: true
  /** It changes nothing, whatever its method says: in live mode too no second factor is needed. */
  isReading?: true
  /** A reading that is written down like a change. */
  isAudited?: true
  /** By a key it is not written down: it must not wait, and makes a record that says as much. */
  isOwnRecord?: true
  /** What a key needs, where it is not the scope of the permission. */
  scope?: KeyScope
}

const view: Needed = { can: 'view' }
const signedIn: Needed = { can: 'signed_in' }
const operator: Needed = { can: 'operator' }
const operatorFresh: Needed = { can: 'operator', fresh: true }
const sandbox: Needed = { can: 'sandbox' }
const share: Needed = { can: 'share' }
const shareFresh: Needed = { can: 'share', fresh: true }
const collect: Needed = { can: 'collect' }
const team: Needed = { can: 'team' }
const teamFresh: Needed = { can: 'team', fresh: true }
const webhooks: Needed = { can: 'webhooks' }

const READS = ['GET', 'HEAD']

/** By method and path below `/dashboard/api`. */
export const ROUTES: Record<string, Needed> = {
  'POST /session': { can: 'anyone' },
  'POST /password/forgotten': { can: 'anyone' },
  'POST /password/reset': { can: 'anyone' },
  'POST /invitations/open': { can: 'anyone' },
  'POST /invitations/accept': { can: 'anyone' },
  'POST /session/second-factor': { can: 'begun' },
  'DELETE /session': { can: 'begun' },
  'GET /session': signedIn,
  'POST /session/confirm': signedIn,
  'GET /sessions': signedIn,
  'DELETE /sessions': signedIn,
  'DELETE /sessions/:session_id': signedIn,
  'PUT /password': signedIn,
  'POST /second-factor': { can: 'signed_in', fresh: true },
  'POST /second-factor/confirm': signedIn,
  'POST /second-factor/recovery-codes': { can: 'signed_in', fresh: true },
  'DELETE /second-factor': { can: 'signed_in', fresh: true },

  'GET /members': view,
  'PUT /members/:login_id': teamFresh,
  'DELETE /members/:login_id': teamFresh,
  'GET /members/:login_id/keys': team,
  'GET /invitations': team,
  'POST /invitations': teamFresh,
  'DELETE /invitations/:invitation_id': team,
  'GET /audit': { can: 'audit' },

  'POST /transactions/initialize': { can: 'collect', isOwnRecord: true },
  'GET /transactions/verify/:reference': view,
  'GET /transactions/:id': view,
  'GET /transactions': view,
  'GET /transactions/export': { can: 'export', isAudited: true },
  'GET /transactions/:id/timeline': view,
  'GET /statistics': view,
  'GET /customers': view,
  'GET /customers/:id': view,
  'POST /dedicated-virtual-accounts': collect,
  'GET /dedicated-virtual-accounts': view,
  'GET /dedicated-virtual-accounts/:id': view,
  'GET /balance': view,
  'GET /balance/history': view,
  'GET /balance/ledger': view,
  'GET /splits': view,
  'POST /splits': share,
  'POST /splits/calculate': { can: 'view', isReading: true },
  'GET /splits/:split_code': view,
  'PUT /splits/:split_code': share,
  'POST /splits/:split_code/subaccounts': share,
  'DELETE /splits/:split_code/subaccounts/:subaccount_code': share,
  'GET /subaccounts': view,
  'POST /subaccounts': shareFresh,
  'GET /subaccounts/:subaccount_code': view,
  'PUT /subaccounts/:subaccount_code': shareFresh,
  'GET /account-changes': view,
  'POST /account-changes/:change_id/approve': shareFresh,
  'POST /account-changes/:change_id/cancel': shareFresh,
  'GET /settings/account-changes': view,
  'PUT /settings/account-changes': teamFresh,
  'GET /settlements': view,
  'GET /settlements/:id': view,
  'GET /settlements/:id/items': view,
  'GET /settlements/:id/statement': { can: 'export', isAudited: true },
  'GET /deposits': view,
  'GET /deposits/quarantine': view,
  'POST /bvn/verify': { can: 'identity' },
  'POST /bvn/validate': { can: 'identity', isOwnRecord: true },
  'POST /bvn/resend': { can: 'identity' },
  'POST /identity/verify': { can: 'identity' },
  'POST /identity/validate': { can: 'identity', isOwnRecord: true },
  'POST /identity/resend': { can: 'identity' },
  'GET /identity/:id': view,
  'GET /identity': view,
  'GET /settings': view,
  'GET /settings/checkout': view,
  'GET /settings/fees': view,
  'PUT /settings/checkout': { can: 'settings' },
  'POST /payment-links': collect,
  'GET /payment-links': view,
  'PUT /payment-links/:id': collect,
  'GET /payment-links/:id': view,
  'GET /payment-links/:id/qr.svg': view,
  'GET /payment-links/:id/qr.png': view,
  'POST /refunds': { can: 'refund' },
  'GET /refunds': view,
  'GET /refunds/:id': view,
  'POST /payouts': { can: 'payout', fresh: true },
  'GET /payouts': view,
  'GET /payouts/:id': view,
  'GET /webhooks': view,
  'PUT /webhooks': { can: 'webhooks', fresh: true },
  'POST /webhooks/roll-secret': { can: 'webhooks', fresh: true },
  'POST /webhooks/test': webhooks,
  'GET /events': view,
  'GET /events/:id': view,
  'POST /events/:id/resend': webhooks,
  'POST /events/resend': webhooks,
  // `cowrie listen` shows what GET /events shows.
  'GET /events/stream': { can: 'webhooks', scope: 'read' },
  'POST /sandbox/transfers': sandbox,
  'POST /sandbox/wallet': sandbox,
  'GET /sandbox/messages': sandbox,
  'POST /sandbox/transactions/:reference/expire': sandbox,
  'POST /sandbox/transactions/:reference/pay': sandbox,
  'GET /sandbox/rails': sandbox,
  'PUT /sandbox/rails/:rail': sandbox,
  'GET /sandbox/settlement': sandbox,
  'PUT /sandbox/settlement': sandbox,
  'GET /sandbox/card-limits': sandbox,
  'PUT /sandbox/card-limits': sandbox,
  'POST /sandbox/settlements': sandbox,
  'GET /sandbox/statement': sandbox,
  'POST /sandbox/examples': sandbox,
  'GET /sandbox/examples': sandbox,
  'GET /banks': view,
  'GET /banks/suggest': view,
  'POST /accounts/resolve': { can: 'view', isReading: true, isAudited: true },

  'GET /keys': { can: 'keys' },
  'POST /keys': { can: 'keys', fresh: true },
  'PUT /keys/:key_id': { can: 'keys', fresh: true },
  'POST /keys/:key_id/roll': { can: 'keys', fresh: true },
  'DELETE /keys/:key_id': { can: 'keys' },
  'POST /webhooks/reveal-secret': { can: 'webhooks', fresh: true },
  'GET /activation': view,
  'POST /activation': { can: 'activate' },

  'GET /operator/businesses': operator,
  'POST /operator/businesses': operatorFresh,
  'GET /operator/businesses/:business_id': operator,
  'PUT /operator/businesses/:business_id/fees': operatorFresh,
  'POST /operator/businesses/:business_id/activate': operatorFresh,
  'POST /operator/businesses/:business_id/refuse-activation': operator,
  'GET /operator/audit': operator,
  'GET /operator/messages': { can: 'operator', fresh: true, isAudited: true },
  'GET /operator/rails': operator,
  'PUT /operator/rails/:rail/switch': operatorFresh,
  'GET /operator/recovery': operator,
  'POST /operator/recovery/release': operatorFresh,
  'POST /operator/recovery/debits/decide': operatorFresh,
  'GET /operator/chores': operator,
  'GET /operator/books': operator,
  'POST /operator/books/verify': operator,
  'GET /operator/notifications': operator,
  'POST /operator/notifications/:id/replay': operatorFresh,
  'GET /operator/reconciliation': operator,
  'GET /operator/reconciliation/exceptions': operator,
  'POST /operator/reconciliation/exceptions/:id/close': operatorFresh,
  'GET /operator/suspense': operator,
  'GET /operator/suspense/:id/holder': operator,
  'GET /operator/quarantine': operator,
  'POST /operator/suspense/:id/assign': operatorFresh,
}

export function isRead(method: string, needed: Needed | undefined): boolean {
  return READS.includes(method) || needed?.isReading === true
}

/** What a secret key needs for a route; undefined for one that no key opens. */
export function scopeOf(method: string, path: string): KeyScope | undefined {
  const needed = ROUTES[`${method} ${path}`]
  return needed && (needed.scope ?? SCOPES[needed.can as Permission])
}

/** The scopes that a role may give to a key: those whose every route it may call itself. */
export function scopesOf(role: Role): KeyScope[] {
  const forbidden = new Set(
    Object.entries(ROUTES)
      .filter(([, { can }]) => can in SCOPES && !mayDo(role, can as Permission))
      .map(([, { can, scope }]) => scope ?? SCOPES[can as Permission]),
  )
  if (forbidden.size === 0) return ['all']
  return KEY_SCOPES.filter((scope) => scope !== 'all' && !forbidden.has(scope))
}

/** A role in a business. */
