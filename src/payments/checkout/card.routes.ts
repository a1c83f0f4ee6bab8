import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { checkCard } from '../../providers/cards.ts'
import { answerStatus, Lang, PAYING, PAYING_NOW, statusSchema } from './checkout.routes.ts'
import { keyOf, payByCard, sendOtp, sendPin } from './checkout.ts'
import { payerOf, SaveCard } from './payer.routes.ts'

// The card calls of the page. The digits are masked in the body; `cardDigits` has the real ones, in
// buffers that are overwritten after the call.

const CardBody = Type.Object({
  number: Type.String({ maxLength: 40, examples: ['4084 0840 8408 4081'] }),
  exp_month: Type.Union([Type.String({ maxLength: 2 }), Type.Integer()], { examples: ['09'] }),
  exp_year: Type.Union([Type.String({ maxLength: 4 }), Type.Integer()], { examples: ['30'] }),
  cvv: Type.String({ maxLength: 4, examples: ['408'] }),
  save_card: SaveCard,
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
          'payByCard',
          'Pay by card',
          { body: CardBody, querystring: Type.Object(Lang) },
          PAYING,
        ),
      },
      async (request) => {
        const { params, body } = request
        const key = keyOf(context, params.access_code)
        const digits = { number: typed(request, 'number'), cvv: typed(request, 'cvv') }
        const card = checkCard(body, context.now(), digits)
        if (Array.isArray(card)) refuseFields(card)
        await payByCard(context, key, card, payerOf(request, body.save_card))
        return answerStatus(context, params.access_code)
      },
    )

    const step = (name: 'pin' | 'otp', body: TObject, send: typeof sendPin, texts: Texts) =>
      app.post(
        `/checkout/:access_code/card/${name}`,
        { config: PAYING_NOW, schema: statusSchema(...texts, { body }, PAYING) },
        async (request) => {
          const { access_code: accessCode } = request.params
          await send(context, keyOf(context, accessCode), typed(request, name).toString())
          return answerStatus(context, accessCode)
        },
      )
    step('pin', PinBody, sendPin, ['submitCardPin', 'Submit the PIN of the card'])
    step('otp', OtpBody, sendOtp, ['submitCardOtp', 'Submit the OTP from the bank'])
    done()
  }
}

type Texts = [operationId: string, summary: string]

export function typed({ cardDigits }: FastifyRequest, field: string): Buffer {
  return cardDigits?.get(field) ?? Buffer.alloc(0)
}
