import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { listenerOf } from '../../core/streaming.ts'
import { answers, Success, Timestamp, toWire } from '../../core/wire.ts'
import { statusOf as httpStatusOf, Refusal } from '../../platform/refusal.ts'
import { METHODS } from '../../providers/rails.ts'
import { cancel } from '../transactions/expire.ts'
import { CHANNELS } from '../transactions/transactions.rows.ts'
import { noteWaiting } from '../virtual-accounts/enquire.ts'
import { exactFor } from '../virtual-accounts/one-off.ts'
import { checkoutHeaders, loadCheckoutAssets } from './assets.ts'
import { cardGuard } from './card-testing.ts'
import {
  enquireAfterReturn,
  findCheckout,
  keyOf,
  noteVisit,
  payByTransfer,
  statusOf,
  viewOf,
} from './checkout.ts'
import {
  BANK_DONE,
  bankDoneHeaders,
  type HostQuery,
  pageHeaders,
  placed,
  placeOf,
} from './embed.ts'
import { streamStatus } from './events.ts'
import { refusalIn } from './languages.ts'
import { withLook } from './look.ts'
import { renderCheckout } from './page.ts'
import { renderProblem, renderUnknown } from './page-parts.ts'
import { localeIn, localeOfRefusal, sendPage } from './pages.routes.ts'
import { receiptPdf } from './receipt-pdf.ts'

// The hosted page and the calls of its script. The access code in the path is the credential.

const Params = Type.Object({ access_code: Type.String() })
/** The language that the customer chose. */
export const Lang = { lang: Type.Optional(Type.String()) }

/** `html`: a plain form sent this, and gets the page again. */
export const Html = Type.Object({ html: Type.Optional(Type.String()), ...Lang })
export const isFromForm = ({ query }: FastifyRequest) => 'html' in (query as object)

const CheckoutStatus = Type.Object({
  status: Type.Enum(['pending', 'ongoing', 'success', 'failed', 'abandoned', 'reversed']),
  reference: Type.String(),
  amount: Type.Integer({ description: 'Kobo.' }),
  currency: Type.Literal('NGN'),
  business_name: Type.String(),
  channels: Type.Array(Type.Enum([...CHANNELS])),
  expires_at: Timestamp('When it can no longer be paid.'),
  next: Type.Object({
    kind: Type.Enum(['none', 'pin', 'otp', 'redirect', 'dial'], {
      description: 'The next step for the customer.',
    }),
    channel: Type.Optional(Type.Enum([...METHODS], { description: 'The channel of this step.' })),
    url: Type.Optional(
      Type.String({ description: 'With `redirect`: the page of the bank. With `dial`: `tel:`.' }),
    ),
    code: Type.Optional(Type.String({ description: 'With `dial`: the USSD code.' })),
  }),
  return_url: Type.Optional(Type.String({ description: 'Where the customer returns.' })),
  message: Type.String({ description: 'For the customer. Can be empty.' }),
  message_code: Type.Optional(Type.String({ description: 'The code of the message.' })),
  message_data: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'The amounts in it, by name.' }),
  ),
  attempts_left: Type.Integer(),
})

const TransferAccount = Type.Object({
  account_number: Type.String(),
  account_name: Type.String(),
  bank: Type.Object({ name: Type.String(), code: Type.String() }),
  amount: Type.Integer({ description: 'The exact amount, in kobo.' }),
  expires_at: Timestamp('Later transfers are returned to the sender.'),
})

const TAGS = ['Checkout']
export const PAYING_NOW = { needs: 'access_code', load: 'initialize' } as const
/** The statuses of refused payments. */
export const PAYING = [400, 403, 409, 422, 504]

export function checkoutRoutes(context: Context): FastifyPluginCallbackTypebox {
  // A service without the built files does not start.
  loadCheckoutAssets()
  // Shares its counts with the other processes from the start.
  cardGuard(context)
  return (app, _options, done) => {
    registerPages(context, app)

    app.get(
      '/checkout/:access_code/status',
      {
        config: PAYING_NOW,
        schema: statusSchema('getCheckoutStatus', 'Fetch the status of a checkout'),
      },
      async ({ params }) => answerStatus(context, params.access_code),
    )

    app.get(
      '/checkout/:access_code/events',
      {
        config: { needs: 'access_code', load: 'stream' },
        schema: {
          tags: TAGS,
          operationId: 'streamCheckoutStatus',
          summary: 'Stream the status of a checkout as server-sent events',
          params: Params,
          response: {
            ...answers(Type.String(), [404]),
            200: {
              description:
                'Each message carries the data of the status, as JSON. An event `beat` comes ' +
                'every two seconds.',
              content: { 'text/event-stream': { schema: Type.String() } },
            },
          },
        },
      },
      async (request, reply) => {
        const checkout = await findCheckout(context, request.params.access_code)
        streamStatus(context, checkout, listenerOf(request, reply))
      },
    )

    app.post(
      '/checkout/:access_code/bank-transfer',
      {
        config: PAYING_NOW,
        schema: {
          tags: TAGS,
          operationId: 'payByTransfer',
          summary: 'Fetch the account number to transfer to',
          params: Params,
          querystring: Html,
          response: answers(Success(TransferAccount), [404, ...PAYING]),
        },
        errorHandler: orAsPage(context, isFromForm),
      },
      async (request, reply) => {
        const { params, query } = request
        const account = await payByTransfer(context, keyOf(context, params.access_code))
        const { accountNumber, accountName, bank, expiresAt } = account
        const amount = exactFor(account)
        if (query.html !== undefined) return backToPage(request, reply)
        return {
          status: 'success' as const,
          message: 'Transfer exactly this amount to this account',
          data: toWire({ accountNumber, accountName, bank, amount, expiresAt }),
        }
      },
    )

    app.post(
      '/checkout/:access_code/cancel',
      {
        config: PAYING_NOW,
        schema: statusSchema('cancelCheckout', 'Cancel a checkout', { querystring: Html }),
        errorHandler: orAsPage(context, isFromForm),
      },
      async (request, reply) => {
        const { params, query } = request
        await cancel(context, keyOf(context, params.access_code))
        if (query.html !== undefined) return backToPage(request, reply)
        return answerStatus(context, params.access_code)
      },
    )
    done()
  }
}

/** Sends a refusal as a page to a browser that followed a link or sent a form. */
export function orAsPage(context: Context, readsPages: (request: FastifyRequest) => boolean) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (!(error instanceof Refusal) || !readsPages(request)) throw error
    const locale = await localeOfRefusal(context, request)
    reply.status(httpStatusOf(error)).headers(checkoutHeaders(context.baseUrl()))
    if (error.code === 'transaction_not_found') {
      return sendPage(request, reply, renderUnknown(locale))
    }
    const { access_code: accessCode } = request.params as { access_code: string }
    const { words } = locale
    const message = refusalIn(words, error.code) ?? error.message
    const problem = { title: words.problem, message, accessCode }
    return sendPage(request, reply, renderProblem(problem, locale))
  }
}

type App = Parameters<FastifyPluginCallbackTypebox>[0]

export async function answerStatus(context: Context, accessCode: string) {
  const checkout = await findCheckout(context, accessCode)
  await noteWaiting(context, checkout.transaction)
  return {
    status: 'success' as const,
    message: 'Checkout status',
    data: statusOf(context, checkout),
  }
}

/** The schema of a call that returns the status. `more`: its body and query. */
export function statusSchema<More extends object>(
  operationId: string,
  summary: string,
  more: More = {} as More,
  statuses: number[] = [],
) {
  const response = answers(Success(CheckoutStatus), [404, ...statuses])
  return { tags: TAGS, operationId, summary, params: Params, response, ...more }
}

function registerPages(context: Context, app: App): void {
  const options = {
    config: PAYING_NOW,
    schema: { hide: true, params: Params },
    errorHandler: orAsPage(context, () => true),
  }
  app.get<{ Params: { access_code: string } }>(
    '/checkout/:access_code',
    options,
    async (request, reply) => {
      const checkout = await findCheckout(context, request.params.access_code)
      await noteVisit(context, checkout, request.ip)
      const locale = localeIn(request, checkout.language)
      const view = await viewOf(context, checkout)
      const place = await placeOf(context, checkout.transaction, request.query as HostQuery)
      reply.headers(pageHeaders(context.baseUrl(), place))
      const page = withLook(renderCheckout(view, context.now(), locale), place.look)
      return sendPage(request, reply, placed(page, view, place, context.now(), locale.words.leave))
    },
  )

  app.get<{ Params: { access_code: string } }>(
    '/checkout/:access_code/receipt.pdf',
    options,
    async (request, reply) => {
      const checkout = await findCheckout(context, request.params.access_code)
      const { status, reference } = checkout.transaction
      if (status !== 'success') return backToPage(request, reply)
      const locale = localeIn(request, checkout.language)
      const bytes = await receiptPdf(await viewOf(context, checkout), locale)
      return reply
        .headers(checkoutHeaders(context.baseUrl()))
        .header('content-disposition', `attachment; filename="receipt-${reference}.pdf"`)
        .type('application/pdf')
        .send(bytes)
    },
  )

  // The bank's 3-D Secure page sends the customer here.
  app.get<{ Params: { access_code: string } }>(
    '/checkout/:access_code/card/return',
    options,
    async (request, reply) => {
      const key = keyOf(context, request.params.access_code)
      await enquireAfterReturn(context, key)
      if (request.headers['sec-fetch-dest'] !== 'iframe') return backToPage(request, reply)
      const headers = bankDoneHeaders(context.baseUrl(), await settingsOf(context, key))
      return sendPage(request, reply.headers(headers), BANK_DONE)
    },
  )
}

export function backToPage(request: FastifyRequest, reply: FastifyReply) {
  const { access_code: accessCode } = request.params as { access_code: string }
  return reply.redirect(`/checkout/${accessCode}${localeIn(request).query}`, 303)
}
