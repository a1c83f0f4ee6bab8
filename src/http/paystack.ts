import assert from 'node:assert/strict'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Opens } from '../../packages/paystack-api/call.routes.ts'
import { paystackFormat } from '../../packages/paystack-api/events.ts'
import {
  answerTheRest,
  paystackRoutes,
  readPaystackBodies,
} from '../../packages/paystack-api/paystack.routes.ts'
import { refusedAs } from '../../packages/paystack-api/refused.ts'
import { keyOfLink } from '../../packages/paystack-api/reports.routes.ts'
import type { OwnName } from '../accounts/banks/resolve.ts'
import type { Facts } from '../core/access.ts'
import type { Context } from '../core/context.ts'
import { refusalOf, sendRefusal } from './errors.ts'
import { idempotent } from './idempotency.ts'
import { routeNamed } from './routes.ts'
import { type KeyLimits, type KeyOf, secretKey } from './scopes.ts'

export { PAYSTACK } from '../../packages/paystack-api/paystack.routes.ts'

// The scopes of Paystack's API, and its form of refusals. Keys, limits and scopes are those of our
// own routes.

export function paystack(context: Context, limits: KeyLimits, own: OwnName) {
  return async (app: FastifyInstance): Promise<void> => {
    readPaystackBodies(app)
    refuseAsPaystack(context, app)
    answerTheRest(app)
    app.register(paystackRoutes(context, own, 'open', factsOf))
    app.register(keyed('keyed'))
    app.register(keyed('linked', keyOfLink))
  }

  function keyed(kind: Opens, keyOf?: KeyOf) {
    return async (scope: FastifyInstance): Promise<void> => {
      secretKey(context, scope, limits, keyOf)
      idempotent(context, scope, () => 'secret')
      scope.register(paystackRoutes(context, own, kind, factsOf))
    }
  }
}

/** A call has the facts of the route of ours that it stands for. */
function factsOf(as: string | null): Facts {
  if (as === null) return { needs: 'anyone', load: 'resolve' }
  const own = routeNamed(as)
  assert(own, `${as} is a route of ours`)
  return own.facts
}

/** Webhook formats beside our own, for businesses that choose one. */
export function webhookFormats(context: Context) {
  return { paystack: paystackFormat(context) }
}

function refuseAsPaystack(context: Context, app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(context, error, request)
    return sendRefusal(context, request, reply, refusal, refusedAs(refusal))
  })
}
