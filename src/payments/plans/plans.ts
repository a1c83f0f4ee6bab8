import type { Context, Scope } from '../../core/context.ts'
import { always } from '../../core/etags.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { type MetadataChange, shownMetadata } from '../../core/metadata.ts'
import { toWire } from '../../core/wire.ts'
import { newId, parsePublicId, publicCode, publicId } from '../../platform/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import { findPlan, insertPlan, type Plan, type PlanId, updatePlan } from './plans.sql.ts'

export { findPlan, listPlans } from './plans.sql.ts'

// A plan is what customers subscribe to: an amount for each interval.
//
//   (none) ──> active <──> inactive     [createPlan, changePlan]
//
// (1) A change applies to the periods that begin after it. The interval and the number of times
//     never change.
// (2) Nobody can subscribe to an inactive plan. Its subscriptions go on.

/** Of units in a subscription. */
export const QUANTITY_MAX = 10_000

type PlanInput = Pick<
  Plan,
  'name' | 'description' | 'amount' | 'interval' | 'times' | 'ifUnpaid' | 'metadata'
>

export async function createPlan(
  context: Context,
  { businessId, mode }: Scope,
  input: PlanInput,
  effectId: string | null,
): Promise<Plan> {
  const now = context.now()
  const planId = (effectId ?? newId(now)) as PlanId
  const times = { createdAt: now, updatedAt: now }
  const plan: Plan = { businessId, mode, planId, ...input, active: true, version: 0, ...times }
  await context.sql.begin(async (sql) => {
    if (await insertPlan(sql, plan)) await emit(sql, [eventOf('plan.created', plan)])
  })
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  return planNamed(context, plan, publicId('plan', planId))
}

/** By its id or code. */
export async function planNamed(
  { sql }: Pick<Context, 'sql'>,
  { businessId, mode }: Scope,
  text: string,
): Promise<Plan> {
  const planId = parsePublicId('plan', text) ?? refuse('plan_not_found')
  return (await findPlan(sql, { businessId, mode, planId })) ?? refuse('plan_not_found')
}

type PlanChange = Partial<Pick<Plan, 'name' | 'description' | 'amount' | 'ifUnpaid' | 'active'>> & {
  metadata?: MetadataChange | undefined
}

export function changePlan(
  context: Context,
  scope: Scope,
  text: string,
  { metadata, ...change }: PlanChange,
  only = always,
): Promise<Plan> {
  return fromFreshReading(async () => {
    const before = await planNamed(context, scope, text)
    only(before)
    if (metadata === undefined && Object.keys(change).length === 0) return before
    const merged = metadata && { metadata: metadata(before.metadata) }
    const after = await context.sql.begin(async (sql) => {
      const updatedAt = context.now()
      const changed = await updatePlan(sql, before, { ...change, ...merged, updatedAt })
      if (changed === null) throw new ChangedMeanwhile()
      await emit(sql, [eventOf('plan.updated', changed)])
      return changed
    })
    context.pubSub.publish(EVENTS_TOPIC, scope)
    return after
  })
}

export function planCode(id: PlanId): string {
  return publicCode('plan', id)
}

/** As the API and the events show it. */
export function toWirePlan({ metadata, ...plan }: Plan) {
  const { name, description, amount, interval, times, ifUnpaid, active } = plan
  const { createdAt, updatedAt } = plan
  return {
    ...toWire({ name, description, amount, interval, times, ifUnpaid, active }),
    ...toWire({ createdAt, updatedAt }),
    metadata: shownMetadata(metadata),
    id: publicId('plan', plan.planId),
    domain: plan.mode,
    plan_code: planCode(plan.planId),
    currency: 'NGN' as const,
  }
}

function eventOf(type: 'plan.created' | 'plan.updated', plan: Plan) {
  return newEvent(plan, type, JSON.stringify(toWirePlan(plan)), plan.updatedAt)
}
