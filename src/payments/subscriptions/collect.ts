import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC } from '../../core/events/webhooks.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { parsePublicId, publicCode, publicId, shortId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { authorizationNamed } from '../authorizations/authorizations.ts'
import { type Charged, chargeAuthorization } from '../authorizations/charge.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import { findByKey, findPayment } from '../transactions/transactions.ts'
import {
  claimDue,
  findInvoice,
  type Invoice,
  type InvoiceKey,
  listDeposited,
  listEnded,
  listOpen,
  takenBy,
} from './invoices.sql.ts'
import { lockSubscription, type Subscription, type SubscriptionKey } from './subscriptions.sql.ts'
import { changeInvoice, ended, planOf, voidInvoice, write } from './subscriptions.ts'

// Gets invoices paid: by the kept card, by a deposit to the customer's permanent account number, or
// at the checkout (pay.ts).
//
//   (none) ──> open                                     [beginPeriods]
//   open ──> paid                                       [its payment succeeded]
//   open ──> open            a charge failed: charged again 1, 3, 5 and 7 days after the first
//   open ──> uncollectible                              [the last charge failed]
//   open ──> void                                       [its subscription was cancelled]
//
// Invariants:
// (1) At most one payment of an invoice is under way. The next one begins when the one before has
//     ended, and no charge of it has an unknown outcome.
// (2) The number of the payment is committed before it begins, and its reference follows from it.
//     So after a crash the same payment is charged, and an earlier answer is found.
// (3) A deposit pays one invoice: a unique index. It has exactly the amount, and arrived since the
//     invoice was created.

const BATCH_MAX = 50
/** Longer than a charge takes. */
const LEASE_MS = 2 * MINUTE
/** After a provider was not available: nothing happened. */
const PAUSE_MS = 5 * MINUTE
/** After each failed charge. When they are used up, the invoice is uncollectible. */
const RETRY_AFTER_DAYS = [1, 2, 2, 2]

/** A job: charges due invoices. Returns how many it claimed. */
export async function collectDue(context: Context): Promise<number> {
  const now = context.now()
  const claimed = await claimDue(context.sql, now, later(now, LEASE_MS), BATCH_MAX)
  await eachOf(claimed, (one) => collect(context, one))
  return claimed.length
}

/** A job: records payments that have ended, and deposits. Returns how many it recorded. */
export async function recordPayments(context: Context): Promise<number> {
  const ended = await listEnded(context.sql, BATCH_MAX)
  const deposited = await listDeposited(context.sql, BATCH_MAX)
  let recorded = 0
  await eachOf(ended, async (one) => {
    const { businessId, mode, transactionId } = one
    const payment = await findByKey(context, { businessId, mode, id: transactionId! })
    if (payment && (await conclude(context, one, payment, null))) recorded += 1
  })
  for (const { paidBy, ...key } of deposited) {
    const payment = await findByKey(context, { ...key, id: paidBy })
    const isPaid = await underLock(context, key, async (sql, invoice, subscription) => {
      // An earlier one of this list can have taken it.
      const isTaken = invoice.state !== 'open' || (await takenBy(sql, invoice, paidBy)) !== null
      if (!isTaken && payment) await settle(context, sql, invoice, subscription, payment)
      return !isTaken
    })
    if (isPaid) recorded += 1
  }
  return recorded
}

/** Throws the first fault after all others are done. */
async function eachOf<Row>(rows: readonly Row[], run: (row: Row) => Promise<unknown>) {
  const ends = await Promise.allSettled(rows.map(run))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Of a payment of the invoice: the same one after a crash. */
export function referenceOf({ invoiceId, attempt }: Invoice): string {
  return `${shortId(invoiceId)}-${attempt}`
}

/** The payment that the invoice began last; null if it did not come to be. */
export async function paymentOf(context: Context, invoice: Invoice): Promise<Transaction | null> {
  const reference = referenceOf(invoice)
  const { businessId, mode } = invoice
  const found = await findPayment(context, { businessId, mode }, reference)
  return found?.reference === reference ? found : null
}

async function collect(context: Context, claimed: Invoice): Promise<void> {
  const atCheckout = claimed.trying === 'checkout' ? await paymentOf(context, claimed) : null
  const ready = await underLock(context, claimed, async (sql, invoice, subscription) => {
    if (invoice.version !== claimed.version) return null
    if (atCheckout !== null) {
      const dueAt = later(atCheckout.expiresAt, 1)
      await changeInvoice(context, sql, invoice, { transactionId: atCheckout.id, dueAt })
      return null
    }
    if (subscription.state === 'cancelled' && invoice.trying !== 'charge') {
      await voidInvoice(context, sql, invoice)
      return null
    }
    if (invoice.byAccount) {
      await fail(context, sql, invoice, subscription, null)
      return null
    }
    if (invoice.trying === 'charge') return { invoice, subscription }
    const begun = { attempt: invoice.attempt + 1, trying: 'charge', transactionId: null } as const
    return { invoice: await changeInvoice(context, sql, invoice, begun), subscription }
  })
  if (ready) await charge(context, ready.invoice, ready.subscription)
}

async function charge(
  context: Context,
  invoice: Invoice,
  { authorizationId }: Subscription,
): Promise<void> {
  const { businessId, mode, amount } = invoice
  const scope = { businessId, mode }
  let charged: Charged | null = null
  let refused: string | null = null
  try {
    const authorizationCode = publicCode('authorization', authorizationId!)
    const { email } = await authorizationNamed(context, scope, authorizationCode)
    const reference = referenceOf(invoice)
    charged = await chargeAuthorization(context, scope, {
      ...{ authorizationCode, email, amount, reference, metadata: metadataOf(invoice) },
      ...{ feeBearer: 'business', splitCode: null, ipAddress: null, effectId: null },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refused = error.code
  }
  const payment = charged?.transaction ?? (await paymentOf(context, invoice))
  const isKnown = !['charging', 'unknown'].includes(charged?.attempt.state ?? '')
  if (payment !== null && isKnown && !isUnderWay(payment)) {
    await conclude(context, invoice, payment, charged?.attempt.declineReason ?? null)
    return
  }
  await underLock(context, invoice, async (sql, fresh, subscription) => {
    if (fresh.state !== 'open' || fresh.attempt !== invoice.attempt) return
    if (payment === null && refused === 'authorization_not_found') {
      await fail(context, sql, fresh, subscription, refused)
      return
    }
    const now = context.now()
    const isAsked = ['pin', 'otp', 'redirect'].includes(charged?.attempt.state ?? '')
    await changeInvoice(context, sql, fresh, {
      transactionId: payment?.id ?? null,
      // Once the provider was asked, only the payment's own enquiries tell.
      dueAt: charged === null ? later(now, PAUSE_MS) : null,
      ...(isAsked && { nextMailAt: now, mailAttempts: 0 }),
    })
  })
}

function isUnderWay({ status }: Transaction): boolean {
  return status === 'pending' || status === 'ongoing'
}

/** For the payment: which invoice it is of. */
export function metadataOf({ invoiceId, subscriptionId, period }: Invoice): string {
  const invoice_id = publicId('invoice', invoiceId)
  const subscription_code = publicCode('subscription', subscriptionId)
  return JSON.stringify({ invoice_id, subscription_code, period })
}

/** False if another process has recorded it. */
function conclude(
  context: Context,
  { attempt, ...key }: Invoice,
  payment: Transaction,
  reason: string | null,
): Promise<boolean> {
  return underLock(context, key, async (sql, invoice, subscription) => {
    const isSame = invoice.attempt === attempt && invoice.trying !== null
    if (invoice.state !== 'open' || !isSame) return false
    switch (payment.status) {
      case 'pending':
      case 'ongoing':
        return false
      case 'success':
      case 'reversed':
        await settle(context, sql, invoice, subscription, payment)
        return true
      case 'failed':
        if (invoice.trying === 'charge') {
          await fail(context, sql, invoice, subscription, reason ?? 'declined', payment)
          return true
        }
        break
      case 'abandoned':
    }
    if (subscription.state === 'cancelled') await voidInvoice(context, sql, invoice)
    else {
      const isDue = invoice.trying === 'charge' || invoice.dueAt === null
      const dueAt = isDue ? context.now() : invoice.dueAt
      await changeInvoice(context, sql, invoice, { trying: null, dueAt })
    }
    return true
  })
}

async function settle(
  context: Context,
  sql: Sql,
  before: Invoice,
  subscription: Subscription,
  payment: Transaction,
): Promise<void> {
  const change: Partial<Invoice> = {
    ...{ state: 'paid', paidAt: payment.paidAt, transactionId: payment.id, trying: null },
    ...{ dueAt: null, nextMailAt: null },
  }
  const kept = before.trying === 'checkout' ? authorizationIn(payment) : null
  await changeInvoice(context, sql, before, change, 'invoice.paid')
  const isFailing = (await listOpen(sql, before)).some(({ failures }) => failures > 0)
  const isActive = subscription.state === 'past_due' && !isFailing
  await write(context, sql, subscription, {
    ...(isActive && { state: 'active' as const }),
    ...(kept && subscription.endedAt === null && { authorizationId: kept }),
  })
}

/** The card that the customer kept while paying. The next periods are charged to it. */
function authorizationIn({ authorizationDetails }: Transaction) {
  const { authorization_code: code } = JSON.parse(authorizationDetails ?? '{}') as {
    authorization_code?: string
  }
  return code === undefined ? null : parsePublicId('authorization', code)
}

/** `reason`: null if no transfer has arrived. */
async function fail(
  context: Context,
  sql: Sql,
  before: Invoice,
  subscription: Subscription,
  reason: string | null,
  payment?: Transaction,
): Promise<void> {
  const now = context.now()
  // A transfer is reminded of on the days of the charges after the first.
  const days = RETRY_AFTER_DAYS[before.failures + (before.byAccount ? 1 : 0)]
  const failed = {
    ...{ failures: before.failures + 1, failure: reason, trying: null },
    ...{ nextMailAt: now, mailAttempts: 0 },
    ...(payment && { transactionId: payment.id }),
  } as const
  if (subscription.state === 'cancelled') {
    const after = await changeInvoice(context, sql, before, { ...failed, nextMailAt: null })
    await voidInvoice(context, sql, after)
    return
  }
  if (days !== undefined) {
    const dueAt = later(now, days * DAY)
    await changeInvoice(context, sql, before, { ...failed, dueAt }, 'invoice.payment_failed')
    const isLate = subscription.state === 'active'
    await write(context, sql, subscription, isLate ? { state: 'past_due' } : {})
    return
  }
  const over = { ...failed, state: 'uncollectible', dueAt: null } as const
  await changeInvoice(context, sql, before, over, 'invoice.uncollectible')
  if (subscription.endedAt !== null) return
  const { ifUnpaid } = await planOf(sql, subscription, subscription.planId)
  await write(
    context,
    sql,
    subscription,
    ifUnpaid === 'cancel'
      ? await ended(context, sql, subscription, 'cancelled')
      : { state: 'unpaid', dueAt: null },
  )
}

/** Runs it in a database transaction, under the lock of the subscription. */
export async function underLock<Result>(
  context: Context,
  { businessId, mode, invoiceId }: InvoiceKey,
  run: (sql: Sql, invoice: Invoice, subscription: Subscription) => Promise<Result>,
): Promise<Result> {
  const key = { businessId, mode, invoiceId }
  const found = (await findInvoice(context.sql, key)) ?? refuse('subscription_not_found')
  const of: SubscriptionKey = { businessId, mode, subscriptionId: found.subscriptionId }
  const result = await context.sql.begin(async (sql) => {
    const subscription = (await lockSubscription(sql, of)) ?? refuse('subscription_not_found')
    return run(sql, (await findInvoice(sql, key))!, subscription)
  })
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  return result
}
