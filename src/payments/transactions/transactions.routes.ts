import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { JsonText } from '../../core/envelope.ts'
import { Metadata, metadataText, wrongMetadata } from '../../core/metadata.ts'
import { action, record, under } from '../../core/route.ts'
import {
  fromWire,
  KoboAmount,
  named,
  PublicId,
  SentCurrency,
  Text,
  Timestamp,
  toWire,
} from '../../core/wire.ts'
import { kobo } from '../../platform/money.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { QUANTITY_MAX } from '../plans/plans.ts'
import type { Planned } from '../subscriptions/planned.ts'
import { calculateSplit } from './calculate.routes.ts'
import { recordOf } from './fields.ts'
import { type InitializeInput, initialize } from './initialize.ts'
import { countPayments, exportPayments, listPayments } from './search.routes.ts'
import { type Sent, sentIn, sentProperties } from './sent.ts'
import { CHANNELS } from './transactions.rows.ts'
import { findByReference, paymentNamed } from './transactions.ts'

// The wire of transactions. fields.ts has the record.

const EXAMPLE = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

export const Channels = Type.Array(Type.Enum([...CHANNELS]), {
  minItems: 1,
  maxItems: CHANNELS.length,
  'x-distinct': true,
  description: 'How the customer can pay, by default in every way that a provider offers.',
})

/** `initialize-public` takes these fields too. */
export const InitializeBody = Type.Object(
  {
    amount: KoboAmount('In kobo: 500000 is ₦5,000.00.'),
    email: Type.String({ format: 'email', description: 'The customer. The receipt goes here.' }),
    name: Type.String({
      format: 'person-name',
      maxLength: 200,
      description: 'The legal name of the customer.',
    }),
    ...sentProperties,
    split_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The split by which the payment is shared.',
        examples: ['SPL_AZqmA2NQe2e4sK1d8v6cXw'],
      }),
    ),
    plan: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The id or code of a plan. The customer pays its first period by card and agrees that ' +
          'the card is kept and charged each period; a subscription begins when it is paid. ' +
          '`amount` must be that of the plan times `quantity`.',
        examples: ['PLN_AZqmA2NQe2e4sK1d8v6cXw'],
      }),
    ),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: QUANTITY_MAX,
        description: 'How many units of `plan`.',
        examples: [1],
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
    id: PublicId('transaction', 'The id of the transaction.'),
    expires_at: Timestamp('When the transaction can no longer be paid.'),
  },
  { title: 'InitializedTransaction' },
)

/** With a secret key. */
export const transactionRoutes = under('Transactions', [
  action('POST /transactions/initialize', {
    needs: 'transactions:write',
    isSigned: true,
    load: 'initialize',
    isOwnRecord: true,
    refusals: [404],
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
    needs: 'transactions:read',
    load: 'kept',
    params: { reference: Text('Your reference.', 'order-1042') },
    operationId: 'verifyTransaction',
    summary: 'Verify a transaction',
    description:
      'Returns the transaction with this reference, whatever its status. Before you ' +
      'deliver, check that `status` is `success`, that `requested_amount` is your price, and ' +
      'that `currency` is `NGN`.',
    answer: named('Transaction'),
    message: 'Transaction found',
    handle: async (context, { scope, params }) =>
      new JsonText(recordOf(await findByReference(context, scope, params.reference))),
  }),
  record('/transactions/:id', {
    needs: 'transactions:read',
    params: { id: PublicId('transaction', 'The id or reference of the transaction.') },
    operationId: 'getTransaction',
    summary: 'Fetch a transaction',
    description:
      'Returns the transaction with this id or reference. A reference that looks like an id is ' +
      'found by `GET /transactions/verify/{reference}`.',
    answer: named('Transaction'),
    message: 'Transaction found',
    handle: async (context, { scope, params }) =>
      new JsonText(recordOf(await paymentNamed(context, scope, params.id))),
  }),
  listPayments,
  countPayments,
  exportPayments,
  calculateSplit,
])

function plannedIn({ plan, quantity }: Static<typeof InitializeBody>): Planned | null {
  if (plan !== undefined) return { plan, quantity: quantity ?? 1 }
  if (quantity === undefined) return null
  const message = 'quantity is of a plan. Send plan too, or leave quantity out.'
  return refuseFields([{ field: 'quantity', code: 'not_allowed', message }])
}

const SentBody = Type.Object(sentProperties)

/** The input of a checked body. Metadata is cut out of the text, byte for byte. */
export function inputOf(
  request: Pick<FastifyRequest, 'rawBody' | 'effectId' | 'body'>,
  more: { metadata?: string | null; ipAddress?: string; madeWith?: 'public' } = {},
): InitializeInput & Sent {
  const body = request.body as Static<typeof InitializeBody>
  const metadata =
    more.metadata ?? (body.metadata === undefined ? null : metadataText(request.rawBody))
  const errors = wrongMetadata(metadata, body.metadata)
  if (errors.length > 0) refuseFields(errors)
  return {
    ...sentIn(fromWire(SentBody, body)),
    amount: kobo(body.amount),
    email: body.email,
    name: body.name.trim(),
    reference: body.reference ?? null,
    metadata,
    channels: body.channels ?? null,
    feeBearer: body.fee_bearer ?? 'business',
    splitCode: body.split_code ?? null,
    ipAddress: more.ipAddress ?? null,
    madeWith: more.madeWith ?? 'secret',
    plan: more.madeWith === 'public' ? null : plannedIn(body),
    effectId: request.effectId,
  }
}
