import assert from 'node:assert/strict'
import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { AuthorizationId } from '../authorizations/authorizations.sql.ts'
import { closingEvent } from '../transactions/expire.ts'
import type {
  NotSubscribed,
  Transaction,
  TransactionKey,
} from '../transactions/transactions.rows.ts'
import {
  listToSubscribe,
  lockToSubscribe,
  setSubscribed,
  topicOf,
} from '../transactions/transactions.ts'
import { beginPeriod, inOrder } from './bill.ts'
import { authorizationIn, eachOf } from './collect.ts'
import { type Invoice, insertInvoices } from './invoices.sql.ts'
import {
  findRunning,
  insertSubscription,
  lockSubscriber,
  type Subscription,
} from './subscriptions.sql.ts'
import { newSubscription, planOf } from './subscriptions.ts'
import { toWireInvoice, toWireSubscription } from './wire.ts'

// A subscription that begins with a payment at the checkout (`plan` of initialize): the payment is
// that of its first period.
//
//   paid ──> subscribed                         [subscribe]
//   paid ──> not subscribed, with the reason    [subscribe]
//
// Invariants:
// (1) Subscription, paid invoice, events and the mark on the payment are one COMMIT, under the lock
//     of the payment. So after a crash there are all or none, and a payment begins at most one:
//     a payment pays one invoice, by a unique index.
// (2) The first period is never charged: its invoice is inserted as paid.
// (3) Of two payments of a customer for a plan, one begins a subscription.

const BATCH_MAX = 50

/** A job. Returns how many payments it handled. */
export async function beginPaid(context: Context): Promise<number> {
  const paid = await listToSubscribe(context.sql, BATCH_MAX)
  let handled = 0
  await eachOf(paid, async (key) => {
    if (await context.sql.begin((sql) => subscribe(context, sql, key))) handled += 1
    context.pubSub.publish(topicOf(key.id))
    context.pubSub.publish(EVENTS_TOPIC, { businessId: key.businessId, mode: key.mode })
  })
  return handled
}

/** False if another process handles it. */
async function subscribe(context: Context, sql: Sql, key: TransactionKey): Promise<boolean> {
  const payment = await lockToSubscribe(sql, key)
  if (payment === null) return false
  const authorizationId = authorizationIn(payment)
  const { customerId } = payment
  const planId = payment.planId!
  await lockSubscriber(sql, payment, { customerId, planId })
  if (payment.status === 'reversed') await refrain(context, sql, payment, 'reversed')
  else if (authorizationId === null) await refrain(context, sql, payment, 'no_card')
  else if (await findRunning(sql, payment, { customerId, planId })) {
    await refrain(context, sql, payment, 'already_subscribed')
  } else await begin(context, sql, payment, authorizationId)
  return true
}

async function begin(
  context: Context,
  sql: Sql,
  payment: Transaction,
  authorizationId: AuthorizationId,
): Promise<void> {
  const now = context.now()
  const { businessId, mode, customerId, requestedAmount, paidAt, email } = payment
  const quantity = payment.planQuantity!
  const plan = await planOf(sql, payment, payment.planId!)
  const subscriptionId = newId<'subscription'>(now)
  const before: Subscription = {
    ...newSubscription(now, {
      ...{ businessId, mode, subscriptionId, customerId, planId: plan.planId, quantity },
      ...{ authorizationId, metadata: null, state: 'active', anchor: paidAt! },
    }),
    email,
  }
  // The price when the payment was initialized: the customer has paid that.
  const amount = kobo(requestedAmount / BigInt(quantity))
  const { after, invoice } = beginPeriod(now, before, { ...plan, amount })
  assert.equal(invoice.amount, requestedAmount, 'the first period costs what was paid')
  const { email: _, ...row } = after
  assert(await insertSubscription(sql, row), 'the id of a subscription is new')
  const paid: Invoice = {
    ...invoice,
    state: 'paid',
    paidAt,
    transactionId: payment.id,
    dueAt: null,
  }
  assert.equal(await insertInvoices(sql, [paid]), 1, 'a period has one invoice')
  assert(await setSubscribed(sql, payment, { subscriptionId, updatedAt: now }))
  const subscription = JSON.stringify(toWireSubscription(context, after))
  const shown = JSON.stringify(toWireInvoice(paid))
  const events = inOrder([
    newEvent(after, 'subscription.created', subscription, now),
    newEvent(paid, 'invoice.created', shown, now),
    newEvent(paid, 'invoice.paid', shown, now),
  ])
  await emit(sql, events)
}

/** The business is told: it may refund the payment, or ask the customer for another card. */
async function refrain(
  context: Context,
  sql: Sql,
  payment: Transaction,
  notSubscribed: NotSubscribed,
): Promise<void> {
  const now = context.now()
  const after = await setSubscribed(sql, payment, { notSubscribed, updatedAt: now })
  assert(after, 'a locked payment is as it was read')
  await emit(sql, [closingEvent('transaction.not_subscribed', after, now)])
}
