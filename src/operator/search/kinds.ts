import type { Permission, RouteScope } from '../../core/access.ts'
import type { Kind } from '../../platform/ids.ts'

// What a search finds, in the order in which the results are shown. `needs`: what a person must be
// allowed to read. `id`: the kind of its id on the wire.

type Searched = { needs: RouteScope | Permission; id: Kind }

export const SEARCHED = {
  payment: { needs: 'transactions:read', id: 'transaction' },
  customer: { needs: 'customers:read', id: 'customer' },
  payout: { needs: 'payouts:read', id: 'payout' },
  refund: { needs: 'refunds:read', id: 'refund' },
  dispute: { needs: 'disputes:read', id: 'dispute' },
  subscription: { needs: 'subscriptions:read', id: 'subscription' },
  subaccount: { needs: 'splits:read', id: 'subaccount' },
  payment_link: { needs: 'payment_links:read', id: 'payment_link' },
  dedicated_account: { needs: 'dedicated_virtual_accounts:read', id: 'virtual_account' },
  wallet: { needs: 'balance:read', id: 'virtual_account' },
  plan: { needs: 'subscriptions:read', id: 'plan' },
  split: { needs: 'splits:read', id: 'split' },
  payout_batch: { needs: 'payouts:read', id: 'payout_batch' },
  settlement: { needs: 'settlements:read', id: 'settlement' },
  event: { needs: 'events:read', id: 'event' },
  verification: { needs: 'identity:read', id: 'identity_verification' },
  request: { needs: 'keys', id: 'request_block' },
} as const satisfies Record<string, Searched>

export type SearchedKind = keyof typeof SEARCHED
export const SEARCHED_KINDS = Object.keys(SEARCHED) as SearchedKind[]
