import { Type } from 'typebox'
import type { Context, Scope } from '../../src/core/context.ts'
import { equalTo, withinIds } from '../../src/core/filters.ts'
import { INTERVALS } from '../../src/payments/plans/periods.ts'
import { PlanBody, PlanChangeBody } from '../../src/payments/plans/plans.routes.ts'
import type { Plan } from '../../src/payments/plans/plans.sql.ts'
import {
  changePlan,
  createPlan,
  listPlans,
  planCode,
  planNamed,
} from '../../src/payments/plans/plans.ts'
import { totalsOfPlans } from '../../src/payments/subscriptions/subscriptions.ts'
import { kobo } from '../../src/platform/money.ts'
import type { Page } from '../../src/platform/paging.ts'
import { type Asked, checked, filtered, wrong } from './asked.ts'
import { call, list } from './call.routes.ts'
import { byNumber } from './numbers.ts'
import { paystackPlan } from './subscription-record.ts'

// Paystack's plans are ours. `invoice_limit` is the number of times; 0 is no limit.

const LIMIT_MAX = 10_000
const FILTERS = {
  interval: equalTo('interval', Type.String()),
  amount: equalTo('amount', Type.String()),
  ...withinIds('planId'),
}

export const planCalls = [
  call('POST /plan', 'POST /plans', async ({ context, scope, body, effectId }) => {
    const { name, amount, interval, description, times } = checked(PlanBody, {
      ...sentIn(body),
      name: body.needed('name'),
      amount: body.amount('amount') ?? body.needed('amount'),
      interval: body.needed('interval'),
      times: limitIn(body) || undefined,
    })
    const wanted = { name, amount: kobo(amount), interval, times: times ?? null }
    const more = { description: description ?? null, ifUnpaid: 'keep', metadata: null } as const
    const plan = await createPlan(context, scope, { ...wanted, ...more }, effectId)
    return { message: 'Plan created', data: paystackPlan(plan) }
  }),
  list(
    'GET /plan',
    'GET /plans',
    'Plans retrieved',
    ({ context, scope, query }, page) => {
      const amount = query.amount('amount')
      const sent = {
        ...query.texts('from', 'to'),
        interval: query.oneOf('interval', INTERVALS) ?? undefined,
        amount: amount === null ? undefined : `${amount}`,
      }
      return listPlans(context.sql, scope, filtered(page, FILTERS, sent, context, scope))
    },
    async (rows, { context, scope }) => {
      const totals = await totalsOf(context, scope, rows)
      return rows.map((plan) => {
        const { subscriptions, active, paid } = totals(plan)
        return {
          ...paystackPlan(plan),
          subscriptions: [],
          pages: [],
          total_subscriptions: subscriptions,
          active_subscriptions: active,
          total_subscriptions_revenue: Number(paid),
        }
      })
    },
  ),
  call('GET /plan/:code', 'GET /plans/:id', async ({ context, scope, params }) => {
    const plan = await planOf(context, scope, params['code'] ?? '')
    const { subscriptions, active, customers, paid } = (await totalsOf(context, scope, [plan]))(
      plan,
    )
    const data = {
      ...paystackPlan(plan),
      subscriptions: [],
      pages: [],
      subscribers: [],
      pages_count: 0,
      subscribers_count: customers,
      subscriptions_count: subscriptions,
      active_subscriptions_count: active,
      total_revenue: Number(paid),
    }
    return { message: 'Plan retrieved', data }
  }),
  call('PUT /plan/:code', 'PATCH /plans/:id', async ({ context, scope, params, body }) => {
    const before = await planOf(context, scope, params['code'] ?? '')
    refuseFixed(body, before)
    const { name, amount, description } = checked(PlanChangeBody, {
      ...sentIn(body),
      ...body.texts('name'),
      amount: body.amount('amount') ?? undefined,
    })
    const change = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(amount !== undefined && { amount: kobo(amount) }),
    }
    await changePlan(context, scope, planCode(before.planId), change)
    const { active } = (await totalsOf(context, scope, [before]))(before)
    return { message: `Plan updated. ${active} subscription(s) affected`, data: undefined }
  }),
]

/** `times`: of the plan. */
export function refuseOtherLimit(body: Asked, times: number | null): void {
  const limit = times ?? 0
  if ((body.number('invoice_limit') ?? limit) === limit) return
  wrong('invoice_limit', 'invoice_limit must be that of the plan.')
}

/** By code, number or our own id. */
export async function planOf(context: Context, scope: Scope, text: string): Promise<Plan> {
  const all = (page: Page) => listPlans(context.sql, scope, page)
  return (await byNumber(text, all, 'planId')) ?? planNamed(context, scope, text)
}

function sentIn(body: Asked) {
  return { description: body.text('description') || undefined }
}

/** Refuses to change the interval or the limit: a plan keeps them. */
function refuseFixed(body: Asked, { interval, times }: Plan): void {
  if ((body.text('interval') || interval) !== interval) {
    wrong('interval', 'interval cannot be changed. Create another plan.')
  }
  if ((limitIn(body) ?? 0) !== (times ?? 0) && body.has('invoice_limit')) {
    wrong('invoice_limit', 'invoice_limit cannot be changed. Create another plan.')
  }
  if (body.flag('update_existing_subscriptions') === false) {
    wrong(
      'update_existing_subscriptions',
      'update_existing_subscriptions must be true: a change holds for every period that begins.',
    )
  }
}

function limitIn(body: Asked): number | null {
  const limit = body.number('invoice_limit')
  const isWhole = limit === null || (Number.isInteger(limit) && limit >= 0 && limit <= LIMIT_MAX)
  const message = `invoice_limit must be a whole number from 0 to ${LIMIT_MAX}.`
  return isWhole ? limit : wrong('invoice_limit', message)
}

async function totalsOf(context: Context, scope: Scope, plans: Plan[]) {
  const ids = plans.map(({ planId }) => planId)
  const all = await totalsOfPlans(context.sql, scope, ids)
  const none = { subscriptions: 0, active: 0, customers: 0, paid: 0n }
  return ({ planId }: Plan) => all.find((one) => one.planId === planId) ?? none
}
