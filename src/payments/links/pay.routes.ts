import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { qrSvg } from '../../platform/qr.ts'
import { type CheckoutAssets, checkoutHeaders } from '../checkout/assets.ts'
import { localeIn, sendPage } from '../checkout/pages.routes.ts'
import { amountToNet, checkoutPlan } from '../transactions/fees.ts'
import { readAnswers, readPrefill, type Sent } from './answers.ts'
import { urlOf } from './links.ts'
import { type LinkView, renderClosed, renderLink } from './page.ts'
import {
  type Closed,
  type LinkState,
  linkStateOf,
  type Open,
  payByLink,
  refuseClosed,
} from './pay.ts'

// The page of a payment link, for whoever has its address. Looking at it makes nothing, whoever
// looks: a browser that looks ahead, a preview of a link. Only the form does.

const schema = { hide: true, params: Type.Object({ slug: Type.String() }) }
const config = { needs: 'anyone', load: 'initialize' } as const
const STATUS: Record<LinkState['kind'], number> = {
  open: 200,
  unknown: 404,
  inactive: 410,
  expired: 410,
  used_up: 410,
  held: 409,
}

export function linkPageRoutes(
  context: Context,
  assets: CheckoutAssets,
): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get('/pay/:slug', { config, schema }, async (request, reply) => {
      const state = await linkStateOf(context, request.params.slug)
      if (!isOpen(state)) return sendClosed(context, assets, request, reply, state)
      const { typed, leftOut } = readPrefill(state.link, request.query as Sent)
      return sendForm(context, assets, request, reply, state, { typed, wrongs: null, leftOut })
    })

    app.get('/pay/:slug/qr.svg', { config, schema }, async ({ params }, reply) => {
      const state = await linkStateOf(context, params.slug)
      refuseClosed(state)
      return reply
        .headers(checkoutHeaders(context.baseUrl()))
        .type('image/svg+xml')
        .send(qrSvg(urlOf(context, state.link)))
    })
    done()
  }
}

/** In a scope of its own: it makes something, so each address may only so often. */
export function linkPayRoutes(
  context: Context,
  assets: CheckoutAssets,
): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post('/pay/:slug', { config, schema }, async (request, reply) => {
      const { slug } = request.params
      const state = await linkStateOf(context, slug)
      if (!isOpen(state)) return sendClosed(context, assets, request, reply, state)
      // A refusal from here on is told in the language of this business.
      request.scope = state.link
      const read = readAnswers(state.link, (request.body ?? {}) as Sent)
      if ('wrongs' in read) {
        return sendForm(context, assets, request, reply.status(400), state, {
          ...read,
          leftOut: [],
        })
      }
      const accessCode = await payByLink(context, state.link, read.answers, request.ip)
      // The same origin, whatever the address of the service is: the policy lets a form go there.
      return reply.redirect(`/checkout/${accessCode}${localeIn(request).query}`, 303)
    })
    done()
  }
}

function isOpen(state: LinkState): state is Open {
  return state.kind === 'open'
}

function sendForm(
  context: Context,
  assets: CheckoutAssets,
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
  return sendPage(request, reply, renderLink(view, assets, locale))
}

function sendClosed(
  context: Context,
  assets: CheckoutAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  state: Closed,
): Promise<FastifyReply> {
  const fixed = state.kind === 'unknown' ? null : state.settings.checkoutLanguage
  const locale = localeIn(request, fixed)
  reply.status(STATUS[state.kind]).headers(checkoutHeaders(context.baseUrl()))
  return sendPage(request, reply, renderClosed(state, assets, locale))
}
