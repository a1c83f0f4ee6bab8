import { Type } from 'typebox'
import { change } from '../../core/change.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { flag, oneOf, withinIds } from '../../core/filters.ts'
import { metadataChange, readMetadata, SentMetadata, ShownMetadata } from '../../core/metadata.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  Count,
  Currency,
  Domain,
  fromWire,
  Kobo,
  KoboAmount,
  Nullable,
  named,
  PublicId,
  SentCurrency,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import { kobo } from '../../platform/money.ts'
import { INTERVALS } from './periods.ts'
import { listPlans } from './plans.sql.ts'
import { changePlan, createPlan, planNamed, toWirePlan } from './plans.ts'

// The wire of plans.

const TIMES_MAX = 10_000

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'one-line',
  description: 'Customers see it.',
  examples: ['Membership'],
})
const Description = Type.String({
  maxLength: 300,
  description: 'What they get.',
  examples: ['Every class, every week'],
})
const Amount = KoboAmount('For each period, in kobo.')
const IntervalType = Type.Enum([...INTERVALS], { description: 'How long a period is.' })
const IfUnpaid = Type.Enum(['cancel', 'keep'], {
  description:
    'What follows when the last charge of an invoice has failed. `cancel`: the subscription is ' +
    'cancelled. `keep`: it is `unpaid`, and you can resume it.',
})

export const PlanBody = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    amount: Amount,
    currency: SentCurrency,
    interval: IntervalType,
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: TIMES_MAX,
        description: 'How many periods are charged. Without it, until it is cancelled.',
        examples: [12],
      }),
    ),
    if_unpaid: Type.Optional(IfUnpaid),
    metadata: SentMetadata,
  },
  { examples: [{ name: 'Membership', amount: 500_000, interval: 'monthly' }] },
)

export const PlanChangeBody = Type.Object({
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  amount: Type.Optional(Amount),
  currency: SentCurrency,
  if_unpaid: Type.Optional(IfUnpaid),
  active: Type.Optional(Type.Boolean({ description: 'false: nobody can subscribe to it.' })),
  metadata: SentMetadata,
})

export const PlanRecord = Type.Object(
  {
    id: PublicId('plan'),
    domain: Domain,
    plan_code: Text(
      'Send it as `plan` when you create a subscription.',
      'PLN_AZqmA2NQe2e4sK1d8v6cXw',
    ),
    name: Text('Customers see it.', 'Membership'),
    description: Nullable(Text('What they get.', 'Every class, every week')),
    amount: Kobo('For each period of one unit, in kobo.'),
    currency: Currency,
    interval: IntervalType,
    times: Nullable(Count('How many periods are charged. Null: no limit.', 12)),
    if_unpaid: IfUnpaid,
    active: Type.Boolean({ description: 'Whether customers can subscribe to it.' }),
    metadata: ShownMetadata,
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { $id: 'Plan', description: 'What customers subscribe to.' },
)

const NAMED = { id: PublicId('plan', 'The id or code of the plan.') }

export const planRoutes = under('Subscriptions', [
  action('POST /plans', {
    needs: 'subscriptions:write',
    operationId: 'createPlan',
    summary: 'Create a plan',
    description: 'Sets what customers pay, and how often. Nobody is charged before they subscribe.',
    body: PlanBody,
    answer: named('Plan'),
    status: 201,
    message: 'Plan created',
    hasTag: true,
    handle: async (context, { scope, body, rawBody, effectId }, reply) => {
      const { name, interval, amount, description = null, times = null } = body
      const input = { name, interval, amount: kobo(amount), description, times }
      const more = { ifUnpaid: body.if_unpaid ?? 'cancel', metadata: readMetadata(body, rawBody) }
      const plan = await createPlan(context, scope, { ...input, ...more }, effectId)
      setTag(reply, plan)
      return toWirePlan(plan)
    },
  }),
  list('/plans', {
    needs: 'subscriptions:read',
    operationId: 'listPlans',
    summary: 'List plans',
    description: 'Newest first.',
    filters: {
      interval: oneOf(INTERVALS, 'Plans with this interval.', { column: 'interval' }),
      active: flag('`true`: active plans only. `false`: the others.', (sql) => sql`active`),
      ...withinIds('planId'),
    },
    item: named('Plan'),
    message: 'Plans found',
    handle: async (context, { scope }, page) => {
      const { rows, meta } = await listPlans(context.sql, scope, page)
      return { data: rows.map(toWirePlan), meta }
    },
  }),
  record('/plans/:id', {
    needs: 'subscriptions:read',
    params: NAMED,
    operationId: 'getPlan',
    summary: 'Fetch a plan',
    description: 'Returns the plan with this id or code.',
    answer: named('Plan'),
    message: 'Plan found',
    hasTag: true,
    handle: async (context, { scope, params }, reply) => {
      const plan = await planNamed(context, scope, params.id)
      setTag(reply, plan)
      return toWirePlan(plan)
    },
  }),
  ...change('/plans/:id', {
    needs: 'subscriptions:write',
    params: NAMED,
    operationId: 'updatePlan',
    summary: 'Update a plan',
    description: 'Applies to periods that begin from now on, also of existing subscriptions.',
    body: PlanChangeBody,
    clears: ['description', 'metadata'],
    answer: named('Plan'),
    refusals: [404],
    message: 'Plan changed',
    handle: async (context, request, reply) => {
      const { scope, params, body, rawBody } = request
      const { metadata: _, currency: __, amount, ...sent } = body
      const wanted = {
        ...fromWire(PlanChangeBody, sent),
        ...(amount !== undefined && { amount: kobo(amount) }),
        metadata: metadataChange(body, rawBody),
      }
      const plan = await changePlan(context, scope, params.id, wanted, onlyIf(request))
      setTag(reply, plan)
      return toWirePlan(plan)
    },
  }),
])
