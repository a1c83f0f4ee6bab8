import { Type } from 'typebox'
import { action, list, plugin, record } from '../route.ts'
import { fromWire, Nullable, Timestamp } from '../wire.ts'
import {
  changeSplit,
  createSplit,
  pageOfSplits,
  SHARES_MAX,
  shareNoMoreWith,
  shareWith,
  splitNamed,
  toWireSplit,
} from './splits.ts'

const Name = Type.String({ minLength: 1, maxLength: 100, format: 'one-line' })
const Code = (example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description: `Such as ${example}.` })

const ShareBody = Type.Object({
  subaccount: Code('ACCT_…'),
  share: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1_000_000_000_000,
    description: 'Percent of the amount with at most two decimals, or whole kobo: as type says.',
  }),
})
const BearerType = Type.Enum(['account', 'subaccount', 'all', 'all-proportional'], {
  description:
    'Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.',
})
const Shares = Type.Array(ShareBody, { minItems: 1, maxItems: SHARES_MAX })
const terms = {
  type: Type.Enum(['percentage', 'flat']),
  subaccounts: Shares,
  bearer_type: BearerType,
  bearer_subaccount: Type.Optional(Code('ACCT_…')),
}
/** A split as nobody keeps it. */
export const TermsBody = Type.Object(terms)
const SplitBody = Type.Object(
  { name: Name, ...terms },
  {
    examples: [
      {
        name: 'Two cooks',
        type: 'percentage',
        bearer_type: 'account',
        subaccounts: [{ subaccount: 'ACCT_AZqmA2NQe2e4sK1d8v6cXw', share: 12.5 }],
      },
    ],
  },
)
const SplitChange = Type.Object({
  name: Type.Optional(Name),
  subaccounts: Type.Optional(Shares),
  bearer_type: Type.Optional(BearerType),
  bearer_subaccount: Type.Optional(Code('ACCT_…')),
  active: Type.Optional(
    Type.Boolean({ description: 'false: no payment can be asked for with it.' }),
  ),
})
const SplitRecord = Type.Object({
  id: Type.String(),
  domain: Type.Enum(['test', 'live']),
  split_code: Type.String(),
  name: Type.String(),
  type: Type.Enum(['percentage', 'flat']),
  bearer_type: BearerType,
  bearer_subaccount: Nullable(Type.String()),
  active: Type.Boolean(),
  currency: Type.Literal('NGN'),
  subaccounts: Type.Array(Type.Object({ subaccount: Type.String(), share: Type.Number() })),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
})

/** With a secret key. */
export const splitRoutes = plugin('Splits', [
  list('/splits', {
    operationId: 'listSplits',
    summary: 'List splits',
    description: 'Newest first.',
    item: SplitRecord,
    message: 'Splits found',
    handle: async (context, { scope }, page) => {
      const { splits, meta } = await pageOfSplits(context, scope, page)
      return { data: splits.map(toWireSplit), meta }
    },
  }),
  record('/splits/:split_code', {
    operationId: 'getSplit',
    summary: 'Fetch a split',
    description: 'Returns the split with this code.',
    answer: SplitRecord,
    message: 'Split found',
    handle: async (context, { scope, params }) =>
      toWireSplit(await splitNamed(context, scope, params.split_code)),
  }),
  action('POST /splits', {
    operationId: 'createSplit',
    summary: 'Create a split',
    description:
      'Sets how payments are shared between you and your subaccounts. Send the ' +
      '`split_code` of the answer when you initialize a transaction.',
    body: SplitBody,
    answer: SplitRecord,
    status: 201,
    message: 'Split created',
    handle: async (context, { scope, body, effectId }) => {
      const input = { bearerSubaccount: null, ...fromWire(SplitBody, body) }
      return toWireSplit(await createSplit(context, scope, input, effectId))
    },
  }),
  action('PUT /splits/:split_code', {
    operationId: 'updateSplit',
    summary: 'Update a split',
    description:
      'Applies to transactions initialized from now on. Fields that you do not send keep ' +
      'their value.',
    body: SplitChange,
    answer: SplitRecord,
    refusals: [404, 422],
    message: 'Split changed',
    handle: async (context, { scope, params, body }) =>
      toWireSplit(
        await changeSplit(context, scope, params.split_code, fromWire(SplitChange, body)),
      ),
  }),
  action('POST /splits/:split_code/subaccounts', {
    operationId: 'addSplitSubaccount',
    summary: 'Add a subaccount to a split',
    description: 'If the subaccount is in the split already, its share changes.',
    body: ShareBody,
    answer: SplitRecord,
    refusals: [404],
    message: 'Split changed',
    handle: async (context, { scope, params, body }) =>
      toWireSplit(await shareWith(context, scope, params.split_code, body)),
  }),
  action('DELETE /splits/:split_code/subaccounts/:subaccount_code', {
    operationId: 'removeSplitSubaccount',
    summary: 'Remove a subaccount from a split',
    description:
      'Applies to transactions initialized from now on. A split keeps at least one ' +
      'subaccount.',
    answer: SplitRecord,
    refusals: [404, 422],
    message: 'Split changed',
    handle: async (context, { scope, params: { split_code, subaccount_code } }) =>
      toWireSplit(await shareNoMoreWith(context, scope, split_code, subaccount_code)),
  }),
])
