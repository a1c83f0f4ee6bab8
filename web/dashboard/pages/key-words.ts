import type { DataOf } from '../api.ts'
import type { Permission } from '../session.ts'

export type Key = DataOf<'GET', '/keys'>[number]
export type Scope = Key['scopes'][number]

/** What each scope opens, and what somebody must be allowed to do who gives it to a key. */
export const SCOPES: Record<Exclude<Scope, 'all'>, { text: string; needs: Permission[] }> = {
  read: { text: 'Read lists and records, stream events', needs: ['view', 'webhooks'] },
  export: { text: 'Export CSV files', needs: ['export'] },
  payments: {
    text: 'Initialize payments, create links and dedicated accounts',
    needs: ['collect', 'sandbox'],
  },
  refunds: { text: 'Create refunds', needs: ['refund'] },
  payouts: { text: 'Create payouts, change subaccounts and splits', needs: ['payout', 'share'] },
  identity: { text: 'Verify identities', needs: ['identity'] },
  settings: { text: 'Change checkout settings and webhooks', needs: ['settings', 'webhooks'] },
}
export const EACH_SCOPE = Object.keys(SCOPES) as (keyof typeof SCOPES)[]

/** What somebody with these permissions may give to a key. */
export function grantable(permissions: readonly string[]): Scope[] {
  const own = EACH_SCOPE.filter((scope) =>
    SCOPES[scope].needs.every((can) => permissions.includes(can)),
  )
  return own.length === EACH_SCOPE.length ? ['all'] : own
}

export function mayGive(own: Scope[], scope: Scope): boolean {
  return own.includes('all') || own.includes(scope)
}
