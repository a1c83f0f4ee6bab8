import assert from 'node:assert/strict'
import type { Context } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { KOBO_MAX, KOBO_MIN } from '../../core/wire.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { intervalsAfter } from '../plans/periods.ts'
import type { Plan, PlanId } from '../plans/plans.sql.ts'
import { type Invoice, insertInvoices } from './invoices.sql.ts'
import { lockDue, type Subscription, writePeriods } from './subscriptions.sql.ts'
import { ended, planOf, write } from './subscriptions.ts'
import { toWireInvoice, toWireSubscription } from './wire.ts'

// Begins the periods of subscriptions: each with its invoice, in one COMMIT.

const BATCH_MAX = 100
/** From the invoice to the first reminder, if it is to be paid by a transfer. */
const FIRST_REMINDER_MS = 1 * DAY

/**
 * A job: begins the periods that are due, one of each subscription. After a long stop it runs until
 * none is due, so that no period is left out. Returns how many it handled.
 */
export async function beginPeriods(context: Context): Promise<number> {
  const due = await context.sql.begin(async (sql) => {
    const due = await lockDue(sql, context.now(), BATCH_MAX)
    await beginAll(context, sql, due)
    return due
  })
  for (const { businessId, mode } of due) {
    context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  }
  return due.length
}

/** With the same few statements for all, except those that end. */
async function beginAll(context: Context, sql: Sql, due: readonly Subscription[]): Promise<void> {
  const now = context.now()
  const plans = new Map<string, Plan>()
  const planIn = async (scope: Subscription, planId: PlanId) => {
    const plan = plans.get(planId) ?? (await planOf(sql, scope, planId))
    plans.set(planId, plan)
    return plan
  }
  const begun: Begun[] = []
  for (const before of due) {
    const current = await planIn(before, before.planId)
    const plan = before.nextPlanId ? await planIn(before, before.nextPlanId) : current
    const isOver = plan.times !== null && before.invoiced >= plan.times
    if (!before.endsWithPeriod && !isOver) {
      begun.push(beginPeriod(now, before, plan, plan.interval !== current.interval))
    } else {
      const state = before.endsWithPeriod ? 'cancelled' : 'completed'
      await write(context, sql, before, await ended(context, sql, before, state))
    }
  }
  if (begun.length === 0) return
  const invoices = begun.map(({ invoice }) => invoice)
  assert.equal(await insertInvoices(sql, invoices), begun.length, 'a period has one invoice')
  const written = await writePeriods(
    sql,
    begun.map(({ after }) => after),
  )
  assert.equal(written, begun.length, 'a locked subscription is as it was read')
  await emit(
    sql,
    begun.flatMap((one) => eventsOf(context, now, one)),
  )
}

type Begun = { after: Subscription; invoice: Invoice }

/** The next period of a subscription, with what is owed for it. */
export function beginPeriod(
  now: Date,
  before: Subscription,
  plan: Plan,
  isOtherInterval = false,
): Begun {
  const period = before.period + 1
  const start = before.nextPaymentAt
  // Those of another interval are counted from here.
  const anchored = isOtherInterval ? { anchor: start, anchorPeriod: period } : before
  const { anchor, anchorPeriod } = anchored
  const end = intervalsAfter(anchor, plan.interval, period + 1 - anchorPeriod)
  const periodPrice = kobo(plan.amount * BigInt(before.quantity))
  const { amount, carried } = amountOf(periodPrice, before.carried)
  const isFirst = before.state === 'scheduled' || before.state === 'trialing'
  const after: Subscription = {
    ...before,
    ...{ planId: plan.planId, nextPlanId: null, anchor, anchorPeriod, period, periodPrice },
    ...{ invoiced: before.invoiced + 1, carried, nextPaymentAt: end, dueAt: end },
    ...(isFirst && { state: 'active' as const }),
    ...{ version: before.version + 1, updatedAt: now },
  }
  const owed = { period, periodStart: start, periodEnd: end, amount }
  return { after, invoice: invoiceOf(now, before, owed) }
}

function eventsOf(context: Context, now: Date, { after, invoice }: Begun) {
  const shown = JSON.stringify(toWireInvoice(invoice))
  const subscription = JSON.stringify(toWireSubscription(context, after))
  const events = [
    newEvent(invoice, 'invoice.created', shown, now),
    ...(invoice.state === 'paid' ? [newEvent(invoice, 'invoice.paid', shown, now)] : []),
    newEvent(after, 'subscription.updated', subscription, now),
  ]
  return inOrder(events)
}

/** Ids of one millisecond are random. Sorted, they list the events in this order. */
export function inOrder(events: readonly NewEvent[]): NewEvent[] {
  const ids = events.map(({ id }) => id).toSorted()
  return events.map((event, at) => ({ ...event, id: ids[at]! }))
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
