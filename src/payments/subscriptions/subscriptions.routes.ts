import { Type } from 'typebox'
import { byCustomer } from '../../accounts/customers/filters.ts'
import { change } from '../../core/change.ts'
import type { Context } from '../../core/context.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { type Filter, oneOf, within, withinIds } from '../../core/filters.ts'
import { metadataChange, readMetadata, SentMetadata, ShownMetadata } from '../../core/metadata.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  Count,
  Currency,
  Domain,
  fromWire,
  Kobo,
  Nullable,
  named,
  PublicId,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { dayOf } from '../../platform/lagos.ts'
import { readEdge, WANTS_EDGE } from '../../platform/range.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { QUANTITY_MAX } from '../plans/plans.ts'
import { INVOICE_STATES, listInvoices } from './invoices.sql.ts'
import { SUBSCRIPTION_STATES, type Subscription } from './subscriptions.sql.ts'
import {
  cancel,
  changeSubscription,
  createSubscription,
  listSubscriptions,
  pause,
  resume,
  subscriptionNamed,
} from './subscriptions.ts'
import { toWireInvoice, toWireSubscription } from './wire.ts'

// The wire of subscriptions and their invoices.

const TRIAL_DAYS_MAX = 366
const PLAN = 'PLN_AZqmA2NQe2e4sK1d8v6cXw'
const AUTHORIZATION = 'AUTH_AZqmA2NQe2e4sK1d8v6cXw'

const Plan = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The id or code of the plan.',
  examples: [PLAN],
})
const AuthorizationCode = Type.String({
  minLength: 1,
  maxLength: 100,
  description:
    'The kept card of the customer to charge. Without it, they pay by transfers to their ' +
    'dedicated virtual account.',
  examples: [AUTHORIZATION],
})
const Quantity = Type.Integer({
  minimum: 1,
  maximum: QUANTITY_MAX,
  description: 'How many units of the plan.',
  examples: [1],
})

export const SubscriptionBody = Type.Object(
  {
    plan: Plan,
    customer: Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'The id, code or email address of the customer.',
      examples: ['ada@example.com'],
    }),
    authorization_code: Type.Optional(AuthorizationCode),
    start_date: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'The day or time of the first charge; without it, now. A day is of Lagos.',
        examples: ['2027-01-31'],
      }),
    ),
    trial_days: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: TRIAL_DAYS_MAX,
        description: 'Days from the start until the first charge.',
        examples: [14],
      }),
    ),
    quantity: Type.Optional(Quantity),
    metadata: SentMetadata,
  },
  { examples: [{ plan: PLAN, customer: 'ada@example.com', authorization_code: AUTHORIZATION }] },
)

const SubscriptionChangeBody = Type.Object({
  plan: Type.Optional(Plan),
  proration: Type.Optional(
    Type.Enum(['none', 'prorate'], {
      description:
        '`none`, the default: plan and quantity apply from the next period. `prorate`: they ' +
        'apply now, and the next invoice has the difference for the rest of this period: what ' +
        'is left of the old price is credited and of the new one charged, each rounded down to ' +
        'whole kobo.',
    }),
  ),
  quantity: Type.Optional(Quantity),
  authorization_code: Type.Optional(AuthorizationCode),
  metadata: SentMetadata,
})

export const SubscriptionRecord = Type.Object(
  {
    id: PublicId('subscription'),
    domain: Domain,
    subscription_code: Text('Its code.', 'SUB_AZqmA2NQe2e4sK1d8v6cXw'),
    status: Type.Enum([...SUBSCRIPTION_STATES], {
      description:
        '`scheduled` and `trialing`: not charged yet. `past_due`: an invoice was not paid, and ' +
        'is charged again. `unpaid`: its last charge failed; `resume` continues. `cancelled` ' +
        'and `completed` are final.',
    }),
    customer_id: PublicId('customer', 'Who pays.'),
    customer_email: Text('The email address of the customer.', 'ada@example.com'),
    plan_code: Text('The plan.', PLAN),
    next_plan_code: Nullable(Text('The plan from the next period.', PLAN)),
    authorization_code: Nullable(
      Text('The card that is charged. Null: transfers to the account number.', AUTHORIZATION),
    ),
    quantity: Quantity,
    invoiced: Count('How many periods were invoiced.', 3),
    carried: Type.Integer({
      description: 'Added to the next invoice, in kobo. Below zero, a credit.',
      examples: [0],
    }),
    ends_with_period: Type.Boolean({ description: 'Whether it ends with the current period.' }),
    next_payment_at: Nullable(Timestamp('When the next period begins. Null: none does.')),
    manage_url: Text(
      'The page on which the customer pays, changes the card and cancels. Send it to them alone.',
      'https://pay.example/subscription/kq3Vd0nP',
    ),
    metadata: ShownMetadata,
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
    ended_at: Nullable(Timestamp('When it was cancelled or completed.')),
  },
  { $id: 'Subscription', description: 'A customer who pays for a plan.' },
)

export const InvoiceRecord = Type.Object(
  {
    id: PublicId('invoice'),
    domain: Domain,
    subscription_code: Text('The subscription.', 'SUB_AZqmA2NQe2e4sK1d8v6cXw'),
    customer_id: PublicId('customer', 'Who pays.'),
    period: Count('The number of the period.', 1),
    period_start: Timestamp('When the period began.'),
    period_end: Timestamp('When the next one begins.'),
    amount: Kobo('In kobo.'),
    currency: Currency,
    status: Type.Enum([...INVOICE_STATES], {
      description:
        '`open`: to be paid. `uncollectible`: the last charge failed. `void`: dropped, because ' +
        'the subscription was cancelled.',
    }),
    failures: Count('How often it was not paid.', 0),
    failure: Nullable(Text('Why the last charge failed.', 'insufficient_funds')),
    next_attempt_at: Nullable(Timestamp('When it is charged or reminded of next.')),
    transaction_id: Nullable(PublicId('transaction', 'The payment, or the last one.')),
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
    paid_at: Nullable(Timestamp('When it was paid.')),
  },
  { $id: 'Invoice', description: 'What is owed for one period of a subscription.' },
)

const ofPlan: Filter = {
  schema: Type.Optional(PublicId('plan', 'Subscriptions to the plan with this id or code.')),
  read(text) {
    const planId = parsePublicId('plan', text)
    return planId && ((sql) => sql`plan_id = ${planId}`)
  },
  wants: 'must be an id (pln_…) or a code (PLN_…)',
}

const NAMED = { id: PublicId('subscription', 'The id or code of the subscription.') }

const moved = (
  verb: 'pause' | 'resume',
  run: typeof pause,
  words: { summary: string; description: string; message: string },
) =>
  action(`POST /subscriptions/:id/${verb}`, {
    needs: 'subscriptions:write',
    params: NAMED,
    operationId: `${verb}Subscription`,
    ...words,
    answer: named('Subscription'),
    refusals: [404, 409],
    handle: async (context, { scope, params }) =>
      toWireSubscription(
        context,
        await run(context, await subscriptionNamed(context, scope, params.id)),
      ),
  })

export const subscriptionRoutes = under('Subscriptions', [
  action('POST /subscriptions', {
    needs: 'subscriptions:write',
    operationId: 'createSubscription',
    summary: 'Subscribe a customer to a plan',
    description:
      'The first period is charged within seconds, or at `start_date` and after `trial_days`. ' +
      'Month ends: a subscription that starts on 31 January is charged on 28 or 29 February, ' +
      'and on 31 March.',
    body: SubscriptionBody,
    answer: named('Subscription'),
    status: 201,
    refusals: [404],
    message: 'Subscription created',
    hasTag: true,
    handle: async (context, { scope, body, rawBody, effectId }, reply) => {
      const { plan, customer, start_date, quantity = 1, trial_days: trialDays = 0 } = body
      const input = { plan, customer, quantity, trialDays, startAt: startIn(context, start_date) }
      const authorizationCode = body.authorization_code ?? null
      const metadata = readMetadata(body, rawBody)
      const wanted = { ...input, authorizationCode, metadata }
      const made = await createSubscription(context, scope, wanted, effectId)
      setTag(reply, made)
      return toWireSubscription(context, made)
    },
  }),
  list('/subscriptions', {
    needs: 'subscriptions:read',
    operationId: 'listSubscriptions',
    summary: 'List subscriptions',
    description: 'Newest first.',
    filters: {
      status: oneOf(SUBSCRIPTION_STATES, 'Subscriptions with this status.', { column: 'state' }),
      ...byCustomer('Subscriptions', (sql, id) => sql`customer_id = ${id}`),
      plan: ofPlan,
      ...withinIds('subscriptionId'),
    },
    item: named('Subscription'),
    message: 'Subscriptions found',
    handle: async (context, { scope }, page) => {
      const { rows, meta } = await listSubscriptions(context.sql, scope, page)
      return { data: rows.map((row: Subscription) => toWireSubscription(context, row)), meta }
    },
  }),
  record('/subscriptions/:id', {
    needs: 'subscriptions:read',
    params: NAMED,
    operationId: 'getSubscription',
    summary: 'Fetch a subscription',
    description: 'Returns the subscription with this id or code.',
    answer: named('Subscription'),
    message: 'Subscription found',
    hasTag: true,
    handle: async (context, { scope, params }, reply) => {
      const found = await subscriptionNamed(context, scope, params.id)
      setTag(reply, found)
      return toWireSubscription(context, found)
    },
  }),
  ...change('/subscriptions/:id', {
    needs: 'subscriptions:write',
    params: NAMED,
    operationId: 'updateSubscription',
    summary: 'Change a subscription',
    description: 'Changes the plan, the quantity or the card.',
    body: SubscriptionChangeBody,
    clears: ['metadata'],
    answer: named('Subscription'),
    refusals: [404, 409],
    message: 'Subscription changed',
    handle: async (context, request, reply) => {
      const { scope, params, body, rawBody } = request
      const { metadata: _, ...sent } = body
      const metadata = metadataChange(body, rawBody)
      const wanted = { ...fromWire(SubscriptionChangeBody, sent), metadata }
      const after = await changeSubscription(context, scope, params.id, wanted, onlyIf(request))
      setTag(reply, after)
      return toWireSubscription(context, after)
    },
  }),
  action('POST /subscriptions/:id/cancel', {
    needs: 'subscriptions:write',
    params: NAMED,
    operationId: 'cancelSubscription',
    summary: 'Cancel a subscription',
    description:
      'Invoices that are not paid are dropped, except one whose payment has begun. Cancelling ' +
      'again changes nothing.',
    body: Type.Object({
      at: Type.Optional(
        Type.Enum(['now', 'period_end'], {
          description: '`now`, the default, or with the end of the current period.',
        }),
      ),
    }),
    answer: named('Subscription'),
    refusals: [404],
    message: 'Subscription cancelled',
    handle: async (context, { scope, params, body }) => {
      const found = await subscriptionNamed(context, scope, params.id)
      return toWireSubscription(context, await cancel(context, found, body?.at ?? 'now'))
    },
  }),
  moved('pause', pause, {
    summary: 'Pause a subscription',
    description: 'Periods that begin while it is paused are not charged, then or later.',
    message: 'Subscription paused',
  }),
  moved('resume', resume, {
    summary: 'Resume a subscription',
    description:
      'It continues with the next period that begins. Also one that was to end with its period, ' +
      'or is `unpaid`.',
    message: 'Subscription resumed',
  }),
  list('/subscriptions/:id/invoices', {
    needs: 'subscriptions:read',
    params: NAMED,
    operationId: 'listInvoices',
    summary: 'List the invoices of a subscription',
    description: 'Newest first.',
    filters: {
      status: oneOf(INVOICE_STATES, 'Invoices with this status.', { column: 'state' }),
      ...within('createdAt'),
    },
    item: named('Invoice'),
    refusals: [404],
    message: 'Invoices found',
    handle: async (context, { scope, params }, page) => {
      const found = await subscriptionNamed(context, scope, params.id)
      const { rows, meta } = await listInvoices(context.sql, found, page)
      return { data: rows.map(toWireInvoice), meta }
    },
  }),
])

/** Today is now: its first moment is over. */
export function startIn(context: Context, text: string | undefined): Date | null {
  if (text === undefined || text === dayOf(context.now())) return null
  const message = `start_date ${WANTS_EDGE}.`
  const errors = [{ field: 'start_date', code: 'invalid_format', message }] as const
  return readEdge(text, 'from') ?? refuseFields([...errors])
}
