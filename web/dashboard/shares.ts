import type { Schemas } from './api.ts'

// Who got what of a payment: the service its fee, others their shares, and the business the rest.

type Shares = { business: number; subaccounts: { amount: number }[] }

/** Kobo. Null until paid. */
export function receivedOf(payment: Schemas['Transaction']): number | null {
  return sharesOf(payment)?.business ?? payment.net_amount
}

/** Kobo. Null without a split, and until paid. */
export function sharedOf(payment: Schemas['Transaction']): number | null {
  const shares = sharesOf(payment)
  return shares === null ? null : shares.subaccounts.reduce((sum, { amount }) => sum + amount, 0)
}

function sharesOf({ split }: Schemas['Transaction']): Shares | null {
  return (split as { shares: Shares | null } | null)?.shares ?? null
}
