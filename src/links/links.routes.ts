import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { readPage } from '../lib/paging.ts'
import { qrPng, qrSvg } from '../lib/qr.ts'
import { checkAll } from '../lib/validation.ts'
import { CHANNELS } from '../transactions/transactions.ts'
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
  changeLink,
  createLink,
  type LinkChange,
  linkNamed,
  type PaymentLink,
  pageOfLinks,
  shownLinks,
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

const Params = Type.Object({ id: Type.String() })
const tags = ['Payment links']

/** With a secret key. */
export function linkRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.register(writingRoutes(context))
    app.register(readingRoutes(context))
    app.register(pictureRoutes(context))
    done()
  }
}

function writingRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/payment-links',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'Make an address at which anybody may pay, again and again',
          body: LinkBody,
          response: created(Success(LinkRecord), [400, 409, 422]),
        },
      },
      async ({ scope, body, rawBody, effectId, validationError }, reply) => {
        checkAll(wrongIn(validationError), ...together(body, rawBody), () =>
          refuseAny(wrongTime({ expiresAt: moment(body?.expires_at) }, context.now())),
        )
        const terms = { ...UNSAID, name: body.name, ...termsOf(body, rawBody) }
        const input = { ...terms, slug: body.slug ?? null }
        const link = await createLink(context, scope, input, effectId)
        return reply.status(201).send(await one(context, link, 'Payment link created'))
      },
    )

    app.put(
      '/payment-links/:id',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'Change a payment link, for payments that begin later',
          description: 'What is not sent stays as it is. An amount clears the bounds of one.',
          params: Params,
          body: LinkChangeBody,
          response: answers(Success(LinkRecord), [400, 404, 422]),
        },
      },
      async ({ scope, params, body, rawBody, validationError }) => {
        checkAll(wrongIn(validationError), ...together(body, rawBody))
        const { name, active } = body
        const change: LinkChange = {
          ...termsOf(body, rawBody),
          ...(name !== undefined && { name }),
          ...(active !== undefined && { active }),
        }
        const link = await changeLink(context, scope, params.id, change)
        return one(context, link, 'Payment link changed')
      },
    )
    done()
  }
}

function readingRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/payment-links',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List payment links, newest first',
          querystring: Type.Object(pageQuery),
          response: answers(SuccessList(LinkRecord), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const { links, meta } = await pageOfLinks(context, scope, page)
        const data = await shownLinks(context, scope, links)
        return { status: 'success' as const, message: 'Payment links found', data, meta }
      },
    )

    app.get(
      '/payment-links/:id',
      {
        schema: {
          tags,
          summary: 'Look at a payment link, and at what has come by it',
          params: Params,
          response: answers(Success(LinkRecord), [404]),
        },
      },
      async ({ scope, params }) =>
        one(context, await linkNamed(context, scope, params.id), 'Payment link found'),
    )
    done()
  }
}

function pictureRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    for (const [kind, type, draw] of [
      ['svg', 'image/svg+xml', qrSvg],
      ['png', 'image/png', qrPng],
    ] as const) {
      app.get(
        `/payment-links/:id/qr.${kind}`,
        {
          schema: {
            tags,
            summary: `The QR code of its address, as ${kind.toUpperCase()}`,
            params: Params,
            response: {
              ...answers(Type.Unknown(), [404]),
              200: { description: 'A picture.', content: { [type]: { schema: Type.String() } } },
            },
          },
        },
        async ({ scope, params }, reply) => {
          const link = await linkNamed(context, scope, params.id)
          return reply.type(type).send(draw(urlOf(context, link)) as never)
        },
      )
    }
    done()
  }
}

async function one(context: Context, link: PaymentLink, message: string) {
  const [data] = await shownLinks(context, link, [link])
  return { status: 'success' as const, message, data: data! }
}
