import { findCustomer } from '../../src/accounts/customers/customers.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import type { toWireAuthorization } from '../../src/payments/authorizations/authorizations.ts'
import {
  findSubscription,
  listOfCustomer,
  totalsOfInvoices,
  toWireSubscription,
} from '../../src/payments/subscriptions/subscriptions.ts'
import type { toWireInvoice } from '../../src/payments/subscriptions/wire.ts'
import { findTransaction } from '../../src/payments/transactions/transactions.ts'
import { parsePublicId } from '../../src/platform/ids.ts'
import { integrationOf } from './numbers.ts'
import {
  aboutOf,
  invoiceCode,
  type OurSubscription,
  payerOf,
  paystackSubscription,
} from './subscription-record.ts'
import { paystackCard, paystackPayer } from './transaction-record.ts'

// Events of subscriptions and mandates in Paystack's form. Ours name the plan, the customer and the
// card, and theirs contain them: they are read when the event is sent.

type OurInvoice = ReturnType<typeof toWireInvoice>
type OurAuthorization = ReturnType<typeof toWireAuthorization>
type Made = { event: string; data: object }

/** By our name. */
const SUBSCRIPTIONS: Record<string, string> = {
  'subscription.created': 'subscription.create',
  'subscription.not_renewing': 'subscription.not_renew',
  'subscription.cancelled': 'subscription.disable',
  'subscription.completed': 'subscription.disable',
}
const INVOICES: Record<string, string> = {
  'invoice.created': 'invoice.create',
  'invoice.paid': 'invoice.update',
  'invoice.payment_failed': 'invoice.payment_failed',
  'invoice.uncollectible': 'invoice.payment_failed',
}
const MANDATES: Record<string, string> = {
  'authorization.created': 'direct_debit.authorization.active',
}

const EXPIRING = 'authorization.expiring'

/** Null if Paystack has no such event. */
export async function recurringEvent(
  context: Context,
  whose: Scope,
  type: string,
  data: unknown,
): Promise<Made | null> {
  const scope = { businessId: whose.businessId, mode: whose.mode }
  if (type === EXPIRING) {
    const all = await expiringIn(context, scope, data as OurAuthorization)
    return all && { event: 'subscription.expiring_cards', data: all }
  }
  const [subscription, invoice, mandate] = [SUBSCRIPTIONS[type], INVOICES[type], MANDATES[type]]
  const made =
    (subscription && (await subscriptionIn(context, scope, data as OurSubscription))) ||
    (invoice && (await invoiceIn(context, scope, data as OurInvoice))) ||
    (mandate && (await mandateIn(context, scope, data as OurAuthorization)))
  const event = subscription ?? invoice ?? mandate
  return event && made ? { event, data: made } : null
}

/** In the state of the event; its plan, customer and card are as they are now. */
async function subscriptionIn(context: Context, scope: Scope, ours: OurSubscription) {
  const subscriptionId = parsePublicId('subscription', ours.id)!
  const row = await findSubscription(context.sql, { ...scope, subscriptionId })
  const about = row && (await aboutOf(context, row))
  if (!about) return null
  const [billed] = await totalsOfInvoices(context.sql, scope, [subscriptionId])
  const open = billed?.open ? invoiceCode(billed.open) : null
  return paystackSubscription(context, ours, about, { paid: billed?.paid ?? 0, open })
}

async function invoiceIn(context: Context, scope: Scope, ours: OurInvoice) {
  const subscriptionId = parsePublicId('subscription', ours.subscription_code)!
  const row = await findSubscription(context.sql, { ...scope, subscriptionId })
  const shown = row && (await subscriptionIn(context, scope, toWireSubscription(context, row)))
  if (!shown) return null
  const id = ours.transaction_id && parsePublicId('transaction', ours.transaction_id)
  const payment = id ? await findTransaction(context.sql, { ...scope, id }) : null
  const isPaid = ours.status === 'paid'
  const { authorization, customer, status, subscription_code, email_token, amount } = shown
  const { cron_expression, next_payment_date, open_invoice } = shown
  const billed = { cron_expression, next_payment_date, open_invoice }
  return {
    domain: ours.domain,
    invoice_code: invoiceCode(ours.id),
    amount: ours.amount,
    period_start: ours.period_start,
    period_end: ours.period_end,
    status: isPaid ? 'success' : ours.status === 'open' ? 'pending' : 'failed',
    paid: isPaid,
    paid_at: ours.paid_at,
    description: null,
    authorization,
    subscription: { status, subscription_code, email_token, amount, ...billed },
    customer,
    transaction: payment
      ? {
          reference: payment.reference,
          status: payment.status,
          amount: Number(payment.amount),
          currency: 'NGN',
        }
      : {},
    created_at: ours.created_at,
  }
}

/** Null for a kept card. */
async function mandateIn(context: Context, scope: Scope, ours: OurAuthorization) {
  if (ours.channel !== 'direct_debit') return null
  const customerId = parsePublicId('customer', ours.customer_id)!
  const found = await findCustomer(context.sql, scope, customerId)
  const customer = found && paystackPayer(payerOf(found))
  return {
    ...paystackCard(ours),
    active: ours.active,
    integration: integrationOf(scope),
    domain: ours.domain,
    reference: ours.authorization_code.slice('AUTH_'.length),
    customer: customer && { ...customer, code: customer.customer_code },
  }
}

/**
 * Paystack lists the cards of a business in one event a month. Ours are of a card each, and list
 * the subscriptions that it pays. Null if it pays none.
 */
async function expiringIn(context: Context, scope: Scope, ours: OurAuthorization) {
  const customerId = parsePublicId('customer', ours.customer_id)!
  const authorizationId = parsePublicId('authorization', ours.authorization_code)!
  const charged = (await listOfCustomer(context.sql, scope, customerId)).filter(
    (one) => one.authorizationId === authorizationId && one.dueAt !== null && !one.endsWithPeriod,
  )
  const all = await Promise.all(
    charged.map((row) => subscriptionIn(context, scope, toWireSubscription(context, row))),
  )
  const shown = all.filter((one) => one !== null)
  if (shown.length === 0) return null
  const { brand, last4, exp_month, exp_year } = ours
  return shown.map(({ id, subscription_code, amount, next_payment_date, plan, customer }) => ({
    expiry_date: `${exp_month}/${exp_year}`,
    description: `${brand} ending with ${last4}`,
    brand,
    subscription: {
      ...{ id, subscription_code, amount, next_payment_date },
      plan: { interval: plan.interval, id: plan.id, name: plan.name, plan_code: plan.plan_code },
    },
    customer: customer && {
      id: customer.id,
      first_name: customer.first_name,
      last_name: customer.last_name,
      email: customer.email,
      customer_code: customer.customer_code,
    },
  }))
}
