import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import type { Method } from '../../providers/rails.ts'
import {
  answerStatus,
  backToPage,
  Html,
  isFromForm,
  orAsPage,
  PAYING,
  PAYING_NOW,
  statusSchema,
} from './checkout.routes.ts'
import { keyOf, payByUssd, payOnTheirPage } from './checkout.ts'
import { payerOf } from './payer.routes.ts'

// The calls of the page for what is not typed there: the pages of providers, and USSD codes. Plain
// forms send them too.

const UssdBody = Type.Object({
  bank: Type.String({ format: 'bank-code', description: 'A bank that the page lists.' }),
})

type Texts = [operationId: string, summary: string]

export function chargeRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    const onTheirPage = (method: Method, path: string, ...texts: Texts) =>
      app.post(
        `/checkout/:access_code/${path}`,
        {
          config: PAYING_NOW,
          schema: statusSchema(...texts, { querystring: Html }, [...PAYING, 503]),
          errorHandler: orAsPage(context, isFromForm),
        },
        async (request, reply) => {
          const { params, query } = request
          const key = keyOf(context, params.access_code)
          // A plain form has no body.
          const isTicked = (request.body as { save_card?: unknown } | null)?.save_card === true
          await payOnTheirPage(context, key, method, payerOf(request, isTicked))
          // The policy forbids a form to leave our host, so the page then shows a link to the
          // provider.
          if (query.html !== undefined) return backToPage(request, reply)
          return answerStatus(context, params.access_code)
        },
      )
    const theirs = 'on the page of the provider, `next.url`'
    onTheirPage('card', 'card/page', 'payByCardPage', `Pay by card ${theirs}`)
    onTheirPage('ussd', 'ussd/page', 'payByUssdPage', `Pay by USSD ${theirs}`)
    onTheirPage('bank', 'bank/page', 'payByBankPage', `Pay from a bank account ${theirs}`)
    onTheirPage('opay', 'opay/page', 'payByOpayPage', `Pay with OPay ${theirs}`)

    app.post(
      '/checkout/:access_code/ussd',
      {
        config: PAYING_NOW,
        schema: statusSchema(
          'payByUssd',
          'Get a USSD code to dial, `next.code`',
          { body: UssdBody, querystring: Html },
          [...PAYING, 503],
        ),
        errorHandler: orAsPage(context, isFromForm),
      },
      async (request, reply) => {
        const { params, query, body } = request
        const payer = payerOf(request)
        await payByUssd(context, keyOf(context, params.access_code), body.bank, payer)
        if (query.html !== undefined) return backToPage(request, reply)
        return answerStatus(context, params.access_code)
      },
    )
    done()
  }
}
