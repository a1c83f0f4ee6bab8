import type { Context } from '../../core/context.ts'
import { shownMetadata } from '../../core/metadata.ts'
import { pageCodeOf } from '../../core/page-code.ts'
import { toWire } from '../../core/wire.ts'
import { publicCode, publicId } from '../../platform/ids.ts'
import type { Authorization } from '../authorizations/authorizations.sql.ts'
import { planCode } from '../plans/plans.ts'
import type { Invoice } from './invoices.sql.ts'
import type { Subscription, SubscriptionKey } from './subscriptions.sql.ts'

// Subscriptions and invoices as the API and the events show them.

export function toWireSubscription(
  context: Pick<Context, 'keys' | 'baseUrl'>,
  { metadata, ...row }: Subscription,
) {
  const { quantity, invoiced, carried, endsWithPeriod, createdAt, updatedAt, endedAt } = row
  return {
    ...toWire({ quantity, invoiced, endsWithPeriod, createdAt, updatedAt, endedAt }),
    carried: Number(carried),
    metadata: shownMetadata(metadata),
    id: publicId('subscription', row.subscriptionId),
    domain: row.mode,
    subscription_code: subscriptionCode(row),
    status: row.state,
    customer_id: publicId('customer', row.customerId),
    customer_email: row.email,
    plan_code: planCode(row.planId),
    next_plan_code: row.nextPlanId && planCode(row.nextPlanId),
    authorization_code: row.authorizationId && publicCode('authorization', row.authorizationId),
    next_payment_at:
      row.dueAt === null || row.endsWithPeriod ? null : row.nextPaymentAt.toISOString(),
    manage_url: manageUrlOf(context, row),
  }
}

export function subscriptionCode({ subscriptionId }: SubscriptionKey): string {
  return publicCode('subscription', subscriptionId)
}

/** The page on which the customer sees, pays and cancels. Only the customer should have it. */
export function manageUrlOf(
  context: Pick<Context, 'keys' | 'baseUrl'>,
  key: SubscriptionKey,
): string {
  return `${context.baseUrl()}/subscription/${pageCodeOf(context.keys, key, key.subscriptionId)}`
}

/** `Visa •••• 4081`, or `GTBank •••• 0001` for a mandate. */
export function faceOf({ details: text }: Pick<Authorization, 'details'>): string {
  const { brand, bank, last4 } = JSON.parse(text) as Record<string, string>
  const name = brand ? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}` : bank
  return `${name} •••• ${last4}`
}

export function toWireInvoice(row: Invoice) {
  const { amount, period, periodStart, periodEnd, failures, failure } = row
  const { createdAt, updatedAt, paidAt } = row
  return {
    ...toWire({ amount, period, periodStart, periodEnd, failures, failure }),
    ...toWire({ createdAt, updatedAt, paidAt }),
    id: publicId('invoice', row.invoiceId),
    domain: row.mode,
    status: row.state,
    currency: 'NGN' as const,
    customer_id: publicId('customer', row.customerId),
    subscription_code: publicCode('subscription', row.subscriptionId),
    transaction_id: row.transactionId && publicId('transaction', row.transactionId),
    next_attempt_at: row.trying === null ? (row.dueAt?.toISOString() ?? null) : null,
  }
}
