import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { change } from '../../core/change.ts'
import type { Context } from '../../core/context.ts'
import { withMessage } from '../../core/envelope.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { flag, within } from '../../core/filters.ts'
import { metadataChange } from '../../core/metadata.ts'
import { action, file, list, record, under } from '../../core/route.ts'
import {
  Count,
  Created,
  Currency,
  Domain,
  Kobo,
  Nullable,
  PublicId,
  SplitCode,
  Text,
  Timestamp,
  wrongIn,
} from '../../core/wire.ts'
import { newId } from '../../platform/ids.ts'
import { qrPng, qrSvg } from '../../platform/qr.ts'
import { checkAll } from '../../platform/validation.ts'
import { CHANNELS } from '../transactions/transactions.rows.ts'
import { listLinks, type PaymentLink } from './links.sql.ts'
import {
  changeLink,
  createLink,
  type LinkChange,
  linkNamed,
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
  wrongLinkMetadata,
} from './terms.routes.ts'

// The API of payment links for businesses. pay.routes.ts has the pages for customers.

const LinkRecord = Type.Object(
  {
    id: PublicId('payment_link'),
    domain: Domain,
    slug: Text('The end of its URL.', 'adire-workshop'),
    url: Text('Where customers go.', 'https://pay.example/pay/adire-workshop'),
    name: Text('The headline.', 'Adire workshop'),
    description: Nullable(Text('The text below the headline.', 'Two hours, dye included.')),
    amount: Nullable(Kobo('In kobo. Null: the customer chooses.', 1_500_000)),
    min_amount: Nullable(Kobo('The minimum if the customer chooses, in kobo.', 100_000)),
    max_amount: Nullable(Kobo('The maximum if the customer chooses, in kobo.', 5_000_000)),
    currency: Currency,
    fields: Type.Array(
      Type.Object(
        {
          label: Text('The question.', 'Size'),
          required: Type.Boolean({ description: 'Whether an answer is required.' }),
          variable_name: Text('The name of the answer in `metadata.custom_fields`.', 'size'),
        },
        { title: 'PaymentLinkField' },
      ),
      { description: 'What else the customer is asked.' },
    ),
    callback_url: Nullable(Text('Where customers return.', 'https://shop.example/thanks')),
    split_code: Nullable(SplitCode('The split by which payments are shared.')),
    channels: Nullable(
      Type.Array(Type.Enum([...CHANNELS]), {
        description: 'How customers can pay. Null: all channels.',
      }),
    ),
    fee_bearer: Type.Enum(['business', 'customer'], { description: 'Who pays the fee.' }),
    active: Type.Boolean({ description: 'Whether payments can start.' }),
    expires_at: Nullable(Timestamp('No payment can start from then on.')),
    uses_max: Nullable(Count('How many payments can succeed.', 100)),
    metadata: Nullable(
      Type.Object({}, { additionalProperties: true, description: 'Added to each payment.' }),
    ),
    payments: Type.Object(
      {
        succeeded: Count('How many succeeded, also those that were refunded later.', 12),
        amount: Kobo('What they paid, with fees and before refunds, in kobo.', 18_000_000),
        open: Count('How many are started and still open.'),
        used: Count('How many count for `uses_max`: see there.', 12),
      },
      { title: 'PaymentLinkTotals', description: 'The payments of this link.' },
    ),
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { title: 'PaymentLink', description: 'A URL at which anyone can pay.' },
)

const NAMED = { id: PublicId('payment_link', 'The id of the payment link.') }

const picture = (kind: 'svg' | 'png', type: string, draw: typeof qrSvg | typeof qrPng) =>
  file(`/payment-links/:id/qr.${kind}`, {
    needs: 'payment_links:read',
    load: 'resolve',
    params: NAMED,
    operationId: `getPaymentLinkQr${kind === 'svg' ? 'Svg' : 'Png'}`,
    summary: `Fetch the QR code of a payment link as ${kind.toUpperCase()}`,
    description: 'The QR code opens the URL of the payment link.',
    type,
    says: 'A picture.',
    refusals: [404],
    handle: async (context, { scope, params }, reply) => {
      const link = await linkNamed(context, scope, params.id)
      return reply.type(type).send(draw(urlOf(context, link)))
    },
  })

/** With a secret key. */
export const linkRoutes = under('Payment links', [
  action('POST /payment-links', {
    needs: 'payment_links:write',
    operationId: 'createPaymentLink',
    summary: 'Create a payment link',
    description:
      'Creates a URL at which anyone can pay, any number of times. No code needed. The same ' +
      '`slug` with the same terms returns the same link.',
    body: LinkBody,
    answer: Created('PaymentLink', LinkRecord),
    status: 'found or created',
    refusals: [409],
    attachValidation: true,
    hasTag: true,
    handle: async (context, { scope, body, rawBody, effectId, validationError }, reply) => {
      checkAll(wrongIn(validationError), ...together(body, rawBody), () =>
        refuseAny(wrongTime({ expiresAt: moment(body?.expires_at) }, context.now())),
      )
      const terms = { ...UNSAID, name: body.name, ...termsOf(body, rawBody) }
      const input = { ...terms, slug: body.slug ?? null }
      const id = effectId ?? newId(context.now())
      const link = await createLink(context, scope, input, id)
      const created = link.paymentLinkId === id
      const message = created ? 'Payment link created' : 'Payment link found'
      return withMessage(message, { ...(await one(context, link, reply)), created })
    },
  }),
  ...change('/payment-links/:id', {
    isAlsoPut: true,
    needs: 'payment_links:write',
    params: NAMED,
    operationId: 'updatePaymentLink',
    summary: 'Update a payment link',
    description:
      'Applies to payments that start from now on. Setting `amount` clears `min_amount` and ' +
      '`max_amount`.',
    body: LinkChangeBody,
    clears: [],
    answer: LinkRecord,
    refusals: [404, 422],
    message: 'Payment link changed',
    attachValidation: true,
    handle: async (context, request, reply) => {
      const { scope, params, body, rawBody, validationError } = request
      checkAll(wrongIn(validationError), ...together(body, rawBody))
      const { name, active } = body
      const { metadata: _, ...terms } = termsOf(body, rawBody)
      const wanted: LinkChange = {
        ...terms,
        ...(name !== undefined && { name }),
        ...(active !== undefined && { active }),
        metadata: metadataChange(body, rawBody, wrongLinkMetadata),
      }
      return one(
        context,
        await changeLink(context, scope, params.id, wanted, onlyIf(request)),
        reply,
      )
    },
  }),
  list('/payment-links', {
    needs: 'payment_links:read',
    operationId: 'listPaymentLinks',
    summary: 'List payment links',
    description: 'Newest first.',
    filters: {
      active: flag('`true`: active links only. `false`: the others.', (sql) => sql`active`),
      ...within('createdAt'),
    },
    item: LinkRecord,
    message: 'Payment links found',
    handle: async (context, { scope }, page) => {
      const { rows, meta } = await listLinks(context.sql, scope, page)
      return { data: await toWireLinks(context, scope, rows), meta }
    },
  }),
  record('/payment-links/:id', {
    needs: 'payment_links:read',
    params: NAMED,
    operationId: 'getPaymentLink',
    summary: 'Fetch a payment link',
    description: 'Returns the payment link with this id and the totals of its payments.',
    answer: LinkRecord,
    message: 'Payment link found',
    hasTag: true,
    handle: async (context, { scope, params }, reply) =>
      one(context, await linkNamed(context, scope, params.id), reply),
  }),
  picture('svg', 'image/svg+xml', qrSvg),
  picture('png', 'image/png', qrPng),
])

async function one(context: Context, link: PaymentLink, reply: FastifyReply) {
  setTag(reply, link)
  const [data] = await toWireLinks(context, link, [link])
  return data!
}
