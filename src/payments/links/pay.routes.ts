import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { qrSvg } from '../../platform/qr.ts'
import { refuse } from '../../platform/refusal.ts'
import { checkoutHeaders } from '../checkout/assets.ts'
import { withLook } from '../checkout/look.ts'
import { localeIn, sendPage } from '../checkout/pages.routes.ts'
import { amountToNet, checkoutPlan } from '../transactions/fees.ts'
import { readAnswers, readPrefill, type Sent } from './answers.ts'
import { urlOf } from './links.ts'
import { type LinkView, renderClosed, renderLink } from './page.ts'
import { type Closed, linkStateOf, type Open, payByLink } from './pay.ts'

// The page of a payment link. A GET creates nothing, so prefetches and link previews are harmless.
// Only the form starts a payment.

const schema = { hide: true, params: Type.Object({ slug: Type.String() }) }
const config = { needs: 'anyone', load: 'initialize' } as const
const STATUS: Record<Closed['kind'], number> = {
  unknown: 404,
  inactive: 410,
  expired: 410,
  used_up: 410,
  held: 409,
}

export function linkPageRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get('/pay/:slug', { config, schema }, async (request, reply) => {
      const state = await linkStateOf(context, request.params.slug)
      if (state.kind !== 'open') return sendClosed(context, request, reply, state)
      const { typed, leftOut } = readPrefill(state.link, request.query as Sent)
      return sendForm(context, request, reply, state, { typed, wrongs: null, leftOut })
    })

    app.get('/pay/:slug/qr.svg', { config, schema }, async ({ params }, reply) => {
      const state = await linkStateOf(context, params.slug)
      if (state.kind === 'unknown') refuse('payment_link_not_found')
      if (state.kind !== 'open') return refuse('payment_link_closed')
      return reply
        .headers(checkoutHeaders(context.baseUrl()))
        .type('image/svg+xml')
        .send(qrSvg(urlOf(context, state.link)))
    })
    done()
  }
}

/** Separate, because it creates payments: requests are limited by address. */
export function linkPayRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post('/pay/:slug', { config, schema }, async (request, reply) => {
      const state = await linkStateOf(context, request.params.slug)
      if (state.kind !== 'open') return sendClosed(context, request, reply, state)
      // From here on, error pages are in the language of this business.
      request.scope = state.link
      const read = readAnswers(state.link, (request.body ?? {}) as Sent)
      if ('wrongs' in read) {
        return sendForm(context, request, reply.status(400), state, { ...read, leftOut: [] })
      }
      const accessCode = await payByLink(context, state.link, read.answers, request.ip)
      // Relative, because the policy lets the form go to its own origin only.
      return reply.redirect(`/checkout/${accessCode}${localeIn(request).query}`, 303)
    })
    done()
  }
}

function sendForm(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { link, settings }: Open,
  said: Pick<LinkView, 'typed' | 'wrongs' | 'leftOut'>,
): Promise<FastifyReply> {
  const { businessName, logo, checkoutLanguage } = settings
  const isMore = link.feeBearer === 'customer' && link.amount !== null
  const total = isMore ? amountToNet(checkoutPlan(settings), link.amount!) : null
  const view = { link, businessName, logo: logo?.path ?? null, total, ...said }
  const locale = localeIn(request, checkoutLanguage)
  reply.headers(checkoutHeaders(context.baseUrl()))
  return sendPage(request, reply, withLook(renderLink(view, locale), settings))
}

function sendClosed(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  state: Closed,
): Promise<FastifyReply> {
  const fixed = state.kind === 'unknown' ? null : state.settings.checkoutLanguage
  reply.status(STATUS[state.kind]).headers(checkoutHeaders(context.baseUrl()))
  return sendPage(request, reply, renderClosed(state, localeIn(request, fixed)))
}
