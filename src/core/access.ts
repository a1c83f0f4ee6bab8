// What a route declares beside its schema: who may call it, and its class under load. The
// permissions of each role and of each scope of a key. The dashboard imports this file, so it
// imports nothing.

/** Roles of people in a business. */
export const PERSON_ROLES = ['owner', 'developer', 'finance', 'support'] as const
export type Role = (typeof PERSON_ROLES)[number]

const ROLES = {
  /** Lists and details; BVNs and NINs stay masked. */
  view: PERSON_ROLES,
  /** Start payments, payment links, account numbers for customers. */
  collect: PERSON_ROLES,
  refund: ['owner', 'finance'],
  payout: ['owner', 'finance'],
  /** Subaccounts and splits: whose bank account gets what. */
  share: ['owner', 'finance'],
  export: ['owner', 'finance'],
  /** Verify a person, and read their details. */
  identity: ['owner', 'developer', 'support'],
  webhooks: ['owner', 'developer'],
  keys: ['owner', 'developer'],
  /** How the checkout looks and behaves. */
  settings: ['owner', 'developer'],
  sandbox: PERSON_ROLES,
  team: ['owner'],
  activate: ['owner'],
  audit: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof ROLES

/**
 * The scopes of a secret key by noun and verb: what each opens, and the permission that a person
 * needs for the same. A scope opens what it names and nothing else: `refunds:write` reads no
 * refund. The noun is that of the path, except that `splits` has the subaccounts too, `payouts` the
 * batches, `subscriptions`
 * the plans, `banks` the names of account holders, `settings` the rules, and `transactions` the
 * statistics. Deciding a review needs `refunds:write`, because it can refund.
 */
export const SCOPES = {
  'transactions:read': { needs: 'view', says: 'List, fetch and verify payments; statistics.' },
  'transactions:write': { needs: 'collect', says: 'Initialize and cancel payments.' },
  'transactions:export': { needs: 'export', says: 'Export payments as CSV.' },
  'authorizations:write': {
    needs: 'collect',
    says: 'Charge cards that customers let you keep.',
  },
  'subscriptions:read': { needs: 'view', says: 'List and fetch plans, subscriptions, invoices.' },
  'subscriptions:write': {
    needs: 'collect',
    says: 'Create and change plans and subscriptions: customers are charged by them.',
  },
  'refunds:read': { needs: 'view', says: 'List and fetch refunds.' },
  'refunds:write': { needs: 'refund', says: 'Create refunds, decide reviews.' },
  'disputes:read': { needs: 'view', says: 'List and fetch disputes.' },
  'disputes:write': { needs: 'refund', says: 'Answer disputes: contest or accept them.' },
  'customers:read': { needs: 'view', says: 'List and fetch customers.' },
  'customers:write': { needs: 'collect', says: 'Create and change customers.' },
  'payment_links:read': { needs: 'view', says: 'List and fetch payment links.' },
  'payment_links:write': { needs: 'collect', says: 'Create and change payment links.' },
  'dedicated_virtual_accounts:read': {
    needs: 'view',
    says: 'List and fetch dedicated virtual accounts.',
  },
  'dedicated_virtual_accounts:write': {
    needs: 'collect',
    says: 'Create and change dedicated virtual accounts.',
  },
  'deposits:read': { needs: 'view', says: 'List bank transfers that arrived.' },
  'splits:read': { needs: 'view', says: 'List and fetch splits and subaccounts.' },
  'splits:write': {
    needs: 'share',
    says: 'Create and change splits and subaccounts: whose bank account gets what.',
  },
  'balance:read': { needs: 'view', says: 'Read the balance and what changed it.' },
  'balance:export': {
    needs: 'export',
    says: 'Export what changed the balance, and a month of all that did.',
  },
  'payouts:read': { needs: 'view', says: 'List and fetch payouts.' },
  'payouts:write': { needs: 'payout', says: 'Create payouts: money leaves your balance.' },
  'payouts:export': { needs: 'export', says: 'Export the results of a batch of payouts.' },
  'settlements:read': { needs: 'view', says: 'List and fetch settlements and their items.' },
  'settlements:export': { needs: 'export', says: 'Export the statement of a settlement as CSV.' },
  'identity:read': { needs: 'view', says: 'List and fetch verifications of BVN and NIN.' },
  'identity:write': {
    needs: 'identity',
    says: "Verify a BVN or NIN: costs a fee, and returns a person's details.",
  },
  'banks:read': { needs: 'view', says: 'Look up the holder of an account number.' },
  'events:read': { needs: 'view', says: 'List, fetch and stream events.' },
  'events:write': { needs: 'webhooks', says: 'Resend events.' },
  'webhooks:read': { needs: 'view', says: 'Read where events are sent.' },
  'webhooks:write': {
    needs: 'webhooks',
    says: 'Change where events are sent, roll webhook secrets, send test events.',
  },
  'settings:read': { needs: 'view', says: 'Read settings, fees and rules; try a rule.' },
  'settings:write': { needs: 'settings', says: 'Change the settings and the rules.' },
  'sandbox:write': { needs: 'sandbox', says: 'Use everything below /sandbox. Test keys only.' },
} as const satisfies Record<string, { needs: Permission; says: string }>

/** What a route asks of a key. */
export type RouteScope = keyof typeof SCOPES
/** `all` includes scopes that are added later. A public key has no scope. */
export type KeyScope = RouteScope | 'all'
export const ALL_SAYS = 'Everything, including future scopes.'
export const EACH_SCOPE = Object.keys(SCOPES) as RouteScope[]
export const KEY_SCOPES: KeyScope[] = [...EACH_SCOPE, 'all']

/** What a route can require of a person, apart from a permission in a business. */
export const PERSON_NEEDS = ['anyone', 'begun', 'signed_in', 'operator'] as const

export type Access = {
  /**
   * The scope that opens it to a key, and by its permission to a person; for people also a
   * permission, `anyone`, `begun` (password accepted, code may be missing), `signed_in` and
   * `operator`; or another credential: a public key, an access code, the signature of a provider.
   */
  needs:
    | RouteScope
    | Permission
    | (typeof PERSON_NEEDS)[number]
    | 'public_key'
    | 'access_code'
    | 'provider'
  /** The permission that a person needs, if not that of the scope. */
  personNeeds?: Permission
  /** A person must have entered the password within the last five minutes. */
  fresh?: true
  /** Changes nothing, whatever its method. So live mode does not require a second factor. */
  isReading?: true
  /** Recorded in the audit log although it changes nothing. */
  isAudited?: true
  /** The feature records what a key did, so the audit log does not, and need not delay it. */
  isOwnRecord?: true
  /** No key opens it, although a scope has its permission. */
  isForPeople?: true
}

/**
 * Under overload, classes are refused in this order; the last two never are. See src/http/load.ts.
 */
export const LOAD_CLASSES = [
  'list',
  'dashboard',
  'resolve',
  'initialize',
  'kept',
  'stream',
] as const
export type LoadClass = (typeof LOAD_CLASSES)[number]

/** What a route declares beside its schema. A route without a form passes it as `config`. */
export type Facts = Access & {
  load: LoadClass
  /** An additional limit, beside the general one of the key or session. */
  limit?: 'resolve' | 'identity'
  /** A list, page by page. */
  isList?: true
  /** Shows secrets, so it is not compressed: src/http/compression.ts. */
  hasSecrets?: true
  /** Needs no key below /api/v1. */
  isOpen?: true
  /** Also served without the prefix /api/v1: the contract does not say which one it is. */
  isBare?: true
  /** A business can require signatures on it. */
  isSigned?: true
  /** Its body may be larger than those of other routes. */
  bodyBytesMax?: number
  /** It also takes a CSV file: an example of one. */
  takesCsv?: string
  /** It takes a merge patch (RFC 7396). */
  takesPatch?: true
  /** Refuses live keys. */
  isTestOnly?: true
  /** The day since which it is deprecated, `2027-03-01`. It ends twelve months later. */
  deprecated?: string
}
declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Facts> {}
}

const READS = ['GET', 'HEAD']

export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(ROLES) as Permission[]).filter((permission) => mayDo(role, permission))
}

export function mayDo(role: Role, permission: Permission): boolean {
  return (ROLES[permission] as readonly Role[]).includes(role)
}

export function isRead(method: string, { isReading }: Partial<Access>): boolean {
  return READS.includes(method) || isReading === true
}

/** The scope that a secret key needs for a route; undefined if no key opens it. */
export function scopeOf({ needs, isForPeople }: Partial<Access>): RouteScope | undefined {
  if (isScope(needs)) return needs
  const isOfScope = Object.values(SCOPES).some((scope) => scope.needs === needs)
  // So that a route is not closed to keys by accident.
  if (isOfScope && !isForPeople) throw new Error(`${needs}: name a scope, or say isForPeople`)
  return undefined
}

/** The permission that a person needs for a route; undefined if it is none of a business. */
export function permissionOf({ needs, personNeeds }: Partial<Access>): Permission | undefined {
  if (isScope(needs)) return personNeeds ?? SCOPES[needs].needs
  return Object.hasOwn(ROLES, needs ?? '') ? (needs as Permission) : undefined
}

/** The scopes that a role may give to a key: those whose routes the role may all call itself. */
export function scopesOf(role: Role): KeyScope[] {
  if (!mayDo(role, 'keys')) return []
  const given = EACH_SCOPE.filter((scope) => mayDo(role, SCOPES[scope].needs))
  return given.length === EACH_SCOPE.length ? ['all'] : given
}

function isScope(needs: Access['needs'] | undefined): needs is RouteScope {
  return Object.hasOwn(SCOPES, needs ?? '')
}
