import type { KeyScope } from '../../../src/core/access.ts'
import type { DataOf } from '../api.ts'

export type Key = DataOf<'GET', '/keys'>[number]

/** What each scope opens. */
export const SCOPES: Record<Exclude<KeyScope, 'all'>, string> = {
  read: 'Read lists and records, stream events',
  export: 'Export CSV files',
  payments: 'Initialize payments, create links and dedicated accounts',
  refunds: 'Create refunds',
  payouts: 'Create payouts, change subaccounts and splits',
  identity: 'Verify identities',
  settings: 'Change checkout settings and webhooks',
}
export const EACH_SCOPE = Object.keys(SCOPES) as (keyof typeof SCOPES)[]

export function mayGive(own: KeyScope[], scope: KeyScope): boolean {
  return own.includes('all') || own.includes(scope)
}
