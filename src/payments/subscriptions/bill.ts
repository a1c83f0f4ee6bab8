import assert from 'node:assert/strict'
import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC } from '../../core/events/webhooks.ts'
import { KOBO_MAX, KOBO_MIN } from '../../core/wire.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { intervalsAfter } from '../plans/periods.ts'
import { type Invoice, insertInvoice } from './invoices.sql.ts'
import { lockDue, type Subscription } from './subscriptions.sql.ts'
import { ended, planOf, tellInvoice, write } from './subscriptions.ts'

// Begins the periods of subscriptions: each with its invoice, in one COMMIT.

const BATCH_MAX = 100
/** From the invoice to the first reminder, if it is to be paid by a transfer. */
const FIRST_REMINDER_MS = 1 * DAY

/**
 * A job: begins the periods that are due, one of each subscription. After a long stop it runs until
 * none is due, so that no period is left out. Returns how many it handled.
 */
export async function beginPeriods(context: Context): Promise<number> {
  const begun = await context.sql.begin(async (sql) => {
    const due = await lockDue(sql, context.now(), BATCH_MAX)
    for (const one of due) await beginPeriod(context, sql, one)
    return due
  })
  for (const { businessId, mode } of begun) {
    context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  }
  return begun.length
}

async function beginPeriod(context: Context, sql: Sql, before: Subscription): Promise<void> {
  if (before.endsWithPeriod) {
    await write(context, sql, before, await ended(context, sql, before, 'cancelled'))
    return
  }
  const plan = await planOf(sql, before, before.nextPlanId ?? before.planId)
  if (plan.times !== null && before.invoiced >= plan.times) {
    await write(context, sql, before, await ended(context, sql, before, 'completed'))
    return
  }
  const now = context.now()
  const period = before.period + 1
  const start = before.nextPaymentAt
  // A plan may have another interval: its periods are counted from here.
  const isOther = before.nextPlanId !== null
  const anchored = isOther ? { anchor: start, anchorPeriod: period } : before
  const { anchor, anchorPeriod } = anchored
  const end = intervalsAfter(anchor, plan.interval, period + 1 - anchorPeriod)
  const periodPrice = kobo(plan.amount * BigInt(before.quantity))
  const { amount, carried } = amountOf(periodPrice, before.carried)
  const invoice = invoiceOf(now, before, { period, periodStart: start, periodEnd: end, amount })
  const isNew = await insertInvoice(sql, invoice)
  assert(isNew, 'a period has one invoice')
  await tellInvoice(context, sql, 'invoice.created', invoice)
  if (invoice.state === 'paid') await tellInvoice(context, sql, 'invoice.paid', invoice)
  const isFirst = before.state === 'scheduled' || before.state === 'trialing'
  await write(context, sql, before, {
    ...{ planId: plan.planId, nextPlanId: null, anchor, anchorPeriod, period, periodPrice },
    ...{ invoiced: before.invoiced + 1, carried, nextPaymentAt: end, dueAt: end },
    ...(isFirst && { state: 'active' as const }),
  })
}

/** What is too little or too much for a payment is carried to the next invoice. */
function amountOf(price: Kobo, carried: bigint): { amount: Kobo; carried: bigint } {
  const owed = price + carried
  if (owed < BigInt(KOBO_MIN)) return { amount: kobo(0), carried: owed }
  const amount = owed > BigInt(KOBO_MAX) ? kobo(KOBO_MAX) : kobo(owed)
  return { amount, carried: owed - amount }
}

type Owed = Pick<Invoice, 'period' | 'periodStart' | 'periodEnd' | 'amount'>

function invoiceOf(now: Date, subscription: Subscription, owed: Owed): Invoice {
  const { businessId, mode, subscriptionId, customerId, authorizationId } = subscription
  const isPaid = owed.amount === 0n
  const byAccount = authorizationId === null
  const dueAt = byAccount ? later(now, FIRST_REMINDER_MS) : now
  return {
    ...{ businessId, mode, invoiceId: newId(now), subscriptionId, customerId, ...owed },
    ...{ state: isPaid ? 'paid' : 'open', byAccount, attempt: 0, trying: null, failures: 0 },
    ...{ failure: null, transactionId: null, dueAt: isPaid ? null : dueAt, nextMailAt: null },
    ...{ mailAttempts: 0, version: 0, createdAt: now, updatedAt: now },
    paidAt: isPaid ? now : null,
  }
}
