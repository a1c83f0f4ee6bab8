// What a route declares beside its schema: who may call it, and its class under load. The
// permissions of each role and of each scope of a key. The dashboard imports this file, so it
// imports nothing.

/**
 * The scopes of a secret key; a public key has none. `all` includes scopes that are added later.
 */
export const KEY_SCOPES = [
  'read',
  'export',
  'payments',
  'refunds',
  'payouts',
  'identity',
  'settings',
  'all',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

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
 * The scopes of a key that a permission needs: the first one, unless the route names another. No
 * key opens a route whose permission is missing here.
 */
const SCOPES: Partial<Record<Permission, [KeyScope, ...KeyScope[]]>> = {
  view: ['read'],
  export: ['export'],
  collect: ['payments'],
  sandbox: ['payments'],
  refund: ['refunds'],
  payout: ['payouts'],
  share: ['payouts'],
  identity: ['identity'],
  settings: ['settings'],
  webhooks: ['settings', 'read'],
}

/** What a route can require of a person, apart from a permission in a business. */
export const PERSON_NEEDS = ['anyone', 'begun', 'signed_in', 'operator'] as const

export type Access = {
  /**
   * A permission in a business, which a role or the scope of a key grants; for people also
   * `anyone`, `begun` (password accepted, code may be missing), `signed_in` and `operator`; or
   * another credential: a public key, an access code, the signature of a provider.
   */
  needs: Permission | (typeof PERSON_NEEDS)[number] | 'public_key' | 'access_code' | 'provider'
  /** A person must have entered the password within the last five minutes. */
  fresh?: true
  /** Changes nothing, whatever its method. So live mode does not require a second factor. */
  isReading?: true
  /** Recorded in the audit log although it changes nothing. */
  isAudited?: true
  /** The feature records what a key did, so the audit log does not, and need not delay it. */
  isOwnRecord?: true
  /** No key opens it. */
  isForPeople?: true
  /** The scope that a key needs, if not the first of the permission. */
  keyScope?: KeyScope
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
  /** Needs no key below /api/v1. */
  isOpen?: true
  /** Also served without the prefix /api/v1: the contract does not say which one it is. */
  isBare?: true
  /** A business can require signatures on it. */
  isSigned?: true
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

export function isPermission(needs: string): needs is Permission {
  return Object.hasOwn(ROLES, needs)
}

export function isRead(method: string, { isReading }: Partial<Access>): boolean {
  return READS.includes(method) || isReading === true
}

/** The scope that a secret key needs for a route; undefined if no key opens it. */
export function scopeOf({ needs, keyScope, isForPeople }: Partial<Access>): KeyScope | undefined {
  if (isForPeople) return undefined
  const scopes = SCOPES[needs as Permission]
  // scopesOf knows no other scopes.
  if (keyScope && !scopes?.includes(keyScope)) throw new Error(`${needs}: no scope ${keyScope}`)
  return keyScope ?? scopes?.[0]
}

/** The scopes that a role may give to a key: those whose routes the role may all call itself. */
export function scopesOf(role: Role): KeyScope[] {
  const forbidden = (Object.keys(SCOPES) as Permission[])
    .filter((permission) => !mayDo(role, permission))
    .flatMap((permission) => SCOPES[permission]!)
  if (forbidden.length === 0) return ['all']
  return KEY_SCOPES.filter((scope) => scope !== 'all' && !forbidden.includes(scope))
}
