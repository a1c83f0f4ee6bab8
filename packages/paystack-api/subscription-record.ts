import type { Customer } from '../../src/accounts/customers/customers.sql.ts'
import { findCustomer } from '../../src/accounts/customers/customers.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { pageCodeOf } from '../../src/core/page-code.ts'
import type { Authorization } from '../../src/payments/authorizations/authorizations.sql.ts'
import {
  findAuthorization,
  toWireAuthorization,
} from '../../src/payments/authorizations/authorizations.ts'
import { type Interval, intervalsAfter } from '../../src/payments/plans/periods.ts'
import type { Plan } from '../../src/payments/plans/plans.sql.ts'
import { findPlan, planCode } from '../../src/payments/plans/plans.ts'
import type { Subscription } from '../../src/payments/subscriptions/subscriptions.sql.ts'
import type { toWireSubscription } from '../../src/payments/subscriptions/subscriptions.ts'
import { publicCode, publicId, shortId } from '../../src/platform/ids.ts'
import { inLagos } from '../../src/platform/lagos.ts'
import { uuidIn } from './ids.ts'
import { integrationOf, numberOf } from './numbers.ts'
import { paystackCard, paystackPayer } from './transaction-record.ts'

// Plans and subscriptions in Paystack's form.

export type OurSubscription = ReturnType<typeof toWireSubscription>

/** Paystack has no status of its own for the others. */
const STATUSES: Partial<Record<OurSubscription['status'], string>> = {
  past_due: 'attention',
  unpaid: 'attention',
  paused: 'non-renewing',
  cancelled: 'cancelled',
  completed: 'complete',
}

export function paystackPlan(plan: Plan) {
  const { planId, mode, name, description, amount, interval, times, active } = plan
  return {
    id: numberOf(planId),
    integration: integrationOf(plan),
    domain: mode,
    plan_code: planCode(planId),
    name,
    description,
    amount: Number(amount),
    interval,
    currency: 'NGN',
    invoice_limit: times ?? 0,
    send_invoices: false,
    send_sms: false,
    hosted_page: false,
    hosted_page_url: null,
    hosted_page_summary: null,
    migrate: false,
    is_deleted: false,
    is_archived: !active,
    createdAt: plan.createdAt.toISOString(),
    updatedAt: plan.updatedAt.toISOString(),
  }
}

/** What our record of a subscription names. */
export type About = {
  plan: Plan
  customer: Customer | null
  authorization: Authorization | null
}

type Names = Scope & Pick<Subscription, 'planId' | 'customerId' | 'authorizationId'>

/** Null if there is no such plan. */
export async function aboutOf({ sql }: Pick<Context, 'sql'>, names: Names): Promise<About | null> {
  const { businessId, mode, planId, customerId, authorizationId } = names
  const scope = { businessId, mode }
  const [plan, customer, authorization] = await Promise.all([
    findPlan(sql, { ...scope, planId }),
    findCustomer(sql, scope, customerId),
    authorizationId && findAuthorization(sql, { ...scope, authorizationId }),
  ])
  return plan && { plan, customer, authorization }
}

type Billed = { paid: number; open: string | null }

/** `billed`: the number of paid invoices, and the code of the open one. */
export function paystackSubscription(
  { keys }: Pick<Context, 'keys'>,
  ours: OurSubscription,
  { plan, customer, authorization }: About,
  { paid, open }: Billed,
) {
  const id = uuidIn(ours.id)
  const { quantity, created_at, updated_at, ended_at } = ours
  const next = nextOf(ours, plan.interval)
  return {
    id: numberOf(id),
    integration: integrationOf(plan),
    domain: ours.domain,
    status: ours.ends_with_period ? 'non-renewing' : (STATUSES[ours.status] ?? 'active'),
    subscription_code: ours.subscription_code,
    email_token: pageCodeOf(keys, plan, id),
    amount: Number(plan.amount) * quantity,
    quantity,
    start: Math.floor(Date.parse(created_at) / 1_000),
    cron_expression: cronOf(next ?? new Date(created_at), plan.interval),
    next_payment_date: next?.toISOString() ?? null,
    open_invoice: open,
    easy_cron_id: null,
    invoice_limit: plan.times ?? 0,
    split_code: null,
    payments_count: paid,
    most_recent_invoice: null,
    invoices: [],
    invoices_history: [],
    metadata: ours.metadata,
    plan: paystackPlan(plan),
    authorization: authorization ? paystackCard(toWireAuthorization(authorization)) : {},
    customer: customer && paystackPayer(payerOf(customer)),
    cancelledAt: ended_at,
    created_at,
    createdAt: created_at,
    updatedAt: updated_at,
  }
}

export function payerOf(customer: Customer) {
  const { customerId, firstName: first_name, lastName: last_name, email, phone } = customer
  const customer_code = publicCode('customer', customerId)
  return {
    id: publicId('customer', customerId),
    customer_code,
    first_name,
    last_name,
    email,
    phone,
  }
}

export function invoiceCode(invoiceId: string): string {
  return `INV_${shortId(uuidIn(invoiceId))}`
}

/** Of a new subscription that is charged at once, Paystack tells of the charge after that. */
function nextOf(ours: OurSubscription, interval: Interval): Date | null {
  if (ours.next_payment_at === null) return null
  const next = new Date(ours.next_payment_at)
  const isAtOnce = ours.invoiced === 0 && ours.next_payment_at === ours.created_at
  return isAtOnce ? intervalsAfter(next, interval, 1) : next
}

const MONTHS_BETWEEN: Partial<Record<Interval, number>> = { quarterly: 3, biannually: 6 }
const YEAR = 12

/** In Lagos: minute, hour, day of the month, month, day of the week. */
function cronOf(next: Date, interval: Interval): string {
  const local = inLagos(next)
  const [month, day, hour, minute] = [5, 8, 11, 14].map((at) => Number(local.slice(at, at + 2)))
  const time = `${minute} ${hour}`
  switch (interval) {
    case 'daily':
      return `${time} * * *`
    case 'weekly':
      return `${time} * * ${new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()}`
    case 'monthly':
      return `${time} ${day} * *`
    case 'quarterly':
    case 'biannually': {
      const between = MONTHS_BETWEEN[interval]!
      const first = ((month! - 1) % between) + 1
      const months = Array.from({ length: YEAR / between }, (_, n) => first + n * between)
      return `${time} ${day} ${months.join(',')} *`
    }
    case 'annually':
      return `${time} ${day} ${month} *`
  }
}
