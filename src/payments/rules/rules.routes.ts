import { type Static, Type } from 'typebox'
import { change } from '../../core/change.ts'
import { JsonText } from '../../core/envelope.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { flag, oneOf, withinIds } from '../../core/filters.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  CHANNELS_PAID,
  Count,
  Currency,
  Domain,
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
import { recordOf } from '../transactions/transactions.ts'
import { decideReview } from './review.ts'
import { ACTIONS, KINDS } from './rules.sql.ts'
import {
  changeRule,
  createRule,
  listRules,
  removeRule,
  ruleNamed,
  type SentTerms,
  toWireRule,
} from './rules.ts'
import { REFERENCES_MAX, tryRule } from './try.ts'

// The wire of rules and reviews.

const POINTS_MAX = 100
const LIMIT_MAX = 1_000
const VALUES_MAX = 500
const VALUE_LENGTH_MAX = 254

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'one-line',
  description: 'For your team. Customers never see it.',
  examples: ['Large card payments'],
})
const KindType = Type.Enum([...KINDS], {
  description:
    'What it compares. `amount`: a larger payment matches. `cards_per_customer`: one more card ' +
    'in a day. `payments_per_customer`, `payments_per_ip`: one more payment in an hour. ' +
    '`card_country_in`, `card_country_not_in`: the country that the provider tells of the card. ' +
    '`email`, `ip`, `card`: a list.',
})
const ActionType = Type.Enum([...ACTIONS], {
  description:
    'What follows. `refuse`: the attempt is declined. `review`: the payment succeeds, and waits ' +
    'for a person. `allow`: it goes through, whatever else matches; only for lists of emails, ' +
    'addresses and cards.',
})
const Points = Type.Integer({
  minimum: 0,
  maximum: POINTS_MAX,
  description: 'Added to the score of a payment that matches. It decides nothing.',
  examples: [40],
})

const terms = {
  amount: Type.Optional(KoboAmount('For `amount`, in kobo.')),
  currency: SentCurrency,
  channels: Type.Optional(
    Type.Array(Type.Enum([...CHANNELS_PAID]), {
      minItems: 1,
      maxItems: CHANNELS_PAID.length,
      'x-distinct': true,
      description: 'For `amount`: only payments by these channels.',
      examples: [['card']],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      description: 'For what is counted: so many are let through.',
      examples: [3],
    }),
  ),
  values: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: VALUE_LENGTH_MAX, format: 'one-line' }), {
      minItems: 1,
      maxItems: VALUES_MAX,
      description:
        'For lists: countries (`NG`), email addresses, IP addresses or networks, or cards. A ' +
        'card is named by the id or reference of a payment that it tried, and shown as a digest.',
      examples: [['ada@example.com']],
    }),
  ),
}

const RuleBody = Type.Object(
  {
    name: Name,
    kind: KindType,
    action: ActionType,
    points: Type.Optional(Points),
    ...terms,
  },
  {
    examples: [
      { name: 'Large card payments', kind: 'amount', action: 'review', amount: 50_000_000 },
    ],
  },
)

const RuleChangeBody = Type.Object({
  name: Type.Optional(Name),
  action: Type.Optional(ActionType),
  points: Type.Optional(Points),
  active: Type.Optional(Type.Boolean({ description: 'Whether it is switched on.' })),
  ...terms,
})

const TryBody = Type.Object(
  { kind: KindType, ...terms },
  { examples: [{ kind: 'amount', amount: 50_000_000 }] },
)

export const RuleRecord = Type.Object(
  {
    id: PublicId('payment_rule'),
    domain: Domain,
    name: Text('For your team.', 'Large card payments'),
    kind: KindType,
    action: ActionType,
    points: Count('Added to the score of a payment that matches.', 40),
    amount: Nullable(Kobo('For `amount`, in kobo.')),
    currency: Currency,
    channels: Nullable(
      Type.Array(Type.Enum([...CHANNELS_PAID]), { description: 'Null: every channel.' }),
    ),
    limit: Nullable(Count('For what is counted: so many are let through.', 3)),
    values: Nullable(
      Type.Array(Text('A country, an address, or the digest of a card.', 'ada@example.com'), {
        description: 'For lists.',
      }),
    ),
    active: Type.Boolean({ description: 'Whether it is switched on.' }),
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { $id: 'Rule', description: 'What you refuse, review or let through.' },
)

const TriedRule = Type.Object(
  {
    stopped: Count('Payments that it would have refused, reviewed or let through.', 3),
    of: Count('Payments that were tried or paid.', 1_204),
    references: Type.Array(Text('A reference.', 'order-1042'), {
      description: `The newest ${REFERENCES_MAX} of them.`,
    }),
    since: Timestamp('The payments since then: of thirty days, and at most 100,000.'),
  },
  { title: 'TriedRule' },
)

const NAMED = { id: PublicId('payment_rule', 'The id of the rule.') }

type SentWire = Static<typeof TryBody>

function termsIn({ amount, channels, limit, values }: Partial<SentWire>): SentTerms {
  return {
    ...(amount !== undefined && { amount: kobo(amount) }),
    ...(channels !== undefined && { channels }),
    ...(limit !== undefined && { most: limit }),
    ...(values !== undefined && { listed: values }),
  }
}

export const ruleRoutes = under('Rules', [
  action('POST /rules', {
    needs: 'settings:write',
    operationId: 'createRule',
    summary: 'Create a rule',
    description:
      'It is switched off. Try it first (`POST /rules/try`), then switch it on with `active`.',
    body: RuleBody,
    answer: named('Rule'),
    status: 201,
    refusals: [404, 409],
    message: 'Rule created',
    hasTag: true,
    handle: async (context, { scope, body, effectId }, reply) => {
      const { name, kind, action, points = 0 } = body
      const input = { name, kind, action, points, ...termsIn(body) }
      const rule = await createRule(context, scope, input, effectId)
      setTag(reply, rule)
      return toWireRule(rule)
    },
  }),
  action('POST /rules/try', {
    needs: 'settings:read',
    isReading: true,
    operationId: 'tryRule',
    summary: 'Try a rule',
    description:
      'Answers which payments of the last thirty days the rule would have stopped. Changes ' +
      'nothing, and needs no rule to exist.',
    body: TryBody,
    answer: TriedRule,
    refusals: [404],
    message: 'Rule tried',
    handle: async (context, { scope, body }) => {
      const { since, ...tried } = await tryRule(context, scope, body.kind, termsIn(body))
      return { ...tried, since: since.toISOString() }
    },
  }),
  list('/rules', {
    needs: 'settings:read',
    operationId: 'listRules',
    summary: 'List rules',
    description: 'Newest first.',
    filters: {
      kind: oneOf(KINDS, 'Rules of this kind.', { column: 'kind' }),
      active: flag(
        '`true`: rules that are switched on. `false`: the others.',
        (sql) => sql`active`,
      ),
      ...withinIds('ruleId'),
    },
    item: named('Rule'),
    message: 'Rules found',
    handle: async (context, { scope }, page) => {
      const { rows, meta } = await listRules(context.sql, scope, page)
      return { data: rows.map(toWireRule), meta }
    },
  }),
  record('/rules/:id', {
    needs: 'settings:read',
    params: NAMED,
    operationId: 'getRule',
    summary: 'Fetch a rule',
    answer: named('Rule'),
    message: 'Rule found',
    hasTag: true,
    handle: async (context, { scope, params }, reply) => {
      const rule = await ruleNamed(context, scope, params.id)
      setTag(reply, rule)
      return toWireRule(rule)
    },
  }),
  ...change('/rules/:id', {
    needs: 'settings:write',
    params: NAMED,
    operationId: 'updateRule',
    summary: 'Update a rule',
    description: 'Holds for attempts that begin a second later. Its kind never changes.',
    body: RuleChangeBody,
    clears: ['channels'],
    answer: named('Rule'),
    refusals: [404],
    message: 'Rule changed',
    handle: async (context, request, reply) => {
      const { name, action, points, active, channels, ...body } = request.body
      const wanted = {
        ...(name !== undefined && { name }),
        ...(action !== undefined && { action }),
        ...(points !== undefined && { points }),
        ...(active !== undefined && { active }),
        ...(channels !== undefined && { channels }),
        ...termsIn(body),
      }
      const rule = await changeRule(
        context,
        request.scope,
        request.params.id,
        wanted,
        onlyIf(request),
      )
      setTag(reply, rule)
      return toWireRule(rule)
    },
  }),
  action('DELETE /rules/:id', {
    needs: 'settings:write',
    params: NAMED,
    operationId: 'deleteRule',
    summary: 'Delete a rule',
    description: 'Payments that it matched keep its name.',
    answer: named('Rule'),
    refusals: [404],
    takesTag: true,
    message: 'Rule deleted',
    handle: async (context, request) =>
      toWireRule(await removeRule(context, request.scope, request.params.id, onlyIf(request))),
  }),
])

const ReviewBody = Type.Object(
  {
    currency: SentCurrency,
    decision: Type.Enum(['approve', 'refund'], {
      description: '`approve`: keep it. `refund`: refund all that is left, as POST /refunds does.',
    }),
  },
  { examples: [{ decision: 'approve' }] },
)

export const reviewRoutes = under('Transactions', [
  action('POST /transactions/:id/review', {
    needs: 'refunds:write',
    params: { id: PublicId('transaction', 'The id or reference of the transaction.') },
    operationId: 'reviewTransaction',
    summary: 'Decide a review',
    description:
      'Approves or refunds a payment that one of your rules marked, once. Its money is yours all ' +
      'the time.',
    body: ReviewBody,
    answer: named('Transaction'),
    refusals: [402, 404, 409, 422],
    message: 'Review decided',
    handle: async (context, { scope, params, body, login, keyId }) => {
      const decider = { login, keyId }
      const decided = await decideReview(context, scope, params.id, body.decision, decider)
      return new JsonText(recordOf(decided))
    },
  }),
])
