// What a route says of itself beside its schema: who may call it, and what happens to it under
// load. What each role of a person and each scope of a key allows. The dashboard imports this file,
// so it imports nothing of Node.

/** What a secret key may do; a public key has none. `all` includes whatever is added later. */
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

/** Of a person in a business. */
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
 * The scopes of a key that stand for a permission: the first one, unless the route names another.
 * No key opens a route whose permission is not here.
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

/** What a person needs to be, where it is not a role in a business. */
export const PERSON_NEEDS = ['anyone', 'begun', 'signed_in', 'operator'] as const

export type Access = {
  /**
   * A permission of a business, held by a role or by the scope of a key. Or, of a person: `anyone`,
   * `begun` (the password was right, the code may be missing), `signed_in`, `operator`. Or another
   * credential: a public key, the access code of a payment, the signature of a provider.
   */
  needs: Permission | (typeof PERSON_NEEDS)[number] | 'public_key' | 'access_code' | 'provider'
  /** A person must have entered the password within the last five minutes. */
  fresh?: true
  /** It changes nothing, whatever its method: it needs no second factor in live mode. */
  isReading?: true
  /** It is in the audit log although it changes nothing. */
  isAudited?: true
  /** Its own record says what a key did: the audit log does not, so that it need not wait. */
  isOwnRecord?: true
  /** No key opens it, whatever its scopes. */
  isForPeople?: true
  /** The scope that a key needs, if it is not the first of the permission. */
  keyScope?: KeyScope
}

/** Under overload, routes are refused in this order; the last two never are. See app-load.ts. */
export const LOAD_CLASSES = [
  'list',
  'dashboard',
  'resolve',
  'initialize',
  'kept',
  'stream',
] as const
export type LoadClass = (typeof LOAD_CLASSES)[number]

/** What a route says of itself beside its schema. A route without a form gives it as `config`. */
export type Facts = Access & {
  load: LoadClass
  /** It has a limit of its own, beside that of the key or the session. */
  limit?: 'resolve' | 'identity'
  /** Below /api/v1 it needs no key. */
  isOpen?: true
  /** It also answers without the prefix /api/v1: the contract leaves open which it is. */
  isBare?: true
  /** A business can demand that each of its requests is signed. */
  isSigned?: true
  /** Live keys are refused. */
  isTestOnly?: true
}
export const FACTS = [
  'needs',
  'fresh',
  'isReading',
  'isAudited',
  'isOwnRecord',
  'isForPeople',
  'keyScope',
  'load',
  'limit',
  'isOpen',
  'isBare',
  'isSigned',
  'isTestOnly',
] as const satisfies (keyof Facts)[]

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

/** The scopes that a role may give to a key: those whose every route it may call itself. */
export function scopesOf(role: Role): KeyScope[] {
  const forbidden = (Object.keys(SCOPES) as Permission[])
    .filter((permission) => !mayDo(role, permission))
    .flatMap((permission) => SCOPES[permission]!)
  if (forbidden.length === 0) return ['all']
  return KEY_SCOPES.filter((scope) => scope !== 'all' && !forbidden.includes(scope))
}
