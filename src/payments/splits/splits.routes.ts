import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { change } from '../../core/change.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { flag, within } from '../../core/filters.ts'
import { metadataChange, readMetadata, SentMetadata, ShownMetadata } from '../../core/metadata.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  Currency,
  Domain,
  fromWire,
  Nullable,
  PublicId,
  SentCurrency,
  SplitCode,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import { publicId } from '../../platform/ids.ts'
import type { Split } from './splits.sql.ts'
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

const EXAMPLE = '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f'

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'one-line',
  description: 'Your name for the split.',
  examples: ['Two cooks'],
})
const Code = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The id or code of a subaccount.',
  examples: [publicId('subaccount', EXAMPLE)],
})
const SplitType = Type.Enum(['percentage', 'flat'], {
  description: '`percentage`: shares are percent of the amount. `flat`: shares are kobo.',
})

const ShareBody = Type.Object(
  {
    subaccount_id: Code,
    share: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000_000_000,
      description: 'Percent with at most two decimals, or whole kobo, depending on `type`.',
      examples: [12.5],
    }),
  },
  { title: 'ShareInput' },
)
const AddedShareBody = Type.Object({ ...ShareBody.properties, currency: SentCurrency })
const BearerType = Type.Enum(['account', 'subaccount', 'all', 'all-proportional'], {
  description:
    'Who pays the fee. `account`: you. `subaccount`: one subaccount. `all`: everyone in equal ' +
    'parts. `all-proportional`: everyone in proportion to their share.',
})
const Shares = Type.Array(ShareBody, {
  minItems: 1,
  maxItems: SHARES_MAX,
  description: 'The subaccounts and their shares.',
})
const Bearer = { ...Code, description: 'With `subaccount`: the subaccount that pays the fee.' }
const terms = {
  type: SplitType,
  subaccounts: Shares,
  bearer_type: BearerType,
  bearer_subaccount_id: Type.Optional(Bearer),
  currency: SentCurrency,
}
/** Terms of a split that is not stored. */
export const TermsBody = Type.Object(terms, {
  title: 'SplitTerms',
  description: 'The terms of a split, instead of `split_code`.',
})
export const SplitBody = Type.Object(
  { name: Name, ...terms, metadata: SentMetadata },
  {
    examples: [
      {
        name: 'Two cooks',
        type: 'percentage',
        bearer_type: 'account',
        subaccounts: [{ subaccount_id: publicId('subaccount', EXAMPLE), share: 12.5 }],
      },
    ],
  },
)
export const SplitChangeBody = Type.Object({
  name: Type.Optional(Name),
  subaccounts: Type.Optional(Shares),
  bearer_type: Type.Optional(BearerType),
  bearer_subaccount_id: Type.Optional(Bearer),
  currency: SentCurrency,
  active: Type.Optional(
    Type.Boolean({ description: 'false: no transaction can be initialized with it.' }),
  ),
  metadata: SentMetadata,
})
const SplitRecord = Type.Object(
  {
    id: PublicId('split'),
    domain: Domain,
    split_code: SplitCode('Send it when you initialize a transaction.'),
    name: Text('Your name for the split.', 'Two cooks'),
    type: SplitType,
    bearer_type: BearerType,
    bearer_subaccount_id: Nullable(PublicId('subaccount', 'The subaccount that pays the fee.')),
    active: Type.Boolean({ description: 'Whether transactions can be initialized with it.' }),
    currency: Currency,
    subaccounts: Type.Array(
      Type.Object(
        {
          subaccount_id: PublicId('subaccount', 'The subaccount.'),
          share: Type.Number({ description: 'Percent or kobo.', examples: [12.5] }),
        },
        { title: 'Share' },
      ),
      { description: 'The subaccounts and their shares.' },
    ),
    metadata: ShownMetadata,
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { title: 'Split', description: 'How payments are shared.' },
)

const NAMED = { id: PublicId('split', 'The id or code of the split.') }

/** With a secret key. */
export const splitRoutes = under('Splits', [
  list('/splits', {
    needs: 'splits:read',
    operationId: 'listSplits',
    summary: 'List splits',
    description: 'Newest first.',
    filters: {
      active: flag('`true`: active splits only. `false`: the others.', (sql) => sql`active`),
      ...within('createdAt'),
    },
    item: SplitRecord,
    message: 'Splits found',
    handle: async (context, { scope }, page) => {
      const { splits, meta } = await pageOfSplits(context, scope, page)
      return { data: splits.map(toWireSplit), meta }
    },
  }),
  record('/splits/:id', {
    needs: 'splits:read',
    params: NAMED,
    operationId: 'getSplit',
    summary: 'Fetch a split',
    description: 'Returns the split with this id or code.',
    answer: SplitRecord,
    message: 'Split found',
    hasTag: true,
    handle: async (context, { scope, params }, reply) =>
      one(await splitNamed(context, scope, params.id), reply),
  }),
  action('POST /splits', {
    needs: 'splits:write',
    operationId: 'createSplit',
    summary: 'Create a split',
    description:
      'Sets how payments are shared between you and your subaccounts. Send the returned ' +
      '`split_code` when you initialize a transaction.',
    body: SplitBody,
    answer: SplitRecord,
    status: 201,
    message: 'Split created',
    hasTag: true,
    handle: async (context, { scope, body, rawBody, effectId }, reply) => {
      const metadata = readMetadata(body, rawBody)
      const input = { bearerSubaccountId: null, ...fromWire(SplitBody, body), metadata }
      return one(await createSplit(context, scope, input, effectId), reply)
    },
  }),
  ...change('/splits/:id', {
    isAlsoPut: true,
    needs: 'splits:write',
    params: NAMED,
    operationId: 'updateSplit',
    summary: 'Update a split',
    description: 'Applies to transactions initialized from now on.',
    body: SplitChangeBody,
    clears: ['bearer_subaccount_id', 'metadata'],
    answer: SplitRecord,
    refusals: [404, 422],
    message: 'Split changed',
    handle: async (context, request, reply) => {
      const { scope, params, body, rawBody } = request
      const { metadata: _, ...sent } = body
      const metadata = metadataChange(body, rawBody)
      const wanted = { ...fromWire(SplitChangeBody, sent), metadata }
      return one(await changeSplit(context, scope, params.id, wanted, onlyIf(request)), reply)
    },
  }),
  action('POST /splits/:id/subaccounts', {
    needs: 'splits:write',
    params: NAMED,
    operationId: 'addSplitSubaccount',
    summary: 'Add a subaccount to a split',
    description: 'If the subaccount is in the split already, its share changes.',
    body: AddedShareBody,
    answer: SplitRecord,
    refusals: [404],
    message: 'Split changed',
    hasTag: true,
    takesTag: true,
    handle: async (context, request, reply) => {
      const { scope, params, body } = request
      return one(await shareWith(context, scope, params.id, body, onlyIf(request)), reply)
    },
  }),
  action('DELETE /splits/:id/subaccounts/:subaccount_id', {
    needs: 'splits:write',
    params: {
      ...NAMED,
      subaccount_id: PublicId('subaccount', 'The id or code of the subaccount.'),
    },
    operationId: 'removeSplitSubaccount',
    summary: 'Remove a subaccount from a split',
    description:
      'Applies to transactions initialized from now on. A split keeps at least one ' +
      'subaccount.',
    answer: SplitRecord,
    refusals: [404, 422],
    message: 'Split changed',
    hasTag: true,
    takesTag: true,
    handle: async (context, request, reply) => {
      const { id, subaccount_id } = request.params
      const { scope } = request
      return one(await shareNoMoreWith(context, scope, id, subaccount_id, onlyIf(request)), reply)
    },
  }),
])

function one(split: Split, reply: FastifyReply) {
  setTag(reply, split)
  return toWireSplit(split)
}
