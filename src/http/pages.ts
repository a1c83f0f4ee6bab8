import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../core/context.ts'
import { FORM_FIELDS_MAX } from '../core/wire.ts'
import { oneTapRoutes } from '../payments/authorizations/one-tap.routes.ts'
import { cardRoutes } from '../payments/checkout/card.routes.ts'
import { chargeRoutes } from '../payments/checkout/charge.routes.ts'
import { checkoutRoutes } from '../payments/checkout/checkout.routes.ts'
import { keyOf } from '../payments/checkout/checkout.ts'
import { logoRoutes } from '../payments/checkout/logo.routes.ts'
import { publicRoutes, sendProblem } from '../payments/checkout/public.routes.ts'
import { linkPageRoutes, linkPayRoutes } from '../payments/links/pay.routes.ts'
import { refundAnswerRoutes, refundPageRoutes } from '../payments/refund-links/page.routes.ts'
import {
  subscriptionActionRoutes,
  subscriptionPageRoutes,
} from '../payments/subscriptions/page.routes.ts'
import { formFields } from '../platform/form-fields.ts'
import { networkOf } from '../platform/networks.ts'
import { Refusal, statusOf } from '../platform/refusal.ts'
import { readCardBodies, readForms } from './bodies.ts'
import { headersOf, refusalOf, sendRefusal } from './errors.ts'
import { idempotent } from './idempotency.ts'
import { accessCode, limitAddresses, openToPages, publicKey } from './scopes.ts'
import { type Versions, versioned } from './versions/versions.ts'

// The scopes that customers reach: with the public key, the access code of a payment, or the URL of
// a payment link or a refund link. A refusal is a page, unless the request accepts JSON.

type Scope = (scope: FastifyInstance) => Promise<void>

export function publicScope(context: Context, versions?: Versions): Scope {
  return async (scope) => {
    refuseAsPage(context, scope)
    versioned(scope, versions)
    readForms(scope, (text) => formFields(text, FORM_FIELDS_MAX))
    openToPages(scope)
    limitAddresses(context, scope)
    publicKey(context, scope)
    // Anyone can send any key here, so keys are separate per network.
    idempotent(context, scope, ({ ip }) => `public ${networkOf(ip)}`)
    scope.register(publicRoutes(context))
  }
}

/** The access code in the path is the credential. */
export function checkoutScope(context: Context): Scope {
  return async (scope) => {
    accessCode(context, scope)
    idempotent(context, scope, ({ params }) => keyOf(context, accessCodeIn(params)).id)
    readForms(scope)
    scope.register(checkoutRoutes(context))
    scope.register(chargeRoutes(context))
    scope.register(async (cards) => {
      readCardBodies(context, cards)
      cards.register(cardRoutes(context))
      cards.register(oneTapRoutes(context))
    })
    scope.register(logoRoutes(context))
  }
}

/** No credential: whoever has the URL of a payment link or a refund link may use it. */
export function linkScope(context: Context): Scope {
  return async (scope) => {
    refuseAsPage(context, scope)
    scope.register(linkPageRoutes(context))
    scope.register(refundPageRoutes(context))
    scope.register(subscriptionPageRoutes(context))
    scope.register(async (paying) => {
      readForms(paying)
      limitAddresses(context, paying)
      paying.register(linkPayRoutes(context))
      paying.register(refundAnswerRoutes(context))
      paying.register(subscriptionActionRoutes(context))
    })
  }
}

/** To people who came by a link or a form. */
function refuseAsPage(context: Context, scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asForm(refusalOf(context, error, request))
    if (wantsJson(request)) return sendRefusal(context, request, reply, refusal)
    reply.headers(headersOf(refusal))
    return sendProblem(context, reply, refusal, statusOf(refusal))
  })
}

/** The message says JSON elsewhere. */
function asForm(refusal: Refusal): Refusal {
  if (refusal.code !== 'unsupported_media_type') return refusal
  const message = 'Send the form as application/x-www-form-urlencoded.'
  return new Refusal('unsupported_media_type', { message })
}

function wantsJson({ headers }: FastifyRequest): boolean {
  return /application\/json/.test(headers.accept ?? '')
}

function accessCodeIn(params: unknown): string {
  return (params as { access_code?: string }).access_code ?? ''
}
