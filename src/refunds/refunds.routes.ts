import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import type { Context, Scope } from '../context.ts'
import { parsePublicId } from '../lib/ids.ts'
import { kobo } from '../lib/money.ts'
import { metaOf, type Page, readPage } from '../lib/paging.ts'
import { refuse } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import {
  answers,
  created,
  KoboAmount,
  Nullable,
  named,
  pageQuery,
  Success,
  SuccessList,
  Timestamp,
  wrongIn,
} from '../wire.ts'
import { begin, findPayment, type RefundInput } from './begin.ts'
import { countRefunds, listRefunds } from './refunds.sql.ts'
import { findOwn, type RefundKey, shown } from './refunds.ts'

const Status = Type.Enum(['pending', 'processed', 'failed'], {
  description:
    'pending: the bank has not answered yet, and is asked until it does. processed: the money ' +
    'was sent back. failed: it will not be; you have it again.',
})
const NullableText = (description: string) => Nullable(Type.String({ description }))

export const RefundRecord = Type.Object(
  {
    id: Type.String(),
    domain: Type.Enum(['test', 'live']),
    transaction: Type.String({ description: 'The id of the payment: a UUID.' }),
    transaction_reference: Type.String(),
    status: Status,
    amount: Type.Integer({ description: 'Kobo that go back to the customer.' }),
    currency: Type.Literal('NGN'),
    reason: NullableText('As you gave it.'),
    channel: Type.Enum(['card', 'bank_transfer', 'dedicated_virtual_account'], {
      description: 'How it was paid; it goes back the same way.',
    }),
    session_id: NullableText('Of the bank; null until it is processed.'),
    failure: NullableText('Why it failed, in a word.'),
    created_at: Timestamp('When you asked for it.'),
    processed_at: Nullable(Timestamp('When the bank said that it was sent.')),
  },
  { $id: 'Refund' },
)

const RefundBody = Type.Object(
  {
    transaction: Type.String({
      format: 'reference',
      description: 'The id or the reference of a payment that succeeded.',
    }),
    amount: Type.Optional(
      KoboAmount('Kobo; without it, all that is left, however little that is.'),
    ),
    reason: Type.Optional(
      Type.String({ format: 'not-blank', maxLength: 200, description: 'For your own records.' }),
    ),
  },
  { examples: [{ transaction: 'order-1042', amount: 250_000, reason: 'One of two was sold out' }] },
)

const moment = (description: string) => Type.String({ format: 'timestamp', description })
const ListQuery = Type.Object({
  ...pageQuery,
  transaction: Type.Optional(
    Type.String({ format: 'reference', description: 'The id or the reference of a payment.' }),
  ),
  status: Type.Optional(Status),
  from: Type.Optional(moment('Refunds from this moment on.')),
  to: Type.Optional(moment('Refunds until this moment.')),
})

/** With a secret key. */
export function refundRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/refunds',
      {
        schema: {
          tags: ['Refunds'],
          summary: 'Send a payment back, or a part of it',
          description:
            'It goes back to the card or the account that paid. All of it is taken from your ' +
            'wallet, first of what is available, then of what is pending: the fee is not given ' +
            'back, and those who share in the payment keep their parts. When all that was paid ' +
            'has gone back, the payment is reversed.',
          body: RefundBody,
          response: created(Success(named('Refund')), [400, 402, 404, 422]),
        },
      },
      async ({ scope, body, effectId }, reply) => {
        const refund = await begin(context, scope, inputOf(body, effectId))
        reply.status(201)
        return { status: 'success' as const, message: 'Refund created', data: shown(refund) }
      },
    )

    app.get(
      '/refunds/:id',
      {
        schema: {
          tags: ['Refunds'],
          summary: 'Look at a refund',
          params: Type.Object({ id: Type.String() }),
          response: answers(Success(named('Refund')), [404]),
        },
      },
      async ({ scope, params }) => ({
        status: 'success' as const,
        message: 'Refund found',
        data: shown(await findOwn(context, keyOf(scope, params.id))),
      }),
    )

    app.get(
      '/refunds',
      {
        attachValidation: true,
        schema: {
          tags: ['Refunds'],
          summary: 'List refunds, newest first',
          querystring: ListQuery,
          response: answers(SuccessList(named('Refund')), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        return listed(context, scope, query, page)
      },
    )
    done()
  }
}

function inputOf(
  { transaction, amount, reason }: Static<typeof RefundBody>,
  effectId: string | null,
): RefundInput {
  return {
    transaction,
    amount: amount === undefined ? null : kobo(amount),
    reason: reason ?? null,
    effectId,
  }
}

function keyOf({ businessId, mode }: Scope, id: string): RefundKey {
  const refundId = parsePublicId<'refund'>('ref', id) ?? refuse('refund_not_found')
  return { businessId, mode, refundId }
}

async function listed(
  context: Context,
  scope: Scope,
  { transaction, status, from, to }: Static<typeof ListQuery>,
  page: Page,
) {
  const transactionId =
    transaction === undefined ? null : await findPayment(context, scope, transaction)
  const filter = {
    transactionId,
    status: status ?? null,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
  // Of a payment that is not there.
  const isNone = transaction !== undefined && transactionId === null
  const [rows, total] = isNone
    ? [[], 0]
    : await Promise.all([
        listRefunds(context.sql, scope, filter, page),
        countRefunds(context.sql, scope, filter),
      ])
  const ids = rows.map(({ refundId }) => refundId)
  return {
    status: 'success' as const,
    message: 'Refunds found',
    data: rows.slice(0, page.perPage).map(shown),
    meta: metaOf(page, total, ids),
  }
}
