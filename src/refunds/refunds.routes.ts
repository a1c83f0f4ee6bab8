import { type Static, Type } from 'typebox'
import type { Scope } from '../context.ts'
import { parsePublicId } from '../lib/ids.ts'
import { kobo } from '../lib/money.ts'
import { metaOf } from '../lib/paging.ts'
import { refuse } from '../lib/refusal.ts'
import { action, list, plugin, record } from '../route.ts'
import { KoboAmount, Nullable, named, Timestamp } from '../wire.ts'
import { begin, findPayment, type RefundInput } from './begin.ts'
import { countRefunds, listRefunds } from './refunds.sql.ts'
import { findOwn, type RefundKey, toWireRefund } from './refunds.ts'

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
const filters = {
  transaction: Type.Optional(
    Type.String({ format: 'reference', description: 'The id or the reference of a payment.' }),
  ),
  status: Type.Optional(Status),
  from: Type.Optional(moment('Refunds from this moment on.')),
  to: Type.Optional(moment('Refunds until this moment.')),
}

/** With a secret key. */
export const refundRoutes = plugin('Refunds', [
  action('POST /refunds', {
    operationId: 'createRefund',
    summary: 'Create a refund',
    description:
      'Refunds a payment in full or in part to the card or account that paid. The amount ' +
      'is taken from your wallet: first from the available balance, then from the ' +
      'pending balance. The fee is not refunded, and subaccounts keep their shares. When ' +
      'the whole payment is refunded, its status becomes `reversed`.',
    body: RefundBody,
    answer: named('Refund'),
    status: 201,
    refusals: [402, 404],
    message: 'Refund created',
    handle: async (context, { scope, body, effectId }) =>
      toWireRefund(await begin(context, scope, inputOf(body, effectId))),
  }),
  record('/refunds/:id', {
    operationId: 'getRefund',
    summary: 'Fetch a refund',
    description: 'Returns the refund with this id.',
    answer: named('Refund'),
    message: 'Refund found',
    handle: async (context, { scope, params }) =>
      toWireRefund(await findOwn(context, keyOf(scope, params.id))),
  }),
  list('/refunds', {
    operationId: 'listRefunds',
    summary: 'List refunds',
    description: 'Newest first.',
    query: filters,
    item: named('Refund'),
    message: 'Refunds found',
    handle: async (context, { scope, query }, page) => {
      const { transaction, status, from, to } = query
      const transactionId =
        transaction === undefined ? null : await findPayment(context, scope, transaction)
      // Of a payment that is not there.
      if (transaction !== undefined && transactionId === null) {
        return { data: [], meta: metaOf(page, 0, []) }
      }
      const filter = {
        transactionId,
        status: status ?? null,
        from: from === undefined ? null : new Date(from),
        to: to === undefined ? null : new Date(to),
      }
      const [rows, total] = await Promise.all([
        listRefunds(context.sql, scope, filter, page),
        countRefunds(context.sql, scope, filter),
      ])
      const ids = rows.map(({ refundId }) => refundId)
      return { data: rows.slice(0, page.perPage).map(toWireRefund), meta: metaOf(page, total, ids) }
    },
  }),
])

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
