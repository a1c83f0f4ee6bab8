import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import { findCustomer } from '../../accounts/customers/customers.ts'
import type { Context } from '../../core/context.ts'
import { readPageCode } from '../../core/page-code.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { publicCode } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Authorization } from '../authorizations/authorizations.sql.ts'
import { listOfCustomer } from '../authorizations/authorizations.ts'
import { findOpenAttempt } from '../checkout/card-begin.ts'
import type { Plan } from '../plans/plans.sql.ts'
import { cancel as cancelPayment } from '../transactions/expire.ts'
import { initialize } from '../transactions/initialize.ts'
import { accessCodeOf, findByKey, isOpen } from '../transactions/transactions.ts'
import { dedicatedOf } from '../virtual-accounts/dedicated.ts'
import type { DedicatedAccount, Issued } from '../virtual-accounts/virtual-accounts.rows.ts'
import { metadataOf, paymentOf, referenceOf, underLock } from './collect.ts'
import { type Invoice, listOpen } from './invoices.sql.ts'
import { findSubscription, type Subscription } from './subscriptions.sql.ts'
import { changeInvoice, planOf } from './subscriptions.ts'

// What a customer sees and does on their page, by the code in its address.

/** As long as the checkout may take to begin. Nothing is charged meanwhile. */
const BEGINS_WITHIN_MS = 2 * MINUTE

export type Visited = {
  subscription: Subscription
  plan: Plan
  settings: ModeSettings
  open: readonly Invoice[]
  cards: readonly Authorization[]
  account: Issued<DedicatedAccount> | null
}

/** Null: there is none. */
export async function visit(context: Context, code: string): Promise<Visited | null> {
  const key = readPageCode<'subscription'>(context.keys, code)
  if (key === null) return null
  const { businessId, mode, id: subscriptionId } = key
  const scope = { businessId, mode }
  const subscription = await findSubscription(context.sql, { ...scope, subscriptionId })
  if (subscription === null) return null
  const { customerId, authorizationId } = subscription
  const [plan, settings, open, cards, account] = await Promise.all([
    planOf(context.sql, scope, subscription.planId),
    settingsOf(context, scope),
    listOpen(context.sql, subscription),
    listOfCustomer(context.sql, scope, customerId),
    authorizationId === null ? dedicatedOf(context, scope, customerId) : null,
  ])
  const active = cards.filter(({ state }) => state === 'active')
  return { subscription, plan, settings, open, cards: active, account }
}

/**
 * Begins a payment of the invoice at the checkout, or finds the one that was begun. Returns its
 * access code. Refuses while a charge is at the provider, or its outcome is not known.
 */
export async function payOtherwise(context: Context, wanted: Invoice): Promise<string> {
  const { businessId, mode, transactionId } = wanted
  if (wanted.trying !== null && transactionId !== null) {
    const key = { businessId, mode, id: transactionId }
    const [payment, attempt] = await Promise.all([
      findByKey(context, key),
      findOpenAttempt(context, key),
    ])
    const isAsked = attempt !== null && ['pin', 'otp', 'redirect'].includes(attempt.state)
    const isFree = attempt === null ? wanted.trying === 'checkout' : isAsked
    const isStillOpen = payment !== null && isOpen(payment, context.now())
    return isFree && isStillOpen ? accessCodeOf(context.keys, key) : refuse('already_in_progress')
  }
  const invoice = await underLock(context, wanted, async (sql, fresh) => {
    if (fresh.state !== 'open') return refuse('already_closed')
    if (fresh.trying === 'charge') return refuse('already_in_progress')
    if (fresh.trying === 'checkout') return fresh
    const beginsBy = later(context.now(), BEGINS_WITHIN_MS)
    return changeInvoice(context, sql, fresh, {
      ...{ attempt: fresh.attempt + 1, trying: 'checkout', transactionId: null },
      dueAt: fresh.dueAt === null || fresh.dueAt < beginsBy ? beginsBy : fresh.dueAt,
    })
  })
  return begin(context, invoice)
}

async function begin(context: Context, invoice: Invoice): Promise<string> {
  const { businessId, mode, customerId, amount, attempt } = invoice
  const scope = { businessId, mode }
  const customer =
    (await findCustomer(context.sql, scope, customerId)) ?? refuse('customer_not_found')
  const { email, firstName, lastName } = customer
  await initialize(context, scope, {
    ...{ amount, email, name: `${firstName} ${lastName}`.trim(), reference: referenceOf(invoice) },
    ...{ metadata: metadataOf(invoice), channels: null, feeBearer: 'business', splitCode: null },
    ...{ ipAddress: null, madeWith: 'secret', effectId: null },
    saveCard: invoice.byAccount ? null : 'offer',
  })
  const payment = (await paymentOf(context, invoice)) ?? refuse('transaction_not_found')
  const isMine = await underLock(context, invoice, async (sql, fresh) => {
    const isSame = fresh.attempt === attempt && fresh.trying === 'checkout'
    if (isSame) await changeInvoice(context, sql, fresh, { transactionId: payment.id })
    return isSame
  })
  // The invoice is charged since: nobody has the address of this payment.
  if (!isMine) await cancelPayment(context, payment)
  return isMine ? accessCodeOf(context.keys, payment) : refuse('already_in_progress')
}

export function cardCode({ authorizationId }: Authorization): string {
  return publicCode('authorization', authorizationId)
}
