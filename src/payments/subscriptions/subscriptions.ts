import assert from 'node:assert/strict'
import { customerNamed } from '../../accounts/customers/customers.ts'
import type { Context, Scope } from '../../core/context.ts'
import { always, type OnlyIf } from '../../core/etags.ts'
import type { EventType } from '../../core/events/types.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import type { MetadataChange } from '../../core/metadata.ts'
import { KOBO_MAX } from '../../core/wire.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId, parsePublicId, publicId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { authorizationNamed } from '../authorizations/authorizations.ts'
import { countUntil, intervalsAfter, partOf } from '../plans/periods.ts'
import type { Plan, PlanId } from '../plans/plans.sql.ts'
import { findPlan, planNamed } from '../plans/plans.ts'
import { dedicatedOf } from '../virtual-accounts/dedicated.ts'
import { type Invoice, listOpen, updateInvoice } from './invoices.sql.ts'
import {
  findSubscription,
  insertSubscription,
  lockSubscription,
  type Subscription,
  type SubscriptionId,
  type SubscriptionKey,
  updateSubscription,
} from './subscriptions.sql.ts'
import { toWireInvoice, toWireSubscription } from './wire.ts'

export { findInvoice, listInvoices, totalsOfInvoices } from './invoices.sql.ts'
export {
  eraseSubscriptions,
  findRunning,
  findSubscription,
  listOfCustomer,
  listSubscriptions,
  totalsOfPlans,
} from './subscriptions.sql.ts'
export { subscriptionCode, toWireSubscription } from './wire.ts'

// A subscription charges a customer for a plan, period by period. bill.ts begins the periods, and
// collect.ts gets their invoices paid.
//
//   (none) ──> scheduled | trialing | active                          [createSubscription]
//   scheduled, trialing ──> active                                    [beginPeriods]
//   active <──> past_due                an invoice fails; none fails any more      [collect.ts]
//   past_due ──> cancelled | unpaid     the last charge of an invoice fails, as the plan says
//   scheduled, trialing, active, past_due ──> paused                  [pause]
//   paused, unpaid ──> active                                         [resume]
//   any but the ended ──> cancelled                                   [cancel; beginPeriods]
//   active, past_due ──> completed      the last of `times` periods is over        [beginPeriods]
//
// Invariants:
// (1) A period has one invoice: a unique index. Its begin and its invoice are one COMMIT.
// (2) A change of a subscription, or of an invoice of it, is made under the subscription's lock.
// (3) An ended subscription has no open invoice, except one whose payment has begun.
// (4) Periods that begin while it is paused are not charged, then or later.

const START_MS_MAX = 366 * DAY

type SubscriptionInput = {
  /** The id or code of the plan, and the id, code or email address of the customer. */
  plan: string
  customer: string
  authorizationCode: string | null
  startAt: Date | null
  trialDays: number
  quantity: number
  metadata: string | null
}

/** Refuses a card of another customer, and a customer without card and account number. */
export async function createSubscription(
  context: Context,
  scope: Scope,
  { authorizationCode, startAt, trialDays, quantity, metadata, ...names }: SubscriptionInput,
  effectId: string | null,
): Promise<Subscription> {
  const { businessId, mode } = scope
  const plan = await planNamed(context, scope, names.plan)
  const { customerId, email } = await customerNamed(context, scope, names.customer)
  const now = context.now()
  const subscriptionId = (effectId ?? newId(now)) as SubscriptionId
  const key = { businessId, mode, subscriptionId }
  const known = effectId && (await findSubscription(context.sql, key))
  if (known) return known
  if (!plan.active) refuseField('plan', 'not_allowed', 'is inactive. Use an active plan.')
  refuseTooMuch(plan, quantity)
  const authorization =
    authorizationCode === null ? null : await authorizationNamed(context, scope, authorizationCode)
  if (authorization && authorization.customerId !== customerId) refuse('authorization_not_found')
  if (authorization === null && (await dedicatedOf(context, scope, customerId)) === null) {
    const message = 'is missing, and the customer has no dedicated virtual account. Create one.'
    refuseField('authorization_code', 'required', message)
  }
  const start = startAt ?? now
  if (start < now) refuseField('start_date', 'too_small', 'must not be in the past.')
  if (start > later(now, START_MS_MAX)) {
    refuseField('start_date', 'too_large', 'must be at most 366 days ahead.')
  }
  const anchor = later(start, trialDays * DAY)
  const began = anchor > now ? (trialDays > 0 ? 'trialing' : 'scheduled') : 'active'
  const row = newSubscription(now, {
    ...{ ...key, customerId, planId: plan.planId, quantity, metadata, state: began, anchor },
    authorizationId: authorization?.authorizationId ?? null,
  })
  await context.sql.begin(async (sql) => {
    const isNew = await insertSubscription(sql, row)
    if (isNew) await tell(context, sql, 'subscription.created', { ...row, email })
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return (await findSubscription(context.sql, key))!
}

type Given = SubscriptionKey &
  Pick<
    Subscription,
    'customerId' | 'planId' | 'quantity' | 'authorizationId' | 'state' | 'anchor'
  > &
  Pick<Subscription, 'metadata'>

/** Before its first period. */
export function newSubscription(now: Date, given: Given): Omit<Subscription, 'email'> {
  const { anchor } = given
  return {
    ...{ ...given, nextPlanId: null },
    ...{ anchorPeriod: 1, period: 0, invoiced: 0, periodPrice: kobo(0), carried: 0n },
    ...{ endsWithPeriod: false, nextPaymentAt: anchor, dueAt: anchor },
    ...{ version: 0, createdAt: now, updatedAt: now, endedAt: null },
  }
}

/** By its id or code. */
export async function subscriptionNamed(
  { sql }: Pick<Context, 'sql'>,
  { businessId, mode }: Scope,
  text: string,
): Promise<Subscription> {
  const subscriptionId = parsePublicId('subscription', text) ?? refuse('subscription_not_found')
  const found = await findSubscription(sql, { businessId, mode, subscriptionId })
  return found ?? refuse('subscription_not_found')
}

type SubscriptionChange = {
  plan?: string
  proration?: 'none' | 'prorate'
  quantity?: number
  authorizationCode?: string
  metadata?: MetadataChange | undefined
}

/** `prorate`: from now on, and the difference is on the next invoice. Else from the next period. */
export async function changeSubscription(
  context: Context,
  scope: Scope,
  text: string,
  wanted: SubscriptionChange,
  only: OnlyIf = always,
): Promise<Subscription> {
  const { authorizationCode, metadata, proration = 'none' } = wanted
  const code = authorizationCode
  const authorization = code === undefined ? null : await authorizationNamed(context, scope, code)
  const plan = wanted.plan === undefined ? null : await planNamed(context, scope, wanted.plan)
  if (plan?.active === false) refuseField('plan', 'not_allowed', 'is inactive.')
  return changed(
    context,
    await subscriptionNamed(context, scope, text),
    only,
    async (sql, before) => {
      if (before.endedAt !== null) refuse('subscription_ended')
      if (authorization && authorization.customerId !== before.customerId) {
        refuse('authorization_not_found')
      }
      const { quantity = before.quantity } = wanted
      const current = await planOf(sql, before, before.planId)
      const next = plan ?? (await planOf(sql, before, before.nextPlanId ?? before.planId))
      refuseTooMuch(next, quantity)
      const now = context.now()
      const terms =
        proration === 'prorate'
          ? prorated(now, before, current, next, quantity)
          : { nextPlanId: next.planId === before.planId ? null : next.planId, quantity }
      return {
        ...terms,
        ...(authorization && { authorizationId: authorization.authorizationId }),
        ...(metadata && { metadata: metadata(before.metadata) }),
      }
    },
  )
}

/** The credit and the charge for the rest of the period, each in whole kobo rounded down. */
function prorated(
  now: Date,
  before: Subscription,
  current: Plan,
  next: Plan,
  quantity: number,
): Partial<Subscription> {
  if (current.interval !== next.interval) {
    const message = 'cannot be `prorate` between plans of different intervals. Send `none`.'
    refuseField('proration', 'not_allowed', message)
  }
  const terms = { planId: next.planId, nextPlanId: null, quantity }
  // This period is not charged: it has not begun, or began during a pause.
  if (before.periodPrice === 0n) return terms
  const periodPrice = kobo(next.amount * BigInt(quantity))
  const period = { start: startOfPeriod(before, current), end: before.nextPaymentAt }
  const credit = partOf(before.periodPrice, now, period)
  const charge = partOf(periodPrice, now, period)
  return { ...terms, periodPrice, carried: before.carried + charge - credit }
}

function startOfPeriod({ anchor, anchorPeriod, period }: Subscription, plan: Plan): Date {
  return intervalsAfter(anchor, plan.interval, period - anchorPeriod)
}

/** Cancelling what has ended, or ends with its period, changes nothing. */
export function cancel(
  context: Context,
  key: SubscriptionKey,
  at: 'now' | 'period_end',
): Promise<Subscription> {
  return changed(context, key, always, async (sql, before) => {
    if (before.endedAt !== null) return {}
    // Nothing is paid for until a later day.
    const isOver = before.period === 0 || before.dueAt === null
    if (at === 'period_end' && !isOver) return before.endsWithPeriod ? {} : { endsWithPeriod: true }
    return ended(context, sql, before, 'cancelled')
  })
}

/** Ends it, and drops its invoices whose payment has not begun. */
export async function ended(
  context: Context,
  sql: Sql,
  before: Subscription,
  state: 'cancelled' | 'completed',
): Promise<Partial<Subscription>> {
  const now = context.now()
  if (state === 'cancelled') {
    for (const invoice of await listOpen(sql, before)) {
      if (invoice.trying === null) await voidInvoice(context, sql, invoice)
    }
  }
  return { state, endedAt: now, dueAt: null, nextPlanId: null, endsWithPeriod: false }
}

export async function voidInvoice(context: Context, sql: Sql, invoice: Invoice): Promise<void> {
  const change = { state: 'void', trying: null, dueAt: null, nextMailAt: null } as const
  await changeInvoice(context, sql, invoice, change, 'invoice.voided')
}

/** Periods that begin while it is paused are not charged. */
export function pause(context: Context, key: SubscriptionKey): Promise<Subscription> {
  return changed(context, key, always, async (_, before) => {
    if (before.endedAt !== null) refuse('subscription_ended')
    return before.dueAt === null ? {} : { state: 'paused', dueAt: null }
  })
}

/** It goes on with the next period that begins from now on; also if it was to end. */
export function resume(context: Context, key: SubscriptionKey): Promise<Subscription> {
  return changed(context, key, always, async (sql, before) => {
    if (before.endedAt !== null) refuse('subscription_ended')
    if (before.dueAt !== null) return before.endsWithPeriod ? { endsWithPeriod: false } : {}
    const { anchor, anchorPeriod, period } = before
    const { interval } = await planOf(sql, before, before.planId)
    const least = period + 1 - anchorPeriod
    const count = countUntil(anchor, interval, context.now(), least)
    const nextPaymentAt = intervalsAfter(anchor, interval, count)
    const isFailing = (await listOpen(sql, before)).some(({ failures }) => failures > 0)
    return {
      state: isFailing ? 'past_due' : 'active',
      ...{ period: anchorPeriod + count - 1, nextPaymentAt, dueAt: nextPaymentAt },
      ...(count > least && { periodPrice: kobo(0) }),
      endsWithPeriod: false,
    }
  })
}

export async function planOf(sql: Sql, { businessId, mode }: Scope, planId: PlanId): Promise<Plan> {
  const plan = await findPlan(sql, { businessId, mode, planId })
  assert(plan, 'a subscription is of a plan')
  return plan
}

/** Changes it under its lock, and emits what it became. `{}` changes nothing. */
export async function changed(
  context: Context,
  key: SubscriptionKey,
  only: OnlyIf,
  decide: (sql: Sql, before: Subscription) => Promise<Partial<Subscription>>,
): Promise<Subscription> {
  const after = await context.sql.begin(async (sql) => {
    const before = (await lockSubscription(sql, key)) ?? refuse('subscription_not_found')
    only(before)
    return write(context, sql, before, await decide(sql, before))
  })
  const { businessId, mode } = key
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  return after
}

/** With its event. The caller has the lock. */
export async function write(
  context: Context,
  sql: Sql,
  before: Subscription,
  change: Partial<Subscription>,
): Promise<Subscription> {
  if (Object.keys(change).length === 0) return before
  const after = await updateSubscription(sql, before, { ...change, updatedAt: context.now() })
  assert(after, 'a locked subscription is as it was read')
  await tell(context, sql, eventFor(before, after), after)
  return after
}

function eventFor(before: Subscription, after: Subscription): EventType {
  if (after.endedAt !== null) return `subscription.${after.state as 'cancelled' | 'completed'}`
  const isEnding = after.endsWithPeriod && !before.endsWithPeriod
  return isEnding ? 'subscription.not_renewing' : 'subscription.updated'
}

export async function tell(
  context: Context,
  sql: Sql,
  type: EventType,
  row: Subscription,
): Promise<void> {
  const body = JSON.stringify(toWireSubscription(context, row))
  await emit(sql, [newEvent(row, type, body, context.now())])
}

/** The caller has the lock of its subscription. */
export async function changeInvoice(
  context: Context,
  sql: Sql,
  before: Invoice,
  change: Partial<Invoice>,
  type?: EventType,
): Promise<Invoice> {
  const after = await updateInvoice(sql, before, { ...change, updatedAt: context.now() })
  assert(after, 'the invoice of a locked subscription is as it was read')
  if (type !== undefined) await tellInvoice(context, sql, type, after)
  return after
}

async function tellInvoice(
  context: Context,
  sql: Sql,
  type: EventType,
  row: Invoice,
): Promise<void> {
  const body = JSON.stringify(toWireInvoice(row))
  await emit(sql, [newEvent(row, type, body, context.now())])
}

function refuseTooMuch({ amount }: { amount: Kobo }, quantity: number): void {
  if (amount * BigInt(quantity) <= BigInt(KOBO_MAX)) return
  const message = `times the amount of the plan must be at most ${KOBO_MAX} kobo.`
  refuseField('quantity', 'too_large', message)
}

type Code = Parameters<typeof refuseFields>[0][number]['code']

function refuseField(field: string, code: Code, message: string): never {
  return refuseFields([{ field, code, message: `${field} ${message}` }])
}

export function codeOf({ subscriptionId }: SubscriptionKey): string {
  return publicId('subscription', subscriptionId)
}
