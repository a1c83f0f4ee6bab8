import type { Schemas } from './api.ts'

// How a payment was divided: the fee, the shares of others, and the rest for the business.

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
