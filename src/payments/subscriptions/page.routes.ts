import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkoutHeaders } from '../checkout/assets.ts'
import { localeIn, sendPage } from '../checkout/pages.routes.ts'
import { renderOver, renderSubscription, renderSure } from './page.ts'
import { cardCode, payOtherwise, type Visited, visit } from './pay.ts'
import { cancel, changeSubscription, codeOf } from './subscriptions.ts'

// The customer's page of a subscription. Each form is one action.

const schema = { hide: true, params: Type.Object({ code: Type.String() }) }
const config = { needs: 'anyone', load: 'initialize' } as const

type Request = FastifyRequest<{ Params: { code: string } }>
type Sent = Record<string, unknown>

export function subscriptionPageRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get('/subscription/:code', { config, schema }, async (request, reply) => {
      const { visited, at, over } = await arrive(context, request, reply)
      return over ?? sendPage(request, reply, renderSubscription(visited!, at, null))
    })
    done()
  }
}

/** Separate, because it begins payments: requests are limited by address. */
export function subscriptionActionRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post('/subscription/:code', { config, schema }, async (request, reply) => {
      const { visited, at, over } = await arrive(context, request, reply)
      if (over !== null) return over
      // From here on, error pages are in the language of this business.
      request.scope = visited!.subscription
      const sent = (request.body ?? {}) as Sent
      if (sent['action'] === 'cancel' && sent['confirmed'] !== 'yes') {
        return sendPage(request, reply, renderSure(visited!, at))
      }
      try {
        const next = await act(context, visited!, sent)
        // Relative, because the policy lets the form go to its own origin only.
        return reply.redirect(`${next ?? `/subscription/${at.code}`}${at.locale.query}`, 303)
      } catch (error) {
        const isBusy = error instanceof Refusal && error.code === 'already_in_progress'
        if (!isBusy) throw error
        reply.status(409)
        return sendPage(request, reply, renderSubscription(visited!, at, 'under_way'))
      }
    })
    done()
  }
}

/** Returns where the customer goes; null: back to the page. */
async function act(context: Context, visited: Visited, sent: Sent): Promise<string | null> {
  const { subscription, open, cards } = visited
  switch (sent['action']) {
    case 'cancel':
      await cancel(context, subscription, 'period_end')
      return null
    case 'card': {
      const card = cards.find((one) => cardCode(one) === sent['card'])
      if (!card) return null
      const authorizationCode = cardCode(card)
      await changeSubscription(context, subscription, codeOf(subscription), { authorizationCode })
      return null
    }
    case 'pay': {
      const invoice = open.find(({ invoiceId }) => invoiceId === sent['invoice'])
      return invoice ? `/checkout/${await payOtherwise(context, invoice)}` : null
    }
    default:
      return null
  }
}

/** `over`: what a page that has ended shows. */
async function arrive(context: Context, request: Request, reply: FastifyReply) {
  const { code } = request.params
  const visited = await visit(context, code)
  const locale = localeIn(request, visited?.settings.checkoutLanguage)
  reply.headers(checkoutHeaders(context.baseUrl()))
  const isOver = visited === null || visited.subscription.endedAt !== null
  if (isOver) reply.status(visited === null ? 404 : 410)
  const over = isOver ? sendPage(request, reply, renderOver(visited, locale)) : null
  return { visited, at: { code, locale }, over }
}
