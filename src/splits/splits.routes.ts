import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { readPage } from '../lib/paging.ts'
import { checkAll } from '../lib/validation.ts'
import {
  answers,
  created,
  Nullable,
  pageQuery,
  Success,
  SuccessList,
  Timestamp,
  wrongIn,
} from '../wire.ts'
import {
  changeSplit,
  createSplit,
  pageOfSplits,
  SHARES_MAX,
  type Split,
  shareNoMoreWith,
  shareWith,
  shownSplit,
  splitNamed,
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

const Params = Type.Object({ split_code: Type.String() })
const tags = ['Splits']

/** With a secret key. */
export function splitRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.register(readingRoutes(context))
    app.register(writingRoutes(context))
    app.register(sharingRoutes(context))
    done()
  }
}

function writingRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/splits',
      {
        schema: {
          tags,
          summary: 'Say how payments are shared',
          body: SplitBody,
          response: created(Success(SplitRecord), [400, 409, 422]),
        },
      },
      async ({ scope, body, effectId }, reply) => {
        const { name, type, bearer_type, bearer_subaccount = null, subaccounts } = body
        const input = {
          name,
          type,
          bearerType: bearer_type,
          bearerSubaccount: bearer_subaccount,
          subaccounts,
        }
        const split = await createSplit(context, scope, input, effectId)
        return reply.status(201).send(one(split, 'Split created'))
      },
    )

    app.put(
      '/splits/:split_code',
      {
        schema: {
          tags,
          summary: 'Change a split, for later payments',
          params: Params,
          body: SplitChange,
          response: answers(Success(SplitRecord), [400, 404, 422]),
        },
      },
      async ({ scope, params, body }) => {
        const { bearer_type, bearer_subaccount, ...same } = body
        const change = {
          ...same,
          ...(bearer_type !== undefined && { bearerType: bearer_type }),
          ...(bearer_subaccount !== undefined && { bearerSubaccount: bearer_subaccount }),
        }
        return one(await changeSplit(context, scope, params.split_code, change), 'Split changed')
      },
    )

    done()
  }
}

function sharingRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/splits/:split_code/subaccounts',
      {
        schema: {
          tags,
          summary: 'Add a subaccount to a split, or give it another share',
          params: Params,
          body: ShareBody,
          response: answers(Success(SplitRecord), [400, 404, 409, 422]),
        },
      },
      async ({ scope, params, body }) =>
        one(await shareWith(context, scope, params.split_code, body), 'Split changed'),
    )

    app.delete(
      '/splits/:split_code/subaccounts/:subaccount_code',
      {
        schema: {
          tags,
          summary: 'Take a subaccount out of a split',
          params: Type.Object({ ...Params.properties, subaccount_code: Type.String() }),
          response: answers(Success(SplitRecord), [404, 422]),
        },
      },
      async ({ scope, params: { split_code, subaccount_code } }) =>
        one(await shareNoMoreWith(context, scope, split_code, subaccount_code), 'Split changed'),
    )
    done()
  }
}

function readingRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/splits',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List splits, newest first',
          querystring: Type.Object(pageQuery),
          response: answers(SuccessList(SplitRecord), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const { splits, meta } = await pageOfSplits(context, scope, page)
        const data = splits.map(shownSplit)
        return { status: 'success' as const, message: 'Splits found', data, meta }
      },
    )

    app.get(
      '/splits/:split_code',
      {
        schema: {
          tags,
          summary: 'Look at a split',
          params: Params,
          response: answers(Success(SplitRecord), [404]),
        },
      },
      async ({ scope, params }) =>
        one(await splitNamed(context, scope, params.split_code), 'Split found'),
    )

    done()
  }
}

function one(split: Split, message: string) {
  return { status: 'success' as const, message, data: shownSplit(split) }
}
