import assert from 'node:assert/strict'
import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { batched } from '../../platform/batch.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { parsePublicId, publicCode, publicId, shortId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { authorizationNamed } from '../authorizations/authorizations.ts'
import { type Charged, chargeAuthorization } from '../authorizations/charge.ts'
import { cancel as cancelPayment } from '../transactions/expire.ts'
import type { Transaction, TransactionId } from '../transactions/transactions.rows.ts'
import { findByKey, findPayment } from '../transactions/transactions.ts'
import {
  type Claimed,
  claimDue,
  findInvoice,
  type Invoice,
  listDeposited,
  listEnded,
  listInvoicesOf,
  listOpen,
  type OfSubscription,
  takenBy,
  writePaid,
} from './invoices.sql.ts'
import { lockSubscription, lockSubscriptions, type Subscription } from './subscriptions.sql.ts'
import { changeInvoice, ended, planOf, voidInvoice, write } from './subscriptions.ts'
import { toWireInvoice } from './wire.ts'

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
  const record = recorderOf(context)
  await eachOf(claimed, (one) =>
    one.trying === 'charge' ? charge(context, one, record) : decide(context, one, record),
  )
  return claimed.length
}

/** A job: records payments that have ended, and deposits. Returns how many it recorded. */
export async function recordPayments(context: Context): Promise<number> {
  const ended = await listEnded(context.sql, BATCH_MAX)
  const deposited = await listDeposited(context.sql, BATCH_MAX)
  const record = recorderOf(context)
  let recorded = 0
  await eachOf(ended, async (invoice) => {
    const { businessId, mode, transactionId } = invoice
    const payment = await findByKey(context, { businessId, mode, id: transactionId! })
    if (payment && (await record({ invoice, payment, reason: null }))) recorded += 1
  })
  for (const { paidBy, ...key } of deposited) {
    const { businessId, mode } = key
    const payment = await findByKey(context, { businessId, mode, id: paidBy })
    let begun: TransactionId | null = null
    const isPaid = await underLock(context, key, async (sql, invoice, subscription) => {
      // An earlier one of this list can have taken it.
      const isTaken = invoice.state !== 'open' || (await takenBy(sql, invoice, paidBy)) !== null
      begun = invoice.transactionId
      if (!isTaken && payment) await settle(context, sql, invoice, subscription, payment)
      return !isTaken
    })
    // The customer may have its checkout open still.
    if (isPaid && begun) await cancelPayment(context, { businessId, mode, id: begun })
    if (isPaid) recorded += 1
  }
  return recorded
}

/** Throws the first fault after all others are done. */
export async function eachOf<Row>(rows: readonly Row[], run: (row: Row) => Promise<unknown>) {
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
  // The customer can know the reference, and begin a payment with the public key.
  return found?.reference === reference && found.madeWith === 'secret' ? found : null
}

/** What becomes of an invoice that no charge is under way for. */
async function decide(context: Context, claimed: Claimed, record: Recorder): Promise<void> {
  const atCheckout = claimed.trying === 'checkout' ? await paymentOf(context, claimed) : null
  const begun = await underLock(context, claimed, async (sql, invoice, subscription) => {
    if (invoice.version !== claimed.version) return null
    if (atCheckout !== null) {
      const dueAt = later(atCheckout.expiresAt, 1)
      await changeInvoice(context, sql, invoice, { transactionId: atCheckout.id, dueAt })
      return null
    }
    if (subscription.state === 'cancelled') {
      await voidInvoice(context, sql, invoice)
      return null
    }
    if (invoice.byAccount) {
      await fail(context, sql, invoice, subscription, null)
      return null
    }
    const begun = { attempt: invoice.attempt + 1, trying: 'charge', transactionId: null } as const
    return changeInvoice(context, sql, invoice, begun)
  })
  if (begun) await charge(context, { ...claimed, ...begun }, record)
}

async function charge(context: Context, invoice: Claimed, record: Recorder): Promise<void> {
  const { businessId, mode, amount, authorizationId } = invoice
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
    await record({ invoice, payment, reason: charged?.attempt.declineReason ?? null })
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

/** The end of a payment. `reason`: why a charge was declined. */
type Ended = { invoice: Invoice; payment: Transaction; reason: string | null }

/** False if another process has recorded it. */
type Recorder = (ended: Ended) => Promise<boolean>

/** Payments of kept cards that end at about the same time are recorded in one COMMIT. */
function recorderOf(context: Context): Recorder {
  const paid = batched((all: Ended[]) => recordPaid(context, all))
  return (one) =>
    one.invoice.trying === 'charge' && isPaid(one.payment) ? paid(one) : conclude(context, one)
}

async function recordPaid(context: Context, all: Ended[]): Promise<boolean[]> {
  const now = context.now()
  const tried = all.map(({ invoice }) => invoice)
  const recorded = await context.sql.begin(async (sql) => {
    const locked = await lockSubscriptions(sql, tried)
    const late = locked.filter(({ state }) => state === 'past_due')
    const isLate = new Set(late.map(({ subscriptionId }) => subscriptionId))
    const found = await listInvoicesOf(sql, tried)
    const invoices = new Map(found.map((one) => [one.invoiceId, one]))
    const open = tried.map((one) => {
      const invoice = invoices.get(one.invoiceId)
      return invoice && isUnderWayIn(invoice, one) ? invoice : null
    })
    const paid = open.flatMap((before, at): Invoice[] => {
      if (before === null || isLate.has(before.subscriptionId)) return []
      const version = before.version + 1
      return [{ ...before, ...paidBy(all[at]!.payment), updatedAt: now, version }]
    })
    if (paid.length > 0) {
      assert.equal(await writePaid(sql, paid), paid.length, 'a locked invoice is as it was read')
      const shown = paid.map((one) => [one, JSON.stringify(toWireInvoice(one))] as const)
      await emit(
        sql,
        shown.map(([one, body]) => newEvent(one, 'invoice.paid', body, now)),
      )
    }
    for (const [at, before] of open.entries()) {
      if (before === null || !isLate.has(before.subscriptionId)) continue
      const subscription = (await lockSubscription(sql, before))!
      await settle(context, sql, before, subscription, all[at]!.payment)
    }
    return open.map((one) => one !== null)
  })
  for (const { businessId, mode } of tried) {
    context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  }
  return recorded
}

function conclude(context: Context, { invoice: tried, payment, reason }: Ended): Promise<boolean> {
  return underLock(context, tried, async (sql, invoice, subscription) => {
    if (!isUnderWayIn(invoice, tried)) return false
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

/** Whether the invoice still waits for the payment that was tried. */
function isUnderWayIn(invoice: Invoice, { attempt }: Invoice): boolean {
  return invoice.state === 'open' && invoice.attempt === attempt && invoice.trying !== null
}

function isPaid({ status }: Transaction): boolean {
  return status === 'success' || status === 'reversed'
}

function paidBy(payment: Transaction): Partial<Invoice> {
  return {
    ...{ state: 'paid', paidAt: payment.paidAt, transactionId: payment.id, trying: null },
    ...{ dueAt: null, nextMailAt: null },
  }
}

async function settle(
  context: Context,
  sql: Sql,
  before: Invoice,
  subscription: Subscription,
  payment: Transaction,
): Promise<void> {
  const kept = before.trying === 'checkout' ? authorizationIn(payment) : null
  await changeInvoice(context, sql, before, paidBy(payment), 'invoice.paid')
  const isFailing = (await listOpen(sql, before)).some(({ failures }) => failures > 0)
  const isActive = subscription.state === 'past_due' && !isFailing
  await write(context, sql, subscription, {
    ...(isActive && { state: 'active' as const }),
    ...(kept && subscription.endedAt === null && { authorizationId: kept }),
  })
}

/** The card that the customer kept while paying. The next periods are charged to it. */
export function authorizationIn({ authorizationDetails }: Transaction) {
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
  { businessId, mode, invoiceId, subscriptionId }: OfSubscription,
  run: (sql: Sql, invoice: Invoice, subscription: Subscription) => Promise<Result>,
): Promise<Result> {
  const scope = { businessId, mode }
  const result = await context.sql.begin(async (sql) => {
    const subscription = await lockSubscription(sql, { ...scope, subscriptionId })
    const invoice = await findInvoice(sql, { ...scope, invoiceId })
    assert(subscription && invoice, 'an invoice is of a subscription')
    return run(sql, invoice, subscription)
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return result
}
