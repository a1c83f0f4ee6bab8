import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { withinIds } from '../../core/filters.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  Currency,
  Domain,
  Kobo,
  KoboAmount,
  Nullable,
  PublicId,
  SentCurrency,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { metaOf } from '../../platform/paging.ts'
import { findPayment } from '../transactions/transactions.ts'
import { listRefundLinks } from './refund-links.sql.ts'
import {
  cancelRefundLink,
  createRefundLink,
  type Found,
  refundLinkNamed,
  urlOf,
  withRefund,
} from './refund-links.ts'

// The API of refund links for businesses. page.routes.ts has the page for customers.

const STATUSES = ['open', 'answered', 'cancelled', 'expired'] as const

const RefundLinkRecord = Type.Object(
  {
    id: PublicId('refund_link'),
    domain: Domain,
    transaction_id: PublicId('transaction', 'The id of the transaction.'),
    url: Text('The page for the customer.', 'https://pay.example/refund/kq3Vd0nP'),
    status: Type.Enum([...STATUSES], {
      description:
        '`open`: the customer can enter an account. `answered`: they did, and `refund_id` is ' +
        'pending or processed. After a refund that failed, the link is open again.',
    }),
    amount: Nullable(Kobo('In kobo. Null: all that is left when the customer answers.', 250_000)),
    currency: Currency,
    reason: Nullable(Text('Your reason. Customers do not see it.', 'Out of stock')),
    refund_id: Nullable(PublicId('refund', 'The refund of the last answer.')),
    emailed_at: Nullable(Timestamp('When the customer got the link by email.')),
    expires_at: Timestamp('The customer cannot answer from then on.'),
    created_at: Timestamp('When you requested it.'),
  },
  {
    title: 'RefundLink',
    description: 'A link by which a customer enters the account for a refund.',
  },
)

const NAMED = { id: PublicId('refund_link', 'The id of the refund link.') }

/** With a secret key. */
export const refundLinkRoutes = under('Refunds', [
  action('POST /refund-links', {
    needs: 'refunds:write',
    operationId: 'createRefundLink',
    summary: 'Create a refund link',
    description:
      'For a card or account that cannot be credited: creates a link by which the customer ' +
      'enters a bank account, and emails it to them. The refund is created when they answer, ' +
      'and the amount is taken from your wallet then. A link is valid for 14 days and leads to ' +
      'one refund. If that fails, the customer can enter another account.',
    body: Type.Object(
      {
        transaction: Type.String({
          format: 'reference',
          description: 'The id or reference of a successful transaction.',
        }),
        currency: SentCurrency,
        amount: Type.Optional(KoboAmount('In kobo. By default everything that is left then.')),
        reason: Type.Optional(
          Type.String({
            format: 'not-blank',
            maxLength: 200,
            description: 'For your records.',
            examples: ['Out of stock'],
          }),
        ),
        send_email: Type.Optional(
          Type.Boolean({
            description: 'Whether the customer gets the link by email. By default, they do.',
          }),
        ),
      },
      { examples: [{ transaction: 'order-1042', amount: 250_000 }] },
    ),
    answer: RefundLinkRecord,
    status: 201,
    refusals: [404],
    message: 'Refund link created',
    handle: async (context, { scope, body, effectId }) => {
      const { transaction, reason = null, send_email: sendsEmail = true } = body
      const amount = body.amount === undefined ? null : kobo(body.amount)
      const id = effectId ?? newId(context.now())
      const wanted = { transaction, amount, reason, sendsEmail, id }
      const found = await createRefundLink(context, scope, wanted)
      return toWire(context, found)
    },
  }),
  action('POST /refund-links/:id/cancel', {
    needs: 'refunds:write',
    params: NAMED,
    operationId: 'cancelRefundLink',
    summary: 'Cancel a refund link',
    description: 'The customer can no longer enter an account. Refused once they have.',
    answer: RefundLinkRecord,
    message: 'Refund link cancelled',
    refusals: [404, 409],
    handle: async (context, { scope, params }) =>
      toWire(context, await cancelRefundLink(context, scope, params.id)),
  }),
  record('/refund-links/:id', {
    needs: 'refunds:read',
    params: NAMED,
    operationId: 'getRefundLink',
    summary: 'Fetch a refund link',
    description: 'Returns the refund link with this id.',
    answer: RefundLinkRecord,
    message: 'Refund link found',
    handle: async (context, { scope, params }) =>
      toWire(context, await refundLinkNamed(context, scope, params.id)),
  }),
  list('/refund-links', {
    needs: 'refunds:read',
    operationId: 'listRefundLinks',
    summary: 'List refund links',
    description: 'Newest first.',
    filters: withinIds('refundLinkId'),
    query: {
      transaction: Type.Optional(
        Type.String({ format: 'reference', description: 'The id or reference of a transaction.' }),
      ),
    },
    item: RefundLinkRecord,
    message: 'Refund links found',
    handle: async (context, { scope, query: { transaction } }, page) => {
      const payment =
        transaction === undefined ? null : await findPayment(context, scope, transaction)
      if (transaction !== undefined && payment === null) {
        return { data: [], meta: metaOf(page, 0, []) }
      }
      const filter = { transactionId: payment?.id ?? null }
      const { rows, meta } = await listRefundLinks(context.sql, scope, filter, page)
      const found = await Promise.all(rows.map((link) => withRefund(context, link)))
      return { data: found.map((one) => toWire(context, one)), meta }
    },
  }),
])

function toWire(context: Context, { link, status }: Found) {
  return {
    id: publicId('refund_link', link.refundLinkId),
    domain: link.mode,
    transaction_id: publicId('transaction', link.transactionId),
    url: urlOf(context, link),
    status,
    amount: link.amount === null ? null : Number(link.amount),
    currency: 'NGN' as const,
    reason: link.reason,
    refund_id: link.refundId === null ? null : publicId('refund', link.refundId),
    emailed_at: link.mailedAt?.toISOString() ?? null,
    expires_at: link.expiresAt.toISOString(),
    created_at: link.createdAt.toISOString(),
  }
}
