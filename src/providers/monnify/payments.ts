import type { Kobo } from '../../platform/money.ts'
import { nairaNumber } from '../amounts.ts'
import { memberOf } from '../values.ts'
import type { Api, Said } from './client.ts'
import { plainText, referenceOf } from './values.ts'

// Begins a payment at Monnify under our reference: by transfer to an account, or by card on their
// page.

const BEGIN_MS = 5_000

export type Begun =
  | { kind: 'begun'; transactionReference: string; checkoutUrl: unknown }
  /** Refused, most likely because the reference is in use. */
  | { kind: 'exists'; said: Said }
  | { kind: 'said'; said: Said }

export async function beginPayment(
  api: Api,
  request: {
    reference: string
    amount: Kobo
    email: string
    name: string
    method: 'ACCOUNT_TRANSFER' | 'CARD'
    returnUrl?: string
  },
): Promise<Begun> {
  const said = await api.ask({
    call: 'init transaction',
    method: 'POST',
    path: '/api/v1/merchant/transactions/init-transaction',
    timeoutMs: BEGIN_MS,
    json: {
      amount: nairaNumber(request.amount),
      customerName: plainText(request.name, 100, 'Customer'),
      customerEmail: request.email,
      paymentReference: request.reference,
      paymentDescription: plainText(request.name, 100, 'Payment'),
      currencyCode: 'NGN',
      contractCode: api.config.contractCode,
      ...(request.returnUrl !== undefined && { redirectUrl: request.returnUrl }),
      paymentMethods: [request.method],
    },
  })
  // Whatever the reason, the caller enquires whether the payment exists.
  if (said.kind === 'refused') return { kind: 'exists', said }
  const transactionReference =
    said.kind === 'done' ? referenceOf(memberOf(said.body, 'transactionReference')) : null
  if (said.kind !== 'done' || transactionReference === null) return { kind: 'said', said }
  return { kind: 'begun', transactionReference, checkoutUrl: memberOf(said.body, 'checkoutUrl') }
}

export function queryPayment(
  api: Api,
  by: { paymentReference: string } | { transactionReference: string },
): Promise<Said> {
  return api.ask({
    call: 'query transaction',
    method: 'GET',
    path: '/api/v2/merchant/transactions/query',
    query: by,
    timeoutMs: BEGIN_MS,
  })
}
