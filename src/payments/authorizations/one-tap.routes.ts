import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { answers, Success, Text, Timestamp } from '../../core/wire.ts'
import { publicCode } from '../../platform/ids.ts'
import { typed } from '../checkout/card.routes.ts'
import {
  answerStatus,
  Lang,
  PAYING,
  PAYING_NOW,
  statusSchema,
} from '../checkout/checkout.routes.ts'
import { cardIn, keyOf } from '../checkout/checkout.ts'
import { plain } from '../checkout/languages.ts'
import { localeIn } from '../checkout/pages.routes.ts'
import { savingWords } from '../checkout/saving.ts'
import type { Authorization } from './authorizations.sql.ts'
import { enterCode, payByKept, removeKept, SENDS_MAX, sendCode } from './one-tap.ts'

// The calls of the checkout page for paying with a kept card. The code is masked in the body, as
// the digits of a card are.

const CODE = 'AUTH_AZqmA2NQe2e4sK1d8v6cXw'
const Params = Type.Object({ access_code: Type.String() })
const query = Type.Object(Lang)
const Chosen = Type.Object({
  proof: Type.String({ maxLength: 100, description: 'From the answer to the code.' }),
  authorization_code: Type.String({
    maxLength: 100,
    description: 'Of one of the cards in that answer.',
    examples: [CODE],
  }),
})
const Card = Type.Object(
  {
    authorization_code: Text('Names the card.', CODE),
    brand: Text('The brand.', 'Visa'),
    last4: Text('The last four digits.', '4081'),
  },
  { title: 'OfferedCard' },
)
const Sent = Type.Object({
  expires_at: Timestamp('When the code expires.'),
  sends_left: Type.Integer({ description: 'How many more codes may be sent for this payment.' }),
})
const cards = Type.Array(Card, { description: 'Newest first.' })
const Entered = Type.Object({
  proof: Text('Send it with the card.', 'Hq0p5Yy8n1mA'),
  expires_at: Timestamp('Until when a card can be charged.'),
  cards,
})

export function oneTapRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    const schema = (operationId: string, summary: string) => ({
      ...{ tags: ['Checkout'], operationId, summary, params: Params, querystring: query },
    })
    app.post(
      '/checkout/:access_code/kept-cards/code',
      {
        config: PAYING_NOW,
        schema: {
          ...schema('sendKeptCardCode', 'Email a code to a customer with a kept card'),
          response: answers(Success(Sent), [404, ...PAYING]),
        },
      },
      async (request) => {
        const key = keyOf(context, request.params.access_code)
        const { checkoutLanguage } = await settingsOf(context, key)
        const { language } = localeIn(request, checkoutLanguage)
        const sent = await sendCode(context, key, { address: request.ip, language })
        return {
          status: 'success' as const,
          message: 'A code was sent if the business keeps a card of this customer',
          data: { expires_at: sent.expiresAt.toISOString(), sends_left: SENDS_MAX - sent.sends },
        }
      },
    )

    app.post(
      '/checkout/:access_code/kept-cards',
      {
        config: PAYING_NOW,
        schema: {
          ...schema('enterKeptCardCode', 'Enter the code, and list the kept cards'),
          body: Type.Object({ otp: Type.String({ format: 'otp' }) }),
          response: answers(Success(Entered), [404, ...PAYING]),
        },
      },
      async (request) => {
        const key = keyOf(context, request.params.access_code)
        const otp = typed(request, 'otp').toString()
        const { proof, provenUntil, cards } = await enterCode(context, key, otp, request.ip)
        return {
          status: 'success' as const,
          message: 'Kept cards',
          data: { proof, expires_at: provenUntil.toISOString(), cards: cards.map(toWireCard) },
        }
      },
    )

    app.post(
      '/checkout/:access_code/kept-cards/pay',
      {
        config: PAYING_NOW,
        schema: statusSchema(
          'payByKeptCard',
          'Pay with a kept card',
          { body: Chosen, querystring: query },
          [...PAYING, 503],
        ),
      },
      async (request) => {
        const { params, body, ip: address } = request
        const key = keyOf(context, params.access_code)
        const { checkoutLanguage, businessName: business } = await settingsOf(context, key)
        const locale = localeIn(request, checkoutLanguage)
        await payByKept(context, key, chosen(body), {
          address,
          words: (card, paid) => {
            const pressed = plain(locale.words.kept_pay, toWireCard(card))
            if (paid.plan === null) return pressed
            return `${pressed}. ${savingWords(locale, { ...paid, business }).required}`
          },
        })
        return answerStatus(context, params.access_code)
      },
    )

    app.post(
      '/checkout/:access_code/kept-cards/remove',
      {
        config: PAYING_NOW,
        schema: {
          ...schema('removeKeptCard', 'Remove a kept card'),
          body: Chosen,
          response: answers(Success(Type.Object({ cards })), [404, ...PAYING]),
        },
      },
      async ({ params, body }) => {
        const left = await removeKept(context, keyOf(context, params.access_code), chosen(body))
        const data = { cards: left.map(toWireCard) }
        return { status: 'success' as const, message: 'Kept card removed', data }
      },
    )
    done()
  }
}

function chosen({ proof, authorization_code }: { proof: string; authorization_code: string }) {
  return { proof, authorizationCode: authorization_code }
}

function toWireCard({ authorizationId, details }: Authorization) {
  const { brand, last4 } = cardIn(details) ?? { brand: '', last4: '' }
  return { authorization_code: publicCode('authorization', authorizationId), brand, last4 }
}
