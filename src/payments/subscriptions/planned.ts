import { findCustomerId } from '../../accounts/customers/customers.ts'
import type { Context, Scope } from '../../core/context.ts'
import { KOBO_MAX } from '../../core/wire.ts'
import type { Kobo } from '../../platform/money.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { keepsCards } from '../../providers/capabilities.ts'
import type { PlanId } from '../plans/plans.sql.ts'
import { planNamed } from '../plans/plans.ts'
import { findRunning } from './subscriptions.sql.ts'

// What a payment with a plan must be. first-payment.ts begins the subscription when it is paid.

/** The id or code of a plan. */
export type Planned = { plan: string; quantity: number }

type Asked = Planned & {
  amount: Kobo
  email: string
  channels: readonly string[] | null
  feeBearer: string
  splitCode: string | null
  splitTerms?: string | null
  saveCard?: string | null
}

type Columns = { planId: PlanId; planQuantity: number }

/** The terms are those of now: a later change of the plan holds from the second period. */
export async function plannedPayment(
  context: Context,
  scope: Scope,
  { quantity, ...asked }: Asked,
): Promise<Columns> {
  const { planId, active, amount } = await planNamed(context, scope, asked.plan)
  if (!active) refuseField('plan', 'is inactive. Use an active plan.')
  const price = amount * BigInt(quantity)
  if (price > BigInt(KOBO_MAX)) {
    refuseField('quantity', `times the amount of the plan must be at most ${KOBO_MAX} kobo.`)
  }
  if (asked.amount !== price) {
    refuseField('amount', `must be ${price}: the amount of the plan times quantity.`)
  }
  if (asked.channels !== null && asked.channels.join() !== 'card') {
    refuseField('channels', 'must be card alone with a plan, or left out.')
  }
  if ((asked.saveCard ?? 'required') !== 'required') {
    refuseField('save_card', 'must be required with a plan, or left out.')
  }
  if (asked.feeBearer !== 'business') {
    refuseField('fee_bearer', 'must be business with a plan, or left out.')
  }
  if (asked.splitCode !== null || asked.splitTerms) {
    refuseField('split_code', 'must be left out with a plan: its later periods are not shared.')
  }
  if (!keepsCards(context.rails, scope)) {
    refuseField('plan', 'needs a card provider that keeps cards, and none is configured.')
  }
  const customerId = await findCustomerId(context, scope, asked.email)
  const running = customerId && (await findRunning(context.sql, scope, { customerId, planId }))
  if (running) refuse('already_subscribed')
  return { planId, planQuantity: quantity }
}

function refuseField(field: string, message: string): never {
  return refuseFields([{ field, code: 'not_allowed', message: `${field} ${message}` }])
}
