import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { qrPng, qrSvg } from '../lib/qr.ts'
import { checkAll } from '../lib/validation.ts'
import { action, file, list, plugin, record } from '../route.ts'
import { CHANNELS } from '../transactions/transactions.ts'
import { Nullable, Timestamp, wrongIn } from '../wire.ts'
import {
  changeLink,
  createLink,
  type LinkChange,
  linkNamed,
  type PaymentLink,
  pageOfLinks,
  toWireLinks,
  urlOf,
  wrongTime,
} from './links.ts'
import {
  LinkBody,
  LinkChangeBody,
  moment,
  refuseAny,
  termsOf,
  together,
  UNSAID,
} from './terms.routes.ts'

// The wire of payment links, for the business. What customers see: pay.routes.ts.

const text = Nullable(Type.String())
const LinkRecord = Type.Object({
  id: Type.String(),
  domain: Type.Enum(['test', 'live']),
  slug: Type.String(),
  url: Type.String({ description: 'Where customers go.' }),
  name: Type.String(),
  description: text,
  amount: Nullable(Type.Integer({ description: 'Kobo. null: the customer says how much.' })),
  min_amount: Nullable(Type.Integer()),
  max_amount: Nullable(Type.Integer()),
  currency: Type.Literal('NGN'),
  fields: Type.Array(
    Type.Object({
      label: Type.String(),
      required: Type.Boolean(),
      variable_name: Type.String({ description: 'Of the answer, in metadata.custom_fields.' }),
    }),
  ),
  callback_url: text,
  split_code: text,
  channels: Nullable(Type.Array(Type.Enum([...CHANNELS]))),
  fee_bearer: Type.Enum(['business', 'customer']),
  active: Type.Boolean(),
  expires_at: Nullable(Timestamp('Nothing can be begun from then on.')),
  uses_max: Nullable(Type.Integer()),
  metadata: Nullable(Type.Object({}, { additionalProperties: true })),
  payments: Type.Object({
    succeeded: Type.Integer({ description: 'How many were paid, and not refunded in full.' }),
    amount: Type.Integer({ description: 'Kobo that they brought, fees included.' }),
    open: Type.Integer({ description: 'How many were begun, and are neither paid nor over.' }),
  }),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
})

const picture = (kind: 'svg' | 'png', type: string, draw: typeof qrSvg | typeof qrPng) =>
  file(`/payment-links/:id/qr.${kind}`, {
    operationId: `getPaymentLinkQr${kind === 'svg' ? 'Svg' : 'Png'}`,
    summary: `Fetch the QR code of a payment link as ${kind.toUpperCase()}`,
    description: 'The code opens the address of the payment link.',
    type,
    says: 'A picture.',
    refusals: [404],
    handle: async (context, { scope, params }, reply) => {
      const link = await linkNamed(context, scope, params.id)
      return reply.type(type).send(draw(urlOf(context, link)))
    },
  })

/** With a secret key. */
export const linkRoutes = plugin('Payment links', [
  action('POST /payment-links', {
    operationId: 'createPaymentLink',
    summary: 'Create a payment link',
    description:
      'Creates an address at which anybody can pay, any number of times. No code needed.',
    body: LinkBody,
    answer: LinkRecord,
    status: 201,
    message: 'Payment link created',
    attachValidation: true,
    handle: async (context, { scope, body, rawBody, effectId, validationError }) => {
      checkAll(wrongIn(validationError), ...together(body, rawBody), () =>
        refuseAny(wrongTime({ expiresAt: moment(body?.expires_at) }, context.now())),
      )
      const terms = { ...UNSAID, name: body.name, ...termsOf(body, rawBody) }
      const input = { ...terms, slug: body.slug ?? null }
      return one(context, await createLink(context, scope, input, effectId))
    },
  }),
  action('PUT /payment-links/:id', {
    operationId: 'updatePaymentLink',
    summary: 'Update a payment link',
    description:
      'Applies to payments that start from now on. Fields that you do not send keep ' +
      'their value. Setting `amount` clears `min_amount` and `max_amount`.',
    body: LinkChangeBody,
    answer: LinkRecord,
    refusals: [404, 422],
    message: 'Payment link changed',
    attachValidation: true,
    handle: async (context, { scope, params, body, rawBody, validationError }) => {
      checkAll(wrongIn(validationError), ...together(body, rawBody))
      const { name, active } = body
      const change: LinkChange = {
        ...termsOf(body, rawBody),
        ...(name !== undefined && { name }),
        ...(active !== undefined && { active }),
      }
      return one(context, await changeLink(context, scope, params.id, change))
    },
  }),
  list('/payment-links', {
    operationId: 'listPaymentLinks',
    summary: 'List payment links',
    description: 'Newest first.',
    item: LinkRecord,
    message: 'Payment links found',
    handle: async (context, { scope }, page) => {
      const { links, meta } = await pageOfLinks(context, scope, page)
      return { data: await toWireLinks(context, scope, links), meta }
    },
  }),
  record('/payment-links/:id', {
    operationId: 'getPaymentLink',
    summary: 'Fetch a payment link',
    description: 'Returns the payment link with this id and the totals of its payments.',
    answer: LinkRecord,
    message: 'Payment link found',
    handle: async (context, { scope, params }) =>
      one(context, await linkNamed(context, scope, params.id)),
  }),
  picture('svg', 'image/svg+xml', qrSvg),
  picture('png', 'image/png', qrPng),
])

async function one(context: Context, link: PaymentLink) {
  const [data] = await toWireLinks(context, link, [link])
  return data!
}
