import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { checkCard } from '../../providers/cards.ts'
import {
  answerStatus,
  backToPage,
  Lang,
  PAYING,
  PAYING_NOW,
  statusSchema,
} from './checkout.routes.ts'
import { keyOf, payByCard, payOnTheirPage, sendOtp, sendPin } from './checkout.ts'
import { localeIn } from './pages.routes.ts'

// What the page sends of a card. The body shows its form, `cardDigits` holds what was typed.

const CardBody = Type.Object({
  number: Type.String({ maxLength: 40, examples: ['4084 0840 8408 4081'] }),
  exp_month: Type.Union([Type.String({ maxLength: 2 }), Type.Integer()], { examples: ['09'] }),
  exp_year: Type.Union([Type.String({ maxLength: 4 }), Type.Integer()], { examples: ['30'] }),
  cvv: Type.String({ maxLength: 4, examples: ['408'] }),
})
const PinBody = Type.Object({ pin: Type.String({ format: 'pin' }) })
const OtpBody = Type.Object({ otp: Type.String({ format: 'otp' }) })

export function cardRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/checkout/:access_code/card',
      {
        config: PAYING_NOW,
        schema: statusSchema(
          { operationId: 'payByCard', summary: 'Pay by card' },
          { body: CardBody, querystring: Type.Object(Lang) },
          PAYING,
        ),
      },
      async (request) => {
        const { params, body } = request
        const key = keyOf(context, params.access_code)
        const digits = { number: typed(request, 'number'), cvv: typed(request, 'cvv') }
        const card = checkCard(body as Static<typeof CardBody>, context.now(), digits)
        if (Array.isArray(card)) refuseFields(card)
        const { query: returnQuery } = localeIn(request)
        await payByCard(context, key, card, { address: request.ip, returnQuery })
        return answerStatus(context, params.access_code)
      },
    )

    app.post(
      '/checkout/:access_code/card/page',
      {
        config: PAYING_NOW,
        schema: statusSchema(
          {
            operationId: 'payByCardPage',
            summary: 'Pay by card on the page of the provider, `next.url`',
          },
          { querystring: Type.Object({ html: Type.Optional(Type.String()), ...Lang }) },
          [...PAYING, 503],
        ),
      },
      async (request, reply) => {
        const { params, query } = request
        const { query: returnQuery } = localeIn(request)
        await payOnTheirPage(context, keyOf(context, params.access_code), { returnQuery })
        // Without script: the page shows the way there. A form may not lead to another's host.
        if ((query as { html?: string }).html !== undefined) return backToPage(request, reply)
        return answerStatus(context, params.access_code)
      },
    )

    app.post(
      '/checkout/:access_code/card/pin',
      {
        config: PAYING_NOW,
        schema: statusSchema(
          { operationId: 'submitCardPin', summary: 'Submit the PIN of the card' },
          { body: PinBody },
          PAYING,
        ),
      },
      async (request) => {
        const { access_code: accessCode } = request.params
        await sendPin(context, keyOf(context, accessCode), typed(request, 'pin').toString())
        return answerStatus(context, accessCode)
      },
    )

    app.post(
      '/checkout/:access_code/card/otp',
      {
        config: PAYING_NOW,
        schema: statusSchema(
          { operationId: 'submitCardOtp', summary: 'Submit the OTP from the bank' },
          { body: OtpBody },
          PAYING,
        ),
      },
      async (request) => {
        const { access_code: accessCode } = request.params
        await sendOtp(context, keyOf(context, accessCode), typed(request, 'otp').toString())
        return answerStatus(context, accessCode)
      },
    )
    done()
  }
}

function typed({ cardDigits }: FastifyRequest, field: string): Buffer {
  return cardDigits?.get(field) ?? Buffer.alloc(0)
}
