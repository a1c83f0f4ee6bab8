import { Type } from 'typebox'
import { byCustomer } from '../../accounts/customers/filters.ts'
import { withMessage } from '../../core/envelope.ts'
import { oneOf } from '../../core/filters.ts'
import { readMetadata, SentMetadata, ShownMetadata } from '../../core/metadata.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  CHANNELS_PAID,
  Created,
  Currency,
  Domain,
  failureSchema,
  Kobo,
  KoboAmount,
  Nullable,
  named,
  PublicId,
  rangeQuery,
  SentCurrency,
  SessionId,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { metaOf } from '../../platform/paging.ts'
import { readRange } from '../../platform/range.ts'
import { ofPaymentsBy } from '../transactions/search.ts'
import { findPayment } from '../transactions/transactions.ts'
import { begin } from './begin.ts'
import { listRefunds } from './refunds.sql.ts'
import { refundNamed, toWireRefund } from './refunds.ts'

const STATUSES = ['pending', 'processed', 'failed'] as const
const Status = Type.Enum([...STATUSES], {
  description:
    '`pending`: the bank has not confirmed it yet. `processed`: the money was sent back. ' +
    '`failed`: it was not, and the amount is back in your wallet.',
})

export const RefundRecord = Type.Object(
  {
    id: PublicId('refund'),
    domain: Domain,
    transaction_id: PublicId('transaction', 'The id of the transaction.'),
    transaction_reference: Text('The reference of the transaction.', 'order-1042'),
    reference: Nullable(Text('Your reference of the refund.', 'return-311')),
    status: Status,
    amount: Kobo('The refunded amount, in kobo.', 250_000),
    stamp_duty: Kobo('Taken from your wallet beside the amount, in kobo. 0 if none is due.', 0),
    currency: Currency,
    reason: Nullable(Text('Your reason.', 'Out of stock')),
    metadata: ShownMetadata,
    channel: Type.Enum([...CHANNELS_PAID], {
      description:
        'How the customer paid. The refund is sent the same way, unless it has a `destination`.',
    }),
    destination: Nullable(
      Type.Object(
        {
          bank: Type.Object(
            {
              name: Text('The name of the bank.', 'Guaranty Trust Bank'),
              code: Text('The code of the bank.', '058'),
            },
            { description: 'The bank of the account.' },
          ),
          account_number: Text('The account number.', '0123456789'),
          account_name: Text('The name of its holder, as the bank wrote it.', 'NGOZI SAMPLE'),
        },
        {
          description:
            'The other account to which it is sent. Null: the card or account that paid.',
        },
      ),
    ),
    needs_account: Type.Boolean({
      description:
        'The provider cannot credit the card, and waits for a bank account of the customer. The ' +
        'operator of the service enters it at the provider. Send no second refund meanwhile.',
    }),
    session_id: Nullable(SessionId('The session id of the bank. Null until processed.')),
    ...failureSchema,
    created_at: Timestamp('When you requested it.'),
    updated_at: Timestamp('When it last changed.'),
    processed_at: Nullable(Timestamp('When the bank confirmed it.')),
  },
  { $id: 'Refund', description: 'A payment returned to the customer, in full or in part.' },
)

export const RefundBody = Type.Object(
  {
    transaction: Type.String({
      format: 'reference',
      description: 'The id or reference of a successful transaction.',
    }),
    currency: SentCurrency,
    amount: Type.Optional(KoboAmount('In kobo. By default everything that is left to refund.')),
    reference: Type.Optional(
      Type.String({
        format: 'reference',
        description:
          'Your unique name for this refund. The same reference with the same transaction and ' +
          'amount returns the same refund.',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        format: 'not-blank',
        maxLength: 200,
        description: 'For your records.',
        examples: ['Out of stock'],
      }),
    ),
    destination: Type.Optional(
      Type.Object(
        {
          bank_code: Type.String({
            format: 'bank-code',
            description: 'A code from `GET /banks`.',
            examples: ['058'],
          }),
          account_number: Type.String({
            format: 'account-number',
            description: 'The account of the customer.',
            examples: ['0123456789'],
          }),
        },
        {
          description:
            'Another account of the customer, for a card or account that cannot be credited. By ' +
            'default the refund goes to the card or account that paid.',
        },
      ),
    ),
    metadata: SentMetadata,
  },
  { examples: [{ transaction: 'order-1042', amount: 250_000, reason: 'Out of stock' }] },
)

const filters = {
  transaction: Type.Optional(
    Type.String({ format: 'reference', description: 'The id or reference of a transaction.' }),
  ),
  reference: Type.Optional(
    Type.String({ format: 'reference', description: 'The refund with this reference.' }),
  ),
  ...rangeQuery,
}

/** With a secret key. */
export const refundRoutes = under('Refunds', [
  action('POST /refunds', {
    needs: 'refunds:write',
    load: 'initialize',
    operationId: 'createRefund',
    summary: 'Create a refund',
    description:
      'Refunds a payment in full or in part to the card or account that paid, or to the ' +
      'account in `destination`, whose name is enquired first. The amount ' +
      'is taken from your wallet: first from the available balance, then from the ' +
      'pending balance. A refund of ₦10,000 or more to a bank account costs ₦50 stamp duty ' +
      'beside the amount: `stamp_duty`. The fee is not refunded, and subaccounts keep their ' +
      'shares. When the whole payment is refunded, its status becomes `reversed`.',
    body: RefundBody,
    answer: Created('Refund', RefundRecord),
    status: 'found or created',
    refusals: [402, 404, 409],
    handle: async (context, { scope, body, rawBody, effectId, idempotencyName }) => {
      const { transaction, reference = null, reason = null } = body
      const amount = body.amount === undefined ? null : kobo(body.amount)
      const id = effectId ?? newId(context.now())
      const metadata = readMetadata(body, rawBody)
      const destination = body.destination && {
        bankCode: body.destination.bank_code,
        accountNumber: body.destination.account_number,
      }
      const repeated = { reference, requestName: idempotencyName?.key ?? null, effectId: id }
      const sent = { transaction, amount, reason, metadata, destination: destination ?? null }
      const input = { ...sent, ...repeated }
      const refund = await begin(context, scope, input)
      const isNew = refund.refundId === id
      const answer = { ...toWireRefund(refund), created: isNew }
      return withMessage(isNew ? 'Refund created' : 'Refund found', answer)
    },
  }),
  record('/refunds/:id', {
    needs: 'refunds:read',
    params: { id: PublicId('refund', 'The id or reference of the refund.') },
    operationId: 'getRefund',
    summary: 'Fetch a refund',
    description: 'Returns the refund with this id or reference.',
    answer: named('Refund'),
    message: 'Refund found',
    handle: async (context, { scope, params }) =>
      toWireRefund(await refundNamed(context, scope, params.id)),
  }),
  list('/refunds', {
    needs: 'refunds:read',
    operationId: 'listRefunds',
    summary: 'List refunds',
    description: 'Newest first.',
    filters: {
      status: oneOf(STATUSES, 'Refunds with this status.', { column: 'status' }),
      ...byCustomer('Refunds', ofPaymentsBy),
    },
    query: filters,
    item: named('Refund'),
    message: 'Refunds found',
    read: readRange,
    handle: async (context, { scope, query }, page, range) => {
      const { transaction, reference = null } = query
      const payment =
        transaction === undefined ? null : await findPayment(context, scope, transaction)
      if (transaction !== undefined && payment === null) {
        return { data: [], meta: metaOf(page, 0, []) }
      }
      const transactionId = payment?.id ?? null
      const filter = { transactionId, status: null, reference, ...range }
      const { rows, meta } = await listRefunds(context.sql, scope, filter, page)
      return { data: rows.map(toWireRefund), meta }
    },
  }),
])
