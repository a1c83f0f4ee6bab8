import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { isUuid } from '../lib/ids.ts'
import { memberText } from '../lib/json.ts'
import { kobo } from '../lib/money.ts'
import { refuse, refuseFields } from '../lib/refusal.ts'
import { action, JsonText, plugin, record } from '../route.ts'
import { KoboAmount, Metadata, Nullable, named, Timestamp, toWire, wrongMetadata } from '../wire.ts'
import { calculateSplit } from './calculate.routes.ts'
import { type InitializeInput, initialize } from './initialize.ts'
import { exportPayments, listPayments } from './search.routes.ts'
import {
  CHANNELS,
  findByReference,
  findTransaction,
  makers,
  recordOf,
  type TransactionId,
} from './transactions.ts'

// The wire of transactions. Records go out as the text that `recordOf` makes; the schemas here
// describe them, and the tests hold every answer to them.

const EXAMPLE = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

export const Channels = Type.Array(Type.Enum([...CHANNELS]), {
  minItems: 1,
  maxItems: CHANNELS.length,
  'x-distinct': true,
})

export const InitializeBody = Type.Object(
  {
    amount: KoboAmount('Kobo: 500000 is ₦5,000.00.'),
    email: Type.String({ format: 'email', description: 'The customer; for the receipt.' }),
    name: Type.String({ format: 'person-name', maxLength: 200, description: 'Legal name.' }),
    callback_url: Type.Optional(
      Type.String({
        format: 'web-address',
        description: 'Where the customer returns to, with reference and trxref in the query.',
      }),
    ),
    split_code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    metadata: Type.Optional(
      Metadata(
        'Returned as it was sent, at most 8 KB, 5 levels deep. custom_fields are shown to ' +
          'the customer; cancel_action is where the cancel button leads.',
      ),
    ),
    reference: Type.Optional(
      Type.String({
        format: 'reference',
        description:
          'Your name for this payment, once and for ever. The same one again with the same ' +
          'amount and e-mail, while unpaid, is the same payment.',
      }),
    ),
    currency: Type.Optional(Type.Literal('NGN')),
    channels: Type.Optional(Channels),
    phone: Type.Optional(Type.String({ format: 'phone' })),
    fee_bearer: Type.Optional(
      Type.Enum(['business', 'customer'], {
        description: 'customer: the fee is added, and requested_amount is what you asked for.',
      }),
    ),
  },
  { examples: [EXAMPLE] },
)

const Initialized = Type.Object({
  authorization_url: Type.String({ description: 'Send the customer here.' }),
  access_code: Type.String({ description: 'Secret: whoever has it may pay.' }),
  reference: Type.String(),
  expires_at: Timestamp('When it can no longer be paid.'),
})

const Free = Type.Object({}, { additionalProperties: true })
const NullableKobo = (description: string) => Nullable(Type.Integer({ description }))
const NullableText = Nullable(Type.String())

export const TransactionRecord = Type.Object(
  {
    id: Type.String({ description: 'A UUID.' }),
    domain: Type.Enum(['test', 'live']),
    reference: Type.String(),
    status: Type.Enum(['pending', 'ongoing', 'success', 'failed', 'abandoned', 'reversed'], {
      description: 'The state of the payment. Give value only on success, and compare amount.',
    }),
    amount: Type.Integer({ description: 'Kobo: to pay, then really paid.' }),
    requested_amount: Type.Integer({ description: 'Kobo that you asked for.' }),
    fees: NullableKobo('Kobo with VAT; null until paid.'),
    fees_breakdown: Nullable(
      Type.Array(Type.Object({ type: Type.Enum(['service', 'vat']), amount: Type.Integer() })),
    ),
    net_amount: NullableKobo('amount less fees; null until paid.'),
    currency: Type.Literal('NGN'),
    channel: Nullable(Type.Enum(['card', 'bank_transfer', 'dedicated_virtual_account'])),
    gateway_response: Type.String(),
    message: NullableText,
    paid_at: Nullable(Timestamp('Null until paid.')),
    created_at: Timestamp('When you asked for it.'),
    expires_at: Timestamp('Unpaid until then, it is abandoned.'),
    ip_address: NullableText,
    callback_url: NullableText,
    made_with: Type.Enum([...makers], {
      description:
        'Who asked for it. secret_key: your server, or your team in the dashboard. public_key: a ' +
        'page; anybody who reads the key there may have chosen the amount. payment_link. ' +
        'deposit: nobody; a customer transferred to a dedicated account.',
    }),
    displaced: Type.Boolean({
      description:
        'true: made with your public key under a reference that your server has used since. That ' +
        'reference now names the payment of your server; find this one by its id.',
    }),
    metadata: Nullable(Free),
    customer: Type.Object({
      id: Type.String(),
      customer_code: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
      name: Type.String(),
      email: Type.String(),
      phone: NullableText,
    }),
    authorization: Nullable(Free),
    split: Nullable(Free),
    log: Type.Object({
      attempts: Type.Integer(),
      errors: Type.Integer(),
      history: Type.Array(
        Type.Object({
          type: Type.Enum(['action', 'auth', 'error', 'success']),
          message: Type.String(),
          time: Type.Integer({ description: 'Seconds since created_at.' }),
        }),
      ),
    }),
  },
  { $id: 'Transaction' },
)

/** With a secret key. */
export const transactionRoutes = plugin('Transactions', [
  action('POST /transactions/initialize', {
    operationId: 'initializeTransaction',
    summary: 'Initialize a transaction',
    description:
      'Creates a payment and returns the checkout address. Redirect the customer to ' +
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
    more.metadata ?? (body.metadata === undefined ? null : memberText(request.rawBody, 'metadata'))
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
