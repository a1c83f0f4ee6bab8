import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { action, JsonText, record, under } from '../../core/route.ts'
import {
  Channel,
  Count,
  Currency,
  Domain,
  Kobo,
  KoboAmount,
  Metadata,
  metadataText,
  Nullable,
  named,
  PAYMENT_STATUSES,
  PublicId,
  SentCurrency,
  Text,
  Timestamp,
  toWire,
  wrongMetadata,
} from '../../core/wire.ts'
import { isUuid } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { calculateSplit } from './calculate.routes.ts'
import { type InitializeInput, initialize } from './initialize.ts'
import { exportPayments, listPayments } from './search.routes.ts'
import { CHANNELS, type TransactionId } from './transactions.rows.ts'
import { findByReference, findTransaction, makers, recordOf } from './transactions.ts'

// The wire of transactions. Records go out as the text that `recordOf` makes; the schemas here
// describe them, and the tests hold every answer to them.

const EXAMPLE = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

export const Channels = Type.Array(Type.Enum([...CHANNELS]), {
  minItems: 1,
  maxItems: CHANNELS.length,
  'x-distinct': true,
  description: 'How the customer can pay. All channels by default.',
})

/** The fields of `initialize-public` too. */
export const InitializeBody = Type.Object(
  {
    amount: KoboAmount('In kobo: 500000 is ₦5,000.00.'),
    email: Type.String({ format: 'email', description: 'The customer. The receipt goes here.' }),
    name: Type.String({
      format: 'person-name',
      maxLength: 200,
      description: 'The legal name of the customer.',
    }),
    callback_url: Type.Optional(
      Type.String({
        format: 'return-address',
        description:
          'Where the customer returns after payment. `reference` and `trxref` are set in its ' +
          'query. A URL of your mobile app, such as `myapp://paid`, if `allowed_origins` has ' +
          'its scheme.',
      }),
    ),
    split_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The split by which the payment is shared.',
        examples: ['SPL_AZqmA2NQe2e4sK1d8v6cXw'],
      }),
    ),
    metadata: Type.Optional(
      Metadata(
        'Any data, at most 8 KB and 5 levels deep. Returned unchanged. `custom_fields` are shown ' +
          'to the customer; `cancel_action` is where the cancel button leads.',
      ),
    ),
    reference: Type.Optional(
      Type.String({
        format: 'reference',
        description:
          'Your unique name for this payment. The same reference with the same amount and email ' +
          'returns the same transaction while it is unpaid.',
      }),
    ),
    currency: SentCurrency,
    channels: Type.Optional(Channels),
    phone: Type.Optional(
      Type.String({ format: 'phone', description: 'The phone number of the customer.' }),
    ),
    fee_bearer: Type.Optional(
      Type.Enum(['business', 'customer'], {
        description:
          'Who pays the fee. `business` by default. `customer`: the fee is added to the amount.',
      }),
    ),
  },
  { examples: [EXAMPLE] },
)

const Initialized = Type.Object(
  {
    authorization_url: Text(
      'The checkout. Redirect the customer here.',
      'https://pay.example/checkout/AZqmA2NQe2e4sK1d8v6cXw',
    ),
    access_code: Text(
      'Opens the checkout. Keep it between you and the customer.',
      'AZqmA2NQe2e4sK1d8v6cXw',
    ),
    reference: Text('Your reference, or a generated one.', 'order-1042'),
    expires_at: Timestamp('When the transaction can no longer be paid.'),
  },
  { title: 'InitializedTransaction' },
)

const Free = (description: string, example: object) =>
  Nullable(Type.Object({}, { additionalProperties: true, description, examples: [example] }))

const TransactionCustomer = Type.Object(
  {
    id: PublicId('cus', 'The id of the customer.'),
    customer_code: Text('The code of the customer.', 'CUS_AZqmA2NQe2e4sK1d8v6cXw'),
    first_name: Text('The first name.', 'Ada'),
    last_name: Text('The last name.', 'Example'),
    name: Text('The full name.', 'Ada Example'),
    email: Text('The email address.', 'ada@example.com'),
    phone: Nullable(Text('The phone number.', '+2348030000000')),
  },
  { title: 'TransactionCustomer', description: 'Who pays.' },
)

const Log = Type.Object(
  {
    attempts: Count('How many times the customer tried to pay.'),
    errors: Count('How many attempts failed.', 0),
    history: Type.Array(
      Type.Object(
        {
          type: Type.Enum(['action', 'auth', 'error', 'success'], {
            description: 'What kind of step it was.',
          }),
          message: Text('For people. It can change.', 'Paid by bank transfer'),
          time: Count('Seconds since `created_at`.', 42),
        },
        { title: 'TransactionStep' },
      ),
      { description: 'The steps, oldest first.' },
    ),
  },
  { title: 'TransactionLog', description: 'What happened on the checkout.' },
)

// test/contract/resources.test.ts lists its fields.
export const TransactionRecord = Type.Object(
  {
    id: Text('The id: a UUID.', '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f'),
    domain: Domain,
    reference: Text('Your reference.', 'order-1042'),
    status: Type.Enum([...PAYMENT_STATUSES], {
      description:
        'The state of the payment. Deliver only on `success`, and compare ' +
        '`amount` with your price.',
    }),
    amount: Kobo('In kobo: the amount to pay, then the amount paid.'),
    requested_amount: Kobo('The amount that you requested, in kobo.'),
    fees: Nullable(Kobo('The fee with VAT, in kobo. Null until paid.', 18_813)),
    fees_breakdown: Nullable(
      Type.Array(
        Type.Object(
          {
            type: Type.Enum(['service', 'vat'], { description: 'The fee, or the VAT on it.' }),
            amount: Kobo('In kobo.', 17_500),
          },
          { title: 'FeePart' },
        ),
        { description: 'The parts of `fees`. Null until paid.' },
      ),
    ),
    net_amount: Nullable(Kobo('`amount` minus `fees`, in kobo. Null until paid.', 481_187)),
    refunded_amount: Kobo('How much of `amount` is refunded or being refunded, in kobo.', 0),
    currency: Currency,
    channel: Nullable({
      ...Channel,
      description: 'How it was paid. Null until the customer chooses.',
    }),
    gateway_response: Text('The message of the bank or card processor, for people.', 'Approved'),
    message: Nullable(Text('Why it failed or was reversed, for people.', 'The card was declined')),
    paid_at: Nullable(Timestamp('Null until paid.')),
    created_at: Timestamp('When you initialized it.'),
    expires_at: Timestamp('When it is abandoned if it is still unpaid.'),
    ip_address: Nullable(Text('The IP address of the customer.', '102.89.0.1')),
    callback_url: Nullable(Text('Where the customer returns.', 'https://shop.example/thanks')),
    made_with: Type.Enum([...makers], {
      description:
        'What initialized it. `secret_key`: your server, or your team in the dashboard. ' +
        '`public_key`: a page; anyone who reads the key there can choose the amount. ' +
        '`payment_link`: a payment link. `deposit`: a transfer to a dedicated account.',
    }),
    displaced: Type.Boolean({
      description:
        'true: initialized with your public key, under a reference that your server has used ' +
        'since. The reference now names the transaction of your server; fetch this one by its id.',
    }),
    metadata: Free('Your metadata, unchanged.', { cart_id: 398 }),
    customer: TransactionCustomer,
    authorization: Free('What it was paid with: the card, or the account of the sender.', {
      sender_name: 'ADA EXAMPLE',
      sender_bank: 'Guaranty Trust Bank',
      sender_bank_code: '058',
      sender_account_number: '******0018',
    }),
    split: Free('How it is shared. Null without a split.', {
      split_code: 'SPL_AZqmA2NQe2e4sK1d8v6cXw',
      name: 'Two cooks',
    }),
    log: Log,
  },
  { $id: 'Transaction', description: 'A payment.' },
)

/** With a secret key. */
export const transactionRoutes = under('Transactions', [
  action('POST /transactions/initialize', {
    needs: 'collect',
    isSigned: true,
    load: 'initialize',
    isOwnRecord: true,
    operationId: 'initializeTransaction',
    summary: 'Initialize a transaction',
    description:
      'Creates a payment and returns the checkout URL. Redirect the customer to ' +
      '`authorization_url`. The same `reference` with the same amount and email returns ' +
      'the same transaction while it is unpaid; otherwise the call returns 409 ' +
      '`duplicate_reference`.',
    body: InitializeBody,
    answer: Initialized,
    message: 'Authorization URL created',
    handle: async (context, request) =>
      toWire(await initialize(context, request.scope, inputOf(request))),
  }),
  record('/transactions/verify/:reference', {
    needs: 'view',
    load: 'kept',
    params: { reference: Text('Your reference.', 'order-1042') },
    operationId: 'verifyTransaction',
    summary: 'Verify a transaction',
    description:
      'Returns the transaction with this reference, whatever its status. Before you ' +
      'deliver, check that `status` is `success` and that `amount` is your price.',
    answer: named('Transaction'),
    message: 'Transaction found',
    handle: async (context, { scope, params }) =>
      new JsonText(recordOf(await findByReference(context, scope, params.reference))),
  }),
  record('/transactions/:id', {
    needs: 'view',
    params: { id: Text('The id of the transaction.', '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f') },
    operationId: 'getTransaction',
    summary: 'Fetch a transaction',
    description: 'Returns the transaction with this id.',
    answer: named('Transaction'),
    message: 'Transaction found',
    handle: async (context, { scope, params }) => {
      if (!isUuid(params.id)) refuse('transaction_not_found')
      const key = { ...scope, id: params.id as TransactionId }
      const found = await findTransaction(context.sql, key)
      return new JsonText(recordOf(found ?? refuse('transaction_not_found')))
    },
  }),
  listPayments,
  exportPayments,
  calculateSplit,
])

/** What a checked body asks for. Metadata is taken from the text, byte for byte. */
export function inputOf(
  request: Pick<FastifyRequest, 'rawBody' | 'effectId' | 'body'>,
  more: { metadata?: string | null; ipAddress?: string; madeWith?: 'public' } = {},
): InitializeInput {
  const body = request.body as Static<typeof InitializeBody>
  const metadata =
    more.metadata ?? (body.metadata === undefined ? null : metadataText(request.rawBody))
  const errors = wrongMetadata(metadata, body.metadata)
  if (errors.length > 0) refuseFields(errors)
  return {
    amount: kobo(body.amount),
    email: body.email,
    name: body.name.trim(),
    phone: body.phone ?? null,
    reference: body.reference ?? null,
    callbackUrl: body.callback_url ?? null,
    metadata,
    channels: body.channels ?? null,
    feeBearer: body.fee_bearer ?? 'business',
    splitCode: body.split_code ?? null,
    ipAddress: more.ipAddress ?? null,
    madeWith: more.madeWith ?? 'secret',
    effectId: request.effectId,
  }
}
